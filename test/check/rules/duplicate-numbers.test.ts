import { expect, test } from 'vitest'
import { duplicateNumbers } from '../../../src/check/rules/duplicate-numbers.ts'
import { run } from '../bank.ts'

const files = (...paths: readonly string[]) => Object.fromEntries(paths.map((path) => [`details/${path}`, '# t\n']))

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['numbers apart', files('requirements/REQ-001-a.md', 'requirements/REQ-010-b.md'), []],
  [
    'one number twice',
    files('requirements/REQ-001-a.md', 'requirements/REQ-001-b.md'),
    ['error details/requirements/REQ-001-b.md'],
  ],
  [
    'written differently',
    files('requirements/REQ-1.md', 'requirements/old/req_001.md'),
    ['error details/requirements/old/req_001.md'],
  ],
  ['a longer number', files('requirements/REQ-1.md', 'requirements/REQ-11.md', 'requirements/REQ-111.md'), []],
  ['another folder', files('requirements/REQ-1.md', 'design/REQ-1.md'), []],
  ['an index that lists them', { ...files('requirements/REQ-1.md'), 'details/requirements/index.md': '# REQ-1\n' }, []],
  [
    'a heading that refers to another',
    { 'details/requirements/REQ-1.md': '# REQ-1 a\n\n## REQ-2 depends on it\n', ...files('requirements/REQ-2.md') },
    [],
  ],
  [
    'one file of many',
    { 'details/requirements/all.md': '# R\n\n## REQ-1 a\n\n## REQ-2 b\n\n## REQ-001 c\n' },
    ['error details/requirements/all.md:7'],
  ],
  [
    'a file and a heading elsewhere',
    { ...files('requirements/REQ-2.md'), 'details/requirements/all.md': '## REQ-2\n' },
    ['error details/requirements/all.md:1'],
  ],
  [
    'a title with the number of another file',
    {
      'details/requirements/REQ-006-a.md': 'By Ann.\n\n# REQ-007: A\n',
      'details/requirements/REQ-007-b.md': '# REQ-7: B\n',
    },
    ['error details/requirements/REQ-006-a.md:3'],
  ],
  [
    'one number in two titles',
    { 'details/requirements/REQ-001-a.md': '# REQ-009: A\n', 'details/requirements/REQ-002-b.md': '# req 9: B\n' },
    ['error details/requirements/REQ-002-b.md:1'],
  ],
  [
    'a number in a title and in a heading elsewhere',
    { 'details/requirements/REQ-001-a.md': '# REQ-009: A\n', 'details/requirements/all.md': '# R\n\n## REQ-9: B\n' },
    ['error details/requirements/all.md:3'],
  ],
  ['a title of its own', { 'details/requirements/REQ-006-a.md': '# REQ-010: A\n' }, []],
  [
    'decisions',
    { 'details/patterns.md': '# P\n\n## ADR-1: a\n\n## ADR-2: b\n\n## ADR 1: c\n' },
    ['error details/patterns.md:7'],
  ],
])('%s: the later one is reported, or none [S50]', (_name, all, found) => {
  expect(run(duplicateNumbers, { files: all })).toEqual(found)
})
