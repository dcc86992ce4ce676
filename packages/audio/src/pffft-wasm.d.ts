// The package ships no types. Pointers are byte offsets into the module's memory.
declare module '@echogarden/pffft-wasm/simd' {
  interface PffftModule {
    readonly HEAPF32: Float32Array
    _pffft_new_setup(size: number, kind: number): number
    _pffft_aligned_malloc(bytes: number): number
    _pffft_transform_ordered(
      setup: number,
      input: number,
      output: number,
      work: number,
      direction: number,
    ): void
  }
  export default function load(): Promise<PffftModule>
}
