/** A question → the pack, the hits or the page that answers it. Reads the bank, and of the repository only what the pack asks for. */

import { type BankPath, bankPath } from '../core/bank-path.ts'
import type { Language } from '../core/language.ts'
import { BANK_FOLDER } from '../core/layout.ts'
import type { ContextPack } from '../core/pack.ts'
import { fail, ok, type Result } from '../core/result.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { decodeImage, encodeImage } from '../recall/index-image.ts'
import { type BudgetedRead, readWithinBudget } from '../recall/read-within-budget.ts'
import { recall } from '../recall/recall.ts'
import { type Hit, search } from '../recall/search.ts'
import { SearchIndex } from '../recall/search-index.ts'
import { addSamples, namedSources } from '../recall/source-samples.ts'
import { WEIGHTS } from '../recall/weights.ts'
import { BankWatch } from '../workspace/bank-watch.ts'
import { existsInProject } from '../workspace/find-project.ts'
import { keepIndex, loadIndex } from '../workspace/index-store.ts'
import { listRepository } from '../workspace/list-repository.ts'
import { readBank } from '../workspace/read-bank.ts'
import { scanFiles } from '../workspace/scan-project.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { JudgedEvidence } from './conflicts.ts'
import { bankLanguage } from './open-bank.ts'

export type Page = BudgetedRead & { readonly path: BankPath }

/** What the watch knows our own reading by. */
const READING = 'library'

/** A bank made ready for questions; one that lives long is brought up to date before each. */
export class Library {
  readonly #workspace: Workspace
  #snapshot: Snapshot
  readonly #index: SearchIndex
  readonly #watch: BankWatch
  readonly #judged: JudgedEvidence = new Map()

  private constructor(workspace: Workspace, snapshot: Snapshot, index: SearchIndex) {
    this.#workspace = workspace
    this.#snapshot = snapshot
    this.#index = index
    this.#watch = new BankWatch(workspace.place.bank)
    this.#watch.begin(READING)
  }

  static open(workspace: Workspace): Result<Library> {
    const snapshot = readBank(workspace.place.bank, workspace.progress)
    if (!snapshot.ok) return snapshot
    if (!snapshot.value.exists) return fail({ code: 'bank-absent', path: workspace.project.root })
    return ok(new Library(workspace, snapshot.value, indexFor(snapshot.value, workspace.place.state)))
  }

  /** Files that changed since are read and indexed again, the others are not touched. */
  refresh(): void {
    const files = new Map(this.#snapshot.files)
    const changed = this.#watch.end(READING) ?? []
    this.#watch.begin(READING)
    for (const { path, after } of changed) {
      if (!path.endsWith('.md')) continue
      if (after === undefined) {
        files.delete(path)
        this.#index.remove(path)
      } else {
        const file = { path, text: after, mtime: this.#workspace.now().getTime() }
        files.set(path, file)
        this.#index.put(file)
      }
    }
    this.#snapshot = { ...this.#snapshot, files }
  }

  recall(question: string, asked: Language | undefined): ContextPack {
    const { root } = this.#workspace.project
    const language = bankLanguage(asked, this.#workspace, this.#snapshot)
    const pack = recall(question, this.#snapshot, {
      index: this.#index,
      // Where to look for what the bank does not cover; what it does cover needs no list of the repository.
      repositoryPaths: () => listRepository(root),
      ...(language === undefined ? {} : { language }),
    })
    const sources = namedSources(pack, (path) => existsInProject(this.#workspace.project, path))
    return addSamples(pack, scanFiles(root, sources))
  }

  /** The pack with what the code contradicts (S23); the judges are loaded when a cited line may claim something. */
  async answer(question: string, asked: Language | undefined): Promise<ContextPack> {
    const pack = this.recall(question, asked)
    if (!pack.evidence.some(({ excerpt }) => MAY_CLAIM.test(excerpt))) return pack
    const { withConflicts } = await import('./conflicts.ts')
    return withConflicts(pack, this.#workspace, this.#judged)
  }

  search(question: string, limit: number): readonly Hit[] {
    return search(question, this.#index, limit)
  }

  /** A path asked for by name is read whether or not an index knows it (S26). */
  read(raw: string, question: string | undefined, asked: Language | undefined): Result<Page> {
    const path = bankPath(raw.replace(/^(?:\.\/)?/, '').replace(new RegExp(`^${BANK_FOLDER}/`), ''))
    const file = path === undefined ? undefined : this.#snapshot.files.get(path)
    if (file === undefined) return fail({ code: 'not-in-bank', path: raw, near: this.#near(raw) })
    const language = bankLanguage(asked, this.#workspace, this.#snapshot) ?? this.#workspace.locale
    return ok({ ...readWithinBudget(file, question, language), path: file.path })
  }

  #near(raw: string): string | undefined {
    const name = raw.slice(raw.lastIndexOf('/') + 1).toLowerCase()
    return [...this.#snapshot.files.keys()].find((path) => path.toLowerCase().endsWith(name))
  }
}

/** Code, a path, or a number that may be a version. */
const MAY_CLAIM = /`|\w\/\w|[A-Za-z] ?[@^~v]?\d+\.\d/

/**
 * The index of the last process, brought up to date, or a new one. Files are compared by their content,
 * so an old image never answers for a new text.
 */
function indexFor(snapshot: Snapshot, stateFolder: string): SearchIndex {
  const bytes = loadIndex(stateFolder)
  const image = bytes === undefined ? undefined : decodeImage(bytes, WEIGHTS)
  const index = new SearchIndex(WEIGHTS, image)
  const changed = index.update(snapshot)
  if (changed || image === undefined) keepIndex(stateFolder, encodeImage(index.image(), WEIGHTS))
  return index
}
