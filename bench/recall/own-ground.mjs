/** Evaluates the own question sets: the first entry, the pack, and the same questions inside a whole task. */

import { readGround } from './ground.mjs'

export async function measureGround(engine) {
  const { banks, questions } = await readGround()
  const opened = new Map([...banks].map(([name, files]) => [name, openBank(engine, files)]))
  const rows = new Map()
  const sizes = []
  const tasks = { asked: 0, first: 0, packed: 0 }
  for (const { bank, language, question, answers } of questions) {
    const { recall } = opened.get(bank)
    const pack = recall(question)
    sizes.push(pack.budget.tokens)
    if (answers.length === 0) continue
    const row = rows.get(language) ?? { asked: 0, file: 0, first: 0, packed: 0, tokens: 0 }
    rows.set(language, row)
    row.asked += 1
    row.tokens += pack.budget.tokens
    const places = answers.map((answer) => ({ ...answer, ...sectionOf(banks.get(bank), answer) }))
    const holds = (one) =>
      places.some(({ path, first, last }) => one.path === path && one.startLine <= last && one.endLine >= first)
    if (answers.some((answer) => answer.path === pack.entries[0]?.path)) row.file += 1
    if (holds(pack.entries[0] ?? {})) row.first += 1
    if (pack.entries.some(holds)) row.packed += 1
    const asTask = recall(taskOf(question))
    tasks.asked += 1
    if (holds(asTask.entries[0] ?? {})) tasks.first += 1
    if (asTask.entries.some(holds)) tasks.packed += 1
  }
  sizes.sort((a, b) => a - b)
  return { rows, tasks, median: sizes[sizes.length >> 1], most: sizes.at(-1) }
}

/** A question between other sentences about the work, as people paste it. */
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

/** The lines of the section. A row or an item in it is an entry of its own. */
function sectionOf(files, { path, heading }) {
  const lines = files.find((file) => file.path === path).text.split('\n')
  const first = lines.findIndex((line) => line.startsWith('#') && line.replace(/^#+ /, '') === heading) + 1
  const next = lines.findIndex((line, at) => at >= first && /^#+ /.test(line))
  return { first, last: next === -1 ? lines.length : next }
}

/** A bank and its index, kept in memory as in a long-lived process. */
export function openBank(engine, files) {
  const bank = {
    exists: true,
    files: new Map(
      files.map((file) => [file.path, { ...file, mtime: 0, readPage: () => engine.pageOf(file.text, file.path) }]),
    ),
    others: [],
    folders: new Set(),
    unreadable: [],
  }
  const index = new engine.EntryIndex()
  index.update(bank)
  return {
    index,
    recall: (question) => engine.recall(question, bank, { index }),
    /** Hits with path and first line, as `evaluate` expects. */
    search: (question, limit) =>
      engine
        .rank(new engine.TermCounts(index.entries(), engine.queriesOf(question)))
        .slice(0, limit)
        .map(({ entry }) => entry),
  }
}
