/** Proposals as they are published (schemas/proposals.schema.json), for `--json` and for the page. */

import type { Language } from '../core/language.ts'
import type { Proposal } from '../core/proposal.ts'
import { encodeAddition } from '../text/decode-addition.ts'
import type { Proposals } from './proposals.ts'

export function proposalsReport(
  book: Proposals,
  shown: readonly Proposal[],
  language: Language,
  diff?: string,
): Readonly<Record<string, unknown>> {
  return {
    kind: 'proposals',
    version: 1,
    language,
    allowed: book.allowed(),
    proposals: shown.map(({ id, status, at, session, addition, targets, hash }) => {
      const { kind, evidence, ...fields } = encodeAddition(addition)
      return { id, status, kind, at, session, targets, fields, evidence, hash }
    }),
    ...(diff === undefined ? {} : { diff }),
  }
}
