/**
 * One writer at a time, across processes: a file that only one can create.
 *
 * The lock names its owner. An owner that is gone (no such process, or its number was given to
 * another since) leaves a stale lock, which the next writer breaks; breaking has a lock of its own,
 * so that two who find a stale lock cannot remove each other's new one.
 */

import { closeSync, mkdirSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '../core/result.ts'
import { operatingSystem } from './built-in.ts'
import { causeOf, codeOf, isMissing, removeIfThere } from './disk.ts'

export interface Lock {
  release(): void
}

/** Locks are held while files are renamed, never while a person is asked. */
const PATIENCE_MS = 15_000
/** From another machine on a shared disk we cannot ask whether the owner lives; by then it has finished or died. */
const FOREIGN_STALE_MS = 120_000
const BREAKER_STALE_MS = 5_000

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
    started: startOf(process.pid) ?? '',
    host: operatingSystem().hostname(),
    token: token(),
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (let waited = 0; ; waited += pause(waited)) {
      if (createExclusively(path, JSON.stringify(owner))) return ok({ release: () => release(path, owner) })
      const holder = readOwner(path)
      if (holder !== undefined && isStale(holder, path)) breakLock(path, holder)
      else if (waited >= patience)
        return fail({ code: 'locked', by: holder === undefined ? 'unknown' : `pid ${holder.pid}` })
    }
  } catch (error) {
    return fail({ code: 'state-unavailable', path: folder, cause: causeOf(error) })
  }
}

function createExclusively(path: string, content: string): boolean {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    // Windows answers EPERM or EACCES while a deleted file is still open elsewhere.
    if (codeOf(error) === 'EEXIST' || (process.platform === 'win32' && codeOf(error) === 'EPERM')) return false
    throw error
  }
  try {
    writeSync(file, content)
  } catch (error) {
    closeSync(file)
    removeIfThere(path)
    throw error
  }
  closeSync(file)
  return true
}

/** Undefined while its owner is still writing it, or when it has just gone. */
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
    // fall through: torn by a crash, or not written yet; its age decides
  }
  return { pid: 0, started: '', host: '', token: content }
}

function isStale(owner: Owner, path: string): boolean {
  if (owner.host === operatingSystem().hostname() && owner.pid > 0) {
    const started = startOf(owner.pid)
    return started === undefined || (owner.started !== '' && started !== '' && started !== owner.started)
  }
  return ageOf(path) > (owner.pid === 0 ? BREAKER_STALE_MS : FOREIGN_STALE_MS)
}

function breakLock(path: string, stale: Owner): void {
  const breaker = `${path}.breaking`
  if (!createExclusively(breaker, '')) {
    if (ageOf(breaker) > BREAKER_STALE_MS) removeIfThere(breaker)
    return
  }
  try {
    if (readOwner(path)?.token === stale.token) removeIfThere(path)
  } finally {
    removeIfThere(breaker)
  }
}

function release(path: string, owner: Owner): void {
  if (readOwner(path)?.token === owner.token) unlinkSync(path)
}

/** When a process began, as far as the system tells: `''` if it lives but does not, undefined if it is gone. */
function startOf(pid: number): string | undefined {
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
  return stat === undefined ? 0 : Date.now() - stat.mtimeMs
}

function isOwner(value: unknown): value is Owner {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'started' in value &&
    typeof value.started === 'string' &&
    'host' in value &&
    typeof value.host === 'string' &&
    'token' in value &&
    typeof value.token === 'string'
  )
}

function token(): string {
  return `${process.hrtime.bigint().toString(36)}-${Math.random().toString(36).slice(2)}`
}

/** Sleep without giving up the thread, longer the longer we have waited; returns how long. */
function pause(waited: number): number {
  const time = Math.min(5 + Math.floor(waited / 10), 50)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time)
  return time
}
