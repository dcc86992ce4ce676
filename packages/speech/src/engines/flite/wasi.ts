/**
 * The part of WASI preview 1 that flite calls: arguments in, one in-memory folder for files out.
 * `node:wasi` is not used: it can end the whole process, and it would give the engine real files.
 * Specification: https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md
 */

const OK = 0
const EBADF = 8
const ENOTSUP = 58
const ENOENT = 44

const STDOUT = 1
const STDERR = 2
const FOLDER = 3
const FIRST_FILE = 4

const TYPE_CHARACTER_DEVICE = 2
const TYPE_DIRECTORY = 3
const TYPE_REGULAR_FILE = 4
const OPEN_CREATE = 1
const OPEN_TRUNCATE = 8
const ALL_RIGHTS = 0xffffffffffffffffn

/** How many bytes of what the program prints are kept for an error message. */
const MAX_PRINTED_BYTES = 4096

/** Thrown through the program by `proc_exit`, since a WebAssembly instance cannot end otherwise. */
class ProgramExit extends Error {
  readonly status: number
  constructor(status: number) {
    super(`exit status ${status}`)
    this.status = status
  }
}

class MemoryFile {
  bytes = new Uint8Array(1 << 16)
  size = 0

  write(at: number, data: Uint8Array): void {
    const end = at + data.length
    if (end > this.bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.bytes.length * 2))
      grown.set(this.bytes.subarray(0, this.size))
      this.bytes = grown
    }
    this.bytes.set(data, at)
    this.size = Math.max(this.size, end)
  }
}

type Handle = { file: MemoryFile; position: number }

/** What a run left behind: exit status, the files it wrote by name, and the start of what it printed. */
export interface WasiResult {
  status: number
  files: Map<string, Uint8Array>
  printed: string
}

/** One process image: the thirteen calls close over this state. Memory is attached after instantiation. */
class WasiProcess {
  private readonly args: Uint8Array[]
  private readonly files = new Map<string, MemoryFile>()
  private readonly handles = new Map<number, Handle>()
  private nextHandle = FIRST_FILE
  private printed = ''
  memory: WebAssembly.Memory | undefined

  constructor(args: readonly string[]) {
    const encoder = new TextEncoder()
    this.args = args.map((arg) => encoder.encode(`${arg.replaceAll('\0', ' ')}\0`))
  }

  // A view is made per call: growing the memory detaches the older ones.
  private view(): DataView {
    return new DataView(this.memory!.buffer)
  }

  private slice(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.memory!.buffer, pointer, length)
  }

  private vectors(pointer: number, count: number): Uint8Array[] {
    const view = this.view()
    return Array.from({ length: count }, (_, i) =>
      this.slice(view.getUint32(pointer + i * 8, true), view.getUint32(pointer + i * 8 + 4, true)),
    )
  }

  private setU32(pointer: number, value: number): number {
    this.view().setUint32(pointer, value, true)
    return OK
  }

  private args_sizes_get = (count: number, bytes: number): number => {
    this.setU32(count, this.args.length)
    return this.setU32(
      bytes,
      this.args.reduce((sum, arg) => sum + arg.length, 0),
    )
  }

  private args_get = (pointers: number, buffer: number): number => {
    let at = buffer
    this.args.forEach((arg, i) => {
      this.setU32(pointers + i * 4, at)
      this.slice(at, arg.length).set(arg)
      at += arg.length
    })
    return OK
  }

  /** A constant: speech must not depend on the time of day. */
  private clock_time_get = (_id: number, _precision: bigint, out: number): number => {
    this.view().setBigUint64(out, 0n, true)
    return OK
  }

  private fd_prestat_get = (fd: number, out: number): number => {
    if (fd !== FOLDER) return EBADF
    this.setU32(out, 0)
    return this.setU32(out + 4, 1)
  }

  private fd_prestat_dir_name = (fd: number, out: number, length: number): number => {
    if (fd !== FOLDER || length < 1) return EBADF
    this.slice(out, 1)[0] = 0x2e
    return OK
  }

  private fd_fdstat_get = (fd: number, out: number): number => {
    if (fd > FOLDER && !this.handles.has(fd)) return EBADF
    this.slice(out, 24).fill(0)
    const type = fd > FOLDER ? TYPE_REGULAR_FILE : TYPE_CHARACTER_DEVICE
    this.slice(out, 1)[0] = fd === FOLDER ? TYPE_DIRECTORY : type
    this.view().setBigUint64(out + 8, ALL_RIGHTS, true)
    this.view().setBigUint64(out + 16, ALL_RIGHTS, true)
    return OK
  }

  private fd_fdstat_set_flags = (): number => ENOTSUP

  private path_open = (...args: (number | bigint)[]): number => {
    const [folder, , path, length, flags, , , , out] = args.map(Number)
    if (folder !== FOLDER) return EBADF
    const name = new TextDecoder().decode(this.slice(path!, length!))
    const known = this.files.get(name)
    if (!known && !(flags! & OPEN_CREATE)) return ENOENT
    const file = known && !(flags! & OPEN_TRUNCATE) ? known : new MemoryFile()
    this.files.set(name, file)
    this.handles.set(this.nextHandle, { file, position: 0 })
    return this.setU32(out!, this.nextHandle++)
  }

  private fd_close = (fd: number): number => (this.handles.delete(fd) ? OK : EBADF)

  private fd_write = (fd: number, vectors: number, count: number, out: number): number => {
    let written = 0
    for (const data of this.vectors(vectors, count)) {
      if (fd === STDOUT || fd === STDERR) this.print(data)
      else if (!this.writeFile(fd, data)) return EBADF
      written += data.length
    }
    return this.setU32(out, written)
  }

  private print(data: Uint8Array): void {
    if (this.printed.length < MAX_PRINTED_BYTES) this.printed += new TextDecoder().decode(data)
  }

  private writeFile(fd: number, data: Uint8Array): boolean {
    const handle = this.handles.get(fd)
    if (!handle) return false
    handle.file.write(handle.position, data)
    handle.position += data.length
    return true
  }

  /** Standard input is empty; a file gives back what was written to it. */
  private fd_read = (fd: number, vectors: number, count: number, out: number): number => {
    const handle = this.handles.get(fd)
    let read = 0
    for (const target of handle ? this.vectors(vectors, count) : []) {
      const { file, position } = handle!
      const part = file.bytes.subarray(position, Math.min(file.size, position + target.length))
      target.set(part)
      handle!.position += part.length
      read += part.length
    }
    return this.setU32(out, read)
  }

  private fd_seek = (fd: number, offset: bigint, whence: number, out: number): number => {
    const handle = this.handles.get(fd)
    if (!handle) return EBADF
    const base = [0, handle.position, handle.file.size][whence] ?? 0
    handle.position = Math.max(0, base + Number(offset))
    this.view().setBigUint64(out, BigInt(handle.position), true)
    return OK
  }

  private proc_exit = (status: number): never => {
    throw new ProgramExit(status)
  }

  /** By the names that a program imports them under. */
  readonly calls: WebAssembly.ModuleImports = this.imports()

  private imports(): WebAssembly.ModuleImports {
    const { args_get, args_sizes_get, clock_time_get, fd_close, fd_fdstat_get } = this
    const { fd_fdstat_set_flags, fd_prestat_get, fd_prestat_dir_name, fd_read } = this
    const { fd_seek, fd_write, path_open, proc_exit } = this
    return {
      ...{ args_get, args_sizes_get, clock_time_get, fd_close, fd_fdstat_get, fd_fdstat_set_flags },
      ...{ fd_prestat_get, fd_prestat_dir_name, fd_read, fd_seek, fd_write, path_open, proc_exit },
    }
  }

  result(status: number): WasiResult {
    const files = [...this.files].map(
      ([name, file]) => [name, file.bytes.subarray(0, file.size)] as const,
    )
    return { status, files: new Map(files), printed: this.printed.slice(0, MAX_PRINTED_BYTES) }
  }
}

/** A memory that has grown beyond it is given back rather than kept for the next run. */
const MAX_KEPT_BYTES = 64 << 20

interface Image {
  start: () => void
  memory: WebAssembly.Memory
  /** The memory as it was before the first run. */
  pristine: Uint8Array
}

/**
 * A WASI command that is run again and again. A new instance of flite takes 10 ms, since its 17 MB of voices are
 * copied in; putting the memory back as it was takes 1.6 ms and comes to the same: the state of an instance is its
 * memory and its stack pointer, and the latter is back when `_start` returns. After anything else (a trap, an exit
 * in the middle) the instance is thrown away.
 */
export class WasiCommand {
  readonly #module: WebAssembly.Module
  #program = new WasiProcess([])
  #image: Image | undefined

  constructor(module: WebAssembly.Module) {
    this.#module = module
  }

  /**
   * Runs the command in the state of a new instance and returns its exit status, files and printed text.
   * `args` begins with the program's name and goes to the program as it is: no shell is involved.
   * Throws what WebAssembly throws (a RuntimeError for a trap, a RangeError for exhausted memory).
   */
  run(args: readonly string[]): WasiResult {
    const image = this.#image ?? this.#load()
    this.#image = undefined
    this.#program = new WasiProcess(args)
    this.#program.memory = image.memory
    try {
      image.start()
    } catch (error) {
      if (error instanceof ProgramExit) return this.#program.result(error.status)
      throw error
    }
    this.#image = restored(image)
    return this.#program.result(0)
  }

  #load(): Image {
    const { exports } = new WebAssembly.Instance(this.#module, {
      wasi_snapshot_preview1: this.#imports(),
    })
    const memory = exports.memory as WebAssembly.Memory
    const pristine = new Uint8Array(memory.buffer).slice()
    return { start: exports._start as () => void, memory, pristine }
  }

  /** The calls of whichever process runs. */
  #imports(): WebAssembly.ModuleImports {
    const names = Object.keys(this.#program.calls)
    const forward = (name: string) => {
      return (...args: unknown[]) =>
        (this.#program.calls[name] as (...given: unknown[]) => unknown)(...args)
    }
    return Object.fromEntries(names.map((name) => [name, forward(name)]))
  }
}

function restored(image: Image): Image | undefined {
  const bytes = new Uint8Array(image.memory.buffer)
  if (bytes.length > MAX_KEPT_BYTES) return undefined
  bytes.set(image.pristine)
  bytes.fill(0, image.pristine.length)
  return image
}
