import { expect, test } from 'vitest'
import type { Occasion, ToolFacts } from '../../../src/bank/event.ts'
import { knownPath } from '../../../src/base/bank-path.ts'
import { patternsAtOccasion } from '../../../src/guard/rules/patterns-at-occasion.ts'
import { after, ask, OTHER, PATTERNS_HASH, project, Session } from '../situation.ts'

const read = { at: 'read', path: knownPath('details/patterns.md'), hash: PATTERNS_HASH } as const
const FOLDER: Occasion = { kind: 'folder', what: 'billing' }
const NEW_FOLDER: ToolFacts = { kind: 'writes', files: [{ in: 'project', path: 'billing/a.ts' }], occasion: FOLDER }
const shellWith = (kind: Occasion['kind'], writes: readonly string[] = []): ToolFacts => ({
  ...{ kind: 'shell', danger: undefined, reads: [], writes },
  occasion: { kind, what: 'x' },
})

test.each([
  ['a new folder', NEW_FOLDER],
  ['an added dependency', shellWith('dependency')],
  ['a moved folder', shellWith('move', ['src/old'])],
])('%s brings the patterns to mind [S27]', (_name, facts) =>
  expect(ask(patternsAtOccasion, facts)).toContain('memory-bank/details/patterns.md'),
)

test.each([
  ['the call is no occasion', project('src/a.ts'), after()],
  ['it is no write', OTHER, after()],
  ['they are read already', NEW_FOLDER, after(read)],
  ['the gate for risky writes names them', shellWith('move', ['src/old', 'src/new']), after()],
])('nothing is said where %s [S27]', (_name, facts, state) =>
  expect(ask(patternsAtOccasion, facts, state)).toBeUndefined(),
)

test('once per session, whatever the user says [S27]', () => {
  const session = new Session({ mode: 'warn' })
  const heard: string[] = []
  for (const text of ['refactor the payment module', 'let us move to Redis', 'next']) {
    session.send({ kind: 'user-said', session: 's', text })
    heard.push(session.verdict(OTHER), session.verdict(shellWith('dependency')))
  }
  expect(heard).toEqual(['allow', 'note patterns-at-occasion', 'allow', 'allow', 'allow', 'allow'])
})

test('no note where there is no bank [S30]', () => {
  expect(ask(patternsAtOccasion, NEW_FOLDER, after(), { readRequired: () => undefined })).toBeUndefined()
})
