/** Every file of the inbox can be read and folded into its place (S55). */

import { decodeAddition, encodeAddition } from '../../bank/decode-addition.ts'
import { INBOX_FAULTS, INBOX_NAME, readInboxFile } from '../../bank/inbox.ts'
import type { Page } from '../../bank/page.ts'
import { nameOfKind } from '../../base/addition.ts'
import type { Words } from '../../base/language.ts'
import { INBOX_FOLDER, isInboxPath } from '../../base/layout.ts'
import { explain } from '../../base/problem.ts'
import { type CheckRule, type Report, report } from '../rule.ts'

export const inbox: CheckRule = {
  id: 'inbox',
  about: { en: 'Every inbox entry can be folded into its place.', zh: 'inbox 中的条目都可以合入。' },
  check({ snapshot, memo, isTeams }) {
    const files = [...snapshot.files.values()].filter(({ path }) => isInboxPath(path))
    const [first] = files
    if (first === undefined) return []
    const off = isTeams ? [] : [report('note', first.path, undefined, notInUse(files.length), FOLD)]
    return [...off, ...files.flatMap((page) => memo.of(`inbox ${page.path}`, page.text, () => findingsIn(page)))]
  },
}

function findingsIn(page: Page): readonly Report[] {
  const { path } = page
  const named = INBOX_NAME.test(path) ? [] : [report('note', path, undefined, OTHER_NAME, RENAME)]
  const read = readInboxFile(page)
  if (typeof read === 'string') {
    const { what, next } = INBOX_FAULTS[read]
    return [...named, report('warning', path, 1, what, next)]
  }
  const decoded = decodeAddition(encodeAddition(read.addition))
  if (decoded.ok) return named
  const line = page.lineAt(page.bodyStart)
  const { problem } = decoded
  if (problem.code !== 'addition-incomplete') {
    const [en, zh] = [explain(problem, 'en').what, explain(problem, 'zh').what]
    return [...named, report('warning', path, line, { en, zh }, CORRECT)]
  }
  const missing: Words = {
    en: `This ${nameOfKind(read.kind, 'en')} is missing: ${problem.missing.map((one) => one.en).join(', ')}.`,
    zh: `这条${nameOfKind(read.kind, 'zh')}缺少：${problem.missing.map((one) => one.zh).join('、')}。`,
  }
  return [...named, report('warning', path, line, missing, ADD_PARTS)]
}

function notInUse(count: number): Words {
  return {
    en: `Team mode is off, but ${INBOX_FOLDER}/ contains ${count} ${count === 1 ? 'entry' : 'entries'}.`,
    zh: `未启用团队模式，但 ${INBOX_FOLDER}/ 中有 ${count} 个条目。`,
  }
}

const FOLD: Words = {
  en: 'Fold them in: memory-bank refresh --fold; or turn on team mode: memory-bank refresh --team',
  zh: '合入：memory-bank refresh --fold；或启用团队模式：memory-bank refresh --team',
}
const OTHER_NAME: Words = {
  en: 'The file name is not <YYYY-MM-DD>-<title>-<4 hex digits>.md.',
  zh: '文件名不是 <YYYY-MM-DD>-<标题>-<4 位十六进制>.md。',
}
const RENAME: Words = {
  en: 'Rename it, to avoid a clash with a file on another branch.',
  zh: '请改名，以免与其他分支的文件重名。',
}
const ADD_PARTS: Words = {
  en: 'Add them as `- **label**: text` lines or headings. Until then the entry is not folded in.',
  zh: '请补上，写成 `- **标签**：内容` 或小标题；在此之前不会合入。',
}
const CORRECT: Words = { en: 'Fix it. Until then the entry is not folded in.', zh: '请改正；在此之前不会合入。' }
