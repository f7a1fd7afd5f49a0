/**
 * `node scripts/weights.mjs` writes `src/guard/signals/weights.ts`: what each word weighs for a reminder (S40), learned from
 * the labelled sentences below test/. To teach it something, add a line to a file in test/guard/labelled and run it again.
 * `--check` writes nothing and exits 1 if the table was made from other sentences than these.
 * `--why "a sentence"` writes nothing and tells which marks of the sentence spoke for its kind and which against it.
 *
 * Softmax regression over the marks of `marks.ts`, by AdaGrad with averaged weights: first over all marks that occur twice,
 * then again over the strongest of them. Files whose name begins with `held` are never learned from; test/guard measures on
 * them. The same sentences give the same table.
 */

import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const TABLE = join(root, 'src/guard/signals/weights.ts')
const KINDS = ['none', 'decision', 'requirement', 'finding', 'workflow', 'tech', 'focus', 'design', 'conflict']

/** How far above "nothing" a kind must stand: at this height about one message of people in a hundred is a false alarm. */
const LEAST = 1.1
const MOST_MARKS = 5000
/** A change in these makes another table of the same sentences. */
const READING = [
  'scripts/weights.mjs',
  ...['marks', 'word-classes', 'statements'].map((name) => `src/guard/signals/${name}.ts`),
]
const EPOCHS = 24
const RATE = 0.3
const DECAY = 1e-4
/** As `weigh.ts` reads them. */
const UNIT = 8
const NOUGHT = 'N'.charCodeAt(0)

if (process.argv.includes('--check')) {
  const isOfThese = readFileSync(TABLE, 'utf8').includes(madeFrom())
  if (!isOfThese) process.stderr.write('Sentences or their reading changed: run node scripts/weights.mjs\n')
  process.exit(isOfThese ? 0 : 1)
}

const { marksOf, statementsIn } = await bundled()
const rows = labelled().flatMap(({ label, text }) => {
  const [whole] = statementsIn(text)
  return whole === undefined ? [] : [{ kind: KINDS.indexOf(label), marks: marksOf(whole.text) }]
})
const unknown = rows.findIndex(({ kind }) => kind === -1)
if (unknown !== -1) throw new Error(`A label that is none of ${KINDS.join(', ')}`)

const strongest = strongestOf(learn(rows, 2))
const table = learn(
  rows.map(({ kind, marks }) => ({ kind, marks: marks.filter((mark) => strongest.has(mark)) })),
  1,
)
const why = process.argv.indexOf('--why')
if (why === -1) write(table)
else explain(table, process.argv[why + 1] ?? '')

/** The product's own reading of a message. */
async function bundled() {
  const folder = mkdtempSync(join(tmpdir(), 'weights-'))
  try {
    const entry = join(folder, 'entry.ts')
    const from = (name) => JSON.stringify(join(root, 'src/guard/signals', name))
    writeFileSync(entry, `export * from ${from('marks.ts')}\nexport * from ${from('statements.ts')}\n`)
    const bundle = await rolldown({ input: entry, platform: 'node', logLevel: 'silent' })
    await bundle.write({ file: join(folder, 'signals.mjs'), format: 'esm' })
    return await import(pathToFileURL(join(folder, 'signals.mjs')).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What people said, with what is worth keeping in it: labelled sessions, and the sentences that tests pin. */
function labelled() {
  const pinned = JSON.parse(readFileSync(join(root, 'test/cases/signals.json'), 'utf8'))
  return [
    ...['test/guard/labelled', 'test/cases/sessions'].flatMap(sessionsIn),
    ...pinned.flatMap(({ by, text, kind }) => (by === 'user' ? [{ label: kind ?? 'none', text }] : [])),
  ]
}

function sessionsIn(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.tsv') && !name.startsWith('held'))
    .sort()
    .flatMap((name) =>
      readFileSync(join(root, folder, name), 'utf8')
        .trim()
        .split(/\r?\n/),
    )
    .map((line) => line.split('\t'))
    .flatMap(([label, by, text]) => (by === 'user' ? [{ label, text }] : []))
}

function learn(rows, fewest) {
  const counts = new Map()
  for (const { marks } of rows) for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  const at = new Map()
  for (const [mark, count] of counts) if (count >= fewest) at.set(mark, at.size)
  const size = KINDS.length
  // The last row is the bias.
  const weights = new Float64Array((at.size + 1) * size)
  const steps = new Float64Array(weights.length).fill(1e-8)
  const sums = new Float64Array(weights.length)
  const examples = rows.map(({ kind, marks }) => ({ kind, ids: marks.flatMap((mark) => at.get(mark) ?? []) }))
  const random = seeded(7)
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(examples, random)
    for (const { kind, ids } of examples) {
      const share = 1 / Math.sqrt(ids.length || 1)
      for (const [one, chance] of chances(weights, ids, share, at.size).entries()) {
        const error = chance - (one === kind ? 1 : 0)
        step(weights, steps, at.size * size + one, error)
        for (const id of ids) step(weights, steps, id * size + one, error * share + DECAY * weights[id * size + one])
      }
    }
    // The mean of the later rounds is steadier than the last.
    if (epoch >= EPOCHS / 2) for (let one = 0; one < sums.length; one += 1) sums[one] += weights[one]
  }
  const rounds = EPOCHS - Math.ceil(EPOCHS / 2)
  const rowOf = (id) => Array.from(sums.subarray(id * size, (id + 1) * size), (sum) => sum / rounds)
  return { bias: rowOf(at.size), marks: new Map([...at].map(([mark, id]) => [mark, rowOf(id)])), counts }
}

function step(weights, steps, at, slope) {
  steps[at] += slope * slope
  weights[at] -= (RATE * slope) / Math.sqrt(steps[at])
}

function chances(weights, ids, share, bias) {
  const sums = KINDS.map((_, kind) => {
    let sum = 0
    for (const id of ids) sum += weights[id * KINDS.length + kind]
    return weights[bias * KINDS.length + kind] + sum * share
  })
  const most = Math.max(...sums)
  const raised = sums.map((sum) => Math.exp(sum - most))
  const all = raised.reduce((total, one) => total + one, 0)
  return raised.map((one) => one / all)
}

/** A mark is strong if it tells one kind from another, and in many sentences. */
function strongestOf({ marks, counts }) {
  const strength = ([mark, row]) => (Math.max(...row) - Math.min(...row)) * Math.log(1 + counts.get(mark))
  const sorted = [...marks].filter(([mark]) => !/[`\\\s]|\$\{/.test(mark)).sort((a, b) => strength(b) - strength(a))
  return new Set(sorted.slice(0, MOST_MARKS).map(([mark]) => mark))
}

function write({ bias, marks }) {
  const entries = [...marks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([mark, row]) => `${mark} ${lettersOf(row)}`)
  const biases = bias.map((one, kind) => Math.round((one + (kind === 0 ? LEAST : 0)) * UNIT))
  const text = [
    '/**',
    ' * Written by `scripts/weights.mjs` from labelled sentences: each mark, and a letter for each kind.',
    ` * Made from ${madeFrom()}.`,
    ' */',
    '',
    `export const BIAS: readonly number[] = [${biases.join(', ')}]`,
    '',
    'export const WEIGHTS = `',
    ...inLines(entries),
    '`',
    '',
  ].join('\n')
  writeFileSync(TABLE, text)
  process.stdout.write(`${rows.length} sentences, ${entries.length} marks, ${Math.round(text.length / 1000)} KB\n`)
}

/** No letter may end the text they stand in. */
function lettersOf(row) {
  const codes = row.map((one) => NOUGHT + Math.max(-40, Math.min(45, Math.round(one * UNIT))))
  return String.fromCharCode(...codes.map((code) => (code === 92 || code === 96 ? code + 1 : code === 36 ? 37 : code)))
}

function inLines(entries) {
  const lines = ['']
  for (const entry of entries) {
    if (lines[lines.length - 1].length + entry.length > 118) lines.push('')
    lines[lines.length - 1] += `${lines[lines.length - 1] === '' ? '' : ' '}${entry}`
  }
  return lines
}

function madeFrom() {
  const folders = ['test/guard/labelled', 'test/cases/sessions']
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => !name.startsWith('held'))
      .sort()
      .map((name) => `${folder}/${name}`),
  )
  const hash = createHash('sha256')
  for (const file of [...files, 'test/cases/signals.json', ...READING])
    hash.update(readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n'))
  return hash.digest('hex').slice(0, 16)
}

function explain({ bias, marks }, sentence) {
  const known = marksOf(statementsIn(sentence)[0]?.text ?? '').filter((mark) => marks.has(mark))
  const share = 1 / Math.sqrt(known.length || 1)
  const sums = bias.map((one, kind) => one + known.reduce((sum, mark) => sum + marks.get(mark)[kind], 0) * share)
  const kind = 1 + sums.slice(1).indexOf(Math.max(...sums.slice(1)))
  const spoke = known.map((mark) => [mark, (marks.get(mark)[kind] - marks.get(mark)[0]) * share])
  spoke.sort(([, a], [, b]) => b - a)
  process.stdout.write(`${KINDS[kind]} ${(sums[kind] - sums[0] - LEAST).toFixed(2)}\n`)
  for (const [mark, weight] of spoke) process.stdout.write(`${weight.toFixed(2).padStart(6)} ${mark}\n`)
}

function seeded(seed) {
  let state = seed
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

function shuffle(list, random) {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    ;[list[at], list[other]] = [list[other], list[at]]
  }
}
