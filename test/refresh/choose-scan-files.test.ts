import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '../../src/core/limits.ts'
import type { TreeEntry } from '../../src/core/project.ts'
import { chooseScanFiles } from '../../src/refresh/choose-scan-files.ts'
import { law } from '../laws/runs.ts'

const files = (...paths: readonly string[]): readonly TreeEntry[] => paths.map((path) => ({ path, kind: 'file' }))

test.each([
  ['a README before the manifests', ['package.json', 'README.md'], ['README.md', 'package.json']],
  ['a README in any case and form', ['readme.RST', 'go.mod'], ['readme.RST', 'go.mod']],
  ['Markdown before plain text', ['README.txt', 'README.md', 'README'], ['README.md']],
  ['the Chinese README too', ['README.zh-CN.md', 'README.ja.md', 'README.md'], ['README.md', 'README.zh-CN.md']],
  ['a translation where there is nothing else', ['README_zh.md'], ['README_zh.md']],
  ['the root before folders', ['web/package.json', 'Makefile', 'go.mod'], ['go.mod', 'Makefile', 'web/package.json']],
  ['projects by their endings', ['src/App.csproj', 'Shop.sln'], ['Shop.sln', 'src/App.csproj']],
  ['compose files in both spellings', ['docker-compose.yaml', 'compose.yml'], ['compose.yml', 'docker-compose.yaml']],
  [
    'a version catalogue',
    ['build.gradle.kts', 'gradle/libs.versions.toml'],
    ['build.gradle.kts', 'gradle/libs.versions.toml'],
  ],
  ['nothing of what others made', ['node_modules/package.json', 'vendor/go.mod', '.cache/package.json'], []],
  ['nothing deeper than two levels', ['packages/ui/package.json'], []],
  ['nothing that is no manifest', ['index.ts', 'src/main.go', 'LICENSE'], []],
  ['no path that cannot be cited', ['a(b)/go.mod', '../go.mod', 'x\ny/go.mod', '`/go.mod'], []],
])('it chooses %s [S12]', (_, tree, expected) => {
  expect(chooseScanFiles(files(...tree))).toEqual(expected)
})

test('a folder named like a manifest is not read [S12]', () => {
  expect(chooseScanFiles([{ path: 'package.json', kind: 'folder' }])).toEqual([])
})

test('many packages do not hide the one backend [S12]', () => {
  const tree = files(...'abcdefghijklmn'.split('').map((name) => `${name}/package.json`), 'zz/go.mod', 'zz/Makefile')
  const chosen = chooseScanFiles(tree)
  expect(chosen.slice(0, 3)).toEqual(['a/package.json', 'zz/go.mod', 'zz/Makefile'])
  expect(chosen).toHaveLength(LIMITS.scanFiles)
})

const NAMES = [
  'README.md',
  'README.zh.md',
  'package.json',
  'go.mod',
  'Cargo.toml',
  'pom.xml',
  'Makefile',
  'a.csproj',
  'x.ts',
]
const entry: fc.Arbitrary<TreeEntry> = fc.record({
  path: fc.oneof(
    fc.constantFrom(...NAMES),
    fc.tuple(fc.constantFrom('a', 'b', 'c', 'src', 'docs'), fc.constantFrom(...NAMES)).map((parts) => parts.join('/')),
    fc.string(),
  ),
  kind: fc.constantFrom('file', 'folder'),
})

test('a choice is within the budget, of files in the tree, each once, in whatever order the tree came [S12]', () => {
  law(
    fc.property(fc.array(entry, { maxLength: 60 }), fc.array(fc.nat(), { maxLength: 60 }), (tree, keys) => {
      const chosen = chooseScanFiles(tree)
      expect(chosen.length).toBeLessThanOrEqual(LIMITS.scanFiles)
      expect(new Set(chosen).size).toBe(chosen.length)
      for (const path of chosen) expect(tree).toContainEqual({ path, kind: 'file' })
      const shuffled = tree
        .map((each, index) => ({ each, key: keys[index] ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ each }) => each)
      expect(chooseScanFiles(shuffled)).toEqual(chosen)
    }),
    100,
  )
})
