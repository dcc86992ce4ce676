import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderObjectStore, ObjectMissingError, type ObjectStore } from './object-store.ts'

let parent: string
let folder: string
let store: ObjectStore
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'viva-voce-objects-'))
  folder = join(parent, 'objects')
  store = folderObjectStore(folder)
})
afterEach(() => rmSync(parent, { recursive: true }))

const bytes = Buffer.from('some audio')

describe('an object', () => {
  test('is there whole once it was put, and gone once it was removed', async () => {
    await store.put('audio/2026/03/a.wav', bytes)
    expect(await store.get('audio/2026/03/a.wav')).toEqual(bytes)
    expect(readdirSync(join(folder, 'audio/2026/03'))).toEqual(['a.wav'])
    await store.remove('audio/2026/03/a.wav')
    await expect(store.get('audio/2026/03/a.wav')).rejects.toThrow(ObjectMissingError)
  })

  test('is put from a file without touching the file', async () => {
    const path = join(parent, 'upload')
    writeFileSync(path, bytes)
    await store.putFile('voices/a.wav', path)
    expect(await store.get('voices/a.wav')).toEqual(bytes)
    expect(readdirSync(join(folder, 'voices'))).toEqual(['a.wav'])
    expect(existsSync(path)).toBe(true)
    await expect(store.putFile('../a.wav', path)).rejects.toThrow(TypeError)
    await expect(store.putFile('voices/b.wav', join(parent, 'none'))).rejects.toThrow(/ENOENT/)
    await expect(store.get('voices/b.wav')).rejects.toThrow(ObjectMissingError)
  })

  test('that was never put is missing, and can be removed all the same', async () => {
    await expect(store.get('audio/none.wav')).rejects.toThrow(ObjectMissingError)
    await store.remove('audio/none.wav')
  })

  test('that a crash left half written is not there, and removing it takes the half', async () => {
    mkdirSync(join(folder, 'audio'), { recursive: true })
    writeFileSync(join(folder, 'audio/a.wav.part'), 'hal')
    await expect(store.get('audio/a.wav')).rejects.toThrow(ObjectMissingError)
    await store.remove('audio/a.wav')
    expect(readdirSync(join(folder, 'audio'))).toEqual([])
  })

  test.each([
    ...['', '.', '..', '/', '/etc/passwd', '../outside', 'a/../../outside', 'a/..', 'a//b', './a'],
    ...['a/./b', 'a\\..\\b', 'a\u0000b', 'a b', '-a', '.hidden', 'a\nb', 'ä', '~', 'a%2e%2e'],
  ])('with the key %j is refused everywhere', async (key) => {
    await expect(store.put(key, bytes)).rejects.toThrow(TypeError)
    await expect(store.get(key)).rejects.toThrow(TypeError)
    await expect(store.remove(key)).rejects.toThrow(TypeError)
    expect(readdirSync(parent)).toEqual([])
  })
})

describe('the check', () => {
  test('makes the folder and passes', async () => {
    await store.check()
    await store.check()
    expect(existsSync(folder)).toBe(true)
  })

  test('fails where nothing can be written', async () => {
    writeFileSync(folder, 'a file in the way')
    await expect(store.check()).rejects.toThrow()
  })
})
