/** `memory-bank judge`: replays events (JSON lines) through the guard, and prints a verdict for each. */

import { readFileSync } from 'node:fs'
import { Guard } from '../../session/guard.ts'
import type { CallJudgement } from '../../session/guard-session.ts'
import { openWorkspace } from '../../verbs/open-bank.ts'
import { type Command, type CommandCall, type Ending, EXIT, misused } from '../command.ts'

export const judge: Command = {
  name: 'judge',
  group: 'agents',
  place: 1,
  about: {
    en: 'replay events (JSON lines on stdin) through the guard',
    zh: '用守卫引擎回放事件（从 stdin 逐行读取 JSON）',
  },
  options: {},
  examples: ['memory-bank judge --json < events.jsonl'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['judge'],
  run: replay,
}

async function replay(call: CommandCall): Promise<Ending> {
  const { decodeHostEvent } = await import('../../hosts/decode-event.ts')
  const around = { folder: call.folder, env: call.env, now: () => new Date(), progress: () => {} }
  // If a setting is invalid, hosts use the strictest protection. A replay reports the setting instead.
  const settled = openWorkspace(around)
  if (!settled.ok) return settled
  const opened = Guard.openForReplay(around)
  if (!opened.ok) return opened
  for (const [index, line] of readFileSync(0, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue
    const raw = parse(line)
    const event = decodeHostEvent(raw)
    if (event === undefined && isUnknownKind(raw)) continue // an event of a later version (S37)
    if (event === undefined)
      return misused(call, { en: `Line ${index + 1} is not an event.`, zh: `第 ${index + 1} 行不是事件。` })
    const judgement = await opened.value.handle(event)
    const { unconfirmed } = opened.value.stateOf(event.session)
    call.terminal.print(call.switches.has('json') ? json(event, judgement, unconfirmed) : plain(event.kind, judgement))
  }
  return EXIT.done
}

function isUnknownKind(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'kind' in raw && typeof raw.kind === 'string'
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // reported with its line number
  }
}

function json(
  event: { readonly kind: string; readonly session: string },
  { verdict, answer }: CallJudgement,
  unconfirmed: readonly string[],
): string {
  const said = verdict.kind === 'allow' ? {} : { rule: verdict.rule, text: verdict.text }
  return JSON.stringify({
    event: event.kind,
    session: event.session,
    verdict: verdict.kind,
    ...said,
    ...(answer === undefined ? {} : { answer }),
    ...(unconfirmed.length === 0 ? {} : { unconfirmed }),
  })
}

function plain(kind: string, { verdict, answer }: CallJudgement): string {
  const said = verdict.kind === 'allow' ? '' : `  [${verdict.rule}] ${verdict.text}`
  return `${kind}: ${verdict.kind}${answer === undefined ? '' : ` (answer: ${answer})`}${said}`
}
