/**
 * A bank as a program reads it that goes on reading: the texts by the stamps of their files, what was worked out from
 * them, and the last judgement of what the code says otherwise.
 *
 * What is kept only saves time: a file whose stamp is another is read again, and a text that is another is worked out
 * again. A judgement holds as long as the texts of the bank do, and the repository's key or a few seconds.
 */

import type { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { textsWithSecrets } from '../check/rules/secrets.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Drift } from '../bank/drift.ts'
import type { Memo } from '../base/memo.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { takeLazySnapshot } from '../disk/bank/lazy-snapshot.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { recover } from '../disk/bank/recover.ts'
import type { GitStatus } from '../disk/git/status.ts'
import { repositoryKey } from '../disk/project/repository-key.ts'
import { CachedMemo } from '../disk/state/cache.ts'
import type { Workspace } from '../disk/workspace.ts'
import { keptDriftOf } from './drift.ts'

/** While an agent works, the code changes all the time: whoever looks at a page waits for one judgement, not for each. */
const HOLDS_MS = 10_000

interface Judgement {
  /** Undefined where every file was asked about. */
  readonly of: BankPath | undefined
  readonly texts: number
  readonly key: string | undefined
  readonly at: number
  readonly found: readonly Drift[]
}

export class KeptReading {
  #files: ReadonlyMap<BankPath, Page> = new Map()
  #stamps: ReadonlyMap<BankPath, string> = new Map()
  /** Another number as soon as a text is another. */
  #texts = 0
  #memo: CachedMemo | undefined
  #judged: readonly Judgement[] = []

  /** The bank as it is now. */
  read({ place, project, now }: Workspace): Result<Snapshot> {
    const settled = recover(place)
    if (!settled.ok) return settled
    const taken = takeLazySnapshot(place.bank, now)
    if (!taken.ok) return taken
    const { bank, stamps } = taken.value
    if (!bank.exists) return fail({ code: 'bank-absent', path: project.root })
    const files = new Map([...bank.files].map(([path, file]) => [path, this.#known(path, stamps) ?? file.readPage()]))
    if (taken.value.isConsistent()) return ok({ ...bank, files: this.#keep(files, stamps) })
    // Somebody writes just now: all of it at once, and nothing of it by its stamps.
    const whole = readBank(place.bank)
    return whole.ok ? ok({ ...whole.value, files: this.#keep(whole.value.files, new Map()) }) : whole
  }

  memo({ place }: Workspace): Memo {
    this.#memo ??= new CachedMemo(place.state, 'page.memo')
    return this.#memo
  }

  /** What was worked out is written down for the next program, but nothing of a text that holds a secret. */
  keep(snapshot: Snapshot): void {
    if (this.#memo !== undefined) this.#memo.keep(textsWithSecrets(snapshot, this.#memo))
  }

  /** What the code says otherwise, of one file or of all, by the same judge as check (S51). */
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
    const found = keptDriftOf(workspace, snapshot, (path) => of === undefined || path === of, {
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

/** The last few files that were looked at, and all of them. */
const MOST_KEPT = 20
