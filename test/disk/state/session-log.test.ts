import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forgetfulLog, SessionLog } from '../../../src/disk/state/session-log.ts'
import { law } from '../../laws/runs.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** The key is beside the folders of the repositories. */
const stateFolder = () => join(temporaryFolder(), 'repository', 'bank')
const files = (state: string) => (existsSync(join(state, 'sessions')) ? readdirSync(join(state, 'sessions')) : [])
const only = (state: string) => join(state, 'sessions', files(state)[0] ?? '')

test('moments are read in order, also by another process [S21]', () => {
  const state = stateFolder()
  new SessionLog(state).append('s', [{ at: 'a' }, { at: 'b', text: '换行\n"' }])
  new SessionLog(state).append('s', [{ at: 'c' }])
  expect(new SessionLog(state).read('s')).toEqual([{ at: 'a' }, { at: 'b', text: '换行\n"' }, { at: 'c' }])
})

test('an unknown session is empty, and reading it creates no file [S37]', () => {
  const state = stateFolder()
  const log = new SessionLog(state)
  expect([log.read('s'), log.opening('s'), log.takeQuestion('s')]).toEqual([[], undefined, undefined])
  log.append('s', [])
  log.end('s')
  expect(existsSync(join(state, 'sessions'))).toBe(false)
})

test('only the line that a crash cut short is lost [S16]', () => {
  const state = stateFolder()
  const log = new SessionLog(state)
  log.append('s', [{ at: 'a' }, { at: 'b' }])
  truncateSync(only(state), statSync(only(state)).size - 4)
  log.append('s', [{ at: 'c' }])
  expect(log.read('s')).toEqual([{ at: 'a' }, { at: 'c' }])
  appendFileSync(only(state), '\n\0\0\0')
  log.append('s', [{ at: 'd' }])
  expect(log.read('s')).toEqual([{ at: 'a' }, { at: 'c' }, { at: 'd' }])
})

test('lines before and after a cut are kept, wherever it is [S16]', () => {
  law(
    fc.property(fc.array(fc.nat(99), { minLength: 1, maxLength: 6 }), fc.nat(), (values, at) => {
      const state = stateFolder()
      const log = new SessionLog(state)
      for (const value of values) log.append('s', [{ value }])
      const text = readFileSync(only(state), 'utf8')
      const cut = at % (text.length + 1)
      truncateSync(only(state), cut)
      log.append('s', [{ value: 'next' }])
      const whole = text
        .slice(0, cut)
        .split('\n')
        .filter((line) => line.endsWith('}')).length
      expect(log.read('s')).toEqual([...values.slice(0, whole).map((value) => ({ value })), { value: 'next' }])
    }),
    40,
  )
})

test('an opening is kept byte for byte until it is forgotten [S21]', () => {
  const state = stateFolder()
  const text = '<memory-bank>\r\n中文 💾\n</memory-bank>'
  new SessionLog(state).keepOpening('s', text)
  expect(new SessionLog(state).opening('s')).toBe(text)
  new SessionLog(state).forgetOpening('s')
  expect(new SessionLog(state).opening('s')).toBeUndefined()
})

test('a plan is taken once, by the first process [S42]', () => {
  const state = stateFolder()
  new SessionLog(state).keepQuestion('s', { changes: [1] })
  const takers = [new SessionLog(state), new SessionLog(state)]
  expect(takers.map((log) => log.takeQuestion('s'))).toEqual([{ changes: [1] }, undefined])
})

test('a damaged plan counts as missing [S37]', () => {
  const state = stateFolder()
  const log = new SessionLog(state)
  log.keepQuestion('s', {})
  writeFileSync(only(state), '{"chan')
  expect(log.takeQuestion('s')).toBeUndefined()
  expect(files(state)).toEqual([])
})

test('a session that ends leaves nothing [S37]', () => {
  const state = stateFolder()
  const log = new SessionLog(state)
  for (const session of ['a', 'b']) {
    log.append(session, [{ at: 'x' }])
    log.keepOpening(session, 'o')
    log.keepQuestion(session, {})
  }
  log.end('a')
  expect([log.read('a'), log.opening('a')]).toEqual([[], undefined])
  expect(log.read('b')).toHaveLength(1)
  log.end('b')
  expect(files(state)).toEqual([])
})

test('every session id has its own files, whatever its characters [S37]', () => {
  const state = stateFolder()
  const log = new SessionLog(state)
  const ids = [
    '',
    '.',
    '..',
    '../../x',
    'a/b',
    'a\\b',
    'a:b',
    'ses_Ab',
    'ses_aB',
    '中文',
    '\ud800',
    'x'.repeat(500),
    `${'x'.repeat(500)}y`,
    'con',
    'a b',
  ]
  for (const id of ids) log.append(id, [{ id }])
  for (const id of ids) expect(log.read(id)).toEqual(id === '\ud800' ? [{ id: '\ud800' }] : [{ id }])
  expect(new Set(files(state).map((name) => name.toLowerCase())).size).toBe(ids.length)
  expect(readdirSync(state)).toEqual(['sessions'])
})

test('logs of abandoned sessions are removed by age and by number [S37]', () => {
  const state = stateFolder()
  const log = new SessionLog(state)
  log.append('old', [{ at: 'x' }])
  utimesSync(only(state), 1_000, 1_000)
  for (let index = 0; index < 1_100; index += 1) log.append(`s${index}`, [{ at: 'x' }])
  log.prune(Date.now())
  expect(log.read('old')).toEqual([])
  expect(files(state)).toHaveLength(1_000)
})

test('failures are kept for doctor, one line each and bounded [S37]', () => {
  const state = stateFolder()
  const log = new SessionLog(state)
  const when = new Date('2026-03-01T12:00:00Z')
  log.failed('it\nbroke', when)
  expect(readFileSync(only(state), 'utf8')).toBe('2026-03-01T12:00:00.000Z it broke\n')
  for (let index = 0; index < 500; index += 1) log.failed('x'.repeat(5_000), when)
  expect(statSync(only(state)).size).toBeLessThan(80 * 1024)
})

test.skipIf(process.platform === 'win32')('only the user can read the logs [S1]', () => {
  const state = stateFolder()
  const log = new SessionLog(state)
  log.append('s', [{ at: 'x' }])
  log.keepOpening('s', 'o')
  log.keepQuestion('s', {})
  log.failed('x', new Date(0))
  for (const name of files(state)) expect(statSync(join(state, 'sessions', name)).mode & 0o077).toBe(0)
})

test('the log for replays keeps nothing', () => {
  const log = forgetfulLog()
  log.append('s', [{ at: 'x' }])
  log.keepOpening('s', 'o')
  log.keepQuestion('s', {})
  expect([log.read('s'), log.opening('s'), log.takeQuestion('s')]).toEqual([[], undefined, undefined])
})
