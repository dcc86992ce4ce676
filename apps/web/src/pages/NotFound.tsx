import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Page } from '../ui/Page.tsx'
import { SilentLine } from '../ui/SilentLine.tsx'

export function NotFound() {
  return (
    <Page title="Nothing on this track" lede="404. There is no page at this address.">
      <SilentLine className="h-10 w-full max-w-md text-control" />
      <Link to={paths.home} className={`${buttonClass('line')} mt-10`}>
        Back to the start page
      </Link>
    </Page>
  )
}
