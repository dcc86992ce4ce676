/** What runs in the threads of the detection pool. Takes and returns plain data only. */
import { constants, setPriority } from 'node:os'

// On Linux this is the niceness of the calling thread alone (setpriority(2), "C library/kernel differences"), and
// its children inherit it: while a core is wanted by both, speech gets about nine parts of ten.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

export { examineAudio } from './examine-audio.ts'
export { fingerprintStored } from './fingerprint-stored.ts'
