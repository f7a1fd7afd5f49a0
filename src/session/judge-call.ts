/**
 * One tool call: judged before it runs, by what it would do, and looked at again when it is over, by what it did.
 *
 * A call that was refused leaves nothing behind; of all others it is kept what they were permitted to do.
 */

import { relative } from 'node:path'
import { hashOfText } from '../base/content-hash.ts'
import type { ToolFacts, ToolFinished, ToolRequested, Verdict } from '../bank/event.ts'
import { BANK_FOLDER, isInboxPath, MEMORY } from '../base/layout.ts'
import { bankWrites } from '../guard/bank-writes.ts'
import { together } from '../guard/judge.ts'
import { readForRiskyWrite } from '../guard/rules/read-before-risky-write.ts'
import { hasNews } from '../guard/state.ts'
import { stepOfFinish, stepOfRequest } from '../guard/step.ts'
import type { Trace } from '../guard/trace.ts'
import { outlives } from '../shell/cannot-touch-bank.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { GuardParts, Judgement } from './guard-parts.ts'
import { chooseLanguage, judgeOf, policyFor, policyOf } from './guard-policy.ts'
import type { CallUnderWay, PredictedCall } from './predict-call.ts'

const ALLOW: Verdict = { kind: 'allow' }

export async function judgeCall(parts: GuardParts, event: ToolRequested): Promise<Judgement> {
  const { sessions, predictor, questions, writes, verifier } = parts
  const { session, calls } = event
  parts.block.begin(session)
  if (calls.every((call) => call.kind === 'other' && call.ports === undefined) && !hasNews(sessions.state(session)))
    return { verdict: ALLOW }
  const all: PredictedCall[] = []
  let verdict = ALLOW
  for (const call of calls) {
    const one = questions.compare(session, call, await predictor.of(call, event.cwd))
    const judge = await judgeOf(one.facts)
    const state = sessions.state(session)
    const declined = bankWrites(one.facts).length === 0 ? [] : await declinedBy(parts, session)
    const policy = await policyFor(parts.workspace, one.facts, declined)
    const done = stepOfRequest(state, judge({ state, facts: one.facts, policy }))
    sessions.settle(session, done.moments, done.state)
    parts.uses.acted(session, () => done.about)
    if (done.verdict.kind === 'refuse') return { verdict: done.verdict }
    parts.uses.acted(session, () => readForRiskyWrite({ state, facts: one.facts, policy }))
    verdict = together(verdict, done.verdict)
    all.push(one)
  }
  for (const one of all) writes.remember(session, one.facts)
  const before = await verifier.begin(keyOf(event), all, sessions.state(session).turn)
  if (all.some(runsProgram)) await parts.settings.attend(session)
  return { verdict: together(verdict, before) }
}

/** Only a write of the bank can bring back what was declined. */
async function declinedBy(parts: GuardParts, session: string): Promise<readonly Trace[]> {
  const { declinedIn } = await import('../consent/proposal.ts')
  return declinedIn(parts, session)
}

export async function finishCall(parts: GuardParts, event: ToolFinished): Promise<Judgement> {
  const { sessions, predictor, verifier } = parts
  const { session, calls } = event
  if (calls.every((call) => call.kind === 'other')) return { verdict: ALLOW }
  for (const call of calls) if (call.kind === 'delegates') sessions.takeReadsOfReaders(session, call.agent)
  const key = keyOf(event)
  const all: readonly (PredictedCall | CallUnderWay)[] =
    verifier.take(key) ?? (await Promise.all(calls.map((call) => predictor.of(call, event.cwd))))
  const results: Verdict[] = []
  for (const one of all) results.push(await afterTool(parts, event, one))
  const goesOn = calls.some((call) => call.kind === 'shell' && (call.background || outlives(call.command)))
  const verdict = [
    ...results,
    await verifier.finish(key, all, goesOn),
    all.some(runsProgram) ? await settingsNews(parts, session) : ALLOW,
  ].reduce(together, ALLOW)
  const told = verdict.kind === 'allow' ? entryNews(parts, session) : verdict
  return { verdict: together(told, await noteAtFile(parts, event, all)) }
}

function runsProgram({ facts }: PredictedCall): boolean {
  return facts.kind === 'shell'
}

/** A tool, or a formatter behind it, may have done something else than was foreseen. */
async function afterTool(parts: GuardParts, event: ToolFinished, foreseen: PredictedCall): Promise<Verdict> {
  const { sessions, verifier, writes } = parts
  const policy = policyOf(parts.workspace)
  const facts = verifier.asLeft(foreseen.facts)
  const spoiled = await verifier.verifyTool(keyOf(event), foreseen, facts, policy)
  if (spoiled.kind !== 'allow') return spoiled
  const done = stepOfFinish(sessions.state(event.session), event, facts)
  sessions.settle(event.session, done.moments, done.state)
  writes.remember(event.session, facts)
  await acceptWrites(parts, event.session, facts)
  if (event.failed !== true) countReads(parts, event.session, facts)
  return ALLOW
}

function countReads({ uses }: GuardParts, session: string, facts: ToolFacts): void {
  if (facts.kind === 'reads') uses.read(session, facts.bank)
  if (facts.kind === 'shell') uses.read(session, facts.reads)
}

/** What was written stands rightly in the bank, and is no news to the session that wrote it. */
async function acceptWrites(
  { sessions, verifier, predictor }: GuardParts,
  session: string,
  facts: ToolFacts,
): Promise<void> {
  for (const file of facts.kind === 'writes' ? facts.files : []) {
    if (file.in !== 'bank' || file.after === undefined) continue
    await verifier.accept([file.path])
    predictor.wasLeft(file.path, file.after)
    const { entry } = sessions.state(session)
    if (file.path === MEMORY && file.before !== undefined && entry === hashOfText(file.before))
      sessions.record(session, [{ at: 'entry', hash: hashOfText(file.after) }])
    if (isInboxPath(file.path)) sessions.record(session, [{ at: 'inbox', paths: [file.path] }])
  }
}

/** What the bank knows of a file that the call has read or edited (S28). */
async function noteAtFile(parts: GuardParts, event: ToolFinished, all: readonly PredictedCall[]): Promise<Verdict> {
  const { fileNotes, workspace } = parts
  const isOfFiles = event.calls.some((call) => call.kind === 'reads' || call.kind === 'writes')
  if (fileNotes === undefined || !isOfFiles || event.failed === true) return ALLOW
  const touched = event.calls.flatMap((call, at) => {
    const facts = all[at]?.facts
    return facts === undefined ? [] : [{ call, facts, cwd: event.cwd }]
  })
  try {
    const note = await (await fileNotes()).noteFor(event.session, touched, chooseLanguage(workspace))
    if (note === undefined) return ALLOW
    await parts.uses.pointedAt(event.session, note.entry)
    return { kind: 'note', rule: 'memory-at-file', text: note.text }
  } catch (error) {
    // The call is over and judged: what memory adds to it must not undo that.
    await parts.tellDoctor(`memory at the file: ${error instanceof Error ? error.message : String(error)}`)
    return ALLOW
  }
}

/** A program changed what keeps us at work: it stays, since hosts and people write there too, and it is told (S37). */
async function settingsNews({ workspace, settings, replays }: GuardParts, session: string): Promise<Verdict> {
  const changed = replays ? [] : await settings.changes(session)
  if (changed.length === 0) return ALLOW
  const names = changed.map((file) => relative(workspace.project.root, file)).map((name) => name.replaceAll('\\', '/'))
  const words = {
    en: `What keeps Memory Bank at work changed in ${names.join(', ')} while this command ran. It was left as it is. Tell the user: if that was not meant, \`memory-bank doctor\` says what is missing.`,
    zh: `命令运行期间，${names.join('、')} 中让 Memory Bank 生效的内容发生了变化；已保持原样。请告知用户：若并非有意，可运行 \`memory-bank doctor\` 查看缺了什么。`,
  }
  const text = words[chooseLanguage(workspace)]
  return { kind: 'note', rule: 'settings-changed', text, toPerson: text }
}

/** The entry, or what waits to come in, changed under a running session by another hand: the model is told once (S21). */
function entryNews({ workspace, openings }: GuardParts, session: string): Verdict {
  const waiting = openings.newInInbox(session).map((path) => `${BANK_FOLDER}/${path}`)
  if (!openings.isNewlyOutdated(session)) return waiting.length === 0 ? ALLOW : waitingNews(waiting, workspace)
  const words = {
    en: 'memory-bank/MEMORY.md has changed since this session began; read it again before relying on it.',
    zh: 'memory-bank/MEMORY.md 在本会话开始后有变化；依据它之前请重新读取。',
  }
  return { kind: 'note', rule: 'entry-changed', text: words[chooseLanguage(workspace)] }
}

function waitingNews(paths: readonly string[], workspace: Workspace): Verdict {
  const shown = paths.slice(0, SHOWN_WAITING)
  const more = paths.length - shown.length
  const words = {
    en: `The memory has gained entries since this session began: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Read those that bear on the work.`,
    zh: `本会话开始后 Memory Bank 有新条目：${shown.join('、')}${more > 0 ? ` 等，另有 ${more} 条` : ''}。请阅读与当前工作有关的条目。`,
  }
  return { kind: 'note', rule: 'entry-changed', text: words[chooseLanguage(workspace)] }
}

const SHOWN_WAITING = 5

/** Several sessions may count their calls alike. */
function keyOf({ session, call }: ToolRequested | ToolFinished): string {
  return `${session}\n${call}`
}
