/**
 * Keeps settings that are valid on one machine out of git: by a .gitignore beside them, or by `.git/info/exclude` for
 * files at the project's root.
 *
 * Removing the lines restores the former bytes of the ignore list, unless it was edited since.
 */

import { basename, dirname, join, relative, sep } from 'node:path'
import type { Words } from '../base/language.ts'
import { ok, type Result } from '../base/result.ts'
import type { JournalEntry } from '../disk/bank/journal.ts'
import { readSettingsFile, type SettingsFile } from '../disk/project/settings-files.ts'
import type { Host } from './host.ts'
import type { InstallContext } from './install-context.ts'

/** The change of one settings file. */
export interface Step {
  readonly host: Host
  readonly file: SettingsFile
  /** The new text; undefined if the file is removed. */
  readonly text: string | undefined
  /** Folders that are removed with it. */
  readonly folders: readonly string[]
  readonly notes: readonly Words[]
}

/** Adds an ignore line for each changed file that is valid only on this machine and that git does not ignore yet. */
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

/** Removes these lines. An ignore list that install created is removed too. */
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
    const past = installs.flatMap((entry) => installsInto(file.value, entry))
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
    // The change of the ignore list is last, so it removes the emptied folders.
    all.push(...kept.map((step) => (isBeside ? { ...step, folders: [] } : step)))
    const emptied = isBeside && text === undefined ? kept.flatMap((step) => step.folders) : []
    all.push({ host, file: file.value, text, folders: [...emptied, ...folders], notes: [] })
  }
  return ok(all)
}

/** A .gitignore, or the clone's exclude list. */
interface List {
  readonly path: string
  /** The first lines of a new list. */
  readonly fresh: string
  readonly note: Words
}

/** Groups the steps by the ignore list for their file. */
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
  en: 'A .gitignore beside the file keeps it out of git, since it contains paths of this machine.',
  zh: '同目录的 .gitignore 会忽略该文件，因为其中有本机路径。',
}

const EXCLUDED: Words = {
  en: 'This clone’s .git/info/exclude keeps the file out of git, since it contains paths of this machine.',
  zh: '当前克隆的 .git/info/exclude 会忽略该文件，因为其中有本机路径。',
}

function isLocal({ host, file, text }: Step, context: InstallContext): boolean {
  return text !== file.text && host.localFiles(context).includes(file.path)
}

/** True if a file is valid only on this machine and git does not ignore it yet. */
function isOpen({ host, file, text }: Step, context: InstallContext): boolean {
  return host.namesMachine(text ?? '', file.path, context) && ['open', 'unknown'].includes(context.sharing(file.path))
}

/** True if a .gitignore beside the file would belong to the team or the host. */
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
  /** The text before; undefined if there was no file. */
  readonly was: string | undefined
  readonly text: string
  /** Folders that were created for it, innermost first. */
  readonly folders: readonly string[]
}

/** Undoes these installations, newest first, until one whose text differs from the file's: it was edited since. */
export function undoInstalls(file: SettingsFile, installs: readonly JournalEntry[]) {
  const past = installs.flatMap((entry) => installsInto(file, entry))
  let text = file.text
  let folders: readonly string[] = []
  for (const one of past) {
    if (one.text !== text) break
    text = one.was
    folders = one.folders
  }
  return { text, folders, first: past.at(-1) }
}

function installsInto(file: SettingsFile, entry: JournalEntry): readonly Past[] {
  return entry.changes.flatMap((change) => {
    if (change.path !== file.place || (change.kind !== 'create' && change.kind !== 'edit')) return []
    const folders = entry.newFolders.filter((folder) => file.place.startsWith(`${folder}/`)).toReversed()
    return [{ was: change.kind === 'edit' ? change.was : undefined, text: change.text, folders }]
  })
}
