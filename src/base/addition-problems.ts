/**
 * Problems of adding and accepting, each with its facts, its words and its exit code. No value of an entry is ever
 * quoted.
 */

import { nameOfKind, type ProposedKind } from './addition.ts'
import type { BankPath } from './bank-path.ts'
import type { Words } from './language.ts'
import type { ProblemTable } from './problem-table.ts'
import { PROPOSAL_STATUS_NAMES, type ProposalStatus } from './proposal-status.ts'

export const ADDITION_PROBLEMS = {
  /** The addition cannot be parsed. `next` says where its format is described. */
  'addition-invalid': {
    exit: 'usage',
    words: ({ what, next }: { readonly what: Words; readonly next: Words }) => [what, next],
  },
  'addition-incomplete': {
    exit: 'usage',
    words: ({
      kind,
      missing,
      next = { en: 'Add the missing fields, then try again.', zh: '请补全后重试。' },
    }: {
      readonly kind: ProposedKind
      readonly missing: readonly Words[]
      readonly next?: Words
    }) => [
      {
        en: `This ${nameOfKind(kind, 'en')} is missing: ${missing.map(({ en }) => en).join(', ')}. Nothing was written.`,
        zh: `这条${nameOfKind(kind, 'zh')}缺少：${missing.map(({ zh }) => zh).join('、')}。没有写入。`,
      },
      next,
    ],
  },
  /** This line of the addition holds a secret, or personal data that the project refuses. */
  'addition-secret': {
    words: ({
      path,
      line,
      kind,
      holds,
    }: {
      readonly path: string
      readonly line: number
      readonly kind: string
      readonly holds: 'secret' | 'personal-data'
    }) =>
      holds === 'secret'
        ? [
            {
              en: `Line ${line} of ${path} would hold a secret (${kind}). Nothing was written.`,
              zh: `${path} 第 ${line} 行会写入机密（${kind}）。没有写入。`,
            },
            { en: 'Write where the secret is stored, not its value.', zh: '请改写它存放的位置，不要写值。' },
          ]
        : [
            {
              en: `Line ${line} of ${path} would hold personal data (${kind}), which this project refuses. Nothing was written.`,
              zh: `${path} 第 ${line} 行会写入个人数据（${kind}），本项目不允许。没有写入。`,
            },
            {
              en: 'Leave the person out: say what happened, not to whom.',
              zh: '请去掉个人信息：写发生了什么，不写是谁。',
            },
          ],
  },
  /** The text would hide or break the rest of the file. */
  'addition-breaks': {
    words: ({ path }: { readonly path: BankPath }) => [
      {
        en: `This text would hide or break the content of ${path} (a block marker, an open comment or code fence). Nothing was written.`,
        zh: `这段文字会遮住或破坏 ${path} 的内容（区块标记、未闭合的注释或代码块）。没有写入。`,
      },
      { en: 'Remove it from the text, then try again.', zh: '请去掉这部分后重试。' },
    ],
  },
  /** The evidence names places or commits that are not in the repository (S29). */
  'evidence-missing': {
    exit: 'usage',
    words: ({ missing }: { readonly missing: readonly string[] }) => [
      {
        en: `This evidence is not in the repository: ${shortList(missing)}. Nothing was proposed.`,
        zh: `仓库中没有这些依据：${shortList(missing)}。没有提议。`,
      },
      {
        en: 'Find the file and line, or the commit, that proves it, then propose all entries again.',
        zh: '请查证后写明能证明它的文件与行号或提交，再把全部条目重新提议。',
      },
    ],
  },
  /** The project is being learned, and these entries name nothing in the repository (S29). */
  'evidence-needed': {
    exit: 'usage',
    words: ({ titles }: { readonly titles: readonly string[] }) => [
      {
        en: `No evidence from this repository for: ${shortList(titles)}. Nothing was proposed.`,
        zh: `以下条目没有本仓库中的依据：${shortList(titles)}。没有提议。`,
      },
      {
        en: 'Add "evidence" (path:line or commit) or leave the entry out, and propose all entries again.',
        zh: '请补上 "evidence"（路径:行号或提交），或去掉该条，再把全部条目重新提议。',
      },
    ],
  },
  /** `state` describes the state of the bank. */
  'bank-outdated': {
    words: ({ state }: { readonly state: Words }) => [
      {
        en: `The bank needs an upgrade first (${state.en}). Nothing was written.`,
        zh: `Memory Bank 尚未更新到当前格式（${state.zh}），暂不写入。`,
      },
      { en: 'Upgrade it: memory-bank refresh', zh: '请先更新：memory-bank refresh' },
    ],
  },
  /** `id` is missing when none was given and none is pending. */
  'proposal-unknown': {
    exit: 'usage',
    words: ({ id }: { readonly id: string | undefined }) =>
      id === undefined
        ? [
            { en: 'There are no pending proposals, and none was named.', zh: '没有待处理的提议，也没有指定编号。' },
            {
              en: 'List answered ones too: memory-bank proposals --all',
              zh: '查看全部：memory-bank proposals --all',
            },
          ]
        : [
            { en: `There is no proposal ${id}.`, zh: `没有提议 ${id}。` },
            { en: 'List them: memory-bank proposals --all', zh: '查看：memory-bank proposals --all' },
          ],
  },
  'proposal-settled': {
    words: ({ id, status }: { readonly id: string; readonly status: ProposalStatus }) => [
      {
        en: `Proposal ${id} is already ${PROPOSAL_STATUS_NAMES[status].en}. A proposal can be accepted only once.`,
        zh: `提议 ${id} ${PROPOSAL_STATUS_NAMES[status].zh}，每个提议只能接受一次。`,
      },
      status === 'rejected'
        ? { en: `Reopen it: memory-bank proposals reopen ${id}`, zh: `重新打开：memory-bank proposals reopen ${id}` }
        : { en: 'List pending ones: memory-bank proposals', zh: '查看待处理的：memory-bank proposals' },
    ],
  },
  /** The write would differ from what the person saw before they agreed. */
  'proposal-changed': {
    exit: 'conflict',
    words: ({ id }: { readonly id: string }) => [
      {
        en: `Proposal ${id}, or the bank it would change, is no longer as it was shown. Nothing was written.`,
        zh: `提议 ${id} 或它要改动的内容与展示时不同。没有写入。`,
      },
      { en: 'Look at it again, then decide.', zh: '请重新查看后再决定。' },
    ],
  },
  /** Each proposal alone would write what was shown, but together they would write something else. */
  'proposals-overlap': {
    exit: 'conflict',
    words: ({ ids }: { readonly ids: readonly string[] }) => [
      {
        en: `These proposals change the same lines, so together they would not do what was shown: ${shortList(ids)}. Nothing was written.`,
        zh: `这些提议改动了相同的行，一起写入会与展示的不同：${shortList(ids)}。没有写入。`,
      },
      { en: 'Accept them one at a time.', zh: '请逐条接受。' },
    ],
  },
  /** Accepting the proposal would write nothing. */
  'already-said': {
    words: () => [
      { en: 'The bank already says this. There is nothing to write.', zh: 'Memory Bank 已有这些内容，不会写入。' },
      { en: 'Reject or edit it.', zh: '请拒绝它，或修改内容。' },
    ],
  },
  'entry-unknown': {
    exit: 'usage',
    words: ({ name }: { readonly name: string }) => [
      { en: `There is no entry “${name}” in this bank.`, zh: `Memory Bank 中没有条目「${name}」。` },
      { en: 'List entries and their ids: memory-bank list', zh: '查看条目及编号：memory-bank list' },
    ],
  },
  /** The entry is not a document that was offered and never opened. */
  'entry-not-unused': {
    exit: 'usage',
    words: ({ name }: { readonly name: string }) => [
      {
        en: `“${name}” is not among the documents that are proposed for the archive.`,
        zh: `「${name}」不在提议归档的文档之列。`,
      },
      { en: 'List those documents: memory-bank usage', zh: '查看提议归档的文档：memory-bank usage' },
    ],
  },
  /** Several entries, proposals or changes have this name; `matches` lists the unique ones. */
  'name-ambiguous': {
    exit: 'usage',
    words: ({ name, matches }: { readonly name: string; readonly matches: readonly string[] }) => [
      {
        en: `“${name}” could be ${matches.length} things: ${shortList(matches)}.`,
        zh: `「${name}」对应 ${matches.length} 项：${shortList(matches)}。`,
      },
      { en: 'Name one by its whole id.', zh: '请用完整编号指定其中一项。' },
    ],
  },
  /** The file of the entry has a user block with text in it. */
  'entry-has-notes': {
    words: ({ path }: { readonly path: BankPath }) => [
      {
        en: `${path} also holds notes in its user block. Nothing was removed.`,
        zh: `${path} 的用户区块里还有笔记。没有移除任何内容。`,
      },
      { en: 'Move the notes elsewhere first, then try again.', zh: '请先把笔记移到别处，再重试。' },
    ],
  },
  'entry-not-doable': {
    exit: 'usage',
    words: ({ id, kind }: { readonly id: string; readonly kind: ProposedKind }) =>
      kind === 'requirement'
        ? [
            {
              en: `${id} is a requirement; its status says whether it is done.`,
              zh: `${id} 是需求，是否完成由状态表示。`,
            },
            {
              en: `Set it: memory-bank edit ${id} --status Done`,
              zh: `设置状态：memory-bank edit ${id} --status Done`,
            },
          ]
        : [
            {
              en: `${id} is a ${nameOfKind(kind, 'en')}; only progress and focus items can be done.`,
              zh: `${id} 是${nameOfKind(kind, 'zh')}，只有进度和焦点可以标记完成。`,
            },
            {
              en: 'List work in progress: memory-bank list progress',
              zh: '查看进行中的事项：memory-bank list progress',
            },
          ],
  },
  'person-needed': {
    exit: 'notConfirmed',
    words: ({ command, by }: { readonly command: string; readonly by: 'person' | 'agent' | 'unknown' }) => {
      switch (by) {
        case 'person':
          return [
            {
              en: `Only a person at a terminal may run \`${command}\`. Nothing was changed.`,
              zh: `\`${command}\` 只能由人在终端中运行。没有改动。`,
            },
            { en: 'Run it yourself in a terminal.', zh: '请在终端中自行运行。' },
          ]
        case 'agent':
          return [
            {
              en: `Only a person may run \`${command}\`, and this is an agent's shell. Nothing was changed.`,
              zh: `\`${command}\` 只能由人运行，而这里是 Agent 的 shell。没有改动。`,
            },
            {
              en: 'Ask the user to run it in their own terminal.',
              zh: '请让用户在自己的终端中运行。',
            },
          ]
        case 'unknown':
          return [
            {
              en: `Only a person may run \`${command}\`, and there is no terminal here. Nothing was changed.`,
              zh: `\`${command}\` 只能由人运行，而这里没有终端。没有改动。`,
            },
            {
              en: 'Run it in a terminal. In a script of your own, set MEMORY_BANK_ASSUME_PERSON=1.',
              zh: '请在终端中运行。在你自己的脚本中，请设置 MEMORY_BANK_ASSUME_PERSON=1。',
            },
          ]
      }
    },
  },
} as const satisfies ProblemTable

const shortList = (names: readonly string[]) =>
  names.length > 6 ? `${names.slice(0, 6).join('; ')} …` : names.join('; ')

interface InvalidAddition {
  readonly code: 'addition-invalid'
  readonly what: Words
  readonly next: Words
}

export function invalidAddition(what: Words, next: Words = EACH_KIND): InvalidAddition {
  return { code: 'addition-invalid', what, next }
}

const EACH_KIND: Words = {
  en: 'List the fields of each kind: memory-bank add --help',
  zh: '各类条目的字段：memory-bank add --help',
}

/** The command that lists the fields of one kind. */
export function kindHelp(kind: ProposedKind): Words {
  return {
    en: `See what a ${nameOfKind(kind, 'en')} takes: memory-bank add ${kind} --help`,
    zh: `${nameOfKind(kind, 'zh')}的字段：memory-bank add ${kind} --help`,
  }
}
