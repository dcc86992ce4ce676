import type { TrainingFailure } from '@viva-voce/contract'

/** Why a training failed, and what the talent can do. */
export function FailureNote({ failure }: { failure: TrainingFailure }) {
  return (
    <div className="border-l-2 border-bad pl-3 text-sm">
      <p className="text-bad">{failure.message}</p>
      {failure.advice.length > 0 && (
        <ul className="mt-2 list-disc space-y-1 pl-5 marker:text-muted">
          {failure.advice.map((advice) => (
            <li key={advice}>{advice}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
