import { workerData } from 'node:worker_threads'

/** The deployment's watermark key, handed to each thread when it starts. */
export const watermarkKey = (workerData as { watermarkKey: Uint8Array }).watermarkKey
