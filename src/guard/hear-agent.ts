/** A 💾 proposal in the assistant's message: the files it would write, point by point (S42). */

import { withoutHtml } from '../bank/closing-markup.ts'
import { pageOf } from '../bank/page.ts'
import { type BankPath, bankPath } from '../base/bank-path.ts'
import { traceOf } from './find-trace.ts'
import type { GuardState, Moment } from './state.ts'
import type { Trace } from './trace.ts'

/**
 * The assistant's message as moments. It never replaces a proposal that Memory Bank made. `isOurs`: whether the text
 * before `memory-bank/` in a path leads to this bank.
 */
export function hearAgent(state: GuardState, text: string, isOurs: IsOurs): readonly Moment[] {
  if (state.proposal !== undefined && state.proposal.kind !== 'words') return []
  const proposal = proposalIn(text, isOurs)
  // A bare yes would answer the question at the end, not the 💾 above it.
  const ofOther = asksAnother(text)
  if (proposal !== undefined)
    return [
      { at: 'proposed', ...proposal, traces: tracesIn(text, isOurs) },
      ...(ofOther ? [{ at: 'spoke', ofOther } as const] : []),
    ]
  const isOther = state.proposal !== undefined && ofOther
  return isOther === state.asked.ofOther ? [] : [{ at: 'spoke', ofOther: isOther }]
}

type IsOurs = (prefix: string) => boolean

/** Whether the last paragraph is a question without a 💾. */
function asksAnother(text: string): boolean {
  const last =
    text
      .trimEnd()
      .split(/\n[ \t]*\n/)
      .at(-1) ?? ''
  return !last.includes('💾') && ENDS_WITH_QUESTION.test(last.slice(-200))
}

const ENDS_WITH_QUESTION = /[?？][\s"”」』)）*_~`]*$/

export interface ProposedWrite {
  readonly targets: readonly BankPath[]
  /** The targets of each point, in the order the user counts them. */
  readonly parts: readonly (readonly BankPath[])[]
}

/** More files are not read one by one. */
const MOST_TARGETS = 10

/** The last 💾 of a message, which the user's reply answers. Without a file or content it is not a proposal. */
export function proposalIn(text: string, isOurs: IsOurs): ProposedWrite | undefined {
  const proposed = proposedIn(text)
  if (proposed === undefined) return undefined
  const lines = proposed.split(/\r?\n/)
  const parts: BankPath[][] = []
  let count = 0
  for (const line of lines) {
    // New content and replaced lines may mention other files.
    if (CONTENT_LINE.test(line) || LEAVING_LINE.test(line)) continue
    const found = targetsIn(line, isOurs).slice(0, MOST_TARGETS - count)
    count += found.length
    if (POINT.test(line)) parts.push(found)
    else if (parts.length > 0 && lines.some((other) => POINT.test(other))) parts.at(-1)?.push(...found)
    else for (const target of found) parts.push([target])
  }
  const named = parts.filter((part) => part.length > 0)
  if (named.length === 0 && tracesIn(text, isOurs).length === 0) return undefined
  return { targets: [...new Set(named.flat())], parts: named }
}

/** A trace of each point of the last 💾: its targets, its first clause as title, and its words. */
function tracesIn(text: string, isOurs: IsOurs): readonly Trace[] {
  const points: { targets: BankPath[]; said: string[] }[] = [{ targets: [], said: [] }]
  for (const line of proposedIn(text)?.split(/\r?\n/).slice(1) ?? []) {
    if (POINT.test(line)) points.push({ targets: [], said: [] })
    const point = points.at(-1)
    if (LEAVING_LINE.test(line) || REPLY_LINE.test(line)) continue
    if (!CONTENT_LINE.test(line)) point?.targets.push(...targetsIn(line, isOurs))
    const content = line.replace(KNOWN, ' ').replace(OTHER, ' ').replace(FRAME, '').trim()
    if (/[\p{L}\p{N}]{2}/u.test(content)) point?.said.push(content)
  }
  return points
    .filter(({ said }) => said.length > 0)
    .map(({ targets, said }) => traceOf(said[0]?.split(/[；;。]/)[0] ?? '', said.join('\n'), targets))
}

/** The text from the last 💾, ignoring those in code, HTML, comments, link targets and quotations. */
function proposedIn(text: string): string | undefined {
  const own = withoutHtml(pageOf(text.slice(-LONGEST_MESSAGE)).unfenced)
    // A quotation also takes the lines after it, up to a blank one.
    .replace(/^[ \t]*(?:(?:[-*+]|\d{1,2}[.)])[ \t]+)?>.*(?:\n[ \t]*\S.*)*$/gm, ' ')
    .replace(/^(?: {4}|\t).*💾.*$/gmu, ' ')
    .replace(/\]\([^)\n]*\)|^ {0,3}\[[^[\]\n]+\]:.*$/gm, ']')
    .replace(/(`+)[^`\n]*💾[^`\n]*\1|["“「『][^"”」』\n]*💾[^"”」』\n]*["”」』]/gu, ' ')
  const at = own.lastIndexOf('💾')
  // What is far above the end was not before the person's eyes.
  const isSeen = at !== -1 && own.slice(at).split('\n').length <= LAST_LINES
  return isSeen ? own.slice(at, at + LONGEST) : undefined
}

const LONGEST_MESSAGE = 200_000
const LAST_LINES = 40

/** A proposal is short; text beyond this limit is not part of it. */
const LONGEST = 20_000
const CONTENT_LINE = /^[\s>*-]*(?:→|->|[-*•])?\s*(?:内容|要点|content|points?|summary)\s*[:：]/i
const LEAVING_LINE = /^\s*−\s/
/** The frame of a line: number, arrow, label. */
const FRAME =
  /^[\s>*→-]*(?:\d{1,2}[.)、．]\s*)?(?:→|->)?\s*(?:(?:内容|要点|content|points?|summary)\s*[:：])?[\s,，、]*/i
const REPLY_LINE = /^[\s>]*(?:回复|reply\b|-{3,}\s*$)/i
/** `1.`, `2)`, `三、`, `①`: the points that a user counts. */
const POINT = /^[\s>→]*(?:\d{1,2}[.)、．]|[一二三四五六七八九十]{1,2}、|[①-⑳])/u

const KNOWN =
  /(?<![\w./-])(?:((?:[\w.~-]*\/)*)memory-bank\/)?((?:details\/|design\/|requirements\/|learnings\/|archive\/)[^\s`"'()（）<>[\]：:，,、；;]+?\.md|(?:MEMORY|legacy|tech|patterns|progress)\.md)(?!\w)/gu
const OTHER = /(?:^|[\s`"'(（→:：,，、[])((?:[\w.~-]*\/)*)memory-bank\/([^\s`"'()（）<>[\]：:，,、；;]+?\.md)(?!\w)/gu
/** Names that people use without their folder. */
const IN_DETAILS = /^(?:(?:design|requirements|learnings|archive)\/|(?:tech|patterns|progress)\.md$)/

function targetsIn(line: string, isOurs: IsOurs): readonly BankPath[] {
  const named = [...line.matchAll(KNOWN), ...line.matchAll(OTHER)].sort((a, b) => a.index - b.index)
  const paths = named.flatMap(([, prefix = '', raw = '']) =>
    isOurs(prefix) ? (bankPath(IN_DETAILS.test(raw) ? `details/${raw}` : raw) ?? []) : [],
  )
  return [...new Set(paths)]
}
