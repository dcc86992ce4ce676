/** Positive definite systems: small symmetric matrices, n×n, row by row in one array. */

/**
 * Replaces the lower triangle of a positive definite n×n matrix by its Cholesky factor L (A = L·Lᵀ;
 * G. Golub, C. Van Loan, "Matrix Computations", algorithm 4.2.1). Pivots under `floor` count as `floor`.
 */
export function cholesky(a: Float64Array, n: number, floor = 1e-12): void {
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = a[i * n + j]!
      for (let k = 0; k < j; k++) sum -= a[i * n + k]! * a[j * n + k]!
      a[i * n + j] = i === j ? Math.sqrt(Math.max(sum, floor)) : sum / a[j * n + j]!
    }
  }
}

/** Solves L·Lᵀ·x = b in place, L being the lower triangle of `factor`. */
export function solveCholesky(factor: Float64Array, n: number, b: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = b[i]!
    for (let k = 0; k < i; k++) sum -= factor[i * n + k]! * b[k]!
    b[i] = sum / factor[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i]!
    for (let k = i + 1; k < n; k++) sum -= factor[k * n + i]! * b[k]!
    b[i] = sum / factor[i * n + i]!
  }
}
