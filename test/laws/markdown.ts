/** Markdown as people, editors and accidents produce it: well-formed and broken documents for the laws. */

import fc from 'fast-check'
import { MARKER } from '../../src/bank/blocks.ts'
import { pageOf } from '../../src/bank/page.ts'

const markers = Object.values(MARKER)

const indent = fc.constantFrom('', '', '', ' ', '  ', '   ', '    ', '\t', ' \t', '\u3000', '\u00a0')
const trail = fc.constantFrom('', '', '', ' ', '\t', '  \t', '\u3000', ' x')

const endings = fc.constantFrom('\n', '\r\n', '\r')

const marker = fc.tuple(indent, fc.constantFrom(...markers), trail).map((parts) => parts.join(''))

/** Lines that only look like markers. */
const lookalike = fc.constantFrom(
  '<!--MACHINE_BLOCK_END-->',
  '<!-- machine_block_end -->',
  '<!-- USER_BLOCK_END-->',
  '<!-- USER BLOCK END -->',
  '<!-- USER_BLOCK_END -->.',
  'x <!-- USER_BLOCK_END -->',
  '`<!-- USER_BLOCK_END -->`',
  '> <!-- MACHINE_BLOCK_START -->',
  '- <!-- MACHINE_BLOCK_START -->',
  '    <!-- USER_BLOCK_END -->',
  '\t<!-- MACHINE_BLOCK_END -->',
  '\u3000<!-- USER_BLOCK_START -->',
  '<!-- USER_BLOCK_START',
  'USER_BLOCK_END -->',
  '<! -- USER_BLOCK_END -->',
  '&lt;!-- USER_BLOCK_END --&gt;',
)

const fence = fc
  .tuple(
    fc.constantFrom('', '', ' ', '   ', '    ', '> '),
    fc.constantFrom('```', '```', '~~~', '````', '`````', '~~~~~', '``', '~~'),
    fc.constantFrom('', '', '', 'ts', ' markdown', 'a`b', ' ', '\u3000', 'x\u2028y', '~~~', '```'),
  )
  .map((parts) => parts.join(''))

const heading = fc
  .tuple(
    fc.constantFrom('', '', '', '   ', '    ', '\t'),
    fc.constantFrom('#', '##', '##', '##', '###', '######', '#######', '#x'),
    fc.constantFrom(
      ' Project Snapshot',
      ' Current Focus',
      ' Decision Highlights',
      ' Routing Rules',
      ' Routing Rules（意图驱动）',
      ' Drill-Down Protocol',
      ' Write Safety Rules',
      ' Top Quick Answers',
      ' Top Quick Answers ##',
      '\tStack',
      '  Commands ',
      ' 已完成（待归档）',
      ' Done (to archive)',
      '',
    ),
  )
  .map((parts) => parts.join(''))

const mark = fc.constantFrom(
  '<!-- MEMORY_BANK_TEMPLATE:v7.0 -->',
  '<!-- MEMORY_BANK_TEMPLATE:v7.1 -->',
  '<!-- MEMORY_BANK_TEMPLATE:v7.10 -->',
  '<!-- MEMORY_BANK_TEMPLATE:v6.0 -->',
  '<!-- MEMORY_BANK_TEMPLATE:7.1 -->',
  '<!-- MEMORY_BANK_TEMPLATE:v -->',
  '    <!-- MEMORY_BANK_TEMPLATE:v9.0 -->',
  '<!-- blockVersion: 3 | lastUpdated: 2026-01-22T10:30:00Z | hash: 0123456789abcdef -->',
  '<!-- blockVersion: 2 -->',
  '<!-- blockVersion: | hash: x -->',
)

const listItem = fc.constantFrom(
  '- [x] 2025-11-02 finished long ago',
  '- [x] finished, nobody knows when',
  '- [x] 2026-02-27 finished lately',
  '  continues below',
  '- [ ] still to do',
  '- **Name**: shop (source: package.json)',
  '- **Name**：商店（来源：package.json）',
  '- **Runtime**: Node 18 (source: package.json)',
  '- **Mine**: no source at all',
  '| Decision | Date | Binds |',
  '|---|---|---|',
  '| use sqlite | 2026-01-02 | storage |',
  '| modify **x** | [details/design/gone.md](details/design/gone.md) |',
  '| a | b\\|c | `d|e` |',
  '<!-- a comment',
  '-->',
  '<div>',
  '---',
  'Title',
  '=====',
)

/** A lone surrogate, as the byte codec represents an invalid UTF-8 byte. */
const strayByte = fc.integer({ min: 0xdc80, max: 0xdcff }).map((unit) => String.fromCharCode(unit))

const prose = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.array(strayByte, { maxLength: 3 }).map((bytes) => `bytes ${bytes.join('')}`),
  fc.constantFrom(
    '',
    '',
    ' ',
    '\t',
    '中文与 emoji 🎉👩‍👩‍👧',
    '\0',
    'a\u2028b',
    '\u0085',
    '\ufeff',
    'x'.repeat(5_000),
    '$& $1 $$',
    '\\',
  ),
)

const anyLine = fc.oneof(
  { weight: 4, arbitrary: prose },
  { weight: 2, arbitrary: marker },
  { weight: 2, arbitrary: lookalike },
  { weight: 3, arbitrary: fence },
  { weight: 3, arbitrary: heading },
  { weight: 1, arbitrary: mark },
  { weight: 3, arbitrary: listItem },
)

/** Lines without line ends; the laws choose the ends. */
const line = anyLine.map((text) => text.replace(/[\r\n]/g, ''))

function joined(lines: fc.Arbitrary<readonly string[]>): fc.Arbitrary<string> {
  const ends = fc.oneof(
    endings.map((end) => () => end),
    fc.infiniteStream(endings).map((stream) => () => stream.next().value ?? '\n'),
  )
  return fc.tuple(lines, ends).map(([all, end]) => all.map((text) => text + end()).join(''))
}

/** Any text. */
export const anyMarkdown: fc.Arbitrary<string> = fc
  .tuple(fc.boolean(), joined(fc.array(line, { maxLength: 30 })), fc.constantFrom('', '', 'no final newline', '```'))
  .map(([bom, body, tail]) => (bom ? '\ufeff' : '') + body + tail)

/** Whole lines without markers outside fences and without open fences. */
export const blockText: fc.Arbitrary<string> = joined(fc.array(line, { maxLength: 14 })).map(tamed)

function tamed(text: string): string {
  const kept = pageOf(text)
    .lines.filter(
      (one) =>
        one.fenced ||
        !markers.includes(one.text.trim() as (typeof markers)[number]) ||
        /^(?: {4}|\t| +\t)/.test(one.text),
    )
    .map((one) => text.slice(one.start, one.end))
    .join('')
  const open = pageOf(kept).openFence
  return open === undefined ? kept : `${kept}${open}\n`
}

/** A text with no marker blocks: before, between and after them. */
const looseText = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: blockText })

export interface Shape {
  readonly text: string
  /** The content of its user block; undefined without one. */
  readonly user: string | undefined
}

/** A document with a machine block, usually a user block, in either order, and text around them. */
export function bankDocument(machine: fc.Arbitrary<string>, userChance: fc.Arbitrary<boolean>): fc.Arbitrary<Shape> {
  return fc
    .record({
      bom: fc.boolean(),
      machine,
      user: blockText,
      hasUser: userChance,
      userFirst: fc.boolean(),
      loose: fc.tuple(looseText, looseText, looseText),
      end: endings,
      lastEnd: fc.boolean(),
    })
    .map(({ bom, machine: inner, user, hasUser, userFirst, loose, end: chosen, lastEnd }) => {
      // A lone CR before a text that begins with LF would become one line end.
      const end = [inner, user, ...loose].some((text) => text.startsWith('\n')) ? '\n' : chosen
      const kept = `${MARKER.machineStart}${end}${inner}${MARKER.machineEnd}${end}`
      const owned = hasUser ? `${MARKER.userStart}${end}${user}${MARKER.userEnd}${end}` : ''
      const [first, second] = userFirst ? [owned, kept] : [kept, owned]
      const text = (bom ? '\ufeff' : '') + loose[0] + first + loose[1] + second + loose[2]
      return { text: lastEnd ? text : text.replace(/(?:\r\n|\r|\n)$/, ''), user: hasUser ? user : undefined }
    })
}

/** Simple constructs that CommonMark and Memory Bank read alike, for the oracle. */
export const plainMarkdown: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.oneof(
        {
          weight: 3,
          arbitrary: fc
            .tuple(fc.constantFrom('', ' ', '  ', '   '), fc.constantFrom(...markers), fc.constantFrom('', ' ', '\t'))
            .map((parts) => parts.join('')),
        },
        {
          weight: 4,
          arbitrary: fc
            .tuple(
              fc.constantFrom('', ' ', '   '),
              fc.constantFrom('```', '~~~', '````', '`````', '~~~~'),
              fc.constantFrom('', '', 'ts', 'a`b', ' ', '\t', '\u3000', 'x\u2028y', ' ~~~', '\u00a0'),
            )
            .map((parts) => parts.join('')),
        },
        {
          weight: 4,
          arbitrary: fc
            .tuple(
              fc.constantFrom('', ' ', '   '),
              fc.constantFrom('#', '##', '###', '######', '#######'),
              fc.constantFrom(' Plain', '\tTabbed', '', ' Closed ##', 'glued', ' 中文（意图驱动）'),
            )
            .map((parts) => parts.join('')),
        },
        { weight: 2, arbitrary: fc.constantFrom('plain words', '中文 words 🎉', 'x`y', '&amp; entity', '') },
        { weight: 2, arbitrary: fc.constant('') },
      ),
      { maxLength: 25 },
    ),
    endings,
    fc.boolean(),
    fc.boolean(),
  )
  .map(([lines, end, bom, last]) => (bom ? '\ufeff' : '') + lines.join(end) + (last ? end : ''))
