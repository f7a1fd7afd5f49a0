import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockEntry } from '../../src/settings/marked-block.ts'

const BLOCK = { start: '<!-- x:start -->', end: '<!-- x:end -->', body: 'One of ours.\nAnother.\n' }
const OURS = '<!-- x:start -->\nOne of ours.\nAnother.\n<!-- x:end -->\n'
const entry = blockEntry(BLOCK)

test.each([
  ['nothing', '', OURS],
  ['blank lines only', '\n\n', `\n\n${OURS}`],
  ['a text', '# A\n', `# A\n\n${OURS}`],
  ['no end of line', '# A', `# A\n\n${OURS}`],
  ['a blank line at the end', '# A\n\n', `# A\n\n${OURS}`],
  ['CRLF', '# A\r\n', `# A\r\n\r\n${OURS.replaceAll('\n', '\r\n')}`],
  ['a byte order mark', '\ufeff# A\n', `\ufeff# A\n\n${OURS}`],
  ['marks in code', '```\n<!-- x:start -->\n```\n', `\`\`\`\n<!-- x:start -->\n\`\`\`\n\n${OURS}`],
])('is added to %s once, and removing it restores the bytes [S53]', (_, before, after) => {
  expect(entry.isIn(before)).toBe(false)
  expect(entry.added(before)).toBe(after)
  expect(entry.isIn(after)).toBe(true)
  expect(entry.added(after)).toBe(after)
  expect(entry.removed(after, before)).toBe(before)
})

test('removing the block restores any file’s bytes [S53]', () => {
  const pieces = ['# A', 'text', '- item', '\n', '\r\n', '\r', ' ', '\t', '\ufeff', '```', '> q', '---', 'One of ours.']
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      if ((entry.fault(text) ?? entry.obstacle(text)) !== undefined) return
      const after = entry.added(text)
      expect(entry.isIn(after)).toBe(true)
      expect(entry.removed(after, text)).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

test('later text around the block stays when it is removed [S53]', () => {
  expect(entry.removed(`# A\n\n${OURS}\n## Theirs\n`, '# A\n')).toBe('# A\n\n\n## Theirs\n')
  expect(entry.removed(`# B\n\n${OURS}`, '# A\n')).toBe('# B\n')
  expect(entry.removed(`# B\r\n\r\n${OURS}`, undefined)).toBe('# B\r\n')
})

test('the user’s lines between the marks stay when the block is removed [S53]', () => {
  const edited = `# A\n\n${OURS.replace('Another.', 'Another.\nAnd ask Ann first.')}`
  expect(entry.added(edited)).toBe(edited)
  expect(entry.removed(edited, '# A\n')).toBe('# A\n\nAnd ask Ann first.\n')
})

test.each([
  ['one mark', '<!-- x:start -->\n'],
  ['the wrong order', '<!-- x:end -->\n<!-- x:start -->\n'],
  ['two blocks', OURS + OURS],
  ['a fence that is not closed', '# A\n```\ncode\n'],
])('%s is reported, and nothing is changed [S53]', (_, text) => {
  expect((entry.fault(text) ?? entry.obstacle(text))?.zh).toMatch(/请/)
  expect(entry.isIn(text)).toBe(false)
})
