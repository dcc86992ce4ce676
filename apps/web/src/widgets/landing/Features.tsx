import { frame } from '../../ui/Page.tsx'
import { MarkFigure, PaceFigure, PapersFigure, SplitFigure } from './figures.tsx'

const features = [
  {
    title: 'EU AI Act documentation',
    text: 'Each take comes with a record of what was made, with which voice, under which consent and licence, ready for an audit.',
    Figure: PapersFigure,
  },
  {
    title: 'Automatic royalty splits',
    text: 'Payments are held until the checks pass, then split: 70 % to the voice talent, 30 % to the platform. Escrow, without the spreadsheet.',
    Figure: SplitFigure,
  },
  {
    title: 'Inaudible watermarks',
    text: 'A mark in the sound itself says which synthesis it came from. We read it back from the stored file before anybody is paid.',
    Figure: MarkFigure,
  },
  {
    title: 'Enterprise API',
    text: 'One call speaks a text. API keys, rate limits, idempotency and errors in plain sentences are part of it.',
    Figure: PaceFigure,
  },
]

export function Features() {
  return (
    <section aria-label="What you get" className={`${frame} pt-16 sm:pt-24`}>
      <h2 className="max-w-[24ch] text-2xl">What comes with every voice</h2>
      <ul className="mt-10 grid border-t border-ink sm:grid-cols-2 xl:grid-cols-4">
        {features.map(({ title, text, Figure }) => (
          <li
            key={title}
            className="border-b border-rule py-8 sm:odd:border-r sm:odd:pr-8 sm:even:pl-8 xl:border-r xl:px-8 xl:first:pl-0 xl:last:border-r-0"
          >
            <Figure />
            <h3 className="mt-8 text-lg">{title}</h3>
            <p className="mt-2 text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
