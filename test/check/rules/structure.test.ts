import { describe, expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { structure } from '../../../src/check/rules/structure.ts'
import { type BankParts, bareBank, brief, MEMORY_TEXT, run } from '../bank.ts'

describe('files and folders', () => {
  test.each<[string, BankParts, readonly string[]]>([
    ['the entry alone', {}, []],
    [
      'the layout',
      { files: { 'legacy.md': 'x', 'details/tech.md': 'x', 'details/patterns.md': 'x', 'details/progress.md': 'x' } },
      [],
    ],
    [
      'files and folders in the indexed folders',
      { files: { 'details/design/a.md': '', 'details/learnings/b/c.md': '', 'details/requirements/index.md': '' } },
      [],
    ],
    ['archives', { files: { 'details/archive/progress_2026-01.md': 'x' } }, []],
    ['empty folders', { folders: ['details', 'details/design', 'notes'] }, []],
    ['files for git', { others: ['details/design/.gitkeep', '.gitattributes'] }, []],
    ['a file at the top', { files: { 'notes.md': 'x' } }, ['warning notes.md']],
    [
      'a file of an unknown folder',
      { files: { 'docs/a.md': 'x', 'details/api/a.md': 'x' } },
      ['warning details/api/a.md', 'warning docs/a.md'],
    ],
    [
      'a folder with the prefix of a known one',
      { files: { 'details/design2/a.md': 'x' } },
      ['warning details/design2/a.md'],
    ],
    ['a leftover of an older layout', { files: { 'active.md': 'x' } }, ['warning active.md']],
    [
      'a file that is not Markdown',
      { others: ['details/design/a.png', 'notes.txt'] },
      ['warning details/design/a.png', 'warning notes.txt'],
    ],
    [
      'a temporary file of Memory Bank',
      { others: ['details/.tech.md.20260122-103000123-ab12.0.tmp'] },
      ['error details/.tech.md.20260122-103000123-ab12.0.tmp'],
    ],
    [
      'names that differ in letter case',
      { files: { 'details/design/Auth.md': '', 'details/design/auth.md': '', 'details/tech.md': '' } },
      ['warning details/design/auth.md'],
    ],
    [
      'names that differ in how an accent is stored',
      { files: { 'details/design/caf\u00e9.md': '', 'details/design/cafe\u0301.md': '' } },
      ['warning details/design/caf\u00e9.md'],
    ],
    [
      'folders that differ in letter case, but not each file in them',
      {
        files: { 'details/design/Api/a.md': '', 'details/design/api/a.md': '' },
        folders: ['details/design/Api', 'details/design/api'],
      },
      ['warning details/design/api'],
    ],
    ['a link out of the bank', { others: ['details/tech.md'] }, ['warning details/tech.md']],
    ['a file where a folder belongs', { others: ['details'] }, ['error details']],
    ['a file where an indexed folder belongs', { others: ['details/design'] }, ['error details/design']],
    ['a folder where a file belongs', { folders: ['details/tech.md'] }, ['error details/tech.md']],
    [
      'an unreadable file',
      { unreadable: [{ path: knownPath('details/tech.md'), cause: 'permission denied' }] },
      ['error details/tech.md'],
    ],
  ])('%s [S1]', (_name, parts, expected) => expect([...run(structure, parts)].sort()).toEqual(expected))
})

describe('MEMORY.md', () => {
  test.each<[string, BankParts, readonly string[], RegExp]>([
    ['nothing at all', {}, ['error MEMORY.md'], /refresh/],
    ['details alone', { files: { 'details/tech.md': 'x' } }, ['error MEMORY.md'], /refresh/],
    ['an empty entry', { files: { 'MEMORY.md': ' \n' } }, ['error MEMORY.md'], /refresh/],
    [
      'the layout before it, as one finding',
      { files: { '_index.md': 'x', 'brief.md': 'x', 'tech.md': 'x' } },
      ['error MEMORY.md'],
      /refresh/,
    ],
    [
      "another tool's bank, as one finding",
      { files: { 'projectbrief.md': 'x', 'progress.md': 'x' } },
      ['error MEMORY.md'],
      /rename/,
    ],
    [
      'another letter case',
      { files: { 'memory.md': MEMORY_TEXT } },
      ['error MEMORY.md', 'warning memory.md'],
      /Rename memory\.md/,
    ],
    ['a folder of its name', { folders: ['MEMORY.md'] }, ['error MEMORY.md'], /Rename it/],
    ['a link out of the bank', { others: ['MEMORY.md'] }, ['error MEMORY.md'], /regular file/],
    [
      'an unreadable one',
      { unreadable: [{ path: knownPath('MEMORY.md'), cause: 'x' }] },
      ['error MEMORY.md'],
      /permissions/,
    ],
  ])('%s [S1]', (_name, parts, expected, next) => {
    const findings = structure.check(bareBank(parts))
    expect(brief(findings)).toEqual(expected)
    expect(findings[0]?.next.en).toMatch(next)
  })
})
