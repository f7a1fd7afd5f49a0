import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acquireLock } from '../../../src/disk/bank/lock.ts'
import { temporaryFolder } from '../temporary-folder.ts'

function acquired(folder: string, patience?: number) {
  const lock = acquireLock(folder, patience)
  if (!lock.ok) throw new Error(lock.problem.code)
  return lock.value
}

test('only one process holds the lock, and a failed attempt reports the holder [S16]', () => {
  const folder = temporaryFolder()
  const first = acquired(folder)
  expect(acquireLock(folder, 20)).toEqual({ ok: false, problem: { code: 'locked', by: `pid ${process.pid}` } })
  first.release()
  acquired(folder, 0).release()
})

test('a released lock leaves no file [S16]', () => {
  const folder = temporaryFolder()
  acquired(join(folder, 'state/deep')).release()
  expect(readdirSync(join(folder, 'state/deep'))).toEqual([])
})

test('the lock of a dead process is broken [S16]', () => {
  const folder = temporaryFolder()
  const gone = spawnSync(process.execPath, ['-e', '0']).pid
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: gone, started: '', host: hostname(), token: 't' }))
  acquired(folder, 1_000).release()
})

test.runIf(process.platform === 'linux')('the lock of a process whose pid was reused is broken [S16]', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, started: '1', host: hostname(), token: 't' }))
  acquired(folder, 1_000).release()
})

test('a lock from another machine is respected while it is young, and broken when it is old [S16]', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'lock')
  writeFileSync(path, JSON.stringify({ pid: 1, started: '', host: 'elsewhere', token: 't' }))
  expect(acquireLock(folder, 20).ok).toBe(false)
  const old = new Date(Date.now() - 10 * 60_000)
  utimesSync(path, old, old)
  acquired(folder, 1_000).release()
})

test.each([
  ['old', -60_000],
  ['from the future, because the clock was ahead', 366 * 86_400_000],
])('a torn lock is broken once it is %s [S16]', (_when, milliseconds) => {
  const folder = temporaryFolder()
  const path = join(folder, 'lock')
  writeFileSync(path, '{"pid":')
  expect(acquireLock(folder, 20).ok).toBe(false)
  const written = new Date(Date.now() + milliseconds)
  utimesSync(path, written, written)
  acquired(folder, 1_000).release()
})

test('a release does not remove another owner’s lock [S16]', () => {
  const folder = temporaryFolder()
  const lock = acquired(folder)
  const others = JSON.stringify({ pid: process.pid, started: '', host: hostname(), token: 'other' })
  writeFileSync(join(folder, 'lock'), others)
  lock.release()
  expect(existsSync(join(folder, 'lock')) && readFileSync(join(folder, 'lock'), 'utf8')).toBe(others)
})

test('a state folder that cannot be made is a problem, not a crash [S16]', () => {
  const folder = temporaryFolder({ file: '' })
  const lock = acquireLock(join(folder, 'file/state'), 0)
  expect(!lock.ok && lock.problem.code).toBe('state-unavailable')
})
