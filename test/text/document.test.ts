import { describe, expect, test } from 'vitest'
import { MEMORY } from '../../src/core/layout.ts'
import {
  editMachineBlock,
  innerOf,
  looseOf,
  MARKER,
  missingMarkers,
  parseDocument,
  printDocument,
} from '../../src/text/document.ts'

const { machineStart: MS, machineEnd: ME, userStart: US, userEnd: UE } = MARKER

function faults(text: string): readonly string[] {
  const parsed = parseDocument(MEMORY, text)
  if (parsed.ok) return []
  return parsed.problem.code === 'markers-broken'
    ? parsed.problem.faults.map((fault) => `${fault.kind} ${fault.marker} ${fault.line}`)
    : [parsed.problem.code]
}

describe('markers that are whole', () => {
  test.each([
    ['both blocks', `${MS}\na\n${ME}\n${US}\nb\n${UE}\n`, 'a\n', 'b\n'],
    ['the user block first', `${US}\nb\n${UE}\n${MS}\na\n${ME}`, 'a\n', 'b\n'],
    ['text around them', `top\n${MS}\na\n${ME}\nmid\n${US}\nb\n${UE}\nend`, 'a\n', 'b\n'],
    ['empty blocks', `${MS}\n${ME}\n${US}\n${UE}\n`, '', ''],
    ['CRLF', `${MS}\r\na\r\n${ME}\r\n${US}\r\nb\r\n${UE}\r\n`, 'a\r\n', 'b\r\n'],
    ['lone CR', `${MS}\ra\r${ME}\r${US}\rb\r${UE}`, 'a\r', 'b\r'],
    ['a byte order mark before the first', `\ufeff${MS}\na\n${ME}\n`, 'a\n', undefined],
    ['up to three spaces before, blanks after', `   ${MS} \t\na\n ${ME}\n`, 'a\n', undefined],
    ['only a user block', `${US}\nb\n${UE}`, undefined, 'b\n'],
    ['none', 'just text\n', undefined, undefined],
    ['no text', '', undefined, undefined],
  ])('%s [S2]', (_, text, machine, user) => {
    const parsed = parseDocument(MEMORY, text)
    if (!parsed.ok) throw new Error(parsed.problem.code)
    expect([innerOf(parsed.value, 'machine'), innerOf(parsed.value, 'user')]).toEqual([machine, user])
    expect(printDocument(parsed.value)).toBe(text)
  })
})

describe('markers that are text', () => {
  test.each([
    ['in a fence', `${MS}\n\`\`\`\n${ME}\n\`\`\`\n${ME}\n`],
    ['in a tilde fence', `${MS}\n~~~\n${US}\n~~~\n${ME}\n`],
    ['indented as code', `${MS}\n    ${ME}\n${ME}\n`],
    ['behind a tab', `${MS}\n\t${ME}\n${ME}\n`],
    ['with words behind', `${MS}\n${ME} x\n${ME}\n`],
    ['with words before', `${MS}\nx ${ME}\n${ME}\n`],
    ['without its blanks', `${MS}\n<!--MACHINE_BLOCK_END-->\n${ME}\n`],
    ['in lower case', `${MS}\n<!-- machine_block_end -->\n${ME}\n`],
    ['in a quote', `${MS}\n> ${ME}\n${ME}\n`],
    ['in a list', `${MS}\n- ${US}\n${ME}\n`],
    ['behind an ideographic space', `${MS}\n\u3000${ME}\n${ME}\n`],
  ])('%s [S2]', (_, text) => expect(faults(text)).toEqual([]))
})

describe('markers that are broken', () => {
  test.each([
    ['a start without its end', `${MS}\na\n`, [`unpaired ${MS} 1`]],
    ['an end without its start', `a\n${ME}\n`, [`unpaired ${ME} 2`]],
    ['the end before the start', `${ME}\n${MS}\n`, [`reversed ${ME} 1`, `unpaired ${MS} 2`]],
    ['one block in the other', `${MS}\n${US}\n${UE}\n${ME}\n`, [`nested ${US} 2`, `nested ${UE} 3`]],
    ['the same block twice', `${MS}\n${ME}\n${MS}\n${ME}\n`, [`doubled ${MS} 3`]],
    ['a start twice', `${MS}\n${MS}\n${ME}\n`, [`nested ${MS} 2`]],
    ['an end twice', `${MS}\n${ME}\n${ME}\n`, [`doubled ${ME} 3`]],
    ['blocks that overlap', `${MS}\n${US}\n${ME}\n${UE}\n`, [`nested ${US} 2`, `doubled ${UE} 4`]],
    ['the end inside an unclosed fence', `${MS}\n\`\`\`\n${ME}\n`, [`fenced ${ME} 3`]],
    ['the end misspelt', `${MS}\n<!-- MACHINE BLOCK END -->\n`, [`misspelt ${ME} 2`]],
    ['the end in lower case', `${US}\n<!-- user_block_end -->\n`, [`misspelt ${UE} 2`]],
  ])('%s is named with its line [S10]', (_, text, expected) => expect(faults(text)).toEqual(expected))
})

test('markers that an upgrade needs and the document lacks are named [S13]', () => {
  const parsed = parseDocument(MEMORY, `${MS}\n${ME}\n`)
  if (!parsed.ok) throw new Error(parsed.problem.code)
  expect(missingMarkers(parsed.value).map((fault) => fault.marker)).toEqual([US, UE])
})

test('an edit of the machine block touches nothing else [S2]', () => {
  const text = `\ufefftop\r\n${MS}\r\nold\r\n${ME}\r\nmid\n${US}\r\n$& mine \r\n${UE}`
  const parsed = parseDocument(MEMORY, text)
  if (!parsed.ok) throw new Error(parsed.problem.code)
  expect(printDocument(editMachineBlock(parsed.value, (inner) => `${inner}$1 new\r\n`))).toBe(
    text.replace('old\r\n', () => 'old\r\n$1 new\r\n'),
  )
})

test('loose text is what stands outside both blocks', () => {
  const parsed = parseDocument(MEMORY, `a\n${MS}\nm\n${ME}\nb\n${US}\nu\n${UE}\nc`)
  expect(parsed.ok && looseOf(parsed.value)).toBe('a\nb\nc')
})
