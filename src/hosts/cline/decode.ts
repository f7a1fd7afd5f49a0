/**
 * What Cline's runtime hands a plugin → what happened, in our words. The only file that knows its field names.
 *
 * A payload is `{ hook, folder, context }`: the hook's name, the folder of the session, and the context as Cline gives it.
 */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sessionId } from '../../core/session-id.ts'
import type { ToolCall } from '../../core/tool-call.ts'
import { type Fields, fieldIn, isFields, textIn } from '../fields.ts'
import type { Agent, Hook, Said } from '../hook.ts'
import { readToolCalls } from '../tool-call.ts'

export function decodeHook(payload: unknown): Hook | undefined {
  const context = fieldIn(payload, 'context')
  const who = whoIn(context)
  if (!isFields(payload) || !isFields(context) || who === undefined) return undefined
  const hook = textIn(payload, 'hook') ?? ''
  return Object.hasOwn(HOOKS, hook) ? HOOKS[hook]?.(context, who, textIn(payload, 'folder') ?? '.') : undefined
}

interface Who {
  readonly session: string
  readonly agent: Agent | undefined
}

const HOOKS: Readonly<Record<string, (context: Fields, who: Who, folder: string) => Hook | undefined>> = {
  beforeRun: (context, { session, agent }) =>
    // What a sub-agent is told is not the person's word.
    agent === undefined
      ? { kind: 'prompt', session, text: personsWords(context), command: undefined }
      : { kind: 'agent-began', agent },
  beforeTool: (context, who, folder) => ({
    ...toolHook(who),
    event: { kind: 'tool-requested', ...toolCall(context, who.session, folder) },
  }),
  afterTool(context, who, folder) {
    const call = toolCall(context, who.session, folder)
    const result = context['result']
    const hasFailed = fieldIn(result, 'isError') === true
    // A read that failed has shown the model nothing, and what we refused has not run.
    const isRefused = textIn(fieldIn(result, 'output'), 'error')?.startsWith('[memory-bank]') === true
    if (hasFailed && (isRefused || call.calls.every(({ kind }) => kind === 'reads'))) return undefined
    return { ...toolHook(who), event: { kind: 'tool-finished', ...call, ...(hasFailed ? { failed: true } : {}) } }
  },
  afterRun(context, { session, agent }) {
    if (agent !== undefined) return { kind: 'agent-ended', agent }
    const said = { kind: 'text', text: textIn(context['result'], 'outputText') ?? '' } as const
    // Nothing keeps it going once the run is over.
    return { kind: 'stop', session, said, again: true }
  },
}

export function readLastWords(said: Said): string {
  return said.kind === 'text' ? said.text : ''
}

/** A sub-agent's session is its own agent; the one that asked it is named as an agent, too. */
function whoIn(context: unknown): Who | undefined {
  const snapshot = fieldIn(context, 'snapshot')
  const id = textIn(snapshot, 'agentId')
  if (id === undefined) return undefined
  const parent = textIn(snapshot, 'parentAgentId')
  const given = textIn(context, 'session')
  if (parent === undefined) return { session: sessionId(given ?? id), agent: undefined }
  const session = sessionId(id)
  return { session, agent: { session, parent: sessionId(given ?? parent), name: '' } }
}

function toolHook({ agent }: Who) {
  return { kind: 'tool', agent, recalled: undefined, proposes: undefined, isOwn: false } as const
}

/** The newest message that is not a note of a hook's, without the frame that Cline puts around it. */
function personsWords(context: Fields): string {
  const messages = fieldIn(context['snapshot'], 'messages')
  const said = (Array.isArray(messages) ? messages : []).findLast(
    (message) =>
      fieldIn(message, 'role') === 'user' && fieldIn(fieldIn(message, 'metadata'), 'displayRole') !== 'system',
  )
  const parts = fieldIn(said, 'content')
  const text = (Array.isArray(parts) ? parts : [])
    .flatMap((part) => (fieldIn(part, 'type') === 'text' ? (textIn(part, 'text') ?? []) : []))
    .join('\n')
  return /^<user_input\b[^>]*>([\s\S]*?)<\/user_input>/.exec(text)?.[1] ?? text
}

function toolCall(context: Fields, session: string, cwd: string) {
  const call = context['toolCall']
  const given = context['input']
  const input = isFields(given) ? given : {}
  return {
    session,
    call: textIn(call, 'toolCallId') ?? '',
    calls: callsOf(textIn(call, 'toolName') ?? '', input, cwd),
    cwd,
  }
}

/** Cline's own tools have arguments of their own; any other is read as everywhere. */
function callsOf(tool: string, input: Fields, cwd: string): readonly ToolCall[] {
  switch (tool) {
    case 'editor':
      return edit(input, cwd)
    case 'run_commands':
      return listed(input, 'commands').flatMap((command) => readToolCalls('bash', { command: commandIn(command) }))
    case 'read_files':
      return readToolCalls('read', { paths: listed(input, 'files').map((file) => textIn(file, 'path') ?? file) })
    case 'spawn_agent':
      return [{ kind: 'delegates', agent: '', question: textIn(input, 'task') ?? '' }]
    default:
      return readToolCalls(tool, input)
  }
}

/** A file that is not there is made, whatever text was to be replaced in it. */
function edit(input: Fields, cwd: string): readonly ToolCall[] {
  const { path, old_text: before, new_text: after, insert_line: line } = input
  if (typeof path !== 'string') return readToolCalls('editor', input)
  const isThere = existsSync(resolve(cwd, path))
  if (!isThere) return readToolCalls('write', { path, content: after })
  if (typeof line === 'number') return readToolCalls('editor', { path })
  if (typeof before !== 'string' || before === '') return readToolCalls('write', { path, content: after })
  return readToolCalls('edit', { path, old_string: before, new_string: after })
}

/** A list, or the one thing that a model gave in its place. */
function listed(input: Fields, name: string): readonly unknown[] {
  const given = input[name]
  return Array.isArray(given) ? given : given === undefined ? [] : [given]
}

/** A command line, or a program with its words. */
function commandIn(given: unknown): unknown {
  const program = textIn(given, 'command')
  const args = fieldIn(given, 'args')
  return program === undefined ? given : Array.isArray(args) ? [program, ...args] : program
}
