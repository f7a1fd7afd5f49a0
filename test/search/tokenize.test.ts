import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenize } from '../../src/search/tokenize.ts'
import { law } from '../laws/runs.ts'

const texts = (text: string) => tokenize(text).map((term) => term.text)

describe('terms', () => {
  test.each([
    ['words are stemmed and stop words dropped', 'the migrations were failing', ['migrat', 'fail']],
    ['camel case is split and kept whole', 'getUserName', ['user', 'name', 'getusernam']],
    ['an acronym ends where a word begins', 'HTTPServer', ['http', 'server', 'httpserver']],
    ['snake case meets camel case in the whole', 'user_id', ['user', 'id', 'userid']],
    [
      'a path gives its parts, its folders and itself',
      'src/app/Main.ts',
      ['src', 'app', 'main', 'ts', 'srcappmaint', 'src/', 'src/app/', 'src/app/main.ts'],
    ],
    ['a folder is known by its slash', 'jobs/', ['job', 'jobs/']],
    ['Han characters and pairs, stop characters only in pairs', '超时的', ['超', '超时']],
    ['full width is half width', 'ＡＰＩ', ['api']],
    ['accents do not matter', 'café', ['cafe']],
    ['a dash does not matter', 'Wi-Fi', ['wi', 'fi', 'wifi']],
    ['mixed text gives both', 'Redis缓存', ['redi', '缓', '缓存', '存']],
    ['rare Han characters are found too', '𠮷', ['\ud842', '\ud842\udfb7', '\udfb7']],
  ])('%s', (_, text, expected) => expect(texts(text)).toEqual(expected))

  test('case and width of Latin words do not matter [S24]', () => {
    const word = fc.stringMatching(/^[a-z]{3,12}$/)
    law(
      fc.property(word, (text) => {
        const wide = [...text].map((char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).join('')
        expect(texts(text.toUpperCase())).toEqual(texts(text))
        expect(texts(wide)).toEqual(texts(text))
      }),
      100,
    )
  })

  test('any text can be tokenized', () => {
    law(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const term of tokenize(text)) expect(term.text).not.toBe('')
      }),
      100,
    )
  })
})
