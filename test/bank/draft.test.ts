import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Draft } from '../../src/bank/draft.ts'
import { type BankPath, knownPath } from '../../src/base/bank-path.ts'
import { applied, snapshotOf } from '../laws/banks.ts'
import { law } from '../laws/runs.ts'

const A = knownPath('a.md')
const B = knownPath('b.md')
const WHY = { en: 'because', zh: '因为' }

test('two edits of a file are one change, and a reverted edit is none [S16]', () => {
  const draft = new Draft(snapshotOf({ 'a.md': '1', 'b.md': '1' }))
  draft.write(A, '2')
  draft.write(A, '3', WHY)
  draft.write(B, '2', WHY)
  draft.write(B, '1')
  expect(draft.plan('refresh')).toEqual({
    intent: 'refresh',
    changes: [{ kind: 'edit', path: A, was: '1', text: '3' }],
    reasons: [{ path: A, words: WHY }],
    notes: [],
  })
})

test('removals come last and folders first [S14]', () => {
  const draft = new Draft(snapshotOf({ 'a.md': '1' }))
  draft.remove(A, WHY)
  draft.write(B, '2')
  draft.makeFolder(knownPath('details'))
  expect(draft.plan('migrate').changes.map((change) => change.kind)).toEqual(['make-folder', 'create', 'remove'])
})

test('a moved file that is then edited is one move [S14]', () => {
  const draft = new Draft(snapshotOf({ 'a.md': '1' }))
  draft.move(A, B)
  draft.write(B, '2')
  expect(draft.plan('migrate').changes).toEqual([{ kind: 'move', path: A, was: '1', to: B, text: '2' }])
  expect(draft.originOf(B)).toBe(A)
})

test('a path counts as taken by a file of another type or by a folder', () => {
  const draft = new Draft(snapshotOf({}, { others: [A], folders: new Set([B]) }))
  expect([draft.isTaken(A), draft.isTaken(B), draft.isTaken(knownPath('c.md'))]).toEqual([true, true, false])
})

test('a note is added once', () => {
  const draft = new Draft(snapshotOf({}))
  draft.note(WHY)
  draft.note({ ...WHY })
  expect(draft.plan('init').notes).toEqual([WHY])
})

test('the plan of any draft turns the bank into the draft and touches no path twice [S16]', () => {
  const path = fc.constantFrom(...['a.md', 'b.md', 'c.md', 'd/e.md'].map(knownPath))
  const step = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), path, text: fc.constantFrom('1', '2', '3') }),
    fc.record({ kind: fc.constant('move' as const), path, to: path }),
    fc.record({ kind: fc.constant('remove' as const), path }),
  )
  law(
    fc.property(
      fc.dictionary(path, fc.constantFrom('1', '2'), { maxKeys: 4 }),
      fc.array(step, { maxLength: 8 }),
      (texts, steps) => {
        const before = snapshotOf(texts)
        const draft = new Draft(before)
        const model = new Map<BankPath, string>([...before.files.values()].map((file) => [file.path, file.text]))
        for (const one of steps) {
          const text = model.get(one.path)
          if (one.kind === 'write') {
            draft.write(one.path, one.text)
            model.set(one.path, one.text)
          } else if (one.kind === 'remove' && text !== undefined) {
            draft.remove(one.path, WHY)
            model.delete(one.path)
          } else if (one.kind === 'move' && text !== undefined && !draft.isTaken(one.to)) {
            draft.move(one.path, one.to)
            model.delete(one.path)
            model.set(one.to, text)
          }
        }
        const after = applied(before, draft.plan('refresh'))
        expect(new Map([...after.files.values()].map((file) => [file.path, file.text]))).toEqual(model)
      },
    ),
    1_000,
  )
})
