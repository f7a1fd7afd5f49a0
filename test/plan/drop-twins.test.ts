import { expect, test } from 'vitest'
import { Draft } from '../../src/bank/draft.ts'
import { Page } from '../../src/bank/page.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { dropTwins } from '../../src/plan/drop-twins.ts'

const FOLDER = 'details/requirements'
const page = (number: string, text = 'Money back.') =>
  `# ${number}: Refunds\n\n- **Status**: Proposed\n\n${text} See ${number}.\n`

function after(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const all = Object.entries(files).map(([path, text]) => [knownPath(path), new Page(knownPath(path), text)] as const)
  const draft = new Draft({ exists: true, files: new Map(all), others: [], folders: new Set(), unreadable: [] })
  dropTwins(draft)
  return Object.fromEntries(draft.texts())
}

test('one requirement under two numbers keeps the lower, and links lead to it [S55]', () => {
  const files = {
    [`${FOLDER}/REQ-002-refunds.md`]: page('REQ-002'),
    [`${FOLDER}/REQ-011-refunds.md`]: page('REQ-011'),
    'details/tech.md': '- See [REQ-011](requirements/REQ-011-refunds.md), REQ-011.\n',
  }
  expect(after(files)).toEqual({
    [`${FOLDER}/REQ-002-refunds.md`]: page('REQ-002'),
    'details/tech.md': '- See [REQ-002](requirements/REQ-002-refunds.md), REQ-002.\n',
  })
})

test.each([
  ['another word', { [`${FOLDER}/REQ-003-refunds.md`]: page('REQ-003', 'Money back soon.') }],
  ['another name', { [`${FOLDER}/REQ-003-returns.md`]: page('REQ-003') }],
  [
    'another number in the text',
    { [`${FOLDER}/REQ-003-refunds.md`]: page('REQ-003').replace('See REQ-003', 'See REQ-004') },
  ],
])('requirements that differ by %s are two [S55]', (_what, other) => {
  const files = { [`${FOLDER}/REQ-002-refunds.md`]: page('REQ-002'), ...other }
  expect(after(files)).toEqual(files)
})
