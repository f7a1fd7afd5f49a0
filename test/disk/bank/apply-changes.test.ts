import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import type { Change } from '../../../src/base/change.ts'
import { applyChanges } from '../../../src/disk/bank/apply-changes.ts'
import { type BankPlace, Journal } from '../../../src/disk/bank/journal.ts'
import { recover } from '../../../src/disk/bank/recover.ts'
import { inverse } from '../../../src/disk/bank/transaction.ts'
import { type Files, temporaryFolder, treeOf } from '../temporary-folder.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const A = knownPath('a.md')
const B = knownPath('b.md')

function placeWith(files: Files): BankPlace {
  const folder = temporaryFolder({ 'bank/': '', 'state/': '' })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, 'bank', path, '..'), { recursive: true })
    writeFileSync(join(folder, 'bank', path), content)
  }
  return { bank: realpathSync(join(folder, 'bank')), state: join(folder, 'state') }
}

function apply(place: BankPlace, ...changes: readonly Change[]) {
  return applyChanges({ intent: 'refresh', changes }, place, NOW)
}

function problemOf(place: BankPlace, ...changes: readonly Change[]): string {
  const done = apply(place, ...changes)
  return done.ok ? 'applied' : done.problem.code
}

describe('changes', () => {
  test('of every kind are applied together and leave no temporary files [S16]', () => {
    const place = placeWith({ 'a.md': 'a', 'old/c.md': 'c', 'd.md': 'd' })
    const done = apply(
      place,
      { kind: 'make-folder', path: knownPath('details/design') },
      { kind: 'edit', path: A, was: 'a', text: '\ufeffa2\r\n\udcff' },
      { kind: 'create', path: knownPath('details/new.md'), text: 'new' },
      { kind: 'move', path: knownPath('old/c.md'), was: 'c', to: knownPath('details/c.md'), text: 'c' },
      { kind: 'remove', path: knownPath('d.md'), was: 'd' },
    )
    expect(done.ok && [done.value.intent, done.value.recovered]).toEqual(['refresh', []])
    expect(treeOf(place.bank)).toEqual({
      'a.md': '\xef\xbb\xbfa2\r\n\xff',
      'details/': '',
      'details/c.md': 'c',
      'details/design/': '',
      'details/new.md': 'new',
    })
    expect(readdirSync(place.state)).toEqual(['journal', 'ledger', 'sections'])
  })

  test('create a missing bank, and undoing them removes it [S16]', () => {
    const folder = temporaryFolder({ 'state/': '' })
    const place = { bank: join(folder, 'memory-bank'), state: join(folder, 'state') }
    const done = apply(
      place,
      { kind: 'create', path: knownPath('details/x.md'), text: 'x' },
      { kind: 'make-folder', path: knownPath('details/design') },
    )
    expect(done.ok && treeOf(place.bank)).toEqual({ 'details/': '', 'details/design/': '', 'details/x.md': 'x' })
    const [id = ''] = new Journal(place.state).finished()
    const entry = new Journal(place.state).read(id, 'done')
    if (entry === undefined) throw new Error('no entry')
    const { changes, removesBank = false } = inverse(entry)
    expect(applyChanges({ intent: 'undo', changes, removesBank }, place, new Date()).ok).toBe(true)
    expect(existsSync(place.bank)).toBe(false)
  })

  test('undone, leave a bank folder that existed before, even if it is empty [S16]', () => {
    const place = placeWith({})
    expect(apply(place, { kind: 'create', path: knownPath('details/x.md'), text: 'x' }).ok).toBe(true)
    const [id = ''] = new Journal(place.state).finished()
    const entry = new Journal(place.state).read(id, 'done')
    if (entry === undefined) throw new Error('no entry')
    const { changes, removesBank = false } = inverse(entry)
    expect(applyChanges({ intent: 'undo', changes, removesBank }, place, new Date()).ok).toBe(true)
    expect(treeOf(place.bank)).toEqual({})
    expect(existsSync(place.bank)).toBe(true)
  })

  test('that move a file with a new text empty the old place [S14]', () => {
    const place = placeWith({ 'docs/a.md': 'a' })
    expect(
      problemOf(place, {
        kind: 'move',
        path: knownPath('docs/a.md'),
        was: 'a',
        to: knownPath('details/design/a.md'),
        text: 'a2',
      }),
    ).toBe('applied')
    expect(treeOf(place.bank)).toEqual({ 'details/': '', 'details/design/': '', 'details/design/a.md': 'a2' })
  })

  test('that empty a folder remove it, unless it holds a file that is not read [S14]', () => {
    const place = placeWith({ 'docs/a.md': 'a', 'notes/b.md': 'b', 'notes/pic.png': 'x' })
    apply(
      place,
      { kind: 'move', path: knownPath('docs/a.md'), was: 'a', to: A, text: 'a' },
      { kind: 'move', path: knownPath('notes/b.md'), was: 'b', to: B, text: 'b' },
    )
    expect(treeOf(place.bank)).toEqual({ 'a.md': 'a', 'b.md': 'b', 'notes/': '', 'notes/pic.png': 'x' })
  })

  test.skipIf(process.platform === 'win32')('keep a file’s mode [S16]', () => {
    const place = placeWith({ 'a.md': 'a', 'b.md': 'b' })
    chmodSync(join(place.bank, 'a.md'), 0o640)
    chmodSync(join(place.bank, 'b.md'), 0o755)
    apply(
      place,
      { kind: 'edit', path: A, was: 'a', text: 'a2' },
      { kind: 'move', path: B, was: 'b', to: knownPath('c.md'), text: 'b2' },
    )
    expect(['a.md', 'c.md'].map((name) => statSync(join(place.bank, name)).mode & 0o777)).toEqual([0o640, 0o755])
  })

  test('do not touch other files [S16]', () => {
    const place = placeWith({ 'a.md': 'a', 'b.md': 'b' })
    const before = lstatSync(join(place.bank, 'b.md'))
    apply(place, { kind: 'edit', path: A, was: 'a', text: 'a2' })
    const after = lstatSync(join(place.bank, 'b.md'))
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs])
  })
})

describe('nothing is changed if', () => {
  test.each<[string, Files, Change, string]>([
    [
      'an edited file changed meanwhile',
      { 'b.md': 'other' },
      { kind: 'edit', path: B, was: 'b', text: 'b2' },
      'stale-file',
    ],
    ['an edited file is gone', {}, { kind: 'edit', path: B, was: 'b', text: 'b2' }, 'stale-file'],
    ['a removed file changed meanwhile', { 'b.md': 'other' }, { kind: 'remove', path: B, was: 'b' }, 'stale-file'],
    [
      'a moved file changed meanwhile',
      { 'b.md': 'other' },
      { kind: 'move', path: B, was: 'b', to: knownPath('c.md'), text: 'b' },
      'stale-file',
    ],
    ['a new file’s place was taken', { 'b.md': 'other' }, { kind: 'create', path: B, text: 'b' }, 'path-taken'],
    [
      'a moved file’s place was taken',
      { 'b.md': 'b', 'c.md': 'c' },
      { kind: 'move', path: B, was: 'b', to: knownPath('c.md'), text: 'b' },
      'path-taken',
    ],
    [
      'a file is at the path of a needed folder',
      { details: 'x' },
      { kind: 'create', path: knownPath('details/b.md'), text: 'b' },
      'folder-expected',
    ],
    [
      'a file is at the path of a new folder',
      { details: 'x' },
      { kind: 'make-folder', path: knownPath('details') },
      'folder-expected',
    ],
  ])('%s [S16]', (_, files, change, code) => {
    const place = placeWith({ ...files, 'a.md': 'a' })
    const before = treeOf(place.bank)
    expect(problemOf(place, { kind: 'edit', path: A, was: 'a', text: 'a2' }, change)).toBe(code)
    expect(treeOf(place.bank)).toEqual(before)
    expect(new Journal(place.state).finished()).toEqual([])
  })

  test('a folder is at the path of a file [S16]', () => {
    const place = placeWith({ 'a.md': 'a' })
    mkdirSync(join(place.bank, 'b.md'))
    expect(
      problemOf(place, { kind: 'edit', path: A, was: 'a', text: 'a2' }, { kind: 'create', path: B, text: 'b' }),
    ).toBe('path-taken')
    expect(readFileSync(join(place.bank, 'a.md'), 'utf8')).toBe('a')
  })

  test('the journal cannot be written [S16]', () => {
    const place = placeWith({ 'a.md': 'a' })
    writeFileSync(join(place.state, 'journal'), 'in the way')
    expect(problemOf(place, { kind: 'edit', path: A, was: 'a', text: 'a2' })).toBe('state-unavailable')
    expect(treeOf(place.bank)).toEqual({ 'a.md': 'a' })
  })
})

describe('links', () => {
  test('inside the bank stay links, and their target changes [S16]', () => {
    const place = placeWith({ 'details/real.md': 'a' })
    symlinkSync('details/real.md', join(place.bank, 'a.md'))
    expect(problemOf(place, { kind: 'edit', path: A, was: 'a', text: 'a2' })).toBe('applied')
    expect([readlinkSync(join(place.bank, 'a.md')), readFileSync(join(place.bank, 'details/real.md'), 'utf8')]).toEqual(
      ['details/real.md', 'a2'],
    )
  })

  test('inside the bank keep their text when they move [S14]', () => {
    const place = placeWith({ 'shared/real.md': 'a' })
    symlinkSync('shared/real.md', join(place.bank, 'a.md'))
    expect(problemOf(place, { kind: 'move', path: A, was: 'a', to: knownPath('details/a.md'), text: 'a' })).toBe(
      'applied',
    )
    expect(readFileSync(join(place.bank, 'details/a.md'), 'utf8')).toBe('a')
    expect(existsSync(join(place.bank, 'a.md'))).toBe(false)
  })

  test('out of the bank are refused, and their target does not change [S16]', () => {
    const place = placeWith({})
    const outside = join(temporaryFolder({ 'secret.md': 's' }), 'secret.md')
    symlinkSync(outside, join(place.bank, 'a.md'))
    expect(problemOf(place, { kind: 'edit', path: A, was: 's', text: 'changed' })).toBe('outside-bank')
    expect(readFileSync(outside, 'utf8')).toBe('s')
  })

  test('to folders outside the bank are refused [S16]', () => {
    const place = placeWith({})
    const outside = temporaryFolder()
    symlinkSync(outside, join(place.bank, 'details'))
    expect(problemOf(place, { kind: 'create', path: knownPath('details/a.md'), text: 'a' })).toBe('outside-bank')
    expect(readdirSync(outside)).toEqual([])
  })

  test('that are broken still occupy their path [S16]', () => {
    const place = placeWith({})
    symlinkSync('gone.md', join(place.bank, 'a.md'))
    expect(problemOf(place, { kind: 'create', path: A, text: 'a' })).toBe('outside-bank')
  })
})

test('interrupted work is settled first, and reported [S16]', () => {
  const place = placeWith({ 'a.md': 'a' })
  const journal = new Journal(place.state)
  const changes: readonly Change[] = [{ kind: 'create', path: B, text: 'b' }]
  journal.begin({
    format: 1,
    id: '20260101-000000000-aaaa',
    at: NOW.toISOString(),
    intent: 'archive',
    changes,
    newFolders: [],
  })
  journal.advance('20260101-000000000-aaaa', 'prepare', 'commit')
  const done = apply(place, { kind: 'edit', path: A, was: 'a', text: 'a2' })
  expect(done.ok && done.value.recovered).toEqual([
    { id: '20260101-000000000-aaaa', intent: 'archive', outcome: 'finished', left: [] },
  ])
  expect(treeOf(place.bank)).toEqual({ 'a.md': 'a2', 'b.md': 'b' })
})

describe('a journal with names that an older program let grow', () => {
  const ID = '20300101-000000000-ab12'
  const LENGTHS = [40, 200, 215, 222, 226, 230, 234, 236]
  const CHANGES: readonly Change[] = [
    { kind: 'edit', path: A, was: 'a', text: 'a2' },
    { kind: 'create', path: knownPath('details/a-long-name-of-a-file.md'), text: 'new' },
    { kind: 'remove', path: B, was: 'b' },
  ]
  /** The files of that program when it could not continue: every temporary file whose name was not too long. */
  function stuck(stage: 'prepare' | 'commit' | 'rollback', length: number): BankPlace {
    const place = placeWith({ 'a.md': 'a', 'b.md': 'b', 'details/c.md': 'c' })
    const id = ID.padEnd(length, 'z')
    const put = (folder: string, name: string, text: string) => {
      if (name.length <= 255) writeFileSync(join(place.bank, folder, name), text)
    }
    put('', `.a.md.${id}.0.tmp`, 'a2')
    put('details', `.a-long-name-of-a-fil.${id}.1.tmp`, 'new')
    const held = `.a.md.${id}.0.old.tmp`
    if (stage === 'rollback' && held.length <= 255) {
      put('', held, 'a')
      writeFileSync(join(place.bank, 'a.md'), 'a2')
    }
    const journal = new Journal(place.state)
    const rest = { format: 1, at: '2026-03-01T12:00:00.000Z', intent: 'refresh', newFolders: [] } as const
    for (const done of [ID, ID.padEnd(length - 1, 'z')]) {
      journal.begin({ ...rest, id: done, changes: [] })
      journal.advance(done, 'prepare', 'done')
    }
    journal.begin({ ...rest, id, changes: CHANGES })
    if (stage !== 'prepare') journal.advance(id, 'prepare', stage)
    return place
  }

  test.each(
    (['prepare', 'commit', 'rollback'] as const).flatMap((stage) => LENGTHS.map((length) => [stage, length] as const)),
  )('is settled from %s with an id of %i letters, and writing works again [S16]', (stage, length) => {
    const place = stuck(stage, length)
    const settled = recover(place)
    const isNew = stage === 'commit'
    expect(settled).toMatchObject({ ok: true, value: [{ outcome: isNew ? 'finished' : 'undone', left: [] }] })
    expect(treeOf(place.bank)).toEqual(
      isNew
        ? { 'a.md': 'a2', 'details/': '', 'details/a-long-name-of-a-file.md': 'new', 'details/c.md': 'c' }
        : { 'a.md': 'a', 'b.md': 'b', 'details/': '', 'details/c.md': 'c' },
    )
    const was = isNew ? 'a2' : 'a'
    const done = apply(place, { kind: 'edit', path: A, was, text: 'a3' })
    expect(done.ok && done.value.id).toMatch(/^20300101-000000001-[0-9a-z]{4}$/)
    expect(new Journal(place.state).finished()[0]).toBe(done.ok && done.value.id)
  })
})

describe('a save during a replacement', () => {
  const ID = '20260301-120000000-abcd'
  const held = (place: BankPlace, index = 0) => join(place.bank, `.a.md.${ID}.${index}.old.tmp`)

  /** The state after a crash: the new text is in place, the old file is still held. */
  function interrupted(place: BankPlace, changes: readonly Change[]): void {
    const entry = { format: 1 as const, id: ID, at: NOW.toISOString(), intent: 'refresh' as const, changes }
    const journal = new Journal(place.state)
    journal.begin({ ...entry, newFolders: [] })
    journal.advance(ID, 'prepare', 'commit')
  }

  test('into the replaced file restores it and cancels the change [S16]', () => {
    const place = placeWith({ 'a.md': 'new' })
    writeFileSync(held(place), 'old, and what an editor still saved')
    interrupted(place, [{ kind: 'edit', path: A, was: 'old', text: 'new' }])
    const settled = recover(place)
    expect(settled.ok && settled.value[0]?.left).toEqual([A])
    expect(treeOf(place.bank)).toEqual({ 'a.md': 'old, and what an editor still saved' })
  })

  test('into the removed file restores it [S16]', () => {
    const place = placeWith({})
    writeFileSync(held(place), 'saved late')
    interrupted(place, [{ kind: 'remove', path: A, was: 'old' }])
    const settled = recover(place)
    expect(settled.ok && settled.value[0]?.left).toEqual([A])
    expect(treeOf(place.bank)).toEqual({ 'a.md': 'saved late' })
  })

  test('into both the new file and the old one keeps both [S16]', () => {
    const place = placeWith({ 'a.md': 'one editor’s' })
    writeFileSync(held(place), 'another’s')
    interrupted(place, [{ kind: 'edit', path: A, was: 'old', text: 'new' }])
    expect(recover(place).ok).toBe(true)
    expect(Object.values(treeOf(place.bank)).map((text) => Buffer.from(text, 'latin1').toString())).toEqual(
      expect.arrayContaining(['one editor’s', 'another’s']),
    )
  })

  test('that did not happen: the held file is removed and nothing is reported [S16]', () => {
    const place = placeWith({ 'a.md': 'new' })
    writeFileSync(held(place), 'old')
    interrupted(place, [{ kind: 'edit', path: A, was: 'old', text: 'new' }])
    const settled = recover(place)
    expect(settled.ok && settled.value[0]?.left).toEqual([])
    expect(treeOf(place.bank)).toEqual({ 'a.md': 'new' })
  })
})
