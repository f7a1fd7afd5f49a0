/**
 * The hard ground measured: questions that three banks answer, and as many that share the banks' words and topics and ask
 * for another fact. The first half is for looking at; of the second only totals are printed, so that it stays unseen.
 */

import { fileURLToPath } from 'node:url'
import { readGround } from './ground.mjs'
import { snapshotOf } from './own-ground.mjs'

const HARD = fileURLToPath(new URL('../../test/recall/ground-hard/', import.meta.url))

/** Rows of a table, one for each half. */
export async function measureHardGround(engine) {
  const { banks, questions } = await readGround(HARD)
  const open = (files) => {
    const snapshot = snapshotOf(files)
    const index = engine.buildIndex(snapshot)
    return (question) => engine.recall(question, snapshot, { index, opened: true })
  }
  const recalls = new Map([...banks].map(([name, files]) => [name, open(files)]))
  return ['first', 'second'].map((half) => {
    const asked = questions.filter((question) => question.half === half)
    const said = asked.map(({ bank, question, answer }) => ({ answer, pack: recalls.get(bank)(question) }))
    const answered = said.filter(({ answer }) => answer !== undefined)
    const beyond = said.filter(({ answer }) => answer === undefined)
    const cut = asked
      .filter(({ answer }) => answer !== undefined)
      .map(({ bank, question, answer }) => ({ pack: open(withoutAnswer(banks.get(bank), answer))(question) }))
    const covered = (all, value) => percent(all, ({ pack }) => pack.covered === value)
    return [
      half,
      covered(answered, 'no'),
      percent(answered, ({ answer, pack }) => engine.renderPack(pack).includes(answer.text)),
      percent(answered, ({ answer, pack }) => pack.evidence[0]?.path === answer.path),
      covered(beyond, 'no'),
      covered(beyond, 'yes'),
      covered(cut, 'no'),
    ]
  })
}

/** The bank without the item, the row or the sentence that holds the answer. */
function withoutAnswer(files, { path, text }) {
  const isWhole = (line) => /^[-|]/.test(line)
  const cut = (line) => line.split(/(?<=[.;。；] ?)/).filter((sentence) => !sentence.includes(text))
  const shortened = (lines) =>
    lines.flatMap((line) => (line.includes(text) ? (isWhole(line) ? [] : [cut(line).join('')]) : [line]))
  return files.map((file) =>
    file.path === path ? { ...file, text: shortened(file.text.split('\n')).join('\n') } : file,
  )
}

function percent(all, is) {
  return ((100 * all.filter(is).length) / all.length).toFixed(1)
}
