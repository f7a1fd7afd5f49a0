/**
 * Counts how the bank is used in the sessions of a host (S56): what was shown, offered, read, cited and acted on, and what
 * our words cost. Sub-agents count as the session that began it all.
 *
 * Counting is never felt: it fails nothing, and what finds entries is loaded for events that concern the bank.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { BankRead } from '../core/event.ts'
import type { ContextPack } from '../core/pack.ts'
import type { Cost, UseRecord } from '../core/use-record.ts'
import { dayOf } from '../text/day-of.ts'
import { estimateTokens } from '../text/tokens.ts'
import type { UseLog } from '../workspace/state/use-log.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { EntriesUsed, UsedEntries, WrittenFile } from './entries-used.ts'
import type { Sessions } from './sessions.ts'

export class UseCounter {
  readonly #workspace: Workspace
  readonly #sessions: Sessions
  /** Undefined where nothing is counted. */
  readonly #log: UseLog | undefined
  readonly #tellDoctor: (what: string) => Promise<void>
  #entries: EntriesUsed | undefined

  constructor(
    workspace: Workspace,
    sessions: Sessions,
    log: UseLog | undefined,
    tellDoctor: (what: string) => Promise<void>,
  ) {
    this.#workspace = workspace
    this.#sessions = sessions
    this.#log = log
    this.#tellDoctor = tellDoctor
  }

  /** Words of ours that a model was told. */
  said(session: string, text: string | undefined): void {
    if (this.#log !== undefined && text !== undefined) this.#cost(session, 'note', estimateTokens(text))
  }

  /** The session was given its opening, made from this entry. */
  async opened(session: string, memory: string, text: string): Promise<void> {
    this.#cost(session, 'opening', this.#log === undefined ? 0 : estimateTokens(text))
    await this.#count(session, (entries) => entries.opened(memory, text))
    await this.#foldIfCrowded()
  }

  async recalled(session: string, pack: ContextPack): Promise<void> {
    this.#cost(session, 'pack', pack.budget.tokens)
    await this.#count(session, (entries) => entries.recalled(pack))
  }

  async read(session: string, reads: readonly BankRead[]): Promise<void> {
    if (reads.length > 0)
      await this.#count(session, async (entries) => {
        const used: UsedEntries[] = []
        for (const { path, hash } of reads) used.push(...(await entries.read(path, hash)))
        return used
      })
  }

  /** A note at a file has told of what stands at these lines. */
  async pointedAt(
    session: string,
    at: { readonly path: BankPath; readonly startLine: number; readonly endLine: number },
  ): Promise<void> {
    await this.#count(session, (entries) => entries.pointedAt(at.path, at.startLine, at.endLine))
  }

  /** The assistant's words: most sessions were given nothing that they could name. */
  async answered(session: string, text: string): Promise<void> {
    const noted = text.trim() === '' ? [] : (this.#log?.of(this.#sessions.rootOf(session)) ?? [])
    if (noted.some(({ kind }) => kind === 'use')) await this.#count(session, (entries) => entries.cited(text, noted))
  }

  async changed(session: string, files: readonly WrittenFile[]): Promise<void> {
    if (files.length > 0) await this.#count(session, (entries) => entries.changed(files))
  }

  /** A gate was satisfied by this file, or a write pointed to it. */
  async acted(session: string, path: BankPath | undefined): Promise<void> {
    if (path !== undefined) await this.#count(session, (entries) => entries.acted(path))
  }

  /** Sub-agents end before the session that they are counted as. */
  ended(session: string): void {
    if (this.#sessions.rootOf(session) === session) this.#log?.end(session)
  }

  async #count(session: string, used: (entries: EntriesUsed) => Promise<readonly UsedEntries[]>): Promise<void> {
    if (this.#log === undefined) return
    try {
      const from = await import('./entries-used.ts')
      this.#entries ??= new from.EntriesUsed(this.#workspace.place)
      const day = this.#today()
      const found = await used(this.#entries)
      this.#add(
        session,
        found.map((one): UseRecord => ({ kind: 'use', day, ...one })),
      )
    } catch (error) {
      await this.#tellDoctor(`counting use: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  #cost(session: string, of: Cost, tokens: number): void {
    if (tokens > 0) this.#add(session, [{ kind: 'cost', day: this.#today(), of, tokens }])
  }

  #add(session: string, records: readonly UseRecord[]): void {
    if (records.length > 0) this.#log?.add(this.#sessions.rootOf(session), records)
  }

  async #foldIfCrowded(): Promise<void> {
    try {
      if (this.#log?.isCrowded() !== true) return
      const { foldUses } = await import('../workspace/state/use-store.ts')
      foldUses(this.#workspace.place.state, this.#workspace.now(), this.#today())
    } catch (error) {
      await this.#tellDoctor(`counting use: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  #today(): string {
    return dayOf(this.#workspace.now().getTime())
  }
}
