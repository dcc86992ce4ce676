/** What runs in the threads of the training pool. Takes and returns plain data only. */
import { setPriority } from 'node:os'
import { announceLoaded } from '../kit/work-thread.ts'

/** A third of the share of an ordinary thread when all processors are busy: training yields to speech, but goes on. */
const nice = 5

// A thread has a priority of its own on Linux only (sched(7)); elsewhere this would slow the whole process.
if (process.platform === 'linux') setPriority(0, nice)

export { trainTalentVoice } from './train-talent-voice.ts'

announceLoaded()
