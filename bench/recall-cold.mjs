/** `memory-bank recall` from process start to printed pack, on a bank of 50 files and 200 KB, against bare `node -e 0`. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROUNDS = 20
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'mb-cold-')))
const project = join(base, 'project')
const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env
const env = { ...rest, XDG_STATE_HOME: join(base, 'state') }
const program = join(root, 'dist/cli/main.cjs')
const WORDS =
  'order payment gateway timeout retry queue cache index schema deploy token session ledger refund invoice webhook batch shard replica latency'.split(
    ' ',
  )

mkdirSync(project, { recursive: true })
spawnSync(process.execPath, [program, 'init', '--yes', '-C', project], { env })
for (let file = 0; file < 46; file += 1) {
  const lines = Array.from({ length: 60 }, (_, line) =>
    Array.from({ length: 11 }, (_, word) => WORDS[(file * 7 + line * 3 + word * word) % WORDS.length]).join(' '),
  )
  const folder = join(project, 'memory-bank/details', ['design', 'learnings', 'requirements'][file % 3])
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, `note-${file}.md`),
    `# Note ${file} on ${WORDS[file % WORDS.length]}\n\n${lines.map((line, index) => (index % 12 === 0 ? `\n## Part ${index}: ${WORDS[index % WORDS.length]}\n\n${line}` : line)).join('\n')}\n`,
  )
}
const calls = {
  node: ['-e', '0'],
  recall: [program, 'recall', '-C', project, 'why does the payment gateway time out?'],
}
spawnSync(process.execPath, calls.recall, { env })
const times = { node: [], recall: [] }
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of Object.keys(calls)) {
    const began = process.hrtime.bigint()
    spawnSync(process.execPath, calls[name], { env })
    times[name].push(Number(process.hrtime.bigint() - began) / 1e6)
  }
}
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1]
console.log(
  `recall ${median(times.recall).toFixed(1)} ms, node ${median(times.node).toFixed(1)} ms: ${(median(times.recall) / median(times.node)).toFixed(2)} × bare node (target ≤ 2.2)`,
)
rmSync(base, { recursive: true, force: true })
