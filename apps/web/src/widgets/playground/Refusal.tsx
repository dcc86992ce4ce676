import { Link } from 'react-router'
import { ApiError, sentence } from '../../api/errors.ts'
import { formatPrice } from '../../format/money.ts'
import { paths } from '../../paths.ts'
import { Problem } from '../../ui/Problem.tsx'

/** Why a take was not made, said once; when money is short, the price and the way to more. */
export function Refusal({ error }: { error: unknown }) {
  const short = error instanceof ApiError && error.status === 402
  const words = sentence(error, 'synthesize')
  const price = short && error.problem?.price_eur ? formatPrice(error.problem.price_eur) : ''
  return (
    <Problem>
      {words}
      {!words.includes(price) && ` Price: ${price}.`}
      {short && (
        <>
          {' '}
          <Link to={paths.billing} className="font-medium underline underline-offset-4">
            Go to billing
          </Link>
        </>
      )}
    </Problem>
  )
}
