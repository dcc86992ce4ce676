// Neither TypeScript's es2024 nor @types/node describes it; the dom library would, with all of the browser.
declare namespace WebAssembly {
  type ImportValue = (...args: never[]) => unknown
  type ModuleImports = Record<string, ImportValue>

  class Module {
    constructor(bytes: Uint8Array)
  }

  class Memory {
    constructor(limits: { initial: number; maximum?: number })
    readonly buffer: ArrayBuffer
  }

  class Instance {
    constructor(module: Module, imports: Record<string, ModuleImports>)
    readonly exports: Record<string, unknown>
  }

  class RuntimeError extends Error {}

  function compile(bytes: Uint8Array): Promise<Module>
}
