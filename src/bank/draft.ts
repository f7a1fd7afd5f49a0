/**
 * The bank as it would be: planners write here, and what differs from the snapshot is the plan.
 *
 * Two edits of a file become one change, an edit that is reverted becomes none, and no path is touched twice. The disk
 * is not involved.
 */

import type { BankPath } from '../base/bank-path.ts'
import type { Change, Intent, Plan, Reason } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import { Page } from './page.ts'
import type { Snapshot } from './snapshot.ts'

export class Draft {
  readonly #snapshot: Snapshot
  readonly #pages = new Map<BankPath, Page>()
  /** Where a file of the draft came from, if it was moved: new path → old path. */
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

  /** The file as it is in the draft; an empty one where there is none. */
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

  /** What every file of the draft says at this moment. */
  texts(): ReadonlyMap<BankPath, string> {
    return new Map([...this.#pages].map(([path, { text }]) => [path, text]))
  }

  /** The files whose text has changed since then, including new and removed ones. */
  changedSince(then: ReadonlyMap<BankPath, string>): ReadonlySet<BankPath> {
    const paths = new Set([...then.keys(), ...this.#pages.keys()])
    return new Set([...paths].filter((path) => then.get(path) !== this.read(path)))
  }

  /** Whether the path is taken, also by a file that we do not read. */
  isTaken(path: BankPath): boolean {
    return this.isInBank(path) || this.#snapshot.others.includes(path) || this.#snapshot.folders.has(path)
  }

  /** Whether the bank has this file, checked out here or not. */
  isInBank(path: BankPath): boolean {
    return this.#pages.has(path) || this.#isLeftOut(path)
  }

  /** Every file of the bank, including those that a sparse checkout leaves out. */
  names(): readonly BankPath[] {
    return [...new Set([...this.#pages.keys(), ...(this.#snapshot.leftOut ?? [])])].sort()
  }

  /** The files written here that a sparse checkout leaves out. A plan never writes them. */
  leftOut(): readonly BankPath[] {
    return this.paths().filter((path) => this.#isLeftOut(path))
  }

  #isLeftOut(path: BankPath): boolean {
    return this.#snapshot.leftOut?.has(path) === true
  }

  /** The old path of a file that was moved; undefined for others. */
  originOf(path: BankPath): BankPath | undefined {
    return this.#origins.get(path)
  }

  /** The reason is left out where the change explains itself. */
  write(path: BankPath, text: string, why?: Words): void {
    if (this.read(path) === text) return
    this.#pages.set(path, new Page(path, text))
    if (why !== undefined) this.#reasons.push({ path, words: why })
  }

  /** One more reason for what is written to a file. */
  because(path: BankPath, why: Words): void {
    this.#reasons.push({ path, words: why })
  }

  move(from: BankPath, to: BankPath): void {
    const text = this.read(from)
    if (text === undefined || this.isTaken(to)) throw new Error(`cannot move ${from} to ${to}`)
    this.#pages.delete(from)
    this.#pages.set(to, new Page(to, text))
    // A file that is written to the old path of a moved one is a new file.
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

  /** Marks a file in which a person's lines stay: planners may add to it, but move nothing out of it. */
  holdStill(path: BankPath, lines: readonly string[] = []): void {
    this.#held.set(path, new Set(lines))
  }

  isHeld(path: BankPath): boolean {
    return this.#held.has(path)
  }

  /** Whether this very line of a held file is a person's. */
  keepsLine(path: BankPath, line: string): boolean {
    return this.#held.get(path)?.has(line.trim()) === true
  }

  /** A draft that begins as this one is now: what is tried there does not happen here. */
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
   * The changes that turn the bank into this draft. Removals come last. A file counts as moved if its old path is free
   * afterwards and its new one was free before; otherwise each path has a change of its own.
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

  /** How a file comes to a path where none was: moved, or created. */
  #arrivalAt(path: BankPath, origin: BankPath | undefined): readonly Change[] {
    const text = this.read(path) ?? ''
    const from = origin === undefined ? undefined : this.#snapshot.files.get(origin)
    if (from !== undefined) return [{ kind: 'move', path: from.path, was: from.text, to: path, text }]
    return this.#snapshot.files.has(path) || this.#isLeftOut(path) ? [] : [{ kind: 'create', path, text }]
  }
}

function notCheckedOut(path: BankPath): Words {
  return {
    en: `${path} is in git and not checked out here (sparse checkout); it stays as it is.`,
    zh: `${path} 在 git 中，但稀疏检出没有取出；保持原样。`,
  }
}
