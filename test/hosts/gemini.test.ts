import { expect, test } from 'vitest'
import { geminiHooks } from '../../src/hosts/gemini.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'
import { asFields, recording } from './recording.ts'

const gemini = (name: string) => asFields(recording('gemini', name, '/p')['payload'])
const decode = (payload: unknown) => geminiHooks.decode(payload)

test.each([
  ['a command’s prompt', 'prompt = "好"', '好', true],
  ['one in escapes', 'prompt = """\\u597d\n"""', '好', true],
  ['one with what was typed after it', 'prompt = "yes"', 'yes\n\n/ok now', true],
  ['one with arguments', 'prompt = "yes, {{args}}!"', 'yes, write it!', true],
  ['one with what a program prints', 'prompt = "!{echo 好}"', '好', true],
  ['a person’s word beside a command', 'prompt = "Review {{args}}."', '好', false],
  ['a person’s word beside a command that cannot be parsed', 'prompt = ', '好', false],
])('%s may have become a message: %s, %s → %s [S42]', async (_, command, prompt, isCommand) => {
  const project = temporaryFolder({ '.gemini/commands/sub/ok.toml': `description = "x"\n${command}\n` })
  expect(await geminiHooks.isCommand?.(prompt, project)).toBe(isCommand)
})

test('with an unreadable command, no message gives consent [S42]', async () => {
  const project = temporaryFolder({ '.gemini/commands/ok.toml': `# ${'x'.repeat(300_000)}\nprompt = "好"\n` })
  expect(await geminiHooks.isCommand?.('好', project)).toBe(true)
})

test('a text that Memory Bank sent to continue the turn is not a user message [S42]', () => {
  expect(decode(gemini('before-agent-of-hook'))).toBeUndefined()
  expect(decode(gemini('before-agent'))).toMatchObject({ kind: 'prompt', text: 'hello' })
})

test('a call has the same id before and after, and differs from others [S34]', () => {
  const id = (name: string) => {
    const hook = decode(gemini(name))
    return hook?.kind === 'tool' ? hook.event.call : ''
  }
  expect(id('before-tool-shell')).toBe(id('after-tool-shell'))
  expect(id('before-tool-write')).not.toBe(id('before-tool-shell'))
})
