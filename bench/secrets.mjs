/**
 * Precision and recall of the secrets detector over a labelled set, overall and per kind, with its speed
 * and cold cost.
 *
 *   node bench/secrets.mjs [set.json] [--misses]
 *
 * A set is `{ positive: [{ kind, b64 }], negative: [{ b64 }] }`, each `b64` a text in Base64; entries with `half` are
 * also counted per half. `--misses` lists wrongly judged entries by number and kind, never by text.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const args = process.argv.slice(2)
const path = args.find((arg) => !arg.startsWith('--')) ?? join(root, 'test/cases/secrets.b64.json')
const folder = mkdtempSync(join(tmpdir(), 'secrets-bench-'))

try {
  const bundle = await bundleDetector()
  const { findSecrets } = await import(pathToFileURL(bundle).href)
  const set = JSON.parse(readFileSync(path, 'utf8'))
  const judged = [...judge(set.positive, true, findSecrets), ...judge(set.negative, false, findSecrets)]

  console.log(`${path}`)
  report('all', judged)
  for (const half of new Set(judged.map((entry) => entry.half).filter(Boolean))) {
    report(
      half,
      judged.filter((entry) => entry.half === half),
    )
  }
  reportKinds(judged)
  if (args.includes('--misses')) reportMisses(judged)
  reportSpeed(judged, findSecrets)
  reportColdCost(bundle)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function bundleDetector() {
  const file = join(folder, 'secrets.mjs')
  const build = await rolldown({ input: join(root, 'src/secrets/find-secrets.ts'), platform: 'neutral' })
  await build.write({ file, format: 'esm', minify: true })
  await build.close()
  return file
}

function judge(entries, secret, findSecrets) {
  return entries.map((entry, index) => {
    const text = Buffer.from(entry.b64, 'base64').toString('utf8')
    const found = findSecrets(text)
    return { index, secret, text, kind: entry.kind ?? 'unnamed', half: entry.half, found: found.map((one) => one.kind) }
  })
}

function report(name, judged) {
  const right = judged.filter((entry) => entry.secret && entry.found.length > 0).length
  const missed = judged.filter((entry) => entry.secret && entry.found.length === 0).length
  const wrong = judged.filter((entry) => !entry.secret && entry.found.length > 0).length
  const quiet = judged.filter((entry) => !entry.secret && entry.found.length === 0).length
  console.log(
    `${name.padEnd(10)} precision ${percent(right, right + wrong)}  recall ${percent(right, right + missed)}` +
      `   (${right} found, ${missed} missed, ${wrong} false, ${quiet} passed)`,
  )
}

function reportKinds(judged) {
  const kinds = Map.groupBy ? Map.groupBy(judged, keyOf) : group(judged)
  for (const [key, entries] of [...kinds].sort()) {
    const hit = entries.filter((entry) => entry.found.length > 0).length
    console.log(`  ${key.padEnd(32)} ${String(hit).padStart(3)} of ${entries.length} found`)
  }
}

function group(judged) {
  const kinds = new Map()
  for (const entry of judged) kinds.set(keyOf(entry), [...(kinds.get(keyOf(entry)) ?? []), entry])
  return kinds
}

function keyOf(entry) {
  return `${entry.secret ? 'secret' : 'look-alike'} ${entry.kind}`
}

function reportMisses(judged) {
  for (const entry of judged.filter((one) => one.secret !== one.found.length > 0)) {
    console.log(`  ${entry.secret ? 'missed' : 'false '} #${entry.index} ${entry.kind} ${entry.found.join(' ')}`)
  }
}

function reportSpeed(judged, findSecrets) {
  const text = judged.map((entry) => entry.text).join('\n\n')
  const kilobytes = Buffer.byteLength(text) / 1024
  for (let round = 0; round < 3; round += 1) findSecrets(text)
  // The best of ten, to reduce the effect of other work on the machine.
  let each = Number.POSITIVE_INFINITY
  for (let round = 0; round < 10; round += 1) {
    const start = process.hrtime.bigint()
    findSecrets(text)
    each = Math.min(each, Number(process.hrtime.bigint() - start) / 1e6)
  }
  console.log(
    `speed      ${(each / kilobytes).toFixed(3)} ms per KB (the whole set as one text of ${kilobytes.toFixed(0)} KB)`,
  )
}

/** Imports the detector in a new process and judges one ordinary paragraph. */
function reportColdCost(bundle) {
  const script = `
    const start = process.hrtime.bigint()
    import(${JSON.stringify(pathToFileURL(bundle).href)}).then(({ findSecrets }) => {
      const loaded = process.hrtime.bigint()
      findSecrets('## Decisions\\n\\nWe keep the session in Redis; the password is hashed with argon2id, tokens live 15 minutes.\\n')
      const done = process.hrtime.bigint()
      console.log(JSON.stringify([Number(loaded - start) / 1e6, Number(done - loaded) / 1e6]))
    })`
  const runs = Array.from({ length: 7 }, () =>
    JSON.parse(spawnSync(process.execPath, ['-e', script]).stdout.toString()),
  )
  const [load, first] = [0, 1].map((at) => Math.min(...runs.map((run) => run[at])))
  console.log(
    `cold       ${load.toFixed(1)} ms to load, ${first.toFixed(1)} ms for the first text (${(readFileSync(bundle).length / 1024).toFixed(0)} KB minified)`,
  )
}

function percent(part, whole) {
  return whole === 0 ? '  n/a ' : `${((100 * part) / whole).toFixed(1)} %`.padStart(7)
}
