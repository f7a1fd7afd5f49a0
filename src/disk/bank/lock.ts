/**
 * One writer at a time, across processes: a file that only one process can create.
 *
 * The lock names its owner from the start. It is written under another name and then linked into place, so a crash
 * never leaves a lock without an owner. If the owner is gone (no such process, or its pid was reused), the next writer
 * breaks the lock. Breaking takes a second lock, so that two writers that find a stale lock cannot remove each other's
 * new one.
 */

import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../base/result.ts'
import { operatingSystem } from '../built-in.ts'
import { cannotLink, causeOf, codeOf, isMissing, removeIfThere } from '../disk.ts'

export interface Lock {
  release(): void
}

/** Locks are held while files are renamed, never while a person is asked. */
const PATIENCE_MS = 15_000
/** A process on another machine cannot be checked. Its lock is stale after this time. */
const FOREIGN_STALE_MS = 120_000
/** For a lock without an owner, which a crash can leave on a disk that cannot link. */
const TORN_STALE_MS = 5_000

interface Owner {
  readonly pid: number
  readonly started: string
  readonly host: string
  readonly token: string
}

export function acquireLock(folder: string, patience = PATIENCE_MS): Result<Lock> {
  const path = join(folder, 'lock')
  const owner: Owner = {
    pid: process.pid,
    started: startTimeOf(process.pid) ?? '',
    host: operatingSystem().hostname(),
    token: token(),
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (let waited = 0; ; waited += pause(waited)) {
      if (createExclusively(path, owner)) {
        sweep(folder)
        return ok({ release: () => release(path, owner) })
      }
      const holder = readOwner(path)
      if (holder !== undefined && isStale(holder, path)) breakLock(path, holder, owner)
      else if (waited >= patience)
        return fail({ code: 'locked', by: holder === undefined ? 'unknown' : `pid ${holder.pid}` })
    }
  } catch (error) {
    return fail({ code: 'state-unavailable', path: folder, cause: causeOf(error) })
  }
}

/** Whether a writer is at work, or died and left its lock. Changes nothing. */
export function lockState(folder: string): 'free' | 'held' | 'stale' {
  const path = join(folder, 'lock')
  const holder = readOwner(path)
  if (holder === undefined) return 'free'
  return isStale(holder, path) ? 'stale' : 'held'
}

function createExclusively(path: string, owner: Owner): boolean {
  const draft = `${path}.${owner.token}.tmp`
  try {
    writeOwner(draft, owner)
    linkSync(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!cannotLink(error)) throw error
  } finally {
    quietly(() => removeIfThere(draft))
  }
  try {
    writeOwner(path, owner)
    return true
  } catch (error) {
    // Windows answers EPERM while a deleted file is still open in another process.
    if (codeOf(error) === 'EEXIST' || (process.platform === 'win32' && codeOf(error) === 'EPERM')) return false
    throw error
  }
}

function writeOwner(path: string, owner: Owner): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    try {
      writeSync(file, JSON.stringify(owner))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    quietly(() => removeIfThere(path))
    throw error
  }
}

/** Undefined if there is no lock. Pid 0: the lock is still being written, or a crash cut it short. */
function readOwner(path: string): Owner | undefined {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  try {
    const owner: unknown = JSON.parse(content)
    if (isOwner(owner)) return owner
  } catch {
    // cut short by a crash, or not written yet; its age decides
  }
  return { pid: 0, started: '', host: '', token: content }
}

function isStale(owner: Owner, path: string): boolean {
  if (owner.host === operatingSystem().hostname() && owner.pid > 0) {
    const started = startTimeOf(owner.pid)
    return started === undefined || (owner.started !== '' && started !== '' && started !== owner.started)
  }
  return ageOf(path) > (owner.pid === 0 ? TORN_STALE_MS : FOREIGN_STALE_MS)
}

function breakLock(path: string, stale: Owner, owner: Owner): void {
  const breaker = `${path}.breaking`
  if (!createExclusively(breaker, owner)) {
    const other = readOwner(breaker)
    if (other !== undefined && isStale(other, breaker)) removeIfThere(breaker)
    return
  }
  try {
    const now = readOwner(path)
    if (now !== undefined && now.token === stale.token && isStale(now, path)) removeIfThere(path)
  } finally {
    quietly(() => removeIfThere(breaker))
  }
}

/** A lock that cannot be removed becomes stale when this process ends. */
function release(path: string, owner: Owner): void {
  quietly(() => {
    if (readOwner(path)?.token === owner.token) unlinkSync(path)
  })
}

/** Removes the drafts of writers that died before they had the lock. */
function sweep(folder: string): void {
  quietly(() => {
    const drafts = readdirSync(folder).filter((name) => /^lock\..+\.tmp$/.test(name))
    for (const path of drafts.map((name) => join(folder, name))) if (ageOf(path) > FOREIGN_STALE_MS) removeIfThere(path)
  })
}

function quietly(step: () => void): void {
  try {
    step()
  } catch {
    // best effort
  }
}

/** When a process started: `''` if it is alive but the time is unknown, undefined if there is no such process. */
function startTimeOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return undefined
  }
  if (process.platform !== 'linux') return ''
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch (error) {
    if (isMissing(error)) return undefined
    return ''
  }
}

function ageOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  // A lock from the future was written while the clock was ahead.
  return stat === undefined ? 0 : Math.abs(Date.now() - stat.mtimeMs)
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== 'object' || value === null) return false
  const { pid, started, host, token: own }: Partial<Record<string, unknown>> = { ...value }
  return typeof pid === 'number' && [started, host, own].every((one) => typeof one === 'string')
}

function token(): string {
  return `${process.hrtime.bigint().toString(36)}-${Math.random().toString(36).slice(2)}`
}

/** Blocks the thread. The pause grows with the time already waited. Returns it in milliseconds. */
function pause(waited: number): number {
  const time = Math.min(5 + Math.floor(waited / 10), 50)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time)
  return time
}
