import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { readInline } from '../../src/check/inline.ts'
import { readProse } from '../../src/check/prose.ts'

/** What our reader and mdast, the reference, both can tell: each link, code span and heading with its line. */
interface Seen {
  readonly links: readonly string[]
  readonly codes: readonly string[]
  readonly headings: readonly string[]
}

function ours(text: string): Seen {
  const { pieces, definitions } = readProse(text)
  const labels = new Set(definitions.map((definition) => definition.label))
  const links = definitions.map((definition) => `definition ${definition.destination} @${definition.line}`)
  const codes: string[] = []
  const headings: string[] = []
  for (const piece of pieces) {
    const inline = readInline(piece.text, labels)
    const lineOf = (offset: number) => piece.line + piece.text.slice(0, offset).split('\n').length - 1
    links.push(...inline.links.map((link) => `${link.kind} ${link.destination} @${lineOf(link.offset)}`))
    codes.push(...inline.codes.map((code) => `${code.text} @${lineOf(code.offset)}`))
    if (piece.kind === 'heading') headings.push(`${piece.level} @${piece.line}`)
  }
  return { links: links.sort(), codes: codes.sort(), headings: headings.sort() }
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
    const start = node.position?.start
    const line = start?.line ?? 0
    const isAutolink = node.type === 'link' && text[start?.offset ?? -1] === '<'
    if (node.type === 'definition' || node.type === 'image' || (node.type === 'link' && !isAutolink)) {
      links.push(`${node.type} ${node.url ?? ''} @${line}`)
    }
    if (node.type === 'inlineCode' && !inLink) codes.push(`${node.value ?? ''} @${line}`)
    if (node.type === 'heading') headings.push(`${node.depth ?? 0} @${line}`)
    for (const child of node.children ?? []) visit(child, inLink || node.type === 'link' || node.type === 'linkReference')
  }
  visit(fromMarkdown(text), false)
  return { links: links.sort(), codes: codes.sort(), headings: headings.sort() }
}

const word = fc.constantFrom('word', '中文', 'a', '.', 'b_c', '*', '&amp;', '!', '"', "'", '(', ')', '1', ':', '#', '=')
const inline = fc.constantFrom(
  ...['[a](x.md)', '![i](i.png "t")', '[a]( <y z.md> )', '[t](u (v) )', '[a](b(c).md#d)', '[', ']', '![', '](', '[a]', '[a][b]'],
  ...['[]', '[b][]', '](x)', '`', '``', '`c`', '\\', '\\[', '<', '>', '<b>', '</b>', '<b c="d">', '<!-- c -->', '<http://x.y>'],
  ...['<m@x.y>', '<?p?>', '[n [m](o) p](q)', '![n [m](o) p](q)', '[`e`](f)', '`[g](h)`', '[x](y\\)z)', '[x](<y\\>z>)', '`[a][b](c)`'],
)
const token = fc.oneof(word, inline, fc.constant(' '))
const prefix = fc.constantFrom(
  ...['', '', '', ' ', '  ', '   ', '    ', '\t', '> ', '>', '- ', '-', '* ', '+   ', '1. ', '2) ', '7. ', '-\t', ' - ', '      '],
)
const whole = fc.constantFrom(
  ...['', '', '', '```', '````', '~~~', '``` js', '---', '***', '- - -', '===', '# h', '## `h` [a](b) ##', '####### no', '<div>'],
  ...['</div>', '<!-- open', 'close -->', '<!-- both -->', '<pre>', '</pre>', '<x-y z>', '<details><summary>s</summary>', '<?php'],
  ...['[a]: d.md', '[b]: <e f.md> "t"', "[c]: g 't", "u'", '[d]:', 'h.md', '[e]: i j', '[f](', 'k.md)', '`', '[g](l "', 'm")'],
)
const line = fc
  .tuple(fc.array(prefix, { maxLength: 3 }), fc.oneof(whole, fc.array(token, { maxLength: 6 }).map((parts) => parts.join(''))))
  .map(([prefixes, rest]) => prefixes.join('') + rest)
const markdown = fc.array(line, { maxLength: 9 }).map((lines) => lines.join('\n'))

describe('reading as CommonMark does', () => {
  test('links, code spans and headings are those of the reference parser, line by line', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        // Front matter and footnotes are GitHub's, not CommonMark's.
        fc.pre(!text.startsWith('---'))
        // A lone tag below a list item or quote: the reference departs from the specification's own parser here.
        fc.pre(!/^[ \t>+*\-0-9.)]*<\/?(?:b|x-y)(?: [^<>]*)?>[ \t]*$/m.test(text))
        expect(ours(text)).toEqual(reference(text))
      }),
      { numRuns: Number(process.env['PROSE_RUNS'] ?? 3_000) },
    )
  })
})
