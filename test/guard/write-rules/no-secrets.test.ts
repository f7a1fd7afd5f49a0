import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noSecrets } from '../../../src/guard/write-rules/no-secrets.ts'
import { newSecrets } from '../../../src/secrets/find-secrets.ts'
import { law } from '../../laws/runs.ts'
import { ask, bank } from '../situation.ts'

/** Built here, so the repository contains none. */
const TOKEN = `ghp_${'aZ3kQ9vB1xW7nL5mR2tY8uC4pE6sD0fGhJ'.padEnd(36, 'K1')}`
const KEY = `AKIA${'Q7ZP4NXW2M5RTB3K'}`

test.each([
  ['a token in a new file', undefined, `# Deploy\n\ntoken: ${TOKEN}\n`, 3],
  ['a key added below', '# Tech\n\n- a\n', `# Tech\n\n- a\n- key ${KEY}\n`, 4],
  ['a password in a connection string', '# Tech\n', '# Tech\n\npostgres://app:h8Zk2pQ9vLm4@db.internal/app\n', 3],
  [
    'a token with an allow comment that comes with it',
    '# a\n',
    `# a\n\n${TOKEN} <!-- memory-bank: allow-secret -->\n`,
    3,
  ],
])('%s is refused by kind and line, never shown [S35]', (_name, before, now, line) => {
  const words = ask(noSecrets, bank('details/tech.md', before, now))
  expect(words).toContain(`Line ${line} of`)
  expect(words).not.toContain(TOKEN)
  expect(words).not.toContain(KEY)
  expect(words).not.toContain('h8Zk2pQ9vLm4')
})

test.each([
  ['a secret that stood there already', `a ${TOKEN}\n`, `a ${TOKEN}\nmore\n`],
  ['a secret that moves', `a\n\nk ${TOKEN}\n`, `k ${TOKEN}\n\na\n`],
  ['a placeholder', 'a\n', 'a\n\ntoken: <your-token>\nAPI_KEY=$API_KEY\n'],
  ['a hash and a UUID', 'a\n', 'a\n\n3f786850e387550fdab836ed7e6dc881de23001b\n123e4567-e89b-12d3-a456-426614174000\n'],
])('%s passes [S35]', (_name, before, now) =>
  expect(ask(noSecrets, bank('details/tech.md', before, now))).toBeUndefined(),
)

test.each([`details/design/${TOKEN}.md`, 'details/design/password: h8Zk2pQ9vLm4.md'])(
  'a new file is not named by a secret, nor is the name said [S35]',
  (path) => {
    const words = ask(noSecrets, bank(path, undefined, '# Deploy\n'))
    expect(words).toContain('The name of that file')
    expect(words).not.toMatch(/ghp_|h8Zk2pQ9vLm4/)
    expect(ask(noSecrets, bank(path, '# Deploy\n', '# Deploy it\n'))).toBeUndefined()
  },
)

test('a secret is found anywhere in a write [S35]', () => {
  const line = fc.constantFrom(
    '',
    'text',
    '| a | b |',
    '```',
    `note ${TOKEN}`,
    'password:',
    `"${KEY}"`,
    '- item',
    '# Heading',
  )
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))
  law(
    fc.property(text, text, (before, now) => {
      const expected = newSecrets(before, now).length > 0
      expect(ask(noSecrets, bank('details/tech.md', before, now)) !== undefined).toBe(expected)
    }),
    100,
  )
})

/** A text of these lines, and the same with a stretch of it replaced. */
function edits(lines: readonly string[], longest = 60): fc.Arbitrary<readonly [string, string]> {
  const some = fc.array(fc.constantFrom(...lines), { maxLength: longest })
  const ending = fc.constantFrom('\n', '\n', '\n', '\r\n')
  return fc
    .tuple(some, fc.array(fc.constantFrom(...lines), { maxLength: 6 }), fc.nat(), fc.nat({ max: 6 }), ending, fc.nat())
    .map(([text, put, at, gone, end, cut]) => {
      const from = text.length === 0 ? 0 : at % text.length
      const before = text.join(end) + end
      const after = [...text.slice(0, from), ...put, ...text.slice(from + gone)].join(end) + end
      // Now and then a piece of a line is all that goes.
      return cut % 3 === 0
        ? [before, after.slice(0, cut % (after.length + 1)) + after.slice((cut % (after.length + 1)) + 1)]
        : [before, after]
    })
}

const SPLIT_TOKEN = ['ghp', '_', 'q7Xw2LrT9vBn', 'K4mZs8HcYd1F', 'gJ6pQe3UaR5t'].join('')
const RANDOM = ['q7Xw2LrT9vBn', 'K4mZs8HcYd1F', 'gJ6pQe3UaR5t'].join('')
const BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'
const LONG = 'The words of a long line of prose that says nothing of interest to anybody at all. '.repeat(8).trim()
const SECRET_LINES = [
  'Some words.',
  LONG,
  LONG,
  '',
  '',
  'password:',
  'The password is',
  `Tr0ub4dor${'&'}3xQ`,
  `password: Tr0ub4dor${'&'}3xQ`,
  'token:',
  RANDOM,
  `  "${RANDOM}"`,
  `token = "${RANDOM.slice(0, 18)}" +`,
  `"${RANDOM.slice(18)}"`,
  SPLIT_TOKEN,
  SPLIT_TOKEN.slice(0, 20),
  SPLIT_TOKEN.slice(20),
  '| Service | Password |',
  '| Service | Words |',
  '|---|---|',
  `| shop | Tr0ub4dor${'&'}3xQ |`,
  '| shop | none |',
  `| ${LONG} | none |`,
  '<!-- memory-bank: allow-secret -->',
  `-----BEGIN RSA ${'PRIVATE'} KEY-----`,
  BODY,
  `-----END RSA ${'PRIVATE'} KEY-----`,
  'db: postgres://shop:s3cr3tPw9@db.internal/shop',
  'user: root',
]

test('a secret that a write adds is found as in the whole text [S35]', () => {
  law(
    fc.property(edits(SECRET_LINES, 40), ([before, after]) => {
      const [first] = newSecrets(before, after)
      const said = ask(noSecrets, bank('details/tech.md', before, after))
      if (first === undefined) expect(said).toBeUndefined()
      else
        expect(said).toContain(
          `Line ${first.line} of memory-bank/details/tech.md would contain a secret (${first.kind})`,
        )
    }),
    1_500,
  )
})
