/**
 * `node bench/shell-fuzz.mjs [count] [seed]`: commands from the grammar, judged and really run; prints
 * every write that was not refused and every refusal without a write.
 */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadGuard } from './shell-load.mjs'

const count = Number(process.argv[2] ?? '500')
const seed = Number(process.argv[3] ?? '1')
const {
  bankState,
  configState,
  contextFor,
  differ,
  execute,
  generate,
  isRefused,
  judgeShell,
  makeArena,
  makeStage,
  makeTemplate,
  removeStage,
  seeded,
} = await loadGuard()
const random = seeded(seed)
const arena = makeArena()
const tally = { writes: 0, refused: 0, putBack: 0, leaked: 0, idleRefused: 0 }
try {
  const template = makeTemplate(arena)
  for (let i = 0; i < count; i += 1) {
    const stage = makeStage(arena, template)
    const { command, cwd } = generate(random, stage.tmp)
    const folder = join(stage.root, cwd)
    const judgement = judgeShell(command, contextFor(stage, folder))
    const before = bankState(stage)
    const config = configState(stage)
    execute(command, folder, stage)
    const changed = differ(before, bankState(stage)) || configState(stage) !== config
    const refused = isRefused(judgement)
    if (changed) {
      tally.writes += 1
      if (refused) tally.refused += 1
      else if (judgement.kind === 'undecidable' && judgement.plausible) tally.putBack += 1
      else tally.leaked += 1
      if (!refused)
        console.log(
          `${judgement.plausible ? 'put back' : 'LEAK'}  [${cwd}] ${JSON.stringify(command)} → ${judgement.kind} ${judgement.why ?? ''}`,
        )
    } else if (refused) {
      tally.idleRefused += 1
      console.log(`refused without a change  [${cwd}] ${JSON.stringify(command)} → ${judgement.how} ${judgement.path}`)
    }
    removeStage(stage)
  }
} finally {
  rmSync(arena, { recursive: true, force: true })
}
console.log(
  `${count} commands, ${tally.writes} really changed the bank: ${tally.refused} refused, ${tally.putBack} left for the check after, ${tally.leaked} leaked; ${tally.idleRefused} refused without a change`,
)
