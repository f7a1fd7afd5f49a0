/**
 * At which ports of this machine a page of ours is served, and by which process: so that the guard can refuse an agent's
 * calls there (S33). One folder for all projects, since an agent in any of them can reach them all. It holds no secret.
 */

import { join } from 'node:path'
import { namesIn } from '../disk.ts'
import { isAlive } from './server-record.ts'
import { valuesInFiles } from './session-values.ts'
import { stateRoot } from './state-folder.ts'

export class PageRecord {
  readonly #folder: string
  readonly #pids

  constructor(env: NodeJS.ProcessEnv) {
    this.#folder = join(stateRoot(env), 'pages')
    this.#pids = valuesInFiles(this.#folder, (raw) => (typeof raw === 'number' && raw > 0 ? raw : undefined))
  }

  /** This process serves a page at this port. What ended without a word is cleared away. */
  serves(port: number): void {
    for (const [other, pid] of this.#pids.entries()) if (!isAlive(pid)) this.#pids.remove(other)
    this.#pids.put(String(port), process.pid)
  }

  over(port: number): void {
    if (this.#pids.get(String(port)) === process.pid) this.#pids.remove(String(port))
  }

  /** The ports at which a page is served now. Where none ever was there is no folder, and where none is, no file. */
  ports(): readonly number[] {
    if (namesIn(this.#folder).length === 0) return []
    return this.#pids.entries().flatMap(([port, pid]) => (isAlive(pid) ? [Number(port)] : []))
  }
}
