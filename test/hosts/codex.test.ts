import { describe, expect, test } from 'vitest'
import { codexHooks } from '../../src/hosts/codex.ts'
import { hookFile, hookGroup, isOurGroup, trustedState, trustKey, trustOf } from '../../src/hosts/codex-setup.ts'
import { encodeAnswer, withWarning } from '../../src/hosts/encode-answer.ts'
import { changesProtection } from '../../src/settings/settings-marks.ts'

const decode = (payload: unknown) => codexHooks.decode(payload)

const HOOK =
  '"/usr/bin/node" "/opt/memory bank/dist/hook.cjs" --host codex || node "/opt/memory bank/dist/hook.cjs" --host codex'

test('a task for a sub-agent gives no consent [S42]', () => {
  const said = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: '好' }
  expect(decode(said)).toMatchObject({ kind: 'prompt', text: '好' })
  expect(decode({ ...said, agent_id: 'a', agent_type: 'default' })).toBeUndefined()
})

test('every command may get more input [S33]', () => {
  const call = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'bash' } }
  expect(decode(call)).toMatchObject({ event: { calls: [{ kind: 'shell', typed: true }] } })
})

describe('answers', () => {
  /** The fields that Codex's schemas allow. Any other makes an answer invalid, and the call runs. */
  const NAMED = ['hookSpecificOutput', 'systemMessage', 'decision', 'reason']
  const SPECIFIC = ['hookEventName', 'permissionDecision', 'permissionDecisionReason', 'additionalContext']
  const ANSWERS = [
    { kind: 'nothing' },
    { kind: 'tell-model', text: 'x' },
    { kind: 'refuse', text: 'x' },
    { kind: 'permit', text: undefined },
    { kind: 'permit', text: 'x' },
    { kind: 'keep-going', text: 'x' },
    { kind: 'tell-user', text: 'x' },
    { kind: 'tell-both', model: 'x', user: 'y' },
    { kind: 'summary-words', text: 'x' },
  ] as const

  test.each(ANSWERS)('$kind has only fields that Codex knows, and never allows a call [S37]', (answer) => {
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'PreCompact']) {
      const payload = { hook_event_name: event }
      const output = encodeAnswer(codexHooks, payload, withWarning(answer, 'z', codexHooks))
      const { hookSpecificOutput, ...top } = JSON.parse(output)
      expect(Object.keys(top).filter((name) => !NAMED.includes(name))).toEqual([])
      expect(Object.keys(hookSpecificOutput ?? {}).filter((name) => !SPECIFIC.includes(name))).toEqual([])
      expect(output).not.toContain('"allow"')
      if (event === 'Stop' || event === 'PreCompact') expect(output).not.toContain('additionalContext')
    }
  })
})

describe('trust', () => {
  const group = hookGroup('SessionStart', HOOK)

  test('an entry is trusted until it changes [S53]', () => {
    const state = trustedState('SessionStart', group)
    expect(trustOf(state, 'SessionStart', group)).toBe('trusted')
    expect(trustOf(state, 'SessionStart', hookGroup('SessionStart', `${HOOK} `))).toBe('modified')
    expect(trustOf(undefined, 'SessionStart', group)).toBe('untrusted')
    expect(trustOf({ enabled: false }, 'SessionStart', group)).toBe('off')
    expect(trustKey('/h/hooks.json', 'UserPromptSubmit', 1)).toBe('/h/hooks.json:user_prompt_submit:1:0')
  })

  test('Memory Bank’s entries are recognized by their commands', () => {
    expect(isOurGroup(group)).toBe(true)
    expect(isOurGroup({ hooks: [{ type: 'command', command: 'node other.js' }] })).toBe(false)
    expect(hookFile(HOOK)).toBe('/opt/memory bank/dist/hook.cjs')
    expect(
      hookFile('node "$(git rev-parse --show-toplevel)/node_modules/memory-bank/dist/hook.cjs" --host codex'),
    ).toBe(undefined)
  })
})

test('edits of config.toml that would disable Memory Bank are detected, others are ignored [S33]', () => {
  const file = '/h/.codex/config.toml'
  const text =
    '[analytics]\nenabled = false\n\n[hooks.state."/h/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:1"\n'
  const changes = (after: string | undefined) => changesProtection(file, text, after, '/p')
  for (const after of [
    `[features]\nhooks = false\n\n${text}`,
    `features.hooks = false\n${text}`,
    `${text}enabled = false\n`,
    text.replace('sha256:1', 'sha256:2'),
    `${text}\n[broken`,
    undefined,
  ])
    expect(changes(after)).toBe(true)
  expect(changes(`model = "m"\n${text}\n[mcp_servers.other]\ncommand = "x"\nenabled = false\n`)).toBe(false)
})
