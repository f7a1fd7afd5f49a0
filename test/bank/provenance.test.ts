import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import {
  provenanceComment,
  provenanceWords,
  readAccepted,
  readProvenance,
  withProvenanceLine,
} from '../../src/bank/provenance.ts'
import { ACCEPTANCES, type Provenance, SPEAKERS } from '../../src/base/provenance-record.ts'

const provenances: fc.Arbitrary<Provenance> = fc
  .record({
    saidBy: fc.constantFrom(...SPEAKERS),
    how: fc.option(fc.constantFrom(...ACCEPTANCES), { nil: undefined }),
    edited: fc.option(fc.constant(true as const), { nil: undefined }),
    on: fc.option(fc.constantFrom('2026-11-16', '2024-02-29'), { nil: undefined }),
    source: fc.option(fc.stringMatching(/^[a-z][a-z0-9;./:_-]{0,40}[a-z0-9]$/), { nil: undefined }),
  })
  .map(({ saidBy, how, on, edited, source }) => ({
    saidBy,
    ...(on === undefined
      ? {}
      : { accepted: { on, ...(how === undefined ? {} : { how }), ...(edited === undefined ? {} : { edited }) } }),
    ...(source === undefined || source.includes('--') ? {} : { source }),
  }))

test('provenance reads back as written, with any line ends and below a marker [S57]', () => {
  fc.assert(
    fc.property(provenances, fc.constantFrom('\n', '\r\n'), (said, end) => {
      const file = ['<!-- MACHINE_BLOCK_START -->', provenanceComment(said), '# T', ''].join(end)
      expect(readProvenance(pageOf(file))).toEqual(said)
      expect(readProvenance(pageOf(`\uFEFF${file}`))).toEqual(said)
    }),
  )
})

test('no source closes the comment early [S57]', () => {
  fc.assert(
    fc.property(fc.string(), (source) => {
      const comment = provenanceComment({ saidBy: 'agent', source })
      expect(comment.indexOf('-->')).toBe(comment.length - 3)
      expect(comment).not.toMatch(/[\r\n]/)
    }),
  )
})

test.each([
  ['inside a fence', '```\n<!-- provenance: said by user -->\n```\n'],
  ['in the middle of a line', 'see <!-- provenance: said by user -->\n'],
  ['far below the top', `${'text\n'.repeat(20)}<!-- provenance: said by user -->\n`],
  ['with a speaker we do not know', '<!-- provenance: said by everybody -->\n'],
])('a comment %s is ignored [S57]', (_name, text) => expect(readProvenance(pageOf(text))).toBeUndefined())

test('an acceptance is a day, with or without how [S57]', () => {
  expect(readAccepted('2026-11-16')).toEqual({ on: '2026-11-16' })
  expect(readAccepted(' 2026-11-16 (terminal) ')).toEqual({ on: '2026-11-16', how: 'terminal' })
  expect(readAccepted('2026-11-16 (page, edited)')).toEqual({ on: '2026-11-16', how: 'page', edited: true })
  expect(readAccepted('2026-11-16 (by a friend)')).toBeUndefined()
  expect(readAccepted('2026-02-31')).toBeUndefined()
})

test('a lost line is restored in its place [S57]', () => {
  const line = '<!-- provenance: said by user -->'
  expect(withProvenanceLine(pageOf('<!-- MACHINE_BLOCK_START -->\n# T\n'), line)).toBe(
    `<!-- MACHINE_BLOCK_START -->\n${line}\n# T\n`,
  )
  expect(withProvenanceLine(pageOf('# T\r\n'), line)).toBe(`${line}\r\n# T\r\n`)
})

test('provenance is one plain line for a reader [S57]', () => {
  const said: Provenance = { saidBy: 'agent', accepted: { on: '2026-11-16', how: 'chat' }, source: 'src/pay.ts:12' }
  expect(provenanceWords(said)).toEqual({
    en: 'said by agent, accepted 2026-11-16 in chat, source: src/pay.ts:12',
    zh: '来自 Agent，2026-11-16 在对话中确认，出处：src/pay.ts:12',
  })
})
