/**
 * Reports, removes and restores another tool's entries that repeat those of Memory Bank in a host's settings.
 *
 * The journal records a removal as an installation, so it can be undone to the byte.
 */

import type { Words } from '../base/language.ts'
import { ok, type Result } from '../base/result.ts'
import { readSettingsFile, type SettingsFile } from '../disk/project/settings-files.ts'
import { type Diagnosis, diagnosesFrom } from './diagnosis.ts'
import { proposeSetup, type SetupProposal, type SetupStep } from './install.ts'
import type { InstallContext } from './install-context.ts'
import { undoInstalls } from './keep-local.ts'

export interface OtherTool {
  readonly name: string
  /** Every file that may contain entries of the tool. */
  files(context: InstallContext): readonly OtherToolFile[]
}

export interface OtherToolFile {
  readonly path: string
  /** Names for the parts of the tool in this text, such as its plugin or an agent. */
  parts(text: string): readonly Words[]
  /** The text without these parts; undefined if the whole file is removed. */
  without(text: string): string | undefined
}

export function proposeRemoval(tool: OtherTool, context: InstallContext): Result<SetupProposal> {
  return proposeSetup('install', context, () =>
    stepsOf(tool, context, ({ text }, { parts, without }) =>
      text !== undefined && parts(text).length > 0 ? without(text) : text,
    ),
  )
}

/** Restores each file as it was before the removal, unless it was edited since. */
export function proposeReturn(tool: OtherTool, context: InstallContext): Result<SetupProposal> {
  return proposeSetup('install', context, (installs) =>
    stepsOf(tool, context, (file, { parts }) => {
      const removed = installs.flatMap(({ changes }) =>
        changes.flatMap((change) => (change.kind === 'remove' && change.path === file.place ? [change.was] : [])),
      )
      const edits = installs.filter(({ changes }) => changes.some(({ path }) => path === file.place))
      const before = file.text === undefined ? removed[0] : undoInstalls(file, edits.slice(0, 1)).text
      const had = before === undefined ? 0 : parts(before).length
      return had > (file.text === undefined ? 0 : parts(file.text).length) ? before : file.text
    }),
  )
}

function stepsOf(
  tool: OtherTool,
  context: InstallContext,
  change: (file: SettingsFile, known: OtherToolFile) => string | undefined,
): Result<readonly SetupStep[]> {
  const host = { id: tool.name, name: tool.name }
  const steps: SetupStep[] = []
  for (const known of tool.files(context)) {
    const read = readSettingsFile(known.path)
    if (!read.ok) return read
    const file = read.value
    const text = change(file, known)
    // Two names may lead to one file.
    const isNew = steps.every((step) => step.file.place !== file.place)
    if (text !== file.text && isNew) steps.push({ host, file, text, folders: [], notes: [] })
  }
  return ok(steps)
}

/** Reports the tool's parts and the command that removes them. */
export function otherToolFindings(about: string, tool: OtherTool, context: InstallContext): readonly Diagnosis[] {
  const found = tool.files(context).flatMap(({ path, parts }) => {
    const text = context.look.text(path)
    return text === undefined ? [] : parts(text).map((words) => ({ path, words }))
  })
  if (found.length === 0) return []
  const list = (language: 'en' | 'zh') =>
    [...new Set(found.map(({ words }) => words[language]))].join(language === 'zh' ? '、' : ', ')
  const files = [...new Set(found.map(({ path }) => path))]
  return [
    diagnosis('doubled', about, {
      name: tool.name,
      parts: { en: list('en'), zh: list('zh') },
      file: files[0] ?? '',
      more: files.length > 1 ? { en: ` and ${files.length - 1} more`, zh: ` 等 ${files.length} 个文件` } : '',
    }),
  ]
}

const diagnosis = diagnosesFrom({
  doubled: {
    level: 'warning',
    en: '{name} is installed as well: {parts} ({file}{more}). The opening, the checks before a write and the commands come twice, and its own win. → See what would go: memory-bank uninstall {name} --dry-run',
    zh: '同时装有 {name}：{parts}（{file}{more}）。开场、写前检查和命令都会出现两份，并以它的为准。 → 查看将移除的内容：memory-bank uninstall {name} --dry-run',
  },
})
