import { isIPv4 } from 'node:net'

/** Whether a host name (as a URL or `listen` writes it) never leaves this machine. */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname === '::1' || hostname === '[::1]') return true
  return isIPv4(hostname) && hostname.startsWith('127.')
}

/**
 * Whether an OAuth redirect goes to `path` on this machine, at whatever port: the product chooses
 * its port when it starts, so no exact address can be registered (RFC 8252 §7.3).
 */
export function isLoopbackCallback(uri: string, path: string): boolean {
  const url = URL.parse(uri)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  if (url.username || url.password || url.search || uri.includes('#')) return false
  return isLoopback(url.hostname) && url.pathname === path
}
