/** Nothing in the bank passes for something else before a model: no tags of hosts, no notes in our form, nothing hidden. */

import { pageOf } from '../../bank/page.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Finding } from '../../bank/finding.ts'
import type { Words } from '../../base/language.ts'
import { type Disguise, disguisesIn } from '../../base/neutralise.ts'
import type { Rule } from '../rule.ts'

export const disguisedText: Rule = {
  id: 'disguised-text',
  about: {
    en: 'No text passes for a host’s words or ours, and none is hidden.',
    zh: '没有冒充宿主或本工具的文字，也没有隐藏的文字。',
  },
  check({ snapshot }) {
    return [...snapshot.files.values()].flatMap(({ path, text }) =>
      pageOf(text).lines.flatMap((line, at) => disguisesIn(line.text).map((kind) => finding(path, at + 1, kind))),
    )
  },
}

const MESSAGES: Readonly<Record<Disguise, Words>> = {
  tag: {
    en: 'This line holds a tag that hosts or models use for words that are not the user’s.',
    zh: '这一行含有宿主或模型用于系统文字的标签。',
  },
  note: {
    en: 'This line is written like a note of memory-bank’s own.',
    zh: '这一行仿照了 memory-bank 自己的提示。',
  },
  hidden: {
    en: 'This line holds characters that nobody sees (direction overrides, invisible or tag characters).',
    zh: '这一行含有看不见的字符（方向控制、不可见字符或标签字符）。',
  },
}

function finding(path: BankPath, line: number, kind: Disguise): Finding {
  return {
    rule: 'disguised-text',
    level: 'warning',
    path,
    line,
    message: MESSAGES[kind],
    next: {
      en: 'Find out who wrote it (git blame), and delete it unless you know why it stands there.',
      zh: '请用 git blame 查明由谁写入；若无正当理由，请删除。',
    },
  }
}
