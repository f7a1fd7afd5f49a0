/**
 * `memory-bank recall` from process start to printed pack, on banks of 300 and 3,000 entries, against bare `node -e 0`.
 *
 * A busy machine delays a long process more than a short one; then compare the fastest runs.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeBank } from './recall/speed.mjs'

const ROUNDS = 15
/** Number of entries, and the most time a recall may take as a multiple of bare Node. */
const SIZES = [
  [300, 4],
  [3_000, 6],
]
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'mb-cold-')))
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env
const env = { ...rest, XDG_STATE_HOME: join(base, 'state') }
const program = join(root, 'dist/cli/main.cjs')

const time = (args) => {
  const began = process.hrtime.bigint()
  const done = spawnSync(process.execPath, args, { env })
  if (done.status !== 0) throw new Error(`${args.join(' ')}: ${done.stderr}`)
  return Number(process.hrtime.bigint() - began) / 1e6
}

try {
  for (const [count, target] of SIZES) {
    const project = join(base, `project-${count}`)
    mkdirSync(project, { recursive: true })
    time([program, 'init', '--yes', '-C', project])
    const { files } = await makeBank(count)
    for (const { path, text } of files) {
      const file = join(project, 'memory-bank', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    const times = { node: [], recall: [] }
    for (let round = -2; round < ROUNDS; round += 1) {
      // The first rounds fill the compile cache and record the trust.
      const node = time(['-e', '0'])
      const recall = time([program, 'recall', '-C', project, 'why does the payment callback time out?'])
      if (round < 0) continue
      times.node.push(node)
      times.recall.push(recall)
    }
    const [node, recall] = [times.node, times.recall].map((list) => list.sort((a, b) => a - b))
    const [first, middle] = [0, ROUNDS >> 1].map((at) => `${(recall[at] / node[at]).toFixed(2)} × bare node`)
    console.log(
      `${count} entries: ${recall[ROUNDS >> 1].toFixed(0)} ms in the median, ${middle}; fastest of each ${recall[0].toFixed(0)} ms, ${first} (target ≤ ${target} ×)`,
    )
  }
} finally {
  rmSync(base, { recursive: true, force: true })
}
