/** Entries that wait in the inbox can be read and folded into their places (S55). */

import { INBOX_FAULTS, INBOX_NAME, readInboxFile } from '../../bank/inbox.ts'
import type { Page } from '../../bank/page.ts'
import { nameOfKind } from '../../base/addition.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Finding } from '../../bank/finding.ts'
import type { Words } from '../../base/language.ts'
import { INBOX_FOLDER, isInboxPath } from '../../base/layout.ts'
import { explain } from '../../base/problem.ts'
import { decodeAddition, encodeAddition } from '../../bank/decode-addition.ts'
import type { Rule } from '../rule.ts'

export const inbox: Rule = {
  id: 'inbox',
  about: { en: 'What waits in the inbox can be folded into its place.', zh: 'inbox 中等待的条目可以合入。' },
  check({ snapshot, memo, isTeams }) {
    const files = [...snapshot.files.values()].filter(({ path }) => isInboxPath(path))
    const [first] = files
    if (first === undefined) return []
    const off = isTeams ? [] : [find('note', first.path, undefined, notInUse(files.length), FOLD)]
    return [...off, ...files.flatMap((page) => memo.of(`inbox ${page.path}`, page.text, () => findingsIn(page)))]
  },
}

function findingsIn(page: Page): readonly Finding[] {
  const { path } = page
  const named = INBOX_NAME.test(path) ? [] : [find('note', path, undefined, OTHER_NAME, RENAME)]
  const read = readInboxFile(page)
  if (typeof read === 'string') {
    const { what, next } = INBOX_FAULTS[read]
    return [...named, find('warning', path, 1, what, next)]
  }
  const decoded = decodeAddition(encodeAddition(read.addition))
  if (decoded.ok) return named
  const line = page.lineAt(page.bodyStart)
  const { problem } = decoded
  if (problem.code !== 'addition-incomplete') {
    const [en, zh] = [explain(problem, 'en').what, explain(problem, 'zh').what]
    return [...named, find('warning', path, line, { en, zh }, CORRECT)]
  }
  const missing: Words = {
    en: `This ${nameOfKind(read.kind, 'en')} lacks: ${problem.missing.map((one) => one.en).join(', ')}.`,
    zh: `这条${nameOfKind(read.kind, 'zh')}缺少：${problem.missing.map((one) => one.zh).join('、')}。`,
  }
  return [...named, find('warning', path, line, missing, ADD_PARTS)]
}

function find(level: Finding['level'], path: BankPath, line: number | undefined, message: Words, next: Words): Finding {
  return { rule: 'inbox', level, path, line, message, next }
}

function notInUse(count: number): Words {
  return {
    en: `${count} ${count === 1 ? 'entry waits' : 'entries wait'} in ${INBOX_FOLDER}/ although team mode is off.`,
    zh: `未启用团队模式，但 ${INBOX_FOLDER}/ 中有 ${count} 条等待的条目。`,
  }
}

const FOLD: Words = {
  en: 'Fold them in: memory-bank refresh --fold; or switch team mode on: memory-bank refresh --team',
  zh: '合入：memory-bank refresh --fold；或启用团队模式：memory-bank refresh --team',
}
const OTHER_NAME: Words = {
  en: 'Its name is not <YYYY-MM-DD>-<title>-<4 hex digits>.md.',
  zh: '文件名不是 <YYYY-MM-DD>-<标题>-<4 位十六进制>.md。',
}
const RENAME: Words = {
  en: 'Rename it so that no other branch means something else by the same name.',
  zh: '请改名，以免与其他分支的文件重名。',
}
const ADD_PARTS: Words = {
  en: 'Add them as `- **label**: text` lines or headings; until then it is not folded in.',
  zh: '请补上，写成 `- **标签**：内容` 或小标题；在此之前不会合入。',
}
const CORRECT: Words = { en: 'Correct it; until then it is not folded in.', zh: '请改正；在此之前不会合入。' }
