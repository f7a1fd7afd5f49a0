/** Installs packages and builds if needed, for both commands of the README. */

import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Runs `npm ci` unless the packages of the lock file are installed. */
export async function install(folder, say) {
  if (isInstalled(folder)) return
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, say })
}

/** A linked `node_modules` belongs to another checkout, where `npm ci` would empty it, so it is used unchanged. */
export function isInstalled(folder) {
  if (lstatSync(join(folder, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() === true) return true
  const lock = join(folder, 'package-lock.json')
  const installed = join(folder, 'node_modules', '.package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
}

/** True if the last build is newer than its sources. */
export function isBuilt() {
  const built = statSync(join(root, 'dist/.claude-plugin/plugin.json'), { throwIfNoEntry: false })?.mtimeMs
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

export async function buildIfNeeded() {
  if (!isBuilt()) await build()
}

export async function build(say) {
  await run(process.execPath, [join(root, 'scripts/build.mjs')], { say })
}

/** Runs a program with visible output, or passes its output to `say` when it ends. Exits with its code if it fails. */
export async function run(program, args, { cwd = root, say } = {}) {
  const { code, out } = await ran(program, args, { cwd, isQuiet: say !== undefined })
  say?.(out)
  if (code === 0) return
  if (say !== undefined) console.error(out)
  process.exit(code)
}

/** The exit code of a program and, if it is quiet, its output. */
export function ran(program, args, { cwd = root, isQuiet = true } = {}) {
  return new Promise((done) => {
    const stdio = isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(program, args, { cwd, stdio, shell: process.platform === 'win32' && program === 'npm' })
    const end = () => child.kill()
    process.once('exit', end)
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        out += text
      })
    child.on('error', (error) => fail(`${program} failed to start: ${error.message}`))
    child.on('close', (code) => {
      process.off('exit', end)
      done({ code: code ?? 1, out })
    })
  })
}

export function fail(message) {
  console.error(`✗ ${message}`)
  process.exit(1)
}
