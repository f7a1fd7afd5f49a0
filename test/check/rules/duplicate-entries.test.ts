import { expect, test } from 'vitest'
import { duplicateEntries } from '../../../src/check/rules/duplicate-entries.ts'
import { run } from '../bank.ts'

const table = (...decisions: readonly string[]) =>
  `| Date | Decision | Why |\n|---|---|---|\n${decisions.map((decision) => `| 2026-01-02 | ${decision} | x |\n`).join('')}`

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['two titles', { 'details/learnings/a.md': '# Timeouts\n', 'details/learnings/b.md': '# Retries\n' }, []],
  [
    'one title twice',
    { 'details/learnings/a.md': '# Timeouts\n', 'details/learnings/b.md': '# **timeouts**!\n' },
    ['warning details/learnings/b.md:1'],
  ],
  ['the same in two folders', { 'details/learnings/a.md': '# Timeouts\n', 'details/design/a.md': '# Timeouts\n' }, []],
  [
    'titles that differ by number and date',
    {
      'details/requirements/REQ-1.md': '# REQ-1 登录\n',
      'details/requirements/REQ-2.md': '# REQ-2 登录（2026-01-02）\n',
    },
    ['warning details/requirements/REQ-2.md:1'],
  ],
  ['files without titles', { 'details/design/a.md': 'x\n', 'details/design/b.md': 'x\n' }, []],
  ['an index', { 'details/design/a.md': '# Design\n', 'details/design/index.md': '# Design\n' }, []],
  ['two decisions', { 'details/patterns.md': table('Use Postgres', 'Use Redis') }, []],
  [
    'one that was superseded twice',
    { 'details/patterns.md': table('A (superseded: B)', 'B', 'A (superseded: B)', '甲（已废弃，由「乙」取代）') },
    [],
  ],
  [
    'one decision twice',
    { 'details/patterns.md': table('Use Postgres', 'Use Redis', 'use `Postgres`') },
    ['warning details/patterns.md:5'],
  ],
])('%s: the later one is reported, or none [S50]', (_name, files, found) => {
  expect(run(duplicateEntries, { files })).toEqual(found)
})
