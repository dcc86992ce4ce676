/** Hands a file to the browser to be kept under `fileName`. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has begun with the click; the browser keeps the bytes until it ends.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
