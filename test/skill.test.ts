/**
 * The skill, the protocol and the code agree (S52). Every name, number and text that an agent without a plugin
 * follows is compared with the constant or function that decides it in the program.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { MARKER } from '../src/bank/blocks.ts'
import { foreignBank } from '../src/bank/foreign-bank.ts'
import { indexColumns, indexTables, routerLine } from '../src/bank/index-table.ts'
import { pageOf } from '../src/bank/page.ts'
import { appliedText } from '../src/bank/plan-lines.ts'
import { LEARNING_TYPES, STATUSES } from '../src/base/addition.ts'
import { knownPath } from '../src/base/bank-path.ts'
import type { Change } from '../src/base/change.ts'
import {
  ARCHIVE_FOLDER,
  BANK_FOLDER,
  CONFIG_FILE,
  CURRENT_VERSION,
  INDEXED_FOLDERS,
  LEGACY,
  LEGACY_ENTRIES,
  MEMORY,
  PATTERNS,
  PROGRESS,
  SECTION,
  TECH,
} from '../src/base/layout.ts'
import { LIMITS } from '../src/base/limits.ts'
import { COMMANDS } from '../src/cli/commands/index.ts'
import { readConfig } from '../src/disk/project/config.ts'
import { proposalIn } from '../src/guard/hear-agent.ts'
import { asksToWrite, readWords } from '../src/guard/words.ts'
import { INSTRUCTIONS } from '../src/hosts/mcp/encode.ts'
import { contribute } from '../src/hosts/opencode/contributions.ts'
import { detect } from '../src/plan/detect.ts'
import { plan } from '../src/plan/plan.ts'
import { omissionMark } from '../src/search/excerpt.ts'
import { opening } from '../src/search/opening.ts'
import { applied, inputFor, snapshotOf } from './laws/banks.ts'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'skills/memory-bank')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const skill = read('SKILL.md')
const reader = read('references/reader.md')
const writer = read('references/writer.md')
const templates = read('references/templates.md')
const advanced = read('references/advanced-rules.md')
const prompt = read('references/memory-reader-prompt.md')
const REFERENCES = ['advanced-rules', 'memory-reader-prompt', 'reader', 'templates', 'writer'] as const
const chinese = {
  skill: read('SKILL.zh.md'),
  reader: read('references/reader.zh.md'),
  writer: read('references/writer.zh.md'),
  templates: read('references/templates.zh.md'),
  advanced: read('references/advanced-rules.zh.md'),
  prompt: read('references/memory-reader-prompt.zh.md'),
}
const protocol = opening('', CURRENT_VERSION, LIMITS.openingTokens).text

describe('size and shape', () => {
  test.each([
    ['English', ''],
    ['Chinese', '.zh'],
  ])('in %s costs under 900 tokens to begin with, and under 6,000 in all [S52]', (_, suffix) => {
    const files = ['SKILL', ...REFERENCES.map((name) => `references/${name}`)]
    const costs = files.map((name) => countTokens(read(`${name}${suffix}.md`)))
    expect(costs[0]).toBeLessThan(900)
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeLessThan(6_000)
  })

  test('says of every reference when to read it [S52]', () => {
    const files = readdirSync(join(FOLDER, 'references')).toSorted()
    expect(files).toEqual(REFERENCES.flatMap((name) => [`${name}.md`, `${name}.zh.md`]))
    for (const name of REFERENCES)
      expect(chinese.skill).toMatch(
        new RegExp(`^- .*(?:要|涉及).+时，.*\\[${name}\\.zh\\.md\\]\\(references/${name}\\.zh\\.md\\)`, 'm'),
      )
    for (const file of files.filter((name) => !name.endsWith('.zh.md')))
      expect(skill).toMatch(
        new RegExp(
          `^- When you .+\\[${file}\\]\\(references/${file}\\)|^- When an .+\\[${file}\\]\\(references/${file}\\)`,
          'm',
        ),
      )
  })

  test('has a name and a description that says when to use it [S52]', () => {
    const [, front] = skill.split('---\n')
    expect(front).toMatch(/^name: memory-bank$/m)
    const description = /^description: (.+)$/m.exec(front ?? '')?.[1] ?? ''
    expect(description.length).toBeLessThanOrEqual(1_024)
    for (const word of ['记一下', '写进 memory bank', 'remember this']) {
      expect(description).toContain(word)
      expect(asksToWrite(word)).toBe(true)
    }
  })
})

describe('the protocol', () => {
  test('is recognized by the first line of the opening, and wins [S52]', () => {
    const line = /^protocol_version: .+$/m.exec(protocol)?.[0] ?? 'none'
    expect(skill).toContain(`\`${line}\``)
    expect(skill).toContain('the protocol wins')
  })

  test('and the skill agree on when to read, how, and how to write [S52]', () => {
    const said = Object.fromEntries([...protocol.matchAll(/^(\w+): (.+)$/gm)].map((match) => [match[1], match[2]]))
    expect(Object.keys(said)).toEqual([
      'protocol_version',
      'template_version',
      'trigger',
      'skip',
      'invoke',
      'patterns',
      'output',
      'conflict',
      'propose',
      'write',
    ])
    for (const word of said['trigger']?.match(/background|decision|convention|problem|change\w* of code|code/g) ?? [])
      expect(reader).toContain(word.replace('change of code', 'changes code'))
    for (const word of said['skip']?.split(', ') ?? []) expect(skill).toContain(word)
    const files = /\d-\d/.exec(said['invoke'] ?? '')?.[0].replace('-', '–') ?? 'none'
    expect(skill).toContain(`${files} files`)
    expect(reader).toContain(`${files} files`)
    for (const tool of said['invoke']?.match(/memory_\w+/g) ?? ['none']) expect(reader).toContain(`\`${tool}\``)
    expect(skill).toContain(said['output']?.replace('cite ', '') ?? 'none')
    expect(skill).toContain('propose a correction')
    expect(said['conflict']).toContain('propose a correction')
    expect(said['write']).toContain('💾')
    expect(said['write']).toContain('edit tools')
    expect(skill).toContain('edit tools')
  })

  test('names the five occasions of 004 for reading the patterns, like the skill [S27] [S52]', () => {
    const line = /^patterns: (.+)$/m.exec(protocol)?.[1] ?? ''
    expect(line).toContain(PATTERNS.replace('details/', ''))
    for (const occasion of [
      'technology choice',
      'new module or component',
      'architecture',
      'public module',
      'refactoring or migration',
    ]) {
      expect(line).toContain(occasion)
      expect(reader.toLowerCase()).toContain(occasion)
    }
  })

  test('has the trigger table of 000 in one line, and the skill in full [S40] [S52]', () => {
    const line = /^propose: (.+)$/m.exec(protocol)?.[1] ?? ''
    const rows = [...writer.matchAll(/^\| (yes|no) \| (.+) \|$/gm)].map((match) => `${match[1]} ${match[2]}`)
    for (const word of [
      'requirement',
      'decision',
      'convention',
      'bug cause',
      'trap',
      'performance finding',
      'command',
      'workflow',
      'structure',
      'focus',
      'task or design',
    ]) {
      expect(line).toContain(word)
      expect(rows.filter((row) => row.startsWith('yes') && row.includes(word))).toHaveLength(1)
    }
    expect(rows.filter((row) => row.startsWith('no'))).toHaveLength(4)
    expect(protocol).toContain('conflict: ')
  })
})

test('the instructions of the MCP server agree with both [S52]', () => {
  for (const word of [`${BANK_FOLDER}/${MEMORY}`, `${BANK_FOLDER}/${PATTERNS}`, 'memory_recall', 'memory_propose'])
    expect(INSTRUCTIONS).toContain(word)
  for (const word of ['memory_recall', 'memory_propose']) expect(skill).toContain(`\`${word}\``)
  const files = /(\d-\d) files/.exec(protocol)?.[1] ?? 'none'
  expect(INSTRUCTIONS).toContain(`the ${files} files its routes name`)
  expect(INSTRUCTIONS).toContain('Skip for chat and simple follow-ups')
  // It has no guard, so the skill must still apply.
  expect(INSTRUCTIONS).not.toContain('protocol_version')
})

describe('places', () => {
  test('every file and folder of the layout has the path in the code [S52]', () => {
    const names = [MEMORY, LEGACY, TECH, PATTERNS, PROGRESS].map((path) => path.replace(/^details\//, ''))
    const folders = [...INDEXED_FOLDERS, ARCHIVE_FOLDER.replace('details/', '')].map((folder) => `${folder}/`)
    const tree = fences(skill)[0] ?? ''
    expect(tree.split('\n')[0]).toBe(`${BANK_FOLDER}/`)
    for (const name of [...names, 'details/', ...folders]) expect(tree).toContain(name)
    expect(advanced).toContain(`details/{${INDEXED_FOLDERS.join(',')}}/index.md`)
    expect(advanced).toContain(`${ARCHIVE_FOLDER}/<name>_YYYY-MM.md`)
    expect(skill).toContain(`read \`${PATTERNS}\``)
    expect(reader).toContain(`read \`${PATTERNS}\``)
  })

  test('older banks and banks of other tools are recognized by the same files as in the code [S52]', () => {
    for (const entry of LEGACY_ENTRIES) expect(writer).toContain(`\`${entry}\``)
    const foreign = /^\| `([^|]+)` … \| another tool/m.exec(writer)?.[1]?.split('`, `') ?? []
    expect(foreign.length).toBeGreaterThan(0)
    for (const name of foreign) expect(foreignBank(snapshotOf({ [name]: 'x' }))).toBeDefined()
  })

  test('each kind of entry has the place that the bank uses [S52]', () => {
    const target = (kind: string) => new RegExp(`^\\| ${kind}[^|]* \\| (.+) \\|$`, 'm').exec(writer)?.[1] ?? ''
    expect(target('focus')).toBe(`${MEMORY} → ${SECTION.focus.slice(3)}`)
    expect(target('decision')).toContain(`${SECTION.highlights.slice(3)} (at most ${LIMITS.decisionHighlights})`)
    expect(target('decision')).toContain(PATTERNS)
    expect(target('quick answer')).toContain(`${SECTION.quickAnswers.slice(3)} (at most ${LIMITS.quickAnswers})`)
    expect(target('progress')).toBe(PROGRESS)
    expect(target('technology')).toBe(TECH)
    for (const [kind, folder] of [
      ['requirement', 'requirements'],
      ['design', 'design'],
      ['learning', 'learnings'],
    ] as const) {
      expect(target(kind)).toContain(`details/${folder}/`)
      expect(INDEXED_FOLDERS).toContain(folder)
    }
  })
})

describe('forms', () => {
  test.each([MEMORY, PATTERNS, TECH, PROGRESS])('the form of %s is our template, byte for byte [S52]', (path) => {
    const part = templates.slice(templates.indexOf(`## memory-bank/${path}`))
    expect(fences(part)[0]).toBe(readFileSync(join(ROOT, 'templates/en', path), 'utf8'))
  })

  test('the template of the entry file is a current bank [S52]', () => {
    const memory = fences(templates)[0] ?? ''
    expect(detect(snapshotOf({ [MEMORY]: memory }))).toMatchObject({ kind: 'current', version: CURRENT_VERSION })
    for (const marker of Object.values(MARKER)) expect(memory).toContain(marker)
    const at = Object.values(SECTION).map((heading) => memory.indexOf(`\n${heading}\n`))
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    expect(at).not.toContain(-1)
  })

  test('Chinese headings and columns match the Chinese templates [S52]', () => {
    const chinese = [MEMORY, PATTERNS, PROGRESS].map((path) => readFileSync(join(ROOT, 'templates/zh', path), 'utf8'))
    const given = [...templates.matchAll(/`((?:#|\|)[^`]*\p{Script=Han}[^`]*)`/gu)].map((match) => match[1] ?? '')
    expect(given).toHaveLength(6)
    for (const line of given) expect(chinese.join('\n').split('\n')).toContain(line)
  })

  test('the examples have their required parts [S52]', () => {
    const row = /`(\| 2026-01-22 [^`]+)`/.exec(templates)?.[1] ?? ''
    const table = (fences(templates)[1] ?? '').replace(/^(?:\|---)+\|\n/m, (line) => `${line}${row}\n`)
    expect(pageOf(table).decisions.map((entry) => entry.missing)).toEqual([[]])
    const learning = fences(templates).find((text) => text.includes('Symptom')) ?? ''
    expect(pageOf(learning).learnings.map((entry) => entry.missing)).toEqual([[]])
    const status = /^Status: (\w+)$/m.exec(templates)?.[1]
    expect(STATUSES).toContain(status)
    expect(templates).toContain(`Status: ${STATUSES.join(', ')}.`)
  })

  test('the index has the columns and the router line of the program [S52]', () => {
    const index = fences(templates).at(-1) ?? ''
    expect(indexTables(pageOf(index))[0]?.keys).toEqual(indexColumns('requirements'))
    expect(index).toContain(routerLine('requirements', 'export', 'REQ-007-export.md').en)
    expect(advanced).toContain(`(${LEARNING_TYPES.join(', ')})`)
    expect(advanced).toContain(routerLine('design', 'x', 'x.md').en)
  })
})

describe('required parts', () => {
  const named = (kind: string) => {
    const match = new RegExp(`^- a ${kind}: (.+) \\((.+)\\)$`, 'm').exec(writer)
    return [(match?.[1] ?? '').split(', '), (match?.[2] ?? '').split('、')] as const
  }

  test.each([
    ['decision', 0],
    ['decision', 1],
    ['learning', 0],
    ['learning', 1],
  ] as const)('of a %s are all that the code asks for, and no fewer (%i) [S52]', (kind, language) => {
    const parts = named(kind)[language]
    const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
    const value = (label: string) => (/^(?:Date|日期)$/.test(label) ? '2026-01-22' : 'text')
    const entry = (labels: readonly string[]) =>
      `# Something\n\n${row(labels)}${row(labels.map(() => '---'))}${row(labels.map(value))}`
    const missingIn = (text: string) =>
      (kind === 'decision' ? pageOf(text).decisions : pageOf(text).learnings)[0]?.missing ?? []
    expect(missingIn(entry(parts))).toEqual([])
    for (const left of parts) expect(missingIn(entry(parts.filter((part) => part !== left)))).toHaveLength(1)
  })
})

describe('words', () => {
  const list = (label: string) => (new RegExp(`^- ${label}: (.+)$`, 'm').exec(writer)?.[1] ?? '').split(' ')

  test('of consent and refusal are understood by the code [S52]', () => {
    expect(list('yes')).toEqual(['好', '写', '确认', '可以', '行', 'yes', 'ok', 'sure', 'mb:write'])
    expect(list('no')).toEqual(['不用', '不要', '跳过', '算了', 'no', 'skip', 'mb:no'])
    for (const word of list('yes')) expect([word, readWords(word).answer]).toEqual([word, 'confirm'])
    for (const word of list('no')) expect([word, readWords(word).answer]).toEqual([word, 'reject'])
  })

  test('the examples of answers and requests have the meaning given [S52]', () => {
    expect(writer).toContain('"好，但先别写" is no')
    expect(readWords('好，但先别写').answer).toBe('reject')
    expect(writer).toContain('"写吧，顺便问一下…"): write')
    expect(readWords('写吧，顺便问一下怎么部署').answer).toBe('confirm')
    expect(writer).toContain('"只写第一条" confirms the first')
    expect(readWords('只写第一条').confirmed(2)).toEqual([1])
    const requests = /^.*ask for a write directly\.$/m.exec(writer)?.[0].split('do not count. ')[1]
    const asked = [...(requests ?? '').matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(asked).toHaveLength(3)
    for (const words of asked) expect(asksToWrite(words)).toBe(true)
    for (const words of asked) expect(chinese.writer).toContain(`"${words}"`)
  })

  test('the code recognizes a proposal in the form of the skill, with its target [S52]', () => {
    const target = 'memory-bank/details/patterns.md'
    const chinese = (fences(writer)[0] ?? '').replace('{target_file}', target)
    const english = [...(/^In English: (.+)$/m.exec(writer)?.[1] ?? '').matchAll(/`([^`]+)`/g)]
      .map((match) => match[1] ?? '')
      .join('\n')
      .replace('{target_file}', target)
    for (const text of [chinese, english]) expect(proposalIn(text, () => true)?.targets).toEqual([PATTERNS])
  })

  test('the report matches the one of the program [S52]', () => {
    const changes: readonly Change[] = [
      { kind: 'create', path: knownPath('details/design/xxx.md'), text: '' },
      { kind: 'edit', path: knownPath('details/design/index.md'), was: '', text: '| details/design/xxx.md |' },
      { kind: 'edit', path: MEMORY, was: '## Current Focus\n', text: '## Current Focus\n\n- x\n' },
    ]
    expect(fences(writer)[1]).toBe(`${appliedText(changes, 'zh')}\n`)
    expect(fences(writer)[2]).toBe(`${appliedText(changes, 'en')}\n`)
  })

  test('the omission marks match those of the program [S52]', () => {
    for (const language of ['en', 'zh'] as const)
      expect(reader).toContain(omissionMark(7, language).replace('7', '{n}'))
  })

  test('004:70: a memory-reader gives the date of each entry [S52]', () => {
    const plugin = readFileSync(join(ROOT, 'plugins/claude-code/agents/memory-reader.md'), 'utf8')
    const config: Parameters<typeof contribute>[0] = {}
    contribute(config, '')
    for (const text of [prompt, plugin, JSON.stringify(config.agent?.['memory-reader'])])
      expect(text).toMatch(/Evidence.{0,80}the entry's date/)
    expect(reader).toContain("the entry's date")
  })

  test('a memory-reader returns the same parts as the agent of the plugin [S52]', () => {
    const config: Parameters<typeof contribute>[0] = {}
    contribute(config, '')
    const agent = JSON.stringify(config.agent?.['memory-reader'])
    for (const part of ['Context Summary', 'Evidence', 'Open Questions', 'Conflicts']) {
      expect(prompt).toContain(`**${part}**`)
      expect(agent).toContain(part)
    }
  })
})

describe('numbers', () => {
  test.each<[string, string, RegExp, readonly number[]]>([
    ['an index is owed', skill, /index\.md above (\d+) files/, [LIMITS.indexOwedAbove]],
    ['an index is owed', advanced, /owed above (\d+) files/, [LIMITS.indexOwedAbove]],
    ['requirements are grouped', advanced, /Above (\d+) requirements/, [LIMITS.groupRequirementsAbove]],
    ['learnings are split', advanced, /above (\d+) learnings/, [LIMITS.splitLearningsAbove]],
    [
      'an archive is due',
      advanced,
      /over (\d+) lines or (\d+) done items/,
      [LIMITS.archiveLines, LIMITS.archiveDoneItems],
    ],
    ['what is archived', advanced, /older than (\d+) days/, [LIMITS.archiveKeepDays]],
    ['what stays', advanced, /the last (\d+) days stay/, [LIMITS.archiveKeepDays]],
    ['highlights', advanced, /Decision Highlights (\d+)/, [LIMITS.decisionHighlights]],
    ['quick answers', advanced, /Top Quick Answers (\d+)/, [LIMITS.quickAnswers]],
    ['a scan', advanced, /a scan (\d+) files of (\d+) lines/, [LIMITS.scanFiles, LIMITS.scanLines]],
    ['a scan', writer, /at most (\d+) files of (\d+) lines/, [LIMITS.scanFiles, LIMITS.scanLines]],
    ['reading', advanced, /reading (\d+) files and (\d+) lines/, [LIMITS.recallFiles, LIMITS.recallLines]],
    ['reading', reader, /(\d+) files a turn, (\d+) lines/, [LIMITS.recallFiles, LIMITS.recallLines]],
    ['reading', prompt, /at most (\d+) files, (\d+) lines/, [LIMITS.recallFiles, LIMITS.recallLines]],
    ['the entry', advanced, /entry page within (\d+) tokens/, [LIMITS.openingTokens]],
    [
      'a large file',
      reader,
      /over (\d+) lines: .+ first (\d+) and last (\d+) lines/,
      [LIMITS.largeFileLines, LIMITS.headLines, LIMITS.tailLines],
    ],
  ])('%s [S52]', (_, text, said, numbers) => {
    expect((said.exec(text) ?? []).slice(1).map(Number)).toEqual(numbers)
  })

  test.each<[string, keyof typeof chinese, RegExp, readonly number[]]>([
    ['an index is owed', 'skill', /超过 (\d+) 个文件时有 index\.md/, [LIMITS.indexOwedAbove]],
    ['an index is owed', 'advanced', /超过 (\d+) 个文件时必须有/, [LIMITS.indexOwedAbove]],
    ['requirements are grouped', 'advanced', /需求超过 (\d+) 个/, [LIMITS.groupRequirementsAbove]],
    ['learnings are split', 'advanced', /经验超过 (\d+) 个/, [LIMITS.splitLearningsAbove]],
    ['an archive is due', 'advanced', /超过 (\d+) 行或 (\d+) 个已完成/, [LIMITS.archiveLines, LIMITS.archiveDoneItems]],
    ['archived items', 'advanced', /，(\d+) 天以前完成的事项/, [LIMITS.archiveKeepDays]],
    ['kept items', 'advanced', /最近 (\d+) 天的留下/, [LIMITS.archiveKeepDays]],
    ['highlights', 'advanced', /Decision Highlights (\d+) 行/, [LIMITS.decisionHighlights]],
    ['quick answers', 'advanced', /Top Quick Answers (\d+) 条/, [LIMITS.quickAnswers]],
    ['a scan', 'advanced', /扫描 (\d+) 个文件、每个 (\d+) 行/, [LIMITS.scanFiles, LIMITS.scanLines]],
    ['a scan', 'writer', /最多读 (\d+) 个文件、每个 (\d+) 行/, [LIMITS.scanFiles, LIMITS.scanLines]],
    ['reading', 'advanced', /每轮读 (\d+) 个文件、(\d+) 行/, [LIMITS.recallFiles, LIMITS.recallLines]],
    ['reading', 'reader', /每轮 (\d+) 个文件，合计 (\d+) 行/, [LIMITS.recallFiles, LIMITS.recallLines]],
    ['reading', 'prompt', /最多读 (\d+) 个文件，合计 (\d+) 行/, [LIMITS.recallFiles, LIMITS.recallLines]],
    ['the entry page', 'advanced', /入口 (\d+) token 以内/, [LIMITS.openingTokens]],
    [
      'a large file',
      'reader',
      /超过 (\d+) 行的文件：.+前 (\d+) 行和后 (\d+) 行/,
      [LIMITS.largeFileLines, LIMITS.headLines, LIMITS.tailLines],
    ],
  ])('%s, in Chinese (%s) [S52]', (_, page, said, numbers) => {
    expect((said.exec(chinese[page]) ?? []).slice(1).map(Number)).toEqual(numbers)
  })

  test('every version it names is the current one [S52]', () => {
    for (const text of [writer, templates, chinese.writer, chinese.templates])
      for (const match of text.matchAll(/MEMORY_BANK_TEMPLATE:v([\d.]+)|\bv(7\.\d+)\b/g))
        expect(match[1] ?? match[2]).toBe(CURRENT_VERSION)
    expect(writer).toContain(`<!-- MEMORY_BANK_TEMPLATE:v${CURRENT_VERSION} -->`)
  })
})

test('an upgrade by hand equals the upgrade by the program: the mark, the sections in order, the note [S52]', () => {
  const old = `${MARKER.machineStart}\n<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\n## Routing Rules\n${MARKER.machineEnd}\n${MARKER.userStart}\n${MARKER.userEnd}\n`
  const before = snapshotOf({ [MEMORY]: old })
  const planned = plan(detect(before), inputFor(before, { language: 'en' }))
  const after = planned.ok ? (applied(before, planned.value).files.get(MEMORY)?.text ?? '') : ''
  const note = /^> .+$/m.exec(writer)?.[0] ?? 'none'
  expect(after).toContain(`${SECTION.routing}\n\n${note}\n`)
  const line = /append, in this order .+?: (`## .+?`)\. /.exec(writer)?.[1] ?? ''
  const order = [...line.matchAll(/`(## [^`]+)`/g)].map((match) => match[1] ?? '')
  expect(order).toEqual([SECTION.routing, SECTION.drillDown, SECTION.writeSafety, SECTION.quickAnswers])
  const added = [...after.matchAll(/^## .+$/gm)].map((match) => match[0]).slice(1)
  expect(added).toEqual(order)
})

describe('settings', () => {
  const rows = [...advanced.matchAll(/^\| `(MEMORY_BANK_\w+)` \| (?:`(\w+)` )?\| (.+) \|$/gm)]

  test('are complete [S52]', () => {
    const named = new Set<string>()
    for (const file of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      const text = readFileSync(join(ROOT, 'src', file), 'utf8')
      for (const match of text.matchAll(/'(MEMORY_BANK_[A-Z_]+)'/g)) named.add(match[1] ?? '')
    }
    named.delete('MEMORY_BANK_DEBUG') // for developers of the program
    named.delete('MEMORY_BANK_TEMPLATE') // the version mark of a bank
    named.delete('MEMORY_BANK_NODE') // the Node that starts the program, written by install
    named.delete('MEMORY_BANK_AGENT_SHELL') // marks a shell that an agent started
    named.delete('MEMORY_BANK_ASSUME_PERSON') // for people only, so models do not learn of it
    expect(new Set(rows.map((row) => row[1]))).toEqual(named)
    expect(advanced).toContain(`\`${CONFIG_FILE}\``)
  })

  test.each(rows.filter((row) => row[2] !== undefined).map((row) => [row[1] ?? '', row[2] ?? '', row[3] ?? '']))(
    '%s has these values and no other [S52]',
    (variable, name, values) => {
      const config = (env: NodeJS.ProcessEnv, options: Readonly<Record<string, unknown>> = {}) =>
        readConfig(join(ROOT, 'templates'), env, options)
      const chosen = values.split(', ')
      for (const value of chosen) {
        expect(config({ [variable]: value }).ok).toBe(true)
        expect(config({}, { [name]: value })).toEqual(config({ [variable]: value }))
      }
      expect(config({ [variable]: chosen[0] })).toEqual(config({}))
      const refused = /it must be one of: ([^.]+)\./.exec(JSON.stringify(config({ [variable]: 'else' })))?.[1] ?? ''
      expect(refused.split(', ').toSorted()).toEqual(chosen.toSorted())
    },
  )
})

describe('in Chinese', () => {
  test('its templates equal the Chinese templates, byte for byte [S52]', () => {
    const forms = fences(chinese.templates)
    const files = [MEMORY, PATTERNS, TECH, PROGRESS]
    expect(forms.slice(0, files.length)).toEqual(
      files.map((path) => readFileSync(join(ROOT, 'templates/zh', path), 'utf8')),
    )
    const learning = forms.find((text) => text.includes('**根因**')) ?? ''
    expect(pageOf(learning).learnings.map((entry) => entry.missing)).toEqual([[]])
    expect(chinese.templates).toContain(`Status: ${STATUSES.join(', ')}.`)
    const index = forms.at(-1) ?? ''
    expect(indexTables(pageOf(index))[0]?.keys).toEqual(indexColumns('requirements'))
    expect(index).toContain(routerLine('requirements', '导出', 'REQ-007-export.md').zh)
  })

  test('it has the same rules: protocol, tools, answers, parts, report, settings, commands [S52]', () => {
    const line = /^protocol_version: .+$/m.exec(protocol)?.[0] ?? 'none'
    expect(chinese.skill).toContain(`\`${line}\``)
    for (const tool of ['memory_recall', 'memory_propose']) expect(chinese.skill).toContain(`\`${tool}\``)
    for (const [english, own] of [
      ['yes', '同意'],
      ['no', '拒绝'],
    ] as const) {
      const words = new RegExp(`^- ${english}: (.+)$`, 'm').exec(writer)?.[1] ?? 'none'
      expect(chinese.writer).toContain(`- ${own}：${words}`)
    }
    for (const kind of ['decision', 'learning']) {
      const parts = new RegExp(`^- a ${kind}: .+ \\((.+)\\)$`, 'm').exec(writer)?.[1] ?? 'none'
      expect(chinese.writer).toContain(`：${parts}\n`)
    }
    expect(fences(chinese.writer)).toEqual(fences(writer).slice(0, 2))
    expect(chinese.reader).toContain(omissionMark(7, 'zh').replace('7', '{n}'))
    expect(chinese.advanced).toContain(routerLine('design', 'x', 'x.md').zh)
    const settings = (text: string) =>
      [...text.matchAll(/^\| (`MEMORY_BANK_\w+` \| (?:`\w+` )?\|)/gm)].map(([, row]) => row)
    expect(settings(chinese.advanced)).toEqual(settings(advanced))
    for (const entry of LEGACY_ENTRIES) expect(chinese.writer).toContain(`\`${entry}\``)
    const rows = (text: string, word: string) => [...text.matchAll(new RegExp(`^\\| ${word} \\|`, 'gm'))].length
    for (const [english, own] of [
      ['yes', '是'],
      ['no', '否'],
    ] as const)
      expect(rows(chinese.writer, own)).toBe(rows(writer, english))
    const named = (text: string) =>
      [...text.matchAll(/`(?:memory-bank )?([a-z]+)(?: [^`]*)?`/g)].map(([, name]) => name)
    const commands = (text: string) => named(text.slice(text.lastIndexOf('`memory-bank status`')))
    expect(commands(chinese.skill)).toEqual(commands(skill))
  })

  test('an upgrade by hand appends the same sections and the same note [S52]', () => {
    const line = /按此顺序追加缺少的标题：(.+?)。旧的/.exec(chinese.writer)?.[1] ?? ''
    const headings = [...line.matchAll(/`(## [^`]+)`/g)].map((match) => match[1])
    const order = [SECTION.routing, SECTION.drillDown, SECTION.writeSafety, SECTION.quickAnswers]
    expect(headings).toEqual(order)
    const before = snapshotOf({
      [MEMORY]: `${MARKER.machineStart}\n<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\n## Routing Rules\n${MARKER.machineEnd}\n${MARKER.userStart}\n${MARKER.userEnd}\n`,
    })
    const planned = plan(detect(before), inputFor(before, { language: 'zh' }))
    const after = planned.ok ? (applied(before, planned.value).files.get(MEMORY)?.text ?? '') : ''
    expect(after).toContain(/^> .+$/m.exec(chinese.writer)?.[0] ?? 'none')
  })
})

test('the commands it names exist, and those for agents write nothing [S52]', async () => {
  const [runs = '', writes = ''] = (/^If the program is installed.+$/m.exec(skill)?.[0] ?? '').split('Those that write')
  const names = (text: string) => [...text.matchAll(/`(?:memory-bank )?(\w+)[^`]*`/g)].map((match) => match[1] ?? '')
  const commands = await Promise.all(COMMANDS.map((command) => command.load()))
  const known = new Map(commands.map((command): [string, object] => [command.name, command.options]))
  expect(names(runs).length).toBeGreaterThan(3)
  // `check` writes only with --fix.
  const mayWrite = (options: object) => 'yes' in options && !('fix' in options)
  for (const name of names(runs)) expect([name, mayWrite(known.get(name) ?? { yes: '' })]).toEqual([name, false])
  for (const name of names(writes)) expect([name, mayWrite(known.get(name) ?? {})]).toEqual([name, true])
})

/** The contents of code fences, in order. */
function fences(text: string): readonly string[] {
  return [...text.matchAll(/^(`{3,})\w*\n([\s\S]*?)^\1$/gm)].map((match) => match[2] ?? '')
}
