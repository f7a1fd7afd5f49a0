/**
 * Recall in banks of 30, 300 and 3,000 entries. They are made from the history of public projects, with team facts
 * among the entries. Tasks need those facts (bench/grown/README.md). MiniSearch over whole entries is the baseline of
 * the same run.
 *
 *   node bench/grown.mjs --repo <git directory> [--repo …] [--sizes 30,300,3000] [--half seen|unseen|both]
 *                        [--terms] [--budget 800] [--show <task>] [--keep]
 */

import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeAnchor } from './grown/anchor.mjs'
import { makeBank } from './grown/bank.mjs'
import { readFiller } from './grown/history.mjs'
import { estimateTokens, judgePack } from './grown/score.mjs'

/** Most of a bank that may be team facts. Facts that do not fit go into another bank. */
const FACT_SHARE = 0.4
const AT_ONCE = 2

const { values: given } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true, default: [] },
    sizes: { type: 'string', default: '30,300,3000' },
    half: { type: 'string', default: 'both' },
    terms: { type: 'boolean', default: false },
    budget: { type: 'string', default: '800' },
    show: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
if (given.repo.length === 0 || !['seen', 'unseen', 'both'].includes(given.half)) {
  console.error('usage: node bench/grown.mjs --repo <git directory> [--repo …] [--half seen|unseen|both]')
  process.exit(2)
}

const here = dirname(fileURLToPath(import.meta.url))
const program = join(here, '../dist/cli/main.cjs')
const readData = (name) => JSON.parse(readFileSync(join(here, 'grown', name), 'utf8'))
const facts = readData('facts.json')
const factById = new Map(facts.map((it) => [it.id, it]))
const tasks = ['seen', 'unseen'].flatMap((half) => readData(`tasks-${half}.json`).map((it) => ({ ...it, half })))
const asked = tasks.filter((it) =>
  given.show === undefined ? given.half === 'both' || it.half === given.half : it.id === given.show,
)
const terms = existsSync(join(here, 'grown/terms.json')) ? readData('terms.json') : {}
const budget = Number(given.budget)

const base = realpathSync(mkdtempSync(join(tmpdir(), 'mb-grown-')))
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env
const env = {
  ...rest,
  HOME: join(base, 'home'),
  XDG_STATE_HOME: join(base, 'state'),
  MEMORY_BANK_ASSUME_PERSON: '1',
  LANG: 'en_US.UTF-8',
  GIT_AUTHOR_DATE: '2026-09-01T12:00:00Z',
  GIT_COMMITTER_DATE: '2026-09-01T12:00:00Z',
}
const help = execFileSync(process.execPath, [program, 'recall', '--help'], { env, encoding: 'utf8' })
const takes = { terms: help.includes('--term'), budget: help.includes('--budget') }

try {
  const filler = readFiller(given.repo)
  console.log(
    `${filler.length} filler entries, ${facts.length} facts, ${asked.length} tasks (${given.show ?? given.half})`,
  )
  if (given.terms && !takes.terms) console.log('This build of recall does not take --term: only the anchor gets terms.')
  if (given.terms && Object.keys(terms).length === 0)
    console.log('bench/grown/terms.json is missing: no terms are given.')
  const rows = []
  for (const size of given.sizes.split(',').map(Number)) rows.push(...(await measureSize(size, filler)))
  printTable(rows)
} finally {
  if (given.keep) console.log(`kept: ${base}`)
  else rmSync(base, { recursive: true, force: true })
}

async function measureSize(size, filler) {
  const methods = new Map()
  const note = (method, task, text, reported) => {
    if (given.show !== undefined) console.log(`\n===== ${size} · ${method} · ${task.id}\n${text}`)
    const judged = judgePack({ text, facts: task.facts.map((id) => factById.get(id)) })
    if (given.show !== undefined)
      console.log(
        `===== found ${judged.found}; missing ${judged.missing}; first ${judged.first}; derived ${judged.derived}`,
      )
    methods.set(method, [...(methods.get(method) ?? []), { task, reported, estimate: estimateTokens(text), ...judged }])
  }
  for (const [at, share] of shareFacts(size).entries()) {
    const questions = asked.filter((it) => share.tasks.includes(it.id))
    if (questions.length === 0) continue
    const wanted = size - share.facts.length
    const from = share.alone ? 0 : (at * wanted) % Math.max(1, filler.length - wanted)
    const entries = [...share.facts.map((id) => factById.get(id)), ...filler.slice(from, from + wanted)]
    if (entries.length < size) console.log(`size ${size}: the history gives ${entries.length} entries only`)
    const folder = join(base, `bank-${size}-${at}`)
    mkdirSync(folder, { recursive: true })
    const { placed, problems } = makeBank({ folder, entries, program, env })
    if (problems !== '') console.log(`size ${size}: check reports ${problems}`)
    assertProbesAreDistinct(share.facts, placed)
    const anchor = makeAnchor(placed)
    await forEach(questions, async (task) => {
      const plain = await recall(folder, task.question, [])
      note('recall', task, plain.text, plain.tokens)
      if (given.terms && takes.terms) {
        const more = await recall(folder, task.question, terms[task.id] ?? [])
        note('recall + terms', task, more.text, more.tokens)
      }
      const queries = [task.question, ...(terms[task.id] ?? [])]
      note('MiniSearch, top 5', task, anchor.top([task.question], 5))
      note(`MiniSearch, ${budget} tokens`, task, anchor.fitting([task.question], budget))
      if (!given.terms) return
      note('MiniSearch + terms, top 5', task, anchor.top(queries, 5))
      note(`MiniSearch + terms, ${budget} tokens`, task, anchor.fitting(queries, budget))
    })
    if (!given.keep) rmSync(folder, { recursive: true, force: true })
  }
  return [...methods].sort(([a], [b]) => order(a) - order(b)).map(([method, judged]) => summarise(size, method, judged))
}

/** Distributes tasks among banks. Each bank holds all facts of its tasks, and mostly filler. */
function shareFacts(size) {
  const room = Math.floor(size * FACT_SHARE)
  if (facts.length <= room) return [{ alone: true, facts: facts.map((it) => it.id), tasks: tasks.map((it) => it.id) }]
  const shares = []
  for (const task of [...tasks].sort((a, b) => b.facts.length - a.facts.length || (a.id < b.id ? -1 : 1))) {
    const fits = (share) => new Set([...share.facts, ...task.facts]).size <= room
    const share = shares.find((it) => task.facts.every((id) => it.facts.includes(id))) ??
      shares.find(fits) ?? { facts: [], tasks: [] }
    if (!shares.includes(share)) shares.push(share)
    share.facts = [...new Set([...share.facts, ...task.facts])]
    share.tasks.push(task.id)
  }
  return shares
}

/** A probe that is also in another entry would count a missing fact as found. */
function assertProbesAreDistinct(ids, placed) {
  for (const id of ids) {
    for (const probe of factById.get(id).probes) {
      const holders = placed.filter((it) => [it.title, it.text].join('\n').includes(probe))
      if (holders.length !== 1) throw new Error(`probe “${probe}” of ${id} is in ${holders.length} entries`)
    }
  }
}

async function recall(folder, question, words) {
  const args = [
    'recall',
    question,
    '--lang',
    'en',
    ...words.flatMap((it) => ['--term', it]),
    ...(takes.budget ? ['--budget', String(budget)] : []),
  ]
  const text = await runProgram(folder, args)
  const tokens = JSON.parse(await runProgram(folder, [...args, '--json']))?.budget?.tokens
  return { text, tokens }
}

function runProgram(folder, args) {
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        if (error !== null && stdout === '') fail(new Error(`recall failed: ${stderr}`))
        else done(stdout)
      },
    )
  })
}

async function forEach(items, work) {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

function summarise(size, method, judged) {
  const single = judged.filter((it) => it.task.facts.length === 1)
  const total = sum(judged, (it) => it.task.facts.length)
  const found = sum(judged, (it) => it.found.length)
  const reported = judged.filter((it) => it.reported !== undefined)
  return {
    size,
    method,
    facts: `${found}/${total} (${percent(found, total)})`,
    whole: `${judged.filter((it) => it.missing.length === 0).length}/${judged.length}`,
    first: `${single.filter((it) => it.first).length}/${single.length}`,
    estimate: Math.round(sum(judged, (it) => it.estimate) / judged.length),
    reported: reported.length === 0 ? '–' : Math.round(sum(reported, (it) => it.reported) / reported.length),
    derived: method.startsWith('recall')
      ? `${judged.filter((it) => it.derived.length > 0).length}/${judged.length}`
      : '–',
    why: [
      ...new Set(
        judged.filter((it) => it.task.half === 'seen').flatMap((it) => it.derived.map((why) => `${it.task.id} ${why}`)),
      ),
    ],
    misses: judged
      .filter((it) => it.task.half === 'seen' && it.missing.length > 0)
      .map((it) => `${it.task.id} ${it.missing.join(', ')}`),
  }
}

function printTable(rows) {
  console.log(
    '\n| entries | method | facts in the pack | packs with all facts | right entry first | tokens, estimated | tokens, reported | packs with empty or derived text |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const it of rows)
    console.log(
      `| ${it.size} | ${it.method} | ${it.facts} | ${it.whole} | ${it.first} | ${it.estimate} | ${it.reported} | ${it.derived} |`,
    )
  for (const it of rows.filter((row) => row.misses.length > 0)) {
    console.log(`\nmissing in seen tasks, ${it.size}, ${it.method}: ${it.misses.sort().join(' · ')}`)
  }
  for (const it of rows.filter((row) => row.why.length > 0))
    console.log(`\nempty or derived in seen tasks, ${it.size}, ${it.method}: ${it.why.sort().join(' · ')}`)
}

function order(method) {
  return method.startsWith('recall') ? method.length : 100 + method.length
}

function sum(items, value) {
  return items.reduce((total, it) => total + value(it), 0)
}

function percent(part, whole) {
  return `${Math.round((100 * part) / Math.max(1, whole))} %`
}
