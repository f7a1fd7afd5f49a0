/**
 * The sessions that this project has in OpenCode 2, and what was said in them.
 *
 * The host tells what was said twice: by events, which may come late or be missed at a cold start, and by the messages of
 * the next request. Each message is heard once, whichever brings it first, and the assistant's before the person's answer.
 */

import type { Guard } from '../../flows/guard.ts'
import { printIt } from '../answer-hook.ts'
import { fieldIn, textIn } from '../fields.ts'
import { unquoted } from './decode.ts'
import { HeldNotes, ours } from './encode.ts'
import { putRecent } from './recent.ts'
import { OpenCalls } from './v2-calls.ts'
import { ownCommandIn } from './v2-contributions.ts'
import {
  decodeCallHook,
  decodeResult2,
  decodeServerEvent,
  lastWords,
  type RequestHook,
  type ServerEvent,
  summaryIn,
  typedSince,
  type Words2,
} from './v2-decode.ts'
import { addToResult2, addToTyped } from './v2-encode.ts'
import { HOOK_LIMIT_MS, type V2Host, within } from './v2-host.ts'

/** `doctor` is told. */
type Failed = (what: string, error: unknown) => Promise<void>

/** What this process knows of a session. */
interface Met {
  /** Undefined for a person's own session; `unknown` where the host does not say. */
  readonly parent: string | 'unknown' | undefined
  agent: string | undefined
  /** Whether a request of it was seen. */
  isBegun: boolean
  /** Messages and words that were heard. */
  readonly heard: Map<string, true>
  /** What the model is told with a message of the person's, on every request that has it. */
  readonly additions: Map<string, string>
  /** The summary in its last request, and whether an event has told of a newer one. */
  summary: string | undefined
  isSummarized: boolean
  /** What the assistant has said in this turn. */
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
  /** What the person must be shown when the turn is over. */
  readonly #news = new HeldNotes()
  /** The same of what the model knows already: what came of the person's word. */
  readonly #results = new HeldNotes()
  readonly #met = new Map<string, Met>()
  /** What was typed, by its message, as the host took it in. */
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

  /** Whose session it is, before anything in it is judged: a sub-agent's prompt is nobody's word (S42). */
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
    // What was said before this process began, another has heard.
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
    // Where nobody knows whose session it is, nobody has spoken; a command's words are ours.
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
    // What a program is handed the model may never see: its own result tells it.
    const program = this.calls.programOf(hook)
    if (program !== undefined) this.notes.hold(program, note)
    else if (note !== undefined) addToResult2(event, note)
  }

  /** What the host took in as the person's words. */
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

  /** Nobody here knows what a client shows its person beside the assistant's words: a proposal must stand in these (S42). */
  async #printProposal(session: string, met: Met): Promise<void> {
    const unshown = met.parent === undefined && !met.isAsked ? this.#guard.unshownProposal(session) : undefined
    if (unshown === undefined || unshown.isPrinted) return
    met.isAsked = true
    await this.#host.goOn(session, ours(printIt(unshown.text)))
  }

  /** What the assistant did not say itself, the person reads in the chat (S44). */
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
