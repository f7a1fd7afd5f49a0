/**
 * install and uninstall: settings as they are → a plan of changes → once a person has agreed, all of them
 * or none, by the same transaction that writes banks.
 *
 * Uninstalling what was installed gives every file its former bytes; where somebody edited one since,
 * only our entries go. The journal has the texts from before, so no backup stands beside anybody's file.
 */

import { join, parse } from 'node:path'
import { knownPath } from '../core/bank-path.ts'
import type { Applied, Change, Plan, Reason, Recovery } from '../core/change.ts'
import type { Words } from '../core/language.ts'
import type { Problem } from '../core/problem.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { valueAt } from '../text/jsonc.ts'
import { addEntries, entriesIn, removeEntries } from '../text/settings-entries.ts'
import { applyChanges } from '../workspace/bank/apply-changes.ts'
import { type BankPlace, Journal, type JournalEntry } from '../workspace/bank/journal.ts'
import { recover } from '../workspace/bank/recover.ts'
import { findProgram } from '../workspace/project/find-program.ts'
import { readSettingsFile, type SettingsFile } from '../workspace/project/settings-files.ts'
import { setupFolder } from '../workspace/state/state-folder.ts'
import type { Ground, HostSetup, Scope, SetupWish } from './host-setup.ts'
import type { SetupAround } from './install-context.ts'

export interface SetupProposal {
  readonly plan: Plan
  /** The root of the disk: what the plan's paths begin from. */
  readonly place: BankPlace
  readonly hosts: readonly SetupOfHost[]
  readonly recovered: readonly Recovery[]
}

interface SetupOfHost {
  readonly id: string
  readonly name: string
  /** The settings file it is about. */
  readonly file: string
  readonly outcome: 'changes' | 'already'
}

/** Hosts that are used here: a program on the path, or settings of theirs. */
export function detectedHosts(
  setups: readonly HostSetup[],
  ground: Ground,
  env: NodeJS.ProcessEnv,
): readonly HostSetup[] {
  return setups.filter(
    (setup) =>
      setup.program !== undefined &&
      (findProgram(setup.program, env) !== undefined ||
        (['project', 'user'] as const).some((scope) =>
          filesOf(setup, scope, ground).some((file) => ground.look.text(file) !== undefined),
        )),
  )
}

export function proposeInstall(
  setups: readonly HostSetup[],
  wish: SetupWish,
  ground: Ground,
  around: SetupAround,
): Result<SetupProposal> {
  return propose('install', around, () => {
    const steps: Step[] = []
    for (const setup of setups) {
      const file = chosenFile(setup, wish, ground)
      if (!file.ok) return file
      const { path, text } = file.value
      const entries = setup.entries(wish, path, ground)
      const added = addEntries(text, entries, setup.fresh, path)
      if (!added.ok) return added
      const notes = setup.notes(added.value, path, wish, ground)
      steps.push({ setup, file: file.value, text: added.value, folders: [], notes })
    }
    return ok(steps)
  })
}

export function proposeUninstall(
  setups: readonly HostSetup[],
  wish: SetupWish,
  ground: Ground,
  around: SetupAround,
): Result<SetupProposal> {
  return propose('uninstall', around, (installs) => {
    const steps: Step[] = []
    for (const setup of setups) {
      for (const path of filesOf(setup, wish.scope, ground)) {
        const file = readSettingsFile(path)
        if (!file.ok) return file
        // Two names may lead to one file.
        if (file.value.text === undefined || steps.some((step) => step.file.place === file.value.place)) continue
        const left = withoutUs(file.value, setup, wish, ground, installs)
        if (!left.ok) return left
        steps.push({ setup, file: file.value, ...left.value, notes: [] })
      }
    }
    return ok(steps)
  })
}

/** The plan as it was shown. What was kept for the way back is forgotten once that way was gone. */
export function carryOutSetup(proposal: SetupProposal, now: Date): Result<Applied> {
  const { plan, place } = proposal
  const applied = applyChanges({ ...plan, keepsFolders: true }, place, now)
  if (!applied.ok) return fail(fromRoot(applied.problem, place))
  if (plan.intent === 'uninstall') forget(plan.changes, new Journal(place.state))
  return applied
}

interface Step {
  readonly setup: HostSetup
  readonly file: SettingsFile
  /** What the file will read; undefined where it goes. */
  readonly text: string | undefined
  /** Folders that go with it. */
  readonly folders: readonly string[]
  readonly notes: readonly Words[]
}

function propose(
  intent: 'install' | 'uninstall',
  around: SetupAround,
  decide: (installs: readonly JournalEntry[]) => Result<readonly Step[]>,
): Result<SetupProposal> {
  const state = setupFolder(around.env)
  const disk = parse(around.folder).root
  const recovered = recover({ bank: disk, state })
  if (!recovered.ok) return recovered
  const steps = decide(installsOf(new Journal(state)))
  if (!steps.ok) return steps
  const roots = new Set(steps.value.map((step) => step.file.root))
  if (roots.size > 1) return fail(severalDisks(intent))
  const place: BankPlace = { bank: [...roots][0] ?? disk, state }
  return ok({ plan: planOf(intent, steps.value), place, hosts: steps.value.map(hostOf), recovered: recovered.value })
}

function planOf(intent: 'install' | 'uninstall', steps: readonly Step[]): Plan {
  const changes = steps.flatMap(changesOf)
  const reasons = steps.map(
    ({ setup, file }): Reason => ({ path: file.place, words: { en: setup.name, zh: setup.name } }),
  )
  const notes = steps.flatMap((step) => (intent === 'install' || changesOf(step).length > 0 ? step.notes : []))
  return { intent, changes, reasons, notes }
}

function changesOf({ file, text, folders }: Step): readonly Change[] {
  const { place, text: was } = file
  if (text === was) return []
  if (was === undefined) return text === undefined ? [] : [{ kind: 'create', path: place, text }]
  if (text !== undefined) return [{ kind: 'edit', path: place, was, text }]
  const gone = folders.map((folder): Change => ({ kind: 'remove-folder', path: knownPath(folder) }))
  return [{ kind: 'remove', path: place, was }, ...gone]
}

function hostOf(step: Step): SetupOfHost {
  const { setup, file } = step
  return {
    id: setup.id,
    name: setup.name,
    file: file.path,
    outcome: changesOf(step).length === 0 ? 'already' : 'changes',
  }
}

/** The file that has our entry, else one that is there, else a new one. */
function chosenFile(setup: HostSetup, wish: SetupWish, ground: Ground): Result<SettingsFile> {
  const paths = setup.files(wish.scope, ground)
  const files: SettingsFile[] = []
  for (const path of filesOf(setup, wish.scope, ground)) {
    const file = readSettingsFile(path)
    if (!file.ok) return file
    files.push(file.value)
  }
  const there = files.filter((file) => file.text !== undefined)
  const ours = there.find((file) => entriesIn(file.text ?? '', setup.entries(wish, file.path, ground)).length > 0)
  const own = (file: SettingsFile) => paths.includes(file.path)
  const chosen = ours ?? there.find(own) ?? files.findLast(own)
  return chosen === undefined ? fail(noPlace(setup, wish)) : ok(chosen)
}

function filesOf(setup: HostSetup, scope: Scope, ground: Ground): readonly string[] {
  return [...setup.files(scope, ground), ...setup.others(scope, ground)]
}

/**
 * The file as it was before install: our installations taken back one after the other, as far as the file
 * still reads what they left. Where somebody edited in between, our entries are taken out of what is there.
 */
function withoutUs(
  file: SettingsFile,
  setup: HostSetup,
  wish: SetupWish,
  ground: Ground,
  installs: readonly JournalEntry[],
): Result<Pick<Step, 'text' | 'folders'>> {
  const past = installs.flatMap((entry) => pastOf(file, entry))
  const first = past.at(-1)
  let text = file.text
  for (const one of past) {
    if (one.text !== text) break
    text = one.was
  }
  if (text === undefined) return ok({ text, folders: first?.folders ?? [] })
  const entries = setup.entries({ ...wish, deny: true }, file.path, ground)
  const before = first === undefined ? undefined : (first.was ?? setup.fresh)
  const left = removeEntries(text, entries, before, file.path)
  if (!left.ok) return left
  const isNothing = first !== undefined && first.was === undefined && holdsNothingMore(left.value, setup.fresh)
  return ok(isNothing ? { text: undefined, folders: first.folders } : { text: left.value, folders: [] })
}

interface Past {
  /** The text before; undefined where there was no file. */
  readonly was: string | undefined
  readonly text: string
  /** Folders that were made for it, innermost first. */
  readonly folders: readonly string[]
}

function pastOf(file: SettingsFile, entry: JournalEntry): readonly Past[] {
  return entry.changes.flatMap((change) => {
    if (change.path !== file.place || (change.kind !== 'create' && change.kind !== 'edit')) return []
    const folders = entry.newFolders.filter((folder) => file.place.startsWith(`${folder}/`)).toReversed()
    return [{ was: change.kind === 'edit' ? change.was : undefined, text: change.text, folders }]
  })
}

/** Installations, newest first. */
function installsOf(journal: Journal): readonly JournalEntry[] {
  return journal.finished().flatMap((id) => {
    const entry = journal.read(id, 'done')
    return entry?.intent === 'install' ? [entry] : []
  })
}

function holdsNothingMore(text: string, fresh: string): boolean {
  const comments = /\/[/*]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ''))
  return !comments && JSON.stringify(valueAt(text, [])) === JSON.stringify(valueAt(fresh, []))
}

/** Settings may hold keys of other programs: what we kept of a file goes when we go from it. */
function forget(changes: readonly Change[], journal: Journal): void {
  const gone = new Set(changes.map((change) => change.path))
  for (const id of journal.finished()) {
    const entry = journal.read(id, 'done')
    if (entry === undefined) continue
    const kept = entry.changes.filter((change) => !gone.has(change.path))
    if (kept.length === 0) journal.drop(id, 'done')
    else if (kept.length < entry.changes.length) journal.amend({ ...entry, changes: kept })
  }
}

/** A path of a plan begins at the root of the disk; people read it whole, and know nothing of neighbours we write. */
function fromRoot(problem: Problem, { bank }: BankPlace): Problem {
  const whole = (path: string) =>
    (path.startsWith(bank) ? path : join(bank, path)).replace(/[\\/]\.[^\\/]+\.\d{8}-\d{9}-[^\\/]+\.tmp$/, '')
  if (problem.code === 'write-failed') return { ...problem, path: whole(problem.path) }
  if (problem.code === 'stale-file' || problem.code === 'path-taken') return { ...problem, path: whole(problem.path) }
  if (problem.code === 'folder-expected' || problem.code === 'outside-bank')
    return { ...problem, path: whole(problem.path) }
  return problem
}

function severalDisks(command: string): Problem {
  return {
    code: 'usage',
    command,
    detail: {
      en: 'These settings stand on several disks; name one host at a time.',
      zh: '这些配置位于不同的磁盘，请逐个指定宿主。',
    },
  }
}

function noPlace(setup: HostSetup, wish: SetupWish): Problem {
  const what: Words =
    wish.scope === 'user'
      ? { en: `${setup.name} has no user settings we know.`, zh: `${setup.name} 没有已知的用户级配置。` }
      : { en: 'There is no project here; go to one, or use --user.', zh: '当前不在项目中；请进入项目，或使用 --user。' }
  return { code: 'usage', command: 'install', detail: what }
}
