/** A bank in a subfolder of a repository, and a host started in that folder. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { A_PERSONS_SCRIPT } from '../scenarios/harness.ts'
import { type Files, HostStage, ROOT, whyNotHere } from './host-stage.ts'
import type { RealHost, RealPlace } from './real-suite.ts'
import { BANK } from './sample-bank.ts'

/** `trust` are the files that make the host trust the repository's settings. */
export function guardsBelowGitTop(host: RealHost, trust: (top: string, place: RealPlace) => Files = () => ({})): void {
  test.skipIf(whyNotHere(host.program, host.name) !== undefined)(
    'started in a subfolder of a repository, it guards that folder’s bank [S32] [S53]',
    async () => {
      const stage = await HostStage.start(host.id)
      const model = stage.model.scene('below')
      const top = stage.project('repository', { 'README.md': '# All of it\n' })
      const project = stage.project('repository/packages/shop', { ...BANK, 'src/app.ts': 'app\n' })
      spawnSync('git', ['init', '-q'], { cwd: top })
      const place = { home: stage.home, project, modelUrl: model.url }
      for (const [path, text] of Object.entries({ ...host.files(place), ...trust(top, place) })) {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, text)
      }
      const env = stage.env(host.env(place))
      const words = [join(ROOT, 'dist/cli/main.cjs'), 'install', host.id, '--yes']
      expect(spawnSync(process.execPath, words, { cwd: project, env: { ...env, ...A_PERSONS_SCRIPT } }).status).toBe(0)
      model.script([
        // The agent's current folder does not matter.
        host.calls.shell('cd ../.. && mkdir -p other && cd other && pwd'),
        host.calls.write(join(project, 'src/ordinary.ts'), 'ordinary\n'),
        host.calls.write(join(project, 'memory-bank/x.json'), '{}'),
        { text: 'ok' },
      ])
      const [program, ...before] = host.program
      await stage.run(program, [...before, ...host.turn('hello', false)], project, env, 200_000)
      const written = ['src/ordinary.ts', 'memory-bank/x.json'].map((path) => existsSync(join(project, path)))
      await stage.stop()
      expect(written).toEqual([true, false])
    },
  )
}
