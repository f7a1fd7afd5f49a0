/** No work is done twice: what one proposal, one 好 and one refresh run, as the engine counts it. */

import { expect, test } from 'vitest'
import { Proposals } from '../../src/consent/proposals.ts'
import { propose } from '../../src/verbs/refresh.ts'
import { BANK, GuardedProject } from '../verbs/guarded-project.ts'
import { callsIn } from './calls-counted.ts'

const DECISION = {
  kind: 'decision',
  title: 'Use PostgreSQL for orders',
  why: 'transactions',
  given_up: 'MySQL',
  applies_to: 'the order service',
}
const LEARNING = {
  kind: 'learning',
  title: 'Timeouts in CI',
  symptom: 'tests hang',
  root_cause: 'IPv6 first',
  solution: 'resolve IPv4',
  prevention: 'a test of the resolver',
}

const PLANNED = 'plan/plan-write.ts planWrite'
const WRITTEN = 'plan/write/write-addition.ts writeAddition'
const BANK_READ = 'disk/bank/read-bank.ts readBank'
const PROJECT_SCANNED = 'disk/project/scan-project.ts scanTree'
const JUDGED = 'plan/write/judge-changes.ts judgeChanges'
const SEARCHED = 'secrets/find-secrets.ts findSecrets'
const APPLIED = 'disk/bank/apply-changes.ts applyChanges'

function project(): GuardedProject {
  return new GuardedProject(BANK, { env: { MEMORY_BANK_WRITER: 'confirm' } })
}

test('a proposal is planned once and each of its texts is searched for secrets once; the project is not scanned [S42]', async () => {
  const one = project()
  const calls = await callsIn(() => one.guard.propose('s', { entries: [DECISION] }))
  expect([PLANNED, WRITTEN, BANK_READ, JUDGED].map(calls)).toEqual([1, 1, 1, 1])
  expect([PROJECT_SCANNED, APPLIED].map(calls)).toEqual([0, 0])
  // Four fields, and the two files they go into.
  expect(calls(SEARCHED)).toBe(6)
})

test('several additions are one plan, each written once [S42]', async () => {
  const one = project()
  const calls = await callsIn(() => one.guard.propose('s', { entries: [DECISION, LEARNING] }))
  expect([PLANNED, WRITTEN, BANK_READ, JUDGED].map(calls)).toEqual([1, 2, 1, 1])
})

test('one 好 reads the bank once, plans once, writes once and scans nothing; nothing is judged twice [S42]', async () => {
  const one = project()
  await one.propose('s', { entries: [DECISION] })
  const calls = await callsIn(async () => {
    await one.said('好', 's')
    await one.guard.carryOutAccepted('s')
  })
  expect(new Proposals(one.guard.workspace).list().map(({ status }) => status)).toEqual(['accepted'])
  expect([PLANNED, WRITTEN, BANK_READ, APPLIED].map(calls)).toEqual([1, 1, 1, 1])
  expect([PROJECT_SCANNED, JUDGED].map(calls)).toEqual([0, 0])
  // Searched for the journal, which keeps no secret: both files before and after, the title, and the provenance record;
  // and once for the ledger.
  expect(calls(SEARCHED)).toBeLessThanOrEqual(7)
})

test('a refresh reads the bank once and scans the project once; an index needs no scan [S15]', async () => {
  const { workspace } = project().guard
  const whole = await callsIn(() => propose(workspace, { language: undefined, onConflict: undefined }))
  expect([BANK_READ, PROJECT_SCANNED].map(whole)).toEqual([1, 1])
  const part = await callsIn(() => propose(workspace, { language: undefined, onConflict: undefined, part: 'index' }))
  expect([BANK_READ, PROJECT_SCANNED].map(part)).toEqual([1, 0])
})
