/** A plan, and what came of it, in plain words: for a terminal, a model and a person alike (S44). */

import type { BankPath } from '../core/bank-path.ts'
import type { Change, Plan } from '../core/change.ts'
import type { Language, Words } from '../core/language.ts'
import { CURRENT_VERSION, isIndexPath, MEMORY } from '../core/layout.ts'
import type { MustShow } from '../core/proposal.ts'
import { addsToIndex, changedSections } from './change-preview.ts'

export function appliedText(changes: readonly Change[], language: Language): string {
  const words = WORDS[language]
  const created = changes.flatMap((change) => (change.kind === 'create' ? [change.path] : []))
  const lines = changes.flatMap((change) => {
    const line = lineOf(change, language)
    if (line === undefined) return []
    const sections = changedSections(change).join(words.comma)
    if (addsToIndex(change, created)) return [`${line} (${words.indexed})`]
    return [isIndexPath(change.path) || sections === '' ? line : `${line} (${sections})`]
  })
  return `${words.title}\n\n${words.done}\n${lines.join('\n')}\n\n${words.status}`
}

/** `reply`: how to answer, where a plain yes would be to something else. */
export function planText(plan: Plan, language: Language, reply?: Words): string {
  const ask = (plan.intent === 'upgrade' ? ASK_UPGRADE : ASK)[language]
  return plan.changes.length === 0
    ? planLines(plan, language)
    : `${planLines(plan, language)}\n\n${reply?.[language] ?? ask}`
}

/** What of a plan the person must have seen before their yes counts: every line (S42). */
export function mustShowOfPlan(plan: Plan, language: Language): readonly MustShow[] {
  return planLines(plan, language)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((whole) => ({ whole }))
}

/** The plan without the question: for those who answer elsewhere than by a reply. */
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

/** What was detected, and a line for each step of an upgrade of the entry; nothing for any other plan. */
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
const ASK: Words = {
  en: 'Reply "yes" to apply exactly this plan, "no" to leave everything as it is.',
  zh: '回复“好”或“确认”执行以上计划，回复“不用”则不做改动。',
}
const ASK_UPGRADE: Words = {
  en: 'Reply "yes" to carry out the upgrade, "no" to leave everything as it is.',
  zh: '回复"好"或"确认"执行升级。',
}

const SIGNS = { 'make-folder': '+', 'remove-folder': '-', create: '+', edit: '~', move: '>', remove: '-' } as const

function lineOf(change: Change, language: Language): string | undefined {
  const words = WORDS[language]
  switch (change.kind) {
    case 'make-folder':
    case 'remove-folder':
      return undefined
    case 'create':
      return `- ${words.created}memory-bank/${change.path}`
    case 'edit':
      return `- ${words.updated}memory-bank/${change.path}`
    case 'move':
      return `- ${words.moved}memory-bank/${change.path} → memory-bank/${change.to}`
    case 'remove':
      return `- ${words.removed}memory-bank/${change.path}`
  }
}

const WORDS = {
  en: {
    title: '[Memory Bank updated]',
    done: 'Done:',
    created: 'Created: ',
    updated: 'Updated: ',
    moved: 'Moved: ',
    removed: 'Removed: ',
    indexed: 'added to the index',
    comma: ', ',
    status: 'Status: done',
  },
  zh: {
    title: '[Memory Bank 写入完成]',
    done: '已执行：',
    created: '创建: ',
    updated: '更新: ',
    moved: '移动: ',
    removed: '删除: ',
    indexed: '已添加到索引',
    comma: '、',
    status: '状态：成功',
  },
} as const
