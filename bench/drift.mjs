/**
 * Drift between a bank and its repository: each finding with its evidence, counts by kind and verdict, time.
 *
 *   node bench/drift.mjs [folder] [--claims] [--json]
 *
 * Takes any folder whose `memory-bank/` holds Markdown; a bank that is not in our layout is read all the same.
 * `--claims` also lists every claim that was read and what became of it.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const args = process.argv.slice(2)
const folder = resolve(args.find((arg) => !arg.startsWith('--')) ?? root)
const scratch = mkdtempSync(join(tmpdir(), 'drift-bench-'))

try {
  const { driftOf, judge, openRepository, openWorkspace, readBank, readClaims } = await loadEngine()
  const workspace = openWorkspace({ folder, env: process.env, now: () => new Date(), progress: () => undefined })
  if (!workspace.ok) throw new Error(`no project in ${folder}`)
  const snapshot = readBank(workspace.value.place.bank, workspace.value.progress)
  if (!snapshot.ok || !snapshot.value.exists) throw new Error(`no bank in ${folder}`)
  const began = performance.now()
  const found = driftOf(workspace.value, snapshot.value)
  const took = performance.now() - began
  const claims = [...snapshot.value.files.values()].flatMap((file) => readClaims(file.path, file.text))
  const judged = judge(claims, openRepository(workspace.value))
  if (args.includes('--json')) {
    console.log(
      JSON.stringify({ folder, claims: claims.length, findings: found, milliseconds: Math.round(took) }, undefined, 2),
    )
  } else {
    for (const { path, line, about, claim, verdict, now, evidence } of found) {
      console.log(
        `memory-bank/${path}:${line}  ${verdict}  ${about}  ${claim}${now === undefined ? '' : `  → ${now}`}\n    ${evidence.en}`,
      )
    }
    if (args.includes('--claims'))
      for (const { claim, about, verdict } of judged)
        console.log(`  ${verdict.kind}  ${about}  ${claim.path}:${claim.line}  ${claim.text}`)
    report(judged)
    console.log(
      `${snapshot.value.files.size} files, ${claims.length} claims, ${found.length} findings, ${took.toFixed(0)} ms`,
    )
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function loadEngine() {
  const file = join(scratch, 'drift.mjs')
  const build = await rolldown({
    input: join(root, 'bench/drift/entry.ts'),
    platform: 'node',
    resolve: { mainFields: ['module', 'main'] },
  })
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
  return import(pathToFileURL(file).href)
}

function report(judged) {
  const counts = new Map()
  for (const { about, verdict } of judged) {
    const row = counts.get(about) ?? { valid: 0, unknown: 0, moved: 0, changed: 0, gone: 0 }
    row[verdict.kind] += 1
    counts.set(about, row)
  }
  console.log(
    `\n${'kind'.padEnd(12)}${['valid', 'unknown', 'moved', 'changed', 'gone'].map((name) => name.padStart(9)).join('')}`,
  )
  for (const [kind, row] of [...counts].sort())
    console.log(
      `${kind.padEnd(12)}${Object.values(row)
        .map((count) => String(count).padStart(9))
        .join('')}`,
    )
}
