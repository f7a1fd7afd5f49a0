/**
 * A cached reader of the bank for a long-running program: pages by the stamps of their files, memoised results, and the
 * last drift judgement.
 *
 * A file with a new stamp is read again. A judgement is valid for the same texts, and for the same repository key or a
 * few seconds.
 */

import type { Drift } from '../bank/drift.ts'
import type { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Memo } from '../base/memo.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { textsWithSecrets } from '../check/rules/secrets.ts'
import { takeLazySnapshot } from '../disk/bank/lazy-snapshot.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { recover } from '../disk/bank/recover.ts'
import { type GitStatus, repositoryKey } from '../disk/git/status.ts'
import { CachedMemo } from '../disk/state/cache.ts'
import type { Workspace } from '../disk/workspace.ts'
import { cachedDrift } from './drift.ts'

/** While an agent works, the code changes all the time. Do not judge again for every request. */
const HOLDS_MS = 10_000

interface Judgement {
  /** Undefined for all files. */
  readonly of: BankPath | undefined
  readonly texts: number
  readonly key: string | undefined
  readonly at: number
  readonly found: readonly Drift[]
}

export class BankReader {
  #files: ReadonlyMap<BankPath, Page> = new Map()
  #stamps: ReadonlyMap<BankPath, string> = new Map()
  /** Increases whenever a text changes. */
  #texts = 0
  #memo: CachedMemo | undefined
  #judged: readonly Judgement[] = []

  read({ place, project, now }: Workspace): Result<Snapshot> {
    const settled = recover(place)
    if (!settled.ok) return settled
    const taken = takeLazySnapshot(place.bank, now)
    if (!taken.ok) return taken
    const { bank, stamps } = taken.value
    if (!bank.exists) return fail({ code: 'bank-absent', path: project.root })
    const files = new Map([...bank.files].map(([path, file]) => [path, this.#known(path, stamps) ?? file.readPage()]))
    if (taken.value.isConsistent()) return ok({ ...bank, files: this.#keep(files, stamps) })
    // Another process is writing: read all files at once, and do not trust the stamps.
    const whole = readBank(place.bank)
    return whole.ok ? ok({ ...whole.value, files: this.#keep(whole.value.files, new Map()) }) : whole
  }

  memo({ place }: Workspace): Memo {
    this.#memo ??= new CachedMemo(place.state, 'page.memo')
    return this.#memo
  }

  /** Stores the memo for the next process, without results for texts that hold a secret. */
  keep(snapshot: Snapshot): void {
    if (this.#memo !== undefined) this.#memo.keep(textsWithSecrets(snapshot, this.#memo))
  }

  /** Drift in one file or in all, by the same engine as check (S51). */
  drift(
    workspace: Workspace,
    snapshot: Snapshot,
    status: GitStatus | undefined,
    of: BankPath | undefined,
  ): readonly Drift[] {
    const key = status === undefined ? undefined : repositoryKey(workspace.project.root, status)
    const at = workspace.now().getTime()
    const holds = (one: Judgement) =>
      one.texts === this.#texts && (at - one.at < HOLDS_MS || (key !== undefined && one.key === key))
    const known = this.#judged.find((one) => (one.of === undefined || one.of === of) && holds(one))
    if (known !== undefined) return of === undefined ? known.found : known.found.filter(({ path }) => path === of)
    const memo = this.memo(workspace)
    const found = cachedDrift(workspace, snapshot, (path) => of === undefined || path === of, {
      status,
      memo,
    })
    this.#judged = [{ of, texts: this.#texts, key, at, found }, ...this.#judged.filter(holds)].slice(0, MOST_KEPT)
    return found
  }

  #known(path: BankPath, stamps: ReadonlyMap<BankPath, string>): Page | undefined {
    const stamp = stamps.get(path)
    return stamp !== undefined && stamp === this.#stamps.get(path) ? this.#files.get(path) : undefined
  }

  #keep(files: ReadonlyMap<BankPath, Page>, stamps: ReadonlyMap<BankPath, string>): Snapshot['files'] {
    const isSame =
      files.size === this.#files.size && [...files].every(([path, { text }]) => this.#files.get(path)?.text === text)
    if (!isSame) this.#texts += 1
    this.#files = files
    this.#stamps = stamps
    return files
  }
}

/** Maximum number of cached judgements, each of one file or of the whole bank. */
const MOST_KEPT = 20
