/**
 * A decision enters details/patterns.md, whole, and Decision Highlights, in a line (S43).
 *
 * A decision the bank has already is updated where it stands, in the form it stands in. One that is replaced stays
 * readable with its reasons, marked as superseded, and is named in what was given up for the new one.
 */

import { plainWords, sameTopic } from '../../bank/already-said.ts'
import {
  decisionPlaces,
  isCalled,
  isSuperseded,
  type NamedDecision,
  namedDecisions,
  titleBefore,
} from '../../bank/decisions.ts'
import type { Draft } from '../../bank/draft.ts'
import { oneLine } from '../../bank/lines.ts'
import type { Page } from '../../bank/page.ts'
import type { Addition } from '../../base/addition.ts'
import { invalidAddition } from '../../base/addition-problems.ts'
import type { Language, Words } from '../../base/language.ts'
import { PATTERNS } from '../../base/layout.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { latestDateIn } from '../../base/dates.ts'
import { evidenceIn, evidenceLinks, withEvidence } from '../../bank/evidence-links.ts'
import { added, type Decision, PARTS, superseded, updated } from './decision-text.ts'
import { nearTopic } from './near-topic.ts'
import { pageOrTemplate } from './with-section.ts'
import type { WriteFacts } from './write-facts.ts'
import { writeHighlight } from './write-highlight.ts'

export function writeDecision(draft: Draft, addition: Addition, facts: WriteFacts): Result<undefined> {
  const { language } = facts.templates
  const page = pageOrTemplate(draft, PATTERNS, facts.templates.patterns)
  const bare = decisionOf(addition, facts)
  const standing = namedDecisions(page)
  const known = standing.findLast((one) => isCalled(one, bare.what))
  const said = withItsEvidence(
    bare,
    known,
    evidenceLinks(addition.evidence, PATTERNS, language, facts.places),
    language,
  )
  const former = formerOf(addition, standing, known)
  if (!former.ok) return former

  const decision = former.value === undefined ? said : succeeding(said, former.value, language)
  if (former.value === undefined && known !== undefined && isWhole(page, known, decision)) {
    draft.note({
      en: `The bank says this already: ${PATTERNS}:${known.entry.line}.`,
      zh: `Memory Bank 已有这条：${PATTERNS}:${known.entry.line}。`,
    })
    return ok(undefined)
  }
  const others = standing.filter((one) => one !== known && one !== former.value && !one.superseded)
  for (const one of others.filter(({ names }) => names.some((name) => nearTopic(name, said.what))).slice(0, 3))
    draft.note(muchLike(one))

  const marked = former.value === undefined ? page : withMark(draft, page, former.value, decision, language)
  const again = known === undefined ? undefined : namedDecisions(marked)[standing.indexOf(known)]
  const place = again === undefined ? undefined : decisionPlaces(marked)(again.entry)
  const written = place === undefined ? added(marked, decision, language) : updated(marked, place, decision, language)
  draft.write(PATTERNS, written, reasonFor(said, former.value, place !== undefined))
  writeHighlight(draft, decision, (former.value ?? known)?.names ?? [], facts)
  return ok(undefined)
}

/** The decision this one takes the place of; none where it only says the same one anew. */
function formerOf(
  { fields }: Addition,
  standing: readonly NamedDecision[],
  known: NamedDecision | undefined,
): Result<NamedDecision | undefined> {
  const named = fields.get('replaces')
  if (named === undefined) return ok(undefined)
  const former = standing.findLast((one) => isCalled(one, named))
  if (former !== undefined) return ok(former === known ? undefined : former)
  const isDone = standing.some((one) =>
    one.names.some((name) => isSuperseded(name) && sameTopic(titleBefore(name), named)),
  )
  return isDone && known !== undefined ? ok(undefined) : fail(nothingToReplace(named, standing))
}

function withMark(draft: Draft, page: Page, former: NamedDecision, by: Decision, language: Language): Page {
  const place = decisionPlaces(page)(former.entry)
  if (place !== undefined) return page.with(superseded(page, place, by.what, language))
  draft.note({
    en: `“${former.name}” stands in your own block (${PATTERNS}:${former.entry.line}) and is left as it is.`,
    zh: `「${former.name}」位于用户区块（${PATTERNS}:${former.entry.line}），保持原样。`,
  })
  return page
}

function decisionOf({ fields }: Addition, facts: WriteFacts): Decision {
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

function nothingToReplace(named: string, standing: readonly NamedDecision[]): ReturnType<typeof invalidAddition> {
  const gone = standing.find((one) =>
    one.names.some((name) => isSuperseded(name) && sameTopic(titleBefore(name), named)),
  )
  if (gone !== undefined)
    return invalidAddition(
      {
        en: `Another decision took the place of “${named}” already: ${PATTERNS}:${gone.entry.line} “${gone.name}”.`,
        zh: `「${named}」已被其他决策取代：${PATTERNS}:${gone.entry.line}「${gone.name}」。`,
      },
      {
        en: 'Agree on which one holds, and name the one that stands in `replaces`.',
        zh: '请先确定以哪一条为准，再在 replaces 中写现行的那一条。',
      },
    )
  const near = standing.find((one) => !one.superseded && one.names.some((name) => nearTopic(name, named)))
  return invalidAddition(
    {
      en: `There is no decision “${named}” in ${PATTERNS} to replace.`,
      zh: `${PATTERNS} 中没有可取代的决策「${named}」。`,
    },
    near === undefined
      ? { en: `See what stands there: memory-bank read ${PATTERNS}`, zh: `查看已有决策：memory-bank read ${PATTERNS}` }
      : { en: `Did you mean: --replaces "${near.name}"`, zh: `是否指：--replaces "${near.name}"` },
  )
}

/** Said before the person agrees: a second entry of one topic is theirs to want. */
function muchLike({ name: what, entry }: NamedDecision): Words {
  const place = `${PATTERNS}:${entry.line}`
  return {
    en: `Much like ${place} “${what}”. To update that one, use its title; if this takes its place: --replaces "${what}"`,
    zh: `与 ${place}「${what}」相近。若要更新那一条，请用它的标题；若要取代它：--replaces "${what}"`,
  }
}

function reasonFor(said: Decision, former: NamedDecision | undefined, isUpdate: boolean): Words {
  if (former !== undefined)
    return {
      en: `decision: ${said.what}, in place of: ${former.name}`,
      zh: `决策：${said.what}，取代：${former.name}`,
    }
  return isUpdate
    ? { en: `decision updated: ${said.what}`, zh: `更新决策：${said.what}` }
    : { en: `decision: ${said.what}`, zh: `决策：${said.what}` }
}

/** What it replaces is what was given up. */
function succeeding(said: Decision, { name, entry }: NamedDecision, language: Language): Decision {
  const date = latestDateIn(entry.parts.get('date') ?? entry.title)
  const day = date === undefined ? '' : { en: `, ${date}`, zh: `，${date}` }[language]
  // In brackets: a semicolon would begin another part where an entry stands on one line.
  const givenUp = {
    en: `${said.givenUp} (formerly: ${name}${day})`,
    zh: `${said.givenUp}（原决策：${name}${day}）`,
  }[language]
  return { ...said, givenUp }
}

/** What it rests on stands behind its reason, with what it rested on before. */
function withItsEvidence(
  said: Decision,
  known: NamedDecision | undefined,
  evidence: readonly string[],
  language: Language,
): Decision {
  const former = evidenceIn(known?.entry.parts.get('why') ?? '')
  const why = withEvidence(said.why, [...(former === '' ? [] : [former]), ...evidence], language)
  return { ...said, why }
}

/** Says all of it already, where we may write. */
function isWhole(page: Page, { entry, names }: NamedDecision, decision: Decision): boolean {
  if (decisionPlaces(page)(entry) === undefined) return false
  return PARTS.every((part) => {
    if (part === 'date') return true
    const said = part === 'what' ? names : [entry.parts.get(part) ?? '']
    const isRested = part !== 'why' || said.some((one) => evidenceIn(one).includes(evidenceIn(decision.why)))
    return isRested && said.some((one) => plainWords(one).includes(plainWords(decision[part])))
  })
}
