/** Updates a current bank from the project (S15). */

import type { Draft } from '../bank/draft.ts'
import type { Page } from '../bank/page.ts'
import type { FileDate } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import { INDEXED_FOLDERS, type IndexedFolder, MEMORY, SECTION, TECH } from '../base/layout.ts'
import type { ProjectFacts } from '../project/facts.ts'
import { retireFacts, updateFacts } from './fact-lines.ts'
import { dropMetadata, editBlock } from './machine-block.ts'
import { planArchive } from './plan-archive.ts'
import { planHighlights } from './plan-highlights.ts'
import { planIndexes } from './plan-index.ts'
import { TECH_SECTIONS } from './plan-init.ts'
import type { PlanInput } from './plan-input.ts'
import { completeRouting, routeDocuments } from './plan-routing.ts'
import { dropTwins, renumberClashes } from './renumber.ts'
import { unlistedDocuments } from './unlisted-documents.ts'

export function planRefresh(draft: Draft, input: PlanInput): void {
  dropMetadata(draft)
  dropTwins(draft)
  renumberClashes(draft, input)
  refreshFacts(draft, input)
  planUpkeep(draft, input)
}

/** The upkeep that every bank needs: archives, highlights, indexes, routes. */
function planUpkeep(draft: Draft, input: PlanInput): void {
  const { language } = input.templates
  archive(draft, input)
  planHighlights(draft, { language })
  index(draft, input)
  route(draft, input)
}

export function route(draft: Draft, input: PlanInput): void {
  editBlock(draft, MEMORY, (block) => completeRouting(block, draft, input.templates), {
    en: 'routing table updated',
    zh: '更新路由表',
  })
}

export function archive(draft: Draft, input: PlanInput): void {
  planArchive(draft, { language: input.templates.language, today: input.now.slice(0, 10), now: input.now })
}

export function index(draft: Draft, input: PlanInput, folders: readonly IndexedFolder[] = INDEXED_FOLDERS): void {
  const dates = datesAfterChanges(draft, input)
  const { indexed, templates } = input
  const documents = [...input.snapshot.files.keys()].filter((path) => draft.read(path) !== undefined)
  const pageAt = (path: BankPath) => (draft.read(path) === undefined ? undefined : draft.page(path))
  const unknown = unlistedDocuments(documents, pageAt)
  const wasMade = (path: BankPath) => input.remembered.has(path) || input.committed(path) !== undefined
  const today = input.now.slice(0, 10)
  planIndexes(draft, { language: templates.language, dates, today, indexed, wasMade }, folders)
  const still = new Set(unlistedDocuments(unknown, pageAt))
  const added = unknown.filter((path) => !still.has(path))
  if (added.length > 0) draft.note(addedToIndex(added))
}

/** Reports documents that no index listed before (S26). */
function addedToIndex(paths: readonly BankPath[]): Words {
  const shown = paths.slice(0, 3).join(', ') + (paths.length > 3 ? ` +${paths.length - 3}` : '')
  return { en: `Added to the index: ${shown}`, zh: `已添加到索引：${shown}` }
}

function refreshFacts(draft: Draft, input: PlanInput): void {
  const { language } = input.templates
  const facts = input.readFacts()
  const why = { en: 'scanned facts updated', zh: '按项目现状更新扫描所得' }
  const update = (block: Page, heading: string, of: ProjectFacts['snapshot']) =>
    updateFacts(block, heading, of, language, (line) => draft.keepsLine(block.path, line))
  editBlock(draft, MEMORY, (block) => update(block, SECTION.snapshot, facts.snapshot), why)
  // A held MEMORY.md waits for the user's choice, so nothing in it is replaced.
  if (!draft.isHeld(MEMORY)) {
    editBlock(draft, MEMORY, (block) => routeDocuments(block, facts.documents), {
      en: 'routes to project documents',
      zh: '指向项目文档的路由',
    })
  }
  const tech = (block: Page) => {
    const existing = draft.isHeld(TECH) ? block : block.with(retireFacts(block, '## Structure'))
    return TECH_SECTIONS.reduce((page, [heading, of]) => page.with(update(page, heading, facts[of])), existing).text
  }
  editBlock(draft, TECH, tech, why)
}

/**
 * The dates that the next run will see. A moved file keeps its modification time, which then replaces its date in git.
 * An edited file gets today's date.
 */
function datesAfterChanges(draft: Draft, input: PlanInput): ReadonlyMap<BankPath, FileDate> {
  const dates = new Map(input.dates)
  for (const path of draft.paths()) {
    const origin = draft.originOf(path)
    const isEdited = draft.read(path) !== input.snapshot.files.get(origin ?? path)?.text
    if (isEdited) dates.set(path, { updated: input.now.slice(0, 10), author: input.dates.get(path)?.author })
    const updated = origin === undefined || isEdited ? undefined : input.touched.get(origin)
    if (origin === undefined || updated === undefined) continue
    dates.set(path, { updated, author: input.dates.get(origin)?.author })
  }
  return dates
}
