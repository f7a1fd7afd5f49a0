/**
 * import: finds memory of other tools, splits it into pieces, and plans entries and files (S60).
 *
 * The plan is bound to the sources: if one changed after it was read, nothing is written.
 */

import type { BankState } from '../bank/bank-state.ts'
import { hasConflict } from '../bank/conflicts.ts'
import type { Draft } from '../bank/draft.ts'
import { requirementNumber } from '../bank/entry.ts'
import { pageOf } from '../bank/page.ts'
import { type BankPath, bankPath } from '../base/bank-path.ts'
import type { Applied, ConflictChoice, Plan, Recovery } from '../base/change.ts'
import { dayOf } from '../base/day-of.ts'
import type { Language, Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { once } from '../base/once.ts'
import type { Problem } from '../base/problem.ts'
import type { Stamp } from '../base/provenance-record.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { accept } from '../consent/accept.ts'
import { existsInProject } from '../disk/project/find-project.ts'
import { kindOf, listToolFiles, readToolFile } from '../disk/project/tool-files.ts'
import { homeFolder } from '../disk/state/state-folder.ts'
import type { Workspace } from '../disk/workspace.ts'
import { hashOfSource, RECORD, readRecord } from '../import/import-record.ts'
import { withoutMarks, withoutSecrets } from '../import/safe-text.ts'
import type { FoundFile, Piece, Skip, Source, SourceFile, SourceLook, SourceReader } from '../import/source.ts'
import { SOURCES } from '../import/sources/index.ts'
import { type ImportFacts, writeImport } from '../import/write-import.ts'
import type { PlanInput } from '../plan/plan-input.ts'
import { planImport } from '../plan/plan-write.ts'
import { judgeChanges } from '../plan/write/judge-changes.ts'
import { progressSection } from '../plan/write/write-progress.ts'
import { stateProblem } from './add.ts'
import { gatherPlanInput } from './gather-plan-input.ts'
import { openForPlan } from './open-bank.ts'

export { SKIP_WORDS } from '../import/source.ts'

/** Files of one tool in one place. */
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
  /** Include notes about the person. */
  readonly personal: boolean
  readonly stamp: Stamp
}

/** Outcome for one file of a source. */
export interface FileReport {
  readonly name: string
  readonly tool: string
  readonly outcome: 'imported' | 'unchanged' | 'skipped' | 'personal'
  /** Places in the bank with text from this file. */
  readonly places: readonly { readonly path: BankPath; readonly section?: string }[]
  readonly skipped: readonly { readonly first: number; readonly last: number; readonly why: Skip }[]
  readonly secrets: readonly { readonly kind: string; readonly line: number }[]
  /** Number of skipped pieces about the person. */
  readonly personal: number
}

export interface ImportProposal {
  readonly plan: Plan
  readonly state: BankState
  readonly language: Language
  readonly recovered: readonly Recovery[]
  readonly files: readonly FileReport[]
  /** Path → text of each source when it was read. */
  readonly read: ReadonlyMap<string, string>
}

/** All sources. Lists file names only; reads no content. */
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

/** Sources by id and display name. */
export function sourceNames(): readonly { readonly id: string; readonly name: string }[] {
  return readers().map(({ id, name }) => ({ id, name }))
}

function lookAround({ project }: Workspace, env: NodeJS.ProcessEnv, named: string | undefined): SourceLook {
  const listed = new Map<string, ReturnType<typeof listToolFiles>>()
  const list = (folder: string, depth: number) => {
    const key = `${depth} ${folder}`
    const found = listed.get(key) ?? listToolFiles(folder, depth)
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
      const read = readToolFile(path)
      return read.kind === 'text' ? read.text : undefined
    },
  }
}

const DEPTH = 4

export function isBankFolder({ place }: FoundSource): boolean {
  return place === `${BANK_FOLDER}/`
}

export function proposeImport(workspace: Workspace, wishes: ImportWishes): Result<ImportProposal> {
  const opened = openForPlan(workspace)
  if (!opened.ok) return opened
  const { state, snapshot, recovered } = opened.value
  const unfit = stateProblemImport(state, wishes, workspace)
  if (unfit !== undefined) return fail(unfit)
  const { input, language } = gatherPlanInput(workspace, opened.value, wishes)
  const record = readRecord(snapshot.files.get(RECORD)?.text ?? '')
  const files = readFiles(wishes, record)
  const reports = new Map<string, FileReport>(files.map((one) => [one.name, reportOf(one)]))
  const facts = factsFor(workspace, input, state.kind !== 'current', wishes.stamp)
  const planned = planImport(input, state.kind !== 'current', (draft) => {
    for (const one of files) {
      if (one.kind !== 'read') continue
      const inPlace = wishes.inPlace ? placeOf(one.file, draft) : undefined
      const places = writeImport(draft, { ...one, inPlace }, facts)
      const report = reports.get(one.name)
      if (report !== undefined) reports.set(one.name, { ...report, places })
    }
  })
  if (!planned.ok) return planned
  const plan = hasNews(reports, planned.value) ? planned.value : { ...planned.value, changes: [] }
  const judged = judgeChanges(plan.changes, workspace.config.guard)
  if (!judged.ok) return judged
  return ok({
    plan: { ...plan, notes: [...plan.notes, ...judged.value] },
    state,
    language,
    recovered,
    files: [...reports.values()],
    read: new Map(files.flatMap((one) => (one.kind === 'read' ? [[one.file.path, one.raw] as const] : []))),
  })
}

/** False if nothing would be imported. Then no bank is created. */
function hasNews(reports: ReadonlyMap<string, FileReport>, { changes }: Plan): boolean {
  return (
    changes.length > 0 &&
    [...reports.values()].some(({ outcome, places }) => outcome === 'imported' || places.length > 0)
  )
}

/** Applies the plan, unless a source has changed. */
export function carryOutImport(workspace: Workspace, { plan, read }: ImportProposal): Result<Applied> {
  for (const [path, text] of read) {
    const now = readToolFile(path)
    if (now.kind !== 'text' || now.text !== text) return fail({ code: 'stale-file', path })
  }
  return accept({ plan }, workspace)
}

/** Import creates a missing bank, and converts another tool's bank in place. */
function stateProblemImport(
  state: BankState,
  { inPlace, sources }: ImportWishes,
  workspace: Workspace,
): Problem | undefined {
  if (state.kind === 'absent') return undefined
  if (state.kind !== 'foreign') return stateProblem(state, workspace)
  return inPlace && sources.some(isBankFolder) ? undefined : { code: 'import-in-place', tool: state.tool }
}

type ReadFile = {
  readonly name: string
  readonly tool: string
} & (
  | {
      readonly kind: 'read'
      readonly file: SourceFile
      /** The text on disk. */
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
  const read = readToolFile(found.path)
  if (read.kind === 'refused') return left(read.why)
  if (hasConflict(pageOf(read.text))) return left('unmerged')
  const isKept = wishes.inPlace && isBankFolder(source)
  const { text: clean, removed } = withoutSecrets(read.text)
  const text = withoutMarks(isKept ? read.text : clean).replace(/^\uFEFF/, '')
  const hash = hashOfSource(text)
  if (record.get(name)?.hash === hash) return { kind: 'left', name, tool, outcome: 'unchanged' }
  const twin = seen.get(hash)
  if (twin !== undefined && twin !== name && text.trim() !== '' && !isKept) return left('same')
  const file = { ...found, text, lines: pageOf(text).lines.map((line) => line.text) }
  const reader = SOURCES.find(({ id }) => id === source.id)
  const pieces = (reader?.read(file) ?? []).map((piece) => (wishes.personal ? asProjectNote(piece) : piece))
  const [only] = pieces
  if (pieces.length === 1 && only?.becomes.kind === 'skipped' && !isKept) return left(only.becomes.why)
  const personal = pieces.filter(({ becomes }) => becomes.kind === 'personal').length
  if (personal > 0 && personal === pieces.length) return { kind: 'left', name, tool, outcome: 'personal' }
  return { kind: 'read', name, tool, file, raw: read.text, pieces, secrets: removed, personal }
}

/** With --personal, pieces about the person are ordinary pieces. */
function asProjectNote(piece: Piece): Piece {
  return piece.becomes.kind === 'personal' ? { ...piece, becomes: piece.becomes.as } : piece
}

function reportOf(one: ReadFile): FileReport {
  const { name, tool } = one
  const none = { places: [], skipped: [], secrets: [], personal: 0 }
  if (one.kind === 'left') {
    const skipped = one.why === undefined ? [] : [{ first: 1, last: 0, why: one.why }]
    return { ...none, name, tool, outcome: one.outcome, skipped }
  }
  const skipped = one.pieces.flatMap(({ first, last, becomes }) =>
    becomes.kind === 'skipped' ? [{ first, last, why: becomes.why }] : [],
  )
  const { secrets, personal } = one
  return { ...none, name, tool, outcome: 'imported', skipped, secrets, personal }
}

/** The path of a source inside the bank, if the bank itself is converted. */
function placeOf({ name }: SourceFile, draft: Draft): BankPath | undefined {
  const path = name.startsWith(`${BANK_FOLDER}/`) ? bankPath(name.slice(BANK_FOLDER.length + 1)) : undefined
  return path !== undefined && draft.read(path) !== undefined ? path : undefined
}

function factsFor({ project }: Workspace, input: PlanInput, isNew: boolean, stamp: Stamp): ImportFacts {
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
  }
}

export const OUTCOME_WORDS: Readonly<Record<Exclude<FileReport['outcome'], 'imported' | 'skipped'>, Words>> = {
  unchanged: { en: 'unchanged since the last import', zh: '自上次导入后未变' },
  personal: {
    en: 'about you, not the project; include with --personal',
    zh: '关于你个人而非项目；加上 --personal 可导入',
  },
}
