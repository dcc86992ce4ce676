import { useState } from 'react'
import { admit } from './file-check.ts'
import { readDuration } from './read-duration.ts'

/** A sentence of the reading script that a file speaks. */
export interface ScriptPlace {
  language: string
  number: number
}

/** A file that waits to be uploaded. */
export interface ChosenRecording {
  id: number
  file: File
  /** Seconds; null when the browser cannot tell, undefined while it reads. */
  seconds: number | null | undefined
  /** Set for what was recorded here. */
  place: ScriptPlace | null
}

let lastId = 0

/** The recordings that wait to be uploaded: chosen files and takes of script sentences, at most 20 together. */
export function useRecordings() {
  const [recordings, setRecordings] = useState<ChosenRecording[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const settle = (id: number, seconds: number | null) =>
    setRecordings((all) => all.map((one) => (one.id === id ? { ...one, seconds } : one)))
  const add = (incoming: readonly File[]) => {
    const { kept, problem } = admit(
      recordings.map(({ file }) => file),
      incoming,
    )
    setProblem(problem)
    const added = kept.map((file) => ({ id: ++lastId, file, seconds: undefined, place: null }))
    setRecordings((all) => [...all, ...added])
    for (const { id, file } of added) void readDuration(file).then((length) => settle(id, length))
  }
  const remove = (id: number) => {
    setProblem(null)
    setRecordings((all) => all.filter((one) => one.id !== id))
  }
  /** Keeps a take; an earlier one of the same sentence goes. */
  const keepTake = (place: ScriptPlace, file: File, seconds: number) => {
    setProblem(null)
    setRecordings((all) => [
      ...all.filter((one) => !(one.place && isSamePlace(one.place, place))),
      { id: ++lastId, file, seconds, place },
    ])
  }
  const clear = () => {
    setProblem(null)
    setRecordings([])
  }
  return { recordings, problem, add, remove, keepTake, clear }
}

export function isSamePlace(a: ScriptPlace, b: ScriptPlace): boolean {
  return a.language === b.language && a.number === b.number
}
