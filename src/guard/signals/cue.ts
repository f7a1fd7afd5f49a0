/** A cue: words that announce something worth keeping, in a sentence written as plain words (`plainSentence`). */

import { once } from '../../core/once.ts'
import type { SignalKind } from './signal.ts'

export interface Cue {
  readonly kind: SignalKind
  /** Agents narrate what they are about to do; only what they found, or what was agreed, counts of it. */
  readonly by: 'user' | 'both'
  /** No text matches without one of these: the pattern is compiled, which costs more than all else, for one that has it. */
  readonly needs: readonly string[]
  readonly pattern: () => RegExp
  /** A weak cue announces nothing by itself: the sentence must say this too, or speak of the project. */
  readonly beside: (() => RegExp) | 'a project matter' | undefined
}

export function cue(
  { kind, by, beside }: Pick<Cue, 'kind' | 'by'> & { readonly beside?: string | 'a project matter' },
  needs: string,
  ...branches: readonly string[]
): Cue {
  return {
    kind,
    by,
    needs: needs.split('|'),
    pattern: once(() => new RegExp(branches.join('|'), 'u')),
    beside: beside === undefined || beside === 'a project matter' ? beside : once(() => new RegExp(beside, 'u')),
  }
}
