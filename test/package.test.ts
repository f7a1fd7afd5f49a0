/** The published package: one build with shared files, below its size limits, and complete as a plugin folder. */

import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import * as library from '../src/index.ts'
import { temporaryFolder } from './disk/temporary-folder.ts'

const ROOT = resolve(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
const MEGABYTE = 1024 * 1024
const DISK_BLOCK = 4096

test('dist takes at most 4 MB on disk', () => {
  const sizes = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).map((path) => statSync(join(DIST, path)).size)
  const onDisk = sizes.reduce((sum, size) => sum + Math.ceil(size / DISK_BLOCK) * DISK_BLOCK, 0)
  expect(onDisk).toBeGreaterThan(MEGABYTE)
  expect(onDisk).toBeLessThanOrEqual(4 * MEGABYTE)
})

test('the tarball takes at most 1.5 MB and contains the plugin [S53]', () => {
  const packed = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8' })
  const [{ size, files }]: readonly [{ size: number; files: readonly { path: string }[] }] = JSON.parse(packed.stdout)
  expect(size).toBeLessThanOrEqual(1.5 * MEGABYTE)
  const parts = ['.claude-plugin/plugin.json', '.github/plugin/plugin.json', '.mcp.json', 'hooks/hooks.json', 'hook.sh']
  const own = ['skills/memory-bank/SKILL.md', 'templates/en/MEMORY.md', 'commands/memory-bank-refresh.md']
  const programs = ['hook.cjs', 'cli/main.cjs', 'merge-driver.cjs', 'cline.cjs', 'plugin.js', 'api.js']
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '.claude-plugin/marketplace.json',
      ...[...parts, ...own, ...programs].map((path) => `dist/${path}`),
    ]),
  )
})

test('a copy of dist alone works as a plugin: it has the version, and the program finds its templates [S53]', () => {
  const base = temporaryFolder({ 'project/package.json': '{"name":"shop"}' })
  const copy = join(base, 'plugin')
  cpSync(DIST, copy, { recursive: true })
  const { version } = JSON.parse(readFileSync(join(copy, '.claude-plugin/plugin.json'), 'utf8'))
  expect(version).toBe(manifest.version)
  const env = { ...process.env, XDG_STATE_HOME: join(base, 'state') }
  const args = [join(copy, 'cli/main.cjs'), 'init', '--yes', '-C', join(base, 'project')]
  const done = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  expect([done.status, done.stderr]).toEqual([0, ''])
  expect(readFileSync(join(base, 'project/memory-bank/MEMORY.md'), 'utf8')).toContain('shop')
})

test('the plugin and the library are ES modules', () => {
  const says = (module: string, value: string) => {
    const code = `import * as all from '${module}'; console.log(${value})`
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT, encoding: 'utf8' })
    return done.stdout.trim() || done.stderr
  }
  expect(says('memory-bank', "typeof all.default.server + ' ' + typeof all.default.setup")).toBe('function function')
  expect(says('memory-bank/api', "Object.keys(all).sort().join(' ')")).toBe(Object.keys(library).sort().join(' '))
})

test('no file imports a built program, because loading it would run it', () => {
  const chunks = join(DIST, 'chunks')
  const loading = readdirSync(chunks).filter((name) =>
    /require\("\.\.\//.test(readFileSync(join(chunks, name), 'utf8')),
  )
  expect(loading).toEqual([])
})
