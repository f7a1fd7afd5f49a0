import { expect, test } from 'vitest'
import {
  contributeKeyTrigger,
  Orchestrators,
  orchestratorsIn,
  withKeyTrigger,
} from '../../../src/hosts/opencode/contributions.ts'

const SISYPHUS = { description: 'Powerful AI orchestrator. (Sisyphus - OhMyOpenCode)', prompt: 'S' }
const ATLAS = { description: 'Orchestrates work. (Atlas - OhMyOpenCode)', prompt: 'A' }
const JUNIOR = { description: 'Focused task executor. (Sisyphus-Junior - OhMyOpenCode)', prompt: 'J' }

test.each([
  [
    'by what they say of themselves, under any name',
    { agent: { 'Sisyphus - ultraworker': SISYPHUS, boss: ATLAS, 'Sisyphus-Junior': JUNIOR, build: {} } },
    ['Sisyphus - ultraworker', 'boss'],
  ],
  [
    'by name where they were described anew',
    {
      plugin: [['oh-my-openagent@4.19.4', {}]],
      agent: { '\u200bSisyphus - ultraworker': {}, '2|atlas': {}, 'Atlas (Plan Executor)': {}, 'Sisyphus-Junior': {} },
    },
    ['\u200bSisyphus - ultraworker', '2|atlas', 'Atlas (Plan Executor)'],
  ],
  ['from a path', { plugin: ['file:///opt/oh-my-opencode'], agent: { sisyphus: {} } }, ['sisyphus']],
  ["not a user's own agent of that name", { plugin: ['my-oh-my-opencode-theme'], agent: { atlas: {} } }, []],
  ['not without agents', { plugin: ['oh-my-opencode'] }, []],
  ['not in a configuration we cannot read', { plugin: 'oh-my-opencode', agent: [1] }, []],
  ['not without a configuration', undefined, []],
])('orchestrators are found %s [S53]', (_name, config, found) => {
  expect(orchestratorsIn(config)).toEqual(found)
})

test('what was seen holds for 60 seconds, and is looked at again after them [S53]', () => {
  let now = 1_000
  let looks = 0
  const config = { agent: {} as Record<string, unknown> }
  const orchestrators = new Orchestrators(
    () => {
      looks += 1
      return config
    },
    () => now,
  )
  expect(orchestrators.has('atlas')).toBe(false)
  config.agent = { atlas: ATLAS }
  now += 59_999
  expect(orchestrators.has('atlas')).toBe(false)
  expect(looks).toBe(1)
  now += 1
  expect(orchestrators.has('atlas')).toBe(true)
  expect(looks).toBe(2)
})

test('both get the trigger through the configuration, once, and nobody else does [S53]', () => {
  const config = { agent: { sisyphus: SISYPHUS, atlas: ATLAS, junior: JUNIOR, 'no-prompt': { ...ATLAS, prompt: 1 } } }
  contributeKeyTrigger(config)
  contributeKeyTrigger(config)
  expect(config.agent).toEqual({
    sisyphus: { ...SISYPHUS, prompt: withKeyTrigger('S') },
    atlas: { ...ATLAS, prompt: withKeyTrigger('A') },
    junior: JUNIOR,
    'no-prompt': { ...ATLAS, prompt: 1 },
  })
})

test('004:188: a prompt keeps every byte it had, and the trigger follows [S53]', () => {
  const prompt = '<agent-identity>You are Sisyphus.</agent-identity>\n'
  const amended = withKeyTrigger(prompt)
  expect(amended.startsWith(prompt)).toBe(true)
  // 004:188: in the wording that orchestrators heed.
  expect(amended).toContain('AMENDMENT to Phase 0: insert Step 0')
  for (const named of ['memory_recall', 'memory-reader', 'FIRST']) expect(amended).toContain(named)
})

test('a prompt that has the trigger is left as it is [S53]', () => {
  const once = withKeyTrigger('prompt')
  expect(withKeyTrigger(once)).toBe(once)
})
