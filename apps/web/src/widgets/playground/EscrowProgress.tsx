import type { Escrow } from '@viva-voce/contract'
import clsx from 'clsx'
import { useState } from 'react'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { formatPrice } from '../../format/money.ts'
import { formatDay } from '../../format/time.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { EscrowBadge } from '../EscrowBadge.tsx'
import { escrowSteps, pollInterval, type StepState } from './escrow-steps.ts'

/** The held payment of a take, followed until it is released or refunded. */
export function EscrowProgress({ paymentIntentId }: { paymentIntentId: string }) {
  const [startedMs] = useState(Date.now)
  const { data, error } = useCall(
    'getEscrow',
    { params: { payment_intent_id: paymentIntentId } },
    {
      refreshInterval: (latest) => pollInterval(latest, Date.now() - startedMs),
      dedupingInterval: 500,
    },
  )
  return (
    <section aria-label="Held payment" className="space-y-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-lg">
          Held payment <span className="text-sm font-normal text-muted">(Escrow)</span>
        </h3>
        <span role="status" className="text-xs text-muted">
          {data && <EscrowBadge state={data.state} />}
          {!data && !error && 'Checking…'}
        </span>
      </div>
      {error && !data && <Problem>{sentence(error, 'escrow')}</Problem>}
      {data && <Progress escrow={data} />}
    </section>
  )
}

function Progress({ escrow }: { escrow: Escrow }) {
  const { verification } = escrow
  return (
    <>
      <ol aria-label="Progress of the held payment" className="grid sm:grid-cols-5">
        {escrowSteps(escrow).map(({ name, state }) => (
          <li key={name} className="group flex gap-3 text-2xs leading-tight sm:block sm:pr-2">
            <span className="flex flex-col items-center sm:flex-row" aria-hidden="true">
              <span className={clsx('size-3 shrink-0 border', lamps[state])} />
              <span
                className={clsx(
                  'min-h-3 w-px flex-1 group-last:hidden sm:h-px sm:min-h-0',
                  wires[state],
                )}
              />
            </span>
            <span
              className={clsx(
                'block pb-2 sm:mt-2 sm:pb-0',
                state === 'waiting' && 'text-muted',
                state === 'failed' && 'text-bad',
              )}
            >
              {name}
              <span className="sr-only">: {words[state]}</span>
            </span>
          </li>
        ))}
      </ol>
      <ul className="space-y-1 text-sm">
        <li>Watermark: {verification.watermark}</li>
        <li>Deep-fake scan: {verification.deepfake}</li>
        {verification.frozen && (
          <li className="text-warn">Frozen: the talent’s consent is revoked</li>
        )}
        {escrow.reason && (
          <li className="text-bad">Reason: {escrow.reason.replaceAll('_', ' ')}</li>
        )}
      </ul>
      <Facts
        facts={[
          ['Payment', <code key="id">{escrow.payment_intent_id}</code>],
          ['Amount', formatPrice(escrow.amount_eur)],
          ['Hold until', formatDay(verification.hold_until)],
        ]}
      />
    </>
  )
}

const lamps: Record<StepState, string> = {
  done: 'border-ok bg-ok',
  now: 'border-warn bg-warn-soft pulse-dot',
  waiting: 'border-control bg-transparent',
  failed: 'border-bad bg-bad',
}

const wires: Record<StepState, string> = {
  done: 'bg-ok',
  now: 'bg-rule',
  waiting: 'bg-rule',
  failed: 'bg-bad',
}

const words: Record<StepState, string> = {
  done: 'done',
  now: 'in progress',
  waiting: 'waiting',
  failed: 'failed',
}
