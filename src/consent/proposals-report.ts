/** Proposals in their published form (schemas/proposals.schema.json), for `--json` and the page. */

import { encodeAddition } from '../bank/decode-addition.ts'
import type { Proposal } from '../bank/proposal.ts'
import type { Review } from '../bank/review.ts'
import type { Language } from '../base/language.ts'
import type { Proposals } from './proposals.ts'

/** Details for proposals that are shown in full. */
export interface ShownWhole {
  /** The changes if all of them are accepted. */
  readonly diff?: string
  /** The review of each proposal alone. */
  readonly reviews?: readonly Review[]
}

export function proposalsReport(
  book: Proposals,
  shown: readonly Proposal[],
  language: Language,
  { diff, reviews }: ShownWhole = {},
): Readonly<Record<string, unknown>> {
  return {
    kind: 'proposals',
    version: 1,
    language,
    allowed: book.allowed(),
    proposals: shown.map(({ id, status, at, session, host, addition, was, targets, hash, because }) => {
      const { kind, evidence, ...fields } = encodeAddition(addition)
      const more = { host, edited: was === undefined ? undefined : true, because }
      return { id, status, kind, at, session, targets, fields, evidence, hash, ...definedOnly(more) }
    }),
    ...definedOnly({ diff, reviews }),
  }
}

/** Without undefined values. */
function definedOnly(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
