/** The real Qwen Code, headless, in a scratch home, on the Node version that it requires. */

import { hostProgram } from './host-stage.ts'
import type { RealHost } from './real-suite.ts'

const NODE = hostProgram('node', 'node22')
const QWEN = hostProgram('qwen', 'node22')

export const realQwen: RealHost = {
  name: 'Qwen Code 0.24.4',
  id: 'qwen',
  program: [NODE, QWEN],
  scope: 'user',
  files: () => ({}),
  env: ({ modelUrl }) => ({
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
  }),
  needsWarmUp: false,
  turn: (text, goesOn) => [
    ...(goesOn ? ['-c'] : []),
    ...['-p', text, '--output-format', 'text', '--approval-mode', 'yolo', '--auth-type', 'openai', '-m', 'scripted'],
  ],
  calls: {
    write: (file_path, content) => ({ tool: 'write_file', args: { file_path, content } }),
    edit: (file_path, old_string, new_string) => ({ tool: 'edit', args: { file_path, old_string, new_string } }),
    read: (file_path) => ({ tool: 'read_file', args: { file_path } }),
    shell: (command) => ({ tool: 'run_shell_command', args: { command, is_background: false } }),
    recall: (question) => ({ tool: 'mcp__memory-bank__memory_recall', args: { question } }),
    propose: (entries) => ({ tool: 'mcp__memory-bank__memory_propose', args: { entries } }),
    delegate: (prompt) => ({
      tool: 'agent',
      args: { description: 'd', prompt, subagent_type: 'general-purpose', run_in_background: false },
    }),
  },
  // Hook messages at the end of a turn are printed to standard error.
  person: ({ out, err }) => `${out}\n${err}`,
  hook: {
    words: ['dist/hook.cjs', '--host', 'qwen'],
    refuses: (output) => output.includes('"permissionDecision":"deny"'),
    halfWrite: (path) =>
      `{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"write_file","tool_input":{"file_path":"${path}","con`,
  },
  cannot: {},
}
