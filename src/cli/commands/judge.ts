/** `memory-bank judge`: events as JSON lines in, a verdict for each out; the engine every host asks. */

import { readFileSync } from 'node:fs'
import { Guard } from '../../session/guard.ts'
import type { Judgement } from '../../session/guard-parts.ts'
import { openWorkspace } from '../../verbs/workspace.ts'
import type { Call, Command } from '../command.ts'
import { EXIT, type ExitCode } from '../command.ts'
import { report } from '../open.ts'

export const judge: Command = {
  name: 'judge',
  group: 'agents',
  place: 1,
  about: {
    en: 'replay events (JSON lines on stdin) through the guard',
    zh: '用守卫引擎回放事件（从 stdin 逐行读取 JSON）',
  },
  operands: '',
  mostOperands: 0,
  options: {},
  examples: ['memory-bank judge --json < events.jsonl'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['judge'],
  run: replay,
}

async function replay(call: Call): Promise<ExitCode> {
  const { decodeHostEvent } = await import('../../hosts/decode-event.ts')
  const around = { folder: call.folder, env: call.env, now: () => new Date(), progress: () => {} }
  // Hosts go on with the strictest protection where a setting is wrong; who replays events is told instead.
  const settled = openWorkspace(around)
  if (!settled.ok) return report(settled.problem, call)
  const opened = Guard.openForReplay(around)
  if (!opened.ok) return report(opened.problem, call)
  for (const [index, line] of readFileSync(0, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue
    const raw = parse(line)
    const event = decodeHostEvent(raw)
    if (event === undefined && isUnknownKind(raw)) continue // events of later versions pass (S37)
    if (event === undefined) {
      const detail = { en: `Line ${index + 1} is not an event.`, zh: `第 ${index + 1} 行不是事件。` }
      return report({ code: 'usage', command: 'judge', detail }, call)
    }
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
    return undefined // reported by its line number
  }
}

function json(
  event: { readonly kind: string; readonly session: string },
  { verdict, answer }: Judgement,
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

function plain(kind: string, { verdict, answer }: Judgement): string {
  const said = verdict.kind === 'allow' ? '' : `  [${verdict.rule}] ${verdict.text}`
  return `${kind}: ${verdict.kind}${answer === undefined ? '' : ` (answer: ${answer})`}${said}`
}
