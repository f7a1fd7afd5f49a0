/** The own ground measured: first hit, pack, and questions the banks do not answer. */

import { readGround } from './ground.mjs'

export async function measureGround(engine) {
  const { banks, questions } = await readGround()
  const snapshots = new Map([...banks].map(([name, files]) => [name, snapshotOf(files)]))
  const indexes = new Map([...snapshots].map(([name, snapshot]) => [name, engine.buildIndex(snapshot)]))
  const rows = new Map()
  const unanswered = { asked: 0, recognised: 0 }
  for (const { bank, language, question, answers } of questions) {
    const index = indexes.get(bank)
    const pack = engine.recall(question, snapshots.get(bank), { index })
    if (answers.length === 0) {
      unanswered.asked += 1
      if (pack.covered === 'no') unanswered.recognised += 1
      continue
    }
    const row = rows.get(language) ?? { asked: 0, file: 0, first: 0, packed: 0, tokens: 0 }
    rows.set(language, row)
    row.asked += 1
    row.tokens += pack.budget.tokens
    const hit = engine.search(question, index, 1)[0]
    if (answers.some((answer) => answer.path === hit?.path)) row.file += 1
    if (answers.some((answer) => answer.path === hit?.path && answer.heading === hit.heading)) row.first += 1
    const places = answers.map((answer) => ({ ...answer, ...sectionOf(banks.get(bank), answer) }))
    const holds = (one) =>
      places.some(({ path, first, last }) => one.path === path && one.startLine <= last && one.endLine >= first)
    if (pack.evidence.some(holds)) row.packed += 1
  }
  return { rows, unanswered }
}

/** The heading's line, and for a section of rows, each of which is evidence by itself, the last of its rows. */
function sectionOf(files, { path, heading }) {
  const lines = files.find((file) => file.path === path).text.split('\n')
  const first = lines.findIndex((line) => line.startsWith('#') && line.replace(/^#+ /, '') === heading) + 1
  const next = lines.findIndex((line, at) => at >= first && /^#+ /.test(line))
  const end = next === -1 ? lines.length : next
  const rows = lines.slice(first, end).some((line) => line.startsWith('|'))
  return { first, last: rows ? end : first }
}

export function snapshotOf(files) {
  return {
    exists: true,
    files: new Map(files.map((file) => [file.path, { mtime: 0, ...file, readText: () => file.text }])),
    others: [],
    folders: new Set(),
    unreadable: [],
  }
}
