import { expect, test } from 'vitest'
import { requirementStatus } from '../../../src/check/rules/requirement-status.ts'
import { run } from '../bank.ts'

const FILE = 'details/requirements/REQ-001.md'
const INDEX = 'details/requirements/index.md'

test.each<[string, string, readonly string[]]>([
  ['a word that is not one of the five', '# A\n\nStatus: Frozen\n', [`warning ${FILE}:3`]],
  ['one in a list', '# A\n\n- **Status**: on fire\n', [`warning ${FILE}:3`]],
  ['one in Chinese', '# A\n\n状态：薛定谔\n', [`warning ${FILE}:3`]],
  ['one under a heading', '# A\n\n## Status\n\nFrozen\n', [`warning ${FILE}:5`]],
  ['one in a table', '# A\n\n| Status | Frozen |\n|---|---|\n| Owner | Ann |\n', [`warning ${FILE}:3`]],
  ['one in front matter', '---\nstatus: frozen\n---\n# A\n', [`warning ${FILE}:2`]],
  ['one of the five', '# A\n\nStatus: Deprecated\n', []],
  ['one of the five with more', '# A\n\nStatus: ✅ Done (v1.2)\n', []],
  ['a word for one of them', '# A\n\n状态：进行中\n', []],
  ['a list of choices', '# A\n\nStatus: Proposed / Accepted / Done\n', []],
  ['no status', '# A\n\nIt stays frozen.\n', []],
  ['an empty one', '# A\n\nStatus:\n', []],
  ['one in a fence', '# A\n\n```\nStatus: Frozen\n```\n', []],
  ['a known one after another', '# A\n\nStatus: Frozen\n\n## Status\n\nDone\n', []],
])('%s is reported on its line, or not at all [S50]', (_name, text, found) => {
  expect(run(requirementStatus, { files: { [FILE]: text } })).toEqual(found)
})

test('a row of the index is checked like a file [S50]', () => {
  const head = '# Requirements\n\n| path | title | status |\n|---|---|---|\n'
  const rows = `| ${FILE} | A | Frozen |\n| details/requirements/REQ-002.md | B | Done |\n`
  expect(run(requirementStatus, { files: { [INDEX]: head + rows } })).toEqual([`warning ${INDEX}:5`])
})

test('only requirements are checked [S50]', () =>
  expect(run(requirementStatus, { files: { 'details/design/a.md': '# A\n\nStatus: Frozen\n' } })).toEqual([]))
