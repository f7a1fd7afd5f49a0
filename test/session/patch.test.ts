import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyHunks, parsePatch, withoutPrefix } from '../../src/session/patch.ts'
import { law } from '../laws/runs.ts'

const envelope = (...lines: readonly string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

/** The file after the only update of a patch. */
function patched(before: string, patch: string): string | undefined {
  const [only] = parsePatch(patch) ?? []
  if (only?.kind !== 'update') throw new Error('no update')
  return applyHunks(before, only.hunks)
}

test.each([
  [
    'an added file',
    envelope('*** Add File: memory-bank/x.sh', '+a', '+', '+b'),
    [{ kind: 'add', path: 'memory-bank/x.sh', text: 'a\n\nb\n' }],
  ],
  [
    'an added file without a blank behind the colon',
    envelope('*** Add File:memory-bank/x.sh', '+a'),
    [{ kind: 'add', path: 'memory-bank/x.sh', text: 'a\n' }],
  ],
  [
    'a deleted file',
    envelope('*** Delete File: memory-bank/MEMORY.md'),
    [{ kind: 'delete', path: 'memory-bank/MEMORY.md' }],
  ],
  [
    'several files',
    envelope('*** Delete File: a', '*** Add File: b', '+x', '*** Delete File: c'),
    [
      { kind: 'delete', path: 'a' },
      { kind: 'add', path: 'b', text: 'x\n' },
      { kind: 'delete', path: 'c' },
    ],
  ],
  ['Windows line ends', envelope('*** Delete File: a').replaceAll('\n', '\r\n'), [{ kind: 'delete', path: 'a' }]],
  [
    'an envelope inside a here-document',
    `cat <<'EOF'\n${envelope('*** Delete File: a')}\nEOF`,
    [{ kind: 'delete', path: 'a' }],
  ],
  ['a missing last line', '*** Begin Patch\n*** Delete File: a', [{ kind: 'delete', path: 'a' }]],
])('the patch form is read: %s [S32]', (_name, text, expected) => expect(parsePatch(text)).toEqual(expected))

test.each([
  ['with prefixes', '--- a/x.md\n+++ b/x.md\n@@ -1 +1 @@\n-a\n+b\n', 'update', 'b/x.md'],
  ['without', '--- x.md\n+++ x.md\n@@ -1 +1 @@\n-a\n+b\n', 'update', 'x.md'],
  [
    'with time stamps behind a tab',
    '--- a/x.md\t2026-01-01 00:00:00.000 +0000\n+++ b/x.md\t2026-01-02 00:00:00\n@@ -1 +1 @@\n-a\n+b\n',
    'update',
    'b/x.md',
  ],
  [
    'with time stamps behind blanks',
    '--- x.md   2026-01-01 00:00:00\n+++ x.md   2026-01-02 00:00:00\n@@ -1 +1 @@\n-a\n+b\n',
    'update',
    'x.md',
  ],
  ['with Windows line ends', '--- a/x.md\r\n+++ b/x.md\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n', 'update', 'b/x.md'],
  ['a new file', '--- /dev/null\n+++ b/memory-bank/x.sh\n@@ -0,0 +1 @@\n+x\n', 'add', 'b/memory-bank/x.sh'],
  [
    'a deleted file',
    '--- a/memory-bank/MEMORY.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n',
    'delete',
    'a/memory-bank/MEMORY.md',
  ],
  ['without a `---` line', '+++ memory-bank/x.sh\n@@ -0,0 +1 @@\n+x\n', 'update', 'memory-bank/x.sh'],
  [
    'a quoted name',
    '--- "a/\\346\\226\\207.md"\n+++ "b/\\346\\226\\207.md"\n@@ -1 +1 @@\n-a\n+b\n',
    'update',
    'b/文.md',
  ],
  [
    'git’s empty new file',
    'diff --git a/memory-bank/e b/memory-bank/e\nnew file mode 100644\nindex 0000000..e69de29\n',
    'add',
    'b/memory-bank/e',
  ],
  [
    'git’s deletion of an empty file',
    'diff --git a/memory-bank/e.md b/memory-bank/e.md\ndeleted file mode 100644\n',
    'delete',
    'b/memory-bank/e.md',
  ],
])('a unified diff is read: %s [S32]', (_name, text, kind, path) =>
  expect(parsePatch(text)).toMatchObject([{ kind, path }]),
)

test('a move is read in every form, with and without changes [S32]', () => {
  const forms = [
    envelope('*** Update File: memory-bank/a.md', '*** Move to: old/a.md', '@@', '-a', '+b'),
    envelope('*** Update File: memory-bank/a.md', '*** Move to:old/a.md'),
    '--- memory-bank/a.md\n+++ old/a.md\n@@ -1 +1 @@\n-a\n+b\n',
    'diff --git a/memory-bank/a.md b/old/a.md\nsimilarity index 100%\nrename from memory-bank/a.md\nrename to old/a.md\n',
  ]
  for (const form of forms)
    expect(parsePatch(form)).toMatchObject([{ kind: 'update', path: 'memory-bank/a.md', to: 'old/a.md' }])
})

test('a rename without hunks is read among files with hunks [S32]', () => {
  const text =
    'diff --git a/m.md b/n.md\nrename from m.md\nrename to n.md\ndiff --git a/x b/x\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\ndiff --git a/z b/z\ndeleted file mode 100644\n'
  expect(parsePatch(text)?.map((file) => [file.kind, file.path])).toEqual([
    ['update', 'm.md'],
    ['update', 'b/x'],
    ['delete', 'b/z'],
  ])
})

test.each(['', 'hello', 'a +++ b', '<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE'])(
  '%j is not a patch [S32]',
  (text) => expect(parsePatch(text)).toBeUndefined(),
)

test.each([
  ['a replaced line', 'a\nb\nc\n', ['@@', ' a', '-b', '+B', ' c'], 'a\nB\nc\n'],
  ['without a place', 'a\nb\n', ['-b', '+B'], 'a\nB\n'],
  ['below an anchor', 'x\n# one\nx\n', ['@@ # one', '-x', '+y'], 'x\n# one\ny\n'],
  ['at the end of the file', 'x\ny\nx\n', ['@@', '-x', '+z', '*** End of File'], 'x\ny\nz\n'],
  ['only added lines', 'a\n', ['@@', '+b'], 'a\nb\n'],
  ['only added lines, no final line end', 'a', ['@@', '+b'], 'a\nb'],
  ['a deletion', 'a\nb\nc\n', ['@@', ' a', '-b'], 'a\nc\n'],
  ['two hunks', 'a\nb\na\nb\n', ['@@', '-a', '+1', '@@', '-a', '+2'], '1\nb\n2\nb\n'],
  ['blanks at the ends of lines', 'a  \nb\n', ['@@', ' a', '-b', '+c'], 'a\nc\n'],
  ['other indentation', '  a\n', ['@@', '-a', '+b'], 'b\n'],
  ['curly quotes', 'it’s — so\n', ['@@', "-it's - so", '+no'], 'no\n'],
  ['a blank line at the end of the file', 'a\nb', ['@@', '-b', '-', '+c', '+'], 'a\nc'],
  ['a blank context line without its blank', 'a\n\nb\n', ['@@', ' a', '', '-b', '+c'], 'a\n\nc\n'],
  ['Windows line ends', 'a\r\nb\r\nc\r\n', ['@@', ' a', '-b', '+B'], 'a\r\nB\r\nc\r\n'],
])('a hunk fits: %s [S32]', (_name, before, hunk, expected) =>
  expect(patched(before, envelope('*** Update File: a', ...hunk))).toBe(expected),
)

test('lines outside the hunks keep their bytes and line ends [S2]', () => {
  const before = '\uFEFFa\r\nb\nc\r\n\td  \r\ne'
  expect(patched(before, envelope('*** Update File: a', '@@', '-b', '+B'))).toBe('\uFEFFa\r\nB\r\nc\r\n\td  \r\ne')
})

test.each([
  ['a text that is not there', 'a\n', ['@@', '-b', '+c']],
  ['an anchor that is not there', 'a\n', ['@@ # nowhere', '-a', '+c']],
  ['hunks in the wrong order', 'a\nb\n', ['@@', '-b', '+c', '@@', '-a', '+d']],
])('a patch that does not fit is not guessed: %s [S37]', (_name, before, hunk) =>
  expect(patched(before, envelope('*** Update File: a', ...hunk))).toBeUndefined(),
)

test('the line number of a diff decides between equal places, corrected by lines added above [S32]', () => {
  const before = 'x\ny\nx\ny\nx\ny\n'
  expect(patched(before, '--- f\n+++ f\n@@ -3,1 +3,1 @@\n-x\n+Z\n')).toBe('x\ny\nZ\ny\nx\ny\n')
  expect(patched(before, '--- f\n+++ f\n@@ -1,1 +1,2 @@\n-x\n+1\n+2\n@@ -5,1 +6,1 @@\n-x\n+Z\n')).toBe(
    '1\n2\ny\nx\ny\nZ\ny\n',
  )
  expect(patched(`new\n${before}`, '--- f\n+++ f\n@@ -5,2 +5,2 @@\n-x\n-y\n+Z\n')).toBe('new\nx\ny\nx\ny\nZ\n')
})

test('the diff of any two texts turns one into the other [S32]', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
  law(
    fc.property(lines, lines, fc.nat(12), (head, middle, cut) => {
      const at = Math.min(cut, head.length)
      const removed = head.slice(at, at + 2)
      const before = `${head.join('\n')}\n`
      const after = `${[...head.slice(0, at), ...middle, ...head.slice(at + 2)].join('\n')}\n`
      const start = removed.length === 0 ? at : at + 1
      const diff = [
        `--- f`,
        `+++ f`,
        `@@ -${start},${removed.length} +${at + 1},${middle.length} @@`,
        ...removed.map((line) => `-${line}`),
        ...middle.map((line) => `+${line}`),
        '',
      ].join('\n')
      expect(patched(before, diff)).toBe(after)
    }),
    100,
  )
})

test.each([
  ['a/x', 'x'],
  ['b/memory-bank/x', 'memory-bank/x'],
  ['w/x', 'x'],
  ['x', 'x'],
  ['ab/x', 'ab/x'],
  ['/a/x', '/a/x'],
])('%s without its prefix is %s', (path, plain) => expect(withoutPrefix(path)).toBe(plain))
