import { expect, test } from 'vitest'
import type { ToolFacts } from '../../../src/bank/event.ts'
import { knownPath } from '../../../src/base/bank-path.ts'
import { documentFirst } from '../../../src/guard/rules/document-first.ts'
import { firstSourceOf } from '../../../src/guard/signals/occasion.ts'
import { after, ask, bankFile, project, Session } from '../situation.ts'

const BEGINS: ToolFacts = {
  kind: 'writes',
  files: [{ in: 'project', path: 'src/billing/a.ts' }],
  begins: 'src/billing',
}
const read = (path: string) => ({ at: 'read', path: knownPath(path), hash: 'h' }) as const

test.each([
  ['nothing was read', after()],
  ['the patterns were read', after(read('details/patterns.md'))],
  ['an index was read', after(read('details/design/index.md'))],
  ['a learning was read', after(read('details/learnings/x.md'))],
])('%s: the document comes first [S45]', (_name, state) =>
  expect(ask(documentFirst, BEGINS, state)).toContain('src/billing gets its first source files'),
)

test.each([
  ['a design was read', BEGINS, after(read('details/design/x.md'))],
  ['a requirement was read before a compaction', BEGINS, after(read('details/requirements/x.md'), { at: 'compacted' })],
  ['a document was written', BEGINS, after({ at: 'wrote', path: knownPath('details/design/x.md') })],
  [
    'a document is proposed',
    BEGINS,
    after({
      at: 'proposed',
      targets: [],
      traces: [{ targets: [knownPath('details/design/x.md')], title: '', words: [] }],
    }),
  ],
  ['the call begins no folder', project('src/a.ts'), after()],
  [
    'the same call writes a document',
    { ...BEGINS, files: [...BEGINS.files, bankFile('details/design/x.md', undefined, '# X\n')] },
    after(),
  ],
] as const)('%s: it passes [S45]', (_name, facts, state) => expect(ask(documentFirst, facts, state)).toBeUndefined())

test('without a bank there is no gate [S45]', () => {
  expect(ask(documentFirst, BEGINS, after(), { readRequired: () => undefined })).toBeUndefined()
})

test.each([
  ['warn', 'off', ['allow', 'allow']],
  ['warn', 'warn', ['note document-first', 'allow']],
  ['block', 'warn', ['note document-first', 'allow']],
  ['warn', 'block', ['refuse document-first', 'refuse document-first']],
  ['off', 'block', ['allow', 'allow']],
] as const)('guardMode %s with docFirst %s: %s [S45]', (mode, docFirst, expected) => {
  const session = new Session({ mode, docFirst })
  // The session has read something, so that only this rule speaks.
  session.send({ kind: 'session-started', session: 's' })
  session.state = after({ at: 'said', rule: 'read-something-first' })
  expect([session.verdict(BEGINS), session.verdict(BEGINS)]).toEqual(expected)
})

const DISK = new Map<string, readonly string[]>([
  ['src', ['app.ts', 'empty', 'deep', 'docs']],
  ['src/empty', ['README.md', '__tests__']],
  ['src/empty/__tests__', ['a.test.ts']],
  ['src/deep', ['one']],
  ['src/deep/one', ['two']],
  ['src/deep/one/two', ['a.rs']],
  ['lib', ['types.d.ts']],
])
const disk = {
  isThere: (path: string) =>
    DISK.has(path) || [...DISK].some(([folder, names]) => names.some((name) => `${folder}/${name}` === path)),
  isFolder: (path: string) => DISK.has(path),
  namesIn: (folder: string) => DISK.get(folder) ?? [],
}

test.each([
  ['a new folder', ['src/billing/a.ts'], 'src/billing'],
  ['a new package, by its outermost folder', ['packages/mail/src/send/a.py'], 'packages'],
  ['a folder with text and tests only', ['src/empty/a.go'], 'src/empty'],
  ['a folder with declarations only', ['lib/a.js'], 'lib'],
  ['the first of several', ['src/app.ts', 'src/x/a.ts'], 'src/x'],
  ['a folder with source two folders down', ['src/deep/a.rs'], undefined],
  ['a file beside source', ['src/b.ts'], undefined],
  ['a file at the root', ['main.go'], undefined],
  ['an existing file', ['src/app.ts'], undefined],
  ['tests', ['test/x/a.ts', 'src/x/a.test.ts', 'src/x/test_a.py', 'src/x/ATest.java', 'src/x/a_test.go'], undefined],
  ['generated files', ['src/x/a.pb.go', 'src/gen/a.ts', 'dist/a.js', 'src/x/a.d.ts', 'src/x/a.g.dart'], undefined],
  ['no source', ['src/x/a.json', 'src/x/notes.md', 'src/x/vite.config.ts'], undefined],
  ['outside the project', ['/tmp/x/a.ts', '../x/a.ts', 'C:/x/a.ts', '~/x/a.ts'], undefined],
])('%s [S45]', (_name, paths, expected) => expect(firstSourceOf(paths, disk)).toBe(expected))
