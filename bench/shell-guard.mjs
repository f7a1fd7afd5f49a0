/**
 * `node bench/shell-guard.mjs <cases.json> [--verbose]`: judges every case, runs every case for real in
 * a throw-away project, and prints what was refused before, would be put back after, leaked, and was
 * wrongly refused.
 */

import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadGuard } from './shell-load.mjs'

const files = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const verbose = process.argv.includes('--verbose')
const {
  bankState,
  configState,
  contextFor,
  differ,
  execute,
  fill,
  isRefused,
  judgeShell,
  makeArena,
  makeStage,
  makeTemplate,
  removeStage,
} = await loadGuard()
const arena = makeArena()
try {
  const template = makeTemplate(arena)
  const cases = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')))
  const results = { refused: [], putBack: [], leaked: [], wrong: [], allowed: [], labels: [], idle: [], missed: [] }
  for (const each of cases) {
    const stage = makeStage(arena, template)
    const cwd = join(stage.root, each.cwd ?? '.')
    const command = fill(each.cmd, stage)
    const judgement = judgeShell(command, contextFor(stage, cwd))
    const before = bankState(stage)
    const config = configState(stage)
    const run = execute(command, cwd, stage)
    const changed = differ(before, bankState(stage)) || configState(stage) !== config
    const note = { ...each, judgement, changed, run }
    const refused = isRefused(judgement)
    if (each.expect === 'block') {
      if (refused) results.refused.push(note)
      else if (judgement.kind === 'undecidable' && judgement.plausible) results.putBack.push(note)
      else if (changed) results.leaked.push(note)
      else results.idle.push(note)
    } else (refused ? results.wrong : results.allowed).push(note)
    // A case may need a program that is not installed here; then only the judgement counts.
    const runnable =
      each.needs === undefined || (each.needs !== 'absent' && spawnSync('which', [each.needs]).status === 0)
    if (runnable && changed !== (each.changes_tree ?? each.writes_memory_bank)) results.labels.push(note)
    if (!runnable && each.expect === 'block' && results.idle.at(-1) === note) results.missed.push(results.idle.pop())
    removeStage(stage)
  }
  print(results, cases)
} finally {
  rmSync(arena, { recursive: true, force: true })
}

function print(results, cases) {
  const writes = cases.filter((each) => each.expect === 'block').length
  const harmless = cases.length - writes
  const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)
  console.log(`cases            ${cases.length} (${writes} writes, ${harmless} harmless)`)
  console.log(`refused before   ${results.refused.length} of ${writes} (${percent(results.refused.length, writes)})`)
  list('put back after', results.putBack)
  list('leaked', results.leaked)
  list('not refused, and not run (its program is missing here)', results.missed)
  list('not refused, and without effect here', results.idle)
  console.log(`wrongly refused  ${results.wrong.length} of ${harmless} (${percent(results.wrong.length, harmless)})`)
  list('wrongly refused', results.wrong)
  list('ran otherwise than labelled', results.labels)
}

function list(title, notes) {
  console.log(`${title}: ${notes.length}`)
  for (const note of notes) {
    console.log(
      `  ${note.id}  ${JSON.stringify(note.cmd)}  → ${note.judgement.kind}${note.judgement.why ? ` (${note.judgement.why}${note.judgement.plausible ? ', plausible' : ''})` : ''}${note.judgement.how ? ` ${note.judgement.how} ${note.judgement.path}` : ''}${note.judgement.command ?? ''}`,
    )
    if (verbose)
      console.log(`      changed=${note.changed} status=${note.run.status} ${String(note.run.stderr).slice(0, 200)}`)
  }
}
