import { expect, test } from 'vitest'
import { projectFacts } from '../../src/project/project-facts.ts'
import { scanned, table } from './scanned.ts'

const about = (text: string, name = 'README.md', language: 'en' | 'zh' = 'en') =>
  table(projectFacts(scanned({ [name]: text }), language).snapshot)

test.each([
  [
    'its name and what it is',
    '# Orda\n\nOrda is a service that keeps orders. It is fast.',
    'Orda is a service that keeps orders.',
  ],
  ['what it does', '# X\n\nKeeps orders for shops of any size.\n', 'Keeps orders for shops of any size.'],
  ['what it helps with', '# Orda\n\nOrda helps shops to keep orders.\n', 'Orda helps shops to keep orders.'],
  ['a quoted tagline', '# X\n\n> A keeper of orders for shops.\n', 'A keeper of orders for shops.'],
  [
    'text inside HTML',
    '<h1 align="center">X</h1>\n<p align="center">\n  Keeps orders for shops.\n</p>',
    'Keeps orders for shops.',
  ],
  ['what follows badges', '# X\n[![a](b)](c)\n[![d](e)](f)\n\nKeeps orders for shops.', 'Keeps orders for shops.'],
  [
    'what follows navigation',
    '# X\n\n[Docs](a) • [Chat](b) • [Wiki](d)\n\nKeeps orders for shops.',
    'Keeps orders for shops.',
  ],
  ['what follows front matter', '---\ntitle: X y z w\n---\n# X\n\nKeeps orders for shops.', 'Keeps orders for shops.'],
  [
    'what follows a comment over lines',
    '# X\n<!-- one two\nthree four five six -->\nKeeps orders for shops.',
    'Keeps orders for shops.',
  ],
  [
    'a sentence further down, by its name',
    '# Orda\n\n## News\n\nOrda 2 is out.\n\n## Why\n\nOrda is a keeper of orders.',
    'Orda is a keeper of orders.',
  ],
  [
    'the first words of its title',
    '# Orda Sample Shop\n\n## Run\n\nOrda is a sample of a shop.',
    'Orda is a sample of a shop.',
  ],
  ['"this project"', '# X\n\nThis project is a keeper of orders.', 'This project is a keeper of orders.'],
  [
    'words between dashes',
    '# Orda\n\n**Orda** - means _order_ in old Norse - is a keeper.',
    'Orda - means order in old Norse - is a keeper.',
  ],
  [
    'a lead-in that says enough',
    '# Orda\n\nOrda is a DSL for keeping orders:\n\n- a\n',
    'Orda is a DSL for keeping orders.',
  ],
  [
    'a Chinese sentence',
    '# 订单\n\n订单宝是一款面向小商家的开源系统，支持多门店。欢迎使用。',
    '订单宝是一款面向小商家的开源系统，支持多门店。',
  ],
  [
    'a Chinese tagline in a heading',
    '<h1>Orda</h1>\n<h4>基于 Vue 和 Go 的订单管理系统</h4>\n',
    '基于 Vue 和 Go 的订单管理系统',
  ],
])('a README defines its project by %s [S12]', (_, text, expected) => {
  expect(about(text)['About']).toBe(expected)
})

test.each([
  ['an announcement', '# Orda\n\nOrda 1.12.0 is now available! We are excited to announce it.'],
  ['an instruction', '# Orda\n\nClick the Use this template button.'],
  ['a pointer', '# Orda\n\n## Understanding it with a few diagrams\n\nSee the presentation here: [slides](x)'],
  ['a place for questions', '# Orda\n\nFor questions and support please use the official forum.'],
  ['where the documentation is', '# Orda\n\nThe documentation is available on orda.dev.'],
  ['thanks', '# Orda\n\nThanks for your help improving the project.'],
  ['contributions', '# Orda\n\nContributions are very welcome here.'],
  ['something else by its name', '# Orda\n\nPython is a programming language.'],
  ['who started it', '# Orda\n\nThis project is started by a person.'],
  ['a lead-in to a list', '# Orda\n\nOrda is a collection of:\n\n- a\n- b\n'],
  ['one endless sentence', `# Orda\n\nOrda is a ${'very '.repeat(80)}long story.`],
  ['a Chinese request', '# 订单\n\n如果你觉得这是一个不错的项目，可以捐赠。'],
  ['nothing but code', '# X\n\n```sh\nnpm install one two three four\n```\n'],
  ['nothing but a table', '# X\n\n| one | two | three | four |\n|---|---|---|---|\n'],
])('a README with %s defines nothing [S12]', (_, text) => {
  expect(about(text)['About']).toBeUndefined()
})

test('a Chinese sentence that continues with advice is cut after the definition [S12]', () => {
  const text = '# 权限系统\n\n基于 Gin 和 Vue 的前后端分离权限管理系统，系统初始化极度简单，只需要修改数据库连接'
  expect(about(text)['About']).toBe('基于 Gin 和 Vue 的前后端分离权限管理系统')
})

test('a project may share the name of a package [S12]', () => {
  const paper = {
    'README.md': '# tRPC\n\ntRPC allows you to build typed APIs.\n',
    'package.json': '{"private": true, "workspaces": ["packages/*"]}',
    'packages/server/package.json': '{"name": "@trpc/server", "scripts": {"build": "x"}}',
    'packages/next/package.json':
      '{"name": "@trpc/next", "scripts": {"build": "x"}, "peerDependencies": {"@trpc/server": "11"}}',
  }
  expect(table(projectFacts(scanned(paper), 'en').snapshot)['About']).toBe('tRPC allows you to build typed APIs.')
})

test('a template’s README describes the framework, not the project [S12]', () => {
  const paper = {
    'README.md': '# Laravel\n\nLaravel is a web application framework with elegant syntax.\n',
    'composer.json': '{"name": "laravel/laravel", "require": {"laravel/framework": "^12.0"}}',
  }
  expect(table(projectFacts(scanned(paper), 'en').snapshot)['About']).toBeUndefined()
})

test('a member describes the whole project only if it has its name [S12]', () => {
  const crate = (name: string, words: string) => `[package]\nname = "${name}"\ndescription = "${words}"\n`
  const paper = {
    'README.md': '# orda\n\nSee the docs.\n',
    'Cargo.toml': '[workspace]\nmembers = ["orda", "orda-core"]\n',
    'orda/Cargo.toml': crate('orda', 'Keeps orders in a file'),
    'orda-core/Cargo.toml': crate('orda-core', 'Core types of orda'),
  }
  expect(projectFacts(scanned(paper), 'en').snapshot[0]).toEqual({
    label: 'About',
    value: 'Keeps orders in a file',
    source: 'orda/Cargo.toml',
  })
})

test('reStructuredText: title underlined, directives skipped [S12]', () => {
  const text = '.. image:: logo.png\n   :alt: logo\n\nOrders\n======\n\nOrders is a keeper of orders.\n'
  expect(about(text, 'README.rst')).toMatchObject({ About: 'Orders is a keeper of orders.' })
})

test('the README in the requested language is preferred [S12]', () => {
  const paper = {
    'README.md': '# Orders\n\nKeeps orders for shops of any size.\n',
    'README.zh-CN.md': '# 订单\n\n面向各种规模商店的订单管理系统。\n',
  }
  const of = (language: 'en' | 'zh') =>
    projectFacts(scanned(paper), language).snapshot.find((fact) => /About|简介/.test(fact.label))
  expect(of('en')).toMatchObject({ value: 'Keeps orders for shops of any size.', source: 'README.md' })
  expect(of('zh')).toMatchObject({ value: '面向各种规模商店的订单管理系统。', source: 'README.zh-CN.md' })
})

test.each([
  ['the first heading', '# Orders\n', 'Orders'],
  ['an HTML heading', '<div>\n<h1 align="center"><img src="x"> Orders</h1></div>\n', 'Orders'],
  ['the first heading that is a name', '# Installation\n\n# Orders here\n', 'Orders here'],
  ['nothing, when there are only sections', '## Usage\n', undefined],
  ['nothing, when the heading is a question', '# What is Orders?\n', undefined],
])('a project without a manifest takes its name from %s [S12]', (_, text, expected) => {
  expect(about(text)['Name']).toBe(expected)
})
