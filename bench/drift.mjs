/**
 * Drift findings between a bank and its repository, with their evidence and the time.
 *
 *   node bench/drift.mjs [folder] [--statements] [--json]    any folder with a `memory-bank/`; default: this repository
 *   node bench/drift.mjs --samples                       precision and recall over the labelled sample projects
 *
 * `--statements` also lists every sentence, cell and command that was judged.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const args = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'drift-bench-'))

try {
  const engine = await loadEngine()
  if (args.includes('--samples')) reportSamples(engine)
  else reportFolder(engine, resolve(args.find((arg) => !arg.startsWith('--')) ?? root))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function loadEngine() {
  const file = join(scratch, 'drift.mjs')
  const input = join(root, 'bench/drift/entry.ts')
  const build = await rolldown({ input, platform: 'node', resolve: { mainFields: ['module', 'main'] } })
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
  return import(pathToFileURL(file).href)
}

function findIn({ driftOf, openWorkspace, readBank }, folder) {
  const env = { ...process.env, XDG_STATE_HOME: join(scratch, 'state') }
  const workspace = openWorkspace({ folder, env, now: () => new Date(), progress: () => undefined })
  if (!workspace.ok) throw new Error(`no project in ${folder}`)
  const snapshot = readBank(workspace.value.place.bank, workspace.value.progress)
  if (!snapshot.ok || !snapshot.value.exists) throw new Error(`no bank in ${folder}`)
  const began = performance.now()
  const found = driftOf(workspace.value, snapshot.value)
  return { snapshot: snapshot.value, found, took: performance.now() - began }
}

function reportFolder(engine, folder) {
  const { snapshot, found, took } = findIn(engine, folder)
  const statements = [...snapshot.files.values()].flatMap((file) => engine.statementsIn(file))
  const milliseconds = Math.round(took)
  if (args.includes('--json')) {
    console.log(JSON.stringify({ folder, statements: statements.length, findings: found, milliseconds }, undefined, 2))
    return
  }
  if (args.includes('--statements'))
    for (const { path, line, text } of statements) console.log(`  ${path}:${line}  ${text.trim()}`)
  for (const { path, line, about, claim, verdict, now, evidence } of found) {
    const to = now === undefined ? '' : `  → ${now}`
    console.log(`memory-bank/${path}:${line}  ${verdict}  ${about}  ${claim}${to}\n    ${evidence.en}`)
  }
  console.log(
    `${snapshot.files.size} files, ${statements.length} statements, ${found.length} findings, ${milliseconds} ms`,
  )
}

function reportSamples(engine) {
  let [found, missed, wrong] = [0, 0, 0]
  for (const [index, sample] of engine.SAMPLES.entries()) {
    const folder = join(scratch, String(index))
    mkdirSync(folder)
    engine.layOut(sample, folder)
    const judged = engine.score(engine.labelsOf(sample), findIn(engine, folder).found)
    found += judged.found.length
    missed += judged.missed.length
    wrong += judged.wrong.length
    console.log(`${sample.name}: ${rates(judged.found.length, judged.missed.length, judged.wrong.length)}`)
    for (const one of judged.missed) console.log(`  missed  ${one.path}:${one.line}  ${one.verdict}  ${one.claim}`)
    for (const one of judged.wrong) console.log(`  wrong   ${one.path}:${one.line}  ${one.verdict}  ${one.claim}`)
  }
  console.log(`all: ${rates(found, missed, wrong)}`)
}

function rates(found, missed, wrong) {
  const share = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)
  return `precision ${share(found, found + wrong)}, recall ${share(found, found + missed)} (${found} found, ${missed} missed, ${wrong} wrong)`
}
