/**
 * What drift was found before, with what each finding rests on, kept between runs.
 *
 * A file of the bank is judged again where its text is another, or where anything its judgement rests on has another
 * answer: what is found is what would be found with nothing kept.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Drift } from '../core/drift.ts'
import { once } from '../core/once.ts'
import type { BankFile } from '../core/snapshot.ts'
import { isManifest } from '../drift/declarations.ts'
import type { Ground } from '../drift/ground.ts'
import type { Basis } from '../drift/witness.ts'
import type { Distance } from '../workspace/git/history.ts'
import { type AnswersNow, answersNow } from '../workspace/project/answers-now.ts'
import type { Answers, DiskRepository } from '../workspace/project/repository.ts'
import type { RepositoryState } from '../workspace/project/repository-state.ts'
import { readCachedJson, writeCachedJson } from '../workspace/state/cache.ts'

/** What was found in one file of the bank. */
export interface FileDrift {
  /** What its text is known by. */
  readonly mark: string
  readonly found: readonly FoundDrift[]
  readonly basis: Basis
  readonly rests: Ground['rests']
}

export interface FoundDrift {
  readonly drift: Drift
  /** The file that its line cites. */
  readonly cited?: string
}

/** As it is kept; of an answer that there is none, `null`. */
interface Kept {
  readonly state: RepositoryState
  /** So many times in a row there was no time for all. */
  readonly cuts: number
  readonly holders: Entries<readonly string[]>
  readonly removed: Entries<ValueOf<Answers['removed']> | null>
  readonly past: Entries<ValueOf<Answers['past']> | null>
  readonly ignored: Entries<boolean>
  readonly kinds: Entries<string>
  readonly stamps: Entries<string | null>
  readonly distances: Entries<Distance | null>
  readonly files: readonly (readonly [BankPath, FileDrift])[]
}

type Entries<T> = readonly (readonly [string, T])[]
type ValueOf<M> = M extends ReadonlyMap<string, infer T> ? T : never

/** After so many vain tries what could not be told in time is left untold. */
const MOST_CUTS = 3
/** How far the clock of the disk may lag behind ours. */
const LAG_MS = 20

const NAME = 'drift.memo'

export class KeptDrift {
  readonly #folder: string
  readonly #before: () => Kept | undefined
  #run: DriftRun | undefined

  constructor(stateFolder: string) {
    this.#folder = stateFolder
    this.#before = once(() => readCachedJson<Kept>(stateFolder, NAME))
  }

  /** What the repository said before, as it would say it in this state; undefined: nothing is known. */
  answersAt(root: string, state: RepositoryState): AnswersNow | undefined {
    const before = this.#before()
    if (before === undefined) return undefined
    const { holders, removed, past } = before
    const answers = { holders: new Map(holders), removed: mapOf(removed), past: mapOf(past) }
    return answersNow(root, { state: before.state, answers }, state)
  }

  /** The files whose judgement still stands. */
  standing(
    files: readonly BankFile[],
    markOf: (text: string) => string,
    now: AnswersNow,
    repository: DiskRepository,
  ): ReadonlyMap<BankPath, FileDrift> {
    const before = this.#before()
    if (before === undefined) return new Map()
    const known = new Map(before.files)
    const ignored = new Map(before.ignored)
    const [kinds, stamps] = [new Map(before.kinds), new Map(before.stamps)]
    const ignoredNow = repository.ignored([...ignored.keys()])
    const { change, changed } = now
    const isManifestChanged = [...change.paths].some(isManifest)
    const stands = ({ basis, rests }: FileDrift) =>
      !(basis.listed && change.isRelisted) &&
      !(rests === 'on manifests' && isManifestChanged) &&
      !(rests === 'on all files' && change.paths.size > 0) &&
      !basis.words.some((word) => changed.holders.has(word)) &&
      !basis.removed.some((word) => changed.removed.has(word)) &&
      !basis.past.some((path) => changed.past.has(path)) &&
      basis.ignored.every((path) => ignored.get(path) === ignoredNow.has(path)) &&
      basis.kinds.every((path) => kinds.get(path) === kindWord(path, repository)) &&
      basis.texts.every((path) => (stamps.get(path) ?? null) !== null && stamps.get(path) === repository.stampOf(path))
    return new Map(
      files.flatMap(({ path, text }) => {
        const one = known.get(path)
        return one !== undefined && one.mark === markOf(text) && stands(one) ? [[path, one] as const] : []
      }),
    )
  }

  distances(): ReadonlyMap<string, Distance | undefined> {
    return mapOf(this.#before()?.distances ?? [])
  }

  /** What this run found out; written down by `keep`. */
  remember(run: DriftRun): void {
    this.#run = run
  }

  /** For the next run. Of the texts with these marks nothing is written down, nor what was asked for them. */
  keep(secret: ReadonlySet<string>): void {
    const run = this.#run
    // A file that was written while we searched may be known as it was before.
    if (run === undefined || run.repository.youngest() >= run.began - LAG_MS) return
    const { repository } = run
    const files = [...run.files].filter(([, { mark }]) => !secret.has(mark))
    const isUntold = ({ basis }: FileDrift) =>
      [basis.words, basis.removed, basis.past].some((asked) => asked.some((one) => repository.isUntold(one)))
    const isCut = files.some(([, file]) => isUntold(file))
    const cuts = isCut ? (this.#before()?.cuts ?? 0) + 1 : 0
    if (!run.isNew && !isCut && files.length === this.#before()?.files.length) return
    const kept = files.filter(([, file]) => cuts >= MOST_CUTS || !isUntold(file))
    writeCachedJson(this.#folder, NAME, keptOf(run, cuts, kept))
  }
}

export interface DriftRun {
  readonly state: RepositoryState
  /** When the state was looked at. */
  readonly began: number
  readonly repository: DiskRepository
  readonly files: ReadonlyMap<BankPath, FileDrift>
  readonly distances: readonly {
    readonly of: BankPath
    readonly key: string
    readonly distance: Distance | undefined
  }[]
  /** Whether anything is otherwise than it was kept. */
  readonly isNew: boolean
}

/** Of the answers those that some file's judgement rests on. */
function keptOf(
  { state, repository, distances }: DriftRun,
  cuts: number,
  files: readonly (readonly [BankPath, FileDrift])[],
): Kept {
  const asked = (of: (basis: Basis) => readonly string[]) => [...new Set(files.flatMap(([, { basis }]) => of(basis)))]
  const answers = repository.answers()
  const ignored = asked((basis) => basis.ignored)
  const isIgnored = repository.ignored(ignored)
  const paths = new Set(files.map(([path]) => path))
  return {
    state,
    cuts,
    holders: among(
      asked((basis) => basis.words),
      answers.holders,
      (held) => held,
    ),
    removed: among(
      asked((basis) => basis.removed),
      answers.removed,
      (removed) => removed ?? null,
    ),
    past: among(
      asked((basis) => basis.past),
      answers.past,
      (past) => past ?? null,
    ),
    ignored: ignored.map((path) => [path, isIgnored.has(path)]),
    kinds: asked((basis) => basis.kinds).map((path) => [path, kindWord(path, repository)]),
    stamps: asked((basis) => basis.texts).map((path) => [path, repository.stampOf(path) ?? null]),
    distances: distances.flatMap(({ of, key, distance }) => (paths.has(of) ? [[key, distance ?? null] as const] : [])),
    files,
  }
}

function among<T, K>(asked: readonly string[], answers: ReadonlyMap<string, T>, kept: (value: T) => K): Entries<K> {
  const isAsked = new Set(asked)
  return [...answers].flatMap(([one, value]) => (isAsked.has(one) ? [[one, kept(value)] as const] : []))
}

function mapOf<T>(entries: Entries<T | null>): ReadonlyMap<string, T | undefined> {
  return new Map(entries.map(([key, value]) => [key, value ?? undefined]))
}

function kindWord(path: string, repository: DiskRepository): string {
  return repository.kindOf(path) ?? 'none'
}
