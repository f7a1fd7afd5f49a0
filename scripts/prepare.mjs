/** What both README commands need first: the packages of a manifest, installed once, and a fresh build. */

import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** `npm ci`, unless what the lock file asks for is already there. */
export function install(folder) {
  const lock = join(folder, 'package-lock.json')
  const installed = join(folder, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], folder)
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
