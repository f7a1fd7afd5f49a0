import { describe, expect, test } from 'vitest'
import { type BankInGit, NOT_IN_GIT } from '../../src/bank/bank-in-git.ts'
import { MARKER } from '../../src/bank/blocks.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { detect } from '../../src/plan/detect.ts'
import { snapshotOf } from '../laws/banks.ts'

const { machineStart: MS, machineEnd: ME, userStart: US, userEnd: UE } = MARKER
const entry = (machine: string) => `${MS}\n${machine}${ME}\n\n${US}\n${UE}\n`
const mark = (version: string) => `<!-- MEMORY_BANK_TEMPLATE:${version} -->\n`

/** The state in a few words: its kind and its details. */
function stateOf(snapshot: Snapshot, git: Partial<BankInGit> = {}): string {
  const state = detect(snapshot, { ...NOT_IN_GIT, ...git })
  switch (state.kind) {
    case 'legacy':
      return `legacy ${state.entries.join(' ')}`
    case 'foreign':
      return `foreign ${state.tool}`
    case 'outdated':
    case 'current':
    case 'newer':
      return `${state.kind} ${state.version}`
    case 'broken':
      return `broken ${state.problem.code}`
    case 'unmerged':
      return `unmerged ${state.paths.join(' ')}`
    case 'absent':
    case 'left-out':
    case 'entry-missing':
      return state.kind
  }
}

describe('without an entry', () => {
  test.each<[string, Snapshot, string]>([
    ['no folder', snapshotOf({}, { exists: false }), 'absent'],
    ['an empty folder', snapshotOf({}), 'absent'],
    ['files of no known kind', snapshotOf({ 'notes.md': '# x' }), 'absent'],
    ['an empty entry', snapshotOf({ 'MEMORY.md': '' }), 'absent'],
    ['an entry of blanks', snapshotOf({ 'MEMORY.md': '\ufeff \r\n\t\n' }), 'absent'],
    ['details', snapshotOf({ 'details/tech.md': 'x' }), 'entry-missing'],
    ['empty details', snapshotOf({}, { folders: new Set([knownPath('details')]) }), 'entry-missing'],
    ['an old index', snapshotOf({ '_index.md': 'x' }), 'legacy _index.md'],
    ['an old brief', snapshotOf({ 'brief.md': 'x' }), 'legacy brief.md'],
    ['an old active, and details', snapshotOf({ 'active.md': 'x', 'details/tech.md': 'x' }), 'legacy active.md'],
    [
      'all of them',
      snapshotOf({ 'active.md': 'x', 'brief.md': 'x', '_index.md': 'x' }),
      'legacy _index.md brief.md active.md',
    ],
    ['an empty old brief', snapshotOf({ 'brief.md': '' }), 'legacy brief.md'],
    [
      'another tool’s bank',
      snapshotOf({ 'projectbrief.md': 'x', 'activeContext.md': 'x' }),
      'foreign Cline, Roo Code or Cursor',
    ],
    [
      'another tool’s bank with a MEMORY.md',
      snapshotOf({ 'projectbrief.md': 'x', 'MEMORY.md': '# Memory' }),
      'foreign Cline, Roo Code or Cursor',
    ],
    [
      'a MEMORY.md beside pages of an unknown tool',
      snapshotOf({ 'MEMORY.md': '# Memory', 'project-overview.md': 'x', 'progress.md': 'x' }),
      'foreign ',
    ],
    [
      'a MEMORY.md beside pages of the older layout',
      snapshotOf({ 'MEMORY.md': '# M', 'tech.md': 'x', 'docs/a.md': 'x' }),
      'outdated undefined',
    ],
    [
      'a MEMORY.md with one of our sections beside other pages',
      snapshotOf({ 'MEMORY.md': '# M\n\n## Project Snapshot\n', 'notes.md': 'x' }),
      'outdated undefined',
    ],
    [
      'our MEMORY.md beside another tool’s file',
      snapshotOf({ 'projectbrief.md': 'x', 'MEMORY.md': '# Memory', 'details/a.md': 'x' }),
      'outdated undefined',
    ],
    ['Roo’s bank', snapshotOf({ 'decisionLog.md': 'x' }), 'foreign Roo Code'],
    [
      'another tool’s file beside details',
      snapshotOf({ 'projectbrief.md': 'x', 'details/a.md': 'x' }),
      'entry-missing',
    ],
    [
      'Kilo’s files in our folder',
      snapshotOf({ 'brief.md': 'x', 'product.md': 'x', 'tech.md': 'x' }),
      'foreign Kilo Code',
    ],
    ['Kilo’s brief and context', snapshotOf({ 'brief.md': 'x', 'context.md': 'x' }), 'foreign Kilo Code'],
    ['Kilo’s brief and architecture', snapshotOf({ 'Brief.md': 'x', 'architecture.md': 'x' }), 'foreign Kilo Code'],
    [
      'our brief, tech and patterns',
      snapshotOf({ 'brief.md': 'x', 'tech.md': 'x', 'patterns.md': 'x' }),
      'legacy brief.md',
    ],
    [
      'our active beside a product page',
      snapshotOf({ 'brief.md': 'x', 'active.md': 'x', 'product.md': 'x' }),
      'legacy brief.md active.md',
    ],
    [
      'numbered files',
      snapshotOf({ '01-projectbrief.md': 'x', '02-context.md': 'x' }),
      'foreign Cline, Roo Code or Cursor',
    ],
    ['another capital', snapshotOf({ 'projectBrief.md': 'x' }), 'foreign Cline, Roo Code or Cursor'],
    ['another hyphen', snapshotOf({ 'active-context.md': 'x' }), 'foreign Cline, Roo Code or Cursor'],
    ['a brief beside Cline’s files', snapshotOf({ 'brief.md': 'x', 'techContext.md': 'x' }), 'foreign Cline'],
    ['tasks', snapshotOf({ 'tasks.md': 'x' }), 'foreign cursor-memory-bank'],
    ['folders of cursor-memory-bank', snapshotOf({ 'creative/a.md': 'x' }), 'foreign cursor-memory-bank'],
    ['another tool’s name further down', snapshotOf({ 'notes/projectbrief.md': 'x' }), 'absent'],
  ])('%s [S10]', (_, snapshot, expected) => expect(stateOf(snapshot)).toBe(expected))
})

describe('by the mark alone', () => {
  test.each([
    ['the current mark', entry(mark('v7.1')), 'current 7.1'],
    ['the current mark, however written', entry(mark('v7.1.0')), 'current 7.1.0'],
    ['one version back', entry(mark('v7.0')), 'outdated 7.0'],
    ['far back', entry(mark('v6.0')), 'outdated 6.0'],
    ['no mark', entry('# Project Memory\n'), 'outdated undefined'],
    [
      'no mark, though every section is there',
      entry('## Project Snapshot\n## Routing Rules（意图驱动）\n## Top Quick Answers\n'),
      'outdated undefined',
    ],
    ['a mark of the current version over an old bank', entry(`${mark('v7.1')}## Routing Rules\n`), 'current 7.1'],
    ['a malformed mark', entry('<!-- MEMORY_BANK_TEMPLATE:v7.x -->\n'), 'outdated undefined'],
    ['a mark in a fence', entry(`\`\`\`\n${mark('v7.1')}\`\`\`\n`), 'outdated undefined'],
    ['7.10, which is newer than 7.1', entry(mark('v7.10')), 'newer 7.10'],
    ['the next generation', entry(mark('v8.0')), 'newer 8.0'],
    ['a newer mark in the loose text', `${mark('v9.0')}${entry('')}`, 'newer 9.0'],
    ['the current mark in the loose text alone', `${mark('v7.1')}${entry('')}`, 'outdated undefined'],
    ['a newer bank whose markers we do not understand', `${MS}\n${mark('v8.0')}`, 'newer 8.0'],
    ['a mark in the user block', `${MS}\n${ME}\n${US}\n${mark('v9.0')}${UE}\n`, 'outdated undefined'],
    ['CRLF and a byte order mark', `\ufeff${entry(mark('v7.1')).replaceAll('\n', '\r\n')}`, 'current 7.1'],
    ['text without any marker', '# My memory\n', 'outdated undefined'],
  ])('%s [S10]', (_, memory, expected) => expect(stateOf(snapshotOf({ 'MEMORY.md': memory }))).toBe(expected))

  test('MEMORY.md takes precedence over old entries [S10]', () => {
    expect(stateOf(snapshotOf({ 'MEMORY.md': entry(mark('v7.1')), 'brief.md': 'x' }))).toBe('current 7.1')
  })
})

describe('broken', () => {
  test.each<[string, Snapshot, string]>([
    ['unpaired markers', snapshotOf({ 'MEMORY.md': `${MS}\nx\n` }), 'broken markers-broken'],
    ['reversed markers', snapshotOf({ 'MEMORY.md': `${ME}\n${MS}\n` }), 'broken markers-broken'],
    ['nested markers', snapshotOf({ 'MEMORY.md': `${MS}\n${US}\n${UE}\n${ME}\n` }), 'broken markers-broken'],
    ['doubled markers', snapshotOf({ 'MEMORY.md': `${entry('')}${entry('')}` }), 'broken markers-broken'],
    ['an old entry with broken markers', snapshotOf({ 'brief.md': `${US}\nmine\n` }), 'broken markers-broken'],
    [
      'a file that cannot be read',
      snapshotOf(
        { 'MEMORY.md': entry(mark('v7.1')) },
        { unreadable: [{ path: knownPath('details/a.md'), cause: 'no' }] },
      ),
      'broken file-unreadable',
    ],
    ['a folder for an entry', snapshotOf({}, { folders: new Set([knownPath('MEMORY.md')]) }), 'broken file-expected'],
    ['a file for details', snapshotOf({}, { others: [knownPath('details')] }), 'broken folder-expected'],
    [
      'an entry that is a link out of the bank',
      snapshotOf({ 'details/a.md': 'x' }, { others: [knownPath('MEMORY.md')] }),
      'broken outside-bank',
    ],
  ])('%s [S10]', (_, snapshot, expected) => expect(stateOf(snapshot)).toBe(expected))
})

describe('in git', () => {
  const conflict = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n'
  const [MEMORY, TECH] = [knownPath('MEMORY.md'), knownPath('details/tech.md')]
  const current = entry(mark('v7.1'))
  test.each<[string, Snapshot, Partial<BankInGit>, string]>([
    ['markers in a file', snapshotOf({ 'MEMORY.md': current, 'a.md': conflict }), {}, 'unmerged a.md'],
    ['markers in the entry', snapshotOf({ 'MEMORY.md': conflict }), {}, 'unmerged MEMORY.md'],
    ['a mark left behind', snapshotOf({ 'MEMORY.md': `${current}<<<<<<< HEAD\n` }), {}, 'unmerged MEMORY.md'],
    ['markers with a base', snapshotOf({ 'a.md': conflict.replace('=', '||||||| base\nc\n=') }), {}, 'unmerged a.md'],
    ['markers and CRLF', snapshotOf({ 'a.md': conflict.replaceAll('\n', '\r\n') }), {}, 'unmerged a.md'],
    ['an example in a fence', snapshotOf({ 'MEMORY.md': `${current}\`\`\`\n${conflict}\`\`\`\n` }), {}, 'current 7.1'],
    ['a heading underlined', snapshotOf({ 'MEMORY.md': `${current}Title\n=======\n` }), {}, 'current 7.1'],
    ['git’s index alone', snapshotOf({ 'MEMORY.md': current }), { unmerged: [TECH] }, 'unmerged details/tech.md'],
    ['a broken entry in conflict', snapshotOf({ 'MEMORY.md': `${MS}\n${conflict}` }), {}, 'unmerged MEMORY.md'],
    ['a bank left out whole', snapshotOf({}, { exists: false }), { leftOut: [MEMORY, TECH] }, 'left-out'],
    ['an entry left out', snapshotOf({ 'details/tech.md': 'x' }), { leftOut: [MEMORY] }, 'left-out'],
    ['an old bank left out', snapshotOf({}, { exists: false }), { leftOut: [knownPath('brief.md')] }, 'left-out'],
    ['a detail left out', snapshotOf({ 'MEMORY.md': current }), { leftOut: [TECH] }, 'current 7.1'],
  ])('%s [S10]', (_, snapshot, git, expected) => expect(stateOf(snapshot, git)).toBe(expected))
})
