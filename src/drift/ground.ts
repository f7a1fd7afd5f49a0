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

/** The repository for one judgement. What is made of all its files is made once for all judgements, when first asked for. */
export class Ground {
  readonly repository: Repository
  readonly #survey: Survey
  #rests: 'on what was asked' | 'on manifests' | 'on all files' = 'on what was asked'

  constructor(repository: Repository, survey = new Survey(repository)) {
    this.repository = repository
    this.#survey = survey
  }

  get atlas(): Atlas {
    // Whoever listens to the questions hears this one.
    this.repository.files()
    return this.#survey.atlas
  }

  get declarations(): Declarations {
    if (this.#rests === 'on what was asked') this.#rests = 'on manifests'
    return this.#survey.declarations
  }

  /** What is worked out of very many files. */
  surveyed<T>(what: (repository: Repository) => T): T {
    this.#rests = 'on all files'
    return this.#survey.of(what)
  }

  /** What the judgement rests on besides the questions that the repository was asked for it. */
  get rests(): 'on what was asked' | 'on manifests' | 'on all files' {
    return this.#rests
  }

  /** Listed, or there all the same. */
  has(path: string): boolean {
    return this.atlas.has(path) || this.repository.kindOf(path) !== undefined
  }
}

/** What is made of all files of a repository. */
export class Survey {
  readonly #repository: Repository
  readonly #worked = new Map<unknown, unknown>()
  #atlas: Atlas | undefined
  #manifests: readonly string[] | undefined
  #declarations: Declarations | undefined

  constructor(repository: Repository) {
    this.#repository = repository
  }

  get atlas(): Atlas {
    this.#atlas ??= new Atlas(this.#repository.files())
    return this.#atlas
  }

  get manifests(): readonly string[] {
    this.#manifests ??= this.#repository.files().filter(isManifest).slice(0, MOST_MANIFESTS)
    return this.#manifests
  }

  get declarations(): Declarations {
    this.#declarations ??= new Declarations(this.manifests.map((path) => ({ path, text: this.#repository.read(path) })))
    return this.#declarations
  }

  of<T>(work: (repository: Repository) => T): T {
    if (!this.#worked.has(work)) this.#worked.set(work, work(this.#repository))
    return this.#worked.get(work) as T
  }
}

const MOST_MANIFESTS = 1_000
