/**
 * The one next step that matters, for `status` and wherever else a person is told how to go on.
 *
 * In this order: what is broken or interrupted, a bank that is not there or not current, a proposal that waits, an agent
 * that does not know the bank yet, what the last check found, an inbox that has grown, a project nobody has learned from:
 * what other tools have noted about it comes before studying it anew. After that: ask it.
 */

import { type BankState, nextStep } from '../bank/bank-state.ts'
import type { Words } from '../base/language.ts'
import type { Host } from '../setup/host.ts'
import { type Importable, namesOf } from './importable.ts'

export interface Situation {
  readonly state: BankState
  readonly unfinishedSetup: readonly string[]
  /** Proposals that nobody has answered. */
  readonly waiting: number
  /** Agents that were found here while none is connected; undefined where one is, or nobody looked. */
  readonly unconnected: readonly string[] | undefined
  /** What the last check of this very bank found; undefined where it was not checked since it changed. */
  readonly findings: number | undefined
  /** Entries that wait in the inbox. */
  readonly inbox: number
  /** What other tools have noted and nobody imported; empty where nobody looked. */
  readonly importable: readonly Importable[]
  /** Whether it holds anything that only people or agents could tell. */
  readonly isLearned: boolean
}

export function nextStepOf(situation: Situation): Words {
  const { state, unfinishedSetup, waiting, unconnected, findings, inbox, importable, isLearned } = situation
  if (unfinishedSetup.length > 0) return same('memory-bank doctor --fix')
  if (state.kind !== 'current') return nextStep(state)
  if (waiting > 0) return review(waiting)
  if (unconnected !== undefined) return connect(unconnected)
  if (findings !== undefined && findings > 0) return fix(findings)
  if (inbox >= MANY) return fold(inbox)
  if (isLearned) return ASK
  return importable.length > 0 ? bringAlong(importable) : LEARN
}

/** So many entries of the inbox are worth a fold. */
const MANY = 10

function fold(inbox: number): Words {
  return {
    en: `memory-bank refresh --fold   (${inbox} entries wait in the inbox)`,
    zh: `memory-bank refresh --fold   （inbox 中有 ${inbox} 条等待合入）`,
  }
}

function same(command: string): Words {
  return { en: command, zh: command }
}

function review(waiting: number): Words {
  return {
    en: `memory-bank proposals   (${waiting} ${waiting === 1 ? 'proposal waits' : 'proposals wait'} for your answer)`,
    zh: `memory-bank proposals   （有 ${waiting} 条提议等你答复）`,
  }
}

function bringAlong(found: readonly Importable[]): Words {
  const names = namesOf(found)
  return {
    en: `memory-bank import   (brings along what was noted by ${names.en})`,
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
  en: 'nothing is due; ask it something: memory-bank recall <question>',
  zh: '没有待办；可以提问：memory-bank recall <问题>',
}

/** Works whatever the agent is. */
const LEARN: Words = {
  en: 'memory-bank learn   (lists what is worth studying, for your agent to propose what to keep)',
  zh: 'memory-bank learn（列出值得了解的内容，供 Agent 提议该记住什么）',
}

/** How a person lets these hosts learn the project. */
export function learnStep(hosts: readonly Pick<Host, 'name' | 'learnCommand'>[]): Words {
  const typed = learnCommands(hosts)
  if (typed === undefined) return LEARN
  return {
    en: `${typed.en}   (it studies the project and proposes what to keep)`,
    zh: `${typed.zh}（它会了解项目，并提议值得记住的内容）`,
  }
}

/** What is typed where; undefined where none of them has a command for it. */
export function learnCommands(hosts: readonly Pick<Host, 'name' | 'learnCommand'>[]): Words | undefined {
  const able = hosts.filter((host) => host.learnCommand !== undefined)
  if (able.length === 0) return undefined
  return {
    en: able.map(({ name, learnCommand }) => `${learnCommand} in ${name}`).join(', '),
    zh: able.map(({ name, learnCommand }) => `在 ${name} 中输入 ${learnCommand}`).join('，'),
  }
}
