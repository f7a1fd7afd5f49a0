import { expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { linesLeaving } from '../../../src/plan/write/judge-changes.ts'

const edit = (path: string, was: string, text: string) => ({ kind: 'edit', path: knownPath(path), was, text }) as const

test.each([
  ['a line that is rewritten leaves', [edit('a.md', '# A\n\n- one\n', '# A\n\n- two\n')], ['- one']],
  ['one of two that read alike leaves', [edit('a.md', '- x\n- x\n', '- x\n')], ['- x']],
  ['a line that moves stays', [edit('a.md', '- one\n- two\n', '- two\n'), edit('b.md', '', '- one\n')], []],
  ['stamps are ours', [edit('a.md', '<!-- blockVersion: 1 -->\n', '<!-- blockVersion: 2 -->\n')], []],
  ['so is what a template says', [edit('a.md', '- Nothing recorded yet.\n', '- Ship it\n')], []],
  ['and the rows of an index', [edit('details/design/index.md', '| a |\n', '| b |\n')], []],
  ['a removed file leaves whole', [{ kind: 'remove', path: knownPath('a.md'), was: 'x\n\ny' } as const], ['x', 'y']],
] as const)('%s [S42]', (_, changes, expected) => {
  expect(linesLeaving(changes).map(({ text }) => text)).toEqual(expected)
})

test('a secret in a removed line is not shown [S35]', () => {
  const secret = ['ghp', '_', 'q7Xw2LrT9vBn', 'K4mZs8HcYd1F', 'gJ6pQe3UaR5t'].join('')
  const [line] = linesLeaving([edit('a.md', `- token ${secret}\n`, '- none\n')])
  expect(line?.text).not.toContain(secret)
})
