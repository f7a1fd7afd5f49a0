/**
 * `node bench/shell-fuzz.mjs [count] [seed]`: generates commands from the grammar, judges them and runs them. Prints
 * every write that was not refused, and its outcome.
 */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadGuard } from './shell-load.mjs'

const count = Number(process.argv[2] ?? '500')
const seed = Number(process.argv[3] ?? '1')
const { generate, makeArena, makeStage, makeTemplate, removeStage, seeded, tryCommand } = await loadGuard()
const random = seeded(seed)
const arena = makeArena()
const tally = { refused: 0, 'put back': 0, standing: 0, unchanged: 0 }
try {
  const template = makeTemplate(arena)
  for (let i = 0; i < count; i += 1) {
    const stage = makeStage(arena, template)
    const { command, cwd } = generate(random, stage.tmp)
    const { outcome, said } = await tryCommand(command, join(stage.root, cwd), stage)
    tally[outcome] += 1
    if (outcome === 'put back' || outcome === 'standing')
      console.log(`${outcome}  [${cwd}] ${JSON.stringify(command)} → ${said}`)
    removeStage(stage)
  }
} finally {
  rmSync(arena, { recursive: true, force: true })
}
console.log(
  `${count} commands: ${tally.refused} refused, ${tally['put back']} put back, ${tally.standing} left standing, ${tally.unchanged} without a change of the bank`,
)
