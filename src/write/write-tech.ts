/** A fact about the technology: one line of details/tech.md, in its section; a line of ours with the same label gives way. */

import { type Addition, fieldText } from '../core/addition.ts'
import type { Draft } from '../core/draft.ts'
import { TECH } from '../core/layout.ts'
import { ok, type Result } from '../core/result.ts'
import { alreadySaid } from '../text/already-said.ts'
import { evidenceNames, withEvidence } from '../text/evidence-links.ts'
import { splice } from '../text/lines.ts'
import { labelled } from '../text/part-names.ts'
import { listSections } from '../text/sections.ts'
import { oneLine } from '../text/value-text.ts'
import { type ListItem, listItems, putLast } from './list-items.ts'
import { sameTopic } from './same-topic.ts'
import { textOrTemplate, withSection } from './with-section.ts'
import type { WriteFacts } from './write-facts.ts'

export function writeTech(draft: Draft, addition: Addition, facts: WriteFacts): Result<undefined> {
  const fact = oneLine(fieldText(addition, 'text'))
  const base = textOrTemplate(draft, TECH, facts.templates.tech)
  if (alreadySaid(base)(fact)) {
    draft.note({ en: `The bank says this already: ${TECH}.`, zh: `Memory Bank 已有这条：${TECH}。` })
    return ok(undefined)
  }
  const place = withSection(TECH, base, headingFor(base, oneLine(fieldText(addition, 'section')) || sectionOf(fact)))
  if (place === undefined) return ok(undefined)
  const { text, section } = place
  const { language } = facts.templates
  const line = `- ${withEvidence(fact, evidenceNames(addition.evidence, language, facts.places), language)}`
  const known = sameLabel(listItems(text, { start: section.bodyStart, end: section.end }), line)
  const why = { en: `fact: ${fact}`, zh: `事实：${fact}` }
  const end = known === undefined ? 0 : known.start + text.slice(known.start, known.end).trimEnd().length
  const isKept = known !== undefined && draft.keepsLine(TECH, text.slice(known.start, end))
  if (known !== undefined && !isKept && !isScannedLine(known.said)) {
    draft.write(TECH, splice(text, known.start, end, line), why)
    return ok(undefined)
  }
  if (known !== undefined && !isKept) draft.note({ en: `A scan says: ${known.said}`, zh: `扫描所得：${known.said}` })
  draft.write(TECH, putLast(text, section, line), why)
  return ok(undefined)
}

function sameLabel(items: readonly ListItem[], line: string): ListItem | undefined {
  const label = labelled(line)?.label
  if (label === undefined) return undefined
  return items.find((item) => sameTopic(labelled(`- ${item.said}`)?.label ?? '', label))
}

/** A line that a scan wrote carries its source, and is the next scan's to change. */
export function isScannedLine(said: string): boolean {
  return SCANNED.test(said)
}

const SCANNED = /\(source: [^()]+\)$|（来源：[^（）]+）$/

/** The section of that name, in the spelling the file has. */
function headingFor(text: string, name: string): string {
  return listSections(text).find(({ heading }) => sameTopic(heading, name))?.heading ?? `## ${name}`
}

function sectionOf(fact: string): string {
  if (/`[^`]+\s[^`]+`|(?:^|\s)(?:npm|pnpm|yarn|make|cargo|go|docker|npx|uv|pip) |命令|运行|构建|部署|启动/i.test(fact))
    return 'Commands'
  return /`[^`]+\/`|目录|folder|directory|structure|结构/i.test(fact) ? 'Structure' : 'Stack'
}
