/** A plan, and what came of it, in plain words: for a terminal, a model and a person alike (S44). */

import type { Change, Plan } from '../core/change.ts'
import type { Language, Words } from '../core/language.ts'
import type { MustShow } from '../core/proposal.ts'

export function appliedText(changes: readonly Change[], language: Language): string {
  const words = WORDS[language]
  const lines = changes.flatMap((change) => lineOf(change, language) ?? [])
  return `${words.title}\n\n${words.done}\n${lines.join('\n')}\n\n${words.status}`
}

/** `reply`: how to answer, where a plain yes would be to something else. */
export function planText(plan: Plan, language: Language, reply?: Words): string {
  const ask = {
    en: 'Reply "yes" to apply exactly this plan, "no" to leave everything as it is.',
    zh: '回复“好”或“确认”执行以上计划，回复“不用”则不做改动。',
  }[language]
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
  const lines = plan.changes.map((change) => {
    const place = change.kind === 'move' ? change.to : change.path
    const why = [
      ...new Set(plan.reasons.filter((reason) => reason.path === place).map((reason) => reason.words[language])),
    ]
    const name = change.kind === 'move' ? `${change.path} → ${change.to}` : change.path
    return `- ${SIGNS[change.kind]} memory-bank/${name}${why.length === 0 ? '' : `: ${why.join('; ')}`}`
  })
  return [...lines, ...plan.notes.map((note) => note[language])].join('\n')
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
    status: 'Status: done',
  },
  zh: {
    title: '[Memory Bank 写入完成]',
    done: '已执行：',
    created: '创建: ',
    updated: '更新: ',
    moved: '移动: ',
    removed: '删除: ',
    status: '状态：成功',
  },
} as const
