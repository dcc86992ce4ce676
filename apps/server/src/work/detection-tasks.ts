/** What runs in the threads of the detection pool. Takes and returns plain data only. */
import { setPriority } from 'node:os'
import { announceLoaded } from '../kit/work-thread.ts'

/** A third of the ordinary weight (sched(7)): a core that both want goes to speech for three parts of four. */
const niceness = 5

// On Linux this is the niceness of the calling thread alone (setpriority(2), "C library/kernel differences"), and
// its children, the decoders, inherit it.
if (process.platform === 'linux') setPriority(niceness)

export { examineAudio } from './examine-audio.ts'
export { fingerprintStored } from './fingerprint-stored.ts'

announceLoaded()
