/** OpenCode 2 for the suite of all hosts. npm does not have it, so a variable names its command. */

import { hostProgram } from './host-stage.ts'
import { realOpenCode } from './open-code.ts'
import type { RealHost } from './real-suite.ts'

/** The program and its first arguments, such as `/opt/opencode2`. */
const [program, ...words] = (process.env['MEMORY_BANK_OPENCODE2'] ?? '').split(' ').filter((word) => word !== '')

/** Why the suite is skipped. */
export const missing =
  program === undefined ? 'OpenCode 2 is not here: MEMORY_BANK_OPENCODE2 names how it is started' : undefined

export const realOpenCode2: RealHost = {
  ...realOpenCode,
  name: 'OpenCode 2 (branch v2)',
  program: [program ?? hostProgram('opencode2'), ...words],
  // OpenCode 2 takes the project from PWD.
  env: (place) => ({ ...realOpenCode.env(place), PWD: place.project }),
  needsWarmUp: false,
  turn: (text, goesOn) => [
    ...['run', '--standalone', '--auto', '--format', 'json'],
    ...(goesOn ? ['--continue'] : []),
    text,
  ],
  calls: {
    write: (path, content) => ({ tool: 'write', args: { path, content } }),
    edit: (path, oldString, newString) => ({ tool: 'edit', args: { path, oldString, newString } }),
    read: (path) => ({ tool: 'read', args: { path } }),
    shell: (command) => ({ tool: 'shell', args: { command } }),
    recall: (question) => ({ tool: 'memory_recall', args: { question } }),
    propose: (entries) => ({ tool: 'memory_propose', args: { entries } }),
    delegate: (prompt) => ({ tool: 'subagent', args: { agent: 'general', description: 'do it', prompt } }),
  },
  person: undefined,
  cannot: {
    ...realOpenCode.cannot,
    shown: 'its `run` shows the user only the model’s words; the model is asked to print it',
    result: 'its `run` shows the user only the model’s words; the model reports it',
  },
}
