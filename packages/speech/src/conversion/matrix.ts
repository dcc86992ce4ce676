/** Dense linear algebra of small symmetric matrices: n×n, row by row in one array. */

/** The square block of `size` rows and columns at (`row`, `column`) of an n×n matrix. */
export function subMatrix(
  a: Float64Array,
  n: number,
  row: number,
  column: number,
  size: number,
): Float64Array {
  const block = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    const start = (row + i) * n + column
    block.set(a.subarray(start, start + size), i * size)
  }
  return block
}
