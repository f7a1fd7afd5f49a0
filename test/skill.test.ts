/**
 * The skill, the protocol and the code say the same (S52). Every name, number and text that an agent without a plugin
 * would follow is held against the constant or the function that decides it where one runs.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { MARKER } from '../src/bank/blocks.ts'
import { indexColumns, indexTables, routerLine } from '../src/bank/index-table.ts'
import { pageOf } from '../src/bank/page.ts'
import { COMMANDS } from '../src/cli/commands/index.ts'
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
import { proposalIn } from '../src/guard/proposal.ts'
import { asksToWrite, readWords } from '../src/guard/words.ts'
import { INSTRUCTIONS } from '../src/hosts/mcp/encode.ts'
import { contribute } from '../src/hosts/opencode/contributions.ts'
import { detect } from '../src/plan/detect.ts'
import { plan } from '../src/plan/plan.ts'
import { omissionMark } from '../src/search/excerpt.ts'
import { opening } from '../src/search/opening.ts'
import { foreignBank } from '../src/bank/foreign-bank.ts'
import { appliedText } from '../src/bank/plan-text.ts'
import { readConfig } from '../src/disk/project/config.ts'
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
const protocol = opening('', CURRENT_VERSION, LIMITS.openingTokens).text

describe('its size and shape', () => {
  test('costs under 900 tokens to begin with, and under 6,000 in all [S52]', () => {
    const costs = [skill, reader, writer, templates, advanced, prompt].map((text) => countTokens(text))
    expect(costs[0]).toBeLessThan(900)
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeLessThan(6_000)
  })

  test('names every reference by when to read it [S52]', () => {
    const files = readdirSync(join(FOLDER, 'references')).toSorted()
    expect(files).toEqual(['advanced-rules.md', 'memory-reader-prompt.md', 'reader.md', 'templates.md', 'writer.md'])
    for (const file of files)
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
  test('is recognised by the very line the opening carries, and wins [S52]', () => {
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

  test('names the five occasions of 004 for reading the patterns, as the skill does [S27] [S52]', () => {
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

  test('has the trigger table of 000 in one line, the skill has it whole [S40] [S52]', () => {
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

test('what the MCP server tells its client agrees with both [S52]', () => {
  for (const word of [`${BANK_FOLDER}/${MEMORY}`, `${BANK_FOLDER}/${PATTERNS}`, 'memory_recall', 'memory_propose'])
    expect(INSTRUCTIONS).toContain(word)
  for (const word of ['memory_recall', 'memory_propose']) expect(skill).toContain(`\`${word}\``)
  const files = /(\d-\d) files/.exec(protocol)?.[1] ?? 'none'
  expect(INSTRUCTIONS).toContain(`the ${files} files its routes name`)
  expect(INSTRUCTIONS).toContain('Skip for chat and simple follow-ups')
  // It guards nothing, so the skill must not give way to it.
  expect(INSTRUCTIONS).not.toContain('protocol_version')
})

describe('places', () => {
  test('every file and folder of the layout is where the code looks [S52]', () => {
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

  test('old and foreign banks are told by the files the code tells them by [S52]', () => {
    for (const entry of LEGACY_ENTRIES) expect(writer).toContain(`\`${entry}\``)
    const foreign = /^\| `([^|]+)` … \| another tool/m.exec(writer)?.[1]?.split('`, `') ?? []
    expect(foreign.length).toBeGreaterThan(0)
    for (const name of foreign) expect(foreignBank(snapshotOf({ [name]: 'x' }))).toBeDefined()
  })

  test('each kind of entry goes where the bank keeps it [S52]', () => {
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

  test('the form of the entry is a current bank [S52]', () => {
    const memory = fences(templates)[0] ?? ''
    expect(detect(snapshotOf({ [MEMORY]: memory }))).toMatchObject({ kind: 'current', version: CURRENT_VERSION })
    for (const marker of Object.values(MARKER)) expect(memory).toContain(marker)
    const at = Object.values(SECTION).map((heading) => memory.indexOf(`\n${heading}\n`))
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    expect(at).not.toContain(-1)
  })

  test('headings and columns given in Chinese are those of the Chinese templates [S52]', () => {
    const chinese = [MEMORY, PATTERNS, PROGRESS].map((path) => readFileSync(join(ROOT, 'templates/zh', path), 'utf8'))
    const given = [...templates.matchAll(/`((?:#|\|)[^`]*\p{Script=Han}[^`]*)`/gu)].map((match) => match[1] ?? '')
    expect(given).toHaveLength(6)
    for (const line of given) expect(chinese.join('\n').split('\n')).toContain(line)
  })

  test('the examples have the parts they must have [S52]', () => {
    const row = /`(\| 2026-01-22 [^`]+)`/.exec(templates)?.[1] ?? ''
    const table = (fences(templates)[1] ?? '').replace(/^(?:\|---)+\|\n/m, (line) => `${line}${row}\n`)
    expect(pageOf(table).decisions.map((entry) => entry.missing)).toEqual([[]])
    const learning = fences(templates).find((text) => text.includes('Symptom')) ?? ''
    expect(pageOf(learning).learnings.map((entry) => entry.missing)).toEqual([[]])
    const status = /^Status: (\w+)$/m.exec(templates)?.[1]
    expect(STATUSES).toContain(status)
    expect(templates).toContain(`Status: ${STATUSES.join(', ')}.`)
  })

  test('the index has our columns and our router line [S52]', () => {
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

  test('of consent and refusal are read so by the code [S52]', () => {
    expect(list('yes')).toEqual(['好', '写', '确认', '可以', '行', 'yes', 'ok', 'sure', 'mb:write'])
    expect(list('no')).toEqual(['不用', '不要', '跳过', '算了', 'no', 'skip', 'mb:no'])
    for (const word of list('yes')) expect([word, readWords(word).answer]).toEqual([word, 'confirm'])
    for (const word of list('no')) expect([word, readWords(word).answer]).toEqual([word, 'reject'])
  })

  test('the examples of answers and requests mean what is said of them [S52]', () => {
    expect(writer).toContain('"好，但先别写" is no')
    expect(readWords('好，但先别写').answer).toBe('reject')
    expect(writer).toContain('"写吧，顺便问一下…"): write')
    expect(readWords('写吧，顺便问一下怎么部署').answer).toBe('confirm')
    expect(writer).toContain('"只写第一条" confirms the first')
    expect(readWords('只写第一条').confirmed(2)).toEqual([1])
    const requests = /^.*ask for a write directly\.$/m.exec(writer)?.[0].split('are none. ')[1]
    for (const match of requests?.matchAll(/"([^"]+)"/g) ?? []) expect(asksToWrite(match[1] ?? '')).toBe(true)
  })

  test('a proposal in the form of the skill is one for the code, with its target [S52]', () => {
    const target = 'memory-bank/details/patterns.md'
    const chinese = (fences(writer)[0] ?? '').replace('{target_file}', target)
    const english = [...(/^In English: (.+)$/m.exec(writer)?.[1] ?? '').matchAll(/`([^`]+)`/g)]
      .map((match) => match[1] ?? '')
      .join('\n')
      .replace('{target_file}', target)
    for (const text of [chinese, english]) expect(proposalIn(text)?.targets).toEqual([PATTERNS])
  })

  test('the report is the one our own code gives [S52]', () => {
    const changes: readonly Change[] = [
      { kind: 'create', path: knownPath('details/design/xxx.md'), text: '' },
      { kind: 'edit', path: knownPath('details/design/index.md'), was: '', text: '| details/design/xxx.md |' },
      { kind: 'edit', path: MEMORY, was: '## Current Focus\n', text: '## Current Focus\n\n- x\n' },
    ]
    expect(fences(writer)[1]).toBe(`${appliedText(changes, 'zh')}\n`)
    expect(fences(writer)[2]).toBe(`${appliedText(changes, 'en')}\n`)
  })

  test('the omission marks are ours [S52]', () => {
    for (const language of ['en', 'zh'] as const)
      expect(reader).toContain(omissionMark(7, language).replace('7', '{n}'))
  })

  test('004:70: whoever reads for another gives the date of each entry [S52]', () => {
    const plugin = readFileSync(join(ROOT, 'plugins/claude-code/agents/memory-reader.md'), 'utf8')
    const config: Parameters<typeof contribute>[0] = {}
    contribute(config, '')
    for (const text of [prompt, plugin, JSON.stringify(config.agent?.['memory-reader'])])
      expect(text).toMatch(/Evidence.{0,80}the entry's date/)
    expect(reader).toContain("the entry's date")
  })

  test('a memory-reader returns the same parts as the host’s agent [S52]', () => {
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
    ['the entry', advanced, /entry within (\d+) tokens/, [LIMITS.openingTokens]],
    [
      'a large file',
      reader,
      /over (\d+) lines: .+ first (\d+) and last (\d+) lines/,
      [LIMITS.largeFileLines, LIMITS.headLines, LIMITS.tailLines],
    ],
  ])('%s [S52]', (_, text, said, numbers) => {
    expect((said.exec(text) ?? []).slice(1).map(Number)).toEqual(numbers)
  })

  test('the version is the current one wherever one is named [S52]', () => {
    for (const text of [writer, templates])
      for (const match of text.matchAll(/MEMORY_BANK_TEMPLATE:v([\d.]+)|\bv(7\.\d+)\b/g))
        expect(match[1] ?? match[2]).toBe(CURRENT_VERSION)
    expect(writer).toContain(`<!-- MEMORY_BANK_TEMPLATE:v${CURRENT_VERSION} -->`)
  })
})

test('an upgrade by hand is the upgrade of the code: the mark, the sections in order, the note [S52]', () => {
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

  test('are all that the code reads [S52]', () => {
    const named = new Set<string>()
    for (const file of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      const text = readFileSync(join(ROOT, 'src', file), 'utf8')
      for (const match of text.matchAll(/'(MEMORY_BANK_[A-Z_]+)'/g)) named.add(match[1] ?? '')
    }
    named.delete('MEMORY_BANK_DEBUG') // for those who work on the program
    named.delete('MEMORY_BANK_TEMPLATE') // the mark of a bank
    named.delete('MEMORY_BANK_NODE') // which Node starts us, written by install
    named.delete('MEMORY_BANK_AGENT_SHELL') // the mark of a shell that an agent started, set by us
    named.delete('MEMORY_BANK_ASSUME_PERSON') // a person's own word, of which no model is told
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
      const refused = /it may be ([^.]+)\./.exec(JSON.stringify(config({ [variable]: 'else' })))?.[1] ?? ''
      expect(refused.split(', ').toSorted()).toEqual(chosen.toSorted())
    },
  )
})

test('the commands it names are commands, and those an agent may run write nothing [S52]', async () => {
  const [runs = '', writes = ''] = (/^Where the program is installed.+$/m.exec(skill)?.[0] ?? '').split(
    'Those that write',
  )
  const names = (text: string) => [...text.matchAll(/`(?:memory-bank )?(\w+)[^`]*`/g)].map((match) => match[1] ?? '')
  const commands = await Promise.all(COMMANDS.map((command) => command.load()))
  const known = new Map(commands.map((command): [string, object] => [command.name, command.options]))
  expect(names(runs).length).toBeGreaterThan(3)
  // `check` writes only with --fix.
  const mayWrite = (options: object) => 'yes' in options && !('fix' in options)
  for (const name of names(runs)) expect([name, mayWrite(known.get(name) ?? { yes: '' })]).toEqual([name, false])
  for (const name of names(writes)) expect([name, mayWrite(known.get(name) ?? {})]).toEqual([name, true])
})

/** What stands between fences, in order. */
function fences(text: string): readonly string[] {
  return [...text.matchAll(/^(`{3,})\w*\n([\s\S]*?)^\1$/gm)].map((match) => match[2] ?? '')
}
