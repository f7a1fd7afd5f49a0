/**
 * Answers hook payloads, in a command hook's process for one event or in a server's process for a session.
 *
 * If Memory Bank itself fails, work continues and `doctor` reports the failure. Only calls that may write the bank are
 * refused.
 */

import { AGENT_SHELL } from '../base/agent-shell.ts'
import { forModel } from '../base/for-model.ts'
import { isSwitchedOn } from '../base/is-switched-on.ts'
import { type Language, languageOfLocale, type Words } from '../base/language.ts'
import type { Problem } from '../base/problem.ts'
import type { Result } from '../base/result.ts'
import { sessionId } from '../base/session-id.ts'
import { type Caller, Guard, mayWriteBank, namesBank } from '../session/guard.ts'
import { personEnvironment } from '../setup/person-environment.ts'
import { answerHook } from './answer-hook.ts'
import { encodeAnswer, withWarning } from './encode-answer.ts'
import type { Hook, HookAnswer, HookHost } from './hook.ts'
import { putRecent } from './put-recent.ts'

/** Answers the payload of a command hook. `payload` and `hook` are undefined if the input is not JSON. */
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

/** Variables with the session's id that hosts set for the shells they start. */
const SESSION_VARIABLES = ['COPILOT_AGENT_SESSION_ID']

/** True if another host's shell started this host: its messages then come from an agent and give no consent (S42). */
export function isNested(env: NodeJS.ProcessEnv, hook: Hook | undefined): boolean {
  const own: readonly string[] = hook === undefined ? [] : sessionsOf(hook)
  return SESSION_VARIABLES.some((name) => {
    const outer = env[name] ?? ''
    return outer !== '' && !own.includes(sessionId(outer))
  })
}

/** The host's session, and that of the sub-agent in the event. */
function sessionsOf(hook: Hook): readonly [host: string, ...agents: string[]] {
  const agent = 'agent' in hook ? hook.agent : undefined
  if (agent !== undefined) return [agent.parent, agent.session]
  if (hook.kind === 'tool') return [hook.event.session]
  return 'session' in hook ? [hook.session] : ['']
}

/** The number of projects kept open in one session. Further ones are opened again for each event. */
const MOST_GUARDS = 8

export class HookAnswers {
  readonly #host: HookHost
  readonly #env: NodeJS.ProcessEnv
  readonly #now: () => Date
  readonly #guards = new Map<string, Result<Guard>>()
  /** Callers by the id of their call: a request to the server names only that id. */
  readonly #callers = new Map<string, Caller>()

  /** Sessions recorded as served by this process; undefined in a process for one event. */
  readonly #served: Map<string, true> | undefined

  /** `life`: whether this process answers one event or a whole session. */
  constructor(host: HookHost, env: NodeJS.ProcessEnv, now: () => Date, life: 'event' | 'session' = 'event') {
    this.#served = life === 'session' ? new Map() : undefined
    this.#host = host
    this.#env = env
    this.#now = now
  }

  async answer(payload: unknown, decoded = this.#host.decode(payload)): Promise<string> {
    if (decoded === undefined || isSwitchedOn(this.#env, 'MEMORY_BANK_DISABLED')) return '{}'
    const folder = this.#host.projectFolder(payload, this.#env)
    const isCommand = decoded.kind === 'prompt' && (await this.#host.isCommand?.(decoded.text, folder)) === true
    const hook: Hook = isCommand ? { ...decoded, text: '', command: undefined } : decoded
    const guard = this.guard(folder)
    if (hook.kind === 'tool' && guard.ok)
      putRecent(this.#callers, hook.event.call, { guard: guard.value, session: hook.event.session })
    const answer = guard.ok
      ? await this.#answered(guard.value, hook)
      : await unguarded(guard.problem, hook, this.#env, folder)
    const gone = guard.ok && (await this.#isServerGone(guard.value, hook))
    const warning = hook.kind === 'prompt' ? await this.#troubles(guard, gone) : ''
    return encodeAnswer(this.#host, payload, warning === '' ? answer : withWarning(answer, warning, this.#host))
  }

  /** Input that is not JSON: work continues, but a call that seems to write the bank is refused. */
  async answerUnreadable(raw: string): Promise<string> {
    const { beforeTool, projectFolder } = this.#host
    const folder = projectFolder(undefined, this.#env)
    const guard = this.guard(folder)
    if (guard.ok) await guard.value.failed(`a hook's input could not be read (${raw.length} characters)`)
    if (!raw.includes(JSON.stringify(beforeTool.event)) || !namesBank(raw, folder)) return '{}'
    const text = {
      en: 'Memory Bank could not read this call, so it was not run. Try again.',
      zh: 'Memory Bank 无法解析这次调用，未予执行。请重试。',
    }[languageOfLocale(this.#env)]
    return encodeAnswer(this.#host, beforeTool.payload, { kind: 'refuse', text })
  }

  /** The warning at each message while something keeps Memory Bank from guarding (S37); empty if nothing does. */
  async #troubles(guard: Result<Guard>, gone: boolean): Promise<string> {
    const language = guard.ok ? guard.value.language() : languageOfLocale(this.#env)
    const own = guard.ok ? await guard.value.trouble() : await notGuarding(guard.problem, language)
    const server = gone ? SERVER_GONE[language] : undefined
    const host = (await this.#host.trouble?.(this.#env, this.#now()))?.[language]
    return [own, server, host].filter((one) => one !== undefined).join('\n')
  }

  /**
   * A server records the sessions it serves. A command hook checks at each message that the recorded server still runs.
   */
  async #isServerGone(guard: Guard, hook: Hook): Promise<boolean> {
    const [session] = sessionsOf(hook)
    if (this.#served?.has(session) === true) return false
    try {
      if (this.#served !== undefined) {
        guard.noteServer(session, 'serves')
        putRecent(this.#served, session, true)
      } else if (hook.kind === 'ended' || (hook.kind === 'began' && !hook.compacted)) guard.noteServer(session, 'over')
      else return hook.kind === 'prompt' && guard.isServerGone(session)
    } catch (error) {
      await guard.failed(`server record: ${error instanceof Error ? error.message : String(error)}`)
    }
    return false
  }

  /** The caller of a tool call, if its hook was answered here. */
  callerOf(call: string): Caller | undefined {
    return this.#callers.get(call)
  }

  /** The guard of the project that the host works in. */
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
    if (opened.ok && this.#guards.size < MOST_GUARDS) this.#guards.set(folder, opened)
    return opened
  }

  async #answered(guard: Guard, hook: Hook): Promise<HookAnswer> {
    try {
      return await answerHook(guard, hook, this.#host)
    } catch (error) {
      await guard.failed(`${hook.kind}: ${error instanceof Error ? error.message : String(error)}`)
      const words = {
        en: 'Memory Bank could not check this write, so it was not run. Ask the user to run `memory-bank doctor`.',
        zh: 'Memory Bank 无法检查这次写入，未予执行。请让用户运行 `memory-bank doctor`。',
      }
      return unjudged(hook, words[guard.language()], guard.workspace.project.root)
    }
  }
}

const SERVER_GONE: Words = {
  en: 'Memory Bank’s server stopped during this session. Until you restart Claude Code or reconnect it with /mcp, only edits of the bank and commands that name it are checked, redirections (>) excepted, the memory tools are missing, and other changes of the bank are only reported.',
  zh: 'Memory Bank 的服务在本次会话中途退出。在重启 Claude Code（或用 /mcp 重新连接）之前，只检查涉及 memory-bank 的编辑和命令（重定向 > 除外），记忆工具不可用，对 Memory Bank 的其他改动只能事后报告。',
}

/**
 * Used while the settings are invalid: reports them to the user and refuses writes to the bank. Other work continues.
 */
async function unguarded(problem: Problem, hook: Hook, env: NodeJS.ProcessEnv, root: string): Promise<HookAnswer> {
  const text = await notGuarding(problem, languageOfLocale(env))
  if (hook.kind === 'began') return { kind: 'tell-model', text: `<memory-bank>${text} Tell the user.</memory-bank>` }
  return unjudged(hook, text, root)
}

/** Explains why the guard could not start. Secrets that the problem quotes are masked. */
export async function notGuarding(problem: Problem, language: Language): Promise<string> {
  // Loaded only when needed, to keep hooks fast.
  const { explainToModel } = await import('../base/problem.ts')
  const { what, next } = explainToModel(problem, language)
  const { maskSecrets } = await import('../secrets/mask.ts')
  return forModel(maskSecrets(`Memory Bank is not guarding this project: ${what} ${next}`))
}

function unjudged(hook: Hook, text: string, root: string): HookAnswer {
  const waits = hook.kind === 'tool' && hook.event.kind === 'tool-requested' && mayWriteBank(hook.event.calls, root)
  return waits ? { kind: 'refuse', text } : { kind: 'nothing' }
}
