/**
 * Origin of entries (S57): from the file, else from the journal on this machine, else from git.
 *
 * Git is asked last, for few lines and a short time, because blame is slow.
 */

import { titleBefore } from '../bank/decisions.ts'
import { withoutEvidence } from '../bank/evidence-links.ts'
import { readInboxEntry } from '../bank/inbox.ts'
import { scannedLine } from '../bank/labels.ts'
import { withoutListMark } from '../bank/lines.ts'
import type { ContextPack } from '../bank/pack.ts'
import type { Page } from '../bank/page.ts'
import { readProvenance } from '../bank/provenance.ts'
import { cellsOfLine } from '../bank/tables.ts'
import type { ProposedKind } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import { withoutDates } from '../base/dates.ts'
import { isInboxPath, MEMORY, PATTERNS, PROGRESS, TECH } from '../base/layout.ts'
import type { Origin, Provenance, ProvenanceRecord } from '../base/provenance-record.ts'
import { Journal } from '../disk/bank/journal.ts'
import { monotonicMs } from '../disk/built-in.ts'
import { lineOrigins } from '../disk/git/blame.ts'
import type { Workspace } from '../disk/workspace.ts'

type PageAt = (path: BankPath) => Page | undefined

/** Adds an origin to each entry of the bank in the pack. */
export function withOrigins(pack: ContextPack, workspace: Workspace, pageAt: PageAt): ContextPack {
  const origins = new Origins(workspace, pageAt)
  const known = pack.entries.map((one) =>
    one.source === 'bank' ? (origins.known(one.path, one.text) ?? origins.known(one.path, one.title)) : undefined,
  )
  // One git process: for the file of the best entry without a known origin.
  const open = pack.entries.filter((one, at) => one.source === 'bank' && known[at] === undefined)
  const [first] = open
  const lines = open.filter(({ path }) => path === first?.path).map(({ startLine }) => startLine)
  const inGit = first?.source === 'bank' ? origins.inGit(first.path, lines) : new Map<number, Origin>()
  const entries = pack.entries.map((one, at) => {
    const provenance = known[at] ?? (one.path === first?.path ? inGit.get(one.startLine) : undefined)
    return provenance === undefined ? one : { ...one, provenance }
  })
  return { ...pack, entries }
}

const MILLISECONDS = 100
/** Time limit for blaming all files. */
const WHOLE_MILLISECONDS = 3_000

/** Adds origins. With `mayAskGit`, blames each file with an unknown origin once, until the time limit is reached. */
export function originsOf<T extends Listed>(
  entries: readonly T[],
  workspace: Workspace,
  pageAt: PageAt,
  mayAskGit: boolean,
): readonly WithOrigin<T>[] {
  const origins = new Origins(workspace, pageAt)
  return entries.map((entry) => {
    const { provenance: _, ...rest } = entry
    const { path, line, title } = entry
    const provenance = origins.known(path, title) ?? (mayAskGit ? origins.inGitWhole(path, line) : undefined)
    return provenance === undefined ? rest : { ...rest, provenance }
  })
}

/** An entry with its origin instead of the provenance in its file. */
export type WithOrigin<T> = Omit<T, 'provenance'> & { readonly provenance?: Origin }

interface Listed {
  readonly path: BankPath
  readonly line: number
  readonly title: string
  readonly provenance?: Provenance | undefined
}

class Origins {
  readonly #workspace: Workspace
  readonly #pageAt: PageAt
  readonly #whole = new Map<BankPath, ReturnType<typeof lineOrigins>>()
  #journal: readonly Remembered[] | undefined
  #left = WHOLE_MILLISECONDS

  constructor(workspace: Workspace, pageAt: PageAt) {
    this.#workspace = workspace
    this.#pageAt = pageAt
  }

  /** The origin according to the file, else to the journal. */
  known(path: BankPath, words: string): Origin | undefined {
    const page = this.#pageAt(path)
    const filed = page === undefined ? undefined : filedIn(page)
    const said = filed ?? (isInboxPath(path) ? undefined : scanned(words))
    if (said !== undefined) return { from: 'file', ...said }
    if (!Object.values(PLACES).some((places) => places.includes(path))) return undefined
    const remembered = this.#remembered()
    if (remembered.length === 0) return undefined
    const names = namesIn(words)
    const record = remembered.find((one) => one.isAt(path) && names.has(one.folded))
    return record === undefined ? undefined : { from: 'journal', ...record.said }
  }

  inGit(path: BankPath, lines: readonly number[]): ReadonlyMap<number, Origin> {
    const { project, place } = this.#workspace
    if (project.gitFolder === undefined) return new Map()
    const authors = lineOrigins(place.bank, path, lines, MILLISECONDS)
    return new Map([...authors].map(([line, { author, on }]) => [line, { from: 'git', author, on }]))
  }

  inGitWhole(path: BankPath, line: number): Origin | undefined {
    const { project, place } = this.#workspace
    if (project.gitFolder === undefined) return undefined
    const began = monotonicMs()
    const told =
      this.#whole.get(path) ?? (this.#left > 0 ? lineOrigins(place.bank, path, 'all', 10 * MILLISECONDS) : new Map())
    this.#left -= monotonicMs() - began
    this.#whole.set(path, told)
    const author = told.get(line)
    return author === undefined ? undefined : { from: 'git', author: author.author, on: author.on }
  }

  #remembered(): readonly Remembered[] {
    this.#journal ??= new Journal(this.#workspace.place.state).provenance().map(remembered)
    return this.#journal
  }
}

/** Provenance in a file with one entry. */
function filedIn(page: Page): Provenance | undefined {
  return isInboxPath(page.path) ? readInboxEntry(page)?.provenance : readProvenance(page)
}

interface Remembered {
  readonly said: Provenance
  readonly folded: string
  readonly isAt: (path: BankPath) => boolean
}

function remembered({ kind, title, saidBy, accepted, source }: ProvenanceRecord): Remembered {
  const said = {
    saidBy,
    ...(accepted === undefined ? {} : { accepted }),
    ...(source === undefined ? {} : { source }),
  }
  return { said, folded: fold(title), isAt: (path) => PLACES[kind].includes(path) }
}

/** Files where entries of this kind are rows or items. A file with a single entry states its own provenance. */
const PLACES: Readonly<Record<ProposedKind, readonly BankPath[]>> = {
  decision: [PATTERNS, MEMORY],
  focus: [MEMORY, PROGRESS],
  progress: [PROGRESS],
  tech: [TECH],
  answer: [MEMORY],
  learning: [],
  requirement: [],
  design: [],
  removal: [],
}

/** Provenance of lines written by a scan. Undefined unless every item of the excerpt names its source. */
function scanned(words: string): Provenance | undefined {
  const items = words.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const lines = items.map(scannedLine)
  const source = lines[0]?.sources
  return source === undefined || lines.includes(undefined) ? undefined : { saidBy: 'code', source }
}

/** Possible titles of an entry in these lines: cells, items, the question of an answer. */
function namesIn(words: string): ReadonlySet<string> {
  const lines = words.split(/\r\n|\n|\r/)
  const said = lines.flatMap((line) => {
    const item = withoutEvidence(withoutListMark(line.trim()).replace(/^\[[ xX]\]\s+/, ''))
    return [item, withoutDates(item), /^\*\*(.+?)\*\*/.exec(item)?.[1] ?? '', ...cellsOfLine(line).map(titleBefore)]
  })
  return new Set(said.map(fold))
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
