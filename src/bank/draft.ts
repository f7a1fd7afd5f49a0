/**
 * The bank with planned edits. Planners write into a draft, and its difference from the snapshot is the plan.
 *
 * Two edits of a file become one change, a reverted edit becomes none, and no path is changed twice. The disk is not
 * touched.
 */

import type { BankPath } from '../base/bank-path.ts'
import type { Change, Intent, Plan, Reason } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import { Page } from './page.ts'
import type { Snapshot } from './snapshot.ts'

export class Draft {
  readonly #snapshot: Snapshot
  readonly #pages = new Map<BankPath, Page>()
  /** New path → old path of each moved file. */
  readonly #origins = new Map<BankPath, BankPath>()
  readonly #folders = new Set<BankPath>()
  readonly #held = new Map<BankPath, ReadonlySet<string>>()
  readonly #reasons: Reason[] = []
  readonly #notes: Words[] = []

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
    for (const page of snapshot.files.values()) this.#pages.set(page.path, page)
  }

  read(path: BankPath): string | undefined {
    return this.#pages.get(path)?.text
  }

  /** The file in the draft, or an empty one. */
  page(path: BankPath): Page {
    return this.#pages.get(path) ?? new Page(path, '')
  }

  pages(): readonly Page[] {
    return this.paths().map((path) => this.page(path))
  }

  /** Every file of the draft, sorted by path. */
  paths(): readonly BankPath[] {
    return [...this.#pages.keys()].sort()
  }

  texts(): ReadonlyMap<BankPath, string> {
    return new Map([...this.#pages].map(([path, { text }]) => [path, text]))
  }

  /** The files whose text differs from `then`, including new and removed files. */
  changedSince(then: ReadonlyMap<BankPath, string>): ReadonlySet<BankPath> {
    const paths = new Set([...then.keys(), ...this.#pages.keys()])
    return new Set([...paths].filter((path) => then.get(path) !== this.read(path)))
  }

  /** Whether the path is in use, even by a file that is not Markdown. */
  isTaken(path: BankPath): boolean {
    return this.isInBank(path) || this.#snapshot.others.includes(path) || this.#snapshot.folders.has(path)
  }

  /** Whether the bank has this file, checked out or not. */
  isInBank(path: BankPath): boolean {
    return this.#pages.has(path) || this.#isLeftOut(path)
  }

  /** Every file of the bank, including those that a sparse checkout leaves out. */
  names(): readonly BankPath[] {
    return [...new Set([...this.#pages.keys(), ...(this.#snapshot.leftOut ?? [])])].sort()
  }

  /** Files that planners wrote but that a sparse checkout leaves out. The plan skips them and adds a note. */
  leftOut(): readonly BankPath[] {
    return this.paths().filter((path) => this.#isLeftOut(path))
  }

  #isLeftOut(path: BankPath): boolean {
    return this.#snapshot.leftOut?.has(path) === true
  }

  /** The old path of a moved file. */
  originOf(path: BankPath): BankPath | undefined {
    return this.#origins.get(path)
  }

  /** The reason can be left out if the change explains itself. */
  write(path: BankPath, text: string, why?: Words): void {
    if (this.read(path) === text) return
    this.#pages.set(path, new Page(path, text))
    if (why !== undefined) this.#reasons.push({ path, words: why })
  }

  /** Adds a reason for the change of a file. */
  because(path: BankPath, why: Words): void {
    this.#reasons.push({ path, words: why })
  }

  move(from: BankPath, to: BankPath): void {
    const text = this.read(from)
    if (text === undefined || this.isTaken(to)) throw new Error(`cannot move ${from} to ${to}`)
    this.#pages.delete(from)
    this.#pages.set(to, new Page(to, text))
    // If another file has already moved away from this path, the file here is new.
    const isOriginal = this.#snapshot.files.has(from) && ![...this.#origins.values()].includes(from)
    const origin = this.#origins.get(from) ?? (isOriginal ? from : undefined)
    if (origin !== undefined) this.#origins.set(to, origin)
    this.#origins.delete(from)
  }

  remove(path: BankPath, why: Words): void {
    this.#pages.delete(path)
    this.#origins.delete(path)
    this.#reasons.push({ path, words: why })
  }

  makeFolder(path: BankPath): void {
    if (!this.#snapshot.folders.has(path)) this.#folders.add(path)
  }

  /** Marks a file that contains a person's lines. Planners may add to it, but move nothing out of it. */
  holdStill(path: BankPath, lines: readonly string[] = []): void {
    this.#held.set(path, new Set(lines))
  }

  isHeld(path: BankPath): boolean {
    return this.#held.has(path)
  }

  /** Whether this line of a held file is a person's. */
  keepsLine(path: BankPath, line: string): boolean {
    return this.#held.get(path)?.has(line.trim()) === true
  }

  /** A copy for trying edits that do not affect this draft. */
  copy(): Draft {
    const copy = new Draft(this.#snapshot)
    copy.#pages.clear()
    for (const [path, page] of this.#pages) copy.#pages.set(path, page)
    for (const [path, lines] of this.#held) copy.#held.set(path, lines)
    return copy
  }

  notes(): readonly Words[] {
    return this.#notes
  }

  note(words: Words): void {
    if (!this.#notes.some((note) => note.en === words.en)) this.#notes.push(words)
  }

  /**
   * The changes that turn the bank into this draft, removals last. A file counts as moved if its old path is free
   * afterwards and its new one was free before. Otherwise each path has its own change.
   */
  plan(intent: Intent): Plan {
    const moves = new Map(
      [...this.#origins].filter(([to, from]) => !this.#snapshot.files.has(to) && !this.#pages.has(from)),
    )
    const movedAway = new Set(moves.values())
    const files = [...this.#snapshot.files.values()]
    const changes: readonly Change[] = [
      ...[...this.#folders].sort().map((path): Change => ({ kind: 'make-folder', path })),
      ...files.flatMap(({ path, text: was }): readonly Change[] => {
        const text = this.read(path)
        return text === undefined || text === was ? [] : [{ kind: 'edit', path, was, text }]
      }),
      ...this.paths().flatMap((path) => this.#arrivalAt(path, moves.get(path))),
      ...files.flatMap(({ path, text: was }): readonly Change[] =>
        this.#pages.has(path) || movedAway.has(path) ? [] : [{ kind: 'remove', path, was }],
      ),
    ]
    for (const path of this.leftOut()) this.note(notCheckedOut(path))
    const touched = new Set(changes.map((change) => (change.kind === 'move' ? change.to : change.path)))
    const reasons = this.#reasons.filter((reason) => touched.has(reason.path))
    return { intent, changes, reasons, notes: this.#notes }
  }

  /** The move or creation of a file at a path that was free. */
  #arrivalAt(path: BankPath, origin: BankPath | undefined): readonly Change[] {
    const text = this.read(path) ?? ''
    const from = origin === undefined ? undefined : this.#snapshot.files.get(origin)
    if (from !== undefined) return [{ kind: 'move', path: from.path, was: from.text, to: path, text }]
    return this.#snapshot.files.has(path) || this.#isLeftOut(path) ? [] : [{ kind: 'create', path, text }]
  }
}

function notCheckedOut(path: BankPath): Words {
  return {
    en: `${path} is in git but not checked out here (sparse checkout). It is left as is.`,
    zh: `${path} 在 git 中，但未被稀疏检出取出，保持原样。`,
  }
}
