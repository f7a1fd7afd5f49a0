/** What the plugin adds to OpenCode 2: the commands, the two agents, the skill, and two tools. Nothing is copied. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Guard } from '../../flows/guard.ts'
import { fieldIn, isFields, textIn } from '../fields.ts'
import { LEARN, proposeTool, READER, REFRESH, recallTool, WRITER } from './contributions.ts'
import { orchestratorsIn, withKeyTrigger } from './orchestrators.ts'
import type { RequestHook } from './v2-decode.ts'
import { isFunction, type V2Host, within } from './v2-host.ts'

/** A search of a large bank takes a while; the host waits for a tool for ever. */
const TOOL_LIMIT_MS = 120_000

export function addTools(editor: unknown, guard: Guard): void {
  const tools = { memory_recall: recallTool(guard), memory_propose: proposeTool(guard) }
  for (const [name, { description, args, execute }] of Object.entries(tools)) {
    const run: (input: never, context: { sessionID: string }) => Promise<string> = execute
    call(editor, 'add', {
      name,
      description,
      input: z.toJSONSchema(z.object(args)),
      // Else the model would find it only inside the tool that runs programs.
      options: { codemode: false },
      execute: async (input: never, context: unknown) => {
        const answer = run(input, { sessionID: textIn(context, 'sessionID') ?? '' })
        return { content: await within(TOOL_LIMIT_MS, name, answer) }
      },
    })
  }
}

/** Our commands, by name. The message that one becomes begins with its words; what the person typed after it follows. */
const COMMANDS = [
  { command: 'refresh', name: 'memory-bank-refresh', ...REFRESH },
  { command: 'learn', name: 'memory-bank-learn', ...LEARN },
] as const

export function addCommands(editor: unknown, host: V2Host): void {
  for (const { name, description, template } of COMMANDS) {
    if (isFunction(fieldIn(editor, 'update'))) {
      if (isFunction(fieldIn(editor, 'get')) && call(editor, 'get', name) !== undefined) continue
      call(editor, 'update', name, (made: unknown) => assign(made, { description, template }))
    } else call(editor, 'add', { name, description, execute: (asked: unknown) => enter(asked, template, host) })
  }
}

/** Later releases let a command do its work: ours becomes the message that the template of earlier ones becomes. */
async function enter(asked: unknown, template: string, host: V2Host) {
  const id = textIn(asked, 'messageID')
  const given = textIn(fieldIn(asked, 'prompt'), 'text') ?? ''
  const text = template.replace('$ARGUMENTS', () => given)
  const delivery = textIn(asked, 'delivery')
  await host.prompt({
    sessionID: textIn(asked, 'sessionID'),
    id,
    text,
    ...(delivery === undefined ? {} : { delivery }),
  })
  return { type: 'prompt', inboxID: id }
}

/** Which command of ours a message came from, and what was typed after its name. */
export function ownCommandIn(
  text: string,
): { readonly command: 'refresh' | 'learn'; readonly given: string } | undefined {
  for (const { command, template } of COMMANDS) {
    const words = template.replace('$ARGUMENTS', '').trimEnd()
    if (text.startsWith(words)) return { command, given: text.slice(words.length).trim() }
  }
  return undefined
}

/** An agent that the person has under the same name stays theirs. */
export function addAgents(editor: unknown): void {
  addAgent(editor, 'memory-reader', { ...agentOf(READER), permissions: READER_RULES })
  addAgent(editor, 'memory-bank-writer', agentOf(WRITER), WRITER_RULES)
}

function addAgent(editor: unknown, name: string, fields: object, more: readonly Rule[] = []): void {
  if (call(editor, 'get', name) !== undefined) return
  call(editor, 'update', name, (agent: unknown) => {
    const given = fieldIn(agent, 'permissions')
    assign(agent, { permissions: [...(Array.isArray(given) ? given : []), ...more], ...fields })
  })
}

function agentOf({ description, mode, prompt }: { description: string; mode: string; prompt: string }) {
  return { description, mode, system: prompt }
}

interface Rule {
  readonly action: string
  readonly resource: string
  readonly effect: 'allow' | 'deny'
}

const READS = ['read', 'glob', 'grep', 'memory_recall']
const NOT_WRITERS = ['shell', 'subagent', 'webfetch', 'execute']

/** The last rule that fits holds. */
const READER_RULES: readonly Rule[] = [
  { action: '*', resource: '*', effect: 'deny' },
  ...READS.map((action): Rule => ({ action, resource: '*', effect: 'allow' })),
  { action: 'read', resource: '*.env', effect: 'deny' },
  { action: 'read', resource: '*.env.*', effect: 'deny' },
  { action: 'read', resource: '*.env.example', effect: 'allow' },
]
const WRITER_RULES = NOT_WRITERS.map((action): Rule => ({ action, resource: '*', effect: 'deny' }))

/**
 * The host lets rules that a person has for all agents win over an agent's own, so that "allow everything" would give our
 * reader every tool: it is offered its own alone. What is not offered cannot be called.
 */
export function keepOwnTools({ agent, system, tools }: RequestHook): void {
  const isOurs = ({ prompt }: { prompt: string }) => textIn(system[0], 'text') === prompt
  for (const tool of Object.keys(tools)) {
    const isReaders = agent !== 'memory-reader' || !isOurs(READER) || READS.includes(tool)
    const isWriters = agent !== 'memory-bank-writer' || !isOurs(WRITER) || !NOT_WRITERS.includes(tool)
    if (!isReaders || !isWriters) delete tools[tool]
  }
}

/** oh-my-opencode's orchestrators ask the project's memory before they classify. */
export function addKeyTrigger(editor: unknown): void {
  const listed = call(editor, 'list')
  const agents = Array.isArray(listed) ? listed.flatMap((one) => textIn(one, 'id') ?? []) : []
  const known = Object.fromEntries(agents.map((id) => [id, call(editor, 'get', id)]))
  for (const name of orchestratorsIn({ agent: known }))
    call(editor, 'update', name, (agent: unknown) => {
      const system = textIn(agent, 'system')
      if (system !== undefined) assign(agent, { system: withKeyTrigger(system) })
    })
}

export function addSkill(editor: unknown, skills: string): void {
  const location = join(skills, 'memory-bank', 'SKILL.md')
  const text = readFileSync(location, 'utf8')
  const id = 'memory-bank'
  const listed = call(editor, 'list')
  if (Array.isArray(listed) && listed.some((one) => fieldIn(one, 'id') === id)) return
  const [, head = '', content = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const description = /^description: (.*)$/m.exec(head)?.[1] ?? ''
  call(editor, 'add', { id, name: id, description, location, content })
}

function assign(target: unknown, fields: object): void {
  if (isFields(target)) Object.assign(target, fields)
}

function call(editor: unknown, name: string, ...args: readonly unknown[]): unknown {
  const method = fieldIn(editor, name)
  if (!isFunction(method)) throw new Error(`its editor has no ${name}`)
  return Reflect.apply(method, editor, args)
}
