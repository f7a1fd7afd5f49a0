/**
 * Compiled code kept from one process to the next, so that a command need not be compiled again.
 *
 * It is used with the very file it was compiled from, by the same runtime, and only if it is whole: V8 takes damaged
 * code as it is and dies of it.
 */

import { isAscii } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { isFolder, stampOf } from './disk.ts'
import { keepBytes, keptBytes } from './kept-bytes.ts'

interface Head {
  readonly runtime: string
  readonly files: readonly { readonly path: string; readonly stamp: string; readonly size: number }[]
}

interface Code {
  readonly stamp: string
  /** None where the file has been seen once: the first run of all compiles what no later one needs. */
  readonly bytes: () => Buffer
}

const NONE = Buffer.alloc(0)

export class CompiledCode {
  readonly #file: string
  /** By path. */
  readonly #code = new Map<string, Code>()
  readonly #modules = new Map<string, { exports: unknown }>()
  #isNew = false

  /** What was kept under this name, in this folder. */
  constructor(folder: string, name: string) {
    this.#file = join(folder, `${name}.code`)
    const kept = readKept(this.#file)
    let at = 0
    for (const { path, stamp, size } of kept?.head.files ?? []) {
      const bytes = kept?.code.subarray(at, at + size) ?? NONE
      this.#code.set(path, { stamp, bytes: () => bytes })
      at += size
    }
  }

  /** The CommonJS file at this path; `elsewhere` has what is not a file of ours. */
  require(path: string, elsewhere: (id: string) => unknown): unknown {
    const loaded = this.#modules.get(path)
    if (loaded !== undefined) return loaded.exports
    const module: { exports: unknown } = { exports: {} }
    this.#modules.set(path, module)
    const folder = dirname(path)
    const inside = (id: string) => (id.startsWith('./') ? this.require(join(folder, id), elsewhere) : elsewhere(id))
    this.#compile(path).call(module.exports, module.exports, inside, module, path, folder)
    return module.exports
  }

  /** For the next process; called when this one has nothing else to do. Where nothing of ours is kept yet, this does not begin it. */
  keep(): void {
    if (!this.#isNew || !isFolder(dirname(dirname(this.#file)))) return
    const all = [...this.#code].map(([path, { stamp, bytes }]) => ({ path, stamp, code: bytes() }))
    const files = all.map(({ path, stamp, code }) => ({ path, stamp, size: code.length }))
    const head: Head = { runtime: RUNTIME, files }
    keepBytes(this.#file, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...all.map(({ code }) => code)]))
  }

  #compile(path: string): (this: unknown, ...args: unknown[]) => void {
    const stamp = stampOf(statSync(path))
    const known = this.#code.get(path)
    const isSeen = known?.stamp === stamp
    const cachedData = isSeen ? known.bytes() : NONE
    const source = `(function (exports, require, module, __filename, __dirname) {${readSource(path)}\n})`
    const script = new Script(source, { filename: path, ...(cachedData.length === 0 ? {} : { cachedData }) })
    if (cachedData.length === 0 || script.cachedDataRejected === true) {
      this.#isNew = true
      this.#code.set(path, { stamp, bytes: isSeen ? () => script.createCachedData() : () => NONE })
    }
    return script.runInThisContext()
  }
}

/** Our built files are ASCII; read as such they take half the time. */
function readSource(path: string): string {
  const bytes = readFileSync(path)
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8')
}

/** With the layout of what is kept. */
const RUNTIME = `1 ${process.version} ${process.arch}`

function readKept(file: string): { readonly head: Head; readonly code: Buffer } | undefined {
  const bytes = keptBytes(file)
  if (bytes === undefined) return undefined
  const end = bytes.indexOf(10)
  // Whole, and begun as we begin: written by us.
  if (!bytes.toString('latin1', 0, Math.max(0, end)).startsWith(`{"runtime":"${RUNTIME}"`)) return undefined
  return { head: JSON.parse(bytes.toString('utf8', 0, end)) as Head, code: bytes.subarray(end + 1) }
}
