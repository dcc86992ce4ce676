import clsx from 'clsx'

type SentenceState = 'open' | 'done' | 'doubtful'

interface SentenceGridProps {
  sentences: readonly { number: number; text: string }[]
  current: number
  stateOf: (number: number) => SentenceState
  disabled: boolean
  onChoose: (number: number) => void
}

/** Every sentence of the script as a small square that tells whether it has been read. */
export function SentenceGrid(props: SentenceGridProps) {
  const { sentences, current, stateOf, disabled, onChoose } = props
  const done = sentences.filter(({ number }) => stateOf(number) !== 'open').length
  return (
    <div>
      <p className="mb-2 text-xs text-muted">
        {done} of {sentences.length} sentences recorded
      </p>
      <ol className="grid grid-cols-8 gap-1 sm:grid-cols-10 lg:grid-cols-20">
        {sentences.map(({ number, text }) => {
          const state = stateOf(number)
          return (
            <li key={number}>
              <button
                type="button"
                title={text}
                disabled={disabled}
                aria-current={number === current ? 'true' : undefined}
                aria-label={`Sentence ${number}, ${words[state]}`}
                onClick={() => onChoose(number)}
                className={clsx(
                  'grid h-9 w-full place-items-center border font-mono text-2xs disabled:cursor-not-allowed',
                  looks[state],
                  number === current && 'outline-2 outline-offset-1 outline-ink',
                )}
              >
                {number}
              </button>
            </li>
          )
        })}
      </ol>
      <details className="mt-4 text-sm">
        <summary className="w-fit text-xs text-muted underline underline-offset-4 hover:text-ink">
          All {sentences.length} sentences
        </summary>
        <ol className="mt-3 list-decimal space-y-1 pl-8 marker:font-mono marker:text-2xs marker:text-muted">
          {sentences.map(({ number, text }) => (
            <li key={number}>{text}</li>
          ))}
        </ol>
      </details>
    </div>
  )
}

const words: Record<SentenceState, string> = {
  open: 'not recorded',
  done: 'recorded',
  doubtful: 'recorded, with a warning',
}

const looks: Record<SentenceState, string> = {
  open: 'border-control text-muted hover:border-ink hover:text-ink',
  done: 'border-ok bg-ok-soft text-ok',
  doubtful: 'border-warn bg-warn-soft text-warn',
}
