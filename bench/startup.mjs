/**
 * Start-up of `memory-bank status` and the merge driver on a small bank, relative to a bare `node -e 0`: the median
 * of 20 alternating runs. Exits 1 above the target.
 *
 *   node bench/startup.mjs [rounds]
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TARGET = 2.5
/** Git starts the driver once per file, so it may cost little more than Node itself. */
const DRIVER_TARGET = 1.6
const rounds = Number(process.argv[2] ?? 20)
const program = join(dirname(fileURLToPath(import.meta.url)), '../dist/cli/main.cjs')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'mb-bench-')))
const project = join(base, 'project')
const home = join(base, 'home')
for (const folder of [project, home]) mkdirSync(folder)
writeFileSync(join(project, 'package.json'), '{"name":"shop","scripts":{"test":"vitest"}}')

// Node reads a certificate bundle from the environment at every start, which would make the ratio look better.
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env
const env = { ...rest, HOME: home, XDG_STATE_HOME: join(base, 'state') }
const time = (args) => {
  const began = process.hrtime.bigint()
  const done = spawnSync(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
  if (done.status !== 0) throw new Error(`${args.join(' ')}: ${done.stderr}`)
  return Number(process.hrtime.bigint() - began) / 1e6
}

try {
  time([program, 'init', '--yes'])
  const sides = ['base', 'ours', 'theirs'].map((side) => {
    const file = join(base, side)
    writeFileSync(file, `# Progress\n\n- [ ] one\n${side === 'base' ? '' : `- [ ] ${side}\n`}`)
    return file
  })
  const entry = 'memory-bank/details/progress.md'
  const commands = {
    node: ['-e', '0'],
    status: [program, 'status'],
    version: [program, '--version'],
    // The command that git starts for each file that both sides changed.
    driver: [join(dirname(program), '../merge-driver.cjs'), ...sides, '7', entry],
  }
  const times = { node: [], status: [], version: [], driver: [] }
  for (let round = -2; round < rounds; round += 1) {
    // The first rounds warm the disk's cache.
    for (const [name, args] of Object.entries(commands)) {
      const taken = time(args)
      if (round >= 0) times[name].push(taken)
    }
  }
  const bare = median(times.node)
  for (const [name, all] of Object.entries(times)) {
    const ratio = name === 'node' ? '' : `  ratio ${(median(all) / bare).toFixed(2)}`
    console.log(
      `${name.padEnd(8)} median ${median(all).toFixed(1)} ms  fastest ${Math.min(...all).toFixed(1)} ms${ratio}`,
    )
  }
  const ratio = median(times.status) / bare
  const fastest = Math.min(...times.status) / Math.min(...times.node)
  console.log(
    `start-up: status ${ratio.toFixed(2)} × bare node (target ≤ ${TARGET}; fastest of each ${fastest.toFixed(2)})`,
  )
  const driver = median(times.driver) / bare
  console.log(`start-up: merge-driver ${driver.toFixed(2)} × bare node (target ≤ ${DRIVER_TARGET})`)
  console.log(`git merge-file, a line merge without Node: ${median(lineMerges(sides, rounds)).toFixed(1)} ms`)
  process.exitCode = ratio <= TARGET && driver <= DRIVER_TARGET ? 0 : 1
} finally {
  rmSync(base, { recursive: true, force: true })
}

function lineMerges([ancestor, ours, theirs], rounds) {
  return Array.from({ length: rounds }, () => {
    const began = process.hrtime.bigint()
    spawnSync('git', ['merge-file', '-p', '-q', ours, ancestor, theirs], { env })
    return Number(process.hrtime.bigint() - began) / 1e6
  })
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
