import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/refresh/project-facts.ts'
import { scanned, table } from './scanned.ts'

const about = (text: string, name = 'README.md', language: 'en' | 'zh' = 'en') =>
  table(projectFacts(scanned({ [name]: text }, 'folder'), language).snapshot)

test.each([
  [
    'the paragraph after the title',
    '# X\n\nKeeps orders for shops of any size.\n',
    'Keeps orders for shops of any size.',
  ],
  ['a quoted tagline', '# X\n\n> Keeps orders for shops.\n', 'Keeps orders for shops.'],
  [
    'text inside HTML',
    '<h1 align="center">X</h1>\n<p align="center">\n  Keeps orders for shops.\n</p>',
    'Keeps orders for shops.',
  ],
  ['what follows badges', '# X\n[![a](b)](c)\n[![d](e)](f)\n\nKeeps orders for shops.', 'Keeps orders for shops.'],
  [
    'what follows navigation',
    '# X\n\n[Docs](a) • [Chat](b) • [Blog](c) • [Wiki](d)\n\nKeeps orders for shops.',
    'Keeps orders for shops.',
  ],
  ['what follows front matter', '---\ntitle: X y z w\n---\n# X\n\nKeeps orders for shops.', 'Keeps orders for shops.'],
  [
    'what follows a comment over lines',
    '# X\n<!-- one two\nthree four five six -->\nKeeps orders for shops.',
    'Keeps orders for shops.',
  ],
  [
    'the paragraph of an overview',
    '# X\n\n## Installation\n\nRun the installer and wait a bit.\n\n## Overview\n\nKeeps orders for shops.',
    'Keeps orders for shops.',
  ],
  [
    'the sentence before a list’s lead-in',
    '# X\n\nKeeps orders for all kinds of shops. It can do:\n\n- a\n- b\n',
    'Keeps orders for all kinds of shops.',
  ],
  ['its words without emphasis', '# X\n\n**X** keeps _many_ orders for `shops`.', 'X keeps many orders for shops.'],
  [
    'two sentences of many',
    '# X\n\nOne sentence is here. Two sentences are here. Three are too many.',
    'One sentence is here. Two sentences are here.',
  ],
  [
    'what follows badges by reference',
    '# X\n\n[![Build][b]][c] [![Size][s]][t] [![Chat][u]][v] [![Docs][w]][x]\n\nKeeps orders for shops.',
    'Keeps orders for shops.',
  ],
  [
    'what follows navigation in HTML',
    '# X\n\n<a href="a">Docs</a>&nbsp;&nbsp;•&nbsp;<a href="b">Chat</a> • <a href="c">Blog</a> • <a href="d">Wiki</a>\n\nKeeps orders for shops.',
    'Keeps orders for shops.',
  ],
  [
    'its words with addresses',
    '# X\n\nKeeps orders, as told at <https://example.org>, for shops[^1].',
    'Keeps orders, as told at https://example.org, for shops.',
  ],
  ['nothing but code', '# X\n\n```sh\nnpm install one two three four\n```\n', undefined],
  ['nothing but a table', '# X\n\n| one | two | three | four |\n|---|---|---|---|\n', undefined],
])('a README is described by %s [S12]', (_, text, expected) => {
  expect(about(text)['About']).toBe(expected)
})

test('reStructuredText: title underlined, directives skipped [S12]', () => {
  const text = '.. image:: logo.png\n   :alt: logo\n\nOrders\n======\n\nKeeps orders for shops, see docs.\n'
  expect(about(text, 'README.rst')).toMatchObject({ Name: 'Orders', About: 'Keeps orders for shops, see docs.' })
})

test('the README in the asked language is preferred [S12]', () => {
  const paper = {
    'README.md': '# Orders\n\nKeeps orders for shops of any size.\n',
    'README.zh-CN.md': '# 订单\n\n为各种规模的商店管理订单。\n',
  }
  const of = (language: 'en' | 'zh') =>
    projectFacts(scanned(paper), language).snapshot.find((fact) => /About|简介/.test(fact.label))
  expect(of('en')).toMatchObject({ value: 'Keeps orders for shops of any size.', source: 'README.md' })
  expect(of('zh')).toMatchObject({ value: '为各种规模的商店管理订单。', source: 'README.zh-CN.md' })
})

test('a long paragraph is cut between words [S12]', () => {
  const value = about(`# X\n\n${'Longish words '.repeat(60)}`)['About'] ?? ''
  expect(value.length).toBeLessThanOrEqual(240)
  expect(value).toMatch(/(Longish|words)…$/)
})

test.each([
  ['the first heading', '# Orders\n', 'Orders'],
  ['an HTML heading', '<div>\n<h1 align="center"><img src="x"> Orders</h1></div>\n', 'Orders'],
  ['the first heading that is a name', '# Installation\n\n# Orders here\n', 'Orders here'],
  ['the folder, when there are only sections', '## Usage\n', 'folder'],
])('a project without a manifest is named by %s [S12]', (_, text, expected) => {
  expect(about(text)['Name']).toBe(expected)
})
