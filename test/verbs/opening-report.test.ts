import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpeningReport } from '../../src/bank/opening-report.ts'
import { estimateTokens } from '../../src/base/estimate-tokens.ts'
import { SECTION } from '../../src/base/layout.ts'
import { LIMITS } from '../../src/base/limits.ts'
import { HOSTS } from '../../src/hosts/index.ts'
import { escapeEntities } from '../../src/hosts/wording.ts'
import { Guard } from '../../src/session/guard.ts'
import { findInstallContext } from '../../src/setup/install-context.ts'
import { openingReport } from '../../src/verbs/opening-report.ts'
import { asyncLaw } from '../laws/runs.ts'
import { given, PageProject } from './page-project.ts'

let project: PageProject
const MEMORY = 'memory-bank/MEMORY.md'

beforeEach(() => {
  project = new PageProject({ 'package.json': '{ "name": "shop", "scripts": { "build": "vite build" } }' })
})
afterEach(() => project.remove())

test('it is what a session is sent, to the byte, and its parts are the whole text [S20] [S54]', async () => {
  addToEntry(SECTION.focus, '- Ship refunds &lt;soon&gt;, see [tech](details/tech.md)\n')
  project.put('memory-bank/inbox/2026-01-02-a-1234.md', '---\nkind: tech\ndate: 2026-01-02\n---\n\nPort 80.\n')
  const report = await opening()
  const guard = given(
    Guard.open({ folder: project.root, env: project.env, now: () => new Date(0), progress: () => undefined }),
  )
  expect(report.text).toBe(await guard.opening('s'))
  expect(report.text).toContain('Ship refunds')
  expectWhole(report)
  expect(report).toMatchObject({ host: undefined, budget: LIMITS.openingTokens, leftOut: [] })
  expect(report.tokens).toBe(estimateTokens(report.text))
  const names = report.parts.map(({ kind, name }) => `${kind} ${name}`)
  expect(names).toEqual(expect.arrayContaining(['protocol Protocol', 'section Current Focus']))
  expect([names[0], names.at(-1)]).toEqual(['frame Frame', 'frame Frame'])
})

test('a host that gets a different text is selected by name [S20]', async () => {
  addToEntry(SECTION.focus, '- Ship refunds &lt;soon&gt;\n')
  const plain = await opening()
  const gemini = await opening('gemini-cli')
  expect(gemini.host).toBe('gemini')
  expect(gemini.text).toBe(escapeEntities(plain.text))
  expect(gemini.text).not.toBe(plain.text)
  expectWhole(gemini)
  expect((await opening('claude')).text).toBe(plain.text)
})

test('the report shows the channel of each host and whether it is installed; a host without an opening is refused [S54]', async () => {
  project.put('opencode.json', '{ "plugin": ["memory-bank"] }')
  const { hosts } = await opening()
  expect(hosts.filter(({ isInstalled }) => isInstalled).map(({ id }) => id)).toEqual(['opencode'])
  expect(hosts.find(({ id }) => id === 'opencode')?.channel).toBe('system prompt')
  expect(hosts.map(({ id }) => id)).not.toContain('mcp')
  const asked = await openingReport(project.open(), { ...wish(), host: 'mcp' })
  expect(asked.ok ? undefined : asked.problem.code).toBe('usage')
})

test('each part that the budget leaves out has a name, its cost and a remedy, in both languages [S20] [S54]', async () => {
  addToEntry(SECTION.focus, lines(400, 'focus'))
  addToEntry(SECTION.quickAnswers, '- **Why?** Because it is so.\n')
  project.put(MEMORY, `${project.read(MEMORY)}\n## Own section\n\n${lines(200, 'own')}`)
  const [en, zh] = [await opening(), await opening(undefined, 'zh')]
  expect(en.tokens).toBeLessThanOrEqual(en.budget)
  expect(en.leftOut.length).toBeGreaterThan(1)
  for (const { leftOut } of [en, zh])
    for (const { name, tokens, remedy } of leftOut) {
      expect(name).not.toBe('')
      expect(tokens).toBeGreaterThan(0)
      expect(remedy.length).toBeGreaterThan(10)
    }
  expect(en.leftOut.find(({ name }) => name.startsWith('Current Focus beyond'))?.remedy).toContain('Current Focus')
  expect(en.parts.some(({ kind }) => kind === 'left-out')).toBe(true)
  expect(zh.text).toBe(en.text)
  expect(zh.leftOut.map(({ remedy }) => remedy).join('')).toMatch(/[\u4e00-\u9fff]/)
  expectWhole(en)
})

test('no bank, and nothing sent at all, are reported as they are [S30]', async () => {
  project.git('rm', '-rqf', '--cached', '--ignore-unmatch', 'memory-bank')
  const off = await openingReport(project.open({ MEMORY_BANK_DISABLED: '1' }), wish())
  expect(given(off)).toMatchObject({ text: '', tokens: 0, parts: [] })
  project.removeBank()
  const none = await opening()
  expect(none.text).toContain('no memory bank yet')
  expectWhole(none)
})

test('a secret of the entry is not in it [S35]', async () => {
  const key = `AKIA${'Q7ZK2M5XW9R4T8VB'}`
  addToEntry(SECTION.focus, `- aws_access_key_id = ${key}\n`)
  const { text } = await opening()
  expect(text).toContain('aws_access_key_id')
  expect(text).not.toContain(key)
})

const words = fc.array(
  fc.constantFrom(
    '## A',
    '## A',
    '# T',
    '```',
    'words and words',
    '- an item',
    '<!-- note -->',
    '\u200b',
    '<system',
    '',
  ),
  { maxLength: 120 },
)

test('the parts add up to the whole text in order, without overlap [S20]', async () => {
  const entry = project.read(MEMORY)
  await asyncLaw(
    fc.asyncProperty(words, fc.boolean(), async (said, isLong) => {
      const more = said.join('\n')
      project.put(MEMORY, entry.replace(SECTION.focus, `${SECTION.focus}\n${more}\n${isLong ? lines(300, 'x') : ''}`))
      expectWhole(await opening())
    }),
    20,
  )
})

function expectWhole({ text, parts }: OpeningReport): void {
  let end = 0
  for (const part of parts) {
    expect(part.start).toBe(end)
    expect(part.end).toBeGreaterThan(part.start)
    end = part.end
  }
  expect(end).toBe(text.length)
}

function lines(count: number, word: string): string {
  return Array.from({ length: count }, (_, at) => `- ${word} number ${at}, said in a few words\n`).join('')
}

function addToEntry(heading: string, text: string): void {
  const entry = project.read(MEMORY)
  project.put(
    MEMORY,
    entry.includes(heading) ? entry.replace(heading, `${heading}\n\n${text}`) : `${entry}\n${heading}\n\n${text}`,
  )
}

function wish() {
  const around = { folder: project.root, env: project.env, now: () => new Date(0), node: process.execPath }
  return { hosts: HOSTS, language: 'en' as const, context: findInstallContext(around) }
}

async function opening(host?: string, language: 'en' | 'zh' = 'en'): Promise<OpeningReport> {
  return given(await openingReport(project.open(), { ...wish(), language, ...(host === undefined ? {} : { host }) }))
}
