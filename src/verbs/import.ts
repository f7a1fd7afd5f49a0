/**
 * import: what other tools left → what is found → a plan → once a person agreed, the bank's transaction (S60).
 *
 * The plan is bound to the sources as they were read: one that changed meanwhile stops it.
 */

import { hasConflict } from '../bank/conflicts.ts'
import type { Draft } from '../bank/draft.ts'
import { requirementNumber } from '../bank/entry.ts'
import { pageOf } from '../bank/page.ts'
import { accept } from '../consent/accept.ts'
import { Proposals } from '../consent/proposals.ts'
import type { Addition, AdditionKind } from '../base/addition.ts'
import { type BankPath, bankPath } from '../base/bank-path.ts'
import type { BankState } from '../bank/bank-state.ts'
import type { Applied, ConflictChoice, Plan, Recovery } from '../base/change.ts'
import type { Language, Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { once } from '../base/once.ts'
import type { Problem } from '../base/problem.ts'
import type { ProvenanceRecord, Stamp } from '../base/provenance-record.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { hashOfSource, RECORD, readRecord } from '../import/record.ts'
import { withoutMarks, withoutSecrets } from '../import/safe-text.ts'
import {
  type FoundFile,
  type Look,
  type Piece,
  SKIP_WORDS,
  type Skip,
  type Source,
  type SourceFile,
  type SourceReader,
} from '../import/source.ts'
import { SOURCES } from '../import/sources/index.ts'
import { type ImportFacts, writeImport } from '../import/write-import.ts'
import { planImport } from '../plan/plan-import.ts'
import type { PlanInput } from '../plan/plan-input.ts'
import { dayOf } from '../base/day-of.ts'
import { headlineOf } from '../bank/decode-addition.ts'
import { existsInProject } from '../disk/project/find-project.ts'
import { kindOf, listOtherFiles, readOtherText } from '../disk/project/other-files.ts'
import { homeFolder } from '../disk/state/state-folder.ts'
import type { Workspace } from '../disk/workspace.ts'
import { judgeChanges } from '../plan/write/judge-changes.ts'
import { progressSection } from '../plan/write/write-progress.ts'
import { writeProposed } from '../plan/write/write-proposed.ts'
import { unfitFor } from './add.ts'
import { gatherPlanInput } from './gather-plan-input.ts'
import { openBank } from './open-bank.ts'
import { tooOld } from './too-old.ts'

/** What one reader found at one place. */
export interface FoundSource extends Source {
  readonly id: string
  readonly tool: string
}

export interface ImportWishes {
  readonly language: Language | undefined
  readonly onConflict: ConflictChoice | undefined
  readonly sources: readonly FoundSource[]
  /** Convert the bank of another tool that occupies memory-bank/. */
  readonly inPlace: boolean
  /** The person asked for what is about them, too. */
  readonly personal: boolean
  readonly stamp: Stamp
}

/** What becomes of one file of a source. */
export interface FileReport {
  readonly name: string
  readonly tool: string
  readonly outcome: 'imported' | 'unchanged' | 'skipped' | 'personal'
  /** Where it stands afterwards. */
  readonly places: readonly { readonly path: BankPath; readonly section?: string }[]
  readonly skipped: readonly { readonly first: number; readonly last: number; readonly why: Skip }[]
  readonly secrets: readonly { readonly kind: string; readonly line: number }[]
  /** Pieces that wait for a person's word, and pieces about a person that were left where they are. */
  readonly unsure: number
  readonly personal: number
}

export interface ImportProposal {
  readonly plan: Plan
  readonly state: BankState
  readonly language: Language
  readonly recovered: readonly Recovery[]
  readonly files: readonly FileReport[]
  /** What comes as proposals once the plan is carried out. */
  readonly unsure: readonly Addition<AdditionKind>[]
  /** What the sources said when they were read. */
  readonly read: ReadonlyMap<string, string>
}

/** Everything that is there to import, by reader; nothing is read but names. */
export function findSources(workspace: Workspace, env: NodeJS.ProcessEnv, named?: string): readonly FoundSource[] {
  const look = lookAround(workspace, env, named)
  const taken = new Set<string>()
  return readers().flatMap((reader) =>
    reader.find(look).flatMap((source): readonly FoundSource[] => {
      const files = source.files.filter(({ path }) => !taken.has(path))
      for (const { path } of files) taken.add(path)
      if (files.length === 0 && source.skipped.length === 0) return []
      return [{ ...source, files, id: reader.id, tool: reader.name }]
    }),
  )
}

function readers(): readonly SourceReader[] {
  return SOURCES.toSorted((a, b) => a.order - b.order)
}

/** The names that a person may ask for. */
export function sourceNames(): readonly { readonly id: string; readonly name: string }[] {
  return readers().map(({ id, name }) => ({ id, name }))
}

function lookAround({ project }: Workspace, env: NodeJS.ProcessEnv, named: string | undefined): Look {
  const listed = new Map<string, ReturnType<typeof listOtherFiles>>()
  const list = (folder: string, depth: number) => {
    const key = `${depth} ${folder}`
    const found = listed.get(key) ?? listOtherFiles(folder, depth)
    listed.set(key, found)
    return found
  }
  return {
    root: project.root.replaceAll('\\', '/'),
    home: homeFolder(env).replaceAll('\\', '/'),
    named,
    readVariable: (name) => env[name],
    listFiles: (folder, depth = DEPTH) => list(folder, depth).files,
    listLinks: (folder, depth = DEPTH) => list(folder, depth).links,
    isFile: (path) => kindOf(path) === 'file',
    readText: (path) => {
      const read = readOtherText(path)
      return read.kind === 'text' ? read.text : undefined
    },
  }
}

const DEPTH = 4

export function isTakenFolder({ place }: FoundSource): boolean {
  return place === `${BANK_FOLDER}/`
}

export function proposeImport(workspace: Workspace, wishes: ImportWishes): Result<ImportProposal> {
  const older = tooOld(workspace)
  if (older !== undefined) return fail(older)
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const { state, snapshot, recovered } = opened.value
  const unfit = unfitForImport(state, wishes, workspace)
  if (unfit !== undefined) return fail(unfit)
  const { input, language } = gatherPlanInput(workspace, opened.value, wishes)
  const record = readRecord(snapshot.files.get(RECORD)?.text ?? '')
  const files = readFiles(wishes, record)
  const reports = new Map<string, FileReport>(files.map((one) => [one.name, reportOf(one)]))
  const provenance: ProvenanceRecord[] = []
  const facts = factsFor(workspace, input, state.kind !== 'current', wishes.stamp, provenance)
  const planned = planImport(input, state.kind !== 'current', (draft) => {
    provenance.length = 0
    for (const one of files) {
      if (one.kind !== 'read') continue
      const inPlace = wishes.inPlace ? placeOf(one.file, draft) : undefined
      const written = writeImport(draft, { ...one, inPlace }, facts)
      if (!written.ok) return written
      const report = reports.get(one.name)
      if (report !== undefined) reports.set(one.name, { ...report, places: written.value })
    }
    return ok(undefined)
  })
  if (!planned.ok) return planned
  const plan = hasNews(reports, planned.value) ? planned.value : { ...planned.value, changes: [] }
  const judged = judgeChanges(plan.changes, workspace.config.guard)
  if (!judged.ok) return judged
  return ok({
    plan: { ...plan, notes: [...plan.notes, ...judged.value], ...(provenance.length === 0 ? {} : { provenance }) },
    state,
    language,
    recovered,
    files: [...reports.values()],
    unsure: files.flatMap((one) => (one.kind === 'read' ? unsureIn(one.pieces) : [])),
    read: new Map(files.flatMap((one) => (one.kind === 'read' ? [[one.file.path, one.raw] as const] : []))),
  })
}

/** A bank is made for something: with nothing to import there is no plan. */
function hasNews(reports: ReadonlyMap<string, FileReport>, { changes }: Plan): boolean {
  return (
    changes.length > 0 &&
    [...reports.values()].some(({ outcome, places }) => outcome === 'imported' || places.length > 0)
  )
}

/** The plan as it was shown, if every source still says what it said. */
export function carryOutImport(workspace: Workspace, { plan, read, unsure }: ImportProposal): Result<Applied> {
  for (const [path, text] of read) {
    const now = readOtherText(path)
    if (now.kind !== 'text' || now.text !== text) return fail({ code: 'stale-file', path })
  }
  const applied = accept({ plan }, workspace)
  if (!applied.ok) return applied
  const proposals = new Proposals(workspace)
  // One that cannot be proposed keeps none of the others back.
  for (const addition of unsure) proposals.propose(SESSION, [addition], [])
  return applied
}

/** What an import is unsure of belongs to no conversation. */
const SESSION = 'import'

/** Where no bank is, an import makes one; another tool's is converted where it is. */
function unfitForImport(
  state: BankState,
  { inPlace, sources }: ImportWishes,
  workspace: Workspace,
): Problem | undefined {
  if (state.kind === 'absent') return undefined
  if (state.kind !== 'foreign') return unfitFor(state, workspace)
  return inPlace && sources.some(isTakenFolder) ? undefined : { code: 'import-in-place', tool: state.tool }
}

type ReadFile = {
  readonly name: string
  readonly tool: string
} & (
  | {
      readonly kind: 'read'
      readonly file: SourceFile
      /** As it stands on the disk. */
      readonly raw: string
      readonly pieces: readonly Piece[]
      readonly secrets: FileReport['secrets']
      readonly personal: number
    }
  | { readonly kind: 'left'; readonly outcome: 'unchanged' | 'skipped' | 'personal'; readonly why?: Skip }
)

function readFiles(wishes: ImportWishes, record: ReturnType<typeof readRecord>): readonly ReadFile[] {
  const seen = new Map([...record.values()].map(({ hash, source }) => [hash, source]))
  return wishes.sources.flatMap((source) => [
    ...source.files.map((found) => {
      const one = readOne(found, source, wishes, record, seen)
      if (one.kind === 'read') seen.set(hashOfSource(one.file.text), one.name)
      return one
    }),
    ...source.skipped.map(
      ({ name, why }): ReadFile => ({ kind: 'left', name, tool: source.tool, outcome: 'skipped', why }),
    ),
  ])
}

function readOne(
  found: FoundFile,
  source: FoundSource,
  wishes: ImportWishes,
  record: ReturnType<typeof readRecord>,
  seen: ReadonlyMap<string, string>,
): ReadFile {
  const { name } = found
  const { tool } = source
  const left = (why: Skip): ReadFile => ({ kind: 'left', name, tool, outcome: 'skipped', why })
  if (source.isPersonal === true && !wishes.personal) return { kind: 'left', name, tool, outcome: 'personal' }
  const read = readOtherText(found.path)
  if (read.kind === 'refused') return left(read.why)
  if (hasConflict(pageOf(read.text))) return left('unmerged')
  const isKept = wishes.inPlace && isTakenFolder(source)
  const { text: clean, removed } = withoutSecrets(read.text)
  const text = withoutMarks(isKept ? read.text : clean).replace(/^\uFEFF/, '')
  const hash = hashOfSource(text)
  if (record.get(name)?.hash === hash) return { kind: 'left', name, tool, outcome: 'unchanged' }
  const twin = seen.get(hash)
  if (twin !== undefined && twin !== name && text.trim() !== '' && !isKept) return left('same')
  const file = { ...found, text, lines: pageOf(text).lines.map((line) => line.text) }
  const reader = SOURCES.find(({ id }) => id === source.id)
  const pieces = (reader?.read(file) ?? []).map((piece) => (wishes.personal ? asked(piece) : piece))
  const [only] = pieces
  if (pieces.length === 1 && only?.becomes.kind === 'skipped' && !isKept) return left(only.becomes.why)
  const personal = pieces.filter(({ becomes }) => becomes.kind === 'personal').length
  if (personal > 0 && personal === pieces.length) return { kind: 'left', name, tool, outcome: 'personal' }
  return { kind: 'read', name, tool, file, raw: read.text, pieces, secrets: removed, personal }
}

/** A piece about a person, where they asked for it. */
function asked(piece: Piece): Piece {
  return piece.becomes.kind === 'personal' ? { ...piece, becomes: piece.becomes.as } : piece
}

function unsureIn(pieces: readonly Piece[]): readonly Addition<AdditionKind>[] {
  return pieces.flatMap(({ becomes }) => (becomes.kind === 'unsure' ? [becomes.addition] : []))
}

function reportOf(one: ReadFile): FileReport {
  const { name, tool } = one
  const none = { places: [], skipped: [], secrets: [], unsure: 0, personal: 0 }
  if (one.kind === 'left') {
    const skipped = one.why === undefined ? [] : [{ first: 1, last: 0, why: one.why }]
    return { ...none, name, tool, outcome: one.outcome, skipped }
  }
  const skipped = one.pieces.flatMap(({ first, last, becomes }) =>
    becomes.kind === 'skipped' ? [{ first, last, why: becomes.why }] : [],
  )
  const { secrets, personal } = one
  return { ...none, name, tool, outcome: 'imported', skipped, secrets, personal, unsure: unsureIn(one.pieces).length }
}

/** The file of the bank that a source is, where the bank is converted in place. */
function placeOf({ name }: SourceFile, draft: Draft): BankPath | undefined {
  const path = name.startsWith(`${BANK_FOLDER}/`) ? bankPath(name.slice(BANK_FOLDER.length + 1)) : undefined
  return path !== undefined && draft.read(path) !== undefined ? path : undefined
}

function factsFor(
  { project }: Workspace,
  input: PlanInput,
  isNew: boolean,
  stamp: Stamp,
  records: ProvenanceRecord[],
): ImportFacts {
  const { templates, readNamesElsewhere } = input
  const { language } = templates
  const today = dayOf(Date.parse(input.now))
  const places = { root: project.root, isThere: (path: string) => existsInProject(project, path) }
  const write = { templates, today, readNamesElsewhere, places }
  const elsewhere = once(readNamesElsewhere)
  return {
    language,
    today,
    isNew,
    provenance: { saidBy: 'import', ...(stamp.accepted === undefined ? {} : { accepted: stamp.accepted }) },
    progressSection: (page, state) => progressSection(page, state, write),
    nextNumber: (draft) => requirementNumber([...draft.names(), ...elsewhere()], []),
    writeEntry: (draft, addition, provenance) => {
      const { kind, evidence } = addition
      records.push({ ...provenance, kind, title: headlineOf(addition), evidence })
      return writeProposed(draft, addition, { ...write, provenance })
    },
  }
}

export function skipWords(why: Skip): Words {
  return SKIP_WORDS[why]
}

/** What a person reads of a file that is left where it is. */
export const OUTCOME_WORDS: Readonly<Record<Exclude<FileReport['outcome'], 'imported' | 'skipped'>, Words>> = {
  unchanged: { en: 'imported before, unchanged', zh: '此前已导入，内容未变' },
  personal: {
    en: 'about you, not the project; only with --personal',
    zh: '关于你个人而非项目；仅在 --personal 时导入',
  },
}
