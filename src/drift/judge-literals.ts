/**
 * What the bank quotes as the code spells it, and what is more than one name: an image with its tag, a member with its
 * owner (`sdk.Runtime.SetDb`). It is gone if the last commits took it out and no file has it any more.
 */

import { isDocument } from '../text/document-path.ts'
import type { Claim } from './claim.ts'
import { holdsWord } from './code-names.ts'
import { type Codebase, isBeforeEntry, type Judged, takenOut, UNKNOWN, VALID, type Verdict } from './codebase.ts'
import { MOST_HOLDERS, type Removal } from './repository.ts'

export function judgeLiterals(claims: readonly Claim[], codebase: Codebase): readonly Judged[] {
  const named = claims.flatMap((claim) => (claim.kind === 'literal' ? [claim] : []))
  if (named.length === 0) return []
  const { repository } = codebase
  const removed = repository.removedLately(named.map(({ text }) => text))
  const holders = removed.size === 0 ? new Map<string, readonly string[]>() : repository.holders([...removed.keys()])
  const isHere = (text: string) => {
    const paths = (holders?.get(text) ?? []).filter((path) => !isDocument(path))
    return paths.length >= MOST_HOLDERS || paths.some((path) => holdsWord(repository.read(path) ?? '', text))
  }
  const verdictOf = (claim: (typeof named)[number], was: Removal | undefined): Verdict => {
    if (was === undefined || holders === undefined) return UNKNOWN
    if (isHere(claim.text)) return VALID
    return isBeforeEntry(claim, was, codebase) ? UNKNOWN : { kind: 'gone', evidence: takenOut(was) }
  }
  return named.map((claim) => ({ claim, about: 'symbol', verdict: verdictOf(claim, removed.get(claim.text)) }))
}
