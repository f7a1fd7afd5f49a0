import { expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { restatedEntries } from '../../../src/check/rules/restated-entries.ts'
import { bank, run } from '../bank.ts'

const FOUND = {
  path: knownPath('details/tech.md'),
  line: 4,
  title: 'React 18',
  said: { path: 'package.json', line: 14 },
}

test.each([
  ['nothing restated', [], []],
  ['a fact that a manifest says', [FOUND], ['note details/tech.md:4']],
])('%s: a note, or nothing [S50] [S58]', (_name, restated, found) => {
  expect(run(restatedEntries, { restated })).toEqual(found)
})

test('the place and one next step are named, in both languages [S58]', () => {
  const [line, tree] = restatedEntries.check(
    bank({ restated: [FOUND, { ...FOUND, said: { path: 'src/api', line: undefined } }] }),
  )
  expect(line?.message).toEqual({
    en: '“React 18”: package.json:14 already says this.',
    zh: '「React 18」：package.json:14 已经写明。',
  })
  expect(line?.next.en).toBe(
    'Add what the code does not show (the reason, the trap, the rejected option), or keep it, or delete it.',
  )
  expect(tree?.message.en).toBe('“React 18”: the file tree already says this (src/api).')
})
