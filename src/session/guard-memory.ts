/**
 * The guard's record of calls, turns and sessions. A process that gets every event keeps it in memory, next to the
 * session log. For hosts whose events reach several processes, all of it is kept in files.
 */

import { join } from 'node:path'
import type { BankPath } from '../base/bank-path.ts'
import { isRecord } from '../base/is-record.ts'
import type { SeenSettings } from '../disk/project/settings-watch.ts'
import type { FileId } from '../disk/state/ledger.ts'
import { Seal } from '../disk/state/seal.ts'
import { forgetfulLog, SessionLog, type SessionMemory } from '../disk/state/session-log.ts'
import { type SessionValues, valuesInFiles, valuesInMemory } from '../disk/state/session-values.ts'
import type { CallUnderWay } from './predict-call.ts'

export interface GuardMemory {
  readonly log: SessionMemory
  /** The size of a session's log, if other processes may append to it. */
  readonly sizeOf: (session: string) => number
  /** The predictions of running calls. */
  readonly calls: SessionValues<readonly CallUnderWay[]>
  /** Reports about the bank that the model has not received yet. */
  readonly news: SessionValues<string>
  /** The settings that keep Memory Bank running, as a session last saw them. */
  readonly settings: SessionValues<SeenSettings>
  /** The agent's own writes of a turn, by session. */
  readonly writes: SessionValues<TurnFiles>
  /** The hash of each file after its last permitted write. */
  readonly left: SessionValues<string>
  /** Notes that wait for a call's result. */
  readonly notes: SessionValues<string>
  readonly prune: (now: number) => void
  /** Whether use is counted (S56). False for a replay, and if nothing can be written. */
  readonly counts: boolean
}

export type TurnFiles = readonly (readonly [BankPath, WrittenFile])[]

interface WrittenFile {
  /** The ledger's id of the file before the turn's first write. */
  readonly before?: FileId | undefined
  /** The hash that the last permitted write left, or was to leave. */
  readonly left?: string | undefined
}

/** For a process that gets every event. */
export function ownMemory(stateFolder: string): GuardMemory {
  const log = new SessionLog(stateFolder)
  return { ...forgetfulMemory(), log: steady(log), prune: (now) => log.prune(now), counts: true }
}

/** For replays, which write nothing to the disk. */
export function forgetfulMemory(): GuardMemory {
  return {
    log: forgetfulLog(),
    sizeOf: () => 0,
    calls: valuesInMemory(),
    news: valuesInMemory(),
    settings: valuesInMemory(),
    writes: valuesInMemory(),
    left: valuesInMemory(),
    notes: valuesInMemory(),
    prune() {},
    counts: false,
  }
}

/** For hosts whose events reach several processes, which share this memory through files. */
export function sharedMemory(state: string): GuardMemory {
  // One seal for all files, so that its key is read once.
  const seal = new Seal(state)
  const onDisk = new SessionLog(state, seal)
  const log = steady(onDisk)
  const folder = join(state, 'under-way')
  return {
    log,
    sizeOf: (session) => log.size(session),
    calls: valuesInFiles(join(folder, 'calls'), seal, decodeCalls),
    news: valuesInFiles(join(folder, 'news'), seal, decodeText),
    settings: valuesInFiles(join(folder, 'settings'), seal, decodeSettings),
    writes: valuesInFiles(join(folder, 'writes'), seal, decodeTurnFiles),
    left: valuesInFiles(join(folder, 'left'), seal, decodeText),
    notes: valuesInFiles(join(folder, 'notes'), seal, decodeText),
    prune: (now) => onDisk.prune(now),
    counts: true,
  }
}

/**
 * If the disk fills up or disappears during a session, this process continues in memory. The person gets a warning with
 * their next message (S37).
 */
function steady(log: SessionLog): SessionMemory {
  const kept = <T>(keep: () => T, otherwise: T): T => {
    try {
      return keep()
    } catch {
      return otherwise // `Guard.trouble` finds the cause and reports it
    }
  }
  return {
    append: (session, moments) => kept(() => log.append(session, moments), 0),
    size: (session) => kept(() => log.size(session), 0),
    read: (session) => kept(() => log.read(session), []),
    opening: (session) => kept(() => log.opening(session), undefined),
    keepOpening: (session, text) => kept(() => log.keepOpening(session, text), undefined),
    forgetOpening: (session) => kept(() => log.forgetOpening(session), undefined),
    keepQuestion: (session, question) => log.keepQuestion(session, question),
    question: (session) => kept(() => log.question(session), undefined),
    takeQuestion: (session) => log.takeQuestion(session),
    failed: (what, when) => log.failed(what, when),
    end: (session) => kept(() => log.end(session), undefined),
  }
}

function decodeText(raw: unknown): string | undefined {
  return typeof raw === 'string' ? raw : undefined
}

function decodeSettings(raw: unknown): SeenSettings | undefined {
  return isRecord(raw) && Object.values(raw).every((one) => Array.isArray(one) && one.length === 2)
    ? (raw as SeenSettings)
    : undefined
}

/** The seal proves that Memory Bank wrote the file, so a rough check of its form is enough. */
function decodeCalls(raw: unknown): readonly CallUnderWay[] | undefined {
  return Array.isArray(raw) && raw.every((one) => isRecord(one) && isRecord(one['facts']))
    ? (raw as readonly CallUnderWay[])
    : undefined
}

function decodeTurnFiles(raw: unknown): TurnFiles | undefined {
  return Array.isArray(raw) && raw.every((pair) => Array.isArray(pair) && isRecord(pair[1]))
    ? (raw as TurnFiles)
    : undefined
}
