/**
 * What exists, for links: the bank as its snapshot has it, the rest of the project as the caller says.
 *
 * The bank's names count letter by letter on every system, so a link that works here works in CI too.
 */

import { ARCHIVE_FOLDER, BANK_FOLDER, folderPath, INDEXED_FOLDERS } from '../core/layout.ts'
import { resolve } from './link-target.ts'
import type { CheckInput } from './rule.ts'

export class BankReach {
  readonly #exists: CheckInput['exists']
  readonly #inBank: ReadonlySet<string>
  readonly #unreadable: readonly string[]
  #byLowerCase: ReadonlyMap<string, string> | undefined
  readonly #known = new Map<string, boolean>()

  constructor({ snapshot, exists }: CheckInput) {
    this.#exists = exists
    const paths = [...snapshot.files.keys(), ...snapshot.others, ...snapshot.folders, ...OFTEN_EMPTY]
    this.#inBank = new Set(paths.map((path) => `${BANK_FOLDER}/${path}`))
    this.#unreadable = snapshot.unreadable.map(({ path }) => `${BANK_FOLDER}/${path}`)
  }

  has(projectPath: string): boolean {
    if (projectPath === '' || projectPath === BANK_FOLDER) return true
    if (projectPath.startsWith(`${BANK_FOLDER}/`)) return this.#inBank.has(projectPath) || this.#isHidden(projectPath)
    const known = this.#known.get(projectPath) ?? this.#exists(projectPath)
    this.#known.set(projectPath, known)
    return known
  }

  /** What a dead path was probably meant to be: seen from the bank or the project, or in other letter case. */
  meant(destination: string, path: string): string | undefined {
    const written = destination.replace(/[#?].*$/s, '')
    const seenFromElsewhere = [BANK_FOLDER, ''].map((folder) => resolve(written, folder))
    const there = seenFromElsewhere.find(
      (candidate) => candidate !== undefined && candidate !== '' && this.has(candidate),
    )
    this.#byLowerCase ??= new Map([...this.#inBank].map((known) => [known.toLowerCase(), known]))
    return there ?? this.#byLowerCase.get(path.toLowerCase())
  }

  /** What could not be read may well hold it. */
  #isHidden(projectPath: string): boolean {
    return this.#unreadable.some((path) => projectPath === path || projectPath.startsWith(`${path}/`))
  }
}

/** Folders of the layout; git keeps none that is empty. */
const OFTEN_EMPTY = ['details', ...INDEXED_FOLDERS.map(folderPath), ARCHIVE_FOLDER]
