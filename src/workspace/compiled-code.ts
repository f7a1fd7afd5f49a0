/**
 * Compiled code kept from one process to the next, so that a command need not be compiled again.
 *
 * It only saves time. It is used with the very file it was compiled from, by the same runtime, if nobody else could
 * have written it, and if it is whole: V8 takes damaged code as it is and dies of it. So it is kept twice over, and
 * read if the two are equal: no other check is as quick in a process that has just begun.
 */

import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { replaceQuickly, stampOf } from './disk.ts'

/** What a run compiles is known after it; the second and third run add what the first had no need for. */
const MOST_RUNS = 3

interface Head {
  readonly runtime: string
  /** How many runs have added to it. */
  readonly runs: number
  readonly files: readonly { readonly path: string; readonly stamp: string; readonly size: number }[]
}

interface Code {
  readonly path: string
  readonly stamp: string
  readonly bytes: () => Buffer
}

export class CompiledCode {
  readonly #file: string
  readonly #runs: number
  /** By path. */
  readonly #code = new Map<string, Code>()
  #isNew = false

  /** What was kept under this name, in this folder. */
  constructor(folder: string, name: string) {
    this.#file = join(folder, `${name}.code`)
    const kept = readKept(this.#file)
    this.#runs = kept?.head.runs ?? 0
    let at = 0
    for (const { path, stamp, size } of kept?.head.files ?? []) {
      const bytes = kept?.code.subarray(at, at + size)
      if (bytes !== undefined) this.#code.set(path, { path, stamp, bytes: () => bytes })
      at += size
    }
  }

  /** A CommonJS file, as the runtime itself would load it. */
  load(module: NodeJS.Module, path: string): void {
    const stamp = stampOf(statSync(path))
    const known = this.#code.get(path)
    const cachedData = known?.stamp === stamp ? known.bytes() : undefined
    const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'utf8')}\n})`
    const script = new Script(source, { filename: path, ...(cachedData === undefined ? {} : { cachedData }) })
    if (cachedData === undefined || script.cachedDataRejected === true) this.#isNew = true
    this.#code.set(path, { path, stamp, bytes: () => script.createCachedData() })
    const run: (this: unknown, ...args: unknown[]) => void = script.runInThisContext()
    run.call(module.exports, module.exports, module.require.bind(module), module, path, dirname(path))
  }

  /** For the next process; called when this one has nothing else to do. */
  keep(): void {
    const runs = this.#isNew ? 1 : this.#runs + 1
    if (runs > MOST_RUNS) return
    try {
      const all = [...this.#code.values()].map(({ path, stamp, bytes }) => ({ path, stamp, code: bytes() }))
      const files = all.map(({ path, stamp, code }) => ({ path, stamp, size: code.length }))
      const head: Head = { runtime: RUNTIME, runs, files }
      const once = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...all.map(({ code }) => code)])
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      replaceQuickly(this.#file, Buffer.concat([once, once]), `${this.#file}.${process.pid}.tmp`, 0o600)
    } catch {
      return // a full or read-only disk: the next process compiles again
    }
  }
}

const RUNTIME = `${process.version} ${process.arch}`

function readKept(file: string): { readonly head: Head; readonly code: Buffer } | undefined {
  try {
    const bytes = readOwn(file)
    const half = bytes.length / 2
    const once = bytes.subarray(0, half)
    if (!Number.isInteger(half) || half === 0 || !once.equals(bytes.subarray(half))) return undefined
    const end = once.indexOf(10)
    // Two equal halves: this was written by us, as it stands.
    const head = JSON.parse(once.toString('utf8', 0, end)) as Head
    return head.runtime === RUNTIME ? { head, code: once.subarray(end + 1) } : undefined
  } catch {
    return undefined // none yet, or none that can be used
  }
}

/** Code is run: what others may write to is not read. */
function readOwn(file: string): Buffer {
  const handle = openSync(file, 'r')
  try {
    const { uid, mode } = fstatSync(handle)
    const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
    return isOurs ? readFileSync(handle) : Buffer.alloc(0)
  } finally {
    closeSync(handle)
  }
}
