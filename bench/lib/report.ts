import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'

/** Prints rows as a table and writes them, with the machine and the date, to bench/out/<name>.json. */
export function report(name: string, tables: Record<string, Record<string, unknown>[]>): void {
  for (const [title, rows] of Object.entries(tables)) {
    console.log(`\n${title}`)
    console.table(rows)
  }
  const folder = join(import.meta.dirname, '../out')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.json`)
  writeFileSync(
    file,
    `${JSON.stringify({ machine: machine(), date: new Date().toISOString(), ...tables }, null, 2)}\n`,
  )
  console.log(`\nWritten to ${file}`)
}

/** What the figures were read on. */
export function machine(): Record<string, unknown> {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  }
}

/** The value below which `share` of the sorted numbers lie. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}
