/** Proposals as they are published (schemas/proposals.schema.json), for `--json` and for the page. */

import type { Language } from '../base/language.ts'
import type { Review } from '../bank/reports.ts'
import type { Proposal } from '../bank/proposal.ts'
import { encodeAddition } from '../bank/decode-addition.ts'
import type { Proposals } from './proposals.ts'

/** What is told of proposals that are shown whole. */
export interface ShownWhole {
  /** What accepting all of them would change. */
  readonly diff?: string
  /** Each as if it were accepted alone. */
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
      return { id, status, kind, at, session, targets, fields, evidence, hash, ...given(more) }
    }),
    ...given({ diff, reviews }),
  }
}

/** Without what is not there. */
function given(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
