// Runs before the first paint, as a file of its own because the server's CSP allows no inline script.
;(() => {
  const root = document.documentElement
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    let choice = 'system'
    try {
      choice = localStorage.getItem('theme') ?? 'system'
    } catch {
      // Storage may be blocked; the system's theme is used then.
    }
    root.dataset.theme = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice
  }
  apply()
  dark.addEventListener('change', apply)
  window.addEventListener('themechoice', apply)
  // zod would otherwise probe for eval, which the CSP reports as a violation.
  globalThis.__zod_globalConfig = { jitless: true }
})()
