/**
 * What the command hook loads when an event concerns us: one payload in, its answer out.
 *
 * A payload that is none: ordinary work goes on, `doctor` is told, and what looks like a write of the bank waits.
 */

import { languageOfLocale } from '../../core/language.ts'
import { namesBank } from '../../flows/may-write-bank.ts'
import { encodeAnswer } from './encode.ts'
import { HookAnswers } from './hook-answers.ts'

export async function answerOnce(
  raw: string,
  payload: unknown,
  env: NodeJS.ProcessEnv,
  host?: string,
): Promise<string> {
  const answers = new HookAnswers(env, () => new Date(), host)
  return payload === undefined ? malformed(raw, answers, env) : answers.answer(payload)
}

function malformed(raw: string, answers: HookAnswers, env: NodeJS.ProcessEnv): string {
  const guard = answers.guard(undefined)
  if (guard.ok) guard.value.failed(`a hook's input could not be read (${raw.length} characters)`)
  const aimed = /"PreToolUse"/.test(raw) && /"(?:Write|Edit|MultiEdit|NotebookEdit|Bash)"/.test(raw)
  if (!aimed || !namesBank(raw, answers.folder(undefined))) return '{}'
  const text = {
    en: 'Memory Bank could not read what this call would do, so it waits. Try it again.',
    zh: 'Memory Bank 读不懂这次调用，暂不放行。请重试。',
  }[languageOfLocale(env)]
  return encodeAnswer('PreToolUse', { kind: 'refuse', text }, answers.dialect)
}
