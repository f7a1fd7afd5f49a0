import { expect, test } from 'vitest'
import { projectFacts } from '../../src/project/project-facts.ts'
import { type Paper, scanned } from './scanned.ts'

const places = (...paths: readonly string[]) => routes(Object.fromEntries(paths.map((path) => [path, null])))
const routes = (paper: Paper, language: 'en' | 'zh' = 'en') =>
  Object.fromEntries(
    projectFacts(scanned(paper), language).documents.routes.map(({ intent, places }) => [intent, places]),
  )

test.each<[string, readonly string[], Readonly<Record<string, readonly string[]>>]>([
  [
    'how to contribute, wherever it lies',
    ['.github/contributing.md'],
    { 'prepare a contribution': ['.github/contributing.md'] },
  ],
  ['policies', ['AI_POLICY.md', 'CONTRIBUTING'], { 'prepare a contribution': ['AI_POLICY.md', 'CONTRIBUTING'] }],
  [
    'guides for developers',
    ['development.md', 'docs/testing.md'],
    { 'set up, build or debug': ['development.md', 'docs/testing.md'] },
  ],
  [
    'architecture',
    ['docs/architecture.md', 'ARCHITECTURE.md'],
    { 'understand the architecture': ['ARCHITECTURE.md', 'docs/architecture.md'] },
  ],
  [
    'decisions, a folder being one place',
    ['docs/adr/', 'docs/adr/0001.md'],
    { 'see why it was decided so': ['docs/adr/'] },
  ],
  [
    'releases and upgrades',
    ['RELEASING.rst', 'UPGRADE_GUIDE_V2.md'],
    { 'release, deploy or upgrade': ['RELEASING.rst', 'UPGRADE_GUIDE_V2.md'] },
  ],
  [
    'a few documents by name',
    ['docs/doc.md', 'docs/CODE_OF_CONDUCT.md'],
    { 'read the documentation': ['docs/doc.md'] },
  ],
  [
    'many documents as their folder',
    ['docs/a.md', 'docs/b.md', 'docs/c.md', 'docs/d.md'],
    { 'read the documentation': ['docs/'] },
  ],
  ['a documentation site as its folder', ['docs/src/', 'docs/package.json'], { 'read the documentation': ['docs/'] }],
  ['examples by their README', ['examples/README.md', 'examples/a/'], { 'see how it is used': ['examples/README.md'] }],
  [
    'names in Chinese',
    ['开发文档.md', '部署.md'],
    { 'set up, build or debug': ['开发文档.md'], 'release, deploy or upgrade': ['部署.md'] },
  ],
  [
    'nothing that every project has',
    [
      'CHANGELOG.md',
      'LICENSE',
      'CODE_OF_CONDUCT.md',
      'release-notes.md',
      'SECURITY.md',
      'MAINTAINERS.md',
      'EXPENSE_POLICY.md',
      '.github/PULL_REQUEST_TEMPLATE.md',
    ],
    {},
  ],
  ['nothing in a folder of pages', ['docs/index.html', 'docs/js/', 'docs/apidocs/'], {}],
  [
    'no translation beside its original',
    ['CONTRIBUTING.md', 'CONTRIBUTING.ja.md'],
    { 'prepare a contribution': ['CONTRIBUTING.md'] },
  ],
])('MEMORY.md routes to %s [S12]', (_, paths, expected) => {
  expect(places(...paths)).toEqual(expected)
})

test('READMEs of parts are routed to, with intents in the bank’s language [S12]', () => {
  const paper = { 'backend/go.mod': 'module x\n', 'backend/README.md': '# x', 'other/README.md': '# y' }
  expect(routes(paper, 'zh')).toEqual({ 修改其中一个部分: ['backend/README.md'] })
})

test('a file for agents that only points to another one gets no route [S12]', () => {
  const paper = { 'AGENTS.md': 'See @CLAUDE.md for instructions.\n', 'CLAUDE.md': '# Rules\n\nUse tabs.\n' }
  expect(routes(paper)).toEqual({ 'follow the rules for agents': ['CLAUDE.md'] })
})

test('at most twelve places, and three per intent [S12]', () => {
  const kinds = ['CONTRIBUTING', 'DEVELOPMENT', 'ARCHITECTURE', 'RELEASING', 'GUIDE', 'ADR']
  const found = Object.values(places(...kinds.flatMap((kind) => [1, 2, 3, 4].map((n) => `${kind}-${n}.md`))))
  expect(found.every((each) => each.length <= 3)).toBe(true)
  expect(found.flat()).toHaveLength(12)
})
