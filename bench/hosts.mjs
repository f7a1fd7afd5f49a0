/**
 * Cost per tool call in each host: the time between two requests to the model, with Memory Bank and without,
 * alternating. The model answers from a script: 25 reads of small files, then 25 commands that do nothing. Each host
 * runs in a temporary home with the settings of the tests (test/hosts). Hosts that are not installed are skipped.
 *
 *   node bench/hosts.mjs [rounds] [host …]
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const CALLS = 25
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const rounds = Number(process.argv[2] ?? 2)
const chosen = process.argv.slice(3)

const built = mkdtempSync(join(tmpdir(), 'mb-bench-'))
try {
  const { REAL_HOSTS, HostStage, BANK } = await loadTests()
  print('host', 'call', 'without', 'with us', 'added', 'ratio')
  for (const host of REAL_HOSTS)
    if ((chosen.length === 0 || chosen.includes(host.id)) && host.program.every((file) => existsSync(file)))
      await measure(host, HostStage, BANK)
} finally {
  rmSync(built, { recursive: true, force: true })
}

/** Node 20 cannot load TypeScript. */
async function loadTests() {
  const define = { 'import.meta.dirname': JSON.stringify(join(root, 'test/hosts')) }
  const input = Object.fromEntries(
    ['real-hosts', 'host-stage', 'sample-bank'].map((name) => [name, join(root, 'test/hosts', `${name}.ts`)]),
  )
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input,
    transform: { define },
    resolve: { mainFields: ['module', 'main'] },
    logLevel: 'silent',
  })
  await bundle.write({ dir: built, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' })
  const modules = Object.keys(input).map((name) => import(pathToFileURL(join(built, `${name}.mjs`)).href))
  return Object.assign({}, ...(await Promise.all(modules)))
}

async function measure(host, HostStage, BANK) {
  const places = []
  for (const installed of [false, true]) places.push(await prepared(host, installed, HostStage, BANK))
  try {
    // The first start installs plugins, creates databases and fills caches.
    for (const place of places) await play(host, place)
    for (const place of places) place.gaps = { read: [], shell: [] }
    for (let round = 0; round < rounds; round += 1) for (const place of places) await play(host, place)
    for (const kind of ['read', 'shell']) {
      const [without, us] = places.map((place) => median(place.gaps[kind]))
      const figures = [`${without.toFixed(0)} ms`, `${us.toFixed(0)} ms`, `${(us - without).toFixed(0)} ms`]
      print(host.name, kind, ...figures, `${(us / without).toFixed(2)}×`)
    }
  } finally {
    for (const { stage } of places) await stage.stop()
  }
}

/** A separate home and project, with or without Memory Bank. */
async function prepared(host, installed, HostStage, BANK) {
  const stage = await HostStage.start(`bench-${host.id}`)
  const model = stage.model.scene('bench')
  const files = Object.fromEntries(
    Array.from({ length: CALLS }, (_, at) => [`src/small-${at}.ts`, `export {} // ${at}\n`]),
  )
  const place = { home: stage.home, project: stage.project('project', { ...BANK, ...files }), modelUrl: model.url }
  for (const [path, text] of Object.entries(host.files(place))) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const env = stage.env(host.env(place))
  const words = ['install', host.id, '--yes', ...(host.scope === 'user' ? ['--user'] : [])]
  const options = { cwd: place.project, env: { ...env, MEMORY_BANK_ASSUME_PERSON: '1' }, encoding: 'utf8' }
  const done = installed ? spawnSync(process.execPath, [join(root, 'dist/cli/main.cjs'), ...words], options) : undefined
  if ((done?.status ?? 0) !== 0) throw new Error(`install: ${done.stdout}${done.stderr}`)
  return { stage, model, place, env, gaps: { read: [], shell: [] } }
}

async function play(host, { stage, model, place, env, gaps }) {
  const times = []
  const noting = (step) => ({
    from() {
      times.push(performance.now())
      return step
    },
  })
  const each = (make) => Array.from({ length: CALLS }, (_, at) => noting(make(at)))
  model.script([
    ...each((at) => host.calls.read(join(place.project, `src/small-${at}.ts`))),
    ...each((at) => host.calls.shell(`true ${at}`)),
    noting({ text: 'Done.' }),
  ])
  const [program, ...before] = host.program
  await stage.run(program, [...before, ...host.turn('Go on.', false)], place.project, env, 180_000)
  const between = times.slice(1).map((time, at) => time - times[at])
  gaps.read.push(...between.slice(0, CALLS))
  gaps.shell.push(...between.slice(CALLS))
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function print(...cells) {
  const widths = [22, 7, 9, 9, 9, 7]
  console.log(cells.map((cell, at) => (at < 2 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(''))
}
