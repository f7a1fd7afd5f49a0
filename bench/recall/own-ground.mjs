/**
 * The own ground measured: first hit, pack, questions the banks do not answer, and the same questions inside a whole task.
 */

import { readGround } from './ground.mjs'

export async function measureGround(engine) {
  const { banks, questions } = await readGround()
  const snapshots = new Map([...banks].map(([name, files]) => [name, snapshotOf(files)]))
  const indexes = new Map([...snapshots].map(([name, snapshot]) => [name, engine.buildIndex(snapshot)]))
  const rows = new Map()
  const unanswered = { asked: 0, recognised: 0, wronglySaid: 0 }
  const packs = []
  const tasks = { asked: 0, first: 0, packed: 0, no: 0 }
  for (const { bank, language, question, answers } of questions) {
    const index = indexes.get(bank)
    const pack = engine.recall(question, snapshots.get(bank), { index, opened: true })
    packs.push(engine.estimateTokens(engine.renderPack(pack)))
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
    if (pack.covered === 'no') unanswered.wronglySaid += 1
    const asTask = engine.recall(taskOf(question), snapshots.get(bank), { index, opened: true })
    tasks.asked += 1
    if (holds(asTask.evidence[0] ?? {})) tasks.first += 1
    if (asTask.evidence.some(holds)) tasks.packed += 1
    if (asTask.covered === 'no') tasks.no += 1
  }
  packs.sort((a, b) => a - b)
  return { rows, unanswered, tasks, median: packs[packs.length >> 1], most: packs.at(-1) }
}

/** A question as people paste it: between sentences about the work. */
function taskOf(question) {
  const [before, after] = /\p{Script=Han}/u.test(question) ? TASK.zh : TASK.en
  return `${before}\n${question}\n${after}`
}

const TASK = {
  en: [
    'A customer opened a ticket last week and our support team promised an answer by Friday, so please take this over.',
    'Look at the code first, propose a small change and add a unit test for it. Keep the public interface as it is, update the documentation and the changelog, and open a pull request against main when the checks are green. Tell me what could break for existing users.',
  ],
  zh: [
    '客户上周提了一个工单，支持同事答应周五之前给出答复，麻烦你接手一下。',
    '请先看一下代码，给出一个改动尽量小的方案，并补上单元测试。对外接口保持不变，文档和更新日志一起改，检查通过之后提交一个合并请求。最后说明一下对现有用户有没有影响。',
  ],
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
