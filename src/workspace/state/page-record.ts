/**
 * At which ports of this machine a page of ours is served, and by which process: so that the guard can refuse an agent's
 * calls there (S33). One folder for all projects, since an agent in any of them can reach them all: a file for each port,
 * which holds the process's id and no secret. A file whose process is gone says nothing.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn, readIfThere, removeIfThere } from '../disk.ts'
import { isAlive } from './alive.ts'
import { stateRoot } from './state-folder.ts'

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
