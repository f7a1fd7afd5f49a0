/**
 * The proposals of a bank, on the disk, and the kinds a person has allowed for good (S42).
 *
 * One file per proposal; its name says what became of it, and renaming it is the step from one status to the next. Only
 * who holds the bank's lock answers a proposal or writes it again, with a person's words, or why they said no. An
 * acceptance is part of the bank's transaction (`proposal-steps.ts`). Secrets never come here: what holds one is refused
 * before.
 */

import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { ADDITION_KINDS, type AdditionKind } from '../../core/addition.ts'
import type { Proposal, ProposalContent } from '../../core/proposal.ts'
import type { ProposalStatus } from '../../core/proposal-status.ts'
import { isRecord } from '../../core/record.ts'
import { decodeProposal, encodeProposal, hashOfProposal } from '../../text/encode-proposal.ts'
import { isMissing, readJson, removeIfThere, replaceDurably, writeDurably } from '../disk.ts'
import {
  HOME_FILE,
  orphanedFolders,
  type ProposalHome,
  type ProposalName,
  proposalFile,
  proposalNames,
  proposalsFolder,
} from './proposal-names.ts'

/** Beyond this, settled proposals go first, then skipped ones; of each the oldest. What waits for an answer never goes. */
const MOST_ANSWERED = 200

export class ProposalStore {
  readonly #state: string
  readonly #folder: string
  readonly #home: ProposalHome | undefined

  /** With a home, what waits in worktrees of the repository that are gone is offered here too (S55). */
  constructor(stateFolder: string, home?: ProposalHome) {
    this.#state = stateFolder
    this.#folder = proposalsFolder(stateFolder)
    this.#home = home
  }

  /** Adds a pending proposal. */
  add(content: Omit<ProposalContent, 'id'>): Proposal {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    // Proposals of the same moment are listed in the order they were made.
    let last = this.#lastMadeAt(content.at)
    for (;;) {
      const whole = { ...content, id: last === undefined ? newId() : idAfter(last) }
      last = last === undefined ? undefined : whole.id
      if (this.#names().some(({ id }) => id === whole.id)) continue
      const proposal = { ...whole, hash: hashOfProposal(whole) }
      this.#sayHome()
      writeDurably(this.#path(whole.id, 'waiting'), Buffer.from(encodeProposal(proposal)), 0o600)
      this.#prune()
      return { ...proposal, status: 'waiting' }
    }
  }

  /** Oldest first. */
  list(): readonly Proposal[] {
    return inOrder([...this.#names(), ...this.#orphans()].flatMap((name) => this.#read(name) ?? []))
  }

  find(id: string): Proposal | undefined {
    const named = [...this.#names(), ...this.#orphans()].find((name) => name.id === id)
    return named === undefined ? undefined : this.#read(named)
  }

  /**
   * Takes a proposal from one status to another; false where it no longer has the first. One of a worktree that is gone
   * comes here by the same step, so that of two worktrees only one has it.
   */
  settle(id: string, from: ProposalStatus, to: ProposalStatus): boolean {
    if (renameIfThere(this.#path(id, from), this.#path(id, to))) return true
    const orphan = this.#orphans().find((one) => one.id === id && one.status === from)
    if (orphan === undefined) return false
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#sayHome()
    return renameIfThere(fileOf(orphan), this.#path(id, to))
  }

  /** One of a worktree that is gone comes here as it is; of two worktrees only one has it. */
  adopt(id: string): void {
    for (const { status } of this.#orphans().filter((one) => one.id === id)) this.settle(id, status, status)
  }

  rewrite(proposal: Proposal): void {
    this.#replace(this.#path(proposal.id, proposal.status), encodeProposal(proposal))
  }

  remove({ id, status }: Proposal): void {
    removeIfThere(this.#path(id, status))
  }

  #replace(path: string, text: string): void {
    replaceDurably(path, Buffer.from(text), `${path}.${process.pid}.tmp`, 0o600)
  }

  allowed(): readonly AdditionKind[] {
    const kinds = readJson(this.#allowances())
    return Array.isArray(kinds) ? ADDITION_KINDS.filter((kind) => kinds.includes(kind)) : []
  }

  allow(kinds: readonly AdditionKind[]): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#replace(this.#allowances(), JSON.stringify(kinds))
  }

  #allowances(): string {
    return join(this.#folder, 'allowed.json')
  }

  #read(name: StoredName): Proposal | undefined {
    return decodeProposal(readJson(fileOf(name)), name.status)
  }

  /** Only the moment is read: whoever proposes waits for this. */
  #lastMadeAt(moment: string): string | undefined {
    const isOfIt = (name: StoredName) => {
      const raw = readJson(fileOf(name))
      return isRecord(raw) && raw['at'] === moment
    }
    return this.#names()
      .filter(isOfIt)
      .map(({ id }) => id)
      .toSorted()
      .at(-1)
  }

  #names(): readonly StoredName[] {
    return namesOf(this.#folder)
  }

  /** What may still be accepted of worktrees that are gone. */
  #orphans(): readonly StoredName[] {
    return orphanedFolders(this.#state, this.#home)
      .flatMap(namesOf)
      .filter(({ status }) => status === 'waiting' || status === 'skipped')
  }

  #sayHome(): void {
    const path = join(this.#folder, HOME_FILE)
    const said = JSON.stringify(this.#home)
    if (this.#home === undefined || JSON.stringify(readJson(path)) === said) return
    this.#replace(path, said)
  }

  #prune(): void {
    const answered = this.#names().filter(({ status }) => status !== 'waiting')
    if (answered.length <= MOST_ANSWERED) return
    const rank = (proposal: Proposal) => (proposal.status === 'skipped' ? 1 : 0)
    const kept = inOrder(answered.flatMap((name) => this.#read(name) ?? [])).toSorted((a, b) => rank(a) - rank(b))
    for (const { id, status } of kept.slice(0, -MOST_ANSWERED)) removeIfThere(this.#path(id, status))
  }

  #path(id: string, status: ProposalStatus): string {
    return proposalFile(this.#folder, { id, status })
  }
}

interface StoredName extends ProposalName {
  readonly folder: string
}

function namesOf(folder: string): readonly StoredName[] {
  return proposalNames(folder).map((name) => ({ ...name, folder }))
}

function fileOf({ folder, ...name }: StoredName): string {
  return proposalFile(folder, name)
}

/** Oldest first. */
function inOrder(proposals: readonly Proposal[]): readonly Proposal[] {
  return proposals.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1))
}

/** Of several who rename one file only one succeeds. */
function renameIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
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
