/** The OpenCode plugin in the real Kilo: the suite of all hosts, and what only Kilo has. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HostStage, ROOT, whyNotHere } from './host-stage.ts'
import { realKilo } from './kilo.ts'
import { scripted } from './open-code.ts'
import { realHost } from './real-suite.ts'
import { BANK } from './sample-bank.ts'

realHost(realKilo)

/** As Kilo lists skills for the model. */
const SKILL = '<name>memory-bank</name>'

const missing = whyNotHere(realKilo.program, 'Kilo')

describe.skipIf(missing !== undefined)(missing ?? 'Kilo only', () => {
  let stage: HostStage
  beforeAll(async () => {
    stage = await HostStage.start('kilo')
  })
  afterAll(() => stage?.stop())

  test('a background process that would write the bank is refused, another one runs; the skill is found [S34] [S53]', async () => {
    const model = stage.model.scene('own')
    const config = { ...scripted(model.url), plugin: [`file://${ROOT}`] }
    const project = stage.project('own', { ...BANK, 'kilo.json': JSON.stringify(config) })
    const start = (command: string) => ({ tool: 'background_process', args: { action: 'start', command } })
    model.script([start('echo x > memory-bank/details/z.md'), start('echo ran > ran.txt'), { text: 'ok' }])
    const env = stage.env(realKilo.env({ home: stage.home, project, modelUrl: model.url }))
    await stage.run(realKilo.program[0], realKilo.turn('go', false), project, env, 200_000)
    const results = model.requests.flatMap((request) => request.results).join('\n')
    expect(results).toContain('not written through a shell')
    expect(existsSync(join(project, 'memory-bank/details/z.md'))).toBe(false)
    expect(existsSync(join(project, 'ran.txt'))).toBe(true)
    expect(JSON.stringify(model.requests.map((request) => request.messages))).toContain(SKILL)
  })
})
