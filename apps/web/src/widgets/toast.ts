/** Shows a short message; the toaster's code is fetched apart from the first page. */
export async function notify(message: string): Promise<void> {
  const { toast } = await import('sonner')
  toast(message)
}
