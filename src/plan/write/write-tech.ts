/**
 * Writes a fact about the technology as one line of details/tech.md (S43).
 *
 * A fact is identified by its whole line, never by its label: two notes are two facts. It replaces another one only if
 * `replaces` names that line.
 */

import type { Draft } from '../../bank/draft.ts'
import { isScannedItem } from '../../bank/entry.ts'
import { evidenceNames, withEvidence } from '../../bank/evidence-links.ts'
import { type Item, putLast, takeItem } from '../../bank/items.ts'
import { oneLine, splice } from '../../bank/lines.ts'
import type { Page } from '../../bank/page.ts'
import { sameTopic } from '../../bank/same-topic.ts'
import { type Addition, fieldText } from '../../base/addition.ts'
import { invalidAddition } from '../../base/addition-problems.ts'
import type { Words } from '../../base/language.ts'
import { TECH } from '../../base/layout.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { pageOrTemplate, withSection } from './with-section.ts'
import type { AdditionFacts } from './write-facts.ts'

export function writeTech(draft: Draft, addition: Addition, facts: AdditionFacts): Result<undefined> {
  const fact = oneLine(fieldText(addition, 'text'))
  const page = pageOrTemplate(draft, TECH, facts.templates.tech)
  const base = page.text
  const existing = page.items
  const isPresent = existing.some(({ said }) => said === fact || sameTopic(said, fact))
  const replaces = addition.fields.get('replaces')
  const named = replaces === undefined ? undefined : factNamed(page, replaces)
  if (replaces !== undefined && named === undefined && !isPresent) return fail(nothingToReplace(replaces))
  const isAnother = named !== undefined && !sameTopic(named.said, fact)
  const former = isAnother && canReplace(draft, base, named) ? named : undefined
  if (isPresent && former === undefined) {
    draft.note({ en: `Already in the bank: ${TECH}.`, zh: `Memory Bank 已有这条：${TECH}。` })
    return ok(undefined)
  }
  for (const { said } of existing.filter((one) => one.start !== named?.start && hasLabelOf(one, fact)).slice(0, 2))
    draft.note(sameLabel(said))

  const { language } = facts.templates
  const line = `- ${withEvidence(fact, evidenceNames(addition.evidence, language, facts.places), language)}`
  const section = oneLine(fieldText(addition, 'section'))
  const heading = headingFor(page, section || sectionOf(fact))
  const why = reasonFor(fact, former)
  if (former !== undefined && !isPresent && (section === '' || isBelow(page, heading, former))) {
    draft.write(TECH, splice(base, former.start, former.start + ownText(base, former).length, line), why)
    return ok(undefined)
  }
  const text = former === undefined ? base : takeItem(base, former).text
  const place = isPresent ? undefined : withSection(page.with(text), heading)
  const written = place === undefined ? text : putLast(place.page, place.section, line)
  if (isPresent || place !== undefined) draft.write(TECH, written, why)
  return ok(undefined)
}

/** The fact with these words, if it can be edited. */
function factNamed(page: Page, words: string): Item | undefined {
  const items = (page.editable?.spans ?? []).flatMap((span) => page.itemsIn(span))
  return items.find(({ said }) => sameTopic(said, words))
}

/** Lines that a person keeps (S4) stay, and so do scanned lines: the next scan would write them again. */
function canReplace(draft: Draft, text: string, named: Item): boolean {
  const isScanned = isScannedItem(named.said)
  if (isScanned) draft.note({ en: `Found by scan: ${named.said}`, zh: `扫描所得：${named.said}` })
  return !isScanned && !draft.keepsLine(TECH, ownText(text, named))
}

function isBelow(page: Page, heading: string, { start }: Item): boolean {
  const section = page.editableSection((candidate) => candidate === heading)
  return section !== undefined && section.bodyStart <= start && start < section.end
}

function ownText(text: string, { start, end }: Item): string {
  return text.slice(start, end).trimEnd()
}

/** True if both have the same bold label, so one may replace the other. */
function hasLabelOf({ said }: Item, fact: string): boolean {
  const [one, other] = [said, fact].map((text) => BOLD_LABEL.exec(text)?.[1])
  return one !== undefined && other !== undefined && sameTopic(one, other) && !isScannedItem(said)
}

const BOLD_LABEL = /^\*\*([^*]+?)[:：]?\*\*/

function reasonFor(fact: string, former: Item | undefined): Words {
  if (former === undefined) return { en: `fact: ${fact}`, zh: `事实：${fact}` }
  return { en: `fact: ${fact}, replaces: ${former.said}`, zh: `事实：${fact}，取代：${former.said}` }
}

function sameLabel(said: string): Words {
  return {
    en: `${TECH} also says “${said}”. To replace it: --replaces "${said}"`,
    zh: `${TECH} 中还有「${said}」。若要取代它：--replaces "${said}"`,
  }
}

function nothingToReplace(named: string): ReturnType<typeof invalidAddition> {
  return invalidAddition(
    { en: `There is no fact “${named}” in ${TECH} to replace.`, zh: `${TECH} 中没有可取代的「${named}」。` },
    {
      en: `Pass the whole line. Show the file: memory-bank read ${TECH}`,
      zh: `请写出整行内容。查看：memory-bank read ${TECH}`,
    },
  )
}

/** The section of that name, spelled as in the file. */
function headingFor(page: Page, name: string): string {
  return page.sections.find(({ heading }) => sameTopic(heading, name))?.heading ?? `## ${name}`
}

function sectionOf(fact: string): string {
  if (/`[^`]+\s[^`]+`|(?:^|\s)(?:npm|pnpm|yarn|make|cargo|go|docker|npx|uv|pip) |命令|运行|构建|部署|启动/i.test(fact))
    return 'Commands'
  return /`[^`]+\/`|目录|folder|directory|structure|结构/i.test(fact) ? 'Structure' : 'Stack'
}
