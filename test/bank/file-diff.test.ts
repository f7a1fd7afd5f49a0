import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileDiff } from '../../src/bank/file-diff.ts'
import { fileDiffs } from '../../src/bank/file-diff.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import type { Change } from '../../src/base/change.ts'
import { law } from '../laws/runs.ts'

const path = knownPath('details/a.md')

function only(change: Change): FileDiff {
  const [diff] = fileDiffs([change])
  if (diff === undefined) throw new Error('no diff')
  return diff
}

test('an edit shows its lines with their numbers before and after, under their heading [S54]', () => {
  const was = '# A\n\n## One\n\n- a\n- b\n\n## Two\n\n- c\n'
  const diff = only({ kind: 'edit', path, was, text: was.replace('- b\n', '- B\n- d\n') })
  expect(diff).toMatchObject({ kind: 'edit', path, added: 2, removed: 1 })
  expect(diff.hunks).toHaveLength(1)
  expect(diff.hunks[0]?.heading).toBe('One')
  expect(diff.hunks[0]?.lines.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: '- b', old: 6 },
    { kind: 'added', text: '- B', new: 6 },
    { kind: 'added', text: '- d', new: 7 },
  ])
})

test('a created file is all added, a removed one all removed, and a moved one has no lines [S54]', () => {
  expect(only({ kind: 'create', path, text: 'a\nb\n' })).toMatchObject({ added: 2, removed: 0 })
  expect(only({ kind: 'remove', path, was: 'a\n' })).toMatchObject({ added: 0, removed: 1 })
  const to = knownPath('details/b.md')
  expect(only({ kind: 'move', path, was: 'a\n', to, text: 'a\n' })).toEqual({
    kind: 'move',
    path,
    to,
    added: 0,
    removed: 0,
    hunks: [],
  })
  expect(only({ kind: 'make-folder', path })).toMatchObject({ added: 0, removed: 0, hunks: [] })
})

const lines = fc.array(fc.constantFrom('a', 'b', '# c', '', '```', '- d'), { maxLength: 30 })

test('kept and added lines make the new text, kept and removed lines the old one [S54]', () => {
  law(
    fc.property(lines, lines, (before, after) => {
      const text = (of: readonly string[]) => of.map((line) => `${line}\n`).join('')
      const { hunks } = only({ kind: 'edit', path, was: text(before), text: text(after) })
      const shown = hunks.flatMap((hunk) => hunk.lines)
      for (const line of shown) {
        if (line.old !== undefined) expect(before[line.old - 1]).toBe(line.text)
        if (line.new !== undefined) expect(after[line.new - 1]).toBe(line.text)
      }
      const gone = new Set(shown.flatMap(({ kind, old }) => (kind === 'removed' ? [old] : [])))
      const come = new Set(shown.flatMap((line) => (line.kind === 'added' ? [line.new] : [])))
      expect(before.filter((_, at) => !gone.has(at + 1))).toEqual(after.filter((_, at) => !come.has(at + 1)))
    }),
  )
})
