import { expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { traceOf } from '../../../src/guard/find-trace.ts'
import type { Grant } from '../../../src/guard/state.ts'
import { declinedStaysOut } from '../../../src/guard/write-rules/declined-stays-out.ts'
import { after, ask, bank } from '../situation.ts'

const PATTERNS = knownPath('details/patterns.md')
const SAID = 'Orders live in PostgreSQL; transactions across several tables; MySQL was given up'
const traces = [traceOf('Orders live in PostgreSQL', SAID, [PATTERNS])]

const afterNo = (grant: Grant) =>
  after(
    { at: 'proposed', targets: [PATTERNS], traces },
    { at: 'turn', grant: { kind: 'nothing' }, declined: true },
    { at: 'turn', grant },
  )

test.each([
  ['nothing was asked for', { kind: 'nothing' }, `- ${SAID}`, false],
  ['something else was agreed to', { kind: 'targets', targets: [PATTERNS] }, `- ${SAID}`, false],
  ['the user asked', { kind: 'everything' }, `- ${SAID}`, true],
  ['something else is written', { kind: 'nothing' }, '- Use pnpm', true],
] as const)('%s [S36]', (_name, grant, text, passes) => {
  const said = ask(declinedStaysOut, bank(PATTERNS, '# P\n', `# P\n${text}\n`), afterNo(grant), { writer: 'confirm' })
  expect(said === undefined).toBe(passes)
})
