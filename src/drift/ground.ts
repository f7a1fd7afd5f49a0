/** What the judges share, and what they answer. */

import type { ClaimKind } from '../core/drift.ts'
import type { Words } from '../core/language.ts'
import { once } from '../core/once.ts'
import type { Place } from './claim.ts'
import { Declarations, isManifest } from './declarations.ts'
import { Atlas, type Commit, type Repository } from './repository.ts'

export type Verdict =
  | { readonly kind: 'valid' }
  /** The repository does not tell. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'moved' | 'changed'; readonly now: string | undefined; readonly evidence: Words }
  | { readonly kind: 'gone'; readonly evidence: Words }

export interface Judged {
  readonly claim: Place
  readonly about: ClaimKind
  readonly verdict: Verdict
}

export const VALID: Verdict = { kind: 'valid' }
export const UNKNOWN: Verdict = { kind: 'unknown' }

/** Said of what git shows to have gone. */
export function takenOut({ commit, date }: Commit): Words {
  return commit === ''
    ? { en: 'taken out since the last commit', zh: '上次提交之后被移除' }
    : { en: `taken out in ${commit} (${date})`, zh: `已在 ${commit}（${date}）中移除` }
}

/** A repository with what is worked out of many of its files: once, when first asked for. */
export class Ground {
  readonly repository: Repository
  readonly #worked = new Map<unknown, unknown>()
  readonly #atlas = once(() => new Atlas(this.repository.files()))
  readonly #declarations = once(() => {
    const manifests = this.repository.files().filter(isManifest).slice(0, MOST_MANIFESTS)
    return new Declarations(manifests.map((path) => ({ path, text: this.repository.read(path) })))
  })

  constructor(repository: Repository) {
    this.repository = repository
  }

  get atlas(): Atlas {
    return this.#atlas()
  }

  get declarations(): Declarations {
    return this.#declarations()
  }

  /** What is worked out of very many files. */
  surveyed<T>(work: (repository: Repository) => T): T {
    if (!this.#worked.has(work)) this.#worked.set(work, work(this.repository))
    return this.#worked.get(work) as T
  }

  /** Listed, or there all the same. */
  has(path: string): boolean {
    return this.atlas.has(path) || this.repository.kindOf(path) !== undefined
  }
}

const MOST_MANIFESTS = 1_000
