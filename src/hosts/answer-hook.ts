/**
 * What happened in a host whose hooks are payloads → the guard → what is answered. It translates and decides nothing.
 *
 * Such a host is its words for the two: `HookHost` decodes a payload into a `Hook` and encodes an `Answer`.
 */

import type { ToolFinished, ToolRequested } from '../core/event.ts'
import type { Words } from '../core/language.ts'
import type { Guard } from '../flows/guard.ts'

export type Hook =
  | { readonly kind: 'began'; readonly session: string; readonly compacted: boolean }
  | { readonly kind: 'prompt'; readonly session: string; readonly text: string; readonly asksRefresh: boolean }
  | {
      readonly kind: 'tool'
      readonly event: ToolRequested | ToolFinished
      readonly agent: Agent | undefined
      /** The question, where the call was a recall that has been answered. */
      readonly recalled: string | undefined
      /** A tool of our own is asked for: it reads, or it asks the person, who need not be asked whether it may. */
      readonly isOwn: boolean
    }
  | { readonly kind: 'agent-began'; readonly agent: Agent }
  | { readonly kind: 'agent-ended'; readonly agent: Agent }
  /** `again`: the agent was kept from stopping already. */
  | { readonly kind: 'stop'; readonly session: string; readonly said: Said; readonly again: boolean }
  | { readonly kind: 'compacting'; readonly session: string }
  | { readonly kind: 'ended'; readonly session: string }

/** A sub-agent has a session of its own below the one that asked it. */
export interface Agent {
  readonly session: string
  readonly parent: string
  readonly name: string
}

/** The assistant's last words, or where they can be read. */
export type Said =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'transcript'; readonly path: string }
  | { readonly kind: 'unknown' }

export type Answer =
  | { readonly kind: 'nothing' }
  /** Shown to the model, with the event it belongs to. */
  | { readonly kind: 'tell-model'; readonly text: string }
  | { readonly kind: 'refuse'; readonly text: string }
  /** Needs no permission of the person's; `text` is for the model. */
  | { readonly kind: 'permit'; readonly text: string | undefined }
  /** The turn goes on with this. */
  | { readonly kind: 'keep-going'; readonly text: string }
  | { readonly kind: 'tell-user'; readonly text: string }
  /** Some for the model, some for the person. */
  | { readonly kind: 'tell-both'; readonly model: string; readonly user: string }
  /** Added to the prompt that asks for a summary. */
  | { readonly kind: 'summary-words'; readonly text: string }

export interface HookHost {
  /** Undefined for an event we have no interest in, or a payload that is none. */
  decode(payload: unknown): Hook | undefined
  /** The output for the event that the payload is of. */
  encode(payload: unknown, answer: Answer): string
  /** An output with words for the person besides. */
  warn(payload: unknown, output: string, text: string): string
  /** What of the host itself keeps us from guarding, at a message of the person's. */
  trouble(payload: unknown, now: Date): Words | undefined
  readLastWords(said: Said): string
  /** Whether what we tell the person reaches them; else the model is asked to print it. */
  readonly hasUserChannel: boolean
  /** The folder the host was started in, as its environment or the payload says. */
  projectFolder(payload: unknown): string
}

export async function answerHook(guard: Guard, hook: Hook, host: HookHost): Promise<Answer> {
  if (guard.workspace.config.guard.disabled) return NOTHING
  switch (hook.kind) {
    case 'began':
      return began(guard, hook)
    case 'prompt':
      return prompt(guard, hook)
    case 'tool':
      return tool(guard, hook)
    case 'agent-began':
      await introduce(guard, hook.agent)
      return { kind: 'tell-model', text: await guard.opening(hook.agent.session) }
    case 'agent-ended':
      return agentEnded(guard, hook.agent)
    case 'stop':
      return stop(guard, hook, host)
    case 'compacting':
      return tellIf(guard.compactionContext(hook.session), 'summary-words')
    case 'ended':
      // The session may be resumed: what it remembers stays until nobody has come back for long.
      await guard.turnEnded(hook.session)
      return NOTHING
  }
}

const NOTHING: Answer = { kind: 'nothing' }

async function began(guard: Guard, { session, compacted }: Extract<Hook, { kind: 'began' }>): Promise<Answer> {
  guard.tidy()
  if (compacted) await guard.handle({ kind: 'compacted', session })
  const unseen = guard.unseenChanges(session)
  const opening = await guard.opening(session)
  await guard.attend(session)
  return { kind: 'tell-model', text: unseen === undefined ? opening : `${opening}\n\n[memory-bank] ${unseen.text}` }
}

async function prompt(guard: Guard, hook: Extract<Hook, { kind: 'prompt' }>): Promise<Answer> {
  const { session } = hook
  const unseen = guard.unseenChanges(session)
  await unseen?.told()
  const plan = hook.asksRefresh ? await guard.planRefresh(session) : undefined
  // A message that our command became is not in the person's own words.
  await guard.handle({ kind: 'user-said', session, text: plan === undefined ? hook.text : '' })
  const done = await guard.carryOutAccepted(session)
  const told = joined(plan, done, guard.promptNote(session), unseen?.text)
  // The person sees what came of their word, whatever the model makes of it (S44).
  return done === undefined || told === undefined
    ? tellIf(told, 'tell-model')
    : { kind: 'tell-both', model: told, user: done }
}

async function tool(guard: Guard, { event, agent, recalled, isOwn }: Extract<Hook, { kind: 'tool' }>): Promise<Answer> {
  if (agent !== undefined) await introduce(guard, agent)
  // The server that answers a recall does not know whose it is; its hook does.
  if (recalled !== undefined) await guard.recall(event.session, recalled)
  const { verdict } = await guard.handle(event)
  switch (verdict.kind) {
    case 'allow':
      return isOwn ? { kind: 'permit', text: undefined } : NOTHING
    case 'note': {
      const text = `[memory-bank] ${verdict.text}`
      return { kind: isOwn ? 'permit' : 'tell-model', text }
    }
    case 'refuse':
      return { kind: 'refuse', text: verdict.text }
  }
}

async function introduce(guard: Guard, { session, parent, name }: Agent): Promise<void> {
  await guard.handle({ kind: 'session-started', session, parent, agent: name })
}

/** An answer here would set the sub-agent to work again. */
async function agentEnded(guard: Guard, agent: Agent): Promise<Answer> {
  await introduce(guard, agent)
  const calls = [{ kind: 'delegates', agent: agent.name, question: '' }] as const
  await guard.handle({ kind: 'tool-finished', session: agent.parent, call: agent.session, calls })
  await guard.handle({ kind: 'session-ended', session: agent.session })
  return NOTHING
}

async function stop(guard: Guard, hook: Extract<Hook, { kind: 'stop' }>, host: HookHost): Promise<Answer> {
  const { session, again } = hook
  await guard.handle({ kind: 'assistant-said', session, text: host.readLastWords(hook.said) })
  const late = await guard.turnEnded(session)
  const unshown = guard.unshownProposal(session)
  const toPrint = host.hasUserChannel || again || unshown === undefined ? undefined : printIt(unshown.text)
  const notes = joined(late, again ? undefined : guard.promptNote(session), toPrint)
  if (notes !== undefined && !again) return { kind: 'keep-going', text: notes }
  if (unshown !== undefined && host.hasUserChannel) {
    unshown.shown()
    return { kind: 'tell-user', text: joined(notes, guard.unseenChanges(session)?.text, unshown.text) ?? '' }
  }
  if (notes !== undefined) return { kind: 'tell-user', text: notes }
  // No host lets anybody be asked when a session is over: any stop may be the last.
  const unseen = guard.unseenChanges(session)
  const question = again ? undefined : await guard.sessionEndQuestion(session)
  return tellIf(joined(unseen?.text, question), 'tell-user')
}

function printIt(block: string): string {
  return `The user has not seen this proposal. Print it exactly as it is, and nothing after it:\n\n${block}`
}

function joined(...texts: readonly (string | undefined)[]): string | undefined {
  const said = texts.filter((text) => text !== undefined)
  return said.length === 0 ? undefined : said.join('\n\n')
}

function tellIf(text: string | undefined, kind: 'tell-model' | 'tell-user' | 'summary-words'): Answer {
  return text === undefined ? NOTHING : { kind, text }
}
