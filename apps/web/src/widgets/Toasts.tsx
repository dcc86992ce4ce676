import { Toaster } from 'sonner'

const look =
  'flex w-full items-center gap-3 border border-ink bg-ink px-4 py-3 font-sans text-sm text-paper'

/** Short messages at the corner; 3 s each. */
export default function Toasts() {
  return (
    <Toaster
      duration={3_000}
      position="bottom-right"
      toastOptions={{ unstyled: true, classNames: { toast: look } }}
    />
  )
}
