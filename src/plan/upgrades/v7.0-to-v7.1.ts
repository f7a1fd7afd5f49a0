/** v7.1 added four sections. An older bank gets the missing ones at the end of its machine block. */

import type { Draft } from '../../bank/draft.ts'
import type { Page } from '../../bank/page.ts'
import { appendSection } from '../../bank/sections.ts'
import { type Templates, templateSection } from '../../bank/templates.ts'
import type { Language, Words } from '../../base/language.ts'
import { OLD_ROUTING_HEADING, SECTION } from '../../base/layout.ts'
import type { ProjectFacts } from '../../project/facts.ts'
import { completeRouting, dropDeadRoutes, routeDocuments } from '../plan-routing.ts'
import type { Upgrade } from '../upgrade.ts'

const ADDED = [SECTION.routing, SECTION.drillDown, SECTION.writeSafety, SECTION.quickAnswers]

export const v70ToV71: Upgrade = {
  to: '7.1',
  upgrade(block, templates, draft, readFacts) {
    return lacking(block).reduce(
      (page, heading) => page.with(appendSection(page.text, newSection(heading, page, templates, draft, readFacts))),
      block,
    ).text
  },
  describe(block) {
    return lacking(block).map((heading): Words => ({ en: `adds ${heading}`, zh: `追加区块：${heading}` }))
  },
}

function lacking(block: Page): readonly string[] {
  return ADDED.filter((heading) => block.section(heading) === undefined)
}

/** The routes lead to the documents of the project too, so that a refresh right after the upgrade plans nothing. */
function newSection(
  heading: string,
  block: Page,
  templates: Templates,
  draft: Draft,
  readFacts: () => ProjectFacts,
): string {
  const section = templateSection(templates, heading)
  if (heading !== SECTION.routing) return section
  const complete = completeRouting(block.with(dropDeadRoutes(block.with(section), draft)), draft, templates)
  const routes = routeDocuments(block.with(complete), readFacts().documents).trimEnd()
  if (block.section(OLD_ROUTING_HEADING) === undefined) return routes
  return routes.replace(heading, () => `${heading}\n\n${LEGACY_NOTE[templates.language satisfies Language]}`)
}

const LEGACY_NOTE: Words = {
  en: '> An older `## Routing Rules` above is legacy; this intent-driven section takes precedence.',
  zh: '> 如上方存在旧的 `## Routing Rules`，视为 legacy；以本节意图驱动路由为准。',
}
