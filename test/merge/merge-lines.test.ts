import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownPath } from '../../src/base/bank-path.ts'
import { mergeFile } from '../../src/merge/merge-file.ts'
import { law } from '../laws/runs.ts'

const STYLE = { markerSize: 7, labels: { ours: 'ours', theirs: 'theirs' } }

/** A file of an unknown kind is merged by lines, as git does. */
function merge(base: string | undefined, ours: string, theirs: string) {
  return mergeFile({ path: knownPath('notes.txt'), base, ours, theirs, ...STYLE })
}

function gitMerge(base: string, ours: string, theirs: string): { readonly text: string; readonly clean: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'merge-'))
  try {
    for (const [name, text] of Object.entries({ base, ours, theirs })) writeFileSync(join(folder, name), text)
    const args = ['merge-file', '-p', '-L', 'ours', '-L', 'base', '-L', 'theirs', 'ours', 'base', 'theirs']
    return { text: execFileSync('git', args, { cwd: folder, encoding: 'utf8' }), clean: true }
  } catch (error) {
    const stdout = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    return { text: stdout, clean: false }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each([
  // `title, base, ours, theirs, text`
  ['one side changed', 'a\nb\n', 'a\nb\n', 'a\nx\n', 'a\nx\n'],
  ['both changed the same', 'a\nb\nc\n', 'a\nx\nc\n', 'a\nx\nc\n', 'a\nx\nc\n'],
  ['both changed different lines', 'a\nb\nc\n', 'x\nb\nc\n', 'a\nb\ny\n', 'x\nb\ny\n'],
  ['a final newline changed by one side', 'a\nb\nc\n', 'a\nb\nc', 'x\nb\nc\n', 'x\nb\nc'],
  ['CRLF on one side', 'a\nb\nc\n', 'a\r\nb\r\nc\r\n', 'x\nb\nc\n', 'x\r\nb\r\nc\r\n'],
  ['a byte order mark on one side', 'a\nb\nc\n', '\ufeffa\nb\nc\n', 'a\nb\ny\n', '\ufeffa\nb\ny\n'],
  ['lone surrogates', 'a\nb\nc\n', '\udc80\nb\nc\n', 'a\nb\n\udcff\n', '\udc80\nb\n\udcff\n'],
])('%s: no conflict [S55]', (_what, base, ours, theirs, text) => {
  expect(merge(base, ours, theirs)).toEqual({ text, conflicts: [] })
})

test.each([
  ['a\nb\nc\n', 'a\nx\nc\n', 'a\ny\nc\n', { first: 2, last: 6 }],
  ['b\n', 'x', 'y', { first: 1, last: 5 }],
  ['a\nb\n', 'a\n', 'a\nc\n', { first: 2, last: 5 }],
])('two changes of the same lines give the conflict that git shows: %j, %j, %j [S55]', (base, ours, theirs, lines) => {
  const { text, conflicts } = merge(base, ours, theirs)
  expect(text).toBe(gitMerge(base, ours, theirs).text)
  expect(conflicts).toEqual([lines])
})

test('without a base only differences are contested [S55]', () => {
  const { text, conflicts } = merge(undefined, 'a\nb\nc\nd\ne\nours\n', 'a\nb\nc\nd\ne\ntheirs\n')
  expect(text).toBe('a\nb\nc\nd\ne\n<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs\n')
  expect(conflicts).toEqual([{ first: 6, last: 10 }])
})

/** A descendant of twelve lines, with some removed and some added. */
const edits = (name: string) =>
  fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 2 }), fc.nat({ max: 2 })), { maxLength: 3 }).map((changes) => {
    const lines = BASE.slice()
    for (const [index, [at, removed, added]] of changes.entries())
      lines.splice(at, removed, ...Array.from({ length: added }, (_, one) => `${name} ${index} ${one}\n`))
    return lines.join('')
  })
const BASE: readonly string[] = Array.from({ length: 12 }, (_, index) => `line ${index}\n`)

test('if git merges without a conflict, the result is the same; otherwise nothing is lost [S55]', () => {
  let clean = 0
  law(
    fc.property(edits('ours'), edits('theirs'), (ours, theirs) => {
      const base = BASE.join('')
      const merged = merge(base, ours, theirs)
      const git = gitMerge(base, ours, theirs)
      if (git.clean) {
        clean += 1
        expect(merged).toEqual({ text: git.text, conflicts: [] })
      }
      const lines = new Set(merged.text.split('\n'))
      for (const line of `${ours}${theirs}`.split('\n')) if (!BASE.includes(`${line}\n`)) expect(lines).toContain(line)
    }),
    100,
  )
  expect(clean).toBeGreaterThan(20)
})
