import { useSyncExternalStore } from 'react'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** public/boot.js reads the same slot before the first paint and answers the event. */
const slot = 'theme'
const changed = 'themechoice'

function read(): ThemeChoice {
  try {
    const kept = localStorage.getItem(slot)
    return themeChoices.find((choice) => choice === kept) ?? 'system'
  } catch {
    // Storage may be blocked; the system's theme is used then, as in boot.js.
    return 'system'
  }
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(changed, onChange)
  return () => window.removeEventListener(changed, onChange)
}

export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore(subscribe, read)
  return [choice, choose]
}

function choose(choice: ThemeChoice): void {
  localStorage.setItem(slot, choice)
  window.dispatchEvent(new Event(changed))
}
