/**
 * What the command hook loads when an event concerns us: one payload in, its answer out.
 *
 * A payload that is none: ordinary work goes on, `doctor` is told, and what looks like a write of the bank waits.
 */

import { AGENT_SHELL } from '../core/agent-shell.ts'
import { isSwitchedOn } from '../core/environment.ts'
import { languageOfLocale } from '../core/language.ts'
import { namesBank } from '../flows/may-write-bank.ts'
import { personEnvironment } from '../flows/person-environment.ts'
import { isInAgentShell } from './copilot/outline.ts'
import type { HookHost } from './hook.ts'
import { HookAnswers } from './hook-answers.ts'
import type { LoadedHost } from './hook-hosts.ts'

export async function answerOnce(
  raw: string,
  payload: unknown,
  given: NodeJS.ProcessEnv,
  host: LoadedHost,
): Promise<string> {
  const persons = await personEnvironment(given, host.hooks(given).projectFolder(payload), host.settingsWithEnv)
  const env = isInAgentShell(given, payload) ? { ...persons, ...AGENT_SHELL } : persons
  if (isSwitchedOn(env, 'MEMORY_BANK_DISABLED')) return '{}'
  const hooks = host.hooks(env)
  const hook = hooks.decode(payload)
  if (hook?.kind === 'began') host.markShells?.(env)
  const answers = new HookAnswers(hooks, env, () => new Date())
  return payload === undefined ? malformed(raw, answers, hooks, env) : answers.answer(payload)
}

async function malformed(raw: string, answers: HookAnswers, hooks: HookHost, env: NodeJS.ProcessEnv): Promise<string> {
  const folder = hooks.projectFolder(undefined)
  const guard = answers.guard(folder)
  if (guard.ok) await guard.value.failed(`a hook's input could not be read (${raw.length} characters)`)
  if (!raw.includes(JSON.stringify(hooks.beforeTool.event)) || !namesBank(raw, folder)) return '{}'
  const text = {
    en: 'Memory Bank could not read what this call would do, so it waits. Try it again.',
    zh: 'Memory Bank 读不懂这次调用，暂不放行。请重试。',
  }[languageOfLocale(env)]
  return hooks.encode(hooks.beforeTool.payload, { kind: 'refuse', text })
}
