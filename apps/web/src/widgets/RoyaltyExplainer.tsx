import { Facts } from '../ui/Facts.tsx'

const statuses = [
  ['Pending', 'Held in escrow, awaiting release'],
  ['Processing', 'Payment initiated to talent'],
  ['Paid', 'Successfully transferred to talent'],
  ['Cancelled', 'Refunded due to dispute or error'],
] as const

const terms = [
  ['Talent share', '70 % of synthesis revenue'],
  ['Platform fee', '30 %'],
  ['Held payment', 'Escrow hold of 7 days against chargebacks'],
  ['Payments', 'Monthly, 7 days after the period ends'],
  ['Minimum', 'Payout threshold €10.00; less is carried over'],
  ['Transfer', 'Automatic, through the payment provider’s connected account'],
] as const

/** The rules of royalties; figures from the spec, sections 4 and 9. */
export function RoyaltyExplainer() {
  return (
    <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
      <div className="md:col-span-2">
        <div className="flex h-14 border border-ink font-mono text-xs">
          <span className="flex w-[70%] items-center border-r-4 border-accent bg-ink px-4 text-paper">
            Talent 70 %
          </span>
          <span className="flex flex-1 items-center px-3 sm:px-4">Platform 30 %</span>
        </div>
      </div>
      <div>
        <h3 className="mb-2 text-lg">What each status means</h3>
        <Facts facts={statuses} />
      </div>
      <div>
        <h3 className="mb-2 text-lg">Terms</h3>
        <Facts facts={terms} />
      </div>
    </div>
  )
}
