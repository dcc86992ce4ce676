/** Copies a text; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** The clipboard API is missing on plain http outside localhost; selecting and copying still works there. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  const focused = document.activeElement
  // Inside an open modal dialog everything else is inert.
  const home = document.querySelector('dialog[open]') ?? document.body
  area.value = text
  area.className = 'sr-only'
  home.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
