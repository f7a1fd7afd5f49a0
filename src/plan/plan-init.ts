/** Plans a new bank: the whole template, filled with the facts of the scan. Existing files are kept. */

import type { Draft } from '../bank/draft.ts'
import type { Page } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import { folderPath, INDEXED_FOLDERS, MEMORY, PATTERNS, PROGRESS, SECTION, TECH } from '../base/layout.ts'
import type { ProjectFacts } from '../project/facts.ts'
import { fillFacts } from './fact-lines.ts'
import { editBlock } from './machine-block.ts'
import type { PlanInput } from './plan-input.ts'
import { completeRouting, dropDeadRoutes, routeDocuments } from './plan-routing.ts'

export function planInit(draft: Draft, input: PlanInput): void {
  writeDetails(draft, input)
  for (const folder of INDEXED_FOLDERS) draft.makeFolder(folderPath(folder))
  writeEntry(draft, input)
}

/** Writes only MEMORY.md, for a bank that lost it. */
export function writeEntry(draft: Draft, input: PlanInput): void {
  fillEntry(draft, input)
  editBlock(draft, MEMORY, (block) => completeRouting(block, draft, input.templates))
}

/** MEMORY.md with the facts of the scan, before its routes are completed. */
export function fillEntry(draft: Draft, input: PlanInput): void {
  const { language } = input.templates
  const facts = input.readFacts()
  const found = facts.snapshot.length
  draft.write(MEMORY, input.templates.memory, {
    en: `loaded at the start of every session${found === 0 ? '' : `; ${found} fact${found === 1 ? '' : 's'} from ${sources(facts)}`}`,
    zh: `每次会话开始时加载${found === 0 ? '' : `；含 ${found} 条扫描所得（${sources(facts)}）`}`,
  })
  const fill = (block: Page) => {
    const filled = block.with(fillFacts(block, SECTION.snapshot, facts.snapshot, language))
    return routeDocuments(filled.with(dropDeadRoutes(filled, draft)), facts.documents)
  }
  editBlock(draft, MEMORY, fill)
}

/** Writes the three standard files of details/ that are missing. */
export function writeDetails(draft: Draft, input: PlanInput): void {
  const { templates } = input
  const facts = input.readFacts()
  const write = (path: BankPath, text: string, why: Words) => {
    if (!draft.isTaken(path)) draft.write(path, text, why)
  }
  const hadTech = draft.isTaken(TECH)
  write(TECH, templates.tech, {
    en: `stack and commands, each with its source (${sources(facts)})${unclear('; nothing says which program to run: ', facts)}`,
    zh: `技术栈与命令，均注明来源（${sources(facts)}）${unclear('；没有资料说明应运行哪个程序：', facts)}`,
  })
  if (!hadTech) {
    const fill = (block: Page) =>
      TECH_SECTIONS.reduce(
        (page, [heading, of]) => page.with(fillFacts(page, heading, facts[of], templates.language)),
        block,
      ).text
    editBlock(draft, TECH, fill)
  }
  write(PATTERNS, templates.patterns, {
    en: 'decisions, with their reasons and rejected options',
    zh: '技术决策：原因与取舍',
  })
  write(PROGRESS, templates.progress, { en: 'done, next and blocked work', zh: '已完成、下一步与阻塞项' })
}

export const TECH_SECTIONS = [
  ['## Stack', 'stack'],
  ['## Commands', 'commands'],
] as const

/** Names the candidates instead of guessing: an agent that learns the project can decide (S29). */
function unclear(words: string, { unclear }: ProjectFacts): string {
  return unclear.length === 0 ? '' : words + unclear.slice(0, 4).join(', ')
}

function sources({ snapshot, stack, commands }: ProjectFacts): string {
  const names = [...new Set([...snapshot, ...stack, ...commands].flatMap((fact) => fact.source.split(', ')))].filter(
    (name) => name !== '…',
  )
  const shown = names.slice(0, 4).join(', ')
  return names.length > 4 ? `${shown} …` : shown
}
