/** The OpenCode plugin: hooks → events → verdicts. It translates and decides nothing. */

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languageOfLocale } from '../../core/language.ts'
import { explain } from '../../core/problem.ts'
import { Guard } from '../../flows/guard.ts'
import { mayWriteBank } from '../../flows/may-write-bank.ts'
import { maskSecrets } from '../../secrets/mask.ts'
import { readToolCalls } from '../tool-call.ts'
import { contribute, contributeKeyTrigger, type OpenCodeConfig } from './contributions.ts'
import { decodeAgent, decodeArgs, decodeEvent, decodeFailed, decodeMessage, isIdle, isSideCall } from './decode.ts'
import { HeldNotes } from './held-notes.ts'
import { withKeyTrigger } from './key-trigger.ts'
import { Orchestrators } from './orchestrators.ts'
import { proposeTool } from './propose-tool.ts'
import { recallTool } from './recall-tool.ts'

interface Input {
  readonly directory: string
  readonly client?: unknown
}

interface Hook {
  readonly sessionID: string
  readonly callID: string
  readonly tool: string
}

async function server(input: Input, options: Readonly<Record<string, unknown>> = {}) {
  if (process.env['MEMORY_BANK_DISABLED'] === '1') return {}
  const around = { folder: input.directory, env: process.env, options, now: () => new Date(), progress: () => {} }
  const opened = Guard.open(around)
  if (!opened.ok) {
    const { what, next } = explain(opened.problem, languageOfLocale(process.env))
    return brokenGuard({ what: maskSecrets(what), next: maskSecrets(next) }, input.directory)
  }
  const guard = opened.value
  const notes = new HeldNotes()
  /** As it stands once every plugin has had its say. */
  let hostConfig: OpenCodeConfig | undefined
  const orchestrators = new Orchestrators(
    () => hostConfig,
    () => Date.now(),
  )
  // Settled once, so that a session's prompt keeps its bytes (S21).
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
      const idle = isIdle(event)
      const late = idle === undefined ? undefined : guard.turnEnded(idle)
      if (idle !== undefined && late !== undefined) notes.hold(idle, late)
    },
    async 'chat.message'(hook: { sessionID: string; agent?: string }, output: { message?: unknown; parts: unknown[] }) {
      const agent = decodeAgent(output.message) ?? hook.agent
      if (agent !== undefined && agent !== guard.stateOf(hook.sessionID).agent)
        await guard.handle({ kind: 'session-started', session: hook.sessionID, agent })
      const ours = guard.isOurCommand(hook.sessionID)
      await guard.handle(
        ours ? { kind: 'user-said', session: hook.sessionID, text: '' } : decodeMessage(hook.sessionID, output.parts),
      )
      const done = await guard.carryOutAccepted(hook.sessionID)
      const first = output.parts.find(
        (part): part is { text: string } =>
          typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string',
      )
      const late = notes.take(hook.sessionID)
      const news = [done, ...(late === undefined ? [] : [`[memory-bank] ${late}`])].filter((text) => text !== undefined)
      if (first !== undefined) for (const text of news) first.text += `\n\n${text}`
    },
    async 'command.execute.before'(
      hook: { command: string; sessionID: string },
      output: { parts: { type: string; text?: string }[] },
    ) {
      if (hook.command !== 'memory-bank-refresh') return
      const plan = await guard.planRefresh(hook.sessionID)
      const part = output.parts.find((candidate) => candidate.type === 'text')
      if (part === undefined) output.parts.push({ type: 'text', text: plan })
      else part.text = `${part.text ?? ''}\n\n${plan}`
    },
    async 'experimental.chat.system.transform'(hook: { sessionID?: string }, output: { system: string[] }) {
      if (hook.sessionID === undefined || isSideCall(output.system)) return
      // oh-my-opencode may have made its agents after our hook has run.
      if (triggers && orchestrators.has(guard.stateOf(hook.sessionID).agent ?? '') && output.system[0] !== undefined)
        output.system[0] = withKeyTrigger(output.system[0])
      const opening = guard.opening(hook.sessionID)
      // A second system message is refused by some backends: the block joins the last one.
      const last = output.system.length - 1
      if (last < 0) output.system.push(opening)
      else output.system[last] = `${output.system[last]}\n\n${opening}`
    },
    async 'experimental.text.complete'(hook: { sessionID: string }, output: { text: string }) {
      await guard.handle({ kind: 'assistant-said', session: hook.sessionID, text: output.text })
    },
    async 'tool.execute.before'(hook: Hook, output: { args: unknown }) {
      const { verdict } = await guard.handle({
        kind: 'tool-requested',
        session: hook.sessionID,
        call: hook.callID,
        calls: readToolCalls(hook.tool, decodeArgs(output.args)),
      })
      if (verdict.kind === 'refuse') throw new Error(`[memory-bank] ${verdict.text}`)
      if (verdict.kind === 'note') notes.hold(hook.callID, verdict.text)
    },
    async 'tool.execute.after'(hook: Hook & { args: unknown }, output: { output?: unknown; metadata?: unknown }) {
      const failed = decodeFailed(output.metadata)
      const { verdict } = await guard.handle({
        kind: 'tool-finished',
        session: hook.sessionID,
        call: hook.callID,
        calls: readToolCalls(hook.tool, decodeArgs(hook.args)),
        ...(failed === undefined ? {} : { failed }),
      })
      if (verdict.kind === 'note') notes.hold(hook.callID, verdict.text)
      const said = notes.take(hook.callID)
      if (said !== undefined && typeof output.output === 'string') output.output += `\n\n[memory-bank] ${said}`
    },
    async 'experimental.session.compacting'(hook: { sessionID: string }, output: { context: string[] }) {
      const pointers = guard.compactionContext(hook.sessionID)
      if (pointers !== undefined) output.context.push(pointers)
    },
  }
}

/** Settings we cannot understand are shown, and the bank is not written meanwhile; all other work goes on. */
function brokenGuard({ what, next }: { readonly what: string; readonly next: string }, root: string) {
  const text = `Memory Bank is not guarding this project: ${what} ${next}`
  return {
    async 'experimental.chat.system.transform'(hook: { sessionID?: string }, output: { system: string[] }) {
      const last = output.system.length - 1
      if (hook.sessionID === undefined || last < 0 || isSideCall(output.system)) return
      output.system[last] = `${output.system[last]}\n\n<memory-bank>${text} Tell the user.</memory-bank>`
    },
    async 'tool.execute.before'(hook: Hook, output: { args: unknown }) {
      if (mayWriteBank(readToolCalls(hook.tool, decodeArgs(output.args)), root))
        throw new Error(`[memory-bank] ${text}`)
    },
  }
}

function packageRoot(): string {
  // dist/plugin.js and src/hosts/opencode/plugin.ts stand at different depths.
  const here = dirname(fileURLToPath(import.meta.url))
  return here.endsWith('dist') ? dirname(here) : join(here, '../../..')
}

export default { id: 'memory-bank', server }
