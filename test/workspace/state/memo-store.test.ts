import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MemoStore } from '../../../src/workspace/state/memo-store.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Which of these texts had to be worked through. */
function worked(store: MemoStore, ...texts: readonly string[]): readonly string[] {
  const done: string[] = []
  for (const text of texts) {
    const value = store.of('upper', text, () => {
      done.push(text)
      return { upper: text.toUpperCase() }
    })
    expect(value).toEqual({ upper: text.toUpperCase() })
  }
  return done
}

test('a text is worked through once, in whichever process, and a changed one again [S50]', () => {
  const state = temporaryFolder()
  const first = new MemoStore(state)
  expect(worked(first, 'a', 'b')).toEqual(['a', 'b'])
  first.keep([])
  const second = new MemoStore(state)
  expect(worked(second, 'a', 'c')).toEqual(['c'])
  expect(second.of('length', 'a', () => 1)).toBe(1)
  second.keep([])
  // What nobody asked for any more is forgotten.
  expect(worked(new MemoStore(state), 'a', 'b', 'c')).toEqual(['b'])
})

test('texts that differ in a stray byte only are different texts [S50]', () => {
  const state = temporaryFolder()
  const store = new MemoStore(state)
  expect([
    store.of('x', 'a\udcff', () => 1),
    store.of('x', 'a\udcfe', () => 2),
    store.of('x', 'a\ufffd', () => 3),
  ]).toEqual([1, 2, 3])
})

test('nothing of a text with a secret is written down [S35]', () => {
  const state = temporaryFolder()
  const store = new MemoStore(state)
  store.of('links', 'plain', () => ['plain link'])
  store.of('links', 'secret text', () => ['secret link'])
  store.keep(['secret text'])
  const kept = readFileSync(join(state, 'check.memo'), 'utf8')
  expect([kept.includes('plain link'), kept.includes('secret link')]).toEqual([true, false])
})

test.each<[string, (text: string) => string]>([
  ['cut short', (text) => text.slice(0, -3)],
  ['of another program', (text) => text.replaceAll('memo source', 'memo 9.9.99')],
  ['changed', (text) => text.replace('A', 'B')],
  ['empty', () => ''],
  ['no JSON', (text) => text.replaceAll('[[', '[{')],
])('one that is %s is as none [S50]', (_name, damage) => {
  const state = temporaryFolder()
  const store = new MemoStore(state)
  worked(store, 'a')
  store.keep([])
  const path = join(state, 'check.memo')
  writeFileSync(path, damage(readFileSync(path, 'latin1')), 'latin1')
  expect(worked(new MemoStore(state), 'a')).toEqual(['a'])
})

test.skipIf(process.platform === 'win32')(
  'nobody else may read it, and none is written where nothing was asked [S50]',
  () => {
    const state = temporaryFolder()
    new MemoStore(state).keep([])
    expect(existsSync(join(state, 'check.memo'))).toBe(false)
    const store = new MemoStore(state)
    worked(store, 'a')
    store.keep([])
    expect(statSync(join(state, 'check.memo')).mode & 0o077).toBe(0)
  },
)

test('a place that cannot be written is no failure [S50]', () => {
  const state = temporaryFolder({ file: 'x' })
  const store = new MemoStore(join(state, 'file'))
  expect(worked(store, 'a')).toEqual(['a'])
  store.keep([])
})
