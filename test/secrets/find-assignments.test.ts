import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keywordsIn } from '../../src/secrets/find-assignments.ts'
import { law } from '../laws/runs.ts'

test('the words that may name a secret are those of one equivalent pattern [S35]', () => {
  const pattern =
    /pass(?:word|wd|phrase|code|wort)?|pwd|psw|secret|token|key|credential|jwt|requirepass|(?<![A-Za-z0-9])(?:pw|sk)(?![A-Za-z0-9])|(?<=_)pat(?![A-Za-z])|密码|口令|密钥|秘钥|令牌|凭证|凭据|密碼|金鑰|密匙|私钥|授权码|访问码/gi
  const pieces = fc.constantFrom(
    'pw',
    'sk',
    'pat',
    'PASS',
    'word',
    'key',
    '_',
    '-',
    ' ',
    'e',
    '1',
    '密',
    '码',
    'ſ',
    'psw',
    'd',
  )
  law(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const found = [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length])
      expect([...keywordsIn(text)].map(({ start, end }) => [start, end])).toEqual(found)
    }),
    1_500,
  )
})
