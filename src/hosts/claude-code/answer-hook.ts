/** What happened in Claude Code → the guard → what is answered. It translates and decides nothing. */

import type { Guard } from '../../flows/guard.ts'
import type { Agent, Hook } from './decode.ts'
import type { Answer } from './encode.ts'
import { wordsOf } from './transcript.ts'

export async function answerHook(guard: Guard, hook: Hook): Promise<Answer> {
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
      return { kind: 'tell-model', text: guard.opening(hook.agent.session) }
    case 'agent-ended':
      return agentEnded(guard, hook.agent)
    case 'stop':
      return stop(guard, hook)
    case 'compacting':
      return tellIf(guard.compactionContext(hook.session), 'summary-words')
    case 'ended':
      // It may be resumed: what it remembers stays until nobody came back for long.
      guard.turnEnded(hook.session)
      return NOTHING
  }
}

const NOTHING: Answer = { kind: 'nothing' }

async function began(guard: Guard, { session, compacted }: Extract<Hook, { kind: 'began' }>): Promise<Answer> {
  guard.tidy()
  if (compacted) await guard.handle({ kind: 'compacted', session })
  const unseen = guard.unseenChanges(session)
  const opening = guard.opening(session)
  guard.attend(session)
  return { kind: 'tell-model', text: unseen === undefined ? opening : `${opening}\n\n[memory-bank] ${unseen.text}` }
}

async function prompt(guard: Guard, hook: Extract<Hook, { kind: 'prompt' }>): Promise<Answer> {
  const { session } = hook
  const unseen = guard.unseenChanges(session)
  unseen?.told()
  const plan = hook.asksRefresh ? await guard.planRefresh(session) : undefined
  // What our command became is not the person's own words.
  await guard.handle({ kind: 'user-said', session, text: plan === undefined ? hook.text : '' })
  const done = await guard.carryOutAccepted(session)
  const notes = [plan, done, guard.promptNote(session), unseen?.text].filter((text) => text !== undefined)
  return tellIf(notes.length === 0 ? undefined : notes.join('\n\n'), 'tell-model')
}

async function tool(guard: Guard, { event, agent, recalled }: Extract<Hook, { kind: 'tool' }>): Promise<Answer> {
  if (agent !== undefined) await introduce(guard, agent)
  // The server that answers a recall does not know whose it is; its hook does.
  if (recalled !== undefined) await guard.recall(event.session, recalled)
  const { verdict } = await guard.handle(event)
  switch (verdict.kind) {
    case 'allow':
      return NOTHING
    case 'note':
      return { kind: 'tell-model', text: `[memory-bank] ${verdict.text}` }
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

async function stop(guard: Guard, { session, said, again }: Extract<Hook, { kind: 'stop' }>): Promise<Answer> {
  await guard.handle({ kind: 'assistant-said', session, text: wordsOf(said) })
  const late = guard.turnEnded(session)
  const reminder = again ? undefined : guard.promptNote(session)
  const notes = [late, reminder].filter((text) => text !== undefined).join('\n\n')
  if (notes !== '') return { kind: again ? 'tell-user' : 'keep-going', text: notes }
  // No host lets anybody be asked when a session is over: any stop may be the last.
  const news = [guard.unseenChanges(session)?.text, again ? undefined : await guard.sessionEndQuestion(session)]
  const lines = news.filter((text) => text !== undefined)
  return tellIf(lines.length === 0 ? undefined : lines.join('\n\n'), 'tell-user')
}

function tellIf(text: string | undefined, kind: 'tell-model' | 'tell-user' | 'summary-words'): Answer {
  return text === undefined ? NOTHING : { kind, text }
}
