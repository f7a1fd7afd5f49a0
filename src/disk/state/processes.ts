/**
 * Which processes of ours are alive: the one that serves a session, so that another can tell when it is gone (S37), and
 * those that serve a page at a port of this machine, so that the guard can refuse an agent's calls there (S33).
 *
 * A record whose process is gone says nothing, and is cleared away.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, namesIn, readIfThere, removeIfThere } from '../disk.ts'
import { valuesInFiles } from './session-values.ts'
import { stateRoot } from './state-folder.ts'

export class ServerRecord {
  readonly #pids

  constructor(stateFolder: string) {
    const folder = join(stateFolder, 'under-way', 'servers')
    this.#pids = valuesInFiles(folder, (raw) => (typeof raw === 'number' && raw > 0 ? raw : undefined))
  }

  /** This process serves the session. */
  serves(session: string): void {
    this.#pids.put(session, process.pid)
  }

  /** The session has begun anew, or is over: whoever served it does no longer. */
  forget(session: string): void {
    this.#pids.remove(session)
  }

  /** A process served the session, and is there no more. */
  isGone(session: string): boolean {
    const pid = this.#pids.get(session)
    return pid !== undefined && !isAlive(pid)
  }
}

export class PageRecord {
  readonly #folder: string

  constructor(env: NodeJS.ProcessEnv) {
    this.#folder = join(stateRoot(env), 'pages')
  }

  /** This process serves a page at this port. What ended without a word is cleared away. */
  serves(port: number): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of namesIn(this.#folder)) if (!this.#isServed(name)) removeIfThere(join(this.#folder, name))
    writeFileSync(join(this.#folder, String(port)), String(process.pid), { mode: 0o600 })
  }

  over(port: number): void {
    const file = join(this.#folder, String(port))
    if (readIfThere(file) === String(process.pid)) removeIfThere(file)
  }

  /** The first of these numbers at which a page is served now. Where none ever was there is no folder to look into. */
  find(numbers: readonly number[]): number | undefined {
    const names = namesIn(this.#folder)
    return numbers.find((number) => names.includes(String(number)) && this.#isServed(String(number)))
  }

  #isServed(name: string): boolean {
    const pid = Number(readIfThere(join(this.#folder, name)) ?? Number.NaN)
    return Number.isInteger(pid) && pid > 0 && isAlive(pid)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}
