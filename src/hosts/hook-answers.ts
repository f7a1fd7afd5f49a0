/**
 * Hook payload in, hook output out, for one process: a command hook's, which answers once, or the server's, which answers
 * all events of a session.
 *
 * Whatever fails here, ordinary work continues and `doctor` is told; only a write aimed at the bank is refused.
 */

import { AGENT_SHELL } from '../base/agent-shell.ts'
import { isSwitchedOn } from '../base/environment.ts'
import { type Language, languageOfLocale, type Words } from '../base/language.ts'
import type { Problem } from '../base/problem.ts'
import type { Result } from '../base/result.ts'
import { sessionId } from '../base/session-id.ts'
import { type Caller, Guard } from '../session/guard.ts'
import { mayWriteBank, namesBank } from '../session/may-write-bank.ts'
import { personEnvironment } from '../setup/person-environment.ts'
import { isServerGone, noteServer } from '../session/server-life.ts'
import { forModel } from '../base/for-model.ts'
import { answerHook } from './answer-hook.ts'
import type { Answer, Hook, HookHost } from './hook.ts'

/** The answer to one payload, for a process of one event. `hook` is what the payload says; both are undefined for input that is not JSON. */
export async function answerOnce(
  raw: string,
  payload: unknown,
  given: NodeJS.ProcessEnv,
  host: HookHost,
  hook = host.decode(payload),
): Promise<string> {
  const persons = await personEnvironment(given, host.projectFolder(payload, given), host.settingsWithEnv)
  const env = isNested(given, hook) ? { ...persons, ...AGENT_SHELL } : persons
  if (isSwitchedOn(env, 'MEMORY_BANK_DISABLED')) return '{}'
  if (hook?.kind === 'began') host.markShells?.(env)
  const answers = new HookAnswers(host, env, () => new Date())
  return payload === undefined ? answers.answerUnreadable(raw) : answers.answer(payload, hook)
}

/** Hosts name their session to the shells they start by these variables. */
const SESSION_VARIABLES = ['COPILOT_AGENT_SESSION_ID']

/** Whether the host that sends this was started from another host's shell: then nobody who speaks in it is a person (S42). */
export function isNested(env: NodeJS.ProcessEnv, hook: Hook | undefined): boolean {
  const own: readonly string[] = hook === undefined ? [] : sessionsOf(hook)
  return SESSION_VARIABLES.some((name) => {
    const outer = env[name] ?? ''
    return outer !== '' && !own.includes(sessionId(outer))
  })
}

/** The host's session, and that of the sub-agent it is about. */
function sessionsOf(hook: Hook): readonly [host: string, ...agents: string[]] {
  const agent = 'agent' in hook ? hook.agent : undefined
  if (agent !== undefined) return [agent.parent, agent.session]
  if (hook.kind === 'tool') return [hook.event.session]
  return 'session' in hook ? [hook.session] : ['']
}

/** Projects that one session works in; further ones are opened again for each event. */
const MOST_GUARDS = 8
const MOST_CALLS = 200

export class HookAnswers {
  readonly #host: HookHost
  readonly #env: NodeJS.ProcessEnv
  readonly #now: () => Date
  readonly #guards = new Map<string, Result<Guard>>()
  /** The callers by call, for a server that is asked by a call's id only. */
  readonly #callers = new Map<string, Caller>()

  /** Sessions that are recorded as served by this process, which lives as long as they do; undefined for one event's process. */
  readonly #served: Set<string> | undefined

  /** `life`: whether this process lives for one event or for the session. */
  constructor(host: HookHost, env: NodeJS.ProcessEnv, now: () => Date, life: 'event' | 'session' = 'event') {
    this.#served = life === 'session' ? new Set() : undefined
    this.#host = host
    this.#env = env
    this.#now = now
  }

  async answer(payload: unknown, decoded = this.#host.decode(payload)): Promise<string> {
    if (decoded === undefined || isSwitchedOn(this.#env, 'MEMORY_BANK_DISABLED')) return '{}'
    const folder = this.#host.projectFolder(payload, this.#env)
    const isCommand = decoded.kind === 'prompt' && (await this.#host.isCommand?.(decoded.text, folder)) === true
    const hook: Hook = isCommand ? { ...decoded, text: '' } : decoded
    const guard = this.guard(folder)
    if (hook.kind === 'tool' && guard.ok)
      this.#remember(hook.event.call, { guard: guard.value, session: hook.event.session })
    const answer = guard.ok
      ? await this.#answered(guard.value, hook)
      : await unguarded(guard.problem, hook, this.#env, folder)
    const output = this.#host.encode(payload, answer)
    const gone = guard.ok && (await this.#isServerGone(guard.value, hook))
    const warning = hook.kind === 'prompt' ? await this.#troubles(guard, gone) : ''
    return warning === '' ? output : this.#host.warn(payload, output, warning)
  }

  /** Input that is not JSON: ordinary work continues, and what looks like a write of the bank waits. */
  async answerUnreadable(raw: string): Promise<string> {
    const { beforeTool, projectFolder } = this.#host
    const folder = projectFolder(undefined, this.#env)
    const guard = this.guard(folder)
    if (guard.ok) await guard.value.failed(`a hook's input could not be read (${raw.length} characters)`)
    if (!raw.includes(JSON.stringify(beforeTool.event)) || !namesBank(raw, folder)) return '{}'
    const text = {
      en: 'Memory Bank could not read what this call would do, so it waits. Try it again.',
      zh: 'Memory Bank 读不懂这次调用，暂不放行。请重试。',
    }[languageOfLocale(this.#env)]
    return this.#host.encode(beforeTool.payload, { kind: 'refuse', text })
  }

  /** Whatever keeps Memory Bank from guarding, the person is told at each message (S37). */
  async #troubles(guard: Result<Guard>, gone: boolean): Promise<string> {
    const language = guard.ok ? guard.value.language() : languageOfLocale(this.#env)
    const own = guard.ok ? await guard.value.trouble() : await notGuarding(guard.problem, language)
    const server = gone ? SERVER_GONE[language] : undefined
    const host = (await this.#host.trouble?.(this.#env, this.#now()))?.[language]
    return [own, server, host].filter((one) => one !== undefined).join('\n')
  }

  /** The heartbeat: the process that serves a session says so once, and one that is asked for a message looks whether it still lives. */
  async #isServerGone(guard: Guard, hook: Hook): Promise<boolean> {
    const [session] = sessionsOf(hook)
    if (this.#served?.has(session) === true) return false
    try {
      if (this.#served !== undefined) {
        noteServer(guard.workspace, session, 'serves')
        putServed(this.#served, session)
      } else if (hook.kind === 'ended' || (hook.kind === 'began' && !hook.compacted))
        noteServer(guard.workspace, session, 'over')
      else return hook.kind === 'prompt' && isServerGone(guard.workspace, session)
    } catch (error) {
      await guard.failed(`server record: ${error instanceof Error ? error.message : String(error)}`)
    }
    return false
  }

  /** The caller of a tool call, if its hook came by here. */
  callerOf(call: string): Caller | undefined {
    return this.#callers.get(call)
  }

  /** The guard of the project the host was started in. */
  guard(folder: string): Result<Guard> {
    const known = this.#guards.get(folder)
    if (known !== undefined) return known
    const opened = Guard.openShared(
      {
        ...{ folder, env: this.#env, host: this.#host.id, now: this.#now, progress: () => {} },
        showsBlocks: this.#host.hasUserChannel,
      },
      this.#served === undefined ? 'event' : 'session',
    )
    // The fault may be repaired meanwhile, so only a guard that works is kept.
    if (opened.ok && !opened.value.isProvisional() && this.#guards.size < MOST_GUARDS) this.#guards.set(folder, opened)
    return opened
  }

  async #answered(guard: Guard, hook: Hook): Promise<Answer> {
    try {
      return await answerHook(guard, hook, this.#host)
    } catch (error) {
      await guard.failed(`${hook.kind}: ${error instanceof Error ? error.message : String(error)}`)
      const words = {
        en: 'Memory Bank could not judge this write, so it waits. Ask the user to run `memory-bank doctor`.',
        zh: 'Memory Bank 无法判断这次写入，暂不放行。请让用户运行 `memory-bank doctor`。',
      }
      return unjudged(hook, words[guard.language()], guard.workspace.project.root)
    }
  }

  #remember(call: string, caller: Caller): void {
    this.#callers.set(call, caller)
    const oldest = this.#callers.keys().next().value
    if (this.#callers.size > MOST_CALLS && oldest !== undefined) this.#callers.delete(oldest)
  }
}

const SERVER_GONE: Words = {
  en: 'Memory Bank’s server has ended in the middle of this session. Until you restart Claude Code (or reconnect it with /mcp), edits and commands that name the bank are still judged; its tools are missing, and other changes of the bank are only reported.',
  zh: 'Memory Bank 的服务在本次会话中途退出。在重启 Claude Code（或用 /mcp 重新连接）之前，点名 memory-bank 的编辑和命令仍会被检查；其工具不可用，对 Memory Bank 的其他改动只能事后告知。',
}

function putServed(served: Set<string>, session: string): void {
  served.add(session)
  const [oldest] = served
  if (served.size > MOST_CALLS && oldest !== undefined) served.delete(oldest)
}

/** Settings we cannot understand are shown, and the bank is not written meanwhile; all other work continues. */
async function unguarded(problem: Problem, hook: Hook, env: NodeJS.ProcessEnv, root: string): Promise<Answer> {
  const text = await notGuarding(problem, languageOfLocale(env))
  if (hook.kind === 'began') return { kind: 'tell-model', text: `<memory-bank>${text} Tell the user.</memory-bank>` }
  return unjudged(hook, text, root)
}

/** Says that settings which cannot be read keep Memory Bank from guarding. The problem may quote a value, so it is masked. */
export async function notGuarding(problem: Problem, language: Language): Promise<string> {
  // Loaded only where there is something to say.
  const { explainToModel } = await import('../base/problem.ts')
  const { what, next } = explainToModel(problem, language)
  const { maskSecrets } = await import('../secrets/mask.ts')
  return forModel(maskSecrets(`Memory Bank is not guarding this project: ${what} ${next}`))
}

function unjudged(hook: Hook, text: string, root: string): Answer {
  const waits = hook.kind === 'tool' && hook.event.kind === 'tool-requested' && mayWriteBank(hook.event.calls, root)
  return waits ? { kind: 'refuse', text } : { kind: 'nothing' }
}
