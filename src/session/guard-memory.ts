/**
 * Where a guard keeps what it must know until a call, a turn or a session is over: in its own memory beside
 * the session log, or all of it in files, for hosts whose events come to several processes.
 */

import { join } from 'node:path'
import type { BankPath } from '../base/bank-path.ts'
import { isRecord } from '../base/record.ts'
import type { SeenSettings } from '../disk/project/settings-watch.ts'
import type { FileId } from '../disk/state/ledger.ts'
import { forgetfulLog, SessionLog, type SessionMemory } from '../disk/state/session-log.ts'
import { type SessionValues, valuesInFiles, valuesInMemory } from '../disk/state/session-values.ts'
import type { CallUnderWay } from './predict-call.ts'

export interface GuardMemory {
  readonly log: SessionMemory
  /** How far a session's log has grown, where others may append to it too. */
  readonly sizeOf: (session: string) => number
  /** What was foreseen of each call under way. */
  readonly calls: SessionValues<readonly CallUnderWay[]>
  /** What the person was told of the bank and the model was not. */
  readonly news: SessionValues<string>
  /** The settings that keep us at work, as a session saw them last. */
  readonly settings: SessionValues<SeenSettings>
  /** The agent's own writes of a turn, by session. */
  readonly writes: SessionValues<TurnsWrites>
  /** What permitted writes left in each file, as a hash. */
  readonly left: SessionValues<string>
  /** What waits to be said with a call's result. */
  readonly notes: SessionValues<string>
  readonly prune: (now: number) => void
  /** Whether the use of the bank is counted: not of what is only replayed, nor where nothing can be written (S56). */
  readonly counts: boolean
}

export type TurnsWrites = readonly (readonly [BankPath, Written])[]

interface Written {
  /** The file before the turn's first write, as the ledger names it. */
  readonly before?: FileId | undefined
  /** The hash of what the last permitted write was to leave, or has left. */
  readonly left?: string | undefined
}

/** For one process that sees every event. */
export function ownMemory(stateFolder: string): GuardMemory {
  const log = new SessionLog(stateFolder)
  return { ...forgetfulMemory(), log: steady(log), prune: (now) => log.prune(now), counts: true }
}

/** For replays: nothing is left behind. */
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

/** For processes that come and go: each goes on where the others were. */
export function sharedMemory(state: string): GuardMemory {
  const onDisk = new SessionLog(state)
  const log = steady(onDisk)
  const folder = join(state, 'under-way')
  return {
    log,
    sizeOf: (session) => log.size(session),
    calls: valuesInFiles(join(folder, 'calls'), decodeCalls),
    news: valuesInFiles(join(folder, 'news'), decodeText),
    settings: valuesInFiles(join(folder, 'settings'), decodeSettings),
    writes: valuesInFiles(join(folder, 'writes'), decodeWrites),
    left: valuesInFiles(join(folder, 'left'), decodeText),
    notes: valuesInFiles(join(folder, 'notes'), decodeText),
    prune: (now) => onDisk.prune(now),
    counts: true,
  }
}

/**
 * A disk that fills up, or is taken away, in the middle of a session: this process goes on with what it has in memory,
 * and the person is told at their next message (S37).
 */
function steady(log: SessionLog): SessionMemory {
  const kept = <T>(keep: () => T, otherwise: T): T => {
    try {
      return keep()
    } catch {
      return otherwise // `Guard.trouble` finds the cause and says it
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

/** Our own files: a list is one of ours. */
function decodeCalls(raw: unknown): readonly CallUnderWay[] | undefined {
  return Array.isArray(raw) && raw.every((one) => isRecord(one) && isRecord(one['facts']))
    ? (raw as readonly CallUnderWay[])
    : undefined
}

function decodeWrites(raw: unknown): TurnsWrites | undefined {
  return Array.isArray(raw) && raw.every((pair) => Array.isArray(pair) && isRecord(pair[1]))
    ? (raw as TurnsWrites)
    : undefined
}
