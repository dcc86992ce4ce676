import { Button } from './Button.tsx'
import { Problem } from './Problem.tsx'

interface MoreButtonProps {
  children: string
  pages: { hasMore: boolean; more: () => Promise<void>; busy: boolean; refusal: string | null }
}

/** Under a list: its next page, as long as there is one, or why it could not be had. */
export function MoreButton({ children, pages }: MoreButtonProps) {
  return (
    <>
      {pages.hasMore && (
        <Button variant="line" size="sm" busy={pages.busy} onClick={pages.more}>
          {children}
        </Button>
      )}
      {pages.refusal && <Problem>{pages.refusal}</Problem>}
    </>
  )
}
