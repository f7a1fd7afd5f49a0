/** A hook → the guard → the answer. It translates and decides nothing. */

import type { Verdict } from '../bank/event.ts'
import { noteCaller } from '../session/callers.ts'
import type { Guard } from '../session/guard.ts'
import type { Agent, Answer, Hook, HookHost, Said, ToolHook } from './hook.ts'

export async function answerHook(guard: Guard, hook: Hook, host: HookHost): Promise<Answer> {
  if (guard.workspace.config.guard.disabled) return NOTHING
  switch (hook.kind) {
    case 'began':
      return began(guard, hook, host)
    case 'prompt':
      return prompt(guard, hook, host)
    case 'tool':
      return tool(guard, hook, host)
    case 'agent-began':
      await introduce(guard, hook.agent)
      return { kind: 'tell-model', text: await guard.opening(hook.agent.session) }
    case 'agent-ended':
      return agentEnded(guard, hook.agent)
    case 'stop':
      return stop(guard, hook, host)
    case 'compacting':
      return tellIf(guard.compactionContext(hook.session), 'summary-words')
    case 'compacted':
      await compacted(guard, hook.session)
      return NOTHING
    case 'ended':
      // A process that resumes the session begins with its opening.
      guard.takeNote(lostBy(hook.session))
      // The session may be resumed: what it remembers stays until nobody has come back for long.
      await guard.turnEnded(hook.session)
      return NOTHING
  }
}

const NOTHING: Answer = { kind: 'nothing' }

async function began(guard: Guard, hook: Extract<Hook, { kind: 'began' }>, host: HookHost): Promise<Answer> {
  const { session, compacted } = hook
  guard.tidy()
  const kept = compacted && host.speaksAfterSummary === true ? guard.afterCompaction(session) : undefined
  if (compacted) await guard.handle({ kind: 'compacted', session })
  const unseen = await guard.unseenChanges(session)
  const opening = hook.resumed && guard.wasOpened(session) ? undefined : await guard.opening(session)
  await guard.attend(session)
  return tellIf(joined(opening, ours(kept), ours(unseen?.text)), 'tell-model')
}

/** The model gets back with the next message what a compaction took from it. */
async function compacted(guard: Guard, session: string): Promise<void> {
  const kept = guard.afterCompaction(session)
  await guard.handle({ kind: 'compacted', session })
  await guard.holdNote(lostBy(session), kept ?? '')
}

async function openingAgain(guard: Guard, session: string): Promise<string | undefined> {
  const kept = guard.takeNote(lostBy(session))
  if (kept === undefined) return undefined
  return joined(await guard.opening(session), kept === '' ? undefined : ours(kept))
}

function lostBy(session: string) {
  return { session, call: 'compaction' }
}

function ours(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `[memory-bank] ${text}`
}

async function prompt(guard: Guard, hook: Extract<Hook, { kind: 'prompt' }>, host: HookHost): Promise<Answer> {
  const { session } = hook
  const opening = host.opensWith === 'message' ? await firstOpening(guard, session) : await openingAgain(guard, session)
  const unseen = await guard.unseenChanges(session)
  await unseen?.told()
  const asked = await answerCommand(guard, hook)
  // A message that our command became is not in the person's own words.
  await guard.handle({ kind: 'user-said', session, text: asked === undefined ? hook.text : '' })
  const done = await guard.carryOutAccepted(session)
  const told = joined(opening, asked, done, ours(guard.promptNote(session)), unseen?.text)
  // The person sees what came of their word, whatever the model makes of it (S44).
  return done === undefined || told === undefined
    ? tellIf(told, 'tell-model')
    : tellBoth(guard, host, session, { model: told, user: done })
}

async function tellBoth(
  guard: Guard,
  host: HookHost,
  session: string,
  { model, user }: { readonly model: string; readonly user: string },
): Promise<Answer> {
  if (!host.hasUserChannel || host.showsAtOnce) return { kind: 'tell-both', model, user }
  await guard.holdNote({ session, call: AT_THE_END }, user)
  return { kind: 'tell-model', text: model }
}

/** No call has this id. */
const AT_THE_END = ''

/** A session whose first message this is has not been told anything. */
async function firstOpening(guard: Guard, session: string): Promise<string | undefined> {
  if (guard.stateOf(session).turn > 0) return undefined
  guard.tidy()
  const opening = await guard.opening(session)
  await guard.attend(session)
  return opening
}

/** The plan or the worklist that a command of ours asks for. */
async function answerCommand(guard: Guard, hook: Extract<Hook, { kind: 'prompt' }>): Promise<string | undefined> {
  switch (hook.command) {
    case 'refresh':
      return guard.planRefresh(hook.session, hook.text.replace(/^\S+/, ''))
    case 'learn':
      return guard.learn(hook.session)
    case undefined:
      return undefined
  }
}

async function tool(guard: Guard, hook: ToolHook, host: HookHost): Promise<Answer> {
  const { event, agent, isOwn } = hook
  if (agent !== undefined) await introduce(guard, agent)
  await hearAsked(guard, hook, host)
  const { verdict } = await guard.handle(event)
  if (host.notesAt === 'result' && verdict.kind !== 'refuse') return withResult(guard, hook, verdict, host)
  switch (verdict.kind) {
    case 'allow':
      return isOwn ? { kind: 'permit', text: undefined } : NOTHING
    case 'note': {
      const text = `[memory-bank] ${verdict.text}`
      if (verdict.toPerson !== undefined && !isOwn)
        return tellBoth(guard, host, event.session, { model: text, user: verdict.toPerson })
      return { kind: isOwn ? 'permit' : 'tell-model', text }
    }
    case 'refuse':
      return { kind: 'refuse', text: verdict.text }
  }
}

/** Our server does not know whose question or proposal it answers. The hook notes the session for it. */
async function hearAsked(guard: Guard, { event, asked }: ToolHook, host: HookHost): Promise<void> {
  if (event.kind === 'tool-finished') {
    if (asked?.kind === 'recall' && asked.question !== undefined) await guard.hearRecall(event.session, asked.question)
    return
  }
  const caller = { session: event.session, host: host.id, showsBlocks: host.hasUserChannel }
  if (asked?.kind === 'recall' && asked.question !== undefined)
    noteCaller(guard.workspace, { question: asked.question }, caller)
  if (asked?.kind === 'propose' && asked.entries !== undefined) noteCaller(guard.workspace, asked.entries, caller)
}

/** A note made before the call is told together with its result. */
async function withResult(
  guard: Guard,
  { event, isOwn }: ToolHook,
  verdict: Exclude<Verdict, { kind: 'refuse' }>,
  host: HookHost,
): Promise<Answer> {
  const said = verdict.kind === 'note' ? `[memory-bank] ${verdict.text}` : undefined
  if (event.kind === 'tool-requested') {
    if (said !== undefined) await guard.holdNote(event, said)
    return isOwn ? { kind: 'permit', text: undefined } : NOTHING
  }
  const text = joined(guard.takeNote(event), said)
  if (text === undefined) return NOTHING
  const user = verdict.kind === 'note' ? verdict.toPerson : undefined
  return user === undefined ? { kind: 'tell-model', text } : tellBoth(guard, host, event.session, { model: text, user })
}

/** Not every host names the agent with each of its calls; what is known of it stays. */
async function introduce(guard: Guard, { session, parent, name }: Agent): Promise<void> {
  await guard.handle({ kind: 'session-started', session, parent, ...(name === '' ? {} : { agent: name }) })
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
  await guard.handle({ kind: 'assistant-said', session, text: lastWords(hook.said, host) })
  const late = await guard.turnEnded(session)
  const news = guard.turnNews(session)
  const unshown = guard.unshownProposal(session)
  const toPrint = host.hasUserChannel || again || unshown === undefined ? undefined : printIt(unshown.text)
  const notes = joined(late, toPrint)
  if (notes !== undefined && !again) return { kind: 'keep-going', text: joined(notes, news) ?? '' }
  const held = guard.takeNote({ session, call: AT_THE_END })
  if (unshown !== undefined && host.hasUserChannel) {
    unshown.shown()
    const unseen = await guard.unseenChanges(session)
    return { kind: 'tell-user', text: joined(held, notes, news, unseen?.text, unshown.text) ?? '' }
  }
  if (notes !== undefined) return { kind: 'tell-user', text: joined(held, notes, news) ?? '' }
  // No host lets anybody be asked when a session is over: any stop may be the last.
  const unseen = await guard.unseenChanges(session)
  const question = again ? undefined : await guard.sessionEndQuestion(session)
  return tellIf(joined(held, news, unseen?.text, question), 'tell-user')
}

function lastWords(said: Said, { readTranscript }: HookHost): string {
  if (said.kind === 'text') return said.text
  return said.kind === 'transcript' ? (readTranscript?.(said.path) ?? '') : ''
}

/** For a host in which nothing but the model's words is sure to reach the person. */
export function printIt(block: string): string {
  return `The user has not seen this proposal. Print it exactly as it is, and nothing after it:\n\n${block}`
}

function joined(...texts: readonly (string | undefined)[]): string | undefined {
  const said = texts.filter((text) => text !== undefined)
  return said.length === 0 ? undefined : said.join('\n\n')
}

function tellIf(text: string | undefined, kind: 'tell-model' | 'tell-user' | 'summary-words'): Answer {
  return text === undefined ? NOTHING : { kind, text }
}
