import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_HOLDERS, searchWords, WordFinder } from '../../../src/disk/project/search-words.ts'
import { law } from '../../laws/runs.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const WORDS = ['alpha', 'alphaBeta', '$scope', 'snake_case', 'db-url', 'lodash.get', 'x1', 'absentWord', 'inMap', 'bin']

/** With enough files that git is called. */
function repository(): string {
  const root = temporaryFolder({
    'memory-bank/MEMORY.md': 'alpha\n',
    '.gitignore': 'ignored.ts\n',
    'ignored.ts': 'absentWord\n',
    'a.map': 'inMap\n',
    'b.min.js': 'inMap\n',
    ...Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [
        `src/file-${at}.ts`,
        `${WORDS[at % 7]} é${WORDS[(at * 3) % 7]}é (${WORDS[(at * 5) % 7]})\nnoalpha alphaBetaGamma\n`,
      ]),
    ),
  })
  execFileSync('git', ['init', '-q'], { cwd: root })
  execFileSync('git', ['add', 'src'], { cwd: root })
  writeFileSync(join(root, 'binary.dat'), Buffer.concat([Buffer.from([0]), Buffer.from('bin x1')]))
  if (process.platform !== 'win32') symlinkSync('ignored.ts', join(root, 'link.ts'))
  return root
}

test('a word has the same holders with git and without, alone and among others [S51]', () => {
  const root = repository()
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = listed
    .toString()
    .split('\0')
    .filter((path) => path !== '' && !path.startsWith('memory-bank/'))
    .sort()
  const search = { root, inGit: true, files, ends: performance.now() + 60_000 }
  const many = [...WORDS, ...Array.from({ length: 30 }, (_, at) => `word${at}`)]
  const read = searchWords(many, search)
  const asked = searchWords(WORDS, search)
  for (const word of WORDS) {
    expect(asked?.get(word), word).toEqual(read?.get(word))
    expect(searchWords([word], search)?.get(word), word).toEqual(read?.get(word))
  }
  expect(read?.get('alpha')).toHaveLength(MOST_HOLDERS)
  expect(read?.get('alpha')).toEqual(read?.get('alpha')?.toSorted())
  expect(['absentWord', 'inMap', 'bin'].map((word) => read?.get(word))).toEqual([[], [], []])
})

test('a search out of time has no result [S51]', () => {
  const root = temporaryFolder({ 'a.ts': 'alpha\n' })
  expect(searchWords(['alpha'], { root, inGit: false, files: ['a.ts'], ends: 0 })).toBeUndefined()
})

test('only whole words are found, as a pattern would [S51]', () => {
  const word = fc.string({ unit: fc.constantFrom(...'aAb_$1'), minLength: 2, maxLength: 4 })
  const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'aAb_$1 .-\n'), fc.constant('é')), maxLength: 60 })
  law(
    fc.property(fc.uniqueArray(word, { maxLength: 8 }), text, (words, said) => {
      const tokens = new Set(said.match(/[\w$]+/g) ?? [])
      const found = new WordFinder(words).in(Buffer.from(said))
      expect([...found].sort()).toEqual(words.filter((one) => tokens.has(one)).sort())
    }),
    100,
  )
})

test('many documents do not hide a source file [S51]', () => {
  const documents = Array.from({ length: MOST_HOLDERS + 4 }, (_, at) => `docs/page-${String(at).padStart(2, '0')}.md`)
  const root = temporaryFolder(Object.fromEntries([...documents, 'src/agent.ts'].map((path) => [path, 'MockAgent\n'])))
  const files = [...documents, 'src/agent.ts']
  const holders = searchWords(['MockAgent'], { root, inGit: false, files, ends: performance.now() + 60_000 })
  expect(holders?.get('MockAgent')).toEqual([...documents.slice(0, MOST_HOLDERS), 'src/agent.ts'])
})
