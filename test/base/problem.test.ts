import { describe, expect, test } from 'vitest'
import { invalidAddition } from '../../src/base/addition-problems.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { personsCommandIn } from '../../src/base/next-for-model.ts'
import { explain, explainToModel, type Problem } from '../../src/base/problem.ts'

const path = knownPath('MEMORY.md')
const words = { en: 'something.', zh: '某事。' }

/** One example per code, so that a new code without one does not compile. */
const EXAMPLES: { readonly [Code in Problem['code']]: Extract<Problem, { code: Code }> } = {
  'markers-broken': {
    code: 'markers-broken',
    path,
    faults: [{ kind: 'nested', marker: '<!-- USER_BLOCK_START -->', line: 3 }],
  },
  'markers-missing': {
    code: 'markers-missing',
    path,
    faults: [{ kind: 'missing', marker: '<!-- USER_BLOCK_END -->', line: 0 }],
  },
  'bank-newer': { code: 'bank-newer', version: '8.0' },
  'program-older': { code: 'program-older', requires: '0.2', program: '0.1.0' },
  'bank-absent': { code: 'bank-absent', path: '/p' },
  'not-in-bank': { code: 'not-in-bank', path: 'x.md', near: 'details/x.md' },
  'bank-foreign': { code: 'bank-foreign', tool: 'Cline', paths: ['projectbrief.md'] },
  'import-in-place': { code: 'import-in-place', tool: 'Cline' },
  'bank-unmerged': { code: 'bank-unmerged', paths: [path] },
  'bank-left-out': { code: 'bank-left-out' },
  'block-edited': {
    code: 'block-edited',
    conflicts: [{ path, heading: '## Stack', at: '2026-01-01T00:00:00Z', theirs: ['- mine'], ours: ['- ours'] }],
  },
  'file-unreadable': { code: 'file-unreadable', path, cause: 'permission denied (EACCES)' },
  'folder-expected': { code: 'folder-expected', path: 'details' },
  'file-expected': { code: 'file-expected', path },
  'outside-bank': { code: 'outside-bank', path },
  'bank-outside': { code: 'bank-outside', path: 'memory-bank', target: '/elsewhere' },
  'no-project': { code: 'no-project', path: '/' },
  'project-missing': { code: 'project-missing', path: '/nowhere' },
  'plan-changed': { code: 'plan-changed' },
  'source-not-shown': { code: 'source-not-shown', path: 'src/a.ts', why: 'private' },
  'stale-file': { code: 'stale-file', path },
  'path-taken': { code: 'path-taken', path },
  'write-failed': { code: 'write-failed', path, cause: 'no space left on the disk (ENOSPC)', restored: true },
  locked: { code: 'locked', by: 'pid 1' },
  'state-unavailable': { code: 'state-unavailable', path: '/state', cause: 'permission denied (EACCES)' },
  'journal-unreadable': { code: 'journal-unreadable', path: '/state/journal/x.json' },
  'nothing-to-undo': { code: 'nothing-to-undo' },
  'page-missing': { code: 'page-missing' },
  'port-unusable': { code: 'port-unusable', port: '4000', cause: 'in use' },
  'export-in-bank': { code: 'export-in-bank', path: 'memory-bank/x.html' },
  'file-exists': { code: 'file-exists', path: 'x.html', by: 'person' },
  'addition-invalid': invalidAddition(words),
  'addition-incomplete': { code: 'addition-incomplete', kind: 'decision', missing: [words] },
  'addition-secret': {
    code: 'addition-secret',
    path: 'details/tech.md',
    line: 3,
    kind: 'github-token',
    holds: 'secret',
  },
  'addition-breaks': { code: 'addition-breaks', path },
  'evidence-missing': { code: 'evidence-missing', missing: ['src/nowhere.ts:3'] },
  'evidence-needed': { code: 'evidence-needed', titles: ['Use SQLite'] },
  'bank-outdated': { code: 'bank-outdated', state: words },
  'proposal-unknown': { code: 'proposal-unknown', id: 'p1' },
  'proposal-settled': { code: 'proposal-settled', id: 'p1', status: 'accepted' },
  'proposal-changed': { code: 'proposal-changed', id: 'p1' },
  'proposals-overlap': { code: 'proposals-overlap', ids: ['p1', 'p2'] },
  'already-said': { code: 'already-said' },
  'entry-not-unused': { code: 'entry-not-unused', name: 'SQLite' },
  'entry-unknown': { code: 'entry-unknown', name: 'SQLite' },
  'name-ambiguous': { code: 'name-ambiguous', name: 'Use', matches: ['e1 Use SQLite', 'e2 Use Redis'] },
  'entry-has-notes': { code: 'entry-has-notes', path: knownPath('details/design/cart.md') },
  'entry-not-doable': { code: 'entry-not-doable', id: 'e12345', kind: 'tech' },
  'person-needed': { code: 'person-needed', command: 'memory-bank proposals allow focus', by: 'unknown' },
  'undo-unknown': { code: 'undo-unknown', id: '20260301-1' },
  'undo-stale': { code: 'undo-stale', id: '20260301-1', paths: [path] },
  'undo-secret': { code: 'undo-secret', id: '20260301-1', paths: [path] },
  'since-unavailable': { code: 'since-unavailable', ref: 'main', why: 'shallow' },
  'git-late': { code: 'git-late' },
  'asked-already': { code: 'asked-already' },
  'config-invalid': { code: 'config-invalid', path: 'memory-bank.json', detail: words },
  usage: { code: 'usage', command: 'refresh', detail: words },
}

describe.each(Object.values(EXAMPLES))('$code', (problem) => {
  test('has the problem and one next step, in both languages, each on one line [S54]', () => {
    for (const language of ['en', 'zh'] as const) {
      const { what, next } = explain(problem, language)
      for (const text of [what, next]) {
        expect(text).toMatch(/\S/)
        expect(text).not.toMatch(/undefined|\[object/)
        // A conflict has several lines: the place, the last update, the difference (S4).
        if (problem.code !== 'block-edited') expect(text).not.toContain('\n')
      }
      expect(what).toMatch(/[.。]$/)
    }
    expect(explain(problem, 'zh').what).toMatch(problem.code === 'project-missing' ? /目录/ : /[\u4e00-\u9fff]/)
  })
})

test.each(Object.values(EXAMPLES))('$code names no command of a person to a model [S42]', (problem) => {
  for (const language of ['en', 'zh'] as const) {
    const { what, next } = explainToModel(problem, language)
    // A refusal names the command that was called.
    const texts = problem.code === 'person-needed' ? [next] : [what, next]
    expect(texts.map(personsCommandIn)).toEqual(texts.map(() => undefined))
  }
})

test('a bank that could not be restored is reported to be in the journal', () => {
  const problem: Problem = { ...EXAMPLES['write-failed'], restored: false }
  expect(explain(problem, 'en').what).toContain('The journal has everything')
  expect(explain(problem, 'en').next).toContain('memory-bank status')
})

test.each([
  ['it is larger than 2 MB', 'Split it'],
  ['it holds more than 5000 files and folders', 'Split it'],
  ['it is nested too deeply', 'Split it'],
  ['permission denied (EACCES)', 'permissions'],
])('a file that cannot be read because %s gets a next step that helps', (cause, next) => {
  expect(explain({ code: 'file-unreadable', path, cause }, 'en').next).toContain(next)
})

test.each(['unpaired', 'reversed', 'nested', 'doubled', 'fenced', 'misspelt'] as const)(
  'a marker that is %s is named with its line',
  (kind) => {
    const problem: Problem = {
      code: 'markers-broken',
      path,
      faults: [{ kind, marker: '<!-- MACHINE_BLOCK_END -->', line: 42 }],
    }
    for (const language of ['en', 'zh'] as const)
      expect(explain(problem, language).what).toMatch(/42.*MACHINE_BLOCK_END|MACHINE_BLOCK_END.*42/)
  },
)
