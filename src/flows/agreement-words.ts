/** What is said of what waits for the person's word: to the model, and to the person. */

import type { Words } from '../core/language.ts'

export const COULD_NOT: Words = {
  en: 'Memory Bank could not do this; nothing was written. Ask the user to run `memory-bank doctor`.',
  zh: 'Memory Bank 未能完成，没有写入。请让用户运行 `memory-bank doctor`。',
}
export const SHOW_IT: Words = {
  en: 'Show the user the proposal below exactly as it is and wait for their answer. Write nothing yourself: when the user agrees, this program writes exactly this.',
  zh: '请把下面的提议原样展示给用户并等待回答。不要自己写入：用户同意后，由本程序原样写入。',
}
export const SHOWN_FOR_YOU: Words = {
  en: 'The user is shown the proposal below at the end of your message. Mention it in one sentence without repeating it, and wait for their answer. Write nothing yourself: when the user agrees, this program writes exactly this.',
  zh: '下面的提议会自动显示在你的消息末尾。请用一句话提到它，不要重复其内容，并等待用户回答。不要自己写入：用户同意后，由本程序原样写入。',
}
export const REOPENED: Words = {
  en: 'The user takes back their no. The proposal waits again; they answer it with their next message:',
  zh: '用户收回了拒绝。该提议重新等待，用户用下一条消息回答：',
}
export const NOT_SHOWN: Words = {
  en: 'Nothing was written: the proposal had not been shown to the user, so their answer was not to it. It still waits, and is shown at the end of this turn.',
  zh: '没有写入：该提议此前没有展示给用户，因此用户的回答不是对它的。提议仍在等待，将在本轮结束时展示。',
}
export const MUST_CHOOSE: Words = {
  en: 'Nothing was written: the plan would replace what the user wrote by hand, and waits for 1 (keep), 2 (overwrite) or 3 (append).',
  zh: '没有写入：该计划会替换用户手写的内容，仍在等待选择：1（保留）、2（覆盖）或 3（追加）。',
}
export const NO_PERSON: Words = {
  en: 'Nothing was written: this message came from a program, or while a command of this session was running, so it is no person’s answer. The proposal still waits: the user answers it with their own next message, or in their own terminal, where `memory-bank proposals` lists it.',
  zh: '没有写入：这条消息来自程序，或是在本会话的命令运行期间到达，不算人的回答。提议仍在等待：请用户用自己的下一条消息回答，或在自己的终端中处理（`memory-bank proposals` 会列出）。',
}
export const HIDDEN: Words = {
  en: 'This text has an HTML comment or invisible characters in it, which the user would not see. Nothing was proposed.',
  zh: '内容含有 HTML 注释或不可见字符，用户看不到它们，因此没有提议。',
}
export const UNHIDE: Words = { en: 'Take them out, then propose it again.', zh: '请去掉后重新提议。' }
export const SAID_ALREADY: Words = {
  en: 'Nothing to propose: the bank says this already.',
  zh: '无需提议：Memory Bank 已有这些内容。',
}
export const CHANGED: Words = {
  en: 'The bank or the proposal changed after this was shown, so nothing was written. It is proposed again as it would be now:',
  zh: '展示之后 Memory Bank 或提议有变化，因此没有写入。现按当前内容重新提议：',
}
export const FOR_THE_MAIN_AGENT: Words = {
  en: 'A sub-agent cannot propose: its user is not a person. Report this to the agent that asked you, which proposes it.',
  zh: '子 agent 不能提议：它的对话方不是人。请把内容交给上级 agent，由它提议。',
}
export const PLAN_FIRST: Words = {
  en: 'A refresh plan waits for the user’s answer. Propose this after they have answered it.',
  zh: '刷新计划正在等待用户回答，请在其回答之后再提议。',
}
export const END_WORDS = {
  en: {
    question: '💾 Before this session ends: what of this should the Memory Bank keep?',
    unconfirmed: 'Written without a yes:',
    open: 'Proposed and not answered:',
    how: 'The user answers in their own terminal: `memory-bank proposals` lists what was proposed, `memory-bank history` what was written. Or ignore this.',
    colon: ': ',
  },
  zh: {
    question: '💾 会话结束前：这些内容要保留在 Memory Bank 中吗？',
    unconfirmed: '未经确认的写入：',
    open: '尚未回答的提议：',
    how: '由用户在自己的终端中处理：`memory-bank proposals` 列出提议，`memory-bank history` 列出写入；不需要可忽略。',
    colon: '：',
  },
} as const
