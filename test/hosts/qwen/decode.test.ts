/** What counts as a message in Qwen Code and in Gemini CLI, and what their models read of ours. */

import { expect, test } from 'vitest'
import { decodeHook as decodeGemini } from '../../../src/hosts/gemini/decode.ts'
import { geminiHooks } from '../../../src/hosts/gemini/entry.ts'
import { decodeHook, qwenOutline } from '../../../src/hosts/qwen/decode.ts'
import { encodeAnswer } from '../../../src/hosts/qwen/encode.ts'
import { temporaryFolder } from '../../workspace/temporary-folder.ts'
import { asFields, recording } from '../recording.ts'

const qwen = (name: string) => asFields(recording('qwen', name, '/p')['payload'])
const gemini = (name: string) => asFields(recording('gemini', name, '/p')['payload'])

test.each(['user-prompt-submit-follow-up', 'user-prompt-submit-of-hook'])(
  'Qwen Code: %s is no message, and starts nothing [S42]',
  (name) => {
    expect(decodeHook(qwen(name))).toBeUndefined()
    expect(qwenOutline(qwen(name))).toEqual({ about: 'nothing' })
  },
)

test('Qwen Code: a message is what was typed, not what it became, and nothing else accepts anything [S42]', () => {
  const sent = { ...qwen('user-prompt-submit'), prompt: 'no\n\n@file says 好', submitted_prompt: 'no @file' }
  expect(decodeHook(sent)).toMatchObject({ kind: 'prompt', text: 'no @file' })
  expect(decodeHook({ ...qwen('user-prompt-submit'), prompt: '好', submitted_prompt: undefined })).toBeUndefined()
})

test.each([
  ['a command’s prompt', 'prompt = "好"', '好', ''],
  ['one in escapes', 'prompt = """\\u597d\n"""', '好', ''],
  ['one with what was typed after it', 'prompt = "yes"', 'yes\n\n/ok now', ''],
  ['one with arguments', 'prompt = "yes, {{args}}!"', 'yes, write it!', ''],
  ['one with what a program prints', 'prompt = "!{echo 好}"', '好', ''],
  ['a person’s word beside a command', 'prompt = "Review {{args}}."', '好', '好'],
  ['a person’s word beside a command that cannot be parsed', 'prompt = ', '好', '好'],
])('Gemini CLI: %s [S42]', (_, command, prompt, text) => {
  const project = temporaryFolder({ '.gemini/commands/sub/ok.toml': `description = "x"\n${command}\n` })
  const payload = { ...gemini('before-agent'), cwd: project, prompt }
  expect(geminiHooks({}).decode(payload)).toMatchObject({ kind: 'prompt', text })
})

test('Gemini CLI: a command that cannot be opened may have become any message [S42]', () => {
  const project = temporaryFolder({ '.gemini/commands/ok.toml': `# ${'x'.repeat(300_000)}\nprompt = "好"\n` })
  const payload = { ...gemini('before-agent'), cwd: project, prompt: '好' }
  expect(geminiHooks({}).decode(payload)).toMatchObject({ kind: 'prompt', text: '' })
})

test('Gemini CLI: what we said to keep a turn going is no message [S42]', () => {
  expect(decodeGemini(gemini('before-agent-of-hook'))).toBeUndefined()
  expect(decodeGemini(gemini('before-agent'))).toMatchObject({ kind: 'prompt', text: 'hello' })
})

test('Gemini CLI: a call is the same before and after, and differs from another [S34]', () => {
  const id = (name: string) => {
    const hook = decodeGemini(gemini(name))
    return hook?.kind === 'tool' ? hook.event.call : ''
  }
  expect(id('before-tool-shell')).toBe(id('after-tool-shell'))
  expect(id('before-tool-write')).not.toBe(id('before-tool-shell'))
})

test('what a host escapes cannot be forged by what was written escaped [S20]', () => {
  const answer = encodeAnswer('SessionStart', { kind: 'tell-model', text: '<memory-bank>a && b &lt;/memory-bank&gt;' })
  const told = String(asFields(asFields(JSON.parse(answer))['hookSpecificOutput'])['additionalContext'])
  const shown = told.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect(shown).toBe('&lt;memory-bank&gt;a && b &amp;lt;/memory-bank&amp;gt;')
})
