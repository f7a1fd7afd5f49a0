/**
 * What the bank held before a shell command, and what is different after it (S34).
 *
 * Each command under way has a view of its own, so that commands that run at the same time never take
 * each other's differences. A write the guard has permitted meanwhile is known to all of them and is
 * nobody's. Files are looked at by size and time and read only when those changed.
 */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BankPath } from '../core/bank-path.ts'
import { leadsNowhere } from './disk.ts'
import { listBank } from './read-bank.ts'
import { decodeText } from './text-codec.ts'

export interface BankDifference {
  readonly path: BankPath
  readonly before: string | undefined
  readonly after: string | undefined
}

interface Seen {
  readonly stamp: string
  readonly text: string
}

type View = Map<BankPath, Seen>

/** Commands that never finish must not keep their views for ever. */
const MOST_VIEWS = 64
const LASTING = ''

export class BankWatch {
  readonly #bank: string
  readonly #views = new Map<string, View>()
  /** The last look, so that texts are shared and read once. */
  #last: ReadonlyMap<BankPath, Seen> = new Map()

  constructor(bank: string) {
    this.#bank = bank
  }

  /** A command begins: the bank as it is now is what it is compared with. */
  begin(command: string): void {
    this.#views.delete(command)
    this.#views.set(command, new Map(this.#look()))
    const oldest = this.#views.keys().next().value
    if (this.#views.size > MOST_VIEWS && oldest !== undefined) this.#views.delete(oldest)
  }

  isWatched(command: string): boolean {
    return this.#views.has(command)
  }

  /** The command is over: what differs from when it began. Undefined for one that was not watched. */
  end(command: string): readonly BankDifference[] | undefined {
    const before = this.#views.get(command)
    if (before === undefined) return undefined
    this.#views.delete(command)
    const after = this.#look()
    const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
    return paths.flatMap((path) => {
      const was = before.get(path)?.text
      const is = after.get(path)?.text
      return was === is ? [] : [{ path, before: was, after: is }]
    })
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
    this.#views.delete(command)
  }

  /** What stands at these paths now is right, whoever compares: a permitted write, or one of ours. */
  accept(paths: readonly BankPath[]): void {
    if (this.#views.size === 0) return
    for (const path of paths) {
      const now = this.#seen(path)
      for (const view of this.#views.values()) {
        if (now === undefined) view.delete(path)
        else view.set(path, now)
      }
    }
  }

  #look(): ReadonlyMap<BankPath, Seen> {
    const now: View = new Map()
    for (const path of listBank(this.#bank)) {
      const seen = this.#seen(path)
      if (seen !== undefined) now.set(path, seen)
    }
    this.#last = now
    return now
  }

  /** Undefined for what is no file: a folder behind a link, a pipe, or gone since it was listed. */
  #seen(path: BankPath): Seen | undefined {
    const file = join(this.#bank, path)
    try {
      const stat = statSync(file, { bigint: true })
      if (!stat.isFile()) return undefined
      const stamp = `${stat.mtimeNs}:${stat.size}:${stat.ino}:${stat.ctimeNs}`
      const known = this.#last.get(path)
      return known?.stamp === stamp ? known : { stamp, text: decodeText(readFileSync(file)) }
    } catch (error) {
      if (leadsNowhere(error)) return undefined
      throw error
    }
  }
}
