import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { readMarkdown } from '../../src/check/read-markdown.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Links, code spans and headings with their lines, from either parser. */
interface Seen {
  readonly links: readonly string[]
  readonly codes: readonly string[]
  readonly headings: readonly string[]
}

const at = (text: string, line: number) => `${text.replace(/\s+/g, ' ').trim()} @${line}`

function ours(text: string): Seen {
  const { links, definitions, codes, headings } = readMarkdown(text)
  return {
    links: [...links, ...definitions].map((one) => at(one.text, one.line)).sort(),
    codes: codes.map((one) => at(one.text, one.line)).sort(),
    headings: headings.map((one) => at(String(one.level), one.line)),
  }
}

interface Node {
  readonly type: string
  readonly url?: string
  readonly value?: string
  readonly depth?: number
  readonly children?: readonly Node[]
  readonly position?: { readonly start: { readonly line: number; readonly offset?: number | undefined } } | undefined
}

function reference(text: string): Seen {
  const [links, codes, headings]: [string[], string[], string[]] = [[], [], []]
  const visit = (node: Node, inLink: boolean): void => {
    const { line, offset = -1 } = node.position?.start ?? { line: 0 }
    const isAutolink = node.type === 'link' && text[offset] === '<'
    const isLink = node.type === 'definition' || node.type === 'image' || (node.type === 'link' && !isAutolink)
    if (isLink) links.push(at(node.url ?? '', line))
    if (node.type === 'inlineCode' && !inLink) codes.push(at(node.value ?? '', line))
    if (node.type === 'heading') headings.push(at(String(node.depth ?? 0), line))
    for (const child of node.children ?? []) visit(child, inLink || node.type === 'link')
  }
  visit(fromMarkdown(text), false)
  return { links: links.sort(), codes: codes.sort(), headings }
}

/** Markdown written by people. The reference parser does not support tables, front matter and footnotes. */
const DOCUMENTS = [
  '.',
  'docs',
  'examples',
  'skills',
  'memory-bank',
  'templates',
  'bench',
  'test/fixtures/banks',
].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
    .map((path) => [join(folder, path), readFileSync(join(ROOT, folder, path), 'utf8').replace(/^\ufeff/, '')] as const)
    .filter(([, text]) => !/^\s*\|?[ :-]*-\|/m.test(text) && !text.startsWith('---') && !/^\[\^/m.test(text)),
)

describe('agreement with the reference parser', () => {
  test('there are documents to read', () => expect(DOCUMENTS.length).toBeGreaterThan(200))

  test.each(DOCUMENTS)('%s', (_, text) => expect(ours(text)).toEqual(reference(text)))
})

test.each<[string, string, readonly string[]]>([
  ['closed and underlined ones', '## A ##\n\nB `c`\n---\n', ['2 A @1', '2 B c @3']],
  ['no front matter', '---\ntitle: a\n---\n# b\n', ['1 b @4']],
  ['text between rules, which is no front matter', '---\nSome words.\n---\n', ['2 Some words. @2']],
  ['lines of every ending', '# a\r\n\r\n# b\r\r# c', ['1 a @1', '1 b @3', '1 c @5']],
  ['words without markup', '# *a* [b](c "d") ![e](f) `g` &amp; \\* <i>h</i> i_j\n', ['1 a b   g & * h i_j @1']],
])('headings: %s', (_, text, expected) => {
  const { headings } = readMarkdown(text)
  expect(headings.map(({ level, text, line }) => `${level} ${text} @${line}`)).toEqual(expected)
})

test.each<[string, readonly string[]]>([
  ['`a.md` [`b.md`](c) [`d.md`]', ['a.md', 'd.md']],
  ['`` `a` ``\n', ['`a`']],
  ['| a |\n|---|\n| `b\\|c` |\n', ['b\\|c']],
])('code spans outside links: %j', (text, expected) =>
  expect(readMarkdown(text).codes.map((code) => code.text)).toEqual(expected),
)

test('a footnote is text, and a link in it is a link', () => {
  const { links, definitions } = readMarkdown('a[^1]\n\n[^1]: [b](c.md)\n')
  expect([links.map(({ text }) => text), definitions]).toEqual([['c.md'], []])
})

test('rows of a table are read up to 50,000 cells, and the lines below keep their numbers [S39]', () => {
  const row = `|${' `z` |'.repeat(99)}\n`
  const { codes, links } = readMarkdown(`| a |\n|---|\n${row.repeat(600)}\n[a](b.md)\n`)
  expect(codes.length).toBeLessThan(50_000)
  expect(codes.length).toBeGreaterThan(40_000)
  expect(links).toMatchObject([{ text: 'b.md', line: 604 }])
})
