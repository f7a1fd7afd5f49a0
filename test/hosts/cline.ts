/** The real Cline, headless, in a scratch home. */

import { join } from 'node:path'
import { hostProgram } from './host-stage.ts'
import type { RealHost } from './real-suite.ts'

const NO_CHANNEL = 'plugin output reaches the user only through the model, which is asked to print it'
const ONE_TURN = 'a headless run is a session of one turn; tested with recordings (conformance.test.ts)'

export const realCline: RealHost = {
  name: 'Cline 3.0.65',
  id: 'cline',
  program: [hostProgram('cline')],
  scope: 'user',
  files: ({ home, modelUrl }) => {
    const settings = { provider: 'openai-compatible', apiKey: 'none', model: 'm', baseUrl: `${modelUrl}/v1` }
    const providers = {
      'openai-compatible': { settings, updatedAt: '2026-01-01T00:00:00.000Z', tokenSource: 'manual' },
    }
    const text = JSON.stringify({ version: 1, lastUsedProvider: 'openai-compatible', modes: {}, providers })
    return { [join(home, '.cline/data/settings/providers.json')]: text }
  },
  // Leaves no background process behind.
  env: () => ({ CLINE_SESSION_BACKEND_MODE: 'local', CLINE_NO_AUTO_UPDATE: '1' }),
  needsWarmUp: false,
  // Cline takes a single word for a command.
  turn: (text) => ['--json', text.includes(' ') ? text : `${text} `],
  calls: {
    write: (path, new_text) => ({ tool: 'editor', args: { path, new_text } }),
    edit: (path, old_text, new_text) => ({ tool: 'editor', args: { path, old_text, new_text } }),
    read: (path) => ({ tool: 'read_files', args: { files: [{ path }] } }),
    shell: (command) => ({ tool: 'run_commands', args: { commands: [command] } }),
    recall: (question) => ({ tool: 'memory_recall', args: { question } }),
    propose: (entries) => ({ tool: 'memory_propose', args: { entries } }),
    delegate: (task) => ({ tool: 'spawn_agent', args: { systemPrompt: 'Work.', task } }),
  },
  person: undefined,
  hook: undefined,
  cannot: {
    resumed: ONE_TURN,
    declined: ONE_TURN,
    accepted: ONE_TURN,
    shown: NO_CHANNEL,
    result: NO_CHANNEL,
    malformed: 'it calls the plugin in its own process, with values instead of text',
  },
}
