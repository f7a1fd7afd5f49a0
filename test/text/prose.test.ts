import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { readInline } from '../../src/text/inline.ts'
import { readProse } from '../../src/text/prose.ts'
import { law } from '../laws/runs.ts'

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
    codes.push(...inline.codes.map((code) => `${oneBlank(code.text)} @${lineOf(code.offset)}`))
    if (piece.kind === 'heading') headings.push(`${piece.level} @${piece.line}`)
  }
  return { links: links.sort(), codes: codes.sort(), headings: headings.sort() }
}

const oneBlank = (code: string) => code.replace(/\s+/g, ' ').trim()

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
    if (node.type === 'inlineCode' && !inLink) codes.push(`${oneBlank(node.value ?? '')} @${line}`)
    if (node.type === 'heading') headings.push(`${node.depth ?? 0} @${line}`)
    for (const child of node.children ?? [])
      visit(child, inLink || node.type === 'link' || node.type === 'linkReference')
  }
  visit(fromMarkdown(text), false)
  return { links: links.sort(), codes: codes.sort(), headings: headings.sort() }
}

const word = fc.constantFrom('word', '中文', 'a', '.', 'b_c', '*', '&amp;', '!', '"', "'", '(', ')', '1', ':', '#', '=')
const inline = fc.constantFrom(
  ...[
    '[a](x.md)',
    '![i](i.png "t")',
    '[a]( <y z.md> )',
    '[t](u (v) )',
    '[a](b(c).md#d)',
    '[',
    ']',
    '![',
    '](',
    '[a]',
    '[a][b]',
  ],
  ...[
    '[]',
    '[b][]',
    '](x)',
    '`',
    '``',
    '`c`',
    '\\',
    '\\[',
    '<',
    '>',
    '<b>',
    '</b>',
    '<b c="d">',
    '<!-- c -->',
    '<http://x.y>',
  ],
  ...[
    '<m@x.y>',
    '<?p?>',
    '[n [m](o) p](q)',
    '![n [m](o) p](q)',
    '[`e`](f)',
    '`[g](h)`',
    '[x](y\\)z)',
    '[x](<y\\>z>)',
    '`[a][b](c)`',
  ],
)
const token = fc.oneof(word, inline, fc.constant(' '))
const indent = fc.constantFrom('', '', '', ' ', '  ', '   ')
const container = fc.constantFrom('> ', '>', '- ', '* ', '+   ', '1. ')
const whole = fc.constantFrom(
  ...[
    '',
    '',
    '',
    '```',
    '````',
    '~~~',
    '``` js',
    '---',
    '***',
    '- - -',
    '===',
    '# h',
    '## `h` [a](b) ##',
    '####### no',
    '<div>',
  ],
  ...[
    '</div>',
    '<!-- open',
    'close -->',
    '<!-- both -->',
    '<pre>',
    '</pre>',
    '<x-y z>',
    '<details><summary>s</summary>',
    '<?php',
  ],
  ...[
    '[a]: d.md',
    '[b]: <e f.md> "t"',
    "[c]: g 't",
    "u'",
    '[d]:',
    'h.md',
    '[e]: i j',
    '[f](',
    'k.md)',
    '`',
    '[g](l "',
    'm")',
  ],
)
const content = fc.oneof(
  whole,
  fc.array(token, { maxLength: 6 }).map((parts) => parts.join('').trim()),
)
const line = fc
  .tuple(indent, fc.array(container, { maxLength: 2 }), content)
  .map(([blanks, containers, rest]) => blanks + containers.join('') + rest)
const markdown = fc.array(line, { maxLength: 9 }).map((lines) => lines.join('\n'))

const LONE_TAG = /^[ \t>+*\-0-9.)]*<\/?(?:b|x-y|pre)(?: [^<>]*)?>[ \t]*$/m
const DEFINITION_ABOVE_HEADING = /^[ \t>+*\-0-9.)]*\[\w\]:[^\n]*\n(?:[^\n]*\S[^\n]*\n){0,3}[ \t>]*(?:=+|-+)[ \t]*$/m
const PARENTHESIS_IN_TITLE = /\](?::|\()\s*(?:<[^<>\n]*>|\S+)[\s>]+\([^)]*\(/
const EMPTY_ITEM = /(?:[-+*]|[0-9][.)])[ \t]*$/m

describe('reading as CommonMark does', () => {
  test('links, code spans and headings are those of the reference parser, line by line', () => {
    law(
      fc.property(markdown, (text) => {
        // Front matter and footnotes are GitHub's, not CommonMark's.
        fc.pre(!text.startsWith('---'))
        // Lone tags and empty items below other blocks: here the reference departs from the specification's parser.
        fc.pre(!LONE_TAG.test(text) && !EMPTY_ITEM.test(text))
        // A heading below definitions begins where its words do; the reference says where the definitions do.
        fc.pre(!DEFINITION_ABOVE_HEADING.test(text))
        // A title in parentheses holds no other one; the reference lets it.
        fc.pre(!PARENTHESIS_IN_TITLE.test(text))
        expect(ours(text)).toEqual(reference(text))
      }),
      1_000,
    )
  })
})

const textsOf = (text: string) => readProse(text).pieces.map((piece) => `${piece.kind} ${piece.line} ${piece.text}`)

test.each<[string, string, readonly string[]]>([
  [
    'a table, cell by cell',
    '| a | b |\n|---|:-:|\n| `1 | x\\|y |\n',
    ['header 1 a', 'header 1 b', 'cell 3 `1', 'cell 3 x|y'],
  ],
  [
    'a table below its paragraph',
    'words\na | b\n--- | ---\n1 | 2\n',
    ['text 1 words', 'header 2 a', 'header 2 b', 'cell 4 1', 'cell 4 2'],
  ],
  ['a table in a list', '- item\n\n  | a |\n  |---|\n  | 1 |\n', ['text 1 item', 'header 3 a', 'cell 5 1']],
  ['no table without its delimiter row', '| a |\n| b |\n', ['text 1 | a |\n| b |']],
  ['no table where the widths differ', '| a | b |\n|---|\n', ['text 1 | a | b |\n|---|']],
  ['no front matter', '---\ntitle: a\n---\n# b\n', ['heading 4 b']],
  ['text between rules, which is no front matter', '---\nSome words.\n---\n', ['heading 2 Some words.']],
  ['no indented code', 'a\n\n    b\n\n- c\n\n      d\n', ['text 1 a', 'text 5 c']],
  ['no code in a list, however deep', '1. a\n   - b\n\n     ```\n     c\n     ```\n', ['text 1 a', 'text 2 b']],
  ['no HTML blocks, but the text after them', '<div>\na\n</div>\n\nb\n<x>\n\n<x>\nc\n', ['text 5 b\n<x>']],
  ['lines of every ending', 'a\r\n\r\nb\r\rc', ['text 1 a', 'text 3 b', 'text 5 c']],
  ['tabs as the blanks they stand for', '-\ta\n\n\t\tb\n\n\tc\n', ['text 1 a', 'text 5 c']],
])('it reads %s', (_name, text, expected) => expect(textsOf(text)).toEqual(expected))
