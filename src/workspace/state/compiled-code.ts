/**
 * Compiled code kept from one process to the next, so that a command need not be compiled again.
 *
 * It is used with the very file it was compiled from, by the same runtime, and only if it is whole: V8 takes damaged
 * code as it is and dies of it. What nobody uses any more is cleared away.
 */

import { isAscii } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { plainHash } from '../../core/content-hash.ts'
import { isFolder, namesIn, removeIfThere, stampOf } from '../disk.ts'
import { readCache, writeCache } from './cache.ts'

interface Head {
  readonly runtime: string
  readonly files: readonly { readonly path: string; readonly stamp: string; readonly size: number }[]
  /** The parts that have run in the processes that kept this. */
  readonly ran: readonly string[]
}

interface Code {
  readonly stamp: string
  /** None where the file has been seen once: the first run of all compiles what no later one needs. */
  readonly bytes: () => Buffer
}

const NONE = Buffer.alloc(0)
/** Kept anew when it is missed: a version that nobody runs any more leaves nothing for longer. */
const MOST_AGE_MS = 30 * 24 * 60 * 60 * 1000
const MOST_FILES = 64

export class CompiledCode {
  readonly #file: string
  /** By path. */
  readonly #code = new Map<string, Code>()
  readonly #modules = new Map<string, { exports: unknown }>()
  readonly #ran: ReadonlySet<string>
  #isNew = false
  /** A file was never seen before: what it compiled is not kept yet. */
  #isFirst = false

  /** What was kept under this name, in this folder, by the program whose files stand in that one. */
  constructor(folder: string, name: string, program: string) {
    this.#file = join(folder, `${name}-${plainHash(program).slice(0, 8)}.code`)
    const kept = readKept(this.#file)
    this.#ran = new Set(kept?.head.ran)
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

  /**
   * For the next process; called when this one has nothing else to do, with the names of the parts that have run: what
   * one that was never seen before has compiled is kept with the rest. Where nothing of ours is kept yet, this does not
   * begin it.
   */
  keep(now: Date, ran: readonly string[] = []): void {
    const isMore = ran.some((part) => !this.#ran.has(part))
    if ((!this.#isNew && !isMore) || !isFolder(dirname(dirname(this.#file)))) return
    const all = [...this.#code]
      .filter(([path, { stamp }]) => stampAt(path) === stamp)
      .map(([path, { stamp, bytes }]) => ({ path, stamp, code: bytes() }))
    const files = all.map(({ path, stamp, code }) => ({ path, stamp, size: code.length }))
    const head: Head = { runtime: RUNTIME, files, ran: [...new Set([...this.#ran, ...(this.#isFirst ? [] : ran)])] }
    writeCache(
      dirname(this.#file),
      basename(this.#file),
      'code',
      Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...all.map(({ code }) => code)]),
    )
    clearUnused(dirname(this.#file), now.getTime())
  }

  #compile(path: string): (this: unknown, ...args: unknown[]) => void {
    const stamp = stampOf(statSync(path))
    const known = this.#code.get(path)
    const isSeen = known?.stamp === stamp
    const cachedData = isSeen ? known.bytes() : NONE
    const script = new Script(sourceAt(path), {
      filename: path,
      ...(cachedData.length === 0 ? {} : { cachedData }),
    })
    const isNew = cachedData.length === 0 || script.cachedDataRejected === true
    if (isNew) this.#isNew = true
    // With what is compiled until then besides.
    this.#code.set(path, { stamp, bytes: isSeen ? () => script.createCachedData() : () => NONE })
    if (!isSeen) this.#isFirst = true
    return script.runInThisContext()
  }
}

/** As a function of a module's surroundings; some of our files are built as one, which spares a copy of the text. */
function sourceAt(path: string): string {
  const bytes = readFileSync(path)
  // Our built files are ASCII; read as such they take half the time.
  const text = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8')
  const head = '(function (exports, require, module, __filename, __dirname) {'
  return text.startsWith(head) ? text : `${head}${text}\n})`
}

function stampAt(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? undefined : stampOf(stat)
}

function clearUnused(folder: string, now: number): void {
  const dated = namesIn(folder)
    .filter((name) => /\.(?:code|tmp)$/.test(name))
    .map((name) => join(folder, name))
    .map((path) => ({ path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time)
  for (const [index, { path, time }] of dated.entries())
    if (index >= MOST_FILES || now - time > MOST_AGE_MS) removeIfThere(path)
}

/** With the layout of what is kept. */
const RUNTIME = `2 ${process.version} ${process.arch}`

function readKept(file: string): { readonly head: Head; readonly code: Buffer } | undefined {
  const bytes = readCache(dirname(file), basename(file), 'code')
  if (bytes === undefined) return undefined
  const begin = bytes.toString('utf8', 0, LONGEST_HEAD)
  const end = begin.indexOf('\n')
  // Whole, and begun as we begin: written by us.
  if (end === -1 || !begin.startsWith(`{"runtime":"${RUNTIME}"`)) return undefined
  const text = begin.slice(0, end)
  return { head: JSON.parse(text) as Head, code: bytes.subarray(Buffer.byteLength(text) + 1) }
}

const LONGEST_HEAD = 16 * 1024
