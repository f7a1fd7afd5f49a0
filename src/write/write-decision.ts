/**
 * A decision enters details/patterns.md, whole, and Decision Highlights, in a line (S43).
 *
 * A decision the bank has already is updated where it stands, in the form it stands in. One that is replaced stays
 * readable with its reasons, marked as superseded, and is named in what was given up for the new one.
 */

import type { Addition } from '../core/addition.ts'
import { invalidAddition } from '../core/addition-problem.ts'
import { latestDateIn } from '../core/dates.ts'
import type { Draft } from '../core/draft.ts'
import { decisionsIn, type Entry } from '../core/entries.ts'
import type { Language } from '../core/language.ts'
import { PATTERNS } from '../core/layout.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { normal } from '../core/sayings.ts'
import { isSuperseded, titleBefore } from '../core/superseded.ts'
import { added, type Decision, PARTS, placeOf, superseded, updated } from './decision-text.ts'
import { oneLine } from './plain-text.ts'
import { nearTopic, sameTopic } from './same-topic.ts'
import type { WriteFacts } from './write-facts.ts'
import { writeHighlight } from './write-highlight.ts'

export function writeDecision(draft: Draft, addition: Addition, facts: WriteFacts): Result<undefined> {
  const { language } = facts.templates
  const before = draft.read(PATTERNS) ?? ''
  const text = before.trim() === '' ? facts.templates.patterns : before
  const said = decisionOf(addition, facts)
  const entries = decisionsIn(text)
  const known = entries.findLast((entry) => sameTopic(whatOf(entry), said.what))
  const former = formerOf(addition, entries, known)
  if (!former.ok) return former

  const decision = former.value === undefined ? said : succeeding(said, former.value, language)
  const placeOfKnown = known === undefined ? undefined : placeOf(text, known)
  if (former.value === undefined && known !== undefined && placeOfKnown !== undefined && saysAll(known, decision)) {
    draft.note({
      en: `The bank says this already: ${PATTERNS}:${known.line}.`,
      zh: `Memory Bank 已有这条：${PATTERNS}:${known.line}。`,
    })
    return ok(undefined)
  }
  const others = entries.filter((one) => one !== known && one !== former.value && !isSuperseded(whatOf(one)))
  for (const entry of others.filter((one) => nearTopic(whatOf(one), said.what)).slice(0, 3)) draft.note(muchLike(entry))

  const standing = former.value === undefined ? text : withMark(draft, text, former.value, decision, language)
  const again = known === undefined ? undefined : decisionsIn(standing).find(({ line }) => line === known.line)
  const place = again === undefined ? undefined : placeOf(standing, again)
  const written =
    place === undefined ? added(standing, decision, language) : updated(standing, place, decision, language)
  draft.write(PATTERNS, written, reasonFor(said, former.value, place !== undefined))
  writeHighlight(draft, decision, former.value === undefined ? [] : [whatOf(former.value)], facts)
  return ok(undefined)
}

/** The decision this one takes the place of; none where it only says the same one anew. */
function formerOf(
  { fields }: Addition,
  entries: readonly Entry[],
  known: Entry | undefined,
): Result<Entry | undefined> {
  const named = fields.get('replaces')
  if (named === undefined) return ok(undefined)
  const former = entries.findLast((entry) => sameTopic(whatOf(entry), named))
  if (former !== undefined) return ok(former === known ? undefined : former)
  const isDone = entries.some((entry) => isSuperseded(whatOf(entry)) && sameTopic(titleBefore(whatOf(entry)), named))
  return isDone && known !== undefined ? ok(undefined) : fail(nothingToReplace(named, entries))
}

function withMark(draft: Draft, text: string, former: Entry, by: Decision, language: Language): string {
  const place = placeOf(text, former)
  if (place !== undefined) return superseded(text, place, by.what, language)
  draft.note({
    en: `“${whatOf(former)}” stands in your own block (${PATTERNS}:${former.line}) and is left as it is.`,
    zh: `「${whatOf(former)}」位于用户区块（${PATTERNS}:${former.line}），保持原样。`,
  })
  return text
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

function nothingToReplace(named: string, entries: readonly Entry[]): ReturnType<typeof invalidAddition> {
  const near = entries.find((entry) => nearTopic(whatOf(entry), named))
  const hint = near === undefined ? undefined : whatOf(near)
  return invalidAddition(
    {
      en: `There is no decision “${named}” in ${PATTERNS} to replace.`,
      zh: `${PATTERNS} 中没有可取代的决策「${named}」。`,
    },
    hint === undefined
      ? { en: `See what stands there: memory-bank read ${PATTERNS}`, zh: `查看已有决策：memory-bank read ${PATTERNS}` }
      : { en: `Did you mean: --replaces "${hint}"`, zh: `是否指：--replaces "${hint}"` },
  )
}

/** Said before the person agrees: a second entry of one topic is theirs to want. */
function muchLike(entry: Entry): { readonly en: string; readonly zh: string } {
  const [what, place] = [whatOf(entry), `${PATTERNS}:${entry.line}`]
  return {
    en: `Much like ${place} “${what}”. To update that one, use its title; if this takes its place: --replaces "${what}"`,
    zh: `与 ${place}「${what}」相近。若要更新那一条，请用它的标题；若要取代它：--replaces "${what}"`,
  }
}

function reasonFor(said: Decision, former: Entry | undefined, isUpdate: boolean): { en: string; zh: string } {
  if (former !== undefined)
    return {
      en: `decision: ${said.what}, in place of: ${whatOf(former)}`,
      zh: `决策：${said.what}，取代：${whatOf(former)}`,
    }
  return isUpdate
    ? { en: `decision updated: ${said.what}`, zh: `更新决策：${said.what}` }
    : { en: `decision: ${said.what}`, zh: `决策：${said.what}` }
}

function whatOf(entry: Entry): string {
  return (entry.parts.get('what') ?? entry.title).trim()
}

/** What it replaces is what was given up. */
function succeeding(said: Decision, former: Entry, language: Language): Decision {
  const date = latestDateIn(former.parts.get('date') ?? former.title)
  const day = date === undefined ? '' : { en: `, ${date}`, zh: `，${date}` }[language]
  // In brackets: a semicolon would begin another part where an entry stands on one line.
  const givenUp = {
    en: `${said.givenUp} (formerly: ${whatOf(former)}${day})`,
    zh: `${said.givenUp}（原决策：${whatOf(former)}${day}）`,
  }[language]
  return { ...said, givenUp }
}

function saysAll(entry: Entry, decision: Decision): boolean {
  return PARTS.every((part) => part === 'date' || normal(entry.parts.get(part) ?? '').includes(normal(decision[part])))
}
