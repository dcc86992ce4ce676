/** The first 12 characters of a licence token, as screens show it. */
export function previewToken(token: string): string {
  return token.length > 12 ? `${token.slice(0, 12)}…` : token
}
