/**
 * What exists, for links: the bank as its snapshot has it, the rest of the project as the caller says.
 *
 * The bank's names count letter by letter on every system, so a link that works here works in CI too.
 */

import { baseName } from '../core/bank-path.ts'
import { ARCHIVE_FOLDER, BANK_FOLDER, folderPath, INDEXED_FOLDERS } from '../core/layout.ts'
import { resolve } from './link-target.ts'
import type { CheckInput } from './rule.ts'

export class BankReach {
  readonly #exists: CheckInput['exists']
  readonly #inBank: ReadonlySet<string>
  readonly #unreadable: readonly string[]
  #byLowerCase: ReadonlyMap<string, string> | undefined
  readonly #known = new Map<string, boolean>()
  readonly #projectFiles: CheckInput['projectFiles']
  #byName: ReadonlyMap<string, readonly string[]> | undefined

  constructor({ snapshot, exists, projectFiles }: CheckInput) {
    this.#exists = exists
    this.#projectFiles = projectFiles
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

  /** Where a file that is gone went: the only one of its name that is left. Names that folders share tell nothing. */
  moved(path: string): string | undefined {
    const name = baseName(path)
    if (!name.includes('.') || COMMON_NAME.test(name)) return undefined
    this.#byName ??= byName([...this.#inBank, ...this.#projectFiles()])
    const found = this.#byName.get(name) ?? []
    return found.length === 1 ? found[0] : undefined
  }

  /** What could not be read may well hold it. */
  #isHidden(projectPath: string): boolean {
    return this.#unreadable.some((path) => projectPath === path || projectPath.startsWith(`${path}/`))
  }
}

const COMMON_NAME = /^(?:index|readme|main|mod|lib|init|__init__|package|config|types|utils|setup|license|changelog)\./i

function byName(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const path of new Set(paths)) {
    const name = baseName(path)
    const same = found.get(name)
    if (same === undefined) found.set(name, [path])
    else same.push(path)
  }
  return found
}

/** Folders of the layout; git keeps none that is empty. */
const OFTEN_EMPTY = ['details', ...INDEXED_FOLDERS.map(folderPath), ARCHIVE_FOLDER]
