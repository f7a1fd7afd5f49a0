import { expect, test } from 'vitest'
import { askedOnce } from '../../../src/guard/rules/asked-once.ts'
import { ask, OTHER, reads } from '../situation.ts'

test('the question that is being answered is not handed on, and memory_recall is named instead [S53]', () => {
  expect(ask(askedOnce, { kind: 'delegates', agent: 'memory-reader', again: true })).toContain('memory_recall')
})

test.each([
  ['a question that nobody is answering', { kind: 'delegates', agent: 'memory-reader', again: false } as const],
  ['a read', reads()],
  ['no file at all', OTHER],
])('%s passes [S53]', (_name, facts) => expect(ask(askedOnce, facts)).toBeUndefined())
