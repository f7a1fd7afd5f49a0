import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { MARKER, printBlocks } from '../../src/bank/blocks.ts'
import { Draft } from '../../src/bank/draft.ts'
import { type Page, pageOf } from '../../src/bank/page.ts'
import { appendSection, appendToSection } from '../../src/bank/sections.ts'
import { MEMORY } from '../../src/base/layout.ts'
import { decodeText, encodeText } from '../../src/disk/text-codec.ts'
import { editBlock } from '../../src/plan/machine-block.ts'
import { expectInProportion } from '../growth.ts'
import { snapshotOf } from './banks.ts'
import { anyMarkdown, bankDocument, blockText, plainMarkdown } from './markdown.ts'
import { LAW_TIMEOUT, law } from './runs.ts'

const TIME = { timeout: LAW_TIMEOUT }

describe('bytes and text', () => {
  test('encoding what was decoded gives the same bytes, whatever they are [S2]', TIME, () => {
    const hostile = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        fc.string({ unit: 'binary', maxLength: 6 }).map((text) => new Uint8Array(Buffer.from(text, 'utf8'))),
        fc
          .constantFrom(
            [0xef, 0xbb, 0xbf],
            [0xc0, 0x80],
            [0xed, 0xa0, 0x80],
            [0xed, 0xb2, 0x80],
            [0xf4, 0x90, 0x80, 0x80],
            [0xf0, 0x9f],
            [0x00],
            [0xff, 0xfe],
          )
          .map((bytes) => new Uint8Array(bytes)),
      ),
      { maxLength: 12 },
    )
    law(
      fc.property(hostile, (parts) => {
        const bytes = Buffer.concat(parts)
        expect(encodeText(decodeText(bytes)).equals(bytes)).toBe(true)
      }),
      1_000,
    )
  })

  test('two different byte strings never read the same [S2]', TIME, () => {
    law(
      fc.property(fc.uint8Array({ maxLength: 6 }), fc.uint8Array({ maxLength: 6 }), (a, b) => {
        fc.pre(!Buffer.from(a).equals(Buffer.from(b)))
        expect(decodeText(Buffer.from(a))).not.toBe(decodeText(Buffer.from(b)))
      }),
      1_000,
    )
  })

  test('many invalid bytes come back unchanged, in linear time [S2]', () => {
    const noise = (size: number) => {
      const bytes = Buffer.alloc(size)
      let seed = 1
      for (let at = 0; at < size; at += 1) {
        seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
        bytes[at] = seed >> 16
      }
      return bytes
    }
    expectInProportion(50_000, noise, (bytes) => expect(encodeText(decodeText(bytes)).equals(bytes)).toBe(true))
  })
})

describe('documents', () => {
  test('printing a parsed document gives the same text [S2]', TIME, () => {
    law(
      fc.property(anyMarkdown, (text) => {
        const parsed = pageOf(text, MEMORY).parsed
        if (parsed.ok) expect(printBlocks(parsed.value)).toBe(text)
        else expect(parsed.problem.code).toBe('markers-broken')
      }),
      1_000,
    )
  })

  test('a whole document is always parsed, and its user block read to the byte [S2]', TIME, () => {
    law(
      fc.property(bankDocument(blockText, fc.boolean()), ({ text, user }) => {
        const parsed = pageOf(text, MEMORY).parsed
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem))
        expect(printBlocks(parsed.value)).toBe(text)
        expect(pageOf(text, MEMORY).user?.text).toBe(user)
      }),
    )
  })

  test('an edit of the machine block keeps every byte around it [S2]', TIME, () => {
    law(
      fc.property(bankDocument(blockText, fc.constant(true)), blockText, ({ text }, inner) => {
        fc.pre(!inner.startsWith('\n'))
        const draft = new Draft(snapshotOf({ [MEMORY]: text }))
        const was = draft.page(MEMORY)
        editBlock(draft, MEMORY, () => inner)
        const now = draft.page(MEMORY)
        expect(now.text.length - text.length).toBe(inner.length - (was.machine?.text ?? '').length)
        const around = ({ blocks }: Page) =>
          blocks.flatMap(({ start: _, ...block }) => (block.kind === 'machine' ? [] : [block]))
        expect(around(now)).toEqual(around(was))
        expect(now.machine?.text).toBe(inner)
      }),
    )
  })

  test('joining the lines gives the original text, and only unclosed fences stay open [S2]', TIME, () => {
    law(
      fc.property(anyMarkdown, (text) => {
        const lines = pageOf(text).lines
        expect(lines.map((line) => text.slice(line.start, line.end)).join('')).toBe(text)
        const open = pageOf(text).openFence
        const probe = `${text}${/[\r\n]$/.test(text) || text === '' ? '' : '\n'}${MARKER.userEnd}\n`
        expect(pageOf(probe).lines.at(-1)?.fenced).toBe(open !== undefined)
        if (open !== undefined) expect(pageOf(`${text}\n${open}\n`).openFence).toBeUndefined()
      }),
    )
  })

  test('appending to a text or a section only inserts [S13]', TIME, () => {
    law(
      fc.property(blockText, fc.nat(), (text, pick) => {
        const whole = appendSection(text, '## New\n\n- line')
        expect(whole.startsWith(text)).toBe(true)
        expect(pageOf(whole).sections.map((section) => section.heading)).toEqual([
          ...pageOf(text).sections.map((section) => section.heading),
          '## New',
        ])
        const sections = pageOf(text).sections
        const section = sections[pick % Math.max(1, sections.length)]
        fc.pre(section !== undefined)
        const longer = appendToSection(text, section, '- added')
        const at = longer.length - text.length
        const cut = [...Array(text.length + 1).keys()].some(
          (from) => longer.slice(0, from) + longer.slice(from + at) === text,
        )
        expect(cut).toBe(true)
        expect(pageOf(longer).sections.map((one) => one.heading)).toEqual(sections.map((one) => one.heading))
      }),
    )
  })

  test.each([
    ['many lines', 'a line of text, 中文\r\n'],
    ['one line', 'xxxxxxxx'],
    ['fences without end', '```\n'],
    ['nothing but hashes', '## h\n'],
    ['spaces', '        '],
    ['lone carriage returns', 'some words\r'],
  ])('much of %s inside a block is read and printed in linear time [S2]', (_, part) => {
    expectInProportion(
      10_000,
      (times) => `${MARKER.userStart}\n${part.repeat(times)}\n${MARKER.userEnd}\n`,
      (text) => {
        const parsed = pageOf(text, MEMORY).parsed
        if (parsed.ok) expect(printBlocks(parsed.value) === text).toBe(true)
        else expect(parsed.problem.code).toBe('markers-broken')
      },
    )
  })

  test.each<[string, (times: number) => string]>([
    ['flat headings', (times) => '## h\n'.repeat(4 * times)],
    ['ever deeper headings', (times) => '# a\n## b\n### c\n#### d\n'.repeat(times)],
    ['one heading over many', (times) => `# top\n${'## h\n'.repeat(4 * times)}`],
    ['many headings under none', (times) => `${'### h\n'.repeat(2 * times)}${'###### h\n'.repeat(2 * times)}`],
  ])('many headings (%s) are listed in linear time [S2]', (_, make) => {
    expectInProportion(1_000, make, (text) => expect(pageOf(text).sections.length).toBeGreaterThan(1_000))
  })
})

describe('the oracle: a CommonMark parser', () => {
  test('markers outside fences are exactly the HTML comments of the CommonMark parser [S2]', TIME, () => {
    law(
      fc.property(plainMarkdown, (text) => {
        const ours = pageOf(text).lines.flatMap((line, index) =>
          !line.fenced && /^ {0,3}<!-- (?:MACHINE|USER)_BLOCK_(?:START|END) -->[ \t]*$/.test(line.text)
            ? [index + 1]
            : [],
        )
        const theirs = rootNodes(text).flatMap((node) => (node.type === 'html' ? [node.line] : []))
        expect(ours).toEqual(theirs)
      }),
      1_000,
    )
  })

  test('headings outside fences are exactly the headings of the CommonMark parser [S2]', TIME, () => {
    law(
      fc.property(plainMarkdown, (text) => {
        const lineOf = new Map(pageOf(text).lines.map((line, index) => [line.start, index + 1]))
        const ours = pageOf(text).sections.map((section) => ({ line: lineOf.get(section.start), depth: section.level }))
        const theirs = rootNodes(text).flatMap((node) =>
          node.type === 'heading' ? [{ line: node.line, depth: node.depth }] : [],
        )
        expect(ours).toEqual(theirs)
      }),
      1_000,
    )
  })

  test('fenced lines are exactly the code of the CommonMark parser [S2]', TIME, () => {
    law(
      fc.property(plainMarkdown, (text) => {
        const ours = pageOf(text).lines.flatMap((line, index) => (line.fenced ? [index + 1] : []))
        // The oracle adds an empty line to an unclosed fence.
        const last = pageOf(text).lines.length
        const theirs = rootNodes(text).flatMap((node) =>
          node.type === 'code' ? range(node.line, Math.min(node.lastLine, last)) : [],
        )
        expect(ours).toEqual(theirs)
      }),
      1_000,
    )
  })
})

interface RootNode {
  readonly type: string
  readonly line: number
  readonly lastLine: number
  readonly depth: number | undefined
}

function rootNodes(text: string): readonly RootNode[] {
  return fromMarkdown(text).children.map((node) => ({
    type: node.type,
    line: node.position?.start.line ?? 0,
    lastLine: node.position?.end.line ?? 0,
    depth: node.type === 'heading' ? node.depth : undefined,
  }))
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
