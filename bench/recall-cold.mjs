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
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env
const env = { ...rest, XDG_STATE_HOME: join(base, 'state') }
const program = join(root, 'dist/cli/main.cjs')
const WORDS =
  'order payment gateway timeout retry queue cache index schema deploy token session ledger refund invoice webhook batch shard replica latency'.split(
    ' ',
  )

const time = (args) => {
  const began = process.hrtime.bigint()
  const done = spawnSync(process.execPath, args, { env })
  if (done.status !== 0) throw new Error(`${args.join(' ')}: ${done.stderr}`)
  return Number(process.hrtime.bigint() - began) / 1e6
}

mkdirSync(project, { recursive: true })
time([program, 'init', '--yes', '-C', project])
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
const ask = [program, 'recall', '-C', project, 'why does the payment gateway time out?']
const times = { node: [], kept: [], first: [] }
for (let round = -2; round < ROUNDS; round += 1) {
  // The first rounds leave what a later one finds: an index, and compiled code.
  const node = time(['-e', '0'])
  const kept = time(ask)
  if (round < 0) continue
  times.node.push(node)
  times.kept.push(kept)
}
for (let round = 0; round < ROUNDS / 4; round += 1) {
  rmSync(join(base, 'state'), { recursive: true, force: true })
  times.first.push(time(ask))
}
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1]
const bare = median(times.node)
console.log(`node    ${bare.toFixed(1)} ms, fastest ${times.node[0].toFixed(1)}`)
for (const [name, what, target] of [
  ['kept', 'an index from before', ' (target ≤ 3)'],
  ['first', 'the very first run', ''],
]) {
  const middle = median(times[name])
  const fastest = (times[name][0] / times.node[0]).toFixed(2)
  console.log(
    `recall  ${middle.toFixed(1)} ms with ${what}: ${(middle / bare).toFixed(2)} × bare node${target}, fastest of each ${fastest} ×`,
  )
}
rmSync(base, { recursive: true, force: true })
