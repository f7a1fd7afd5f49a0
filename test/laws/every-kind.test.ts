/**
 * Every kind of entry from proposal to undo: proposed, shown, accepted, in its file and index, clean in `check`, and
 * undone to the byte. Runs in both languages, in a new bank and in one whose lists are full.
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import { ADDITION_KINDS, type AdditionKind } from '../../src/base/addition.ts'
import type { Language } from '../../src/base/language.ts'
import { SECTION } from '../../src/base/layout.ts'
import { LIMITS } from '../../src/base/limits.ts'
import { accept } from '../../src/consent/accept.ts'
import { Guard } from '../../src/session/guard.ts'
import { check } from '../../src/verbs/check.ts'
import { propose } from '../../src/verbs/refresh.ts'
import { carryOutUndo, proposeUndo } from '../../src/verbs/undo.ts'
import type { Files } from '../disk/temporary-folder.ts'
import { freshBank } from '../plan/write/bank.ts'
import { GuardedProject } from '../verbs/guarded-project.ts'

type Entry = Readonly<Record<string, string>>

const ENTRIES: Readonly<Record<Language, Readonly<Record<AdditionKind, Entry>>>> = {
  en: {
    decision: { title: 'Use Postgres for orders', why: 'transactions', given_up: 'MySQL', applies_to: 'order service' },
    learning: {
      title: 'Builds hang in CI',
      symptom: 'the build never ends',
      root_cause: 'IPv6 comes first',
      solution: 'resolve IPv4 first',
      prevention: 'set it in the image',
    },
    requirement: { title: 'Refund within three days', text: 'Money is back within three days.' },
    design: { title: 'Cart lifetime', text: 'A cart lives as long as its session.' },
    focus: { text: 'Ship the refunds' },
    progress: { text: 'Refund interface', state: 'next' },
    tech: { text: 'Cache: Redis 7' },
    answer: { title: 'Who pays the fees?', text: 'The shop does.', pointer: 'details/tech.md' },
  },
  zh: {
    decision: { title: '订单使用 Postgres', why: '需要事务', given_up: 'MySQL', applies_to: '订单服务' },
    learning: {
      title: '构建在流水线中卡住',
      symptom: '构建不结束',
      root_cause: '优先解析 IPv6',
      solution: '改为优先 IPv4',
      prevention: '写入镜像',
    },
    requirement: { title: '三天内退款', text: '三天内退回原账户。' },
    design: { title: '购物车生命周期', text: '购物车与会话同寿命。' },
    focus: { text: '上线退款功能' },
    progress: { text: '退款接口', state: 'next' },
    tech: { text: '缓存：Redis 7' },
    answer: { title: '手续费由谁承担？', text: '商家承担。', pointer: 'details/tech.md' },
  },
}

/** A file that must contain the entry afterwards. */
const SAID_IN: Readonly<Record<AdditionKind, RegExp>> = {
  decision: /^details\/patterns\.md$/,
  learning: /^details\/learnings\/(?!index)/,
  requirement: /^details\/requirements\/REQ-\d+-/,
  design: /^details\/design\/(?!index)/,
  focus: /^MEMORY\.md$/,
  progress: /^details\/progress\.md$/,
  tech: /^details\/tech\.md$/,
  answer: /^MEMORY\.md$/,
}

const EVERY = (['en', 'zh'] as const).flatMap((language) =>
  ADDITION_KINDS.flatMap((kind) => [[language, kind, 'new'] as const, [language, kind, 'full'] as const]),
)

describe.each(EVERY)('%s, %s, a %s bank', (language, kind, fill) => {
  test('is proposed, accepted, indexed, clean in check, and undone to the byte [S6] [S8] [S42] [S43] [S44]', async () => {
    const project = new GuardedProject(fill === 'new' ? bankOf(freshBank(language)) : fullBank(language), {
      git: fill === 'new',
      env: { MEMORY_BANK_WRITER: 'confirm', LANG: language === 'zh' ? 'zh_CN.UTF-8' : 'C.UTF-8' },
    })
    // An index shows when a file changed, and files here change today.
    const opened = Guard.open({ ...project.surroundings('.'), now: () => new Date() })
    if (!opened.ok) throw new Error(opened.problem.code)
    project.guard = opened.value
    bringUpToDate(project)
    expect(complaints(project)).toEqual([])
    const before = tree(project)
    const entry: Entry = { kind, ...ENTRIES[language][kind] }
    const words = entry['title'] ?? entry['text'] ?? ''

    const { text } = await project.propose('s', { entries: [entry] })
    expect(text).toContain(language === 'zh' ? '💾 要把这次的发现写入' : '💾 Write this to the Memory Bank?')
    expect(text).toContain(words)
    expect(tree(project)).toEqual(before)

    await project.said(language === 'zh' ? '好' : 'yes')
    const done = await project.guard.carryOutAccepted('s')
    expect(done).toContain(language === 'zh' ? '[Memory Bank 写入完成]' : '[Memory Bank updated]')
    const after = tree(project)
    const said = Object.keys(after).filter((path) => SAID_IN[kind].test(path) && after[path]?.includes(words))
    expect(said).toHaveLength(1)
    for (const path of Object.keys(after).filter((one) => after[one] !== before[one]))
      expect(done, path).toContain(`memory-bank/${path}`)

    // An existing index lists the file; above eight files an index exists.
    const folder = /^(details\/(?:design|requirements|learnings))\//.exec(said[0] ?? '')?.[1]
    const index = folder === undefined ? undefined : after[`${folder}/index.md`]
    if (folder !== undefined && fill === 'full') expect(index).toContain(said[0])
    expect(complaints(project)).toEqual([])

    // Nothing leaves MEMORY.md without being kept elsewhere.
    const all = Object.values(after).join('\n')
    for (const name of [...highlightsOf(before['MEMORY.md']), ...answersOf(before['MEMORY.md'])])
      expect(all, name).toContain(name)
    expect(highlightsOf(after['MEMORY.md']).length).toBeLessThanOrEqual(LIMITS.decisionHighlights)
    expect(answersOf(after['MEMORY.md']).length).toBeLessThanOrEqual(LIMITS.quickAnswers)

    const undo = proposeUndo(project.guard.workspace, undefined, undefined)
    if (!undo.ok) throw new Error(undo.problem.code)
    expect(carryOutUndo(undo.value, project.guard.workspace).ok).toBe(true)
    expect(tree(project)).toEqual(before)
  })
})

function bankOf(texts: Readonly<Record<string, string>>): Files {
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [`memory-bank/${path}`, text]))
}

/**
 * Twenty highlights, eight quick answers and eight files in each folder, so the next one of each makes room or an
 * index.
 */
function fullBank(language: Language): Files {
  const zh = language === 'zh'
  const texts = new Map(Object.entries(freshBank(language)))
  const day = (at: number) => `2026-01-${String(at + 1).padStart(2, '0')}`
  const names = Array.from({ length: LIMITS.decisionHighlights }, (_, at) => `Standing ${NAMES[at] ?? at}`)
  const header = zh ? '| 决策 | 日期 | 约束 |' : '| Decision | Date | Binds |'
  const highlights = names.map((name, at) => `| ${name} | ${day(at)} | all |`).join('\n')
  const answers = Array.from(
    { length: LIMITS.quickAnswers },
    (_, at) => `- **Where is ${NAMES[at]}?** There. → [details/tech.md](details/tech.md)`,
  ).join('\n')
  const memory = (texts.get('MEMORY.md') ?? '')
    .replace(/\| (?:Decision|决策) \|[^\n]*\n\|[-|]+\n?/, '')
    .replace(`${SECTION.highlights}\n`, `${SECTION.highlights}\n\n${header}\n|---|---|---|\n${highlights}\n`)
    .replace(`${SECTION.quickAnswers}\n`, `${SECTION.quickAnswers}\n\n${answers}\n`)
  texts.set('MEMORY.md', memory)
  const rows = names.map((name, at) => `| ${day(at)} | ${name} | why ${at} | nothing ${at} | all |`).join('\n')
  texts.set('details/patterns.md', `${(texts.get('details/patterns.md') ?? '').trimEnd()}\n${rows}\n`)
  for (let at = 0; at < 8; at += 1) {
    const name = NAMES[at] ?? ''
    texts.set(`details/design/${name.toLowerCase()}.md`, `# Design of ${name}\n\nAs small as can be.\n`)
    texts.set(
      `details/requirements/REQ-00${at + 1}-${name.toLowerCase()}.md`,
      `# REQ-00${at + 1}: ${name}\n\n- **Status**: Accepted\n\nIt is there.\n`,
    )
    texts.set(
      `details/learnings/${name.toLowerCase()}.md`,
      `# ${name} breaks\n\n## Symptom\n\na\n\n## Root cause\n\nb\n\n## Solution\n\nc\n\n## Prevention\n\nd\n`,
    )
  }
  return bankOf(Object.fromEntries(texts))
}

const NAMES =
  'Amber Birch Cedar Dahlia Elder Fennel Ginger Hazel Iris Juniper Kale Laurel Maple Nettle Olive Poppy Quince Rose Sage Thyme'.split(
    ' ',
  )

/** A bank without pending refresh work. */
function bringUpToDate({ guard }: GuardedProject): void {
  const proposed = propose(guard.workspace, { language: undefined, onConflict: undefined })
  if (!proposed.ok) throw new Error(proposed.problem.code)
  if (proposed.value.plan.changes.length > 0)
    expect(accept({ plan: proposed.value.plan }, guard.workspace).ok).toBe(true)
}

function complaints({ guard }: GuardedProject): readonly string[] {
  const checked = check(guard.workspace, { language: 'en' })
  if (!checked.ok) throw new Error(checked.problem.code)
  return checked.value.findings.map(({ rule, path, message }) => `${rule} ${path} ${message.en}`)
}

function highlightsOf(memory = ''): readonly string[] {
  const rows = (pageOf(memory).sectionBody(SECTION.highlights) ?? '').match(/^\| (?!Decision|决策|-)[^|]+/gm) ?? []
  return rows.map((row) => row.slice(2).trim())
}

function answersOf(memory = ''): readonly string[] {
  return (pageOf(memory).sectionBody(SECTION.quickAnswers) ?? '').match(/^- \*\*.+$/gm) ?? []
}

function tree({ root }: GuardedProject): Readonly<Record<string, string>> {
  const bank = join(root, 'memory-bank')
  const files = existsSync(bank) ? readdirSync(bank, { recursive: true, encoding: 'utf8' }) : []
  return Object.fromEntries(
    files
      .filter((path) => statSync(join(bank, path)).isFile())
      .sort()
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(bank, path), 'utf8')]),
  )
}
