/**
 * `node bench/shell-guard.mjs <cases.json> … [--verbose]`: judges every case, runs the allowed ones in a temporary
 * project and lets the guard verify the result. Prints the writes that were refused, restored afterwards and missed,
 * and the false refusals.
 */

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadGuard } from './shell-load.mjs'

const files = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const verbose = process.argv.includes('--verbose')
const { fill, makeArena, makeStage, makeTemplate, removeStage, tryCommand } = await loadGuard()
const arena = makeArena()
const GROUPS = { refused: 'refused', 'put back': 'putBack', standing: 'standing', unchanged: 'idle' }
const found = { refused: [], putBack: [], standing: [], idle: [], wrong: [], allowed: [] }
try {
  const template = makeTemplate(arena)
  const cases = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')))
  for (const each of cases) {
    const stage = makeStage(arena, template)
    const tried = await tryCommand(fill(each.cmd, stage), join(stage.root, each.cwd ?? '.'), stage)
    const group = each.expect === 'block' ? GROUPS[tried.outcome] : tried.outcome === 'refused' ? 'wrong' : 'allowed'
    found[group].push({ ...each, ...tried })
    removeStage(stage)
  }
  print(cases)
} finally {
  rmSync(arena, { recursive: true, force: true })
}

function print(cases) {
  const writes = cases.filter((each) => each.expect === 'block').length
  const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)
  console.log(`cases            ${cases.length} (${writes} writes, ${cases.length - writes} harmless)`)
  console.log(`refused before   ${found.refused.length} of ${writes} (${percent(found.refused.length, writes)})`)
  list('put back afterwards', found.putBack)
  list('left standing', found.standing)
  list('not refused, and without effect here', found.idle)
  list('wrongly refused', found.wrong)
}

function list(title, notes) {
  console.log(`${title.padEnd(16)} ${notes.length}`)
  if (verbose || title === 'left standing' || title === 'wrongly refused')
    for (const note of notes) console.log(`  ${note.id}  ${JSON.stringify(note.cmd)}  → ${note.said}`)
}
