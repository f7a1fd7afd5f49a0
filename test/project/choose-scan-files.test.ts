import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '../../src/base/limits.ts'
import { chooseMemberFolders, chooseScanFiles } from '../../src/project/choose-scan-files.ts'
import type { TreeEntry } from '../../src/project/facts.ts'
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
  ['what lies deeper only where the tree has shown it', ['packages/ui/package.json'], ['packages/ui/package.json']],
  ['nothing that only shows or documents it', ['examples/a/package.json', 'docs/package.json'], []],
  ["agents' files, to see whether they only point elsewhere", ['AGENTS.md', 'docs/AGENTS.md'], ['AGENTS.md']],
  ['nothing that is no manifest', ['index.ts', 'src/main.go', 'LICENSE'], []],
  ['no path that cannot be cited', ['a(b)/go.mod', '../go.mod', 'x\ny/go.mod', '`/go.mod'], []],
])('it chooses %s [S12]', (_, tree, expected) => {
  const { prose, manifests } = chooseScanFiles(files(...tree))
  expect([...prose, ...manifests]).toEqual(expected)
})

test('a folder named like a manifest is not read [S12]', () => {
  expect(chooseScanFiles([{ path: 'package.json', kind: 'folder' }]).manifests).toEqual([])
})

test('many packages do not hide the one backend [S12]', () => {
  const names = Array.from({ length: 80 }, (_, index) => `p${index}`)
  const tree = files(...names.map((name) => `${name}/package.json`), 'zz/go.mod', 'zz/Makefile')
  const { manifests, unread } = chooseScanFiles(tree)
  expect(manifests.slice(0, 3)).toEqual(['p0/package.json', 'zz/go.mod', 'zz/Makefile'])
  expect(manifests).toHaveLength(LIMITS.scanManifests)
  expect(unread).toHaveLength(82 - LIMITS.scanManifests)
})

test('member folders are opened step by step, along those that the tree has shown [S12]', () => {
  const text = JSON.stringify({ workspaces: ['packages/*', 'libs/@core/base/*', 'a/*/*', 'gone/x', 'examples/*'] })
  const folders = ['packages', 'packages/ui', 'libs', 'libs/@core', 'a', 'a/b', 'examples', 'examples/a']
  const tree = [...files('package.json'), ...folders.map((path) => ({ path, kind: 'folder' as const }))]
  const project = { tree, files: [{ path: 'package.json', text }], unread: [] }
  expect(chooseMemberFolders(project, new Set())).toEqual(['packages/ui', 'libs/@core', 'a/b'])
  expect(chooseMemberFolders(project, new Set(['packages/ui', 'libs/@core', 'a/b']))).toEqual([])
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
  kind: fc.constantFrom('file'),
})

test('a choice stays within the budget, names each file once, and does not depend on the order of the tree [S12]', () => {
  law(
    fc.property(fc.array(entry, { maxLength: 60 }), fc.array(fc.nat(), { maxLength: 60 }), (tree, keys) => {
      const choice = chooseScanFiles(tree)
      const chosen = [...choice.prose, ...choice.manifests, ...choice.unread]
      expect(choice.prose.length).toBeLessThanOrEqual(LIMITS.scanFiles)
      expect(choice.manifests.length).toBeLessThanOrEqual(LIMITS.scanManifests)
      expect(new Set(chosen).size).toBe(chosen.length)
      for (const path of chosen) expect(tree).toContainEqual({ path, kind: 'file' })
      const shuffled = tree
        .map((each, index) => ({ each, key: keys[index] ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ each }) => each)
      expect(chooseScanFiles(shuffled)).toEqual(choice)
    }),
    100,
  )
})
