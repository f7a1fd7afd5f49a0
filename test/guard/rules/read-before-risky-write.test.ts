import { expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { readBeforeRiskyWrite } from '../../../src/guard/rules/read-before-risky-write.ts'
import { after, ask, bank, OTHER, PATTERNS_HASH, project, shell } from '../situation.ts'

const PATTERNS = knownPath('details/patterns.md')
const read = { at: 'read', path: PATTERNS, hash: PATTERNS_HASH } as const
const turn = { at: 'turn', grant: { kind: 'nothing' } } as const

test.each([
  ['several files', project('a.ts', 'b.ts')],
  ['a manifest', project('package.json')],
  ['authentication', project('src/auth/login.ts')],
  ['a sensitive file through a shell', shell(undefined, ['.github/workflows/ci.yml'])],
  ['several files through a shell', shell(undefined, ['a.txt', 'b.txt'])],
])('%s: the patterns are read first [S31]', (_name, facts) =>
  expect(ask(readBeforeRiskyWrite, facts)).toContain('Read memory-bank/details/patterns.md'),
)

test.each([
  ['one plain file', project('src/app.ts'), after()],
  ['one file named twice', project('src/app.ts', 'src/app.ts'), after()],
  ['a bank file', bank('details/tech.md', 'a', 'b'), after()],
  ['nothing', OTHER, after()],
  ['a risky write after reading', project('package.json'), after(turn, read)],
  ['a risky write a turn after reading', project('package.json'), after(turn, read, turn)],
])('%s passes [S31]', (_name, facts, state) => expect(ask(readBeforeRiskyWrite, facts, state)).toBeUndefined())

test.each([
  ['read before compaction', after(turn, read, { at: 'compacted' }), 'session'],
  ['read as it was, not as it is', after(turn, { ...read, hash: 'older' }), 'session'],
  ['read in an earlier turn, where every turn asks', after(turn, read, turn), 'turn'],
  [
    'another file read',
    after(turn, { at: 'read', path: knownPath('details/tech.md'), hash: PATTERNS_HASH }),
    'session',
  ],
] as const)('%s does not count [S31] [S38]', (_name, state, readScope) => {
  expect(ask(readBeforeRiskyWrite, project('package.json'), state, { readScope })).toBeDefined()
})

test('without a bank there is no gate [S30]', () => {
  expect(ask(readBeforeRiskyWrite, project('package.json'), after(), { readRequired: () => undefined })).toBeUndefined()
})

test('without patterns.md, MEMORY.md must be read [S31]', () => {
  const required = { path: knownPath('MEMORY.md'), hash: 'h' }
  expect(ask(readBeforeRiskyWrite, project('package.json'), after(), { readRequired: () => required })).toContain(
    'Read memory-bank/MEMORY.md',
  )
})
