/** What both README commands need first: the packages of a manifest, installed once, and a fresh build. */

import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** `npm ci`, unless what the lock file asks for is already there. */
export function install(folder) {
  if (isInstalled(folder)) return
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], folder)
}

/** A linked `node_modules` belongs to another checkout: `npm ci` would empty it there, so it is taken as it is. */
export function isInstalled(folder) {
  if (lstatSync(join(folder, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() === true) return true
  const lock = join(folder, 'package-lock.json')
  const installed = join(folder, 'node_modules', '.package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
}

/** Whether the last build is newer than everything it was made from. */
export function isBuilt() {
  const built = statSync(join(root, 'dist/claude-code/.claude-plugin/plugin.json'), { throwIfNoEntry: false })?.mtimeMs
  if (built === undefined) return false
  const sources = [
    'package.json',
    'scripts/build.mjs',
    'tsconfig.build.json',
    'tsconfig.client.json',
    ...SOURCE_FOLDERS.flatMap(filesBelow),
  ]
  return sources.every((file) => statSync(join(root, file)).mtimeMs <= built)
}

const SOURCE_FOLDERS = ['src', 'templates', 'skills', 'plugins']

function filesBelow(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
}

export function buildIfNeeded() {
  if (!isBuilt()) build()
}

export function build() {
  run(process.execPath, [join(root, 'scripts/build.mjs')], root)
}

/** Run a program in the open; if it fails, so do we, with its exit code. */
export function run(program, args, cwd = root, env = process.env) {
  const done = spawnSync(program, args, {
    cwd,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32' && program === 'npm',
  })
  if (done.error !== undefined) fail(`${program} could not be started: ${done.error.message}`)
  if (done.status !== 0) process.exit(done.status ?? 1)
}

export function fail(message) {
  console.error(`✗ ${message}`)
  process.exit(1)
}
