/** `memory-bank check --merge`: every entry of both sides of a real merge is still there or is reported (S55). */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PROJECT } from './banks.ts'
import { Sandbox, withoutReports } from './harness.ts'

const PATTERNS = 'memory-bank/details/patterns.md'
const PROGRESS = 'memory-bank/details/progress.md'
const MEMORY = 'memory-bank/MEMORY.md'

let sandbox: Sandbox
beforeAll(() => {
  sandbox = new Sandbox({ fast: true })
  sandbox.write(PROJECT)
  expect(sandbox.run(['init', '--yes']).code).toBe(0)
  add(...decision('Keep money in cents'))
  add('progress', '--text', 'Ship the parser')
  add('learning', ...LEARNING)
  sandbox.git('init', '-q')
  commit('Begin')
  sandbox.git('branch', 'feature')
  sandbox.save()
})
beforeEach(() => {
  sandbox.restore()
})
afterAll(() => sandbox.remove())

const LEARNING = [
  '--title',
  'Slow start',
  '--symptom',
  's',
  '--root-cause',
  'c',
  '--solution',
  'old cure',
  '--prevention',
  'p',
]

function decision(title: string): readonly string[] {
  return ['decision', '--title', title, '--why', 'because', '--given-up', 'nothing', '--applies-to', 'all']
}

function add(...args: readonly string[]): void {
  const done = sandbox.run(['add', ...args, '--yes'])
  expect([done.code, withoutReports(done.err)]).toEqual([0, ''])
}

function commit(message: string): void {
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', message, '--allow-empty')
}

/** The changes on each side, and how they are merged. */
function merged(ours: () => void, theirs: () => void, how: 'ours' | 'theirs' | 'union' = 'union'): void {
  ours()
  commit('Ours')
  sandbox.git('checkout', '-q', 'feature')
  theirs()
  commit('Theirs')
  sandbox.git('checkout', '-q', 'main')
  sandbox.write({ '.git/info/attributes': how === 'union' ? '*.md merge=union\n' : '' })
  sandbox.git('merge', '-q', '--no-edit', ...(how === 'union' ? [] : ['-X', how]), 'feature')
}

/** The findings in short form. */
function lost(ref = 'feature'): readonly string[] {
  const { code, out, err } = sandbox.run(['check', '--merge', ref, '--json'])
  expect(withoutReports(err)).toBe('')
  const { findings } = JSON.parse(out)
  const found = findings.map((one: { level: string; message: string }) => `${one.level} ${one.message}`)
  expect(code).toBe(found.some((one: string) => one.startsWith('error')) ? 1 : 0)
  return found
}

function edit(path: string, change: (text: string) => string): void {
  const before = sandbox.read(path)
  const after = change(before)
  expect(after).not.toBe(before)
  sandbox.write({ [path]: after })
}

test('both sides added: nothing is lost [S55]', () => {
  merged(
    () => add(...decision('Use Postgres')),
    () => add(...decision('Use Redis')),
  )
  expect(lost()).toEqual([])
  expect(sandbox.run(['check', '--merge', 'feature']).out).toContain('No entry was lost in the merge')
  expect(sandbox.run(['check', '--merge', 'feature', '--lang', 'zh']).out).toContain('合并没有丢失条目')
})

test('if one side was taken whole, the additions of the other are reported with a way to restore them [S55]', () => {
  merged(
    () => {
      add(...decision('Use Postgres'))
      add('requirement', '--title', 'Export', '--text', 'It must.')
    },
    () => {
      add(...decision('Use Redis'))
      add('focus', '--text', 'The release')
    },
    'ours',
  )
  expect(lost().map((one) => /“(.+)”/.exec(one)?.[1])).toEqual(expect.arrayContaining(['Use Redis']))
  const { out } = sandbox.run(['check', '--merge', 'feature'])
  expect(out).toContain('git show feature:memory-bank/details/patterns.md')
})

test('entries of our side that the merge dropped are named too [S55]', () => {
  merged(
    () => {
      add(...decision('Use Postgres'))
    },
    () => add(...decision('Use Redis')),
    'theirs',
  )
  expect(lost().join('\n')).toContain('“Use Postgres” from HEAD^1')
})

test('an entry that one side removed or renamed is not lost [S55]', () => {
  merged(
    () => expect(sandbox.run(['remove', 'Keep money in cents', '--yes']).code).toBe(0),
    () => expect(sandbox.run(['done', 'Ship the parser', '--yes']).code).toBe(0),
  )
  expect(lost()).toEqual([])
})

test('an entry that both sides had and the merge dropped is named once [S55]', () => {
  merged(
    () => add('focus', '--text', 'Here'),
    () => add(...decision('Use Redis')),
  )
  edit(PROGRESS, (text) => text.replace(/^.*Ship the parser.*\n/m, ''))
  sandbox.git('commit', '-qam', 'amended', '--amend')
  expect(lost()).toEqual([expect.stringContaining('“Ship the parser”')])
})

test('an entry removed after the merge is not lost [S55]', () => {
  merged(
    () => add('focus', '--text', 'Here'),
    () => add(...decision('Use Redis')),
  )
  edit(PROGRESS, (text) => text.replace(/^.*Ship the parser.*\n/m, ''))
  commit('Later')
  expect(lost()).toEqual([])
})

test('an edit of one side that the merge reverted is reported [S55]', () => {
  const learning = 'memory-bank/details/learnings/slow-start.md'
  merged(
    () => add('focus', '--text', 'Here'),
    () => edit(learning, (text) => text.replace('old cure', 'new cure')),
  )
  expect(lost()).toEqual([])
  edit(learning, (text) => text.replace('new cure', 'old cure'))
  sandbox.git('commit', '-qam', 'amended', '--amend')
  expect(lost()).toEqual([
    expect.stringMatching(/^error Lost in the merge: the change that feature made to the learning/),
  ])
})

test('a decision superseded on one side is kept; a merge that drops its mark is reported [S55]', () => {
  merged(
    () => add('focus', '--text', 'Here'),
    () => add(...decision('Keep money as decimals'), '--replaces', 'Keep money in cents'),
  )
  expect(lost()).toEqual([])
  edit(PATTERNS, (text) => text.replaceAll(' (superseded: Keep money as decimals)', ''))
  sandbox.git('commit', '-qam', 'amended', '--amend')
  expect(lost().join('\n')).toContain('the change that feature made to the decision “Keep money in cents”')
})

test('a renumbered requirement is not lost; one of which only the index row is left is lost [S55]', () => {
  merged(
    () => add('requirement', '--title', 'Export', '--text', 'It must.'),
    () => add('requirement', '--title', 'Import', '--text', 'It must.'),
  )
  expect(lost()).toEqual([])
  sandbox.git(
    'mv',
    'memory-bank/details/requirements/REQ-002-import.md',
    'memory-bank/details/requirements/REQ-009-import.md',
  )
  edit('memory-bank/details/requirements/REQ-009-import.md', (text) => text.replace('REQ-002', 'REQ-009'))
  sandbox.git('commit', '-qam', 'amended', '--amend')
  expect(lost()).toEqual([])
  rmSync(join(sandbox.bank, 'details/requirements/REQ-009-import.md'))
  sandbox.git('commit', '-qam', 'amended', '--amend')
  expect(lost()).toEqual([expect.stringContaining('requirement “Import”')])
})

test('lost lines of the user block are an error if one side alone wrote them, a warning after a conflict [S55]', () => {
  const note = (line: string) => () =>
    edit(MEMORY, (text) => text.replace('<!-- USER_BLOCK_END -->', `${line}\n<!-- USER_BLOCK_END -->`))
  merged(note('Ann: mind the gap'), note('Bob: mind the step'), 'ours')
  expect(lost()).toEqual([expect.stringMatching(/^warning .*“Bob: mind the step”/)])
})

test('during the merge, an entry in an open conflict is not lost; a deleted one is [S55]', () => {
  add(...decision('Use Postgres'))
  commit('Ours')
  sandbox.git('checkout', '-q', 'feature')
  add(...decision('Use Redis'))
  commit('Theirs')
  sandbox.git('checkout', '-q', 'main')
  expect(() => sandbox.git('merge', '-q', 'feature')).toThrow()
  expect(lost().filter((one) => one.includes('Lost'))).toEqual([])
  edit(PATTERNS, (text) => text.replace(/<{7}[\s\S]*?={7}\n/g, '').replace(/>{7}.*\n/g, ''))
  edit(MEMORY, (text) => text.replace(/<{7}[\s\S]*?={7}\n/g, '').replace(/>{7}.*\n/g, ''))
  expect(lost().join('\n')).toContain('decision “Use Postgres” from HEAD')
})

test('after a rebase or a squash the old branch is the other side [S55]', () => {
  add(...decision('Use Postgres'))
  commit('Ours')
  sandbox.git('checkout', '-q', 'feature')
  add('requirement', '--title', 'Import', '--text', 'It must.')
  commit('Theirs')
  sandbox.write({ '.git/info/attributes': '*.md merge=union\n' })
  sandbox.git('rebase', '-q', 'main')
  expect(lost('ORIG_HEAD')).toEqual([])
  sandbox.git('checkout', '-q', 'main')
  sandbox.git('merge', '-q', '--squash', 'feature')
  expect(lost()).toEqual([])
  sandbox.git('rm', '-qf', 'memory-bank/details/requirements/REQ-001-import.md')
  sandbox.git('commit', '-qm', 'Squashed')
  expect(lost()).toEqual([expect.stringContaining('“Import” from feature')])
})

test.each([
  ['nowhere', [2, 'nowhere']],
  ['--upload-pack=x', [2, 'upload-pack']],
])('an unknown ref %s is told [S55]', (ref, [code, word]) => {
  const done = sandbox.run(['check', `--merge=${ref}`])
  expect([done.code, done.err.includes(String(word))]).toEqual([code, true])
})

test('options that cannot be combined are refused [S50]', () => {
  expect(sandbox.run(['check', '--merge', 'feature', '--since', 'main']).code).toBe(2)
  expect(sandbox.run(['check', '--merge', 'feature', '--fix']).code).toBe(2)
})
