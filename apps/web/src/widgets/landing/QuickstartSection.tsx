import { frame } from '../../ui/Page.tsx'
import { Quickstart } from '../quickstart/Quickstart.tsx'

const steps = [
  'Sign in and choose Developer. A new account has €2.00 to try with.',
  'Create an API key.',
  'Paste this. It saves hello.wav and prints the licence token.',
]

export function QuickstartSection() {
  return (
    <section
      aria-label="Quickstart"
      className={`${frame} grid gap-x-8 gap-y-8 pt-20 sm:pt-28 lg:grid-cols-12`}
    >
      <div className="lg:col-span-4">
        <h2 className="text-2xl">Quickstart</h2>
        <ol className="mt-6 space-y-4">
          {steps.map((step, i) => (
            <li key={step} className="flex gap-4 text-sm">
              <span className="font-mono text-accent">{i + 1}</span>
              <span>{step}</span>
            </li>
          ))}
        </ol>
      </div>
      <div className="min-w-0 lg:col-span-8">
        <Quickstart />
      </div>
    </section>
  )
}
