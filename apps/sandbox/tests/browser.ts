/** As much of a browser as a sign-in needs: cookies by name and path, redirects one at a time. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>()

  async get(url: string): Promise<Response> {
    return this.#send(url, { method: 'GET' })
  }

  async submit(url: string, fields: Record<string, string>): Promise<Response> {
    return this.#send(url, { method: 'POST', body: new URLSearchParams(fields) })
  }

  /** Follows redirects while they stay at the sandbox; returns the last page or the way out. */
  async follow(first: Response, origin: string): Promise<{ page: Response } | { left: URL }> {
    let response = first
    for (let hops = 0; hops < 10; hops++) {
      const location = response.headers.get('location')
      if (!location) return { page: response }
      const next = new URL(location, response.url)
      if (next.origin !== origin) return { left: next }
      response = await this.get(next.href)
    }
    throw new Error('more than 10 redirects')
  }

  /** The Cookie header that it sends to a path. */
  cookiesFor(pathname: string): string {
    const sent = [...this.#cookies].filter(([, { path }]) => pathname.startsWith(path))
    return sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const cookie = this.cookiesFor(new URL(url).pathname)
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  #keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/'
    if (value) this.#cookies.set(name!, { value, path })
    else this.#cookies.delete(name!)
  }
}

/** Opens a chooser, posts the form, and returns the address the person is sent back to. */
export async function chooseAccount(
  browser: Browser,
  start: URL,
  fields: Record<string, string>,
): Promise<URL> {
  const opened = await browser.follow(await browser.get(start.href), start.origin)
  if ('left' in opened) throw new Error(`no chooser, sent to ${opened.left}`)
  const left = await browser.follow(await browser.submit(opened.page.url, fields), start.origin)
  if ('page' in left) throw new Error(`still at the sandbox: ${await left.page.text()}`)
  return left.left
}
