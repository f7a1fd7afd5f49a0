import { expect, test } from 'vitest'
import { inbox } from '../../../src/check/rules/inbox.ts'
import { structure } from '../../../src/check/rules/structure.ts'
import { bank, run } from '../bank.ts'

const PATH = 'inbox/2026-11-16-use-postgres-1a2b.md'
const WHOLE = `---
kind: decision
date: 2026-11-16
---
# Use Postgres

- **Why**: one store
- **Given up**: Redis
- **Applies to**: sessions
`

test.each([
  ['a complete entry', PATH, WHOLE, []],
  ['an entry with CRLF and Chinese labels', PATH, WHOLE.replace('Why', '原因').replaceAll('\n', '\r\n'), []],
  ['no front matter', PATH, '# Use Postgres\n', [`warning ${PATH}:1`]],
  ['an unknown kind', PATH, WHOLE.replace('decision', 'idea'), [`warning ${PATH}:1`]],
  ['an empty text', PATH, '---\nkind: focus\n---\n', [`warning ${PATH}:1`]],
  ['a missing part', PATH, WHOLE.replace('- **Given up**: Redis\n', ''), [`warning ${PATH}:5`]],
  ['a placeholder', PATH, WHOLE.replace('Redis', 'TBD'), [`warning ${PATH}:5`]],
  [
    'an unknown status',
    PATH,
    '---\nkind: requirement\n---\n# R\n\n- **Status**: Odd\n\n## Description\n\nx\n',
    [`warning ${PATH}:4`],
  ],
  ['another name', 'inbox/notes.md', WHOLE, ['note inbox/notes.md']],
  ['a folder inside', 'inbox/a/2026-11-16-x-1a2b.md', WHOLE, ['note inbox/a/2026-11-16-x-1a2b.md']],
])('in team mode: %s [S55]', (_what, path, text, found) => {
  expect(run(inbox, { files: { [path]: text }, isTeams: true })).toEqual(found)
})

test('inbox files without team mode are a note [S55]', () => {
  const findings = inbox.check(bank({ files: { [PATH]: WHOLE, 'inbox/2026-11-17-b-1a2b.md': WHOLE } }))
  expect(findings).toMatchObject([{ level: 'note', path: PATH }])
  expect(findings[0]?.message.en).toContain('contains 2 entries')
  expect(run(inbox, {})).toEqual([])
})

test('the inbox is part of the layout [S1]', () => {
  expect(
    run(structure, {
      files: { [PATH]: WHOLE },
      folders: ['details', 'details/design', 'details/requirements', 'details/learnings'],
    }),
  ).toEqual([])
})
