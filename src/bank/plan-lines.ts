/** A plan and its result in plain words, for terminals, models and people alike (S44). */

import type { BankPath } from '../base/bank-path.ts'
import type { Change, Plan } from '../base/change.ts'
import type { Language, Words } from '../base/language.ts'
import { CURRENT_VERSION, isIndexPath, MEMORY } from '../base/layout.ts'
import { addsToIndex, changedSections } from './preview-lines.ts'

/** One line: the changed files with their sections, grouped by kind of change. */
export function appliedText(changes: readonly Change[], language: Language): string {
  const words = WORDS[language]
  const created = changes.flatMap((change) => (change.kind === 'create' ? [change.path] : []))
  const done = (['create', 'edit', 'move', 'remove'] as const).flatMap((kind) => {
    const files = changes.flatMap((change) => (change.kind === kind ? [fileOf(change, created, language)] : []))
    return files.length === 0 ? [] : [`${words[kind]}${files.join(words.comma)}`]
  })
  return `${words.title} ${[...done, words.status].join(words.semicolon)}`
}

/** The plan without a question. */
export function planLines(plan: Plan, language: Language): string {
  if (plan.changes.length === 0)
    return { en: 'The bank is up to date. Nothing to do.', zh: 'Memory Bank 已是最新，无需改动。' }[language]
  const steps = upgradeSteps(plan, language)
  const lines = plan.changes
    .filter((change) => steps.length === 0 || change.path !== MEMORY)
    .map((change) => {
      const place = change.kind === 'move' ? change.to : change.path
      const why = reasonsFor(plan, place, language)
      const name = change.kind === 'move' ? `${change.path} → ${change.to}` : change.path
      return `- ${SIGNS[change.kind]} memory-bank/${name}${why.length === 0 ? '' : `: ${why.join('; ')}`}`
    })
  const notes = plan.notes.map((note) => note[language])
  return [...steps, ...lines, ...(steps.length > 0 && notes.length > 0 ? [''] : []), ...notes].join('\n')
}

/** The steps of an upgrade, one line each. Empty for any other plan. */
export function upgradeSteps(plan: Plan, language: Language): readonly string[] {
  if (plan.intent !== 'upgrade') return []
  return [DETECTED[language], ...reasonsFor(plan, MEMORY, language).map((why) => `- ${why}`)]
}

export function reasonsFor(plan: Plan, path: BankPath, language: Language): readonly string[] {
  return [...new Set(plan.reasons.filter((reason) => reason.path === path).map((reason) => reason.words[language]))]
}

const DETECTED: Words = {
  en: `Detected: the version of MEMORY.md is below v${CURRENT_VERSION}. It will be upgraded:`,
  zh: `检测到 MEMORY.md 版本 < v${CURRENT_VERSION}，将执行升级：`,
}
const SIGNS = { 'make-folder': '+', 'remove-folder': '-', create: '+', edit: '~', move: '>', remove: '-' } as const

function fileOf(change: Change, created: readonly BankPath[], language: Language): string {
  const words = WORDS[language]
  const file = `memory-bank/${change.path}${change.kind === 'move' ? ` → memory-bank/${change.to}` : ''}`
  if (addsToIndex(change, created)) return `${file} (${words.indexed})`
  const sections = isIndexPath(change.path) ? '' : changedSections(change).join(words.comma)
  return sections === '' ? file : `${file} (${sections})`
}

const WORDS = {
  en: {
    title: '[Memory Bank updated]',
    create: 'Created: ',
    edit: 'Updated: ',
    move: 'Moved: ',
    remove: 'Removed: ',
    indexed: 'added to the index',
    comma: ', ',
    semicolon: '; ',
    status: 'Status: done',
  },
  zh: {
    title: '[Memory Bank 写入完成]',
    create: '创建: ',
    edit: '更新: ',
    move: '移动: ',
    remove: '删除: ',
    indexed: '已添加到索引',
    comma: '、',
    semicolon: '；',
    status: '状态：成功',
  },
} as const
