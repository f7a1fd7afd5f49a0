/**
 * The worklist from which an agent learns a project (S29): places worth studying, grouped by kind.
 *
 * Every item has a place. The list stays within its token budget; items left out are counted.
 */

import { estimateTokens } from '../base/estimate-tokens.ts'
import type { Language, Words } from '../base/language.ts'
import { LIMITS } from '../base/limits.ts'

export interface WorkItem {
  /** `path`, `path:line`, or a commit. */
  readonly place: string
  readonly text: string
}

export const WORK_KINDS = [
  'gaps',
  'decisions',
  'documents',
  'reverts',
  'fixes',
  'together',
  'busy',
  'dependencies',
  'commands',
] as const
export type WorkKind = (typeof WORK_KINDS)[number]

interface WorkSection {
  readonly kind: WorkKind
  readonly items: readonly WorkItem[]
  /** Number of items found, also those left out. */
  readonly found: number
}

/** The number of commits in which files are counted. Older ones say little about how files relate now. */
export const RECENT_COMMITS = 750

/** How much was searched. */
interface Looked {
  readonly commits: number
  /** The date of the oldest commit. */
  readonly since: string | undefined
  readonly documents: number
  /** Documents that were found and not read. */
  readonly unread: number
  readonly manifests: number
  /** False if time ran out before the older commits. */
  readonly isWhole: boolean
}

export interface Worklist {
  readonly language: Language
  readonly looked: Looked
  readonly sections: readonly WorkSection[]
  /** Titles of declined proposals, which the agent must not propose again. */
  readonly declined: readonly string[]
}

export function makeWorklist(
  found: Readonly<Record<WorkKind, readonly WorkItem[]>>,
  rest: Omit<Worklist, 'sections'>,
): Worklist {
  let sections = WORK_KINDS.map((kind) => ({
    kind,
    items: found[kind].slice(0, MOST[kind]).map(shortened),
    found: found[kind].length,
  }))
  const declined = rest.declined.slice(0, MOST_DECLINED)
  const listOf = (): Worklist => ({ ...rest, declined, sections: sections.filter((one) => one.items.length > 0) })
  while (estimateTokens(worklistText(listOf())) > LIMITS.worklistTokens) {
    const longest = Math.max(...sections.map(({ items }) => items.length))
    if (longest <= 1) break
    const at = sections.findLastIndex(({ items }) => items.length === longest)
    sections = sections.map((one, index) => (index === at ? { ...one, items: one.items.slice(0, -1) } : one))
  }
  return listOf()
}

export function worklistText({ language, looked, sections, declined }: Worklist): string {
  const lists = sections.map(({ kind, items, found }) => {
    const more = found - items.length
    return [
      `${TITLES[kind][language]}${more === 0 ? '' : MORE(more)[language]}`,
      ...items.map(({ place, text }) => `- ${place}${text === '' ? '' : COLON[language] + text}`),
    ].join('\n')
  })
  const no = declined.length === 0 ? [] : [[DECLINED[language], ...declined.map((one) => `- ${one}`)].join('\n')]
  const head = sections.length === 0 ? NOTHING[language] : HOW[language]
  return [`${head}\n${lookedText(looked)[language]}`, ...lists, ...no].join('\n\n')
}

const MOST: Readonly<Record<WorkKind, number>> = {
  gaps: 5,
  decisions: 10,
  documents: 8,
  reverts: 5,
  fixes: 8,
  together: 5,
  busy: 5,
  dependencies: 6,
  commands: 8,
}
const MOST_DECLINED = 10
const LONGEST_TEXT = 140

function shortened({ place, text }: WorkItem): WorkItem {
  const line = text.replace(/\s+/g, ' ').trim()
  return { place, text: line.length <= LONGEST_TEXT ? line : `${line.slice(0, LONGEST_TEXT - 1).toWellFormed()}…` }
}

const COLON: Words = { en: ': ', zh: '：' }

const TITLES: Readonly<Record<WorkKind, Words>> = {
  gaps: { en: 'Gaps in the bank', zh: 'Memory Bank 中的空缺' },
  decisions: { en: 'Decisions in documents', zh: '文档中写明的决策' },
  documents: {
    en: 'Documents not linked from the bank',
    zh: 'Memory Bank 未链接的文档',
  },
  reverts: { en: 'Reverts: why?', zh: '被回退的改动：为什么？' },
  fixes: { en: 'Fixes worth knowing: symptom, cause, prevention', zh: '值得了解的修复：症状、根因、如何预防' },
  together: {
    en: `Files that change together (last ${RECENT_COMMITS} commits): why?`,
    zh: `总是一起改动的文件（最近 ${RECENT_COMMITS} 个提交）：为什么相关？`,
  },
  busy: {
    en: `Files that change most (last ${RECENT_COMMITS} commits): what breaks there?`,
    zh: `改动最多的文件（最近 ${RECENT_COMMITS} 个提交）：那里容易出什么问题？`,
  },
  dependencies: { en: 'Dependencies pinned, replaced or capped: why?', zh: '被锁定、替换或限制版本的依赖：为什么？' },
  commands: { en: 'CI commands missing from the bank', zh: 'Memory Bank 中缺少的 CI 命令' },
}

function MORE(more: number): Words {
  return { en: ` (${more} more)`, zh: `（另有 ${more} 项）` }
}

const HOW: Words = {
  en: `Learn this project from the places below: open the file, or \`git show\` the commit. Look for what the code does not show: why it is so, what was tried and given up, traps, facts from outside. Then call memory_propose once with all entries (12 at most, fewer is better), each with "evidence" from this repository (path:line or commit); one without it, or with a place that is not there, is refused. Leave out what a README, a manifest or the neighbouring code shows; a document worth finding again is an "answer" with a "pointer". The user answers once: all, some (by number or topic) or none. If nothing is worth keeping, say so.`,
  zh: `请从以下位置了解这个项目：打开文件，或用 \`git show\` 查看提交。要找的是代码说不出来的东西：为什么这样做、试过又放弃了什么、有哪些坑、来自项目之外的事实。然后调用一次 memory_propose，一次提出全部条目（最多 12 条，宁缺毋滥），每条都要有本仓库中的 "evidence"（路径:行号或提交）；没有依据、或依据不存在的会被拒绝。README、清单文件或相邻代码已经写明的不要提；只是以后要查的文档，用 "answer" 加 "pointer"。用户一次答复：全部、部分（按编号或主题）或都不要。没有值得记的就直说。`,
}

const NOTHING: Words = {
  en: 'Nothing to learn from: no documents, decisions or history.',
  zh: '没有找到可以学习的内容：没有文档、决策或提交历史。',
}

const DECLINED: Words = {
  en: 'The user declined these; do not propose them again',
  zh: '用户曾拒绝以下内容，请勿再次提议',
}

function lookedText({ commits, since, documents, unread, manifests, isWhole }: Looked): Words {
  const from = since === undefined ? { en: '', zh: '' } : { en: ` (since ${since})`, zh: `（自 ${since} 起）` }
  const more = unread === 0 ? { en: '', zh: '' } : { en: ` (${unread} more unread)`, zh: `（另有 ${unread} 个未读）` }
  const late = isWhole
    ? { en: '', zh: '' }
    : { en: '; time ran out before the older commits', zh: '；时间用尽，更早的提交未看' }
  return {
    en: `Looked at ${commits} ${commits === 1 ? 'commit' : 'commits'}${from.en}, ${documents} documents${more.en}, ${manifests} manifests and CI files${late.en}.`,
    zh: `已查看 ${commits} 个提交${from.zh}、${documents} 个文档${more.zh}、${manifests} 个清单与 CI 文件${late.zh}。`,
  }
}
