/** Changes as text and JSON: one line per change, and diffs with secrets masked (S35). */

import { lineCounts, patchOf, textsOf } from '../bank/file-diff.ts'
import { reasonsFor, upgradeSteps } from '../bank/plan-lines.ts'
import type { Change, Plan } from '../base/change.ts'
import type { Language } from '../base/language.ts'
import { MEMORY } from '../base/layout.ts'
import { maskTexts } from '../secrets/mask.ts'
import { padded, paint, type Terminal, widthOf, wrapped } from './terminal.ts'

export function renderPlan(plan: Plan, language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const width = Math.min(48, Math.max(...plan.changes.map((change) => widthOf(nameOf(change)))))
  const [detected, ...steps] = upgradeSteps(plan, language).map((step) => `  ${step}`)
  const lines = plan.changes.map((change) => {
    const why = detected !== undefined && change.path === MEMORY ? '' : whyOf(plan, change, language)
    const sign = SIGN[change.kind]
    const painted =
      change.kind === 'create' || change.kind === 'make-folder'
        ? colour.green(sign)
        : change.kind === 'remove'
          ? colour.red(sign)
          : colour.yellow(sign)
    const told = [sizeOf(change, language), why].filter((part) => part !== '').join(' · ')
    const line = `  ${painted} ${padded(nameOf(change), width)}  ${told}`.trimEnd()
    return colour.dim(wrapped(line, terminal.columns(), '      '))
  })
  const notes = plan.notes.map((note) => wrapped(`  ${note[language]}`, terminal.columns(), '  '))
  const top = detected === undefined ? [] : [detected, ...steps, '']
  return [...top, ...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n')
}

export function renderDiffs(changes: readonly Change[], terminal: Terminal): string {
  return changes.flatMap((change) => diffOf(change, terminal) ?? []).join('\n')
}

/** A unified diff of one change, with secrets masked (S35). Undefined if the text does not change. */
export function diffOf(
  change: Change,
  terminal: Pick<Terminal, 'colour'> & Partial<Terminal>,
  nameOfPath: (path: string) => string = (path) => `memory-bank/${path}`,
): string | undefined {
  const [before, after] = textsOf(change)
  if (before === after) return undefined
  const from = before === undefined ? '/dev/null' : `a/${nameOfPath(change.path)}`
  const to = after === undefined ? '/dev/null' : `b/${nameOfPath(change.kind === 'move' ? change.to : change.path)}`
  const [masked = '', replaced = ''] = maskTexts([before ?? '', after ?? '']).map(({ text }) => text)
  const patch = patchOf(masked, replaced)
  const head = `--- ${from}\n+++ ${to}`
  if (patch === undefined) return `${head}\n(diff too large to show)`
  const hunks = patch.map(
    (hunk) =>
      `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@\n${hunk.lines.map((line) => paintLine(line, terminal.colour)).join('\n')}`,
  )
  return [head, ...hunks].join('\n')
}

/** A change in the JSON of `--json`. */
export function changeJson(change: Change, withDiff: boolean): Readonly<Record<string, unknown>> {
  return {
    kind: change.kind,
    path: change.path,
    ...(change.kind === 'move' ? { to: change.to } : {}),
    ...lineCounts(change),
    ...(withDiff ? { diff: diffOf(change, { colour: false }) ?? '' } : {}),
  }
}

export const SIGN = {
  'make-folder': '+',
  'remove-folder': '-',
  create: '+',
  edit: '~',
  move: '>',
  remove: '-',
} as const

export function nameOf(change: Change): string {
  if (change.kind === 'move') return `${change.path} → ${change.to}`
  return change.kind === 'make-folder' || change.kind === 'remove-folder' ? `${change.path}/` : change.path
}

function whyOf(plan: Plan, change: Change, language: Language): string {
  return reasonsFor(plan, change.kind === 'move' ? change.to : change.path, language).join(
    language === 'zh' ? '；' : '; ',
  )
}

function sizeOf(change: Change, language: Language): string {
  const { added, removed } = lineCounts(change)
  switch (change.kind) {
    case 'make-folder':
    case 'remove-folder':
      return ''
    case 'create':
      return { en: `${added} line${added === 1 ? '' : 's'}`, zh: `${added} 行` }[language]
    case 'edit':
      return `+${added} −${removed}`
    case 'move':
      return added + removed === 0 ? '' : `+${added} −${removed}`
    case 'remove':
      return { en: `${removed} line${removed === 1 ? '' : 's'}`, zh: `${removed} 行` }[language]
  }
}

function paintLine(line: string, colour: boolean): string {
  if (!colour) return line
  const code = line.startsWith('+') ? 32 : line.startsWith('-') ? 31 : 2
  return `\x1b[${code}m${line}\x1b[0m`
}
