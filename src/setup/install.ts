/**
 * install and uninstall: plans the changes of settings and, once the user has agreed, applies all or none of them, with
 * the transaction that also writes banks.
 *
 * Uninstall restores every file's former bytes. In a file that was edited since, it removes only Memory Bank's entries.
 * The journal keeps the former texts, so there are no backup files.
 */

import { dirname, join, parse } from 'node:path'
import { knownPath } from '../base/bank-path.ts'
import type { Applied, Change, Plan, Reason, Recovery } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import { explain, type Problem } from '../base/problem.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { applyChanges } from '../disk/bank/apply-changes.ts'
import { type BankPlace, Journal, type JournalEntry } from '../disk/bank/journal.ts'
import { recover } from '../disk/bank/recover.ts'
import { readSettingsFile, type SettingsFile } from '../disk/project/settings-files.ts'
import { setupFolder } from '../disk/state/state-folder.ts'
import { valueAt } from '../settings/jsonc.ts'
import { addEntries, entriesIn, removeEntries } from '../settings/settings-entries.ts'
import { findProgram } from './find-program.ts'
import type { Host, InstallWish, Scope } from './host.ts'
import type { InstallContext } from './install-context.ts'
import { excludeLocal, includeLocal, type Step, undoInstalls } from './keep-local.ts'

export interface SetupProposal {
  readonly plan: Plan
  /** Its `bank` is the root of the disk: the plan's paths start there. */
  readonly place: BankPlace
  readonly hosts: readonly SetupOfHost[]
  readonly recovered: readonly Recovery[]
}

interface SetupOfHost {
  readonly id: string
  readonly name: string
  /** The settings file. */
  readonly file: string
  readonly outcome: 'changes' | 'already'
}

/** A host found on this machine, by its program or by its settings. */
export interface FoundHost {
  readonly host: Host
  readonly by: string
}

export function foundHosts(hosts: readonly Host[], context: InstallContext): readonly FoundHost[] {
  return hosts.flatMap((host) => {
    if (host.program === undefined) return []
    const settings = () =>
      (['project', 'user'] as const)
        .flatMap((scope) => filesOf(host, scope, context))
        .find((file) => context.look.text(file) !== undefined)
    const by = findProgram(host.program, context.env) ?? settings()
    return by === undefined ? [] : [{ host, by }]
  })
}

export function detectedHosts(hosts: readonly Host[], context: InstallContext): readonly Host[] {
  return foundHosts(hosts, context).map(({ host }) => host)
}

export function proposeInstall(
  hosts: readonly Host[],
  wish: InstallWish,
  context: InstallContext,
): Result<SetupProposal> {
  return proposeSetup('install', context, () => {
    const steps: Step[] = []
    const leftOut: Problem[] = []
    for (const host of hosts) {
      const planned = stepsOf(host, wish, context)
      if (planned.ok) steps.push(...planned.value)
      // A host that cannot be installed here does not block the others.
      else if (hosts.length > 1 && planned.problem.code === 'usage') leftOut.push(planned.problem)
      else return planned
    }
    const [first, ...rest] = steps
    const [problem] = leftOut
    if (first === undefined) return problem === undefined ? ok([]) : fail(problem)
    const notes = leftOut.map((one): Words => ({ en: explain(one, 'en').what, zh: explain(one, 'zh').what }))
    return excludeLocal([{ ...first, notes: [...first.notes, ...notes] }, ...rest], context)
  })
}

/** The changes of one host's settings. */
function stepsOf(whole: Host, wish: InstallWish, context: InstallContext): Result<readonly Step[]> {
  const steps: Step[] = []
  for (const host of withFurtherFiles(whole)) {
    if (host !== whole && host.files(wish.scope, context).length === 0) continue
    const file = chosenFile(host, wish, context)
    if (!file.ok) return file
    const added = withEntries(host, file.value, wish, context)
    if (!added.ok) return added
    const own = wouldShareMachinePath(host, file.value, added.value.text, wish, context)
      ? withLocalEntries(host, file.value.path, wish, context)
      : added
    if (!own.ok) return own
    steps.push(own.value)
  }
  return ok(steps)
}

function withEntries(host: Host, file: SettingsFile, wish: InstallWish, context: InstallContext): Result<Step> {
  const { path, text } = file
  const added = addEntries(text, host.entries(wish, path, context), host.newFile, path)
  if (!added.ok) return added
  return ok({ host, file, text: added.value, folders: [], notes: host.notes(added.value, wish, context) })
}

/** True if the entries add the first path of this machine to a project file that git shares or may share. */
function wouldShareMachinePath(
  host: Host,
  { path, text: before }: SettingsFile,
  text: string | undefined,
  { scope }: InstallWish,
  context: InstallContext,
): boolean {
  const isNew = !host.namesMachine(before ?? '', path, context) && host.namesMachine(text ?? '', path, context)
  return scope === 'project' && isNew && context.sharing(path) !== 'not'
}

/** Puts entries that are valid only on this machine into the user's own file. */
function withLocalEntries(host: Host, shared: string, wish: InstallWish, context: InstallContext): Result<Step> {
  const path = host.localFiles(context).find((one) => canBeOwn(one, context))
  if (path === undefined) return fail(noLocalPlace(host, shared))
  const local = readSettingsFile(path)
  return local.ok ? withEntries(host, local.value, wish, context) : local
}

/** At the project's root, an existing file must be ignored by git: otherwise the user may commit it later. */
function canBeOwn(path: string, { sharing, look, root }: InstallContext): boolean {
  if (sharing(path) === 'tracked') return false
  return dirname(path) !== root || look.text(path) === undefined || sharing(path) === 'not'
}

export function proposeUninstall(
  hosts: readonly Host[],
  wish: InstallWish,
  context: InstallContext,
): Result<SetupProposal> {
  return proposeSetup('uninstall', context, (installs) => {
    const steps: Step[] = []
    for (const host of hosts.flatMap(withFurtherFiles)) {
      for (const path of filesOf(host, wish.scope, context)) {
        const file = readSettingsFile(path)
        if (!file.ok) return file
        // Two names may lead to one file.
        if (file.value.text === undefined || steps.some((step) => step.file.place === file.value.place)) continue
        const left = withoutEntries(file.value, host, wish, context, installs)
        if (!left.ok) return left
        steps.push({ host, file: file.value, ...left.value, notes: [] })
      }
    }
    return includeLocal(steps, context, installs)
  })
}

/**
 * Applies the plan as shown. After an uninstall, the journal drops the former texts. `acted` is called before that: the
 * work is done then, even if the journal cannot be written.
 */
export function carryOutSetup(proposal: SetupProposal, now: Date, acted: () => void = () => {}): Result<Applied> {
  const { plan, place } = proposal
  const applied = applyChanges({ ...plan, keepsFolders: true }, place, now)
  if (!applied.ok) return fail(withWholePaths(applied.problem, place))
  acted()
  if (plan.intent === 'uninstall') dropKeptTexts(plan.changes, new Journal(place.state))
  return applied
}

/** The change of one file of a host, of git or of another tool. */
export type SetupStep = Omit<Step, 'host'> & { readonly host: Pick<Host, 'id' | 'name'> }

export function proposeSetup(
  intent: 'install' | 'uninstall',
  context: InstallContext,
  decide: (installs: readonly JournalEntry[]) => Result<readonly SetupStep[]>,
): Result<SetupProposal> {
  const state = setupFolder(context.env)
  const disk = parse(context.folder).root
  const recovered = recover({ bank: disk, state })
  if (!recovered.ok) return recovered
  const steps = decide(installsOf(new Journal(state)))
  if (!steps.ok) return steps
  const roots = new Set(steps.value.map((step) => step.file.root))
  if (roots.size > 1) return fail(severalDisks(intent))
  const place: BankPlace = { bank: [...roots][0] ?? disk, state }
  return ok({ plan: planOf(intent, steps.value), place, hosts: steps.value.map(hostOf), recovered: recovered.value })
}

function planOf(intent: 'install' | 'uninstall', steps: readonly SetupStep[]): Plan {
  const all = steps.flatMap(changesOf)
  // Several removed files may share a folder that install created: it is removed once, after them.
  const gone = all.filter((change) => change.kind === 'remove-folder')
  const folders = [...new Map(gone.map((change) => [change.path, change])).values()]
  const changes = [
    ...all.filter((change) => change.kind !== 'remove-folder'),
    ...folders.toSorted((a, b) => b.path.length - a.path.length),
  ]
  const reasons = steps.map(({ host, file }): Reason => ({ path: file.place, words: { en: host.name, zh: host.name } }))
  const notes = steps.flatMap((step) => (intent === 'install' || changesOf(step).length > 0 ? step.notes : []))
  return { intent, changes, reasons, notes: [...new Set(notes)] }
}

function changesOf({ file, text, folders }: SetupStep): readonly Change[] {
  const { place, text: was } = file
  if (text === was) return []
  if (was === undefined) return text === undefined ? [] : [{ kind: 'create', path: place, text }]
  if (text !== undefined) return [{ kind: 'edit', path: place, was, text }]
  const gone = folders.map((folder): Change => ({ kind: 'remove-folder', path: knownPath(folder) }))
  return [{ kind: 'remove', path: place, was }, ...gone]
}

function hostOf(step: SetupStep): SetupOfHost {
  const { host, file } = step
  return {
    id: host.id,
    name: host.name,
    file: file.path,
    outcome: changesOf(step).length === 0 ? 'already' : 'changes',
  }
}

/** The file with Memory Bank's entry, else an existing one, else a new one. */
function chosenFile(host: Host, wish: InstallWish, context: InstallContext): Result<SettingsFile> {
  const paths = host.files(wish.scope, context)
  const files: SettingsFile[] = []
  for (const path of filesOf(host, wish.scope, context)) {
    const file = readSettingsFile(path)
    if (!file.ok) return file
    files.push(file.value)
  }
  const there = files.filter((file) => file.text !== undefined)
  const ours = there.find((file) => entriesIn(file.text ?? '', host.entries(wish, file.path, context)).length > 0)
  const own = (file: SettingsFile) => paths.includes(file.path)
  const chosen = ours ?? there.find(own) ?? files.findLast(own)
  return chosen === undefined ? fail(noPlace(host, wish)) : ok(chosen)
}

/** The host, and again for each further settings file. */
function withFurtherFiles(host: Host): readonly Host[] {
  return [host, ...(host.also ?? [])]
}

function filesOf(host: Host, scope: Scope, context: InstallContext): readonly string[] {
  return [...host.files(scope, context), ...host.otherFiles(scope, context)]
}

/**
 * The file as before install: undoes Memory Bank's installations one by one, newest first. If the file was edited in
 * between, only Memory Bank's entries are removed.
 */
function withoutEntries(
  file: SettingsFile,
  host: Host,
  wish: InstallWish,
  context: InstallContext,
  installs: readonly JournalEntry[],
): Result<Pick<Step, 'text' | 'folders'>> {
  const { text, folders, first } = undoInstalls(file, installs)
  if (text === undefined) return ok({ text, folders })
  const entries = host.entries({ ...wish, deny: true }, file.path, context)
  const before = first === undefined ? undefined : (first.was ?? host.newFile)
  const left = removeEntries(text, entries, before, file.path)
  if (!left.ok) return left
  const isNothing = first !== undefined && first.was === undefined && isEmptySettings(left.value, host.newFile)
  return ok(isNothing ? { text: undefined, folders: first.folders } : { text: left.value, folders: [] })
}

/** Installations, newest first. */
function installsOf(journal: Journal): readonly JournalEntry[] {
  return journal.finished().flatMap((id) => {
    const entry = journal.read(id, 'done')
    return entry?.intent === 'install' ? [entry] : []
  })
}

function isEmptySettings(text: string, newFile: string): boolean {
  if (newFile === '') return text.trim() === ''
  const comments = /\/[/*]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ''))
  return !comments && JSON.stringify(valueAt(text, [])) === JSON.stringify(valueAt(newFile, []))
}

/** Former settings may contain secrets of other programs, so uninstall removes them from the journal. */
function dropKeptTexts(changes: readonly Change[], journal: Journal): void {
  const gone = new Set(changes.map((change) => change.path))
  for (const id of journal.finished()) {
    const entry = journal.read(id, 'done')
    if (entry === undefined) continue
    const kept = entry.changes.filter((change) => !gone.has(change.path))
    if (kept.length === 0) journal.drop(id, 'done')
    else if (kept.length < entry.changes.length) journal.amend({ ...entry, changes: kept })
  }
}

/** Makes a problem's path absolute, and replaces a temporary file's name by that of its target. */
function withWholePaths(problem: Problem, { bank }: BankPlace): Problem {
  const whole = (path: string) =>
    (path.startsWith(bank) ? path : join(bank, path)).replace(/[\\/]\.[^\\/]+\.\d{8}-\d{9}-[^\\/]+\.tmp$/, '')
  if (problem.code === 'write-failed') return { ...problem, path: whole(problem.path) }
  if (problem.code === 'stale-file' || problem.code === 'path-taken') return { ...problem, path: whole(problem.path) }
  if (problem.code === 'folder-expected' || problem.code === 'outside-bank')
    return { ...problem, path: whole(problem.path) }
  return problem
}

function noLocalPlace(host: Host, file: string): Problem {
  return {
    code: 'usage',
    command: 'install',
    detail: {
      en: `Git shares ${file}, and the entry would be valid on this machine only. Use --user, or add the package as a devDependency by path or tarball and install again. ${host.name} has no per-user settings in a project.`,
      zh: `${file} 由 git 共享，而该条目只在本机有效。请使用 --user，或以路径、tarball 形式把该包加入 devDependencies 后重新安装；${host.name} 在项目中没有个人配置文件。`,
    },
  }
}

function severalDisks(command: string): Problem {
  return {
    code: 'usage',
    command,
    detail: {
      en: 'These settings are on several disks. Install for one agent at a time.',
      zh: '这些配置位于不同的磁盘，请逐个指定 Agent。',
    },
  }
}

function noPlace(host: Host, wish: InstallWish): Problem {
  const what: Words =
    wish.scope === 'user'
      ? { en: `${host.name} has no user settings.`, zh: `${host.name} 没有用户级配置。` }
      : {
          en: 'This folder is not in a project. Change to one, or use --user.',
          zh: '当前目录不属于任何项目；请进入项目，或使用 --user。',
        }
  return { code: 'usage', command: 'install', detail: what }
}
