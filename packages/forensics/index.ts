export { type Scan, type ScanExpectation, scanSynthesis } from './src/scan.ts'
export type { Signal, SignalName } from './src/signal.ts'
