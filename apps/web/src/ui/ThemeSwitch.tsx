import clsx from 'clsx'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { themeChoices, useThemeChoice } from './theme.ts'

const icons = { system: Monitor, light: Sun, dark: Moon }
const names = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' }

export function ThemeSwitch() {
  const [chosen, choose] = useThemeChoice()
  const group = useId()
  return (
    <fieldset className="flex border border-rule">
      <legend className="sr-only">Theme</legend>
      {themeChoices.map((choice) => {
        const Icon = icons[choice]
        return (
          <label
            key={choice}
            title={names[choice]}
            className={clsx(
              'grid size-7 cursor-pointer place-items-center has-focus-visible:outline-2',
              'has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              choice === chosen ? 'bg-ink text-paper' : 'text-muted hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={choice === chosen}
              onChange={() => choose(choice)}
            />
            <span className="sr-only">{names[choice]}</span>
            <Icon aria-hidden="true" className="size-3.5" />
          </label>
        )
      })}
    </fieldset>
  )
}
