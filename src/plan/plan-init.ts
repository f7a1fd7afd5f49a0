/** Nothing there yet: the whole template, filled with what the scan found. A file that exists is left as it is. */

import type { Draft } from '../bank/draft.ts'
import type { Page } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import { folderPath, INDEXED_FOLDERS, MEMORY, PATTERNS, PROGRESS, SECTION, TECH } from '../base/layout.ts'
import type { ProjectFacts } from '../project/facts.ts'
import { routeDocuments } from './document-rows.ts'
import { fillFacts } from './fact-lines.ts'
import { editBlock } from './machine-block.ts'
import type { PlanInput } from './plan-input.ts'
import { completeRouting, dropDeadRoutes } from './plan-routing.ts'

export function planInit(draft: Draft, input: PlanInput): void {
  writeDetails(draft, input)
  for (const folder of INDEXED_FOLDERS) draft.makeFolder(folderPath(folder))
  writeEntry(draft, input)
}

/** MEMORY.md alone, for a bank that has its details and lost its entry. */
export function writeEntry(draft: Draft, input: PlanInput): void {
  fillEntry(draft, input)
  editBlock(draft, MEMORY, (block) => completeRouting(block, draft, input.templates))
}

/** MEMORY.md with what the scan found, before its routes are completed. */
export function fillEntry(draft: Draft, input: PlanInput): void {
  const { language } = input.templates
  const facts = input.readFacts()
  const found = facts.snapshot.length
  draft.write(MEMORY, input.templates.memory, {
    en: `the entry, always in front of the agent${found === 0 ? '' : `; ${found} fact${found === 1 ? '' : 's'} from ${sources(facts)}`}`,
    zh: `入口文件，始终在 Agent 面前${found === 0 ? '' : `；含 ${found} 条扫描所得（${sources(facts)}）`}`,
  })
  const fill = (block: Page) => {
    const filled = block.with(fillFacts(block, SECTION.snapshot, facts.snapshot, language))
    return routeDocuments(filled.with(dropDeadRoutes(filled, draft)), facts.documents)
  }
  editBlock(draft, MEMORY, fill)
}

/** The three details files every bank has, where they are missing. */
export function writeDetails(draft: Draft, input: PlanInput): void {
  const { templates } = input
  const facts = input.readFacts()
  const write = (path: BankPath, text: string, why: Words) => {
    if (!draft.isTaken(path)) draft.write(path, text, why)
  }
  const hadTech = draft.isTaken(TECH)
  write(TECH, templates.tech, {
    en: `stack and commands, each with its source (${sources(facts)})`,
    zh: `技术栈与命令，均注明来源（${sources(facts)}）`,
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
    en: 'decisions go here, with why and what was given up',
    zh: '技术决策：原因与取舍',
  })
  write(PROGRESS, templates.progress, { en: 'what is done, next and blocked', zh: '已完成、下一步与阻塞项' })
}

export const TECH_SECTIONS = [
  ['## Stack', 'stack'],
  ['## Commands', 'commands'],
] as const

function sources({ snapshot, stack, commands }: ProjectFacts): string {
  const names = [...new Set([...snapshot, ...stack, ...commands].flatMap((fact) => fact.source.split(', ')))].filter(
    (name) => name !== '…',
  )
  const shown = names.slice(0, 4).join(', ')
  return names.length > 4 ? `${shown} …` : shown
}
