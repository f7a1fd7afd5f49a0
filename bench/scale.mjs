/**
 * How time grows with the project: init in trees of 1,000 and 100,000 files (flat and nested, with and without git),
 * and refresh of a bank of 2,000 files of which 1, 200 or 2,000 changed. Exits 1 if the ratio of init in the large
 * tree to the small one is above the target.
 *
 *   node bench/scale.mjs [rounds] [files in the large tree]
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TARGET = 1.5
const rounds = Number(process.argv[2] ?? 7)
const many = Number(process.argv[3] ?? 100_000)
const few = 1_000
const program = join(dirname(fileURLToPath(import.meta.url)), '../dist/cli/main.cjs')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'mb-bench-')))
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env
const ours = { HOME: join(base, 'home'), XDG_STATE_HOME: join(base, 'state'), MEMORY_BANK_ASSUME_PERSON: '1' }
const env = { ...rest, ...ours }

const LAYOUTS = {
  /** All files in one folder. */
  flat: (at) => `file-${at}.js`,
  /** Fifty folders on each of two levels, with the files below. */
  nested: (at) => `part-${at % 50}/sub-${at % 500}/deep-${at % 1000}/file-${at}.js`,
}

try {
  let worst = 0
  for (const [layout, place] of Object.entries(LAYOUTS)) {
    for (const git of [false, true]) {
      const small = tree(few, place, git)
      const large = tree(many, place, git)
      const times = { small: [], large: [] }
      for (let round = -1; round < rounds; round += 1) {
        const one = timeInit(small)
        const other = timeInit(large)
        if (round < 0) continue // warms the disk cache
        times.small.push(one)
        times.large.push(other)
      }
      const ratio = median(times.large) / median(times.small)
      worst = Math.max(worst, ratio)
      const name = `init, ${layout}, ${git ? 'git' : 'no git'}`
      console.log(
        `${name.padEnd(24)} ${few} files ${median(times.small).toFixed(0)} ms  ${many} files ${median(times.large).toFixed(0)} ms  ratio ${ratio.toFixed(2)}`,
      )
      for (const folder of [small, large]) rmSync(folder, { recursive: true, force: true })
    }
  }
  console.log(`scale: init in ${many} files ${worst.toFixed(2)} × that in ${few}, at worst (target ≤ ${TARGET})`)
  for (const git of [false, true]) measureRefresh(2_000, git)
  process.exitCode = worst <= TARGET ? 0 : 1
} finally {
  rmSync(base, { recursive: true, force: true })
}

/** Creates a project with this number of files. */
function tree(files, place, git) {
  const root = mkdtempSync(join(base, 'tree-'))
  const made = new Set()
  for (let at = 0; at < files; at += 1) {
    const path = join(root, place(at))
    if (!made.has(dirname(path))) mkdirSync(dirname(path), { recursive: true })
    made.add(dirname(path))
    writeFileSync(path, '')
  }
  writeFileSync(join(root, 'package.json'), '{"name":"shop","scripts":{"test":"vitest"}}')
  writeFileSync(join(root, 'README.md'), '# Shop\n\nSells things.\n')
  if (git) commit(root)
  return root
}

function timeInit(root) {
  const taken = time(root, ['init', '--yes'])
  time(root, ['undo', '--yes'])
  return taken
}

/** Time of a refresh in a bank of design documents after none, some or all of them changed. */
function measureRefresh(files, git) {
  const root = tree(10, LAYOUTS.flat, false)
  const design = join(root, 'memory-bank/details/design')
  mkdirSync(design, { recursive: true })
  const write = (at, text) =>
    writeFileSync(
      join(design, `part-${at}.md`),
      `# Part ${at}\n\nHow part ${at} works. ${text}\n${'More of it.\n'.repeat(20)}`,
    )
  for (let at = 0; at < files; at += 1) write(at, 'First.')
  time(root, ['refresh', '--yes'])
  time(root, ['refresh', '--yes'])
  if (git) {
    commit(root)
    // Dates now come from git, so the index changes once.
    time(root, ['refresh', '--yes'])
  }
  const results = [0, 1, 200, files].map((changed) => {
    const times = []
    for (let round = 0; round < Math.min(rounds, 3); round += 1) {
      for (let at = 0; at < changed; at += 1) {
        write(at, `Round ${round} of ${changed}.${'\nOne more line.'.repeat(round + 1 + (changed % 7))}`)
        const then = new Date(Date.UTC(2020 + round, changed % 12, 1))
        utimesSync(join(design, `part-${at}.md`), then, then)
      }
      times.push(time(root, ['refresh', '--yes']))
    }
    return `${changed} changed ${median(times).toFixed(0)} ms`
  })
  console.log(`refresh, ${files} files, ${git ? 'git' : 'no git'}: ${results.join(' · ')}`)
}

function commit(root) {
  const run = (...args) =>
    spawnSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
      cwd: root,
      env,
      stdio: 'ignore',
    })
  run('init', '-q')
  run('add', '-A')
  run('commit', '-qm', 'Begin')
}

function time(cwd, args) {
  const began = process.hrtime.bigint()
  const done = spawnSync(process.execPath, [program, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 30,
  })
  if (done.status !== 0) throw new Error(`${args.join(' ')}: ${done.stderr}`)
  return Number(process.hrtime.bigint() - began) / 1e6
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
