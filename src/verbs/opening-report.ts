/**
 * What a session begins with, as it would be sent now (S20): to the byte, with what each part costs, what the budget left
 * out, and what would bring it back.
 */

import type { Language, Words } from '../base/language.ts'
import { MEMORY } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import type { OpeningHost, OpeningLeftOut, OpeningPart, OpeningReport } from '../bank/reports.ts'
import type { Problem } from '../base/problem.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { CutFrom, Opening } from '../search/opening.ts'
import { type LeftOutPart, leftOutOf, type NamedPart, openingParts } from '../search/opening-parts.ts'
import { estimateTokens } from '../base/tokens.ts'
import { readNow } from '../disk/bank/preconditions.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { BANK_FILE } from '../disk/open-file.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { Host, HostOpening } from '../setup/host.ts'
import type { InstallContext } from '../setup/install-context.ts'
import { KeptReading } from './kept-reading.ts'
import { makeOpening, openingUnreadable } from './make-opening.ts'

export interface OpeningWish {
  /** Every host there is. */
  readonly hosts: readonly Host[]
  /** The host that is asked about, by any of its names. */
  readonly host?: string
  readonly language: Language
  readonly context: InstallContext
  readonly kept?: KeptReading
}

export async function openingReport(
  workspace: Workspace,
  { hosts, host: name, language, context, kept = new KeptReading() }: OpeningWish,
): Promise<Result<OpeningReport>> {
  const listed = hosts.flatMap((host) =>
    host.opening === undefined ? [] : [{ host, opening: host.opening, isInstalled: isInstalled(host, context) }],
  )
  const named = listed.find(({ host }) => name !== undefined && [host.id, ...host.aliases].includes(name))
  if (name !== undefined && named === undefined) return fail(sendsNone(name, listed))
  const made = await openingNow(workspace, kept)
  const shown = named ?? (isSameForAll(made, listed) ? undefined : listed.find((one) => one.isInstalled))
  const sent = (text: string) => shown?.opening.sent?.(text) ?? text
  const parts = openingParts(made).map((part) => ({ ...part, text: sent(part.text) }))
  const text = parts.map((part) => part.text).join('')
  return ok({
    kind: 'opening',
    version: 1,
    language,
    hosts: listed.map((one) => hostOf(one, language)),
    host: shown?.host.id,
    text,
    tokens: estimateTokens(text),
    budget: LIMITS.openingTokens,
    parts: placed(parts, language),
    leftOut: leftOutOf(made).map((part) => leftOutWords(part, language)),
  })
}

interface ListedHost {
  readonly host: Host
  readonly opening: HostOpening
  readonly isInstalled: boolean
}

function isInstalled(host: Host, context: InstallContext): boolean {
  return host.diagnose(context).installed.length > 0
}

function hostOf({ host: { id, name }, opening, isInstalled }: ListedHost, language: Language): OpeningHost {
  return { id, name, isInstalled, channel: opening.channel[language] }
}

function isSameForAll({ text }: Opening, hosts: readonly ListedHost[]): boolean {
  return hosts.every((one) => !one.isInstalled || (one.opening.sent?.(text) ?? text) === text)
}

/** What a session that begins now is sent. */
async function openingNow(workspace: Workspace, kept: KeptReading): Promise<Opening> {
  if (workspace.config.guard.disabled) return { text: '', leftOut: [], pieces: [], cuts: [] }
  try {
    const memory = readNow(workspace.place.bank, MEMORY, BANK_FILE)
    return await makeOpening(memory, workspace, () => {
      const read = kept.read(workspace)
      return read.ok ? read : readBank(workspace.place.bank)
    })
  } catch {
    return openingUnreadable() // which says so, and is what would be sent
  }
}

function placed(parts: readonly NamedPart[], language: Language): readonly OpeningPart[] {
  let end = 0
  return parts.map(({ kind, heading, text }) => {
    const start = end
    end += text.length
    const name = kind === 'section' || kind === 'title' ? heading : PART_NAMES[kind][language]
    return { kind, name, tokens: estimateTokens(text), start, end }
  })
}

const PART_NAMES: Readonly<Record<Exclude<NamedPart['kind'], 'section' | 'title'>, Words>> = {
  frame: { en: 'Frame', zh: '首尾' },
  protocol: { en: 'Protocol', zh: '协议' },
  state: { en: 'State of the memory', zh: '记忆的状态' },
  notes: { en: 'Your notes', zh: '用户笔记' },
  'left-out': { en: 'Left out for length', zh: '因篇幅省略' },
}

function leftOutWords({ name, from, tokens }: LeftOutPart, language: Language): OpeningLeftOut {
  const { of, remedy } = LEFT_OUT[from]
  return { name: of(name)[language], tokens, remedy: remedy[language] }
}

/** What each cut is called, and what a person can do to have it sent. */
const LEFT_OUT: Readonly<Record<CutFrom, { readonly of: (name: string) => Words; readonly remedy: Words }>> = {
  lines: {
    of: (name) => ({ en: `${name}: long lines, shortened with …`, zh: `${name}：长句已用“…”缩短` }),
    remedy: {
      en: `Say it in fewer words in MEMORY.md, and keep the rest in a file below details/. Above ${LIMITS.openingAim} tokens long lines are shortened.`,
      zh: `在 MEMORY.md 中写得更短，其余放到 details/ 下的文件。超过 ${LIMITS.openingAim} tokens 时长句会被缩短。`,
    },
  },
  answers: {
    of: asNamed,
    remedy: {
      en: 'Shorten or remove quick answers that nobody asks for any more.',
      zh: '精简快速问答，删去不再有人问的条目。',
    },
  },
  decisions: {
    of: (name) => ({ en: name, zh: name === 'decisions' ? '决策要点' : '较早的决策' }),
    remedy: {
      en: 'Take highlights that no longer need daily attention out of MEMORY.md: details/patterns.md keeps the decisions.',
      zh: '从 MEMORY.md 中移去不必每次都看到的决策要点：决策本身仍在 details/patterns.md。',
    },
  },
  routes: {
    of: asNamed,
    remedy: {
      en: 'Merge routes that lead to the same file, and shorten their words.',
      zh: '合并指向同一文件的路由，并缩短其文字。',
    },
  },
  notes: {
    of: (name) => ({ en: name, zh: name === 'notes' ? '用户笔记的后半部分' : '用户笔记 40 行之后的部分' }),
    remedy: {
      en: 'Move what is not needed in every session from your notes to a file below details/.',
      zh: '把并非每次会话都需要的笔记移到 details/ 下的文件。',
    },
  },
  snapshot: {
    of: (name) => ({ en: name, zh: '项目概览（命令除外）' }),
    remedy: {
      en: 'Shorten Project Snapshot: versions and packages can stand in details/tech.md.',
      zh: '精简项目概览：版本与依赖可以放在 details/tech.md。',
    },
  },
  sections: {
    of: (name) => ({ en: name, zh: '其他章节' }),
    remedy: {
      en: 'Move sections of your own from MEMORY.md to a file below details/, with a route to it.',
      zh: '把 MEMORY.md 中自加的章节移到 details/ 下的文件，并加一条路由。',
    },
  },
  focus: {
    of: (name) => ({ en: name, zh: '当前焦点 40 行之后的部分' }),
    remedy: {
      en: 'Shorten Current Focus: mark what is finished as done (memory-bank done), it then goes to progress.',
      zh: '精简当前焦点：把已完成的标记为完成（memory-bank done），它会移到进展中。',
    },
  },
  entry: {
    of: (name) => ({ en: name, zh: '入口的末尾' }),
    remedy: {
      en: 'MEMORY.md is far too long to be sent: move most of it to files below details/.',
      zh: 'MEMORY.md 过长，无法完整发送：请把大部分内容移到 details/ 下的文件。',
    },
  },
}

function asNamed(name: string): Words {
  return { en: name, zh: name }
}

function sendsNone(name: string, hosts: readonly ListedHost[]): Problem {
  const known = hosts.map(({ host }) => host.id)
  return {
    code: 'usage',
    command: 'opening',
    detail: {
      en: `No opening is sent to '${name}'; choose ${known.join(', ')}.`,
      zh: `不会向 '${name}' 发送开场，可选：${known.join('、')}。`,
    },
  }
}
