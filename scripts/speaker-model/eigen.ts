/** Eigenvalues and vectors of symmetric matrices by Jacobi's rotations (Golub & Van Loan, 8.5). */

/** Eigenvalues, largest first, and as many rows of eigenvectors; `a` is n×n, row by row. */
export function eigen(a: Float64Array, n: number): { values: Float64Array; vectors: Float64Array } {
  const m = a.slice()
  const v = new Float64Array(n * n)
  for (let i = 0; i < n; i++) v[i * n + i] = 1
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) off += m[i * n + j]! ** 2
    if (off < 1e-20) break
    for (let p = 0; p < n - 1; p++) for (let q = p + 1; q < n; q++) rotate(m, v, n, p, q)
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((x, y) => m[y * n + y]! - m[x * n + x]!)
  return {
    values: Float64Array.from(order, (i) => m[i * n + i]!),
    vectors: Float64Array.from(order.flatMap((i) => Array.from(v.subarray(i * n, (i + 1) * n)))),
  }
}

function rotate(m: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const apq = m[p * n + q]!
  if (Math.abs(apq) < 1e-300) return
  const theta = (m[q * n + q]! - m[p * n + p]!) / (2 * apq)
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  for (let k = 0; k < n; k++) {
    const [x, y] = [m[k * n + p]!, m[k * n + q]!]
    m[k * n + p] = c * x - s * y
    m[k * n + q] = s * x + c * y
  }
  for (let k = 0; k < n; k++) {
    const [x, y] = [m[p * n + k]!, m[q * n + k]!]
    m[p * n + k] = c * x - s * y
    m[q * n + k] = s * x + c * y
    const [a, b] = [v[p * n + k]!, v[q * n + k]!]
    v[p * n + k] = c * a - s * b
    v[q * n + k] = s * a + c * b
  }
}
