/**
 * Writes a decision into details/patterns.md, and one line of it into Decision Highlights (S43).
 *
 * An existing decision is updated in place and in its own form. A replaced decision keeps its reasons and is marked as
 * superseded. The new one names it among the rejected alternatives.
 */

import {
  decisionPlaces,
  isCalled,
  isSuperseded,
  type NamedDecision,
  namedDecisions,
  titleBefore,
} from '../../bank/decisions.ts'
import type { Draft } from '../../bank/draft.ts'
import { evidenceIn, evidenceLinks, withEvidence } from '../../bank/evidence-links.ts'
import { oneLine } from '../../bank/lines.ts'
import type { Page } from '../../bank/page.ts'
import { plainWords, sameTopic } from '../../bank/same-topic.ts'
import type { Addition } from '../../base/addition.ts'
import { invalidAddition } from '../../base/addition-problems.ts'
import { latestDateIn } from '../../base/dates.ts'
import type { Language, Words } from '../../base/language.ts'
import { PATTERNS } from '../../base/layout.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { addDecision, type Decision, markSuperseded, PARTS, updateDecision } from './decision-text.ts'
import { nearTopic } from './near-topic.ts'
import { pageOrTemplate } from './with-section.ts'
import type { AdditionFacts } from './write-facts.ts'
import { writeHighlight } from './write-highlight.ts'

export function writeDecision(draft: Draft, addition: Addition, facts: AdditionFacts): Result<undefined> {
  const { language } = facts.templates
  const page = pageOrTemplate(draft, PATTERNS, facts.templates.patterns)
  const bare = decisionOf(addition, facts)
  const existing = namedDecisions(page)
  const known = existing.findLast((one) => isCalled(one, bare.what))
  const said = addEvidence(bare, known, evidenceLinks(addition.evidence, PATTERNS, language, facts.places), language)
  const former = formerOf(addition, existing, known)
  if (!former.ok) return former

  const decision = former.value === undefined ? said : withFormer(said, former.value, language)
  if (former.value === undefined && known !== undefined && saysAll(page, known, decision)) {
    draft.note({
      en: `Already in the bank: ${PATTERNS}:${known.entry.line}.`,
      zh: `Memory Bank 已有这条：${PATTERNS}:${known.entry.line}。`,
    })
    return ok(undefined)
  }
  const others = existing.filter((one) => one !== known && one !== former.value && !one.superseded)
  for (const one of others.filter(({ names }) => names.some((name) => nearTopic(name, said.what))).slice(0, 3))
    draft.note(similarTo(one))

  const marked = former.value === undefined ? page : withMark(draft, page, former.value, decision, language)
  const again = known === undefined ? undefined : namedDecisions(marked)[existing.indexOf(known)]
  const found = again === undefined ? undefined : decisionPlaces(marked)(again.entry)
  const isKept = found !== undefined && keepsAny(draft, marked.part(found.span.start, found.span.end))
  const place = isKept ? undefined : found
  const written =
    place === undefined ? addDecision(marked, decision, language) : updateDecision(marked, place, decision, language)
  draft.write(PATTERNS, written, reasonFor(said, former.value, place !== undefined))
  writeHighlight(draft, decision, (former.value ?? known)?.names ?? [], facts)
  return ok(undefined)
}

/** True if the user chose to keep a line of this entry (S4). The decision is then added as a new entry. */
function keepsAny(draft: Draft, { lines }: Page): boolean {
  return lines.some(({ text }) => draft.keepsLine(PATTERNS, text))
}

/** The decision that is replaced; undefined if the new one only restates it. */
function formerOf(
  { fields }: Addition,
  existing: readonly NamedDecision[],
  known: NamedDecision | undefined,
): Result<NamedDecision | undefined> {
  const named = fields.get('replaces')
  if (named === undefined) return ok(undefined)
  const former = existing.findLast((one) => isCalled(one, named))
  if (former !== undefined) return ok(former === known ? undefined : former)
  const isDone = existing.some((one) =>
    one.names.some((name) => isSuperseded(name) && sameTopic(titleBefore(name), named)),
  )
  return isDone && known !== undefined ? ok(undefined) : fail(nothingToReplace(named, existing))
}

function withMark(draft: Draft, page: Page, former: NamedDecision, by: Decision, language: Language): Page {
  const place = decisionPlaces(page)(former.entry)
  if (place !== undefined) return page.with(markSuperseded(page, place, by.what, language))
  draft.note({
    en: `“${former.name}” is in a user block (${PATTERNS}:${former.entry.line}) and was not changed.`,
    zh: `「${former.name}」位于用户区块（${PATTERNS}:${former.entry.line}），保持原样。`,
  })
  return page
}

function decisionOf({ fields }: Addition, facts: AdditionFacts): Decision {
  const said = (field: Parameters<typeof fields.get>[0]) => oneLine(fields.get(field) ?? '')
  return {
    date: fields.get('date') ?? facts.today,
    what: said('title'),
    why: said('why'),
    givenUp: said('givenUp'),
    applies: said('applies'),
    notFor: said('notFor'),
  }
}

function nothingToReplace(named: string, existing: readonly NamedDecision[]): ReturnType<typeof invalidAddition> {
  const gone = existing.find((one) =>
    one.names.some((name) => isSuperseded(name) && sameTopic(titleBefore(name), named)),
  )
  if (gone !== undefined)
    return invalidAddition(
      {
        en: `“${named}” was already replaced: ${PATTERNS}:${gone.entry.line} “${gone.name}”.`,
        zh: `「${named}」已被其他决策取代：${PATTERNS}:${gone.entry.line}「${gone.name}」。`,
      },
      {
        en: 'Decide which decision is valid, and name the current one in `replaces`.',
        zh: '请先确定以哪一条为准，再在 replaces 中写现行的那一条。',
      },
    )
  const near = existing.find((one) => !one.superseded && one.names.some((name) => nearTopic(name, named)))
  return invalidAddition(
    {
      en: `There is no decision “${named}” in ${PATTERNS} to replace.`,
      zh: `${PATTERNS} 中没有可取代的决策「${named}」。`,
    },
    near === undefined
      ? { en: `List the decisions: memory-bank read ${PATTERNS}`, zh: `查看已有决策：memory-bank read ${PATTERNS}` }
      : { en: `Did you mean: --replaces "${near.name}"`, zh: `是否指：--replaces "${near.name}"` },
  )
}

/** Shown before the user confirms, because they may want a second entry on the topic. */
function similarTo({ name: what, entry }: NamedDecision): Words {
  const place = `${PATTERNS}:${entry.line}`
  return {
    en: `Similar to ${place} “${what}”. To update that one, use its title; to replace it: --replaces "${what}"`,
    zh: `与 ${place}「${what}」相近。若要更新它，请使用其标题；若要取代它：--replaces "${what}"`,
  }
}

function reasonFor(said: Decision, former: NamedDecision | undefined, isUpdate: boolean): Words {
  if (former !== undefined)
    return {
      en: `decision: ${said.what}, replaces: ${former.name}`,
      zh: `决策：${said.what}，取代：${former.name}`,
    }
  return isUpdate
    ? { en: `decision updated: ${said.what}`, zh: `更新决策：${said.what}` }
    : { en: `decision: ${said.what}`, zh: `决策：${said.what}` }
}

/** Adds the replaced decision to the rejected alternatives. */
function withFormer(said: Decision, { name, entry }: NamedDecision, language: Language): Decision {
  const date = latestDateIn(entry.parts.get('date') ?? entry.title)
  const day = date === undefined ? '' : { en: `, ${date}`, zh: `，${date}` }[language]
  // In brackets, because a semicolon starts another part in an entry of one line.
  const givenUp = {
    en: `${said.givenUp} (formerly: ${name}${day})`,
    zh: `${said.givenUp}（原决策：${name}${day}）`,
  }[language]
  return { ...said, givenUp }
}

/** Appends the evidence to the reason, after earlier evidence. */
function addEvidence(
  said: Decision,
  known: NamedDecision | undefined,
  evidence: readonly string[],
  language: Language,
): Decision {
  const former = evidenceIn(known?.entry.parts.get('why') ?? '')
  const why = withEvidence(said.why, [...(former === '' ? [] : [former]), ...evidence], language)
  return { ...said, why }
}

/** True if an editable entry already contains every part of this decision. */
function saysAll(page: Page, { entry, names }: NamedDecision, decision: Decision): boolean {
  if (decisionPlaces(page)(entry) === undefined) return false
  return PARTS.every((part) => {
    if (part === 'date') return true
    const said = part === 'what' ? names : [entry.parts.get(part) ?? '']
    const isRested = part !== 'why' || said.some((one) => evidenceIn(one).includes(evidenceIn(decision.why)))
    return isRested && said.some((one) => plainWords(one).includes(plainWords(decision[part])))
  })
}
