/** What happened in a host whose hooks are payloads → the guard → what is answered. It translates and decides nothing. */

import type { Guard } from '../flows/guard.ts'
import type { Agent, Answer, Hook, HookHost } from './hook.ts'

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
    case 'compacted':
      await guard.handle({ kind: 'compacted', session: hook.session })
      return NOTHING
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
  const unseen = await guard.unseenChanges(session)
  const opening = await guard.opening(session)
  await guard.attend(session)
  return { kind: 'tell-model', text: unseen === undefined ? opening : `${opening}\n\n[memory-bank] ${unseen.text}` }
}

async function prompt(guard: Guard, hook: Extract<Hook, { kind: 'prompt' }>): Promise<Answer> {
  const { session } = hook
  const unseen = await guard.unseenChanges(session)
  await unseen?.told()
  const asked = await answerCommand(guard, hook)
  // A message that our command became is not in the person's own words.
  await guard.handle({ kind: 'user-said', session, text: asked === undefined ? hook.text : '' })
  const done = await guard.carryOutAccepted(session)
  const told = joined(asked, done, guard.promptNote(session), unseen?.text)
  // The person sees what came of their word, whatever the model makes of it (S44).
  return done === undefined || told === undefined
    ? tellIf(told, 'tell-model')
    : { kind: 'tell-both', model: told, user: done }
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
      if (verdict.toPerson !== undefined && !isOwn) return { kind: 'tell-both', model: text, user: verdict.toPerson }
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
  const news = guard.turnNews(session)
  const unshown = guard.unshownProposal(session)
  const toPrint = host.hasUserChannel || again || unshown === undefined ? undefined : printIt(unshown.text)
  const notes = joined(late, again ? undefined : guard.promptNote(session), toPrint)
  if (notes !== undefined && !again) return { kind: 'keep-going', text: joined(notes, news) ?? '' }
  if (unshown !== undefined && host.hasUserChannel) {
    unshown.shown()
    const unseen = await guard.unseenChanges(session)
    return { kind: 'tell-user', text: joined(notes, news, unseen?.text, unshown.text) ?? '' }
  }
  if (notes !== undefined) return { kind: 'tell-user', text: joined(notes, news) ?? '' }
  // No host lets anybody be asked when a session is over: any stop may be the last.
  const unseen = await guard.unseenChanges(session)
  const question = again ? undefined : await guard.sessionEndQuestion(session)
  return tellIf(joined(news, unseen?.text, question), 'tell-user')
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
