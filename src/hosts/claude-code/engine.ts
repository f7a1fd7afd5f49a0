/**
 * What the command hook loads when an event concerns us: one payload in, its answer out.
 *
 * A payload that is none: ordinary work goes on, `doctor` is told, and what looks like a write of the bank waits.
 */

import { appendFileSync } from 'node:fs'
import { AGENT_SHELL } from '../../core/agent-shell.ts'
import { languageOfLocale } from '../../core/language.ts'
import { namesBank } from '../../flows/may-write-bank.ts'
import { openRegular } from '../../flows/workspace.ts'
import { textIn } from '../fields.ts'
import type { HookHost } from '../hook.ts'
import { HookAnswers } from '../hook-answers.ts'
import { claudeCodeHooks, environmentOf } from './entry.ts'

export async function answerOnce(
  raw: string,
  payload: unknown,
  given: NodeJS.ProcessEnv,
  host?: string,
): Promise<string> {
  const env = await environmentOf(given, textIn(payload, 'cwd') ?? '.')
  if (env['MEMORY_BANK_DISABLED'] === '1') return '{}'
  const hooks = claudeCodeHooks(env, host)
  if (textIn(payload, 'hook_event_name') === 'SessionStart') markShells(env)
  const answers = new HookAnswers(hooks, env, () => new Date())
  return payload === undefined ? malformed(raw, answers, hooks, env) : answers.answer(payload)
}

async function malformed(raw: string, answers: HookAnswers, hooks: HookHost, env: NodeJS.ProcessEnv): Promise<string> {
  const folder = hooks.projectFolder(undefined)
  const guard = answers.guard(folder)
  if (guard.ok) await guard.value.failed(`a hook's input could not be read (${raw.length} characters)`)
  const aimed = /"PreToolUse"/.test(raw) && /"(?:Write|Edit|MultiEdit|NotebookEdit|Bash)"/.test(raw)
  if (!aimed || !namesBank(raw, folder)) return '{}'
  const text = {
    en: 'Memory Bank could not read what this call would do, so it waits. Try it again.',
    zh: 'Memory Bank 读不懂这次调用，暂不放行。请重试。',
  }[languageOfLocale(env)]
  return hooks.encode({ hook_event_name: 'PreToolUse' }, { kind: 'refuse', text })
}

/** Claude Code reads a file of its session before each command of its shell: our mark goes there (S42). */
export function markShells(env: NodeJS.ProcessEnv): void {
  const file = env['CLAUDE_ENV_FILE']
  if (file === undefined || file === '') return
  const opened = openRegular(file, VARIABLES)
  // The host names it before it is there. What is no file of variables is left alone.
  if (opened.kind === 'refused') return
  const before = opened.kind === 'missing' ? '' : opened.bytes.toString('utf8')
  const lines = Object.entries(AGENT_SHELL).map(([name, value]) => `export ${name}=${value}\n`)
  for (const line of lines)
    if (!before.includes(line)) appendFileSync(file, `${/(?:^|\n)$/.test(before) ? '' : '\n'}${line}`)
}

const VARIABLES = { bytes: 1024 * 1024 }
