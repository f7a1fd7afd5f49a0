import { expect, test } from 'vitest'
import { language, languageOfLocale, languageOfText } from '../../src/base/language.ts'

test.each([
  ['en', 'en'],
  ['zh', 'zh'],
  ['zh-CN', undefined],
  ['EN', undefined],
  ['', undefined],
])('--lang %j means %s', (raw, expected) => expect(language(raw)).toBe(expected))

test.each([
  [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
  [{ LANG: 'zh' }, 'zh'],
  [{ LANG: 'ZH-tw' }, 'zh'],
  [{ LANG: 'zha' }, 'en'],
  [{ LANG: 'en_US.UTF-8' }, 'en'],
  [{ LANG: 'en_US', LC_ALL: 'zh_CN' }, 'zh'],
  [{ LANG: 'zh_CN', LC_MESSAGES: 'en_US' }, 'en'],
  [{ LANG: 'zh_CN', LC_ALL: '' }, 'zh'],
  [{}, 'en'],
])('the locale %j speaks %s [S5]', (env, expected) => expect(languageOfLocale(env)).toBe(expected))

test.each([
  ['这是一个电商项目，用 TypeScript 和 PostgreSQL 写成。', 'zh'],
  ['运行 npm run build && npm test 之后部署', 'zh'],
  ['A web shop in TypeScript. The word 商店 means shop, and nothing else here is Chinese.', 'en'],
  ['', undefined],
  ['x 1 2 3', undefined],
  ['🎉🎉🎉🎉🎉🎉', undefined],
])('%j is in %s [S5]', (text, expected) => expect(languageOfText(text)).toBe(expected))
