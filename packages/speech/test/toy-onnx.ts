/** For tests only: writes ONNX files. Field numbers are those of onnx.proto3. */

export const FLOAT = 1
export const INT64 = 7

/** What a GraphProto is put together from: NodeProtos, TensorProtos and ValueInfoProtos. */
export interface Graph {
  nodes: Uint8Array[]
  initializers: Uint8Array[]
  inputs: Uint8Array[]
  outputs: Uint8Array[]
}

/** A model of one graph. */
export function graphModel(
  { nodes, initializers, inputs, outputs }: Graph,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  const graph = concat([
    ...nodes.map((bytes) => field(1, bytes)),
    field(2, utf8('toy')),
    ...initializers.map((bytes) => field(5, bytes)),
    ...inputs.map((bytes) => field(11, bytes)),
    ...outputs.map((bytes) => field(12, bytes)),
  ])
  return model(graph, metadata)
}

/** A ModelProto around the bytes of a GraphProto. */
export function model(graph: Uint8Array, metadata: Readonly<Record<string, string>>): Uint8Array {
  const entries = Object.entries(metadata).map(([key, word]) =>
    field(14, concat([field(1, utf8(key)), field(2, utf8(word))])),
  )
  return concat([number(1, 8), field(7, graph), field(8, number(2, 17)), ...entries])
}

export function node(op: string, inputs: string[], output: string, attributes: Uint8Array[] = []) {
  return concat([
    ...inputs.map((name) => field(1, utf8(name))),
    field(2, utf8(output)),
    field(4, utf8(op)),
    ...attributes.map((bytes) => field(5, bytes)),
  ])
}

export const int = (name: string, i: number) =>
  concat([field(1, utf8(name)), number(3, i), number(20, 2)])
export const text = (name: string, s: string) =>
  concat([field(1, utf8(name)), field(4, utf8(s)), number(20, 3)])
export const ints = (name: string, values: number[]) =>
  concat([field(1, utf8(name)), ...values.map((i) => number(8, i)), number(20, 7)])

export const floats = (name: string, dims: number[], values: readonly number[]) =>
  tensor(name, dims, FLOAT, new Uint8Array(new Float32Array(values).buffer))

export const int64s = (name: string, values: readonly number[]) =>
  tensor(name, [values.length], INT64, new Uint8Array(new BigInt64Array(values.map(BigInt)).buffer))

function tensor(name: string, dims: number[], type: number, raw: Uint8Array): Uint8Array {
  const shape = dims.map((dim) => number(1, dim))
  return concat([...shape, number(2, type), field(8, utf8(name)), field(9, raw)])
}

export function value(name: string, type: number, dims: (number | string)[]): Uint8Array {
  const shape = dims.map((dim) =>
    field(1, typeof dim === 'number' ? number(1, dim) : field(2, utf8(dim))),
  )
  const tensorType = concat([number(1, type), field(2, concat(shape))])
  return concat([field(1, utf8(name)), field(2, field(1, tensorType))])
}

/** Reproducible values within ±amplitude (mulberry32 with a fixed seed). */
export function noise(count: number, amplitude: number): number[] {
  let state = 20_261_120
  return Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return amplitude * (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1)
  })
}

/** A protobuf field of wire type 2. */
export function field(id: number, bytes: Uint8Array): Uint8Array {
  return concat([varint(id * 8 + 2), varint(bytes.length), bytes])
}

/** A protobuf field of wire type 0. */
export function number(id: number, value: number): Uint8Array {
  return concat([varint(id * 8), varint(value)])
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0))
    if (rest < 128) return Uint8Array.from(bytes)
  }
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const concat = (parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts)
