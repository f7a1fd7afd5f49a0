/**
 * Files of our own package loaded with what V8 made of them before: compiling is most of what a hook's
 * process would do. Node does the same from version 22 on.
 *
 * The kept code belongs to one file as it is and one Node as it is; anything else is compiled anew, and a
 * folder that cannot be written costs time, nothing more.
 */

import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { Script } from 'node:vm'
import { hashOfText } from '../core/content-hash.ts'
import { removeIfThere } from './disk.ts'

/** Files of this many versions of ours and of Node at a time. */
const MOST = 32

export class Compiled {
  readonly #folder: string
  readonly #modules = new Map<string, { exports: unknown }>()
  readonly #fresh: { readonly place: string; readonly script: Script }[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  /** What the CommonJS file exports; the files it asks for by a relative path are loaded the same way. */
  load(path: string): unknown {
    const known = this.#modules.get(path)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    this.#modules.set(path, module)
    const outside = createRequire(path)
    const require = (name: string): unknown =>
      name.startsWith('.') ? this.load(resolve(dirname(path), name)) : outside(name)
    const run: unknown = this.#script(path).runInThisContext()
    if (typeof run === 'function') run.call(module.exports, module.exports, require, module, path, dirname(path))
    return module.exports
  }

  /** Keep what was compiled in this process, for the next. */
  keep(): void {
    if (this.#fresh.length === 0) return
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      for (const { place, script } of this.#fresh) {
        writeFileSync(`${place}.${process.pid}.tmp`, script.createCachedData(), { mode: 0o600 })
        renameSync(`${place}.${process.pid}.tmp`, place)
      }
      this.#clearOldest()
    } catch {
      // A full or read-only disk: the next process compiles again.
    }
  }

  #script(path: string): Script {
    const { mtimeMs, size } = statSync(path)
    const name = hashOfText([path, mtimeMs, size, process.version, process.arch].join('\n'))
    const place = join(this.#folder, `${name}.bin`)
    const source = `(function(exports,require,module,__filename,__dirname){${readFileSync(path, 'utf8')}\n})`
    const cachedData = readOrNothing(place)
    const script = new Script(source, { filename: path, ...(cachedData === undefined ? {} : { cachedData }) })
    if (cachedData === undefined || script.cachedDataRejected === true) this.#fresh.push({ place, script })
    return script
  }

  #clearOldest(): void {
    const names = readdirSync(this.#folder)
    if (names.length <= MOST) return
    const dated = names.map((name) => ({ name, time: statSync(join(this.#folder, name)).mtimeMs }))
    dated.sort((a, b) => a.time - b.time)
    for (const { name } of dated.slice(0, names.length - MOST)) removeIfThere(join(this.#folder, name))
  }
}

function readOrNothing(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined // compiled for the first time, or not for us to read
  }
}
