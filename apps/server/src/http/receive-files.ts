import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../kit/api-error.ts'
import { safeFileName } from './safe-file-name.ts'

/** What a form may hold. */
export interface FileLimits {
  files: number
  fileBytes: number
  /** Small letters, with the dot; any will do where there is no list. */
  extensions?: readonly string[]
}

/** A file of a form, streamed to the disk. */
export interface ReceivedFile {
  /** What it was called, made safe. */
  name: string
  extension: string
  path: string
  bytes: number
  sha256: Buffer
}

export interface ReceivedForm {
  fields: Record<string, string>
  files: ReceivedFile[]
}

const maxFields = 16
const maxFieldBytes = 4_096

/**
 * Streams a multipart form into a folder of its own and hands it to `work`; the folder is gone afterwards,
 * whatever happens. Throws a refusal that names the first file that is too large or has another extension,
 * 413 for a body over the route's limit and 415 for what is no form.
 */
export async function withReceivedForm<T>(
  request: FastifyRequest,
  limits: FileLimits,
  work: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'viva-voce-upload-'))
  try {
    return await work(await receiveForm(request, limits, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Streams a multipart form into a folder, which is the caller's to remove. Throws as `withReceivedForm` does. */
export async function receiveForm(
  request: FastifyRequest,
  limits: FileLimits,
  folder: string,
): Promise<ReceivedForm> {
  try {
    return await receive(request, limits, folder).catch(explain)
  } finally {
    // What is still on its way is read and thrown away, or the sender would wait with it for ever.
    request.raw.unpipe()
    request.raw.resume()
  }
}

async function receive(
  request: FastifyRequest,
  limits: FileLimits,
  folder: string,
): Promise<ReceivedForm> {
  refuseTooLarge(request)
  if (!request.isMultipart()) throw notAForm()
  const form: ReceivedForm = { fields: {}, files: [] }
  for await (const part of partsOf(request, limits)) {
    if (part.type === 'field') form.fields[part.fieldname] = String(part.value)
    else if (!part.filename) await discard(part)
    else if (form.files.length === limits.files) throw tooManyFiles(limits)
    else form.files.push(await store(part, limits, join(folder, String(form.files.length))))
  }
  return form
}

/** The form reader throws plain errors for a malformed or cut body; those of the disk name a system call. */
function explain(error: Error & { syscall?: string }): never {
  if (error instanceof ApiError || error.syscall) throw error
  const sentence = 'The form is malformed, or was cut off on its way. Please send it again.'
  throw new ApiError('invalid_request', sentence, { cause: error })
}

/** Says so before anything is read where the sender tells the size, and stops reading where not. */
function refuseTooLarge(request: FastifyRequest): void {
  const limitBytes = request.routeOptions.bodyLimit ?? 0
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()
  let bytes = 0
  request.raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limitBytes) request.raw.destroy(tooLarge())
  })
  request.raw.pause()
}

function partsOf(request: FastifyRequest, { files, fileBytes }: FileLimits) {
  return request.parts({
    // One more than is allowed, so that the refusal is ours.
    limits: {
      files: files + 1,
      fileSize: fileBytes,
      fields: maxFields,
      fieldSize: maxFieldBytes,
      parts: files + 1 + maxFields,
    },
    ...{ throwFileSizeLimit: false },
  }) as AsyncIterable<Multipart>
}

async function store(part: MultipartFile, limits: FileLimits, path: string): Promise<ReceivedFile> {
  const name = safeFileName(part.filename)
  const extension = extname(name).toLowerCase()
  if (limits.extensions && !limits.extensions.includes(extension)) {
    throw refused(name, `Only ${limits.extensions.join(', ')} files are allowed.`)
  }
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    part.file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  if (part.file.truncated) {
    const megabytes = limits.fileBytes / 2 ** 20
    throw new ApiError('payload_too_large', `${name}: A file may hold at most ${megabytes} MB.`)
  }
  return { name, extension, path, bytes, sha256: hash.digest() }
}

/** A form sends an empty file without a name where nobody chose one. */
async function discard(part: MultipartFile): Promise<void> {
  for await (const _ of part.file);
}

/** A refusal that names the file. */
export function refused(name: string, sentence: string): ApiError {
  const message = `${name}: ${sentence}`
  return new ApiError('validation_failed', message, { fields: [{ field: 'body.files', message }] })
}

/** The refusal for a body that is no multipart form. */
export function notAForm(): ApiError {
  return new ApiError('unsupported_media_type', 'Send the files as multipart/form-data.')
}

function tooLarge(): ApiError {
  return new ApiError('payload_too_large', 'These files are too large together.')
}

function tooManyFiles({ files }: FileLimits): ApiError {
  const message = `At most ${files} files can be uploaded at a time.`
  return new ApiError('validation_failed', message, { fields: [{ field: 'body.files', message }] })
}
