/**
 * Recall measured: quality on public data and on our own ground, speed, memory and growth, peers in the same process.
 *
 *   node bench/recall.mjs --data <folder>     everything
 *   node bench/recall.mjs                     own ground and speed
 *   … --no-speed, --no-peers, --no-tokens     less of it
 *
 * The folder may hold any data in the layouts of LoCoMo, BEAM, CMRC/SQuAD and CoSQA (docs/recall.md says which).
 */

import { parseArgs } from 'node:util'
import { loadEngine } from './recall/engine.mjs'
import { evaluate } from './recall/evaluate.mjs'
import { measureHardGround } from './recall/hard-ground.mjs'
import { measureGround, snapshotOf } from './recall/own-ground.mjs'
import { peers } from './recall/peers.mjs'
import { readSets } from './recall/sets.mjs'
import { makeBank, measureReplace, measureSpeed } from './recall/speed.mjs'
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
const ours = (files) => {
  const index = engine.buildIndex(snapshotOf(files))
  return (question, limit) => engine.search(question, index, limit)
}
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
      // Of the way from what it must reach to what it aims for.
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
  const { rows, unanswered, tasks, median, most } = await measureGround(engine)
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
    ['questions', 'asked', 'file@1', 'hit@1 (must 85, aim 92)', 'in the pack (97, 99)', 'tokens'],
    [...[...rows].map(([name, row]) => line(name, row)), line('all', all)],
  )
  const share = percent(unanswered.recognised, unanswered.asked)
  console.log(`A pack as it is printed: median ${median} tokens (aim 400), at most ${most} (must 800)`)
  const { asked, first, packed, no } = tasks
  console.log(
    `Inside a whole task: answer first ${percent(first, asked)}, in the pack ${percent(packed, asked)}, "no" ${percent(no, asked)}`,
  )
  console.log(`"No" above an answer: ${percent(unanswered.wronglySaid, asked)} % (aim 4)`)
  console.log(`Not answered by the banks: ${unanswered.asked} asked, ${share} % recognised (must 80, aim 90)\n`)
  table(
    'Hard ground (aims: "no" above an answer 4, in the pack 95, file first 80, "no" beyond the banks 85)',
    [
      'half',
      '"no" above an answer',
      'in the pack',
      'file first',
      '"no" beyond',
      '"yes" beyond',
      '"no" with the answer cut out',
    ],
    await measureHardGround(engine),
  )
}

async function tokens() {
  const rows = await measureTokens(engine, values.data)
  table('Token estimate against o200k', ['text', 'exact', 'estimated', 'off by %'], rows)
}

async function speed() {
  const rows = []
  for (const [count, bytes] of [
    [500, 4_000],
    [5_000, 4_000],
  ]) {
    const bank = await makeBank(count, bytes)
    const openRecall = (files) => {
      const snapshot = snapshotOf(files)
      const index = engine.buildIndex(snapshot)
      return (question) => engine.recall(question, snapshot, { index })
    }
    for (const [name, open] of Object.entries({ 'ours, search': ours, 'ours, recall': openRecall, ...others })) {
      // MiniSearch with Han pairs over 20 MB takes minutes and says nothing new.
      if (count > 1_000 && name.includes('our tokens')) continue
      const { text, build, memory, p50, p95 } = measureSpeed(open, bank)
      const size = `${(text / 1e6).toFixed(1)} MB, ${count} files`
      rows.push([name, size, p50.toFixed(2), p95.toFixed(2), build.toFixed(0), `${(memory / text).toFixed(1)} ×`])
    }
    rows.push(['ours, one file replaced', `${count} files`, measureReplace(engine, bank.files).toFixed(2), '', '', ''])
  }
  table(
    'Speed, warm, ms (must: p95 5 at 2 MB, 25 at 20 MB; memory 6 × text)',
    ['', 'bank', 'p50', 'p95', 'build', 'memory'],
    rows,
  )
  const growth = []
  let before
  for (const count of [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 20_000]) {
    const bank = await makeBank(count, 2_000)
    const snapshot = snapshotOf(bank.files)
    let index
    const search = measureSpeed(() => {
      index = engine.buildIndex(snapshot)
      return (question, limit) => engine.search(question, index, limit)
    }, bank)
    const recall = measureSpeed(() => (question) => engine.recall(question, snapshot, { index }), bank)
    const now = { count, search: search.p50, recall: recall.p50, build: search.build }
    const times = (key) =>
      before === undefined ? '' : ((now[key] / before[key]) ** (1 / Math.log2(count / before.count))).toFixed(2)
    const figures = [search.p50, search.p95, recall.p50, recall.p95].map((figure) => figure.toFixed(2))
    growth.push([count, ...figures, search.build.toFixed(0), times('search'), times('recall'), times('build')])
    before = now
  }
  table(
    'Growth (must: 2.2 × for double the bank)',
    ['files', 'search p50', 'p95', 'recall p50', 'p95', 'build', 'search ×', 'recall ×', 'build ×'],
    growth,
  )
}

function table(title, head, rows) {
  console.log(`## ${title}\n`)
  const lines = [head, head.map(() => '---'), ...rows]
  console.log(`${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`)
}
