/** Passes a hook to the guard and turns the guard's verdict into an answer. */

import type { Verdict } from '../bank/event.ts'
import { noteCaller } from '../session/callers.ts'
import type { Guard } from '../session/guard.ts'
import type { Agent, Hook, HookAnswer, HookHost, Said, ToolHookEvent } from './hook.ts'

export async function answerHook(guard: Guard, hook: Hook, host: HookHost): Promise<HookAnswer> {
  if (guard.workspace.config.guard.disabled) return NOTHING
  switch (hook.kind) {
    case 'began':
      return began(guard, hook, host)
    case 'prompt':
      return prompt(guard, hook, host)
    case 'tool':
      return tool(guard, hook, host)
    case 'agent-began':
      await reportAgent(guard, hook.agent)
      return { kind: 'tell-model', text: await guard.opening(hook.agent.session) }
    case 'agent-ended':
      return agentEnded(guard, hook.agent)
    case 'stop':
      return stop(guard, hook, host)
    case 'compacting':
      return tellIf(await guard.compactionContext(hook.session), 'summary-words')
    case 'compacted':
      await compacted(guard, hook.session)
      return NOTHING
    case 'ended':
      // Drop the note: a resumed session starts with the opening anyway.
      guard.takeNote(compactionNote(hook.session))
      // Keep the state, since the session may be resumed. `tidy` removes it after a long idle time.
      await guard.turnEnded(hook.session)
      return NOTHING
  }
}

const NOTHING: HookAnswer = { kind: 'nothing' }

async function began(guard: Guard, hook: Extract<Hook, { kind: 'began' }>, host: HookHost): Promise<HookAnswer> {
  const { session, compacted } = hook
  guard.tidy()
  const kept = compacted && host.speaksAfterSummary === true ? guard.afterCompaction(session) : undefined
  if (compacted) await guard.handle({ kind: 'compacted', session })
  const unseen = await guard.unseenChanges(session)
  const opening = hook.resumed && guard.wasOpened(session) ? undefined : await guard.opening(session)
  await guard.attend(session)
  return tellIf(joined(opening, signed(kept), signed(unseen?.text)), 'tell-model')
}

/** Holds a note with what the model must not lose; the next message sends it with the opening. */
async function compacted(guard: Guard, session: string): Promise<void> {
  const kept = guard.afterCompaction(session)
  await guard.handle({ kind: 'compacted', session })
  await guard.holdNote(compactionNote(session), kept ?? '')
}

async function openingAgain(guard: Guard, session: string): Promise<string | undefined> {
  const kept = guard.takeNote(compactionNote(session))
  if (kept === undefined) return undefined
  return joined(await guard.opening(session), kept === '' ? undefined : signed(kept))
}

function compactionNote(session: string) {
  return { session, call: 'compaction' }
}

function signed(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `[memory-bank] ${text}`
}

async function prompt(guard: Guard, hook: Extract<Hook, { kind: 'prompt' }>, host: HookHost): Promise<HookAnswer> {
  const { session } = hook
  const opening = host.opensWith === 'message' ? await firstOpening(guard, session) : await openingAgain(guard, session)
  const unseen = await guard.unseenChanges(session)
  await unseen?.told()
  const asked = await answerCommand(guard, hook)
  // The host replaced the message by a command's text, so these are not the user's words.
  await guard.handle({ kind: 'user-said', session, text: asked === undefined ? hook.text : '' })
  const done = await guard.carryOutAccepted(session)
  const told = joined(opening, asked, done, signed(guard.promptNote(session)), unseen?.text)
  // The user sees the result of their answer, whatever the model says about it (S44).
  return done === undefined || told === undefined
    ? tellIf(told, 'tell-model')
    : tellBoth(guard, host, session, { model: told, user: done })
}

async function tellBoth(
  guard: Guard,
  host: HookHost,
  session: string,
  { model, user }: { readonly model: string; readonly user: string },
): Promise<HookAnswer> {
  if (!host.hasUserChannel || host.showsAtOnce) return { kind: 'tell-both', model, user }
  await guard.holdNote({ session, call: AT_THE_END }, user)
  return { kind: 'tell-model', text: model }
}

/** The call id of notes for the end of the turn. Real calls never have an empty id. */
const AT_THE_END = ''

/** The opening for hosts that get it with the session's first message; undefined for later messages. */
async function firstOpening(guard: Guard, session: string): Promise<string | undefined> {
  if (guard.stateOf(session).turn > 0) return undefined
  guard.tidy()
  const opening = await guard.opening(session)
  await guard.attend(session)
  return opening
}

/** The plan for `refresh`, the worklist for `learn`. */
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

async function tool(guard: Guard, hook: ToolHookEvent, host: HookHost): Promise<HookAnswer> {
  const { event, agent, isOwn } = hook
  if (agent !== undefined) await reportAgent(guard, agent)
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

/** Records which session sent a question or a proposal, since the MCP server cannot know it. */
async function hearAsked(guard: Guard, { event, asked }: ToolHookEvent, host: HookHost): Promise<void> {
  if (event.kind === 'tool-finished') {
    if (asked?.kind === 'recall' && asked.question !== undefined) await guard.hearRecall(event.session, asked.question)
    return
  }
  const caller = { session: event.session, host: host.id, showsBlocks: host.hasUserChannel }
  if (asked?.kind === 'recall' && asked.question !== undefined)
    noteCaller(guard.workspace, { question: asked.question }, caller)
  if (asked?.kind === 'propose' && asked.entries !== undefined) noteCaller(guard.workspace, asked.entries, caller)
}

/** A note made before the call is sent together with its result. */
async function withResult(
  guard: Guard,
  { event, isOwn }: ToolHookEvent,
  verdict: Exclude<Verdict, { kind: 'refuse' }>,
  host: HookHost,
): Promise<HookAnswer> {
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

/** Some calls do not name their agent. An empty name does not replace a known one. */
async function reportAgent(guard: Guard, { session, parent, name }: Agent): Promise<void> {
  await guard.handle({ kind: 'session-started', session, parent, ...(name === '' ? {} : { agent: name }) })
}

/** Never answers: any answer to this event would start the sub-agent again. */
async function agentEnded(guard: Guard, agent: Agent): Promise<HookAnswer> {
  await reportAgent(guard, agent)
  const calls = [{ kind: 'delegates', agent: agent.name, question: '' }] as const
  await guard.handle({ kind: 'tool-finished', session: agent.parent, call: agent.session, calls })
  await guard.handle({ kind: 'session-ended', session: agent.session })
  return NOTHING
}

async function stop(guard: Guard, hook: Extract<Hook, { kind: 'stop' }>, host: HookHost): Promise<HookAnswer> {
  const { session, again } = hook
  await guard.handle({ kind: 'assistant-said', session, text: lastWords(hook.said, host) })
  const late = await guard.turnEnded(session)
  const news = guard.turnNews(session)
  const unshown = guard.unshownProposal(session)
  const toPrint = host.hasUserChannel || again || unshown === undefined ? undefined : askToPrintProposal(unshown.text)
  const notes = joined(late, toPrint)
  if (notes !== undefined && !again) return { kind: 'keep-going', text: joined(notes, news) ?? '' }
  const held = guard.takeNote({ session, call: AT_THE_END })
  if (unshown !== undefined && host.hasUserChannel) {
    unshown.shown()
    const unseen = await guard.unseenChanges(session)
    return { kind: 'tell-user', text: joined(held, notes, news, unseen?.text, unshown.text) ?? '' }
  }
  if (notes !== undefined) return { kind: 'tell-user', text: joined(held, notes, news) ?? '' }
  // Ask at a stop: it may be the session's last, and no host shows a question at the session's end.
  const unseen = await guard.unseenChanges(session)
  const question = again ? undefined : await guard.sessionEndQuestion(session)
  return tellIf(joined(held, news, unseen?.text, question), 'tell-user')
}

function lastWords(said: Said, { readTranscript }: HookHost): string {
  if (said.kind === 'text') return said.text
  return said.kind === 'transcript' ? (readTranscript?.(said.path) ?? '') : ''
}

/** Asks the model to print a proposal, for hosts that show the user only the model's text. */
export function askToPrintProposal(block: string): string {
  return `The user has not seen this proposal. Print it exactly as it is, and nothing after it:\n\n${block}`
}

function joined(...texts: readonly (string | undefined)[]): string | undefined {
  const said = texts.filter((text) => text !== undefined)
  return said.length === 0 ? undefined : said.join('\n\n')
}

function tellIf(text: string | undefined, kind: 'tell-model' | 'tell-user' | 'summary-words'): HookAnswer {
  return text === undefined ? NOTHING : { kind, text }
}
