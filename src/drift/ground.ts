/** What the judges share, and what they answer. */

import type { ClaimKind } from '../core/drift.ts'
import type { Words } from '../core/language.ts'
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

/** What the judges share: everything of it is made when first asked for. */
export class Ground {
  readonly repository: Repository
  #atlas: Atlas | undefined
  #declarations: Declarations | undefined

  constructor(repository: Repository) {
    this.repository = repository
  }

  get atlas(): Atlas {
    this.#atlas ??= new Atlas(this.repository)
    return this.#atlas
  }

  get declarations(): Declarations {
    this.#declarations ??= this.#readManifests()
    return this.#declarations
  }

  #readManifests(): Declarations {
    const paths = this.repository.files().filter(isManifest).slice(0, MOST_MANIFESTS)
    return new Declarations(paths.map((path) => ({ path, text: this.repository.read(path) })))
  }
}

const MOST_MANIFESTS = 1_000
