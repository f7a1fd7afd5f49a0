import { expect, test } from 'vitest'
import { secrets } from '../../../src/check/rules/secrets.ts'
import { bank, run } from '../bank.ts'

// Assembled at run time, so that the repository contains no text in the form of a credential.
const TOKEN = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`

test.each<[string, string, readonly string[]]>([
  ['a token', `# t\n\nuse ${TOKEN}\n`, ['error details/a.md:3']],
  ['one in the user block', `<!-- USER_BLOCK_START -->\n${TOKEN}\n<!-- USER_BLOCK_END -->\n`, ['error details/a.md:2']],
  ['one that a person allowed', `<!-- memory-bank: allow-secret -->\nuse ${TOKEN}\n`, []],
  ['a name of a secret', 'GITHUB_TOKEN is in the vault\n', []],
  ['a placeholder', 'password: $' + '{DB_PASSWORD}\n', []],
])('%s is reported with its line, or not at all [S35]', (_name, text, found) => {
  expect(run(secrets, { files: { 'details/a.md': text } })).toEqual(found)
})

test('a finding names the kind and never the value [S35]', () => {
  const found = secrets.check(bank({ files: { 'MEMORY.md': `x ${TOKEN}\n` } }))
  expect(found[0]?.message.en).toContain('github')
  expect(JSON.stringify(found)).not.toContain(TOKEN.slice(4))
})
