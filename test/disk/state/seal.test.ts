/** Records that another program wrote are ignored and reported once. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findProject } from '../../../src/disk/project/find-project.ts'
import { ignoredRecords, Seal, takeUntoldReport } from '../../../src/disk/state/seal.ts'
import { SessionLog } from '../../../src/disk/state/session-log.ts'
import { stateFolder } from '../../../src/disk/state/state-folder.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const newState = () => join(temporaryFolder(), 'repository', 'bank')
const logOf = (state: string) => join(state, 'sessions', readdirSync(join(state, 'sessions'))[0] ?? '')
const FORGED = '{"at":"grant","what":"everything"}'

describe('a line that Memory Bank did not write [S36]', () => {
  test.each([
    ['without a seal', () => FORGED],
    ['with an invented seal', () => `abcdefgh0123456789abcdef ${FORGED}`],
    ['with the seal of another line', (line: string) => `${line.slice(0, 25)}${FORGED}`],
    ['that repeats another line', (line: string) => line],
    ['with its seal only', (line: string) => `${line.slice(0, 24)}\n${FORGED}`],
  ])('%s is ignored and reported once', (_, forge) => {
    const state = newState()
    new SessionLog(state).append('s', [{ at: 'a' }, { at: 'b' }])
    const log = logOf(state)
    appendFileSync(log, `\n${forge(readFileSync(log, 'utf8').split('\n')[1] ?? '')}`)
    new SessionLog(state).append('s', [{ at: 'c' }])
    for (let round = 0; round < 3; round += 1) {
      expect(new SessionLog(state).read('s')).toEqual([{ at: 'a' }, { at: 'b' }, { at: 'c' }])
      expect(takeUntoldReport(state)).toBe(round === 0)
    }
    expect(ignoredRecords(state, new Date(0))).toHaveLength(1)
    expect(ignoredRecords(state, new Date(Date.now() + 60_000))).toEqual([])
    appendFileSync(log, `\n${FORGED}`)
    expect(new SessionLog(state).read('s')).toHaveLength(3)
    expect(takeUntoldReport(state)).toBe(true)
  })

  test('of another session is ignored', () => {
    const state = newState()
    const log = new SessionLog(state)
    log.append('s', [{ at: 'a' }])
    const granted = logOf(state)
    log.append('t', [{ at: 'b' }])
    const other = readdirSync(join(state, 'sessions')).map((name) => join(state, 'sessions', name))
    const target = other.find((path) => path !== granted) ?? ''
    appendFileSync(target, readFileSync(granted))
    expect(log.read('t')).toEqual([{ at: 'b' }])
    copyFileSync(granted, target)
    expect(log.read('t')).toEqual([])
    expect(takeUntoldReport(state)).toBe(true)
  })

  test('of an earlier build is not read and not reported', () => {
    const state = newState()
    new SessionLog(state).append('s', [{ at: 'a' }])
    writeFileSync(logOf(state).replace('.sealed.jsonl', '.jsonl'), `\n${FORGED}`)
    writeFileSync(logOf(state).replace('.sealed.jsonl', '.question'), '{"changes":[]}')
    expect([new SessionLog(state).read('s'), new SessionLog(state).question('s')]).toEqual([[{ at: 'a' }], undefined])
    expect(takeUntoldReport(state)).toBe(false)
  })

  test('cut short by a crash is not reported', () => {
    const state = newState()
    new SessionLog(state).append('s', [{ at: 'a' }])
    const line = readFileSync(logOf(state), 'utf8').slice(1)
    for (let end = 1; end < line.length; end += 1) appendFileSync(logOf(state), `\n${line.slice(0, end)}`)
    expect(new SessionLog(state).read('s')).toEqual([{ at: 'a' }])
    expect(takeUntoldReport(state)).toBe(false)
  })
})

test('a forged question is removed and reported [S36]', () => {
  const state = newState()
  const log = new SessionLog(state)
  log.keepQuestion('s', { changes: [1] })
  const sealed = readFileSync(logOf(state), 'utf8')
  for (const forged of ['{"changes":[2]}', sealed.replace('[1]', '[2]')]) {
    writeFileSync(logOf(state), forged)
    expect([log.question('s'), takeUntoldReport(state), log.takeQuestion('s')]).toEqual([undefined, true, undefined])
    log.keepQuestion('s', { changes: [1] })
  }
  expect(log.takeQuestion('s')).toEqual({ changes: [1] })
})

test.skipIf(process.platform === 'win32')('the key is only the user’s, and reading makes none [S36]', () => {
  const state = newState()
  const key = join(state, '../../memory-bank.key')
  expect(new Seal(state).at('x').open('abcdefgh0123456789abcdef {}')).toBeUndefined()
  expect(statSync(key, { throwIfNoEntry: false })).toBeUndefined()
  const sealed = new Seal(state).at('x').close('{}')
  expect(statSync(key).mode & 0o077).toBe(0)
  expect([new Seal(state).at('x').open(sealed), new Seal(state).at('y').open(sealed)]).toEqual(['{}', undefined])
  writeFileSync(key, 'damaged')
  const anew = new Seal(state)
  expect(anew.at('x').open(sealed)).toBeUndefined()
  expect(anew.at('x').open(anew.at('x').close('1'))).toBe('1')
})

test('processes that make the key at once use the same key [S36]', async () => {
  const base = temporaryFolder({
    'project/memory-bank/MEMORY.md': '# Memory\n',
    'project/memory-bank/details/tech.md': '',
  })
  const cwd = join(base, 'project')
  const env = { PATH: process.env['PATH'], HOME: base, XDG_STATE_HOME: join(base, 'state') }
  const hook = join(import.meta.dirname, '../../../dist/hook.cjs')
  const ids = Array.from({ length: 6 }, (_, at) => `s${at}`)
  await Promise.all(
    ids.map((session_id) => {
      const child = spawn(process.execPath, [hook], { cwd, env, stdio: ['pipe', 'ignore', 'ignore'] })
      child.stdin.end(JSON.stringify({ session_id, cwd, hook_event_name: 'SessionStart', source: 'startup' }))
      return once(child, 'exit')
    }),
  )
  const root = join(env.XDG_STATE_HOME, 'memory-bank')
  expect(readdirSync(root).filter((name) => name.startsWith('memory-bank.key'))).toEqual(['memory-bank.key'])
  const found = findProject(cwd, base)
  const state = found.ok ? stateFolder(found.value, env) : ''
  const log = new SessionLog(state)
  for (const id of ids) expect([log.read(id).length > 0, log.opening(id) !== undefined]).toEqual([true, true])
  expect(takeUntoldReport(state)).toBe(false)
})
