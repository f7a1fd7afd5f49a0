/**
 * A fact about the technology: one line of details/tech.md, in its section (S43).
 *
 * A fact is known by its whole line, never by the label it begins with: two notes are two facts. It takes the place of
 * another only if `replaces` names that one.
 */

import { sameTopic } from '../../bank/already-said.ts'
import type { Draft } from '../../bank/draft.ts'
import { isScannedItem } from '../../bank/entry.ts'
import { type Item, putLast, takeItem } from '../../bank/items.ts'
import { oneLine, splice } from '../../bank/lines.ts'
import type { Page } from '../../bank/page.ts'
import { type Addition, fieldText } from '../../base/addition.ts'
import { invalidAddition } from '../../base/addition-problems.ts'
import type { Words } from '../../base/language.ts'
import { TECH } from '../../base/layout.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { evidenceNames, withEvidence } from '../../bank/evidence-links.ts'
import { pageOrTemplate, withSection } from './with-section.ts'
import type { WriteFacts } from './write-facts.ts'

export function writeTech(draft: Draft, addition: Addition, facts: WriteFacts): Result<undefined> {
  const fact = oneLine(fieldText(addition, 'text'))
  const page = pageOrTemplate(draft, TECH, facts.templates.tech)
  const base = page.text
  const standing = page.items
  const isSaid = standing.some(({ said }) => said === fact || sameTopic(said, fact))
  const replaces = addition.fields.get('replaces')
  const named = replaces === undefined ? undefined : factNamed(page, replaces)
  if (replaces !== undefined && named === undefined && !isSaid) return fail(nothingToReplace(replaces))
  const isAnother = named !== undefined && !sameTopic(named.said, fact)
  const former = isAnother && givesWay(draft, base, named) ? named : undefined
  if (isSaid && former === undefined) {
    draft.note({ en: `The bank says this already: ${TECH}.`, zh: `Memory Bank 已有这条：${TECH}。` })
    return ok(undefined)
  }
  for (const { said } of standing.filter((one) => one.start !== named?.start && hasLabelOf(one, fact)).slice(0, 2))
    draft.note(sameLabel(said))

  const { language } = facts.templates
  const line = `- ${withEvidence(fact, evidenceNames(addition.evidence, language, facts.places), language)}`
  const section = oneLine(fieldText(addition, 'section'))
  const heading = headingFor(page, section || sectionOf(fact))
  const why = reasonFor(fact, former)
  if (former !== undefined && !isSaid && (section === '' || isBelow(page, heading, former))) {
    draft.write(TECH, splice(base, former.start, former.start + ownText(base, former).length, line), why)
    return ok(undefined)
  }
  const text = former === undefined ? base : takeItem(base, former).text
  const place = isSaid ? undefined : withSection(page.with(text), heading)
  const written = place === undefined ? text : putLast(place.page, place.section, line)
  if (isSaid || place !== undefined) draft.write(TECH, written, why)
  return ok(undefined)
}

/** The fact with these words, where we may edit it. */
function factNamed(page: Page, words: string): Item | undefined {
  const items = (page.editable?.spans ?? []).flatMap((span) => page.itemsIn(span))
  return items.find(({ said }) => sameTopic(said, words))
}

/** Not a line that a person keeps (S4), nor one that the next scan would write again. */
function givesWay(draft: Draft, text: string, named: Item): boolean {
  const isScanned = isScannedItem(named.said)
  if (isScanned) draft.note({ en: `A scan says: ${named.said}`, zh: `扫描所得：${named.said}` })
  return !isScanned && !draft.keepsLine(TECH, ownText(text, named))
}

function isBelow(page: Page, heading: string, { start }: Item): boolean {
  const section = page.editableSection((candidate) => candidate === heading)
  return section !== undefined && section.bodyStart <= start && start < section.end
}

function ownText(text: string, { start, end }: Item): string {
  return text.slice(start, end).trimEnd()
}

/** Whether both give a value to the same name in bold: perhaps one takes the place of the other. */
function hasLabelOf({ said }: Item, fact: string): boolean {
  const [one, other] = [said, fact].map((text) => BOLD_LABEL.exec(text)?.[1])
  return one !== undefined && other !== undefined && sameTopic(one, other) && !isScannedItem(said)
}

const BOLD_LABEL = /^\*\*([^*]+?)[:：]?\*\*/

function reasonFor(fact: string, former: Item | undefined): Words {
  if (former === undefined) return { en: `fact: ${fact}`, zh: `事实：${fact}` }
  return { en: `fact: ${fact}, in place of: ${former.said}`, zh: `事实：${fact}，取代：${former.said}` }
}

function sameLabel(said: string): Words {
  return {
    en: `${TECH} also says “${said}”. If the new fact takes its place: --replaces "${said}"`,
    zh: `${TECH} 中还有「${said}」。若要取代它：--replaces "${said}"`,
  }
}

function nothingToReplace(named: string): ReturnType<typeof invalidAddition> {
  return invalidAddition(
    { en: `There is no fact “${named}” in ${TECH} to replace.`, zh: `${TECH} 中没有可取代的「${named}」。` },
    {
      en: `Give its whole line. To see it: memory-bank read ${TECH}`,
      zh: `请写出整行内容。查看：memory-bank read ${TECH}`,
    },
  )
}

/** The section of that name, in the spelling the file has. */
function headingFor(page: Page, name: string): string {
  return page.sections.find(({ heading }) => sameTopic(heading, name))?.heading ?? `## ${name}`
}

function sectionOf(fact: string): string {
  if (/`[^`]+\s[^`]+`|(?:^|\s)(?:npm|pnpm|yarn|make|cargo|go|docker|npx|uv|pip) |命令|运行|构建|部署|启动/i.test(fact))
    return 'Commands'
  return /`[^`]+\/`|目录|folder|directory|structure|结构/i.test(fact) ? 'Structure' : 'Stack'
}
