/**
 * `node scripts/lock.mjs [folder]`: regenerates a folder's package-lock.json for all platforms.
 *
 * npm leaves out optional packages that the registry does not have (a mirror without builds for other systems), and
 * `npm ci` then rejects the lock. The name of such a package gives its system, and its dependent gives the version.
 * That is enough for npm to skip or fetch it.
 */

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const folder = resolve(process.argv[2] ?? '.')
const scratch = mkdtempSync(join(tmpdir(), 'lock-'))
copyFileSync(join(folder, 'package.json'), join(scratch, 'package.json'))
const made = spawnSync('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund', '--silent'], {
  cwd: scratch,
  stdio: 'inherit',
})
if (made.status !== 0) process.exit(made.status ?? 1)

const lock = JSON.parse(readFileSync(join(scratch, 'package-lock.json'), 'utf8'))
rmSync(scratch, { recursive: true })
const added = []
for (const [path, wanting] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(wanting.optionalDependencies ?? {})) {
    if (isThere(path, name) || !/^\d/.test(version)) continue
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(wanting.dev ? { dev: true } : {}),
      optional: true,
    }
    added.push(name)
  }
}
for (const entry of Object.values(lock.packages)) delete entry.resolved
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${folder}: ${Object.keys(lock.packages).length} packages, ${added.length} named for other platforms`)

/** Resolved as in Node: beside the package, or above it. */
function isThere(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const prefix = at === '' ? '' : `${at}/`
    if (lock.packages[`${prefix}node_modules/${name}`] !== undefined) return true
    if (at === '') return false
    if (!at.includes('/node_modules/')) at = ''
    if (at === '') return lock.packages[`node_modules/${name}`] !== undefined
  }
}

function platformOf(name) {
  const os = [
    'android',
    'darwin',
    'freebsd',
    'linux',
    'openharmony',
    'win32',
    'aix',
    'netbsd',
    'openbsd',
    'sunos',
  ].find((word) => name.includes(word))
  const cpu = ['arm64', 'x64', 'wasm32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'ia32', 'arm'].find(
    (word) => new RegExp(`[-_]${word}\\b`).test(name),
  )
  const libc = /gnu\b|gnueabi/.test(name) ? 'glibc' : /musl/.test(name) ? 'musl' : undefined
  return {
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(os === undefined ? {} : { os: [os] }),
    ...(os === 'linux' && libc !== undefined ? { libc: [libc] } : {}),
  }
}
