/** What runs in the threads of the speech work that nobody waits for. Takes and returns plain data only. */
import { setPriority } from 'node:os'
import { announceLoaded } from '../kit/work-thread.ts'

/** A third of the share of an ordinary thread when all processors are busy, so that checks go on under any load. */
const niceness = 5

// On Linux this is the niceness of the calling thread alone (setpriority(2), "C library/kernel differences"), and
// elsewhere it would slow the whole process.
if (process.platform === 'linux') setPriority(niceness)

export { checkStored } from './check-stored.ts'
export { hearVoice } from './hear-voice.ts'

announceLoaded()
