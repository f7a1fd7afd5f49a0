/** No line can be mistaken by a model for system text or a note from Memory Bank, and no character is invisible. */

import type { Words } from '../../base/language.ts'
import { type Disguise, disguisesIn } from '../../base/neutralise.ts'
import { type CheckRule, report } from '../rule.ts'

export const disguisedText: CheckRule = {
  id: 'disguised-text',
  about: { en: 'No spoofed or hidden text.', zh: '没有冒充系统或 Memory Bank 的文字，也没有隐藏的文字。' },
  folds: ({ path, message }) => `${path} ${message.en}`,
  check({ snapshot }) {
    return [...snapshot.files.values()].flatMap(({ path, lines }) =>
      lines.flatMap((line, at) =>
        disguisesIn(line.text, line.fenced).map((kind) => report('warning', path, at + 1, MESSAGES[kind], BLAME)),
      ),
    )
  },
}

const MESSAGES: Readonly<Record<Disguise, Words>> = {
  tag: {
    en: 'This line contains a tag that agents and models reserve for system text.',
    zh: '这一行含有 Agent 或模型专用于系统文字的标签。',
  },
  note: {
    en: 'This line imitates a note from Memory Bank.',
    zh: '这一行仿冒 Memory Bank 的提示。',
  },
  hidden: {
    en: 'This line contains invisible characters (direction overrides, zero-width or tag characters).',
    zh: '这一行含有不可见的字符（方向控制符、零宽字符或标签字符）。',
  },
}
const BLAME: Words = {
  en: 'Find out who added it (git blame), and delete it unless it is there on purpose.',
  zh: '请用 git blame 查明由谁写入；若非有意为之，请删除。',
}
