/** One client at the other end, for as long as it is there: its projects, its session, and what it was told. */

import { randomUUID } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Problem } from '../../base/problem.ts'
import { UNHEARD } from '../../bank/proposal.ts'
import { listBankFiles } from '../../verbs/bank-files.ts'
import { takeCaller } from '../../session/callers.ts'
import type { Caller, Guard } from '../../session/guard.ts'
import { isFields } from '../fields.ts'
import { problemText, unclearText } from './encode.ts'
import type { Projects } from './projects.ts'

/** A host that starts the server for itself and tells it more than the protocol does. */
export interface ServedHost {
  /** Answers tools that its hooks call and its model does not see; undefined for any other tool. */
  answer(tool: string, args: unknown): Promise<string> | undefined
  /** The caller that a request names, if the host's hooks have reported it. */
  callerOf(request: Readonly<Record<string, unknown>> | undefined): Caller | undefined
}

/** Forms whose answer this process still waits for. */
const MOST_WAITING = 50

export class Connection {
  /** The guard's name for this client. */
  readonly session = `${UNHEARD}${randomUUID()}`
  readonly projects: Projects
  readonly client: Client
  readonly #server: McpServer
  readonly #host: ServedHost | undefined
  #proposed = 0
  readonly #waiting = new Map<string, Guard>()
  /** Projects whose worklist was asked for and of which nothing is proposed yet (S29). */
  readonly #learned = new Set<string>()
  /** The files the client was last told of; undefined until it asked. */
  #listed: string | undefined

  constructor(server: McpServer, projects: Projects, client: Client, host?: ServedHost) {
    this.#server = server
    this.#host = host
    this.projects = projects
    this.client = client
  }

  /** The session that proposes, where the client is a host of ours: it says so itself, or its hook has noted it. */
  async callerOf(context: ServerContext, guard: Guard, entries: unknown): Promise<Caller | undefined> {
    const noted = takeCaller(guard.workspace, entries)
    const said = this.#host?.callerOf(context.mcpReq._meta)
    return said ?? (noted === undefined ? undefined : this.projects.callerNoted(guard, noted))
  }

  /** The session that a recall is used in: as the host's hook has noted it, else this client's own. */
  userOf(guard: Guard, question: string): string {
    return takeCaller(guard.workspace, { question })?.session ?? this.session
  }

  learns(guard: Guard): void {
    this.#learned.add(guard.workspace.project.root)
  }

  isLearning(guard: Guard): boolean {
    return this.#learned.has(guard.workspace.project.root)
  }

  /** The batch is proposed: what comes later may rest on a person's words again. */
  hasLearned(guard: Guard): void {
    this.#learned.delete(guard.workspace.project.root)
  }

  /** A session of its own for what one call proposes; this process waits for few of them, the oldest first to go. */
  async beginProposal(guard: Guard): Promise<string> {
    this.#proposed += 1
    const session = `${this.session}-${this.#proposed}`
    this.#waiting.set(session, guard)
    const oldest = this.#waiting.keys().next().value
    if (this.#waiting.size > MOST_WAITING && oldest !== undefined) await this.endProposal(oldest)
    return session
  }

  /** Nobody answers through this process any more: what was not answered waits for a person at a terminal. */
  async endProposal(session: string): Promise<void> {
    const guard = this.#waiting.get(session)
    this.#waiting.delete(session)
    await guard?.leave(session)
  }

  /** The client is gone: its sessions leave nothing behind but proposals that wait. */
  async end(): Promise<void> {
    for (const session of [...this.#waiting.keys()]) await this.endProposal(session)
    await this.projects.end(this.session)
  }

  /** The client has the list of files now. */
  filesListed(): void {
    this.#listed = this.#files()
  }

  /** Tells a client that has asked for the list of files when files have come or gone since. */
  noticeFiles(): void {
    if (this.#listed === undefined) return
    const files = this.#files()
    if (files === this.#listed) return
    this.#listed = files
    this.#server.sendResourceListChanged()
  }

  /** The first step of every request: learn where the client is, and find the project it means. */
  async inProject<T>(
    context: ServerContext,
    asked: string | undefined,
    work: (guard: Guard) => Promise<T>,
    failed: (text: string) => T,
  ): Promise<T | InputRequiredResult> {
    const first = await this.client.settleRoots(context)
    if (first !== undefined) return first
    const { locale } = this.projects
    const choice = await this.projects.choose(asked)
    switch (choice.kind) {
      case 'unclear':
        return failed(unclearText(choice.names, locale))
      case 'failed':
        return failed(problemText(choice.problem, locale))
      case 'one':
        try {
          return await work(choice.guard)
        } catch (error) {
          return failed(problemText(diskProblem(error), locale))
        } finally {
          this.noticeFiles()
        }
    }
  }

  #files(): string {
    return this.projects
      .all()
      .flatMap(({ name, workspace }) => listBankFiles(workspace).map((path) => `${name}\0${path}`))
      .join('\n')
  }
}

/** An unforeseen failure of the disk is a problem to report; everything else is a bug. */
function diskProblem(error: unknown): Problem {
  if (!(error instanceof Error) || !('syscall' in error)) throw error
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'memory-bank'
  return { code: 'file-unreadable', path, cause: error.message.split(',')[0] ?? error.message }
}

/** A client that says it has roots and does not name them must not keep anybody waiting. */
const ROOTS_TIMEOUT_MS = 5_000

export class Client {
  readonly #server: McpServer
  readonly #projects: Projects
  /** A client of the older generation can be asked at any time, one of the newer only in the answer to its request. */
  readonly #era: 'legacy' | 'modern'
  #known: boolean

  constructor(server: McpServer, projects: Projects, era: 'legacy' | 'modern', isPinned: boolean) {
    this.#server = server
    this.#projects = projects
    this.#era = era
    this.#known = isPinned
    server.server.setNotificationHandler('notifications/roots/list_changed', () => {
      this.#known = isPinned
    })
  }

  canAsk(context: ServerContext): boolean {
    if (this.#projects.isNested) return false
    const declared = this.#capabilities(context)['elicitation']
    // Before forms had a name of their own, an empty object meant them.
    return isFields(declared) && (declared['form'] !== undefined || declared['url'] === undefined)
  }

  /** Learns the client's roots, once. Returns the question to answer the request with, where a client is asked that way. */
  async settleRoots(context: ServerContext): Promise<InputRequiredResult | undefined> {
    if (this.#known || this.#capabilities(context)['roots'] === undefined) return undefined
    if (this.#era === 'modern') {
      const response = inputResponse(context.mcpReq.inputResponses, 'roots')
      if (response.kind !== 'roots') return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } })
      this.#use(response.roots)
      return undefined
    }
    await this.learnRoots(context)
    return undefined
  }

  /** The same for requests that cannot be answered with a question. */
  async learnRoots(context: ServerContext): Promise<void> {
    if (this.#known || this.#era === 'modern' || this.#capabilities(context)['roots'] === undefined) return
    try {
      const { roots } = await this.#server.server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS })
      this.#use(roots)
    } catch {
      this.#known = true // it cannot say: the folder we were started in counts
    }
  }

  #use(roots: readonly { readonly uri: string }[]): void {
    this.#projects.useRoots(roots.map((root) => root.uri))
    this.#known = true
  }

  #capabilities(context: ServerContext): Readonly<Record<string, unknown>> {
    const envelope: unknown = context.mcpReq.envelope
    const own = isFields(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined
    return isFields(own) ? own : (this.#server.server.getClientCapabilities() ?? {})
  }
}
