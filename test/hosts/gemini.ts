/** The real Gemini CLI, headless, in a scratch home. */

import { join } from 'node:path'
import { hostProgram } from './host-stage.ts'
import type { RealHost } from './real-suite.ts'

export const realGemini: RealHost = {
  name: 'Gemini CLI 0.61.0',
  id: 'gemini',
  program: [hostProgram('gemini')],
  scope: 'user',
  files: ({ home, project }) => ({
    [join(home, '.gemini/settings.json')]: JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
    }),
    [join(home, '.gemini/trustedFolders.json')]: JSON.stringify({ [project]: 'TRUST_FOLDER' }),
  }),
  env: ({ modelUrl }) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  needsWarmUp: false,
  turn: (text, goesOn) => [
    ...(goesOn ? ['--resume', 'latest'] : []),
    ...['-p', text, '--output-format', 'stream-json', '--approval-mode', 'yolo', '-m', 'gemini-2.5-flash'],
  ],
  calls: {
    write: (file_path, content) => ({ tool: 'write_file', args: { file_path, content } }),
    edit: (file_path, old_string, new_string) => ({
      tool: 'replace',
      args: { file_path, old_string, new_string, instruction: 'x' },
    }),
    read: (file_path) => ({ tool: 'read_file', args: { file_path } }),
    shell: (command) => ({ tool: 'run_shell_command', args: { command } }),
    recall: (question) => ({ tool: 'mcp_memory-bank_memory_recall', args: { question } }),
    propose: (entries) => ({ tool: 'mcp_memory-bank_memory_propose', args: { entries } }),
    delegate: (prompt) => ({ tool: 'invoke_agent', args: { agent_name: 'generalist', prompt } }),
  },
  person: ({ err }) => err,
  hook: {
    words: ['dist/hook.cjs', '--host', 'gemini'],
    refuses: (output) => output.includes('"decision":"deny"'),
    halfWrite: (path) =>
      `{"session_id":"s","hook_event_name":"BeforeTool","tool_name":"write_file","tool_input":{"file_path":"${path}","con`,
  },
  cannot: {},
}
