import { expect, test } from 'vitest'
import { Anchors } from '../../src/check/anchors.ts'

test.each<[string, string]>([
  ['# Hello, World!', 'hello-world'],
  ['# Hello   World', 'hello---world'],
  ['## Closed ##', 'closed'],
  ['## 决策（2026）', '决策2026'],
  ['## 一、概述：Overview', '一概述overview'],
  ['## ひらがな・カタカナ', 'ひらがなカタカナ'],
  ['## 한국어 제목', '한국어-제목'],
  ['## Überblick', 'überblick'],
  ['## `code_span` and *emphasis*', 'code_span-and-emphasis'],
  ['## _emphasis_ and snake_case', 'emphasis-and-snake_case'],
  ['## [text](tech.md) after', 'text-after'],
  ['## A &amp; B', 'a--b'],
  ['## C++ / C#', 'c--c'],
  ['## 🚀 Launch', '-launch'],
  ['## ⚙️ Settings', '-settings'],
  ['## v7.1', 'v71'],
  ['## a\n## a\n## a', 'a-2'],
  ['## a\n## a-1\n## a', 'a-2'],
  ['Setext\n===', 'setext'],
  ['> ## quoted', 'quoted'],
  ['- ## listed', 'listed'],
  ['<a name="by-name"></a>', 'by-name'],
  ["<h2 id='by-id'>x</h2>", 'by-id'],
  ['# a', ''],
  ['# a', 'top'],
  ['# a', 'user-content-a'],
])('%j has #%s', (text, fragment) => expect(new Anchors(text).has(fragment)).toBe(true))

test.each<[string, string]>([
  ['# Hello', 'world'],
  ['```\n# Hello\n```', 'hello'],
  ['<!--\n# Hello\n-->', 'hello'],
  ['## a\n## a', 'a-2'],
  ['#hello', 'hello'],
])('%j has no #%s', (text, fragment) => expect(new Anchors(text).has(fragment)).toBe(false))
