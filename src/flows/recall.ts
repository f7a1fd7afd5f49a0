/**
 * A question → the pack, the hits or the page that answers it. Reads the bank, and of the repository only what the
 * pack asks for. Nothing it gives holds a secret's value (S35).
 */

import { join } from 'node:path'
import { type BankPath, bankPath, knownPath } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
import type { Language } from '../core/language.ts'
import { BANK_FOLDER, MEMORY } from '../core/layout.ts'
import { LIMITS } from '../core/limits.ts'
import { once } from '../core/once.ts'
import type { ContextPack } from '../core/pack.ts'
import { fail, ok, type Result } from '../core/result.ts'
import type { ReadableBank, ReadableFile } from '../core/snapshot.ts'
import { PACK_ROOM, type Room } from '../recall/budget.ts'
import { documentPath, documentRoutes, isDocumentPath } from '../recall/document-routes.ts'
import { asRead } from '../recall/excerpt.ts'
import { fitPack } from '../recall/fit-pack.ts'
import { decodeImage, encodeImage, type StampedImage } from '../recall/index-image.ts'
import { type BudgetedRead, readWithinBudget } from '../recall/read-within-budget.ts'
import { recall } from '../recall/recall.ts'
import { type Hit, search } from '../recall/search.ts'
import { SearchIndex } from '../recall/search-index.ts'
import { addSamples, namedSources } from '../recall/source-samples.ts'
import { WEIGHTS } from '../recall/weights.ts'
import { blankSecrets, maskSecrets, starSecrets } from '../secrets/mask.ts'
import { neutraliseAll } from '../text/neutralise.ts'
import { type LazySnapshot, readWholeSnapshot, takeLazySnapshot } from '../workspace/bank/lazy-snapshot.ts'
import { textInside } from '../workspace/open-file.ts'
import { existsInProject } from '../workspace/project/find-project.ts'
import { listRepository } from '../workspace/project/list-repository.ts'
import { findDocuments } from '../workspace/project/routed-documents.ts'
import { readCache, writeCache } from '../workspace/state/cache.ts'
import { CleanTexts } from '../workspace/state/clean-texts.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { JudgedLines } from './conflicts.ts'
import { bankLanguage } from './open-bank.ts'
import { withOrigins } from './origins.ts'
import { lazilyMarked } from './waiting.ts'

/** What an asker may add to a question. */
export interface RecallWishes {
  /** Files the question is about: one of the bank is read (S26), one of the project is searched for by its name. */
  readonly paths?: readonly string[]
  /** The whole pack has at most so many tokens (S23). */
  readonly tokens?: number
  /** The asker was given the opening of a session, which says what the summary would. */
  readonly opened?: boolean
}

export type Page = BudgetedRead & { readonly path: BankPath }

/** The cache that holds the index; the image itself says which version it is. */
const INDEX = 'search.index'

/** If somebody writes to the bank while we read it, we look again; the last time we read all of it at once. */
const MOST_LOOKS = 4

/** A bank with its search index. A long-lived process calls `refresh` before each question. */
export class SearchableBank {
  readonly #workspace: Workspace
  readonly #index: SearchIndex
  /** The stamps of the files that the index holds. */
  #stamps: ReadonlyMap<BankPath, string>
  #seen: LazySnapshot = { bank: NOTHING, stamps: new Map(), isConsistent: () => true }
  /** Documents that the bank routes to and nobody searches. */
  #tooLarge: readonly string[] = []
  /** The files that are read otherwise because of what waits in the inbox, as they stand. */
  #filed: ReadableBank['files'] = new Map()
  #judged: JudgedLines | undefined
  readonly #clean: CleanTexts

  private constructor(workspace: Workspace, image: StampedImage | undefined) {
    this.#workspace = workspace
    this.#clean = new CleanTexts(workspace.place.state)
    this.#index = new SearchIndex(WEIGHTS, image, blankSecrets)
    this.#stamps = new Map(Object.entries(image?.stamps ?? {}).map(([path, stamp]) => [knownPath(path), stamp]))
  }

  /** Opens the bank with the index of the last process, brings it up to date and keeps it for the next. */
  static open(workspace: Workspace): Result<SearchableBank> {
    const { state } = workspace.place
    const bytes = readCache(state, INDEX, INDEX)
    const image = bytes === undefined ? undefined : decodeImage(bytes, WEIGHTS)
    const opened = new SearchableBank(workspace, image)
    const isNew = opened.refresh()
    if (!isNew.ok) return isNew
    if (!opened.#seen.bank.exists) return fail({ code: 'bank-absent', path: workspace.project.root })
    if (isNew.value || image === undefined) {
      writeCache(
        state,
        INDEX,
        INDEX,
        ...encodeImage(opened.#index.image(), WEIGHTS, Object.fromEntries(opened.#stamps)),
      )
    }
    return ok(opened)
  }

  /** Reads and indexes the files that changed since. Tells whether there is something new to keep. */
  refresh(): Result<boolean> {
    let isNew = false
    for (let looks = 1; ; looks += 1) {
      const taken = this.#look(looks)
      if (!taken.ok) return taken
      isNew = taken.value || isNew
      if (this.#seen.isConsistent()) return ok(isNew)
    }
  }

  /** Takes a snapshot of the bank; after some vain attempts it reads every text at once. */
  #look(looks: number): Result<boolean> {
    const { place, now, progress } = this.#workspace
    const taken =
      looks < MOST_LOOKS ? takeLazySnapshot(place.bank, now, progress) : readWholeSnapshot(place.bank, progress)
    if (!taken.ok) return taken
    const marked = lazilyMarked(taken.value)
    this.#filed = marked.filed
    return ok(this.#take(this.#withDocuments(marked)))
  }

  /** Documents that the bank routes to are searched like its own files. */
  #withDocuments(taken: LazySnapshot): LazySnapshot {
    const { project, now } = this.#workspace
    const memory = taken.bank.files.get(MEMORY)?.readText() ?? ''
    const places = documentRoutes(memory).flatMap((route) => route.places)
    this.#tooLarge = []
    if (places.length === 0) return taken
    const files = new Map(taken.bank.files)
    const stamps = new Map(taken.stamps)
    const { documents, tooLarge } = findDocuments(project.root, places, now)
    this.#tooLarge = tooLarge
    for (const { path: place, mtime, stamp, readText } of documents) {
      const path = documentPath(place)
      if (path === undefined) continue
      files.set(path, { path, mtime, readText })
      if (stamp !== undefined) stamps.set(path, stamp)
    }
    return { ...taken, bank: { ...taken.bank, files }, stamps }
  }

  #take(taken: LazySnapshot): boolean {
    const { stamps } = taken
    const before = this.#stamps
    const isSame = (path: BankPath) => stamps.has(path) && stamps.get(path) === before.get(path)
    const isChanged = this.#index.update(taken.bank, isSame)
    this.#seen = { ...taken, bank: withoutSecrets(taken.bank, this.#clean) }
    // The texts may be of different moments, so the next look compares them all.
    this.#stamps = taken.isConsistent() ? stamps : new Map()
    return isChanged || stamps.size !== before.size || ![...stamps.keys()].every(isSame)
  }

  recall(question: string, asked: Language | undefined, wishes: RecallWishes = {}): ContextPack {
    const { paths = [], tokens = LIMITS.packTokens } = wishes
    // Before anything is made of it: what is open is named by the words of the question too.
    const masked = maskSecrets(question)
    const asking = [masked, ...paths.map((path) => `\`${path}\``)].join('\n')
    const room = { ...PACK_ROOM, tokens: Math.min(tokens, LIMITS.recallTokens) }
    const pack = this.#answer((bank) => this.#pack(asking, asked, bank, room, wishes.opened ?? false))
    const evidence = pack.evidence.map((one) => {
      const filed = one.source === 'bank' ? this.#filed.get(one.path) : undefined
      return filed === undefined ? one : { ...one, hash: hashOfText(filed.readText()) }
    })
    return { ...pack, question: masked, evidence }
  }

  #pack(question: string, asked: Language | undefined, bank: ReadableBank, room: Room, opened: boolean): ContextPack {
    const language = bankLanguage(asked, this.#workspace, bank)
    return recall(question, bank, {
      index: this.#index,
      // Where to look for what the bank does not cover; what it does cover needs no list of the repository.
      repositoryPaths: () => listRepository(this.#workspace.project),
      ...(language === undefined ? {} : { language }),
      tooLarge: this.#tooLarge,
      room,
      opened,
    })
  }

  /** The pack with samples of the source that its evidence names, as long as they are cheap. */
  #sampled(pack: ContextPack): ContextPack {
    const { project } = this.#workspace
    const sources = namedSources(pack, (path) => existsInProject(project, path))
    const textOf = (path: string) => {
      const text = textInside(project.root, join(project.root, path), { bytes: LIMITS.routedBytes })
      return text === undefined ? undefined : starSecrets(text)
    }
    return addSamples(pack, sources, textOf, pack.budget.maxTokens)
  }

  /** Answers from the bank at one moment: if a file changed while it was read, the question is asked again. */
  #answer<T>(ask: (bank: ReadableBank) => T): T {
    for (let asked = 1; ; asked += 1) {
      const answer = ask(this.#seen.bank)
      if (this.#seen.isConsistent()) return answer
      if (!this.#look(asked).ok) return answer
    }
  }

  /** The pack with what the code contradicts (S23), as a model may read it (S39); the judges are loaded when a cited line may claim something. */
  async answer(question: string, asked: Language | undefined, wishes: RecallWishes = {}): Promise<ContextPack> {
    const pack = this.recall(question, asked, wishes)
    const mayClaim = pack.evidence.some(({ excerpt }) => MAY_CLAIM.test(excerpt))
    const judged = mayClaim ? await this.#judgedPack(pack) : pack
    const told = withOrigins(judged, this.#workspace, (path) => this.#seen.bank.files.get(path)?.readText() ?? '')
    return neutraliseAll(fitPack(this.#sampled(told), pack.budget.maxTokens))
  }

  async #judgedPack(pack: ContextPack): Promise<ContextPack> {
    const { JudgedLines, withConflicts } = await import('./conflicts.ts')
    this.#judged ??= new JudgedLines()
    return withConflicts(pack, this.#workspace, this.#judged)
  }

  search(question: string, limit: number): readonly Hit[] {
    return search(question, this.#index, limit)
  }

  /** A path asked for by name is read whether or not an index knows it (S26). */
  read(raw: string, question: string | undefined, asked: Language | undefined): Result<Page> {
    const path = bankPath(raw.replace(/^(?:\.\/)?/, '').replace(new RegExp(`^${BANK_FOLDER}/`), ''))
    return this.#answer((bank) => {
      const file = path === undefined || isDocumentPath(path) ? undefined : bank.files.get(path)
      if (file === undefined) return fail({ code: 'not-in-bank', path: raw, near: this.#near(raw) })
      const language = bankLanguage(asked, this.#workspace, bank) ?? this.#workspace.locale
      const filed = this.#filed.get(file.path)
      const asFiled = filed === undefined ? file : withoutSecret(filed, this.#clean)
      const page = readWithinBudget(asFiled, question, language)
      return ok({ ...neutraliseAll({ ...page, text: asRead(page.text) }), path: file.path })
    })
  }

  #near(raw: string): string | undefined {
    const asked = raw
      .replace(/\/+$/, '')
      .replace(new RegExp(`^(?:\\./)?${BANK_FOLDER}/`), '')
      .toLowerCase()
    const name = asked.slice(asked.lastIndexOf('/') + 1)
    if (name === '' || name === '..') return undefined
    const paths = [...this.#seen.bank.files.keys()].filter((path) => !isDocumentPath(path))
    const called = (fits: (own: string) => boolean) => paths.find((path) => fits(path.toLowerCase()))
    return (
      called((own) => own.endsWith(`/${name}`) || own === name) ??
      called((own) => own.endsWith(`${name}.md`)) ??
      called((own) => own.startsWith(`${asked}/`) || own.includes(`/${asked}/`)) ??
      called((own) => own.slice(own.lastIndexOf('/') + 1).includes(name.replace(/\.md$/, '')))
    )
  }
}

/** A text is searched for secrets when it is first read. Stars of the same length replace them, so that offsets stay the same. */
function withoutSecrets(bank: ReadableBank, clean: CleanTexts): ReadableBank {
  const files = [...bank.files].map(([path, file]) => [path, withoutSecret(file, clean)] as const)
  return { ...bank, files: new Map(files) }
}

function withoutSecret(file: ReadableFile, clean: CleanTexts): ReadableFile {
  const readText = once(() => {
    const text = file.readText()
    return clean.areClean([text]) ? text : starSecrets(text)
  })
  return { path: file.path, mtime: file.mtime, readText }
}

const NOTHING: ReadableBank = { exists: false, files: new Map(), others: [], folders: new Set(), unreadable: [] }

/** Code, a path, a name that is written like code, or a number that may be a version. */
const MAY_CLAIM = /`|\w\/\w|\w\.\w|\w_\w|[a-z][A-Z]|[A-Za-z] ?[@^~v]?\d+\.\d/
