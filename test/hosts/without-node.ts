/** A real host whose hooks name a removed Node: another Node on the PATH guards it, and without any it still works. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { A_PERSONS_SCRIPT } from '../scenarios/harness.ts'
import { HostStage, ROOT, whyNotHere } from './host-stage.ts'
import type { RealHost, RealPlace } from './real-suite.ts'
import { BANK } from './sample-bank.ts'
import type { Scene, Step } from './scripted-model.ts'

/** `settings` is the file with the hooks, relative to the home. */
export function withoutNode(host: RealHost, settings: string): void {
  const missing = whyNotHere(host.program, host.name)
  describe.skipIf(missing !== undefined)(missing ?? `${host.name}, whose hooks name a Node that is gone`, () => {
    let stage: HostStage
    let model: Scene
    let place: RealPlace
    beforeAll(async () => {
      stage = await HostStage.start(`${host.id}-node`)
      model = stage.model.scene('node')
      place = { home: stage.home, project: stage.project('project', BANK), modelUrl: model.url }
      for (const [path, text] of Object.entries(host.files(place))) {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, text)
      }
      const env = { ...stage.env(host.env(place)), ...A_PERSONS_SCRIPT }
      const install = [join(ROOT, 'dist/cli/main.cjs'), 'install', host.id, '--yes', '--user']
      expect(spawnSync(process.execPath, install, { cwd: place.project, env }).status).toBe(0)
      const file = join(stage.home, settings)
      const text = readFileSync(file, 'utf8')
      const node = /--host \w+ '([^']*)'/.exec(text)?.[1] ?? 'none'
      writeFileSync(file, text.replaceAll(`'${node}'`, "'/gone/node'"))
    })
    afterAll(() => stage?.stop())

    /** One turn. The host itself runs on a Node that its hooks cannot find. */
    async function turn(path: string, steps: readonly Step[]) {
      model.script(steps)
      const words = [...host.program.slice(host.program[0].endsWith('/node') ? 1 : 0), ...host.turn('go', false)]
      const node = host.program[0].endsWith('/node') ? host.program[0] : process.execPath
      const run = await stage.run(
        node,
        words,
        place.project,
        { ...stage.env(host.env(place)), PATH: path, TMPDIR: stage.base },
        90_000,
      )
      return { run, results: model.requests.flatMap(({ results }) => results).join('\n'), requests: model.requests }
    }
    const at = (path: string) => join(place.project, path)

    test('the one on the PATH guards [S37]', async () => {
      const steps = [host.calls.write(at('memory-bank/x.json'), '{}'), { text: 'ok' }]
      const { results } = await turn(`${dirname(process.execPath)}:/usr/bin:/bin`, steps)
      expect(results).toContain('not a .md file')
      expect(existsSync(at('memory-bank/x.json'))).toBe(false)
    })

    test('without any, tools run, the turn ends as it would without us, and the person is told [S37]', async () => {
      const steps = [host.calls.write(at('src/late.ts'), 'late\n'), { text: 'ok' }]
      const { run, requests } = await turn(pathWithoutNode(stage.base), steps)
      expect(readFileSync(at('src/late.ts'), 'utf8')).toBe('late\n')
      expect(requests.filter(({ tools }) => tools.length > 0)).toHaveLength(2)
      const told = [host.person?.(run, place), ...requests.map(({ messages }) => JSON.stringify(messages))]
      expect(told.join('\n')).toContain('Memory Bank is not guarding')
    })
  })
}

/** A PATH with everything the host needs, but without Node. */
function pathWithoutNode(base: string): string {
  const folder = join(base, 'bin-without-node')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync('/usr/bin'))
    if (!/^(?:node|nodejs|npm|npx|corepack)$/.test(name)) symlinkSync(join('/usr/bin', name), join(folder, name))
  return folder
}
