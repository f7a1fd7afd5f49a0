/** A name that promises a secret is never passed over. */

import { expect, test } from 'vitest'
import { mayPromise, PROMISING, promisedBy } from '../../src/secrets/key-name.ts'

test('every word that promises a secret may promise one, alone and in a name [S35]', () => {
  for (const word of PROMISING)
    expect([word, mayPromise(word), mayPromise(`DB_${word.toUpperCase()}_value`)]).toEqual([word, true, true])
})

test.each(['apiKey', 'API keys', 'clientSecret', '数据库密码', '访问令牌', 'X-Auth-Token'])(
  '%s may promise a secret [S35]',
  (name) => expect(mayPromise(name)).toBe(true),
)

test.each(['Date', 'Decision', 'Why', 'Given up', 'Applies to', '日期', 'file name'])(
  '%s promises nothing, whatever stands before it [S35]',
  (name) => expect([mayPromise(name), promisedBy(name, 'api')]).toEqual([false, undefined]),
)
