/** The key trigger in the real OpenCode with the real oh-my-opencode, for its two orchestrators. */

import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LONG } from '../laws/runs.ts'
import { whyNotHere } from './host-stage.ts'
import { OPENCODE, OpenCode, type OpenCodeScene } from './open-code.ts'
import type { ModelRequest } from './scripted-model.ts'

const OURS = pathToFileURL(resolve(import.meta.dirname, '../..')).href
const THEIRS = pathToFileURL(join(import.meta.dirname, 'oh-my-opencode/node_modules/oh-my-opencode')).href

const FILES = {
  'memory-bank/MEMORY.md':
    '<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# Memory\n\n## Current Focus\n\n- Ship the checkout.\n<!-- MACHINE_BLOCK_END -->\n\n<!-- USER_BLOCK_START -->\n<!-- USER_BLOCK_END -->\n',
  'memory-bank/details/patterns.md': '# Decisions\n\nMoney is stored as whole cents.\n',
  'package.json': '{ "name": "shop" }\n',
  '.opencode/oh-my-openagent.json': JSON.stringify({ telemetry: false, auto_update: false }),
}
const ATLAS = 'Atlas - Plan Executor'

const missing = whyNotHere(OPENCODE, 'OpenCode')
let host: OpenCode
beforeAll(async () => {
  if (missing === undefined) host = await OpenCode.start()
})
afterAll(() => host?.stop())

/** With oh-my-opencode a project opens slowly, so scenes share one. */
const LISTED = { after: [THEIRS, OURS], before: [OURS, THEIRS] } as const
const scenes = new Map<keyof typeof LISTED, OpenCodeScene>()

async function listed(where: keyof typeof LISTED): Promise<OpenCodeScene> {
  const scene = scenes.get(where) ?? host.scene(where, FILES, { config: { plugin: LISTED[where] } })
  scenes.set(where, scene)
  await scene.begin()
  return scene
}

function system(request: ModelRequest | undefined): string {
  return JSON.stringify((request?.messages ?? []).filter((message) => message.role === 'system'))
}

function triggersIn(text: string): number {
  return text.match(/<memory-bank-key-trigger>/g)?.length ?? 0
}

describe.skipIf(missing !== undefined)(missing ?? 'the key trigger', () => {
  test.each([
    ['Sisyphus', 'after', undefined],
    ['Atlas', 'after', ATLAS],
    ...(LONG
      ? ([
          ['Sisyphus', 'before', undefined],
          ['Atlas', 'before', ATLAS],
        ] as const)
      : []),
  ] as const)(
    'is in the prompt once before %s, with the plugin listed %s oh-my-opencode [S53]',
    async (name, where, agent) => {
      const scene = await listed(where)
      const recall = { tool: 'memory_recall', args: { question: 'how is money stored?' } }
      await scene.say('hello', [recall, { text: 'ok' }], agent)
      expect(scene.model.mainRequests).toHaveLength(2)
      const systems = scene.model.mainRequests.map(system)
      for (const text of systems) {
        expect(text).toContain(`\\"${name}\\"`)
        expect(triggersIn(text)).toBe(1)
      }
      expect(new Set(systems).size).toBe(1)
      expect(JSON.stringify(scene.model.mainRequests[1])).toContain('whole cents')
    },
  )

  test('is not sent if a project disables it; the opening still is [S53]', async () => {
    const files = { ...FILES, 'memory-bank.json': '{ "keyTrigger": "off" }' }
    const scene = host.scene('off', files, { config: { plugin: [OURS, THEIRS] } })
    await scene.say('hello', [{ text: 'ok' }], ATLAS)
    const text = system(scene.model.mainRequests[0])
    expect(text).toContain('OhMyOpenCode')
    expect(text).toContain('Ship the checkout')
    expect(triggersIn(text)).toBe(0)
  })

  test('is not added without oh-my-opencode, even for an agent called atlas [S53]', async () => {
    const config = { agent: { atlas: { mode: 'primary', prompt: 'You carry the world.', description: 'Mine.' } } }
    const scene = host.scene('alone', FILES, { config })
    await scene.say('hello', [{ text: 'ok' }], 'atlas')
    const text = system(scene.model.mainRequests[0])
    expect(text).toContain('You carry the world.')
    expect(triggersIn(text)).toBe(0)
  })
})

test.skipIf(missing !== undefined)(
  'the memory-reader of Sisyphus only reads, and delegates to nobody [S53]',
  async () => {
    const question = 'How is money stored in this project, and why?'
    const ask = (tool: string) => ({
      tool,
      args: {
        subagent_type: 'memory-reader',
        run_in_background: false,
        load_skills: [],
        description: 'read the memory bank',
        prompt: question,
      },
    })
    const scene = await listed('after')
    await scene.say('how is money stored?', [
      ask('task'),
      { tool: 'memory_recall', args: { question } },
      ask('call_omo_agent'),
      { text: 'As whole cents.' },
      { text: 'Done.' },
    ])
    const ofReader = scene.model.mainRequests.filter((request) => system(request).includes('You read a project'))
    const offered = ofReader[0]?.tools ?? []
    // oh-my-opencode gives this tool to every sub-agent, whatever its permissions.
    expect(offered.toSorted()).toEqual(['call_omo_agent', 'glob', 'grep', 'memory_recall', 'read'])
    expect(triggersIn(system(ofReader[0]))).toBe(0)
    const results = JSON.stringify(ofReader.at(-1)?.messages.filter((message) => message.role === 'tool'))
    expect(results).toContain('whole cents')
    expect(results).toContain('You are already answering this question')
  },
)
