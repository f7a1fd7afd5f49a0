/**
 * The proposals of a bank, on the disk, and the kinds a person has allowed for good (S42).
 *
 * One file per proposal, written once; its name says what became of it, and renaming it is the step from one status to
 * the next. Of several processes that answer one proposal, only one succeeds. Secrets never come here: an addition that
 * holds one is refused before it is proposed.
 */

import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { ADDITION_KINDS, type AdditionKind } from '../../core/addition.ts'
import type { Proposal, ProposalContent } from '../../core/proposal.ts'
import type { ProposalStatus } from '../../core/proposal-status.ts'
import { decodeProposal, encodeProposal, hashOfProposal } from '../../text/encode-proposal.ts'
import { isMissing, readJson, removeIfThere, replaceDurably, writeDurably } from '../disk.ts'
import { type ProposalName, proposalNames, proposalsFolder } from './proposal-names.ts'

/** Beyond this, settled proposals go first, then skipped ones; of each the oldest. */
const MOST_KEPT = 200

export class ProposalStore {
  readonly #folder: string

  constructor(stateFolder: string) {
    this.#folder = proposalsFolder(stateFolder)
  }

  /** Adds a pending proposal. */
  add(content: Omit<ProposalContent, 'id'>): Proposal {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    // Proposals of the same moment are listed in the order they were made.
    let last = this.list().findLast(({ at }) => at === content.at)?.id
    for (;;) {
      const whole = { ...content, id: last === undefined ? newId() : idAfter(last) }
      last = last === undefined ? undefined : whole.id
      if (this.#names().some(({ id }) => id === whole.id)) continue
      const proposal = { ...whole, hash: hashOfProposal(whole) }
      writeDurably(this.#path(whole.id, 'waiting'), Buffer.from(encodeProposal(proposal)), 0o600)
      this.#prune()
      return { ...proposal, status: 'waiting' }
    }
  }

  /** Oldest first. */
  list(): readonly Proposal[] {
    return this.#names()
      .flatMap(({ id, status }) => this.#read(id, status) ?? [])
      .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1))
  }

  find(id: string): Proposal | undefined {
    const named = this.#names().find((name) => name.id === id)
    return named === undefined ? undefined : this.#read(named.id, named.status)
  }

  /** Takes a proposal from one status to another; false where it no longer has the first. */
  settle(id: string, from: ProposalStatus, to: ProposalStatus): boolean {
    try {
      renameSync(this.#path(id, from), this.#path(id, to))
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  allowed(): readonly AdditionKind[] {
    const kinds = readJson(this.#allowances())
    return Array.isArray(kinds) ? ADDITION_KINDS.filter((kind) => kinds.includes(kind)) : []
  }

  allow(kinds: readonly AdditionKind[]): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const path = this.#allowances()
    replaceDurably(path, Buffer.from(JSON.stringify(kinds)), `${path}.${process.pid}.tmp`, 0o600)
  }

  #allowances(): string {
    return join(this.#folder, 'allowed.json')
  }

  #read(id: string, status: ProposalStatus): Proposal | undefined {
    return decodeProposal(readJson(this.#path(id, status)), status)
  }

  #names(): readonly ProposalName[] {
    return proposalNames(this.#folder)
  }

  #prune(): void {
    if (this.#names().length <= MOST_KEPT) return
    const rank = (proposal: Proposal) => (proposal.status === 'waiting' ? 2 : proposal.status === 'skipped' ? 1 : 0)
    const kept = this.list().toSorted((a, b) => rank(a) - rank(b))
    for (const { id, status } of kept.slice(0, -MOST_KEPT)) removeIfThere(this.#path(id, status))
  }

  #path(id: string, status: ProposalStatus): string {
    return join(this.#folder, `${id}.${status}.json`)
  }
}

/** Short enough to type; the others of the same moment count on from it. */
function newId(): string {
  return idOf(Math.floor(Math.random() * (36 ** 6 - 1000)))
}

function idAfter(id: string): string {
  return idOf(Number.parseInt(id.slice(1), 36) + 1)
}

function idOf(number: number): string {
  return `p${number.toString(36).padStart(6, '0')}`
}
