import { useEffect, useState } from 'react'

/** A value that follows another once that has been still for `waitMs`. */
export function useDebounced<T>(value: T, waitMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs)
    return () => clearTimeout(timer)
  }, [value, waitMs])
  return settled
}
