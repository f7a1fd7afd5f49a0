/**
 * The most important next step, for `status` and other commands.
 *
 * By priority: an interrupted setup, a missing or outdated bank, pending proposals, no connected agent, findings of the
 * last check, unconfirmed changes, a full inbox. After that: ask a question, or first import or learn if the bank holds
 * only scanned facts.
 */

import { type BankState, nextStep } from '../bank/bank-state.ts'
import type { Words } from '../base/language.ts'
import type { Host } from '../setup/host.ts'
import { type Importable, namesOf } from './importable.ts'

export interface Situation {
  readonly state: BankState
  readonly unfinishedSetup: readonly string[]
  /** Pending proposals. */
  readonly waiting: number
  /** Files with a change that no person has confirmed. */
  readonly unconfirmed: number
  /** Agents found while none is connected. Undefined if one is connected, or if the caller did not look. */
  readonly unconnected: readonly string[] | undefined
  /** Findings of the last check. Undefined if the bank has changed since. */
  readonly findings: number | undefined
  /** Entries in the inbox. */
  readonly inbox: number
  /** Memory of other tools that was not imported. Empty if the caller did not look. */
  readonly importable: readonly Importable[]
  /** The bank holds entries that no scan can find. */
  readonly isLearned: boolean
}

export function nextStepOf(situation: Situation): Words {
  const { state, unfinishedSetup, waiting, unconfirmed, unconnected, findings, inbox, importable, isLearned } =
    situation
  if (unfinishedSetup.length > 0) return same('memory-bank doctor --fix')
  if (state.kind !== 'current') return nextStep(state)
  if (waiting > 0) return answer(waiting)
  if (unconnected !== undefined) return connect(unconnected)
  if (findings !== undefined && findings > 0) return fix(findings)
  if (unconfirmed > 0) return review(unconfirmed)
  if (inbox >= MANY) return fold(inbox)
  if (isLearned) return ASK
  return importable.length > 0 ? bringAlong(importable) : LEARN
}

/** Number of inbox entries from which folding is suggested. */
const MANY = 10

function fold(inbox: number): Words {
  return {
    en: `memory-bank refresh --fold   (${inbox} entries in the inbox)`,
    zh: `memory-bank refresh --fold   （inbox 中有 ${inbox} 条）`,
  }
}

function same(command: string): Words {
  return { en: command, zh: command }
}

function review(unconfirmed: number): Words {
  return {
    en: `memory-bank review   (${unconfirmed} unconfirmed ${unconfirmed === 1 ? 'change' : 'changes'})`,
    zh: `memory-bank review   （${unconfirmed} 处改动待确认）`,
  }
}

function answer(waiting: number): Words {
  return {
    en: `memory-bank proposals   (${waiting} pending ${waiting === 1 ? 'proposal' : 'proposals'})`,
    zh: `memory-bank proposals   （${waiting} 条提议待确认）`,
  }
}

function bringAlong(found: readonly Importable[]): Words {
  const names = namesOf(found)
  return {
    en: `memory-bank import   (imports notes of ${names.en})`,
    zh: `memory-bank import   （导入已有的记忆：${names.zh}）`,
  }
}

function connect(found: readonly string[]): Words {
  const names = { en: found.join(', '), zh: found.join('、') }
  return found.length === 0
    ? {
        en: 'memory-bank install   (no agent reads this bank yet)',
        zh: 'memory-bank install   （还没有 Agent 接入）',
      }
    : {
        en: `memory-bank install   (connects ${names.en}, found on this machine)`,
        zh: `memory-bank install   （接入本机的 ${names.zh}）`,
      }
}

function fix(findings: number): Words {
  return {
    en: `memory-bank check --fix   (the last check found ${findings} ${findings === 1 ? 'problem' : 'problems'})`,
    zh: `memory-bank check --fix   （上次检查发现 ${findings} 个问题）`,
  }
}

const ASK: Words = {
  en: 'nothing to do; ask a question: memory-bank recall <question>',
  zh: '没有待办；可以提问：memory-bank recall <问题>',
}

/** The step for agents without their own command to start learning. */
const LEARN: Words = {
  en: 'memory-bank learn   (lists sources for your agent to study)',
  zh: 'memory-bank learn（列出供 Agent 研究的来源）',
}

/** The next step that lets one of these hosts learn the project. */
export function learnStep(hosts: readonly Pick<Host, 'name' | 'learnCommand'>[]): Words {
  const typed = learnCommands(hosts)
  if (typed === undefined) return LEARN
  return {
    en: `${typed.en}   (studies the project and proposes entries)`,
    zh: `${typed.zh}（研究项目，并提议值得记住的内容）`,
  }
}

/** Commands of these hosts that start learning. Undefined if none has one. */
export function learnCommands(hosts: readonly Pick<Host, 'name' | 'learnCommand'>[]): Words | undefined {
  const able = hosts.filter((host) => host.learnCommand !== undefined)
  if (able.length === 0) return undefined
  return {
    en: able.map(({ name, learnCommand }) => `${learnCommand} in ${name}`).join(', '),
    zh: able.map(({ name, learnCommand }) => `在 ${name} 中输入 ${learnCommand}`).join('，'),
  }
}
