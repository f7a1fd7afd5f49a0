/**
 * The plugin for OpenCode 2: hooks → events → verdicts. It translates and decides nothing.
 *
 * Each registration is independent: a hook that a release lacks takes nothing else down, and `doctor` is told (S37).
 * Nothing is kept in the module, since one process may serve several projects.
 */

import { AGENT_SHELL } from '../../base/agent-shell.ts'
import { isSwitchedOn } from '../../base/environment.ts'
import type { ToolRequested, Verdict } from '../../bank/event.ts'
import { languageOfLocale } from '../../base/language.ts'
import type { Problem } from '../../base/problem.ts'
import { Guard } from '../../session/guard.ts'
import { mayWriteBank } from '../../session/may-write-bank.ts'
import { areRepositorys } from '../../setup/person-environment.ts'
import { fieldIn, isFields } from '../fields.ts'
import { notGuarding } from '../hook-answers.ts'
import { addAgents, addCommands, addKeyTrigger, addSkill, addTools, keepOwnTools } from './contributions.ts'
import { OPENCODE } from './settings.ts'
import {
  addToSystem2,
  type CallHook,
  decodeCallHook,
  decodePrompt,
  decodeRequest2,
  decodeRequestHook,
  HOOK_LIMIT_MS,
  Refusals,
  V2Host,
  within,
} from './v2-host.ts'
import { V2Sessions } from './v2-sessions.ts'

type Cleanup = () => Promise<void>

/** `skills`: the folder of ours that has the skill. */
export async function setUp(context: unknown, skills: string): Promise<Cleanup> {
  if (isSwitchedOn(process.env, 'MEMORY_BANK_DISABLED')) return async () => {}
  const host = new V2Host(context)
  const folder = (await host.directory().catch(() => undefined)) ?? process.cwd()
  const options = host.options()
  const around = { folder, env: process.env, options, now: () => new Date(), progress: () => {} }
  const isTheirs = await areRepositorys(options, folder, [...OPENCODE.project, ...OPENCODE.alsoProject], process.env)
  const opened = Guard.open({ ...around, host: 'opencode', ...(isTheirs ? { optionsFrom: 'repository' } : {}) })
  if (!opened.ok) return setUpWithoutGuard(host, opened.problem, folder)
  return setUpGuard(host, opened.value, folder, skills)
}

async function setUpGuard(host: V2Host, guard: Guard, folder: string, skills: string): Promise<Cleanup> {
  const failed = (what: string, error: unknown) =>
    guard.failed(`OpenCode 2, ${what}: ${error instanceof Error ? error.message : String(error)}`)
  /** Protection that this release does not let us have. */
  const lost: string[] = []
  const register = async (what: string, work: () => Promise<void> | void) => {
    try {
      await work()
    } catch (error) {
      lost.push(what)
      await failed(what, error)
    }
  }
  const refusals = new Refusals()
  const sessions = new V2Sessions(host, guard, folder, failed)
  const quietly = (what: string, work: (event: unknown) => Promise<void>) => async (event: unknown) => {
    try {
      await within(HOOK_LIMIT_MS, what, work(event))
    } catch (error) {
      await failed(what, error)
    }
  }

  const judge = async ({ session, agent }: CallHook, asked: ToolRequested): Promise<Verdict> => {
    await sessions.meet(session, agent)
    return (await guard.handle(asked)).verdict
  }

  await register(GUARDED, () =>
    host.hook('tool', 'execute.before', async (event) => {
      const hook = decodeCallHook(event)
      if (hook === undefined) return
      const call = sessions.calls.begin(hook)
      const asked = decodeRequest2(hook, call, folder)
      const verdict = await within(HOOK_LIMIT_MS, 'judging a call', judge(hook, asked)).catch(
        async (error: unknown) => {
          await failed('judging a call', error)
          return guard.unjudged(asked)
        },
      )
      if (verdict.kind === 'refuse') {
        sessions.calls.drop(call)
        throw refusals.of(hook.message, verdict.text)
      }
      sessions.notes.hold(call, verdict.kind === 'note' ? verdict.text : undefined)
    }),
  )
  await register('tool.execute.after', () =>
    host.hook(
      'tool',
      'execute.after',
      quietly('tool.execute.after', (event) => sessions.callEnded(event)),
    ),
  )
  await register('session.context', () =>
    host.hook(
      'session',
      'context',
      quietly('session.context', async (event) => {
        const hook = decodeRequestHook(event)
        if (hook === undefined) return
        keepOwnTools(hook)
        // The opening is sent even if hearing fails.
        await sessions.heardBefore(hook).catch((error: unknown) => failed('hearing', error))
        addToSystem2(hook.system, await guard.opening(hook.session))
        if (lost.includes(GUARDED)) addToSystem2(hook.system, UNGUARDED)
      }),
    ),
  )
  await register('shell.create.before', () =>
    host.hook('shell', 'create.before', async (event) => {
      const env = fieldIn(event, 'env')
      // A command that the person types comes here too, without a call.
      if (sessions.calls.hasShell() && isFields(env)) Object.assign(env, AGENT_SHELL)
    }),
  )
  // Releases that have no such hook never call it.
  await register('session.prompt', () =>
    host.hook('session', 'prompt', async (event) => {
      const words = decodePrompt(event)
      if (words !== undefined) sessions.typed(words)
    }),
  )
  await register('session.compaction', () =>
    host.hook(
      'session',
      'compaction',
      quietly('session.compaction', async (event) => {
        const [session, system] = [fieldIn(event, 'sessionID'), fieldIn(event, 'system')]
        const pointers = typeof session === 'string' ? guard.compactionContext(session) : undefined
        if (pointers !== undefined && Array.isArray(system)) addToSystem2(system, pointers)
      }),
    ),
  )
  await register('tools', () =>
    host.transform(
      'tool',
      guarded('tools', failed, (editor) => addTools(editor, guard)),
    ),
  )
  await register('commands', () =>
    host.transform(
      'command',
      guarded('commands', failed, (editor) => addCommands(editor, host)),
    ),
  )
  await register('agents', () => host.transform('agent', guarded('agents', failed, addAgents)))
  if (guard.workspace.config.keyTrigger === 'on' && guard.hasBank())
    await register('the key trigger', () => host.transform('agent', guarded('the key trigger', failed, addKeyTrigger)))
  await register('the skill', () =>
    host.transform(
      'skill',
      guarded('the skill', failed, (editor) => addSkill(editor, skills)),
    ),
  )
  let stop: Cleanup = async () => {}
  await register('events', () => {
    stop = sessions.listen()
  })
  return stop
}

const GUARDED = 'tool.execute.before'
const UNGUARDED =
  '[memory-bank] This release of OpenCode gives plugins no hook before tool calls: nothing guards the memory bank here (此版本的 OpenCode 没有工具调用前的钩子：Memory Bank 在这里不受保护). Tell the user.'

/** The host runs this whenever it makes the domain anew: it must never fail there. */
function guarded(
  what: string,
  failed: (what: string, error: unknown) => Promise<void>,
  change: (editor: unknown) => void,
): (editor: unknown) => void {
  return (editor) => {
    try {
      change(editor)
    } catch (error) {
      failed(what, error).catch(() => undefined)
    }
  }
}

/** Settings we cannot understand are shown, and the bank is not written meanwhile; all other work continues. */
async function setUpWithoutGuard(host: V2Host, problem: Problem, root: string): Promise<Cleanup> {
  const text = await notGuarding(problem, languageOfLocale(process.env))
  const refusals = new Refusals()
  const registrations = [
    host.hook('session', 'context', async (event) => {
      const hook = decodeRequestHook(event)
      if (hook !== undefined) addToSystem2(hook.system, `<memory-bank>${text} Tell the user.</memory-bank>`)
    }),
    host.hook('tool', 'execute.before', async (event) => {
      const hook = decodeCallHook(event)
      if (hook !== undefined && mayWriteBank(decodeRequest2(hook, hook.id, root).calls, root))
        throw refusals.of(hook.message, text)
    }),
  ]
  await Promise.allSettled(registrations)
  return async () => {}
}
