/**
 * What the bank held before a shell command, and what is different after it (S34).
 *
 * Each command under way has a view of its own, so that commands that run at the same time never take
 * each other's differences. A write the guard has permitted meanwhile is known to all of them and is
 * nobody's. Files are looked at by size and time and read only when those changed.
 */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { BankPath } from '../../core/bank-path.ts'
import { isMissing, leadsNowhere } from '../disk.ts'
import { textInside, WATCHED } from '../open-file.ts'
import { type BankViews, memoryViews, type Seen, type View } from './bank-views.ts'
import { listBank } from './read-bank.ts'

export interface BankDifference {
  readonly path: BankPath
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The last look, so that texts are shared and read once. */
const LAST = '\nlast'
const LASTING = ''

export class BankWatch {
  readonly #bank: string
  readonly #views: BankViews

  constructor(bank: string, views: BankViews = memoryViews()) {
    this.#bank = bank
    this.#views = views
  }

  /** A command begins: the bank as it is now is what it is compared with. */
  begin(command: string): void {
    this.#views.put(command, this.#look())
  }

  /** Whether beginning now would keep a text of the bank that is not kept yet. */
  hasNews(): boolean {
    return this.#views.hasNews(this.#seenNow(this.#last()))
  }

  isWatched(command: string): boolean {
    return this.#views.get(command) !== undefined
  }

  /** The command is over: what differs from when it began. Undefined where nobody can tell. */
  end(command: string): readonly BankDifference[] | undefined {
    const changed = this.since(command)
    this.#views.remove(command)
    return changed
  }

  /** What differs from when this began, which goes on. Undefined for one that is not watched, or whose texts are gone. */
  since(command: string): readonly BankDifference[] | undefined {
    const before = this.#views.get(command)
    if (before === undefined) return undefined
    const after = this.#seenNow(this.#last())
    const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
    try {
      return paths.flatMap((path) => {
        const [was, is] = [before.get(path), after.get(path)]
        if (was?.stamp === is?.stamp) return []
        const [old, now] = [was?.text(), is?.text()]
        return old === now ? [] : [{ path, before: old, after: now }]
      })
    } catch (error) {
      if (isMissing(error)) return undefined // what a file held is not kept any more
      throw error
    }
  }

  /** Whether what is compared with is kept where a command could remove it. */
  canBeRobbed(): boolean {
    return this.#views.areOnDisk
  }

  /** For one who asks again and again: take the bank as it is. */
  look(): void {
    this.begin(LASTING)
  }

  /** What differs from the last look, or from the last time this was asked. */
  differences(): readonly BankDifference[] {
    const changed = this.end(LASTING) ?? []
    this.begin(LASTING)
    return changed
  }

  /** A command that will never report is no longer waited for. */
  forget(command: string): void {
    this.#views.remove(command)
  }

  /** What stands at these paths now is right, whoever compares: a permitted write, or one of ours. */
  accept(paths: readonly BankPath[]): void {
    const views = this.#views.entries().filter(([name]) => name !== LAST)
    if (paths.length === 0 || views.length === 0) return
    for (const [name, view] of views) {
      const accepted = new Map(view)
      for (const path of paths) {
        const now = this.#seen(path, view)
        if (now === undefined) accepted.delete(path)
        else accepted.set(path, now)
      }
      this.#views.put(name, accepted)
    }
  }

  /** Let go of what nobody compares with any more. */
  tidy(now: number): void {
    this.#views.tidy(now)
  }

  #look(): View {
    const last = this.#last()
    const now = this.#seenNow(last)
    if (!isSame(last, now)) this.#views.put(LAST, now)
    return now
  }

  #last(): View {
    return this.#views.get(LAST) ?? new Map()
  }

  #seenNow(last: View): View {
    const now = new Map<BankPath, Seen>()
    for (const path of listBank(this.#bank)) {
      const seen = this.#seen(path, last)
      if (seen !== undefined) now.set(path, seen)
    }
    return now
  }

  /** Undefined for what is no file: a folder behind a link, a pipe, or gone since it was listed. */
  #seen(path: BankPath, last: View): Seen | undefined {
    const file = join(this.#bank, path)
    try {
      const stat = statSync(file, { bigint: true })
      if (!stat.isFile()) return undefined
      const stamp = `${stat.mtimeNs}:${stat.size}:${stat.ino}:${stat.ctimeNs}`
      const known = last.get(path)
      if (known?.stamp === stamp) return known
      const text = textInside(this.#bank, file, WATCHED)
      return text === undefined ? undefined : { stamp, text: () => text }
    } catch (error) {
      if (leadsNowhere(error)) return undefined
      throw error
    }
  }
}

function isSame(a: View, b: View): boolean {
  return a.size === b.size && [...a].every(([path, { stamp }]) => b.get(path)?.stamp === stamp)
}
