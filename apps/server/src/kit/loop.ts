import type { Logger } from './logger.ts'

/**
 * Runs `work` again and again with `pauseMs` between the end of one run and the start of the next.
 * A run that throws is logged and tried again at the next turn. `stop` waits for the run under way.
 */
export function startLoop(options: {
  name: string
  pauseMs: number
  logger: Logger
  work: () => Promise<unknown>
}): { stop(): Promise<void> } {
  let stopped = false
  let wake = () => {}
  const loop = async () => {
    while (!stopped) {
      try {
        await options.work()
      } catch (error) {
        options.logger.error({ err: error, loop: options.name }, 'a background loop failed')
      }
      if (stopped) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, options.pauseMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = loop()
  return {
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}
