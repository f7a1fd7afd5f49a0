/**
 * Only a person may accept, write or configure (S42). Each command declares the calls that an agent may make. Any other
 * call is refused in an agent's shell. Elsewhere, an unproven caller is refused if the call writes without asking.
 */

import { type AgentRule, mayAgentRun } from '../base/agent-rule.ts'
import { assumesPerson, isAgentShell, isNearAgent } from '../base/agent-shell.ts'
import type { Problem } from '../base/problem.ts'
import type { Command, CommandCall, CommandCaller } from './command.ts'
import type { Terminal } from './terminal.ts'

type Unsigned = Omit<CommandCall, 'by'>

/** Adds `by`. An agent's shell is never interactive, because the agent would answer the questions. */
export async function withCaller(command: Command, call: Unsigned): Promise<CommandCall> {
  const terminal: Terminal = isAgentShell(call.env) ? { ...call.terminal, interactive: false } : call.terminal
  return { ...call, terminal, by: await callerOf(command, call) }
}

async function callerOf({ isForScripts }: Command, { env, folder, terminal }: Unsigned): Promise<CommandCaller> {
  if (isAgentShell(env)) return 'agent'
  if (terminal.attended) return 'person'
  if (isNearAgent(env)) return 'agent'
  if (isForScripts === true) return 'person'
  return assumesPerson(env) && (await isPersonsOwn(env, folder)) ? 'person' : 'unknown'
}

/** True if the person set MEMORY_BANK_ASSUME_PERSON. A .env file of the repository does not count (S39). */
async function isPersonsOwn(env: NodeJS.ProcessEnv, folder: string): Promise<boolean> {
  const { withoutDotenv } = await import('../setup/person-environment.ts')
  return assumesPerson(withoutDotenv(env, folder))
}

/** The problem if only a person may make this call. Undefined if the caller may make it. */
export function refusalOf(command: Command, call: CommandCall): Problem | undefined {
  if (call.by === 'person' || command.agent.kind === 'started' || call.switches.has('dry-run')) return undefined
  if (mayAgentRun(command.agent, ruleFacts(call))) return undefined
  if (!isAgentShell(call.env) && !writesUnasked(command, call)) return undefined
  return { code: 'person-needed', command: nameOf(command.agent, call), by: call.by }
}

/** True if the call writes without a confirmation. Without `--yes`, a command with that option only prints its plan. */
function writesUnasked({ agent, options, isForScripts }: Command, { operands, switches }: CommandCall): boolean {
  if (isForScripts === true) return false
  if (agent.kind === 'only' && agent.acts.includes(operands[0] ?? '')) return true
  return switches.has('yes') || options['yes'] === undefined
}

function ruleFacts({ operands, switches, values }: CommandCall) {
  return {
    operands,
    has: (option: string) => switches.has(option) || values.has(option),
    isAnswered: switches.has('yes'),
  }
}

/** The command line up to the operand or option that needs a person. */
function nameOf(agent: AgentRule, call: CommandCall): string {
  const { has } = ruleFacts(call)
  const option = agent.kind === 'without' ? agent.options.find(has) : agent.kind === 'unanswered' ? 'yes' : undefined
  const words = [
    'memory-bank',
    call.command,
    ...(agent.kind === 'only' ? call.operands.slice(0, 1) : []),
    ...(option === undefined ? [] : [`--${option}`]),
  ]
  return words.join(' ')
}
