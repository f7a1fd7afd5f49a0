/**
 * The proposals of a bank on the disk, and the kinds that a person has permanently allowed (S42).
 *
 * One file per proposal. Its name holds the status, and a rename changes it. Only the holder of the bank's lock answers
 * or rewrites a proposal. Proposals hold no secrets: one with a secret is refused before it gets here.
 */

import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { decodeAddition, encodeAddition } from '../../bank/decode-addition.ts'
import type { Proposal, ProposalContent } from '../../bank/proposal.ts'
import { ADDITION_KINDS, type AdditionKind } from '../../base/addition.ts'
import { bankPath } from '../../base/bank-path.ts'
import { hashOfText } from '../../base/content-hash.ts'
import { isRecord } from '../../base/is-record.ts'
import type { Problem } from '../../base/problem.ts'
import { isOpen, PROPOSAL_STATUSES, type ProposalStatus, type ProposalStep } from '../../base/proposal-status.ts'
import {
  isMissing,
  isThere,
  namesIn,
  readJson,
  removeIfThere,
  replaceDurably,
  syncFolder,
  writeDurably,
} from '../disk.ts'
import type { Project } from '../project/find-project.ts'

/** Beyond this, the oldest settled proposals are removed first, then the oldest skipped ones. Waiting ones stay. */
const MOST_ANSWERED = 200

export class ProposalStore {
  readonly #state: string
  readonly #folder: string
  readonly #home: ProposalHome | undefined

  /** With a home, waiting proposals of removed worktrees are offered here too (S55). */
  constructor(stateFolder: string, home?: ProposalHome) {
    this.#state = stateFolder
    this.#folder = proposalsFolder(stateFolder)
    this.#home = home
  }

  /** Adds a pending proposal. */
  add(content: Omit<ProposalContent, 'id'>): Proposal {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    // Proposals of the same moment are listed in the order in which they were made.
    let last = this.#lastMadeAt(content.at)
    for (;;) {
      const whole = { ...content, id: last === undefined ? newId() : idAfter(last) }
      last = last === undefined ? undefined : whole.id
      if (namesOf(this.#folder).some(({ id }) => id === whole.id)) continue
      const proposal = { ...whole, hash: hashOfProposal(whole) }
      this.#writeHome()
      writeDurably(this.#path(whole.id, 'waiting'), Buffer.from(encodeProposal(proposal)), 0o600)
      this.#prune()
      return { ...proposal, status: 'waiting' }
    }
  }

  /** Oldest first. */
  list(): readonly Proposal[] {
    return inOrder([...namesOf(this.#folder), ...this.#orphans()].flatMap((name) => this.#read(name) ?? []))
  }

  find(id: string): Proposal | undefined {
    const named = [...namesOf(this.#folder), ...this.#orphans()].find((name) => name.id === id)
    return named === undefined ? undefined : this.#read(named)
  }

  /**
   * Changes the status of a proposal. False if its status is no longer `from`. A proposal of a removed worktree moves
   * here in the same step, so that only one worktree gets it.
   */
  settle(id: string, from: ProposalStatus, to: ProposalStatus): boolean {
    if (renameIfThere(this.#path(id, from), this.#path(id, to))) return true
    const orphan = this.#orphans().find((one) => one.id === id && one.status === from)
    if (orphan === undefined) return false
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#writeHome()
    return renameIfThere(fileOf(orphan), this.#path(id, to))
  }

  /** Moves a proposal of a removed worktree here. Only one worktree gets it. */
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

  /** The last id of this moment. Does not decode the proposals, because the agent is waiting for the new one. */
  #lastMadeAt(moment: string): string | undefined {
    const isOfIt = (name: StoredName) => {
      const raw = readJson(fileOf(name))
      return isRecord(raw) && raw['at'] === moment
    }
    return namesOf(this.#folder)
      .filter(isOfIt)
      .map(({ id }) => id)
      .toSorted()
      .at(-1)
  }

  /** Proposals of removed worktrees that can still be accepted. */
  #orphans(): readonly StoredName[] {
    return orphanedFolders(this.#state, this.#home)
      .flatMap(namesOf)
      .filter(({ status }) => isOpen(status))
  }

  #writeHome(): void {
    const path = join(this.#folder, HOME_FILE)
    const stored = JSON.stringify(this.#home)
    if (this.#home === undefined || JSON.stringify(readJson(path)) === stored) return
    this.#replace(path, stored)
  }

  #prune(): void {
    const answered = namesOf(this.#folder).filter(({ status }) => status !== 'waiting')
    if (answered.length <= MOST_ANSWERED) return
    const rank = (proposal: Proposal) => (proposal.status === 'skipped' ? 1 : 0)
    const kept = inOrder(answered.flatMap((name) => this.#read(name) ?? [])).toSorted((a, b) => rank(a) - rank(b))
    for (const { id, status } of kept.slice(0, -MOST_ANSWERED)) removeIfThere(this.#path(id, status))
  }

  #path(id: string, status: ProposalStatus): string {
    return fileOf({ folder: this.#folder, id, status })
  }
}

/** Oldest first. */
function inOrder(proposals: readonly Proposal[]): readonly Proposal[] {
  return proposals.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1))
}

/** If several processes rename one file, only one succeeds. */
function renameIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** A random id, short enough to type. Later proposals of the same moment get the following numbers. */
function newId(): string {
  return idOf(Math.floor(Math.random() * (36 ** 6 - 1000)))
}

function idAfter(id: string): string {
  return idOf(Number.parseInt(id.slice(1), 36) + 1)
}

function idOf(number: number): string {
  return `p${number.toString(36).padStart(6, '0')}`
}

/** A stored proposal: its file name has the id and the status. */
interface StoredName {
  readonly folder: string
  readonly id: string
  readonly status: ProposalStatus
}

function fileOf({ folder, id, status }: StoredName): string {
  return join(folder, `${id}.${status}.json`)
}

export function proposalsFolder(stateFolder: string): string {
  return join(stateFolder, 'proposals')
}

/** The worktree in which proposals were made, and the bank's place in it. */
export interface ProposalHome {
  readonly top: string
  /** Relative to the top. */
  readonly bank: string
}

/** Undefined outside git, where there are no worktrees. */
export function homeOf({ top, bank, gitFolder }: Project): ProposalHome | undefined {
  return gitFolder === undefined ? undefined : { top, bank: relative(top, bank) }
}

/** Names the worktree of the proposals, because they may outlive it. */
const HOME_FILE = 'home.json'

/** The proposals of the same bank in removed worktrees of this repository (S55). */
function orphanedFolders(stateFolder: string, home: ProposalHome | undefined): readonly string[] {
  if (home === undefined) return []
  const own = proposalsFolder(stateFolder)
  return namesIn(dirname(stateFolder))
    .map((name) => proposalsFolder(join(dirname(stateFolder), name)))
    .filter((folder) => {
      const was = folder === own ? undefined : readHome(folder)
      return was !== undefined && was.bank === home.bank && !isThere(join(was.top, '.git'))
    })
}

function readHome(folder: string): ProposalHome | undefined {
  const stored = readJson(join(folder, HOME_FILE))
  if (typeof stored !== 'object' || stored === null || !('top' in stored) || !('bank' in stored)) return undefined
  return typeof stored.top === 'string' && typeof stored.bank === 'string'
    ? { top: stored.top, bank: stored.bank }
    : undefined
}

function namesOf(folder: string): readonly StoredName[] {
  return namesIn(folder).flatMap((name) => {
    const [, id, ending] = /^([a-z0-9]+)\.([a-z]+)\.json$/.exec(name) ?? []
    const status = PROPOSAL_STATUSES.find((candidate) => candidate === ending)
    return id === undefined || status === undefined ? [] : [{ folder, id, status }]
  })
}

/** The number of waiting proposals, with those of removed worktrees. 0 if the folder cannot be read. */
export function countWaiting(stateFolder: string, home: ProposalHome | undefined): number {
  try {
    const folders = [proposalsFolder(stateFolder), ...orphanedFolders(stateFolder, home)]
    return folders.flatMap(namesOf).filter(({ status }) => status === 'waiting').length
  } catch {
    return 0
  }
}

/** The first proposal that was settled or changed since it was shown: a yes applies once, and to the shown text. */
export function firstStaleStep(steps: readonly ProposalStep[], stateFolder: string): Problem | undefined {
  for (const { id, hash, from } of steps) {
    const now = storedStatus(id, stateFolder)
    if (now?.status !== from) return { code: 'proposal-settled', id, status: now?.status ?? 'void' }
    if (now.hash !== hash) return { code: 'proposal-changed', id }
  }
  return undefined
}

export function storedStatus(
  id: string,
  stateFolder: string,
): { readonly status: ProposalStatus; readonly hash: string } | undefined {
  const named = namesOf(proposalsFolder(stateFolder)).find((name) => name.id === id)
  const stored = named === undefined ? undefined : readJson(fileOf(named))
  if (named === undefined || !isRecord(stored) || typeof stored['hash'] !== 'string') return undefined
  return { status: named.status, hash: stored['hash'] }
}

export function applySteps(steps: readonly ProposalStep[] | undefined, stateFolder: string): void {
  const folder = proposalsFolder(stateFolder)
  if (steps === undefined || steps.length === 0 || !isThere(folder)) return
  for (const { id, from, to, text } of steps) {
    const path = fileOf({ folder, id, status: from })
    // Already answered, or pruned meanwhile.
    if (!isThere(path)) continue
    if (text !== undefined) replaceDurably(path, Buffer.from(text), `${path}.${process.pid}.tmp`, 0o600)
    renameSync(path, fileOf({ folder, id, status: to }))
  }
  syncFolder(folder)
}

/** Restores the status; a person's edit of the proposal stays. */
export function revertSteps(steps: readonly ProposalStep[] | undefined, stateFolder: string): void {
  applySteps(
    steps?.map(({ id, hash, from, to }) => ({ id, hash, from: to, to: from })),
    stateFolder,
  )
}

export function hashOfProposal({ id, session, at, addition, targets, was }: ProposalContent): string {
  const stored = [id, session, at, encodeAddition(addition), targets]
  return hashOfText(JSON.stringify(was === undefined ? stored : [...stored, encodeAddition(was)]))
}

export function encodeProposal(proposal: Omit<Proposal, 'status'>): string {
  const { id, session, at, targets, hash, host, because } = proposal
  const addition = encodeAddition(proposal.addition)
  const was = proposal.was === undefined ? undefined : encodeAddition(proposal.was)
  return JSON.stringify({ format: 1, id, session, at, addition, targets, hash, host, was, because })
}

/** Undefined if the proposal is damaged or does not match its hash. */
function decodeProposal(raw: unknown, status: ProposalStatus): Proposal | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined
  const field = (name: string): unknown => Reflect.get(raw, name)
  const [id, session, at, hash] = ['id', 'session', 'at', 'hash'].map(field)
  const named = field('targets')
  const addition = decodeAddition(field('addition'))
  if (typeof id !== 'string' || typeof session !== 'string' || typeof at !== 'string' || !addition.ok) return undefined
  const targets = Array.isArray(named)
    ? named.flatMap((path) => (typeof path === 'string' ? (bankPath(path) ?? []) : []))
    : []
  const was = field('was') === undefined ? undefined : decodeAddition(field('was'))
  if (was?.ok === false) return undefined
  const [host, because] = [field('host'), field('because')]
  const content = {
    id,
    session,
    at,
    addition: addition.value,
    targets,
    ...(was === undefined ? {} : { was: was.value }),
    ...(typeof host === 'string' ? { host } : {}),
  }
  if (hash !== hashOfProposal(content)) return undefined
  return { ...content, hash, status, ...(typeof because === 'string' ? { because } : {}) }
}
