/**
 * Keeps settings that hold on one machine out of git, by a list beside them that git heeds.
 *
 * Taking the lines out again gives the list its former bytes, where nobody else wrote into it.
 */

import { basename, dirname, join } from 'node:path'
import type { Words } from '../core/language.ts'
import { ok, type Result } from '../core/result.ts'
import type { JournalEntry } from '../workspace/bank/journal.ts'
import { readSettingsFile, type SettingsFile } from '../workspace/project/settings-files.ts'
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

/** With a line for each file of one person's own that git would take; the list stands in its folder. */
export function excludeLocal(steps: readonly Step[], context: InstallContext): Result<readonly Step[]> {
  const all = [...steps]
  const open = steps.filter((step) => isLocal(step, context) && context.sharing(step.file.path) === 'open')
  for (const [path, kept] of byList(open)) {
    const list = readSettingsFile(path)
    const [{ host } = {}] = kept
    if (!list.ok) return list
    if (host === undefined) continue
    const before = list.value.text ?? host.newIgnoreList
    const lines = kept.map((step) => `${lineOf(step)}\n`).join('')
    const text = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${lines}`
    all.push({ host, file: list.value, text, folders: [], notes: [KEPT_OUT] })
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
  for (const [path, kept] of byList(steps.filter((step) => isLocal(step, context)))) {
    const list = readSettingsFile(path)
    const [{ host } = {}] = kept
    if (!list.ok) return list
    const past = installs.flatMap((entry) => pastOf(list.value, entry))
    if (host === undefined || list.value.text === undefined || past.length === 0) {
      all.push(...kept)
      continue
    }
    const lines = kept.map(lineOf)
    const left = list.value.text.split(/(?<=\n)/).filter((line) => !lines.includes(line.trimEnd()))
    const before = past.find(({ was }) => (was ?? host.newIgnoreList).trimEnd() === left.join('').trimEnd())
    const text = before === undefined ? left.join('') : before.was
    const folders = text === undefined ? kept.flatMap((step) => step.folders) : []
    // The folder goes last.
    all.push(...kept.map((step) => ({ ...step, folders: [] })))
    all.push({ host, file: list.value, text, folders, notes: [] })
  }
  return ok(all)
}

/** Files in one folder have one list. */
function byList(steps: readonly Step[]): ReadonlyMap<string, readonly Step[]> {
  const lists = new Map<string, readonly Step[]>()
  for (const step of steps) lists.set(listBeside(step), [...(lists.get(listBeside(step)) ?? []), step])
  return lists
}

const KEPT_OUT: Words = {
  en: 'A .gitignore beside it keeps the file with paths of this machine out of git.',
  zh: '旁边的 .gitignore 使含有本机路径的文件不进入 git。',
}

function isLocal({ host, file, text }: Step, context: InstallContext): boolean {
  return text !== file.text && host.localFiles(context).includes(file.path)
}

function listBeside({ file }: Step): string {
  return join(dirname(file.path), '.gitignore')
}

function lineOf({ file }: Step): string {
  return `/${basename(file.path)}`
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
