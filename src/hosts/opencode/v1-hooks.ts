/** OpenCode 1: passes hooks to the guard as events and applies its verdicts. */

import type { Verdict } from '../../bank/event.ts'
import { AGENT_SHELL } from '../../base/agent-shell.ts'
import { type Guard, mayWriteBank } from '../../session/guard.ts'
import { textIn } from '../fields.ts'
import { proposeTool, recallTool, toolsWithSchema } from '../memory-tools.ts'
import { putRecent } from '../put-recent.ts'
import { signed } from '../wording.ts'
import {
  contribute,
  contributeKeyTrigger,
  type OpenCodeConfig,
  Orchestrators,
  withKeyTrigger,
} from './contributions.ts'
import { SessionTexts } from './held-notes.ts'
import {
  addToCommand,
  addToMessage,
  addToResult,
  addToSystem,
  addToText,
  decodeAgent,
  decodeEvent,
  decodeIdle,
  decodeRequest,
  decodeResult,
  decodeSender,
  type HostClient,
  isOurMessage,
  isSideCall,
  refusal,
  type ToolHook,
  tellInChat,
  typedText,
} from './v1-payloads.ts'

/** `client` sends messages after a turn; undefined if nobody would read them. */
export function hooksOf(guard: Guard, client: HostClient | undefined, skills: string) {
  const texts = new SessionTexts()
  // Those for the user are shown below the assistant's next text.
  const { notes, news, results } = texts
  /**
   * The reasons of refused calls, by session and target: OpenCode shows a refused call without its reason. A call that
   * passes later, as after the read that was missing, takes its own away.
   */
  const refusals = new Map<string, string>()
  const senders = new Map<string, Readonly<Record<string, unknown>>>()
  /** Ended turns that are still being reported in the chat. The user may read the message before its sending returns. */
  const reports = new Map<string, Promise<void>>()
  /** Sessions whose next message is a command's template: anybody may have written it, so it gives no consent (S42). */
  const commanded = new Map<string, true>()
  /** The configuration after every plugin has changed it. */
  let hostConfig: OpenCodeConfig | undefined
  const orchestrators = new Orchestrators(
    () => hostConfig,
    () => Date.now(),
  )
  const schemas = new Map(toolsWithSchema(guard).map(({ name, schema }) => [name, schema]))
  // Decided once, so that the system prompt stays the same in a session (S21).
  const triggers = guard.workspace.config.keyTrigger === 'on' && guard.hasBank()

  /** The assistant ended without text: a message in the chat replaces the text below its answer. */
  async function reportInChat(session: string): Promise<void> {
    const sender = senders.get(session)
    if (client === undefined || sender === undefined) return
    const result = results.take(session)
    if (result !== undefined) await tellInChat(client, session, result, sender)
    const unshown = guard.unshownProposal(session)
    if (unshown !== undefined && (await tellInChat(client, session, unshown.text, sender))) unshown.shown()
  }

  return {
    async config(config: OpenCodeConfig) {
      contribute(config, skills)
      if (triggers) contributeKeyTrigger(config)
      hostConfig = config
    },
    tool: { memory_recall: recallTool(guard), memory_propose: proposeTool(guard) },
    async 'tool.definition'({ toolID }: { toolID: string }, output: { jsonSchema?: unknown }) {
      // OpenCode adds its own fields to the schema that it makes of the tool's arguments.
      if (schemas.has(toolID)) output.jsonSchema = schemas.get(toolID)
    },
    async event({ event }: { event: unknown }) {
      const happened = decodeEvent(event)
      if (happened !== undefined) await guard.handle(happened)
      const idle = decodeIdle(event)
      if (idle === undefined) return
      notes.hold(idle, await guard.turnEnded(idle))
      const report = reportInChat(idle)
      putRecent(reports, idle, report)
      await report
      results.hold(idle, guard.turnNews(idle))
    },
    async 'chat.message'(hook: { sessionID: string; agent?: string }, output: { message?: unknown; parts: unknown[] }) {
      const session = hook.sessionID
      if (isOurMessage(output.parts)) return
      await reports.get(session)
      putRecent(senders, session, decodeSender(output.message))
      const agent = decodeAgent(output.message) ?? hook.agent
      if (agent !== undefined && agent !== guard.stateOf(session).agent)
        await guard.handle({ kind: 'session-started', session, agent })
      const said = commanded.delete(session) ? '' : typedText(output.parts)
      addToMessage(output.parts, await texts.hearUser(guard, session, said))
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
      // oh-my-opencode may have created its agents after Memory Bank's hook ran.
      if (triggers && orchestrators.has(guard.stateOf(hook.sessionID).agent ?? '') && output.system[0] !== undefined)
        output.system[0] = withKeyTrigger(output.system[0])
      addToSystem(output.system, await guard.opening(hook.sessionID))
    },
    async 'experimental.text.complete'(hook: { sessionID: string }, output: { text: string }) {
      const session = hook.sessionID
      await guard.handle({ kind: 'assistant-said', session, text: output.text })
      // The user sees results and proposals here, whatever the model says about them (S42, S44).
      addToText(output, results.take(session))
      const unshown = guard.unshownProposal(session)
      addToText(output, unshown?.text)
      unshown?.shown()
      const refused = [...refusals].filter(([target]) => target.startsWith(`${session} `))
      for (const [target] of refused) refusals.delete(target)
      for (const text of new Set(refused.map(([, reason]) => reason))) news.hold(session, text)
      const trouble = news.take(session)
      addToText(output, trouble === undefined ? undefined : signed(trouble))
    },
    async 'tool.execute.before'(hook: ToolHook, output: { args: unknown }) {
      const { verdict } = await guard.handle(decodeRequest(hook, output.args))
      const target = `${hook.sessionID} ${targetOf(output.args)}`
      if (verdict.kind === 'refuse') {
        putRecent(refusals, target, verdict.text)
        throw refusal(verdict.text)
      }
      refusals.delete(target)
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
      // A shell without a session is the user's own terminal.
      if (hook.sessionID !== undefined) Object.assign(output.env, AGENT_SHELL)
    },
    async 'experimental.session.compacting'(hook: { sessionID: string }, output: { context: string[] }) {
      const pointers = await guard.compactionContext(hook.sessionID)
      if (pointers !== undefined) output.context.push(pointers)
    },
  }
}

/**
 * Used while the settings are invalid: reports them to the user and refuses writes to the bank. Other work continues.
 */
export function hooksWithoutGuard(text: string, root: string) {
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

/** The file of a call, else all of its arguments. */
function targetOf(args: unknown): string {
  return textIn(args, 'filePath') ?? JSON.stringify(args) ?? ''
}

function noteIn(verdict: Verdict): string | undefined {
  return verdict.kind === 'note' ? verdict.text : undefined
}
