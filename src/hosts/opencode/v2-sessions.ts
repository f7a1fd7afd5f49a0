/**
 * The sessions that this project has in OpenCode 2, and what was said in them.
 *
 * The host tells what was said twice: by events, which may come late or be missed at a cold start, and by the messages of
 * the next request. Each message is heard once, whichever brings it first, and the assistant's before the person's answer.
 */

import type { Guard } from '../../session/guard.ts'
import { printIt } from '../answer-hook.ts'
import { fieldIn, textIn } from '../fields.ts'
import { ownCommandIn } from './contributions.ts'
import { HeldNotes, ours, putRecent, unquoted } from './payloads.ts'
import {
  addToResult2,
  addToTyped,
  type CallHook,
  decodeCallHook,
  decodeResult2,
  decodeServerEvent,
  HOOK_LIMIT_MS,
  lastWords,
  type RequestHook,
  type ServerEvent,
  summaryIn,
  typedSince,
  type V2Host,
  type Words2,
  within,
} from './v2-host.ts'

/** `doctor` is told. */
type Failed = (what: string, error: unknown) => Promise<void>

/** A session as this process knows it. */
interface Met {
  /** Undefined for a person's own session; `unknown` where the host does not say. */
  readonly parent: string | 'unknown' | undefined
  agent: string | undefined
  /** Whether a request of it was seen. */
  isBegun: boolean
  /** Messages and words that were heard. */
  readonly heard: Map<string, true>
  /** Text for the model with a message of the person's, on every request that has it. */
  readonly additions: Map<string, string>
  /** The summary in its last request, and whether an event has told of a newer one. */
  summary: string | undefined
  isSummarized: boolean
  /** The assistant's words in this turn. */
  said: string
  /** Whether it was asked in this turn to print what it did not show. */
  isAsked: boolean
}

const MOST_TRIES = 10
const PAUSE_MS = 1_000

export class V2Sessions {
  readonly calls = new OpenCalls()
  /** Notes that wait for a call's result, by call, or for the person's next message, by session. */
  readonly notes = new HeldNotes()
  /** Shown to the person when the turn is over. */
  readonly #news = new HeldNotes()
  /** The same of what the model knows already: what came of the person's word. */
  readonly #results = new HeldNotes()
  readonly #met = new Map<string, Met>()
  /** Typed texts by message, as the host took them in. */
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

  /** Finds the session's parent before anything in it is judged: a sub-agent's prompt is not a person's word (S42). */
  async meet(session: string, agent: string | undefined): Promise<Met> {
    const known = this.#met.get(session)
    const met = known === undefined || known.parent === 'unknown' ? await this.#ask(session, known) : known
    const { parent } = met
    const state = this.#guard.stateOf(session)
    const isNew = (agent !== undefined && agent !== state.agent) || (state.parent === undefined && parent !== undefined)
    if (isNew && parent !== 'unknown')
      await this.#guard.handle({
        kind: 'session-started',
        session,
        ...(parent === undefined ? {} : { parent }),
        ...(agent === undefined ? {} : { agent }),
      })
    putRecent(this.#met, session, met)
    return met
  }

  async #ask(session: string, known: Met | undefined): Promise<Met> {
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

  /** A request is being made: everything in its messages that was not heard yet, in its order. */
  async heardBefore({ session, agent, messages }: RequestHook): Promise<void> {
    const met = await this.meet(session, agent)
    const words = lastWords(messages)
    // Another process heard the words from before this one began.
    for (const one of words) if (met.isBegun) await this.#hearAssistant(session, met, one)
    if (!met.isBegun) for (const one of words) met.heard.set(keyOf(one), true)
    await this.#noteSummary(session, met, summaryIn(messages))
    met.isBegun = true
    for (const one of typedSince(messages)) await this.#hearPerson(session, met, one)
    addToTyped(messages, met.additions)
  }

  async #hearAssistant(session: string, met: Met, words: Words2): Promise<void> {
    if (met.heard.has(keyOf(words))) return
    putRecent(met.heard, keyOf(words), true)
    met.said = `${met.said}\n${words.text}`.slice(-MOST_SAID)
    await this.#guard.handle({ kind: 'assistant-said', session, text: words.text })
  }

  async #hearPerson(session: string, met: Met, { id, text }: Words2): Promise<void> {
    if (met.heard.has(id)) return
    putRecent(met.heard, id, true)
    met.said = ''
    met.isAsked = false
    const guard = this.#guard
    const typed = unquoted(this.#typed.get(id) ?? text)
    const asked = met.parent === undefined ? await this.#answerCommand(session, typed) : undefined
    // In a session with an unknown parent nobody has spoken; a command's words are ours.
    const said = asked !== undefined || met.parent === 'unknown' ? '' : typed
    await guard.handle({ kind: 'user-said', session, text: said })
    this.#news.hold(session, await guard.trouble())
    const unseen = await guard.unseenChanges(session)
    this.#news.hold(session, unseen?.text)
    this.notes.hold(session, unseen?.text)
    await unseen?.told()
    const done = await guard.carryOutAccepted(session)
    this.#results.hold(session, done)
    const notes = [this.notes.take(session), guard.promptNote(session)].flatMap((one) =>
      one === undefined ? [] : ours(one),
    )
    const told = [asked, done, ...notes].filter((one) => one !== undefined)
    if (told.length > 0) putRecent(met.additions, id, told.join('\n\n'))
  }

  /** The plan or the worklist that a command of ours asks for. */
  async #answerCommand(session: string, typed: string): Promise<string | undefined> {
    const own = ownCommandIn(typed)
    if (own === undefined) return undefined
    return own.command === 'refresh' ? this.#guard.planRefresh(session, own.given) : this.#guard.learn(session)
  }

  /** A new summary, unless an event has told of it already. */
  async #noteSummary(session: string, met: Met, summary: string | undefined): Promise<void> {
    const isNew = summary !== undefined && summary !== met.summary
    met.summary = summary
    if (!isNew || !met.isBegun || met.isSummarized) {
      met.isSummarized = false
      return
    }
    await this.#guard.handle({ kind: 'compacted', session })
  }

  async callEnded(event: unknown): Promise<void> {
    const hook = decodeCallHook(event)
    if (hook === undefined) return
    const call = this.calls.end(hook)
    const { verdict } = await this.#guard.handle(decodeResult2(hook, call, this.#folder, event))
    this.notes.hold(call, verdict.kind === 'note' ? verdict.text : undefined)
    const note = this.notes.take(call)
    // The model may never see what its program is handed, so the program's own result has the note.
    const program = this.calls.programOf(hook)
    if (program !== undefined) this.notes.hold(program, note)
    else if (note !== undefined) addToResult2(event, note)
  }

  /** Keeps the person's words as the host took them in. */
  typed({ id, text }: Words2): void {
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

  /** The stream is the whole server's. */
  #isHere({ session }: ServerEvent, event: unknown): boolean {
    return this.#met.has(session) || textIn(fieldIn(event, 'location'), 'directory') === this.#folder
  }

  async #happened(event: ServerEvent): Promise<void> {
    const { session } = event
    const met = this.#met.get(session)
    switch (event.kind) {
      case 'typed':
        this.typed(event.words)
        return
      case 'said':
        if (met !== undefined) await this.#hearAssistant(session, met, event.words)
        return
      case 'compacted':
        if (met !== undefined) met.isSummarized = true
        await this.#guard.handle({ kind: 'compacted', session })
        return
      case 'deleted':
        this.#met.delete(session)
        await this.#guard.handle({ kind: 'session-ended', session })
        return
      case 'turn-ended':
        if (met === undefined) return
        await this.#turnEnded(session, met)
        if (event.isDone) await this.#printProposal(session, met)
    }
  }

  /** A client may show its person nothing but the assistant's words, so a proposal must be in these (S42). */
  async #printProposal(session: string, met: Met): Promise<void> {
    const unshown = met.parent === undefined && !met.isAsked ? this.#guard.unshownProposal(session) : undefined
    if (unshown === undefined) return
    met.isAsked = true
    await this.#host.goOn(session, ours(printIt(unshown.text)))
  }

  /** Tells the person in the chat what the assistant did not say itself (S44). */
  async #turnEnded(session: string, met: Met): Promise<void> {
    const guard = this.#guard
    this.calls.endTurn(session)
    this.notes.hold(session, await guard.turnEnded(session))
    this.#news.hold(session, guard.turnNews(session))
    if (met.parent !== undefined) return
    const isUnsaid = (text: string | undefined): text is string => text !== undefined && !met.said.includes(text)
    const results = [this.#results.take(session)].filter(isUnsaid)
    const news = [this.#news.take(session)].filter(isUnsaid)
    if (results.length + news.length === 0) return
    const forModel = news.length === 0 ? TOLD_RESULTS : `Told in the chat: ${news.join('\n\n')}`
    await this.#host.notify(session, [...results, ...news].join('\n\n'), ours(forModel))
  }
}

const TOLD_RESULTS = 'Told in the chat: what came of the user’s answer.'
const MOST_SAID = 100_000

function keyOf({ id, text }: Words2): string {
  return `${id}\n${text}`
}

interface OpenCall {
  readonly call: string
  readonly hook: CallHook
  readonly input: string
}

/** Code Mode: a program of the model's, which calls tools. */
const PROGRAM = 'execute'
const SHELL = 'shell'
const MOST = 500

class OpenCalls {
  #open: OpenCall[] = []
  #count = 0

  /** An id of its own for the call. */
  begin(hook: CallHook): string {
    this.#count += 1
    const call = `${hook.id}:${hook.tool}:${this.#count}`
    this.#open = [...this.#open, { call, hook, input: inputOf(hook) }].slice(-MOST)
    return call
  }

  /** The id it began with; of calls that cannot be told apart, the oldest. */
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

  /** A declined call never reports its end: it ends with its turn. */
  endTurn(session: string): void {
    this.#open = this.#open.filter((one) => one.hook.session !== session)
  }

  /** The program that made this call. */
  programOf({ session, id, tool }: CallHook): string | undefined {
    if (tool === PROGRAM) return undefined
    return this.#open.find(({ hook }) => hook.session === session && hook.id === id && hook.tool === PROGRAM)?.call
  }

  /** Whether an agent's command may be starting now. */
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
