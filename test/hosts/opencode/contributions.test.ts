import { expect, test } from 'vitest'
import {
  addAgents,
  contribute,
  contributeKeyTrigger,
  Orchestrators,
  orchestratorsIn,
  READER,
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

test('the result is kept for 60 seconds [S53]', () => {
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

test('only both orchestrators get the trigger through the configuration, once [S53]', () => {
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

test('004:188: the trigger is appended and the prompt keeps its bytes [S53]', () => {
  const prompt = '<agent-identity>You are Sisyphus.</agent-identity>\n'
  const amended = withKeyTrigger(prompt)
  expect(amended.startsWith(prompt)).toBe(true)
  // 004:188: the wording that orchestrators follow.
  expect(amended).toContain('AMENDMENT to Phase 0: insert Step 0')
  for (const named of ['memory_recall', 'memory-reader', 'FIRST']) expect(amended).toContain(named)
})

test('a prompt with the trigger is unchanged [S53]', () => {
  const once = withKeyTrigger('prompt')
  expect(withKeyTrigger(once)).toBe(once)
})

test('a model for an agent of ours in the person’s settings changes the model only [S53]', () => {
  const config = { agent: { 'memory-reader': { model: 'a/b' }, mine: { model: 'c/d' } } as Record<string, unknown> }
  contribute(config, '/skill')
  expect(config.agent['memory-reader']).toEqual({ ...READER, model: 'a/b' })
  expect(config.agent['mine']).toEqual({ model: 'c/d' })
})

test('a rule for an agent of ours is added to its own [S53]', () => {
  const config = { agent: { 'memory-reader': { permission: { webfetch: 'allow' } } } as Record<string, unknown> }
  contribute(config, '/skill')
  expect(config.agent['memory-reader']).toEqual({
    ...READER,
    permission: { ...READER.permission, webfetch: 'allow' },
  })
})

test.each([
  ['with a model only keeps it and is ours otherwise', { model: 'a/b' }, READER.prompt],
  ['with instructions of its own stays the person’s', { model: 'a/b', system: 'Mine.' }, 'Mine.'],
])('in OpenCode 2 an agent %s [S53]', (_name, given, system) => {
  const agents = new Map<string, Record<string, unknown>>([['memory-reader', { ...given }]])
  addAgents({
    get: (name: string) => agents.get(name),
    update(name: string, change: (agent: unknown) => void) {
      const agent = agents.get(name) ?? {}
      change(agent)
      agents.set(name, agent)
    },
  })
  const reader = agents.get('memory-reader')
  expect(reader).toMatchObject({ model: 'a/b', system })
  expect(JSON.stringify(reader?.['permissions'] ?? []).includes('"deny"')).toBe(system === READER.prompt)
})
