/**
 * The opening as it would be sent now (S20), byte for byte: tokens of each part, parts that were shortened or omitted,
 * and how to avoid that.
 */

import type { OpeningHost, OpeningLeftOut, OpeningPart, OpeningReport } from '../bank/opening-report.ts'
import { estimateTokens } from '../base/estimate-tokens.ts'
import type { Language, Words } from '../base/language.ts'
import { MEMORY } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import type { Problem } from '../base/problem.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { readNow } from '../disk/bank/read-now.ts'
import { BANK_FILE } from '../disk/open-file.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { CutFrom, Opening } from '../search/opening.ts'
import { type LeftOutPart, leftOutOf, type NamedPart, openingParts } from '../search/opening-parts.ts'
import type { Host, HostOpening } from '../setup/host.ts'
import type { InstallContext } from '../setup/install-context.ts'
import { BankReader } from './bank-reader.ts'
import { makeOpening, openingUnreadable } from './make-opening.ts'

export interface OpeningWish {
  readonly hosts: readonly Host[]
  /** Id or alias of the selected host. */
  readonly host?: string
  readonly language: Language
  readonly context: InstallContext
  readonly kept?: BankReader
}

export async function openingReport(
  workspace: Workspace,
  { hosts, host: name, language, context, kept = new BankReader() }: OpeningWish,
): Promise<Result<OpeningReport>> {
  const listed = hosts.flatMap((host) =>
    host.opening === undefined ? [] : [{ host, opening: host.opening, isInstalled: isInstalled(host, context) }],
  )
  const named = listed.find(({ host }) => name !== undefined && [host.id, ...host.aliases].includes(name))
  if (name !== undefined && named === undefined) return fail(noOpeningFor(name, listed))
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
    parts: withOffsets(parts, language),
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

/** The opening of a session that starts now. */
async function openingNow(workspace: Workspace, kept: BankReader): Promise<Opening> {
  if (workspace.config.guard.disabled) return { text: '', leftOut: [], pieces: [], cuts: [] }
  try {
    const memory = readNow(workspace.place.bank, MEMORY, BANK_FILE)
    return await makeOpening(memory, workspace, () => {
      const read = kept.read(workspace)
      return read.ok ? read : readBank(workspace.place.bank)
    })
  } catch {
    return openingUnreadable() // a session would get the same text
  }
}

function withOffsets(parts: readonly NamedPart[], language: Language): readonly OpeningPart[] {
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
  return { name: of?.(name)[language] ?? name, tokens, remedy: remedy[language] }
}

/** Name of each shortened or omitted part, and how to avoid it. */
const LEFT_OUT: Readonly<Record<CutFrom, { readonly of?: (name: string) => Words; readonly remedy: Words }>> = {
  lines: {
    of: (name) => ({ en: `${name}: long lines, shortened with …`, zh: `${name}：长句已用“…”缩短` }),
    remedy: {
      en: `Shorten it in MEMORY.md and move the rest to a file below details/. Above ${LIMITS.openingAim} tokens long lines are cut.`,
      zh: `请在 MEMORY.md 中写得更短，其余移到 details/ 下的文件。超过 ${LIMITS.openingAim} tokens 时会缩短长句。`,
    },
  },
  answers: {
    remedy: {
      en: 'Shorten quick answers, or remove outdated ones.',
      zh: '请精简快速问答，删去过时的条目。',
    },
  },
  decisions: {
    of: (name) => ({ en: name, zh: name === 'decisions' ? '决策要点' : '较早的决策' }),
    remedy: {
      en: 'Remove older highlights from MEMORY.md. details/patterns.md keeps the decisions.',
      zh: '请从 MEMORY.md 中删去较早的决策要点，决策仍保留在 details/patterns.md。',
    },
  },
  routes: {
    remedy: {
      en: 'Merge routes to the same file, and shorten their text.',
      zh: '合并指向同一文件的路由，并缩短其文字。',
    },
  },
  notes: {
    of: (name) => ({ en: name, zh: name === 'notes' ? '用户笔记的后半部分' : '用户笔记 40 行之后的部分' }),
    remedy: {
      en: 'Move notes that not every session needs to a file below details/.',
      zh: '把并非每次会话都需要的笔记移到 details/ 下的文件。',
    },
  },
  snapshot: {
    of: (name) => ({ en: name, zh: '项目概览（命令除外）' }),
    remedy: {
      en: 'Shorten Project Snapshot: move versions and packages to details/tech.md.',
      zh: '请精简项目概览，把版本与依赖移到 details/tech.md。',
    },
  },
  sections: {
    of: (name) => ({ en: name, zh: '其他章节' }),
    remedy: {
      en: 'Move your own sections from MEMORY.md to a file below details/, and add a route to it.',
      zh: '把 MEMORY.md 中自加的章节移到 details/ 下的文件，并加一条路由。',
    },
  },
  focus: {
    of: (name) => ({ en: name, zh: '当前焦点 40 行之后的部分' }),
    remedy: {
      en: 'Shorten Current Focus: mark finished items as done (memory-bank done).',
      zh: '请精简当前焦点：用 memory-bank done 标记已完成的条目。',
    },
  },
  entry: {
    of: (name) => ({ en: name, zh: '入口的末尾' }),
    remedy: {
      en: 'MEMORY.md is too long to send. Move most of it to files below details/.',
      zh: 'MEMORY.md 过长，无法完整发送：请把大部分内容移到 details/ 下的文件。',
    },
  },
}

function noOpeningFor(name: string, hosts: readonly ListedHost[]): Problem {
  const known = hosts.map(({ host }) => host.id)
  return {
    code: 'usage',
    command: 'opening',
    detail: {
      en: `'${name}' gets no opening. Use one of ${known.join(', ')}.`,
      zh: `'${name}' 没有会话开场，可用：${known.join('、')}。`,
    },
  }
}
