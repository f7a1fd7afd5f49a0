/**
 * Only a person accepts, writes and configures (S42). Each command declares what an agent may run of it; everything else is
 * refused in an agent's shell, and where neither a terminal nor the person's own environment shows that a person calls.
 */

import { type AgentRule, mayAgentRun } from '../base/agent-rule.ts'
import { assumesPerson, isAgentShell, isNearAgent } from '../base/agent-shell.ts'
import type { Problem } from '../base/problem.ts'
import type { Call, Caller, Command } from './command.ts'
import type { Terminal } from './terminal.ts'

type Unsigned = Omit<Call, 'by'>

/** The call with who makes it. Nobody is asked in an agent's shell: whoever could answer there is the agent. */
export async function signed(command: Command, call: Unsigned): Promise<Call> {
  const terminal: Terminal = isAgentShell(call.env) ? { ...call.terminal, interactive: false } : call.terminal
  return { ...call, terminal, by: await callerOf(command, call) }
}

async function callerOf({ isForScripts }: Command, { env, folder, terminal }: Unsigned): Promise<Caller> {
  if (isAgentShell(env)) return 'agent'
  if (terminal.attended) return 'person'
  if (isNearAgent(env)) return 'agent'
  if (isForScripts === true) return 'person'
  return assumesPerson(env) && (await isPersonsOwn(env, folder)) ? 'person' : 'unknown'
}

/** A clone cannot say it for the person, in a file that programs take variables from (S39). */
async function isPersonsOwn(env: NodeJS.ProcessEnv, folder: string): Promise<boolean> {
  const { withoutDotenv } = await import('../setup/person-environment.ts')
  return assumesPerson(withoutDotenv(env, folder))
}

/** The problem of a call that only a person may make, where nobody shows that one does. */
export function refusalOf(command: Command, call: Call): Problem | undefined {
  if (call.by === 'person' || command.agent.kind === 'started' || call.switches.has('dry-run')) return undefined
  if (mayAgentRun(command.agent, ruled(call))) return undefined
  if (!isAgentShell(call.env) && !writesUnasked(command, call)) return undefined
  return { code: 'person-needed', command: nameOf(command.agent, call), by: call.by }
}

/** Without a terminal a command that asks prints its plan and exits 3, unless --yes answers. */
function writesUnasked({ agent, options, isForScripts }: Command, { operands, switches }: Call): boolean {
  if (isForScripts === true) return false
  if (agent.kind === 'only' && agent.acts.includes(operands[0] ?? '')) return true
  return switches.has('yes') || options['yes'] === undefined
}

function ruled({ operands, switches, values }: Call) {
  return {
    operands,
    has: (option: string) => switches.has(option) || values.has(option),
    isAnswered: switches.has('yes'),
  }
}

/** The command with the word that makes it a person's. */
function nameOf(agent: AgentRule, call: Call): string {
  const { has } = ruled(call)
  const option = agent.kind === 'without' ? agent.options.find(has) : agent.kind === 'unanswered' ? 'yes' : undefined
  const words = [
    'memory-bank',
    call.command,
    ...(agent.kind === 'only' ? call.operands.slice(0, 1) : []),
    ...(option === undefined ? [] : [`--${option}`]),
  ]
  return words.join(' ')
}
