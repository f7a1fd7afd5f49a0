/** The real Codex, headless, in a scratch home with hooks and server installed, against the scripted model. */

import { join } from 'node:path'
import { asCodexCall } from './driven-codex.ts'
import { hostProgram } from './host-stage.ts'
import type { RealHost, RealPlace } from './real-suite.ts'
import type { Step } from './scripted-model.ts'

const CODEX = hostProgram('codex')

/** Flags for a run without questions. Trust in hooks has its own test. */
const HEADLESS = [
  ...['--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
  ...['--dangerously-bypass-hook-trust', '-m', 'gpt-5.5'],
]

const SERVER = 'mcp__memory_bank'

export const realCodex: RealHost = {
  name: 'Codex 0.166.0',
  id: 'codex',
  program: [CODEX],
  scope: 'user',
  files: codexConfig,
  env: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), FAKE_KEY: 'x' }),
  needsWarmUp: false,
  turn: (text, goesOn) => ['exec', ...(goesOn ? ['resume', '--last'] : []), ...HEADLESS, text],
  calls: {
    write: (path, text) => ofCall({ does: 'write', path, text }),
    edit: (path, before, after) => ofCall({ does: 'edit', path, old: before, new: after }),
    read: (path) => ofCall({ does: 'read', path }),
    shell: (command) => ofCall({ does: 'shell', command }),
    recall: (question) => ({ tool: 'memory_recall', namespace: SERVER, args: { question } }),
    propose: (entries) => ({ tool: 'memory_propose', namespace: SERVER, args: { entries } }),
    // A sub-agent runs at the same time as its parent, so one list of steps cannot script both.
    delegate: undefined,
  },
  person: undefined,
  hook: {
    words: ['dist/hook.cjs', '--host', 'codex'],
    refuses: (output) => output.includes('"permissionDecision":"deny"'),
    halfWrite: (path) =>
      `{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\\n*** Add File: ${path}\\n+`,
  },
  cannot: {
    atFile: 'it reads files with its shell, and a command that only reads elsewhere runs no hook',
    shown: 'codex exec prints no hook output; the model is asked to print it',
    result: 'codex exec prints no hook output',
    subAgent: 'a sub-agent runs beside its parent, so its steps cannot be scripted here; tested with recordings',
  },
}

function codexConfig({ home, project, modelUrl }: RealPlace) {
  return {
    [join(home, '.codex/config.toml')]: [
      '# mine',
      'model_provider = "fake"',
      ...['', '[model_providers.fake]', 'name = "fake"', `base_url = "${modelUrl}/v1"`, 'env_key = "FAKE_KEY"'],
      ...['wire_api = "responses"', '', '[analytics]', 'enabled = false'],
      ...['', `[projects."${project}"]`, 'trust_level = "trusted"', ''],
    ].join('\n'),
  }
}

function ofCall(call: Parameters<typeof asCodexCall>[0]): Step {
  const [tool, text] = asCodexCall(call)
  return tool === 'bash' ? { tool: 'exec_command', args: { cmd: text } } : { tool: 'apply_patch', args: text }
}
