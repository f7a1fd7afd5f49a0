/** Plays a turn that ends with a proposal and the person's reply through a host, and reads the result. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Topic } from '../../src/bank/proposal.ts'
import { Proposals } from '../../src/consent/proposals.ts'
import { claudeCodeHooks } from '../../src/hosts/claude-code.ts'
import { codexHooks } from '../../src/hosts/codex.ts'
import { answerOnce } from '../../src/hosts/hook-answers.ts'
import plugin from '../../src/hosts/opencode/entry.ts'
import { Guard } from '../../src/session/guard.ts'
import { type Files, temporaryFolder } from '../disk/temporary-folder.ts'
import { asFields } from '../hosts/recording.ts'
import { BANK } from '../hosts/sample-bank.ts'

/** Expected result of a reply: all, some by number, a refusal, or nothing. */
export type Outcome = 'all' | 'declined' | 'waits' | `${number}`

export interface ConsentCase {
  readonly p: keyof typeof PROPOSALS
  readonly e: keyof typeof ENDINGS
  readonly r: string
  readonly x: Outcome
}

type Entry = Readonly<Record<string, string>>

const RETRIES: Entry = {
  kind: 'decision',
  title: 'Retries use exponential backoff',
  why: 'the partner throttles us',
  given_up: 'fixed delays',
  applies_to: 'all outgoing calls, cap 30 s',
}
const CACHE: Entry = {
  kind: 'decision',
  title: 'The cache lives in Redis',
  why: 'three instances share it',
  given_up: 'a map in the process',
  applies_to: 'the price service',
}
const DNS: Entry = {
  kind: 'learning',
  title: 'Login timeouts came from the DNS resolver',
  symptom: 'logins took 5 s now and then',
  cause: 'the resolver tried IPv6 first',
  solution: 'pin the resolver',
  prevention: 'measure the lookup',
}
const ZH_RETRIES: Entry = {
  kind: 'decision',
  title: '接口重试使用指数退避',
  why: '合作方会限流',
  given_up: '固定间隔',
  applies_to: '所有外部调用，上限 30 秒',
}
const ZH_CACHE: Entry = {
  kind: 'decision',
  title: '缓存统一放在 Redis',
  why: '三个实例共用',
  given_up: '进程内的表',
  applies_to: '价格服务',
}
const ZH_DNS: Entry = {
  kind: 'learning',
  title: '登录超时的原因是 DNS 解析',
  symptom: '登录偶尔要 5 秒',
  cause: '解析器先试 IPv6',
  solution: '固定解析器',
  prevention: '监测解析耗时',
}

export const PROPOSALS = {
  one: [RETRIES],
  three: [RETRIES, CACHE, DNS],
  zhone: [ZH_RETRIES],
  zhthree: [ZH_RETRIES, ZH_CACHE, ZH_DNS],
} as const

/** The end of the assistant's turn: its texts, with a call between them. */
const ENDINGS = {
  block: (block: string, _zh: boolean) => [`The tests pass.\n\n${block}`],
  done: (_: string, zh: boolean) => [zh ? '都改好了。' : 'All done.'],
  para: (_: string, zh: boolean) => [
    zh ? '我打算把重试策略记到 Memory Bank，可以吗？' : 'I would like to note the retry policy in the memory bank. OK?',
  ],
  'other-after': (block: string, zh: boolean) => [
    `${block}\n\n${zh ? '要不要现在把旧分支删掉？' : 'Shall I delete the old branch now?'}`,
  ],
  'other-only': (_: string, zh: boolean) => [
    zh ? '测试通过了，要推送到 main 吗？' : 'Tests pass. Shall I push to main?',
  ],
  'other-before': (block: string, zh: boolean) => [
    `${zh ? '你看到退款的测试了吗？' : 'Did you see the refund test?'}\n\n${block}`,
  ],
  'work-after': (block: string, zh: boolean) => [block, zh ? '测试也修好了。' : 'The flaky test is fixed as well.'],
  'statement-after': (block: string, zh: boolean) => [`${block}\n\n${zh ? '测试都通过了。' : 'The tests are green.'}`],
  'order-after': (block: string, zh: boolean) => [
    `${block}\n\n${zh ? '请先重启开发服务器，我再检查。' : 'Please restart the dev server, then I can check.'}`,
  ],
  empty: (_: string, _zh: boolean) => [],
} as const

/** Plays the end of the turn and the reply. */
export type Driver = (stage: Stage, ending: (block: string) => readonly string[]) => Promise<Turned>

interface Turned {
  reply(text: string): Promise<string>
  /** The message that a host makes of a typed command. Undefined if the host passes the command on as typed. */
  command?(template: string): Promise<void>
  /** The assistant's last text as the person sees it, and the next text. */
  read?(): string
  say?(text: string): Promise<string>
}

export interface Stage {
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  /** Proposed entries. If empty, the person asks for a refresh. */
  readonly entries: readonly Entry[]
}

export async function happens(driver: Driver, { p, e, r }: ConsentCase): Promise<Outcome> {
  const zh = p.startsWith('zh')
  const files: Files = zh ? { ...BANK, 'memory-bank.json': '{ "lang": "zh" }\n' } : BANK
  const stage = stageOf(files, PROPOSALS[p])
  const turned = await driver(stage, (block) => ENDINGS[e](block, zh))
  await turned.reply(r)
  return outcomeOf(stage)
}

export function stageOf(files: Files, entries: readonly Entry[]): Stage {
  return { root: temporaryFolder(files), entries, env: surroundings(temporaryFolder()) }
}

function surroundings(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: home, XDG_STATE_HOME: home, LANG: 'C.UTF-8' }
}

function outcomeOf(stage: Stage): Outcome {
  const guard = open(stage)
  const stored = new Proposals(guard.workspace).list()
  const statuses = stage.entries.map(
    (entry) => stored.find(({ addition }) => addition.fields.get('title') === entry['title'])?.status,
  )
  const bank = ['MEMORY.md', 'details/patterns.md']
    .map((path) => readFileSync(join(stage.root, 'memory-bank', path), 'utf8'))
    .join('\n')
  const written = stage.entries.flatMap((entry, index) => {
    const isThere = entry['kind'] === 'learning' ? statuses[index] === 'accepted' : bank.includes(entry['title'] ?? '')
    return isThere ? [index + 1] : []
  })
  if (written.length === stage.entries.length) return 'all'
  if (written.length > 0) return written.join('') as Outcome
  return statuses.every((status) => status === 'rejected') ? 'declined' : 'waits'
}

export function open({ root, env }: Stage): Guard {
  const opened = Guard.openShared({ folder: root, env, now: () => new Date(), progress: () => {} })
  if (!opened.ok) throw new Error(opened.problem.code)
  return opened.value
}

/** The pending block, from the state folder that all processes share. */
function blockIn(stage: Stage, session: string): string {
  return open(stage).unshownProposal(session)?.text ?? ''
}

export type Send = (payload: object, env: NodeJS.ProcessEnv) => Promise<string>
const inProcess: Send = (payload, env) => answerOnce('', payload, env, claudeCodeHooks)

/** Every event of Claude Code comes to a process of its own. */
export function claudeCode(send: Send = inProcess): Driver {
  return async (stage, ending) => {
    const session_id = '11111111-2222-4333-8444-555555555555'
    const env = { ...stage.env, CLAUDE_PROJECT_DIR: stage.root }
    const hook = (hook_event_name: string, more: object = {}) =>
      send({ session_id, hook_event_name, cwd: stage.root, ...more }, env)
    await hook('SessionStart', { source: 'startup' })
    const prompt = stage.entries.length === 0 ? '/memory-bank:memory-bank-refresh' : 'please look into the timeouts'
    await hook('UserPromptSubmit', { prompt })
    if (stage.entries.length > 0) await open(stage).propose(session_id, { entries: stage.entries })
    const texts = ending(blockIn(stage, session_id))
    const call = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 'toolu_1' }
    if (texts.length > 1) await hook('PreToolUse', call)
    if (texts.length > 1) await hook('PostToolUse', { ...call, tool_response: { stdout: 'ok' } })
    await hook('Stop', { stop_hook_active: false, last_assistant_message: texts.at(-1) ?? '' })
    return { reply: (prompt) => hook('UserPromptSubmit', { prompt }) }
  }
}

/** Codex cannot show the block, so the model is asked to print the missing part when it stops. */
export const codex: Driver = async (stage, ending) => {
  const session_id = '22222222-2222-4333-8444-555555555555'
  const hooks = { ...codexHooks, projectFolder: () => stage.root }
  const hook = (hook_event_name: string, more: object = {}) =>
    answerOnce('', { session_id, hook_event_name, cwd: stage.root, turn_id: 't', ...more }, stage.env, hooks)
  await hook('SessionStart', { source: 'startup' })
  const prompt = stage.entries.length === 0 ? '$memory-bank-refresh' : 'please look into the timeouts'
  await hook('UserPromptSubmit', { prompt })
  if (stage.entries.length > 0) await open(stage).propose(session_id, { entries: stage.entries })
  const block = blockIn(stage, session_id)
  const said = ending(block).at(-1) ?? ''
  const answer = asFields(JSON.parse(await hook('Stop', { stop_hook_active: false, last_assistant_message: said })))
  if (answer['decision'] === 'block')
    await hook('Stop', { stop_hook_active: true, last_assistant_message: `${block}\n\nAnything else?` })
  return { reply: (text) => hook('UserPromptSubmit', { prompt: text }) }
}

type Hooks = Readonly<Record<string, ((input: unknown, output?: unknown) => Promise<void>) | undefined>>
type Tool = { execute(input: unknown, context: { sessionID: string }): Promise<string> }

/** The plugin in OpenCode's own process. */
export const openCode: Driver = async (stage, ending) => {
  Object.assign(process.env, stage.env)
  // The host puts the message into the chat.
  const client = { session: { prompt: async () => ({}) } }
  const server: unknown = await plugin.server({ directory: stage.root, client })
  const hooks = asFields(server) as Hooks
  const propose = asFields(asFields(server)['tool'])['memory_propose'] as Tool
  const sessionID = 'ses_consent'
  const say = async (text: string) => {
    const parts = [{ type: 'text', text }]
    await hooks['chat.message']?.({ sessionID }, { parts })
    return parts[0]?.text ?? ''
  }
  let read = ''
  const speak = async (text: string) => {
    const output = { text }
    await hooks['experimental.text.complete']?.({ sessionID }, output)
    read = output.text
    return read
  }
  if (stage.entries.length === 0) {
    const asked = { command: 'memory-bank-refresh', sessionID, arguments: '' }
    const parts = [{ type: 'text', text: 'Show the plan.' }]
    await hooks['command.execute.before']?.(asked, { parts })
    await hooks['chat.message']?.({ sessionID }, { parts })
  } else {
    await say('please look into the timeouts')
    const called = { tool: 'memory_propose', sessionID, callID: 'call_0' }
    const args = { entries: stage.entries }
    await hooks['tool.execute.before']?.(called, { args })
    const text = await propose.execute(args, { sessionID })
    await hooks['tool.execute.after']?.({ ...called, args }, { output: text })
  }
  for (const [index, said] of ending(blockIn(stage, sessionID)).entries()) {
    const bash = { tool: 'bash', sessionID, callID: `call_${index}`, args: { command: 'npm test' } }
    if (index > 0) await hooks['tool.execute.before']?.(bash, { args: bash.args })
    if (index > 0) await hooks['tool.execute.after']?.(bash, { output: 'ok' })
    await speak(said)
  }
  await hooks['event']?.({ event: { type: 'session.idle', properties: { sessionID } } })
  const command = async (template: string) => {
    const parts = [{ type: 'text', text: template }]
    await hooks['command.execute.before']?.({ command: 'theirs', sessionID, arguments: '' }, { parts })
    await hooks['chat.message']?.({ sessionID }, { parts })
  }
  return { reply: say, command, read: () => read, say: speak }
}

export function topicsOf(proposal: ConsentCase['p']): readonly Topic[] {
  return PROPOSALS[proposal].map((entry) => ({
    kind: entry['kind'] === 'learning' ? 'learning' : 'decision',
    headline: entry['title'] ?? '',
  }))
}
