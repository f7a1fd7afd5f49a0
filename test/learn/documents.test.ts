import { expect, test } from 'vitest'
import { chooseDocuments, statedDecisions, unknownDocuments } from '../../src/learn/documents.ts'

const none = () => false

test('decision records are read first, then documents near the root; common documents are not read [S29]', () => {
  expect(
    chooseDocuments([
      'docs/deep/guide.md',
      'docs/adr/0001-cents.md',
      'HACKING.md',
      'CHANGELOG.md',
      'LICENSE.md',
      'node_modules/x/README.md',
      'tests/fixtures/a.md',
      '.github/ISSUE_TEMPLATE/bug.md',
      'README.zh-CN.md',
      'GOVERNANCE.md',
      'results/net4/report.md',
      'src/a.ts',
    ]),
  ).toEqual(['docs/adr/0001-cents.md', 'HACKING.md', 'docs/deep/guide.md'])
})

test('a document that the bank knows is not listed; several in a folder are one item [S29]', () => {
  const documents = ['HACKING.md', 'KNOWN.md', ...[1, 2, 3, 4].map((n) => `guide/${n}.md`)].map((path) => ({
    path,
    text: `# About ${path}\n`,
  }))
  expect(unknownDocuments(documents, (path) => path === 'KNOWN.md', 'en')).toEqual([
    { place: 'HACKING.md', text: 'About HACKING.md' },
    { place: 'guide/', text: '4 documents (1.md, 2.md, 3.md, …)' },
  ])
})

test('READMEs of sibling parts are one item, and copies for other tools are left out [S29]', () => {
  const parts = ['a', 'b', 'c', 'd'].map((part) => ({ path: `packages/${part}/README.md`, text: `# ${part}\n` }))
  const copies = ['CLAUDE.md', '.windsurf/rules/x.md'].map((path) => ({ path, text: '# Development guidelines\n' }))
  expect(unknownDocuments([...copies, ...parts], none, 'en')).toEqual([
    { place: 'CLAUDE.md', text: 'Development guidelines' },
    { place: 'packages/*/README.md', text: '4 documents (a, b, c, …)' },
  ])
})

test('decisions are found in records, with their status, and in sections that announce them [S29]', () => {
  const documents = [
    { path: 'docs/adr/0001-cents.md', text: '# Prices are cents\n\nStatus: Accepted\n' },
    { path: 'docs/adr/0002-queue.md', text: '# Queues\n\n## Status\n\nSuperseded by 3\n' },
    { path: 'docs/adr/template.md', text: '# Title\n' },
    { path: 'docs/architecture-decisions/_index.md', text: '# Records\n' },
    { path: 'docs/design.rst', text: 'Intro\n=====\n\nDesign Decisions\n----------------\n\nx\n' },
    {
      path: 'docs/guide.md',
      text: '# Guide\n\n## Decisions\n\n```\n## Rationale\n```\n\n## 为什么用分\n\n## Decision-making\n\n## Alternatives\n',
    },
    { path: 'docs/known.md', text: '# A\n\n## Rationale of the cart\n' },
  ]
  expect(statedDecisions(documents, (path) => path === 'docs/known.md')).toEqual([
    { place: 'docs/adr/0001-cents.md:1', text: 'Prices are cents (Accepted)' },
    { place: 'docs/adr/0002-queue.md:1', text: 'Queues (Superseded by 3)' },
    { place: 'docs/design.rst:4', text: 'Design Decisions' },
    { place: 'docs/guide.md:3', text: 'Decisions' },
    { place: 'docs/guide.md:9', text: '为什么用分' },
  ])
})
