/**
 * OpenCode 2: passes hooks to the guard as events and applies its verdicts.
 *
 * Each registration is independent: a hook that is missing in a release does not affect the others, and `doctor`
 * reports it (S37). The module keeps no state, since one process may serve several projects.
 */

import type { ToolRequested, Verdict } from '../../bank/event.ts'
import { AGENT_SHELL } from '../../base/agent-shell.ts'
import { type Guard, mayWriteBank } from '../../session/guard.ts'
import { fieldIn, isFields } from '../fields.ts'
import { addAgents, addCommands, addKeyTrigger, addSkill, addTools, keepOwnTools } from './contributions.ts'
import {
  addSystemText,
  type CallHook,
  decodeCallHook,
  decodePrompt,
  decodeRequestHook,
  decodeToolRequest,
  HOOK_LIMIT_MS,
  Refusals,
  type V2Host,
  within,
} from './v2-host.ts'
import { V2Sessions } from './v2-sessions.ts'

type Cleanup = () => Promise<void>

/** `skills`: the folder of the package that contains the skill. */
export async function setUpGuard(host: V2Host, guard: Guard, folder: string, skills: string): Promise<Cleanup> {
  const failed = (what: string, error: unknown) =>
    guard.failed(`OpenCode 2, ${what}: ${error instanceof Error ? error.message : String(error)}`)
  const refusals = new Refusals()
  const sessions = new V2Sessions(host, guard, folder, failed)
  /** Registrations that this release does not support. */
  const lost: string[] = []
  const register = async (what: string, work: () => Promise<void> | void) => {
    try {
      await work()
    } catch (error) {
      lost.push(what)
      await failed(what, error)
    }
  }
  /** Registers a hook that never fails its host. */
  const on = (domain: string, name: string, work: (event: unknown) => Promise<void> | void) => {
    const what = `${domain}.${name}`
    const quietly = (event: unknown) =>
      within(HOOK_LIMIT_MS, what, Promise.resolve(event).then(work)).catch((error: unknown) => failed(what, error))
    return register(what, () => host.hook(domain, name, quietly))
  }
  /** Registers an edit that never fails its host. OpenCode runs it whenever it rebuilds the domain. */
  const edit = (domain: string, what: string, change: (editor: unknown) => void) => {
    const quietly = (editor: unknown) => {
      try {
        change(editor)
      } catch (error) {
        failed(what, error).catch(() => undefined)
      }
    }
    return register(what, () => host.transform(domain, quietly))
  }

  const judge = async ({ session, agent }: CallHook, asked: ToolRequested): Promise<Verdict> => {
    await sessions.lookUp(session, agent)
    return (await guard.handle(asked)).verdict
  }
  // The only hook that may throw: an error refuses the call.
  await register(GUARDED, () =>
    host.hook('tool', 'execute.before', async (event) => {
      const hook = decodeCallHook(event)
      if (hook === undefined) return
      const call = sessions.calls.begin(hook)
      const asked = decodeToolRequest(hook, call, folder)
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
      sessions.texts.notes.hold(call, verdict.kind === 'note' ? verdict.text : undefined)
    }),
  )
  await on('tool', 'execute.after', (event) => sessions.callEnded(event))
  await on('session', 'context', async (event) => {
    const hook = decodeRequestHook(event)
    if (hook === undefined) return
    keepOwnTools(hook)
    // Send the opening even if this fails.
    await sessions.hearRequest(hook).catch((error: unknown) => failed('hearing', error))
    addSystemText(hook.system, await guard.opening(hook.session))
    if (lost.includes(GUARDED)) addSystemText(hook.system, UNGUARDED)
  })
  await on('shell', 'create.before', (event) => {
    const env = fieldIn(event, 'env')
    // Commands that the user types also arrive here, but without a call.
    if (sessions.calls.hasShell() && isFields(env)) Object.assign(env, AGENT_SHELL)
  })
  // Some releases never call this hook.
  await on('session', 'prompt', (event) => {
    const words = decodePrompt(event)
    if (words !== undefined) sessions.typed(words)
  })
  await on('session', 'compaction', async (event) => {
    const [session, system] = [fieldIn(event, 'sessionID'), fieldIn(event, 'system')]
    const pointers = typeof session === 'string' ? await guard.compactionContext(session) : undefined
    if (pointers !== undefined && Array.isArray(system)) addSystemText(system, pointers)
  })
  await edit('tool', 'tools', (editor) => addTools(editor, guard))
  await edit('command', 'commands', (editor) => addCommands(editor, host))
  await edit('agent', 'agents', addAgents)
  if (guard.workspace.config.keyTrigger === 'on' && guard.hasBank())
    await edit('agent', 'the key trigger', addKeyTrigger)
  await edit('skill', 'the skill', (editor) => addSkill(editor, skills))
  let stop: Cleanup = async () => {}
  await register('events', () => {
    stop = sessions.listen()
  })
  return stop
}

const GUARDED = 'tool.execute.before'
const UNGUARDED =
  '[memory-bank] This release of OpenCode gives plugins no hook before tool calls: nothing guards the memory bank here (此版本的 OpenCode 没有工具调用前的钩子：Memory Bank 在这里不受保护). Tell the user.'

/**
 * Used while the settings are invalid: reports them to the user and refuses writes to the bank. Other work continues.
 */
export async function setUpWithoutGuard(host: V2Host, text: string, root: string): Promise<Cleanup> {
  const refusals = new Refusals()
  const registrations = [
    host.hook('session', 'context', async (event) => {
      const hook = decodeRequestHook(event)
      if (hook !== undefined) addSystemText(hook.system, `<memory-bank>${text} Tell the user.</memory-bank>`)
    }),
    host.hook('tool', 'execute.before', async (event) => {
      const hook = decodeCallHook(event)
      if (hook !== undefined && mayWriteBank(decodeToolRequest(hook, hook.id, root).calls, root))
        throw refusals.of(hook.message, text)
    }),
  ]
  await Promise.allSettled(registrations)
  return async () => {}
}
