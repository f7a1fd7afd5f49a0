/**
 * Keeps settings that hold on one machine out of git: by a list beside them that git heeds, and for those at the project's
 * root, whose list is everybody's, by the one that only this clone has.
 *
 * Taking the lines out again gives the list its former bytes, where nobody else wrote into it.
 */

import { basename, dirname, join, relative, sep } from 'node:path'
import type { Words } from '../base/language.ts'
import { ok, type Result } from '../base/result.ts'
import type { JournalEntry } from '../disk/bank/journal.ts'
import { readSettingsFile, type SettingsFile } from '../disk/project/settings-files.ts'
import type { Host } from './host.ts'
import type { InstallContext } from './install-context.ts'

/** What becomes of one settings file. */
export interface Step {
  readonly host: Host
  readonly file: SettingsFile
  /** What the file will read; undefined where it goes. */
  readonly text: string | undefined
  /** Folders that go with it. */
  readonly folders: readonly string[]
  readonly notes: readonly Words[]
}

/** With a line for each file of one person's own that git would take. */
export function excludeLocal(steps: readonly Step[], context: InstallContext): Result<readonly Step[]> {
  const all = [...steps]
  const open = steps.filter((step) => isLocal(step, context) && isOpen(step, context))
  for (const { list, kept } of byList(open, context)) {
    const file = readSettingsFile(list.path)
    const [{ host } = {}] = kept
    if (!file.ok) return file
    if (host === undefined) continue
    const before = file.value.text ?? list.fresh
    const lines = kept.map((step) => `${lineOf(step, context)}\n`).join('')
    const text = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${lines}`
    all.push({ host, file: file.value, text, folders: [], notes: [list.note] })
  }
  return ok(all)
}

/** Without these lines again; a list that install made goes with the file. */
export function includeLocal(
  steps: readonly Step[],
  context: InstallContext,
  installs: readonly JournalEntry[],
): Result<readonly Step[]> {
  const all: Step[] = steps.filter((step) => !isLocal(step, context))
  for (const { list, kept } of byList(
    steps.filter((step) => isLocal(step, context)),
    context,
  )) {
    const file = readSettingsFile(list.path)
    const [{ host } = {}] = kept
    if (!file.ok) return file
    const past = installs.flatMap((entry) => pastOf(file.value, entry))
    if (host === undefined || file.value.text === undefined || past.length === 0) {
      all.push(...kept)
      continue
    }
    const lines = kept.map((step) => lineOf(step, context))
    const left = file.value.text.split(/(?<=\n)/).filter((line) => !lines.includes(line.trimEnd()))
    const before = past.find(({ was }) => (was ?? list.fresh).trimEnd() === left.join('').trimEnd())
    const text = before === undefined ? left.join('') : before.was
    const folders = text === undefined ? (before?.folders ?? []) : []
    const isBeside = list.note === KEPT_OUT
    // A folder goes last.
    all.push(...kept.map((step) => (isBeside ? { ...step, folders: [] } : step)))
    const emptied = isBeside && text === undefined ? kept.flatMap((step) => step.folders) : []
    all.push({ host, file: file.value, text, folders: [...emptied, ...folders], notes: [] })
  }
  return ok(all)
}

/** A list of files that git leaves alone. */
interface List {
  readonly path: string
  /** What it begins with where there is none yet. */
  readonly fresh: string
  readonly note: Words
}

/** Files in one folder have one list. */
function byList(steps: readonly Step[], context: InstallContext) {
  const lists = new Map<string, { readonly list: List; readonly kept: readonly Step[] }>()
  for (const step of steps) {
    const list = listFor(step, context)
    lists.set(list.path, { list, kept: [...(lists.get(list.path)?.kept ?? []), step] })
  }
  return [...lists.values()]
}

function listFor(step: Step, context: InstallContext): List {
  const own = hasNoList(step, context) ? context.excludeList() : undefined
  if (own !== undefined) return { path: own, fresh: '', note: EXCLUDED }
  return { path: join(dirname(step.file.path), '.gitignore'), fresh: step.host.newIgnoreList ?? '', note: KEPT_OUT }
}

const KEPT_OUT: Words = {
  en: 'A .gitignore beside it keeps the file with paths of this machine out of git.',
  zh: '同目录的 .gitignore 使含有本机路径的文件不进入 git。',
}

const EXCLUDED: Words = {
  en: 'The list .git/info/exclude of this clone keeps the file with paths of this machine out of git.',
  zh: '当前克隆的 .git/info/exclude 使含有本机路径的文件不进入 git。',
}

function isLocal({ host, file, text }: Step, context: InstallContext): boolean {
  const own = [...host.localFiles(context), ...(host.formerFiles?.('project', context) ?? [])]
  return text !== file.text && own.includes(file.path)
}

/** Whether git would take what holds on this machine only. */
function isOpen({ host, file, text }: Step, context: InstallContext): boolean {
  return host.namesMachine(text ?? '', file.path, context) && ['open', 'unknown'].includes(context.sharing(file.path))
}

/** Whether a list beside it would be somebody else's. */
function hasNoList({ host, file }: Step, { root }: InstallContext): boolean {
  return dirname(file.path) === root || host.newIgnoreList === undefined
}

function lineOf(step: Step, context: InstallContext): string {
  const { path } = step.file
  if (!hasNoList(step, context) || context.excludeList() === undefined) return `/${basename(path)}`
  const name = relative(context.gitTop ?? '', path)
    .split(sep)
    .join('/')
  return `/${name.replace(/[*?[\\]/g, (character) => `\\${character}`)}`
}

/** One earlier installation into a file. */
interface Past {
  /** The text before; undefined where there was no file. */
  readonly was: string | undefined
  readonly text: string
  /** Folders that were made for it, innermost first. */
  readonly folders: readonly string[]
}

export function pastOf(file: SettingsFile, entry: JournalEntry): readonly Past[] {
  return entry.changes.flatMap((change) => {
    if (change.path !== file.place || (change.kind !== 'create' && change.kind !== 'edit')) return []
    const folders = entry.newFolders.filter((folder) => file.place.startsWith(`${folder}/`)).toReversed()
    return [{ was: change.kind === 'edit' ? change.was : undefined, text: change.text, folders }]
  })
}
