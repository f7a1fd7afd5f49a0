/**
 * Benchmark of recall: quality on public data and on the project's own question sets, and speed, with other libraries
 * in the same process.
 *
 *   node bench/recall.mjs --data <folder>     everything
 *   node bench/recall.mjs                     own question sets and speed
 *   … --no-speed, --no-peers, --no-tokens     less of it
 *
 * The folder may hold any data in the layouts of LoCoMo, BEAM, CMRC/SQuAD and CoSQA (docs/recall.md says which).
 */

import { parseArgs } from 'node:util'
import { loadEngine } from './recall/engine.mjs'
import { evaluate } from './recall/evaluate.mjs'
import { measureHardGround } from './recall/hard-ground.mjs'
import { measureGround, openBank } from './recall/own-ground.mjs'
import { peers } from './recall/peers.mjs'
import { readSets } from './recall/sets.mjs'
import { makeBank, measureSpeed } from './recall/speed.mjs'
import { measureTokens } from './recall/tokens.mjs'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    'no-speed': { type: 'boolean' },
    'no-peers': { type: 'boolean' },
    'no-tokens': { type: 'boolean' },
  },
})
const engine = await loadEngine()
const ours = (files) => openBank(engine, files).search
const others = values['no-peers'] ? {} : peers(engine)

if (values.data !== undefined) await publicData(values.data)
await ownGround()
if (!values['no-tokens']) await tokens()
if (!values['no-speed']) await speed()

async function publicData(folder) {
  const rows = []
  for (const set of await readSets(folder)) {
    const { figures, questions } = evaluate(set, (bank) => ours(bank.files))
    const peer = Object.values(others).map((open) => evaluate(set, (bank) => open(bank.files)).figures)
    for (const [index, k] of set.at.entries()) {
      const must = set.must[index] || undefined
      const aim = set.aim[index] || undefined
      // The share of the way from the minimum to the aim.
      const way = must === undefined ? Number.POSITIVE_INFINITY : (figures[index] - must) / (aim - must)
      const label = k === 'mrr' ? 'MRR' : `R@${k}`
      const cells = [figures, ...peer].map((each) => each[index].toFixed(1))
      rows.push({ way, cells: [set.name, label, String(questions), ...cells, must ?? '–', aim ?? '–'] })
    }
  }
  rows.sort((a, b) => a.way - b.way)
  table(
    'Public data, weakest first',
    ['set', '', 'questions', 'ours', ...Object.keys(others), 'must', 'aim'],
    rows.map((row) => row.cells),
  )
}

async function ownGround() {
  const { rows, tasks, median, most } = await measureGround(engine)
  const percent = (part, whole) => ((100 * part) / whole).toFixed(1)
  const sum = (key) => [...rows.values()].reduce((total, row) => total + row[key], 0)
  const line = (name, row) => [
    name,
    row.asked,
    percent(row.file, row.asked),
    percent(row.first, row.asked),
    percent(row.packed, row.asked),
    Math.round(row.tokens / row.asked),
  ]
  const all = Object.fromEntries(['asked', 'file', 'first', 'packed', 'tokens'].map((key) => [key, sum(key)]))
  table(
    'Own ground',
    ['questions', 'asked', 'file first', 'entry first', 'in the pack', 'tokens'],
    [...[...rows].map(([name, row]) => line(name, row)), line('all', all)],
  )
  const { asked, first, packed } = tasks
  console.log(`A pack as it is printed: median ${median} tokens, at most ${most} (must 800)`)
  console.log(`Inside a whole task: entry first ${percent(first, asked)}, in the pack ${percent(packed, asked)}\n`)
  table(
    'Hard ground',
    ['half', 'asked', 'file first (aim 80)', 'in the pack (aim 95)', 'tokens'],
    await measureHardGround(engine),
  )
}

async function tokens() {
  const rows = await measureTokens(engine, values.data)
  table('Token estimate against o200k', ['text', 'exact', 'estimated', 'off by %'], rows)
}

async function speed() {
  const rows = []
  for (const count of [30, 300, 3_000]) {
    const bank = await makeBank(count)
    const recall = (files) => openBank(engine, files).recall
    for (const [name, open] of Object.entries({ 'ours, rank': ours, 'ours, recall': recall, ...others })) {
      const { cold, p50, p95 } = measureSpeed(open, bank)
      rows.push([name, count, ...[cold, p50, p95].map((figure) => figure.toFixed(1))])
    }
  }
  table('Speed, ms', ['', 'entries', 'cold (index and one question)', 'question p50', 'p95'], rows)
}

function table(title, head, rows) {
  console.log(`## ${title}\n`)
  const lines = [head, head.map(() => '---'), ...rows]
  console.log(`${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`)
}
