export { type Candidate, type Match, rankCandidates } from './src/candidates.ts'
export { type Fingerprint, fingerprintOf } from './src/fingerprint.ts'
export { FINGERPRINT_VERSION } from './src/params.ts'
export { type Probes, probesOf } from './src/probes.ts'
