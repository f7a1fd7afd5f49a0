/** What has become of an entry that is proposed again, and what is said of it: nothing is asked twice (S36, S40). */

import type { Addition } from '../core/addition.ts'
import type { Words } from '../core/language.ts'
import type { Proposal } from '../core/proposal.ts'
import { isProposedAgain } from '../guard/trace.ts'
import { encodeAddition } from '../text/decode-addition.ts'
import { traceOfAddition } from './declined.ts'

/** declined: the same title, or four fifths of its words, was declined. waiting, skipped: the same was proposed. */
export type Standing =
  | { readonly kind: 'new' | 'skipped' | 'waiting' }
  /** `because`: in the person's words. */
  | { readonly kind: 'declined'; readonly because: string | undefined }

/** For the model that proposes it; nothing of what is new. */
export function standingWords(standing: Standing): Words {
  if (standing.kind !== 'declined' || standing.because === undefined) return STANDING_WORDS[standing.kind]
  return {
    en: `The user has declined this, because: “${standing.because}”. Do not propose it again as it is; propose it only if they ask for it, or if it now is what they want.`,
    zh: `用户已拒绝这些内容，理由：「${standing.because}」。请勿原样再次提议；仅在用户要求、或内容已符合用户意图时再提议。`,
  }
}

const STANDING_WORDS: Readonly<Record<Standing['kind'], Words>> = {
  new: { en: '', zh: '' },
  declined: {
    en: 'The user has declined this. Do not propose it again unless they ask for it.',
    zh: '用户已拒绝这些内容。除非用户要求，请勿再次提议。',
  },
  skipped: {
    en: 'The user has passed over this in this session, so it is not asked again. It stays listed (`memory-bank proposals`); propose it again only if they ask for it.',
    zh: '用户在本会话中已略过这些内容，因此不再询问。它仍在列表中（`memory-bank proposals`）；除非用户要求，请勿再次提议。',
  },
  waiting: {
    en: 'This is proposed already and waits for the user’s answer; it is not asked twice.',
    zh: '这些内容已经提议，正在等待用户回答，不会重复询问。',
  },
}

/** Its kind stands for where it would be written. */
export function isDeclinedWith({ addition: declined, was, targets }: Proposal, addition: Addition): boolean {
  return [declined, ...(was === undefined ? [] : [was])].some((one) => isSaidAgain(one, targets, addition))
}

function isSaidAgain(declined: Addition, targets: Proposal['targets'], addition: Addition): boolean {
  if (declined.kind === 'removal' || addition.kind === 'removal') return isSameRemoval(declined, addition)
  const now = traceOfAddition(addition, declined.kind === addition.kind ? targets : [])
  return isProposedAgain(traceOfAddition(declined, targets), now)
}

function isSameRemoval(one: Addition, other: Addition): boolean {
  const names = ({ fields }: Addition) =>
    [fields.get('title'), fields.get('pointer')].filter((name) => name !== undefined)
  return one.kind === other.kind && names(one).some((name) => names(other).includes(name))
}

/** In other words perhaps, but with no other name or number: who corrects a proposal proposes something new. */
export function saysTheSame(before: Addition | undefined, now: Addition): boolean {
  if (before === undefined || before.kind !== now.kind) return false
  if (contentOf(before) === contentOf(now)) return true
  if (now.kind === 'removal') return isSameRemoval(before, now)
  const known = namesIn(before)
  if ([...namesIn(now)].some((name) => !known.has(name))) return false
  // By the words alone, without a place: a correction keeps its title.
  const [was, is] = [traceOfAddition(before, []), traceOfAddition(now, [])]
  return isProposedAgain(was, is) && isProposedAgain(is, was)
}

/** What is said; with what evidence does not matter. */
export function contentOf(addition: Addition): string {
  return JSON.stringify(encodeAddition({ ...addition, evidence: [] }))
}

/** Names, numbers and code, as they are written. */
function namesIn({ fields }: Addition): ReadonlySet<string> {
  const words = [...fields.values()].join(' ').match(/[\p{Script=Latin}\d][\p{Script=Latin}\d._/@-]*/gu) ?? []
  return new Set(
    words.map((word) => word.replace(/(?<![._/@-])[._/@-]+$/, '')).filter((word) => /[\d._/@-]|.\p{Lu}/u.test(word)),
  )
}
