/**
 * Records of processes. `ServerRecord` names the process that serves a session, so that another process can tell when
 * it has died (S37). `PageRecord` names the process that serves the page on a local port, so that the guard can refuse
 * an agent's calls there (S33).
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, namesIn, readIfThere, removeIfThere } from '../disk.ts'
import { Seal } from './seal.ts'
import { valuesInFiles } from './session-values.ts'
import { stateRoot } from './state-folder.ts'

export class ServerRecord {
  readonly #pids

  constructor(stateFolder: string) {
    const folder = join(stateFolder, 'under-way', 'servers')
    this.#pids = valuesInFiles(folder, new Seal(stateFolder), (raw) =>
      typeof raw === 'number' && raw > 0 ? raw : undefined,
    )
  }

  /** Records that this process serves the session. */
  serves(session: string): void {
    this.#pids.put(session, process.pid)
  }

  /** For a session that has ended or starts again. */
  forget(session: string): void {
    this.#pids.remove(session)
  }

  /** Whether the process that served the session has died. */
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

  /** Records that this process serves the page at this port, and removes the records of dead processes. */
  serves(port: number): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of namesIn(this.#folder)) if (!this.#isServed(name)) removeIfThere(join(this.#folder, name))
    writeFileSync(join(this.#folder, String(port)), String(process.pid), { mode: 0o600 })
  }

  over(port: number): void {
    const file = join(this.#folder, String(port))
    if (readIfThere(file) === String(process.pid)) removeIfThere(file)
  }

  /** The first of these ports at which a page is served now. */
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
