import { expect, test } from 'vitest'
import { withKeyTrigger } from '../../../src/hosts/opencode/key-trigger.ts'

test('a prompt keeps every byte it had, and the trigger follows [S53]', () => {
  const prompt = '<agent-identity>You are Sisyphus.</agent-identity>\n'
  const amended = withKeyTrigger(prompt)
  expect(amended.startsWith(prompt)).toBe(true)
  for (const named of ['memory_recall', 'memory-reader', 'FIRST']) expect(amended).toContain(named)
})

test('a prompt that has the trigger is left as it is [S53]', () => {
  const once = withKeyTrigger('prompt')
  expect(withKeyTrigger(once)).toBe(once)
})
