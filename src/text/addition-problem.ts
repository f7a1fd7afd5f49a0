/** Why something is not added or accepted, in words: what is wrong, and the one next step. No value is ever named. */

import type { AdditionKind } from '../core/addition-kinds.ts'
import type { BankPath } from '../core/bank-path.ts'
import { nameOfKind } from '../core/kind-names.ts'
import type { Language, Words } from '../core/language.ts'
import type { Problem, Told } from '../core/problem.ts'
import type { ProposalStatus } from './proposal.ts'
import { PROPOSAL_STATUS_NAMES } from './proposal-status-names.ts'

/** What is to be added cannot be understood. */
export function invalidAddition(what: Words, next: Words = EACH_KIND): Told<'addition-invalid'> {
  return { code: 'addition-invalid', what, next }
}

const EACH_KIND: Words = {
  en: 'See what each kind takes: memory-bank add --help',
  zh: '各类条目的字段：memory-bank add --help',
}

/** What to look at for one kind. */
export function kindHelp(kind: AdditionKind): Words {
  return {
    en: `See what a ${nameOfKind(kind, 'en')} takes: memory-bank add ${kind} --help`,
    zh: `${nameOfKind(kind, 'zh')}的字段：memory-bank add ${kind} --help`,
  }
}

export function incompleteAddition(
  kind: AdditionKind,
  missing: readonly Words[],
): Extract<Problem, { code: 'addition-incomplete' }> {
  const list = (language: Language) => missing.map((name) => name[language])
  return {
    code: 'addition-incomplete',
    missing,
    what: {
      en: `This ${nameOfKind(kind, 'en')} lacks: ${list('en').join(', ')}. Nothing was written.`,
      zh: `这条${nameOfKind(kind, 'zh')}缺少：${list('zh').join('、')}。没有写入。`,
    },
    next: { en: 'Add what is missing, then try again.', zh: '请补全后重试。' },
  }
}

/** It would put a secret into this line. */
export function secretAddition(path: string, line: number, kind: string): Told<'addition-secret'> {
  return {
    code: 'addition-secret',
    what: {
      en: `Line ${line} of ${path} would hold a secret (${kind}). Nothing was written.`,
      zh: `${path} 第 ${line} 行会写入机密（${kind}）。没有写入。`,
    },
    next: { en: 'Write where it is kept instead, never its value.', zh: '请改写它存放的位置，不要写值。' },
  }
}

/** The same of personal data, where that is refused. */
export function personalAddition(path: string, line: number, kind: string): Told<'addition-secret'> {
  return {
    code: 'addition-secret',
    what: {
      en: `Line ${line} of ${path} would hold personal data (${kind}), which this project refuses. Nothing was written.`,
      zh: `${path} 第 ${line} 行会写入个人数据（${kind}），本项目不允许。没有写入。`,
    },
    next: {
      en: 'Leave the person out: say what happened, not to whom.',
      zh: '请去掉个人信息：写发生了什么，不写是谁。',
    },
  }
}

/** Its text would hide or break what stands in the file. */
export function breakingAddition(path: BankPath): Told<'addition-breaks'> {
  return {
    code: 'addition-breaks',
    what: {
      en: `This text would hide or break what stands in ${path} (a block marker, an open comment or code fence). Nothing was written.`,
      zh: `这段文字会遮住或破坏 ${path} 的内容（区块标记、未闭合的注释或代码块）。没有写入。`,
    },
    next: { en: 'Take that out of the text, then try again.', zh: '请去掉这部分后重试。' },
  }
}

/** `state` is how the bank is described. */
export function outdatedBank(state: Words): Told<'bank-outdated'> {
  return {
    code: 'bank-outdated',
    what: {
      en: `The bank is not in its current form (${state.en}), so nothing is added to it yet.`,
      zh: `Memory Bank 尚不是当前形式：${state.zh}，暂不写入。`,
    },
    next: { en: 'Bring it up to date first: memory-bank refresh', zh: '请先更新：memory-bank refresh' },
  }
}

export function unknownProposal(id: string): Told<'proposal-unknown'> {
  return {
    code: 'proposal-unknown',
    what: { en: `There is no proposal ${id}.`, zh: `没有提议 ${id}。` },
    next: { en: 'See them with: memory-bank proposals --all', zh: '查看：memory-bank proposals --all' },
  }
}

export function noneWaiting(): Told<'proposal-unknown'> {
  return {
    code: 'proposal-unknown',
    what: { en: 'No proposal waits, and none was named.', zh: '没有等待中的提议，也没有指定编号。' },
    next: { en: 'See the settled ones too: memory-bank proposals --all', zh: '查看全部：memory-bank proposals --all' },
  }
}

export function settledProposal(id: string, status: ProposalStatus): Told<'proposal-settled'> {
  return {
    code: 'proposal-settled',
    what: {
      en: `The proposal ${id} is ${PROPOSAL_STATUS_NAMES[status].en} already; an acceptance counts once.`,
      zh: `提议 ${id} ${PROPOSAL_STATUS_NAMES[status].zh}；同意只作用一次。`,
    },
    next: { en: 'See what waits: memory-bank proposals', zh: '查看等待中的：memory-bank proposals' },
  }
}

export function personNeeded(command: string): Told<'person-needed'> {
  return {
    code: 'person-needed',
    what: {
      en: `\`${command}\` is given by a person at a terminal only. Nothing was changed.`,
      zh: `\`${command}\` 只能由人在终端中给出。没有改动。`,
    },
    next: { en: 'Run it yourself in a terminal.', zh: '请在终端中自行运行。' },
  }
}
