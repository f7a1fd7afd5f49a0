import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { LIMITS } from '../../../src/base/limits.ts'
import { Journal, type JournalEntry, newTransactionId } from '../../../src/disk/bank/journal.ts'
import { temporaryFolder } from '../temporary-folder.ts'

function entry(id: string): JournalEntry {
  return {
    format: 1,
    id,
    at: '2026-03-01T12:00:00.000Z',
    intent: 'refresh',
    changes: [{ kind: 'create', path: knownPath('a.md'), text: 'stray \udcff byte, 中文\r\n' }],
    newFolders: [''],
  }
}

test('an entry keeps its name and content from stage to stage [S16]', () => {
  const journal = new Journal(temporaryFolder())
  journal.begin(entry('1'))
  expect(journal.unfinished()).toEqual([{ id: '1', stage: 'prepare' }])
  journal.advance('1', 'prepare', 'commit')
  expect(journal.unfinished()).toEqual([{ id: '1', stage: 'commit' }])
  journal.advance('1', 'commit', 'done')
  expect([journal.unfinished(), journal.finished()]).toEqual([[], ['1']])
  expect(journal.read('1', 'done')).toEqual(entry('1'))
})

test('finished entries are listed newest first, unfinished ones oldest first [S16]', () => {
  const journal = new Journal(temporaryFolder())
  for (const id of ['2', '1', '3']) journal.begin(entry(id))
  expect(journal.unfinished().map((one) => one.id)).toEqual(['1', '2', '3'])
  for (const id of ['2', '1', '3']) journal.advance(id, 'prepare', 'done')
  expect(journal.finished()).toEqual(['3', '2', '1'])
})

test('damaged, missing and foreign files are not entries [S16]', () => {
  const state = temporaryFolder({
    'journal/a.done.json': '{"format":',
    'journal/b.done.json': '{}',
    'journal/note.txt': 'x',
    'journal/c.other.json': '{}',
  })
  const journal = new Journal(state)
  expect(journal.finished()).toEqual(['b', 'a'])
  expect(['a', 'b', 'gone'].map((id) => journal.read(id, 'done'))).toEqual([undefined, undefined, undefined])
})

test('old entries beyond the limit and half-written files are removed [S16]', () => {
  const state = temporaryFolder()
  const journal = new Journal(state)
  journal.begin(entry('000'))
  journal.advance('000', 'prepare', 'done')
  for (let index = 1; index < LIMITS.journalEntries + 5; index += 1)
    writeFileSync(join(state, `journal/${String(index).padStart(3, '0')}.done.json`), '{}')
  writeFileSync(join(state, 'journal/x.prepare.json.tmp'), '{')
  journal.prune()
  expect(journal.finished()).toHaveLength(LIMITS.journalEntries)
  expect(journal.finished()).not.toContain('000')
  expect(readdirSync(join(state, 'journal')).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test.skipIf(process.platform === 'win32')(
  'only the user can read the journal, because it holds texts of the bank [S16]',
  () => {
    const state = temporaryFolder()
    const journal = new Journal(state)
    journal.begin(entry('1'))
    expect(statSync(journal.pathOf('1', 'prepare')).mode & 0o077).toBe(0)
    expect(statSync(join(state, 'journal')).mode & 0o077).toBe(0)
  },
)

test('a journal that does not exist is empty [S16]', () => {
  const state = temporaryFolder()
  expect([new Journal(state).finished(), new Journal(state).unfinished()]).toEqual([[], []])
  expect(existsSync(join(state, 'journal'))).toBe(false)
})

test('ids sort by time and after the newest one, even if the clock was set back [S16]', () => {
  const now = new Date('2026-03-01T12:00:00.123Z')
  const first = newTransactionId(now, undefined)
  expect(first).toMatch(/^20260301-120000123-[0-9a-z]{4}$/)
  const second = newTransactionId(new Date('2026-02-01T00:00:00Z'), first)
  expect(second > first).toBe(true)
  expect(newTransactionId(new Date('2026-03-02T00:00:00Z'), second) > second).toBe(true)
})

test.each([
  '2030-01-01T00:00:00.000Z',
  '2026-12-31T23:59:59.990Z',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00.000Z',
])('ids keep their length while the clock is behind the newest one, of %s [S16]', (ahead) => {
  const ids = [newTransactionId(new Date(ahead), undefined)]
  for (let count = 0; count < 3_000; count += 1)
    ids.push(newTransactionId(new Date('2026-03-01T12:00:00Z'), ids.at(-1)))
  expect(new Set(ids.map((id) => id.length))).toEqual(new Set([23]))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

/** Ids as older versions made them: one letter more with every write. */
function grownIds(count: number): readonly string[] {
  const ids = ['20300101-000000000-ab12']
  while (ids.length < count) ids.push(`${ids.at(-1)}${'z0k9'[ids.length % 4]}`)
  return ids
}

test('grown ids are shortened in the same order, before and after the files are renamed [S16]', () => {
  const ids = grownIds(200)
  const state = temporaryFolder()
  const journal = new Journal(state)
  for (const [index, id] of ids.entries()) {
    const undoes = index % 3 === 2 ? { undoes: ids[index - 1] ?? '' } : {}
    journal.begin({ ...undoes, ...entry(id) })
    journal.advance(id, 'prepare', 'done')
  }
  const read = () => ({
    finished: journal.finished(),
    links: journal.links(),
    undoes: journal.finished().map((id) => journal.read(id, 'done')?.undoes),
  })
  const before = read()
  expect(before.finished).toHaveLength(200)
  expect(Math.max(...before.finished.map((id) => id.length))).toBe(27)
  expect(before.finished.toSorted().toReversed()).toEqual(before.finished)
  expect(before.links.map(({ undoes }) => undoes)).toEqual(before.undoes)
  expect(before.undoes.filter((id) => id !== undefined)).toHaveLength(66)
  for (const [index, id] of before.undoes.entries()) if (id !== undefined) expect(before.finished[index + 1]).toBe(id)
  expect(journal.grown()).toHaveLength(199)

  const next = journal.nextId(new Date('2026-03-01T12:00:00Z'))
  expect(next).toMatch(/^20300101-000000001-[0-9a-z]{4}$/)
  journal.begin(entry(next))
  journal.advance(next, 'prepare', 'done')
  expect(journal.finished()).toEqual([next, ...before.finished])
  journal.drop(next, 'done')

  journal.shortenNames()
  expect(journal.grown()).toEqual([])
  expect(read()).toEqual(before)
  expect(Math.max(...readdirSync(join(state, 'journal')).map((name) => name.length))).toBe(37)
  journal.prune()
  expect(journal.finished()).toEqual(before.finished.slice(0, LIMITS.journalEntries))
})
