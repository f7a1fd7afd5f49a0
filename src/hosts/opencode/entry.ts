/** The OpenCode plugin, for both of its majors; for the first here: hooks → events → verdicts. It translates and decides nothing. */

import { dirname, join } from 'node:path'
import { AGENT_SHELL } from '../../base/agent-shell.ts'
import { isSwitchedOn } from '../../base/environment.ts'
import type { Verdict } from '../../bank/event.ts'
import { languageOfLocale } from '../../base/language.ts'
import type { Problem } from '../../base/problem.ts'
import { Guard } from '../../session/guard.ts'
import { mayWriteBank } from '../../session/may-write-bank.ts'
import { areRepositorys } from '../../setup/person-environment.ts'
import { notGuarding } from '../hook-answers.ts'
import { proposeTool, recallTool } from '../memory-tools.ts'
import {
  contribute,
  contributeKeyTrigger,
  type OpenCodeConfig,
  Orchestrators,
  withKeyTrigger,
} from './contributions.ts'
import {
  addToCommand,
  addToMessage,
  addToResult,
  addToSystem,
  addToText,
  decodeAgent,
  decodeEvent,
  decodeIdle,
  decodeMessage,
  decodeRequest,
  decodeResult,
  decodeSender,
  HeldNotes,
  type HostClient,
  isOurMessage,
  isSideCall,
  ours,
  putRecent,
  refusal,
  type ToolHook,
  tellInChat,
} from './payloads.ts'
import { runningProgram } from './settings.ts'
import { setUp } from './v2-setup.ts'

async function server(
  input: { readonly directory: string; readonly client?: HostClient },
  options: Readonly<Record<string, unknown>> = {},
) {
  if (isSwitchedOn(process.env, 'MEMORY_BANK_DISABLED')) return {}
  const around = { folder: input.directory, env: process.env, options, now: () => new Date(), progress: () => {} }
  const { id, project, alsoProject, borrowed } = runningProgram()
  const isTheirs = await areRepositorys(
    options,
    input.directory,
    [...project, ...alsoProject, ...borrowed],
    process.env,
  )
  const opened = Guard.open({
    ...around,
    host: id,
    showsBlocks: true,
    ...(isTheirs ? { optionsFrom: 'repository' } : {}),
  })
  return opened.ok
    ? hooksOf(opened.value, isRunOnce() ? undefined : input.client)
    : hooksWithoutGuard(opened.problem, input.directory)
}

/** `client`: how to tell the person something when nobody speaks, where a person reads what comes after a turn. */
function hooksOf(guard: Guard, client: HostClient | undefined) {
  const notes = new HeldNotes()
  /** Warnings for the person, held until the assistant speaks. */
  const troubles = new HeldNotes()
  /** Results of the person's answer and news of the last turn, held until the assistant speaks. */
  const results = new HeldNotes()
  const senders = new Map<string, Readonly<Record<string, unknown>>>()
  /** Sessions whose next message a command becomes: its template may be anybody's, and its words are not a person's (S42). */
  const commanded = new Map<string, true>()
  /** As it is once every plugin has had its say. */
  let hostConfig: OpenCodeConfig | undefined
  const orchestrators = new Orchestrators(
    () => hostConfig,
    () => Date.now(),
  )
  // Decided once, so that a session's prompt keeps its bytes (S21).
  const triggers = guard.workspace.config.keyTrigger === 'on' && guard.hasBank()

  return {
    async config(config: OpenCodeConfig) {
      contribute(config, join(packageRoot(), 'skills'))
      if (triggers) contributeKeyTrigger(config)
      hostConfig = config
    },
    tool: { memory_recall: recallTool(guard), memory_propose: proposeTool(guard) },
    async event({ event }: { event: unknown }) {
      const happened = decodeEvent(event)
      if (happened !== undefined) await guard.handle(happened)
      const idle = decodeIdle(event)
      if (idle === undefined) return
      notes.hold(idle, await guard.turnEnded(idle))
      // The assistant ended without a word: a message in the chat replaces the text below its answer.
      const sender = senders.get(idle)
      if (client !== undefined && sender !== undefined) {
        const result = results.take(idle)
        if (result !== undefined) await tellInChat(client, idle, result, sender)
        const unshown = guard.unshownProposal(idle)
        if (unshown !== undefined && (await tellInChat(client, idle, unshown.text, sender))) unshown.shown()
      }
      results.hold(idle, guard.turnNews(idle))
    },
    async 'chat.message'(hook: { sessionID: string; agent?: string }, output: { message?: unknown; parts: unknown[] }) {
      const session = hook.sessionID
      if (isOurMessage(output.parts)) return
      if (senders.size >= MOST_SENDERS) senders.clear()
      senders.set(session, decodeSender(output.message))
      const agent = decodeAgent(output.message) ?? hook.agent
      if (agent !== undefined && agent !== guard.stateOf(session).agent)
        await guard.handle({ kind: 'session-started', session, agent })
      await guard.handle(decodeMessage(session, commanded.delete(session) ? [] : output.parts))
      // Shown below the assistant's next words.
      troubles.hold(session, await guard.trouble())
      const unseen = await guard.unseenChanges(session)
      troubles.hold(session, unseen?.text)
      notes.hold(session, unseen?.text)
      await unseen?.told()
      const done = await guard.carryOutAccepted(session)
      results.hold(session, done)
      const told = [notes.take(session), guard.promptNote(session)].filter((one) => one !== undefined)
      addToMessage(output.parts, [done, ...told.map(ours)])
    },
    async 'command.execute.before'(
      hook: { command: string; sessionID: string; arguments?: string },
      output: { parts: { type: string; text?: string }[] },
    ) {
      putRecent(commanded, hook.sessionID, true)
      if (hook.command === 'memory-bank-refresh')
        addToCommand(output.parts, await guard.planRefresh(hook.sessionID, hook.arguments))
      if (hook.command === 'memory-bank-learn') addToCommand(output.parts, await guard.learn(hook.sessionID))
    },
    async 'experimental.chat.system.transform'(hook: { sessionID?: string }, output: { system: string[] }) {
      if (hook.sessionID === undefined || isSideCall(output.system)) return
      // oh-my-opencode may have made its agents after our hook has run.
      if (triggers && orchestrators.has(guard.stateOf(hook.sessionID).agent ?? '') && output.system[0] !== undefined)
        output.system[0] = withKeyTrigger(output.system[0])
      addToSystem(output.system, await guard.opening(hook.sessionID))
    },
    async 'experimental.text.complete'(hook: { sessionID: string }, output: { text: string }) {
      const session = hook.sessionID
      await guard.handle({ kind: 'assistant-said', session, text: output.text })
      // The person sees results and proposals here, whatever the model says of them (S42, S44).
      addToText(output, results.take(session))
      const unshown = guard.unshownProposal(session)
      addToText(output, unshown?.text)
      unshown?.shown()
      const trouble = troubles.take(session)
      addToText(output, trouble === undefined ? undefined : ours(trouble))
    },
    async 'tool.execute.before'(hook: ToolHook, output: { args: unknown }) {
      const { verdict } = await guard.handle(decodeRequest(hook, output.args))
      if (verdict.kind === 'refuse') {
        // The host shows a refused call without its reason.
        if (!troubles.holds(hook.sessionID, verdict.text)) troubles.hold(hook.sessionID, verdict.text)
        throw refusal(verdict.text)
      }
      notes.hold(hook.callID, noteIn(verdict))
    },
    async 'tool.execute.after'(
      hook: ToolHook & { readonly args: unknown },
      output: { output?: unknown; metadata?: unknown },
    ) {
      const { verdict } = await guard.handle(decodeResult(hook, output.metadata))
      notes.hold(hook.callID, noteIn(verdict))
      addToResult(output, notes.take(hook.callID))
    },
    async 'shell.env'(hook: { sessionID?: string }, output: { env: Record<string, string> }) {
      // Without a session it is a terminal of the person's own.
      if (hook.sessionID !== undefined) Object.assign(output.env, AGENT_SHELL)
    },
    async 'experimental.session.compacting'(hook: { sessionID: string }, output: { context: string[] }) {
      const pointers = guard.compactionContext(hook.sessionID)
      if (pointers !== undefined) output.context.push(pointers)
    },
  }
}

/** Settings we cannot understand are shown, and the bank is not written meanwhile; all other work continues. */
async function hooksWithoutGuard(problem: Problem, root: string) {
  const text = await notGuarding(problem, languageOfLocale(process.env))
  return {
    async 'experimental.chat.system.transform'(hook: { sessionID?: string }, output: { system: string[] }) {
      if (hook.sessionID === undefined || output.system.length === 0 || isSideCall(output.system)) return
      addToSystem(output.system, `<memory-bank>${text} Tell the user.</memory-bank>`)
    },
    async 'tool.execute.before'(hook: ToolHook, output: { args: unknown }) {
      if (mayWriteBank(decodeRequest(hook, output.args).calls, root)) throw refusal(text)
    },
  }
}

const MOST_SENDERS = 200

/** `opencode run` ends with the turn: nobody reads what comes after it. */
function isRunOnce(): boolean {
  return process.argv.slice(1, 4).includes('run')
}

function noteIn(verdict: Verdict): string | undefined {
  return verdict.kind === 'note' ? verdict.text : undefined
}

function packageRoot(): string {
  // dist/plugin.cjs and src/hosts/opencode/entry.ts are at different depths.
  const here = import.meta.dirname
  return here.endsWith('dist') ? dirname(here) : join(here, '../../..')
}

function setup(context: unknown) {
  return setUp(context, join(packageRoot(), 'skills'))
}

/** OpenCode 1 calls `server`, OpenCode 2 `setup`; both want the one default export of the one module. */
export default { id: 'memory-bank', server, setup }
