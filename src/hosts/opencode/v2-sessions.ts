/**
 * This project's sessions in OpenCode 2, and what was said in them.
 *
 * OpenCode reports each text twice: by an event, which may be late or missing after a cold start, and in the messages
 * of the next request. Each text is handled once, when it first arrives, and the assistant's text before the user's
 * answer.
 */

import type { Guard } from '../../session/guard.ts'
import { askToPrintProposal } from '../answer-hook.ts'
import { fieldIn, textIn } from '../fields.ts'
import { putRecent } from '../put-recent.ts'
import { signed } from '../wording.ts'
import { ownCommandIn } from './contributions.ts'
import { SessionTexts } from './held-notes.ts'
import { unquoted } from './v1-payloads.ts'
import {
  addResultNote,
  addToTyped,
  type CallHook,
  decodeCallHook,
  decodeServerEvent,
  decodeToolResult,
  HOOK_LIMIT_MS,
  lastWords,
  type MessageText,
  type RequestHook,
  type ServerEvent,
  summaryIn,
  typedSince,
  type V2Host,
  within,
} from './v2-host.ts'

/** Records a failure, which `doctor` reports. */
type Failed = (what: string, error: unknown) => Promise<void>

/** A session as this process knows it. */
interface KnownSession {
  /** Undefined for a session of the user; `unknown` if OpenCode does not report it. */
  readonly parent: string | 'unknown' | undefined
  agent: string | undefined
  /** True after the session's first model request. */
  isBegun: boolean
  /** Keys of the texts that were already handled. */
  readonly heard: Map<string, true>
  /** Text for the model by typed message, added again to every request that contains the message. */
  readonly additions: Map<string, string>
  /** The id of the summary in the last request. */
  summary: string | undefined
  /** True if an event already reported a newer summary. */
  isSummarized: boolean
  /** The assistant's text in this turn. */
  said: string
  /** True if the model was asked in this turn to print a proposal. */
  isAsked: boolean
}

const MOST_TRIES = 10
const PAUSE_MS = 1_000

export class V2Sessions {
  readonly calls = new OpenCalls()
  /** Those for the user are shown at the end of the turn. */
  readonly texts = new SessionTexts()
  readonly #sessions = new Map<string, KnownSession>()
  /** Typed texts by message, as OpenCode received them. */
  readonly #typed = new Map<string, string>()
  readonly #host: V2Host
  readonly #guard: Guard
  readonly #folder: string
  readonly #failed: Failed

  constructor(host: V2Host, guard: Guard, folder: string, failed: Failed) {
    this.#host = host
    this.#guard = guard
    this.#folder = folder
    this.#failed = failed
  }

  /** Finds the session's parent before anything is judged: a sub-agent's prompt gives no consent (S42). */
  async lookUp(session: string, agent: string | undefined): Promise<KnownSession> {
    const known = this.#sessions.get(session)
    const record = known === undefined || known.parent === 'unknown' ? await this.#ask(session, known) : known
    const { parent } = record
    const state = this.#guard.stateOf(session)
    const isNew = (agent !== undefined && agent !== state.agent) || (state.parent === undefined && parent !== undefined)
    if (isNew && parent !== 'unknown')
      await this.#guard.handle({
        kind: 'session-started',
        session,
        ...(parent === undefined ? {} : { parent }),
        ...(agent === undefined ? {} : { agent }),
      })
    putRecent(this.#sessions, session, record)
    return record
  }

  async #ask(session: string, known: KnownSession | undefined): Promise<KnownSession> {
    const parent = await this.#host.parentOf(session).catch(async (error: unknown) => {
      if (known === undefined) await this.#failed('whose session it is', error)
      return 'unknown' as const
    })
    const nothing = {
      agent: undefined,
      isBegun: false,
      summary: undefined,
      isSummarized: false,
      said: '',
      isAsked: false,
    }
    return { ...nothing, heard: new Map(), additions: new Map(), ...known, parent }
  }

  /** Handles every text of a request that was not handled yet, in order. */
  async hearRequest({ session, agent, messages }: RequestHook): Promise<void> {
    const record = await this.lookUp(session, agent)
    const words = lastWords(messages)
    // Another process already handled the texts from before this one started.
    for (const one of words) if (record.isBegun) await this.#hearAssistant(session, record, one)
    if (!record.isBegun) for (const one of words) record.heard.set(keyOf(one), true)
    await this.#noteSummary(session, record, summaryIn(messages))
    record.isBegun = true
    for (const one of typedSince(messages)) await this.#hearUser(session, record, one)
    addToTyped(messages, record.additions)
  }

  async #hearAssistant(session: string, record: KnownSession, words: MessageText): Promise<void> {
    if (record.heard.has(keyOf(words))) return
    putRecent(record.heard, keyOf(words), true)
    record.said = `${record.said}\n${words.text}`.slice(-MOST_SAID)
    await this.#guard.handle({ kind: 'assistant-said', session, text: words.text })
  }

  async #hearUser(session: string, record: KnownSession, { id, text }: MessageText): Promise<void> {
    if (record.heard.has(id)) return
    putRecent(record.heard, id, true)
    record.said = ''
    record.isAsked = false
    const typed = unquoted(this.#typed.get(id) ?? text)
    const asked = record.parent === undefined ? await this.#answerCommand(session, typed) : undefined
    // With an unknown parent, or for a command's template, the text gives no consent.
    const said = asked !== undefined || record.parent === 'unknown' ? '' : typed
    const heard = await this.texts.hearUser(this.#guard, session, said)
    const told = asked === undefined ? heard : [asked, ...heard]
    if (told.length > 0) putRecent(record.additions, id, told.join('\n\n'))
  }

  /** The plan for `refresh`, the worklist for `learn`. */
  async #answerCommand(session: string, typed: string): Promise<string | undefined> {
    const own = ownCommandIn(typed)
    if (own === undefined) return undefined
    return own.command === 'refresh' ? this.#guard.planRefresh(session, own.given) : this.#guard.learn(session)
  }

  /** Reports a new summary, unless an event already did. */
  async #noteSummary(session: string, record: KnownSession, summary: string | undefined): Promise<void> {
    const isNew = summary !== undefined && summary !== record.summary
    record.summary = summary
    if (!isNew || !record.isBegun || record.isSummarized) {
      record.isSummarized = false
      return
    }
    await this.#guard.handle({ kind: 'compacted', session })
  }

  async callEnded(event: unknown): Promise<void> {
    const hook = decodeCallHook(event)
    if (hook === undefined) return
    const call = this.calls.end(hook)
    const { verdict } = await this.#guard.handle(decodeToolResult(hook, call, this.#folder, event))
    this.texts.notes.hold(call, verdict.kind === 'note' ? verdict.text : undefined)
    const note = this.texts.notes.take(call)
    // A Code Mode program made this call. The model may see only the program's result, so that carries the note.
    const program = this.calls.programOf(hook)
    if (program !== undefined) this.texts.notes.hold(program, note)
    else if (note !== undefined) addResultNote(event, note)
  }

  /** Keeps the typed text as OpenCode received it. */
  typed({ id, text }: MessageText): void {
    putRecent(this.#typed, id, text)
  }

  /** Follows the server's events until the returned function is called. */
  listen(): () => Promise<void> {
    let iterator = this.#host.events()
    let isOver = false
    const follow = async () => {
      for (let tries = 1; !isOver; tries += 1) {
        try {
          await this.#follow(iterator, () => isOver)
          if (isOver) return
          throw new Error('the events ended')
        } catch (error) {
          if (!isOver && tries === 1) await this.#failed('events', error)
          if (tries >= MOST_TRIES) return
        }
        await new Promise((done) => setTimeout(done, PAUSE_MS).unref())
        iterator = this.#host.events()
      }
    }
    follow().catch((error: unknown) => this.#failed('events', error))
    return async () => {
      isOver = true
      await within(PAUSE_MS, 'ending', Promise.resolve(iterator.return?.())).catch(() => undefined)
    }
  }

  async #follow(iterator: AsyncIterator<unknown>, isOver: () => boolean): Promise<void> {
    for (;;) {
      const next = await iterator.next()
      if (next.done === true || isOver()) return
      const event = decodeServerEvent(next.value)
      if (event === undefined || !this.#isHere(event, next.value)) continue
      await within(HOOK_LIMIT_MS, event.kind, this.#happened(event)).catch((error: unknown) =>
        this.#failed(event.kind, error),
      )
    }
  }

  /** True for events of this project: the stream contains those of the whole server. */
  #isHere({ session }: ServerEvent, event: unknown): boolean {
    return this.#sessions.has(session) || textIn(fieldIn(event, 'location'), 'directory') === this.#folder
  }

  async #happened(event: ServerEvent): Promise<void> {
    const { session } = event
    const record = this.#sessions.get(session)
    switch (event.kind) {
      case 'typed':
        this.typed(event.words)
        return
      case 'said':
        if (record !== undefined) await this.#hearAssistant(session, record, event.words)
        return
      case 'compacted':
        if (record !== undefined) record.isSummarized = true
        await this.#guard.handle({ kind: 'compacted', session })
        return
      case 'deleted':
        this.#sessions.delete(session)
        await this.#guard.handle({ kind: 'session-ended', session })
        return
      case 'turn-ended':
        if (record === undefined) return
        await this.#turnEnded(session, record)
        if (event.isDone) await this.#printProposal(session, record)
    }
  }

  /** Asks the model to print the proposal, since a client may show only the assistant's text (S42). */
  async #printProposal(session: string, record: KnownSession): Promise<void> {
    const unshown = record.parent === undefined && !record.isAsked ? this.#guard.unshownProposal(session) : undefined
    if (unshown === undefined) return
    record.isAsked = true
    await this.#host.continueWith(session, signed(askToPrintProposal(unshown.text)))
  }

  /** Shows results and messages in the chat that the assistant did not print itself (S44). */
  async #turnEnded(session: string, record: KnownSession): Promise<void> {
    const guard = this.#guard
    this.calls.endTurn(session)
    this.texts.notes.hold(session, await guard.turnEnded(session))
    this.texts.news.hold(session, guard.turnNews(session))
    if (record.parent !== undefined) return
    const isUnsaid = (text: string | undefined): text is string => text !== undefined && !record.said.includes(text)
    const results = [this.texts.results.take(session)].filter(isUnsaid)
    const news = [this.texts.news.take(session)].filter(isUnsaid)
    if (results.length + news.length === 0) return
    const forModel = news.length === 0 ? TOLD_RESULTS : `Told in the chat: ${news.join('\n\n')}`
    await this.#host.notify(session, [...results, ...news].join('\n\n'), signed(forModel))
  }
}

const TOLD_RESULTS = 'Told in the chat: what came of the user’s answer.'
const MOST_SAID = 100_000

function keyOf({ id, text }: MessageText): string {
  return `${id}\n${text}`
}

interface OpenCall {
  readonly call: string
  readonly hook: CallHook
  readonly input: string
}

/** The tool of Code Mode, which runs a program that calls other tools. */
const PROGRAM = 'execute'
const SHELL = 'shell'
const MOST = 500

class OpenCalls {
  #open: OpenCall[] = []
  #count = 0

  /** Gives the call a unique id. */
  begin(hook: CallHook): string {
    this.#count += 1
    const call = `${hook.id}:${hook.tool}:${this.#count}`
    this.#open = [...this.#open, { call, hook, input: inputOf(hook) }].slice(-MOST)
    return call
  }

  /** The id that `begin` gave the call. Of identical calls, the oldest ends first. */
  end(hook: CallHook): string {
    const same = this.#open.filter((one) => isSame(one.hook, hook))
    const input = inputOf(hook)
    const found = same.find((one) => one.input === input) ?? same[0]
    if (found === undefined) return `${hook.id}:${hook.tool}`
    this.drop(found.call)
    return found.call
  }

  drop(call: string): void {
    this.#open = this.#open.filter((one) => one.call !== call)
  }

  /** Drops the session's calls: a declined call never reports its end. */
  endTurn(session: string): void {
    this.#open = this.#open.filter((one) => one.hook.session !== session)
  }

  /** The Code Mode call whose program made this call. */
  programOf({ session, id, tool }: CallHook): string | undefined {
    if (tool === PROGRAM) return undefined
    return this.#open.find(({ hook }) => hook.session === session && hook.id === id && hook.tool === PROGRAM)?.call
  }

  /** True if an agent's shell command may be starting now. */
  hasShell(): boolean {
    return this.#open.some((one) => one.hook.tool === SHELL)
  }
}

function isSame(one: CallHook, other: CallHook): boolean {
  return one.session === other.session && one.id === other.id && one.tool === other.tool
}

function inputOf({ input }: CallHook): string {
  try {
    return JSON.stringify(input) ?? ''
  } catch {
    return ''
  }
}
