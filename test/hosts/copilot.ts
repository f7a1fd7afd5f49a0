/** The real Copilot CLI, headless, in a scratch home with the built plugin, against the scripted model. */

import { join } from 'node:path'
import { hostProgram } from './host-stage.ts'
import type { RealHost } from './real-suite.ts'
import type { Step } from './scripted-model.ts'

const PRINT = ['--allow-all', '--output-format', 'json', '--disable-client-telemetry']

export const realCopilot: RealHost = {
  name: 'Copilot CLI 1.0.102',
  id: 'copilot',
  program: [hostProgram('copilot')],
  scope: 'user',
  // Copilot's write tool creates no folders.
  files: ({ project }) => ({ [join(project, 'src/auth/user.ts')]: 'user\n' }),
  env: ({ modelUrl }) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_TYPE: 'anthropic',
    COPILOT_PROVIDER_BASE_URL: modelUrl,
    COPILOT_PROVIDER_API_KEY: 'none-needed',
    COPILOT_MODEL: 'claude-sonnet-4.5',
  }),
  needsWarmUp: false,
  turn: (text, goesOn) => [...(goesOn ? ['--continue'] : []), '-p', text, ...PRINT],
  calls: {
    write: (path, file_text) => call('create', { path, file_text }),
    edit: (path, old_str, new_str) => call('edit', { path, old_str, new_str }),
    read: (path) => call('view', { path }),
    shell: (command) => call('bash', { command, description: 'x' }),
    recall: (question) => call('memory-bank-memory_recall', { question }),
    propose: (entries) => call('memory-bank-memory_propose', { entries }),
    delegate: (prompt) =>
      call('task', { description: 'd', prompt, agent_type: 'general-purpose', name: 'helper', mode: 'sync' }),
  },
  person: undefined,
  hook: {
    words: ['dist/hook.cjs', '--host', 'copilot'],
    refuses: (output) => output.includes('"permissionDecision":"deny"'),
    halfWrite: (path) =>
      `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Write","tool_input":{"path":"${path}","file_`,
  },
  cannot: {
    shown: 'it shows the user no hook output; the model is asked to print it',
    result: 'it shows the user no hook output; the model is asked to print it',
  },
}

function call(tool: string, args: Readonly<Record<string, unknown>>): Step {
  return { tool, args }
}
