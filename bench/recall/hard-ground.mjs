/**
 * Evaluates the hard question sets of three banks. The first half may be inspected. For the second half only totals
 * are printed, so that nobody tunes on it.
 */

import { fileURLToPath } from 'node:url'
import { readGround } from './ground.mjs'
import { openBank } from './own-ground.mjs'

const HARD = fileURLToPath(new URL('../../test/search/ground-hard/', import.meta.url))

/** Table rows, one per half. */
export async function measureHardGround(engine) {
  const { banks, questions } = await readGround(HARD)
  const opened = new Map([...banks].map(([name, files]) => [name, openBank(engine, files)]))
  return ['first', 'second'].map((half) => {
    const asked = questions.filter((question) => question.half === half && question.answer !== undefined)
    const said = asked.map(({ bank, question, answer }) => ({ answer, pack: opened.get(bank).recall(question) }))
    return [
      half,
      asked.length,
      percent(said, ({ answer, pack }) => pack.entries[0]?.path === answer.path),
      percent(said, ({ answer, pack }) => engine.renderPack(pack).includes(answer.text)),
      Math.round(said.reduce((sum, { pack }) => sum + pack.budget.tokens, 0) / said.length),
    ]
  })
}

function percent(all, is) {
  return ((100 * all.filter(is).length) / all.length).toFixed(1)
}
