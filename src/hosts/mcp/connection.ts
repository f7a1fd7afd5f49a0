/** One connected client: its projects, its session, and the bank files last listed to it. */

import { randomUUID } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { UNHEARD } from '../../bank/proposal.ts'
import type { Problem } from '../../base/problem.ts'
import { takeCaller } from '../../session/callers.ts'
import type { Caller, Guard } from '../../session/guard.ts'
import { listBankFiles } from '../../verbs/bank-files.ts'
import { isFields } from '../fields.ts'
import { problemText, unclearText } from './encode.ts'
import type { Projects } from './projects.ts'

/** A host that starts its own server and sends its hooks' payloads to it as tool calls. */
export interface ServedHost {
  /** Answers tools that the host's hooks call and its model does not see; undefined for other tools. */
  answer(tool: string, args: unknown): Promise<string> | undefined
  /** The session that sent a request, if the request names a call that a hook reported. */
  callerOf(request: Readonly<Record<string, unknown>> | undefined): Caller | undefined
}

/** The number of proposals whose answer this process waits for. */
const MOST_WAITING = 50

export class Connection {
  /** The session id that the guard uses for this client. */
  readonly session = `${UNHEARD}${randomUUID()}`
  readonly projects: Projects
  readonly client: Client
  readonly #server: McpServer
  readonly #host: ServedHost | undefined
  #proposed = 0
  readonly #waiting = new Map<string, Guard>()
  /** Projects whose worklist was requested and that have no proposal yet (S29). */
  readonly #learned = new Set<string>()
  /** The bank files last listed to the client; undefined until it asks for the list. */
  #listed: string | undefined

  constructor(server: McpServer, projects: Projects, client: Client, host?: ServedHost) {
    this.#server = server
    this.#host = host
    this.projects = projects
    this.client = client
  }

  /** The session that proposes, if the client is a host with hooks. The request names it, or a hook noted it. */
  async callerOf(context: ServerContext, guard: Guard, entries: unknown): Promise<Caller | undefined> {
    const noted = takeCaller(guard.workspace, entries)
    const said = this.#host?.callerOf(context.mcpReq._meta)
    return said ?? (noted === undefined ? undefined : this.projects.callerNoted(guard, noted))
  }

  /** The session whose use of the bank a recall counts as: the one that a hook noted, else the client's own. */
  userOf(guard: Guard, question: string): string {
    return takeCaller(guard.workspace, { question })?.session ?? this.session
  }

  learns(guard: Guard): void {
    this.#learned.add(guard.workspace.project.root)
  }

  isLearning(guard: Guard): boolean {
    return this.#learned.has(guard.workspace.project.root)
  }

  /** The proposals from the worklist were sent, so later ones may use the user's words as evidence again. */
  hasLearned(guard: Guard): void {
    this.#learned.delete(guard.workspace.project.root)
  }

  /** Gives the proposals of one call their own session. Beyond MOST_WAITING, the oldest session ends. */
  async beginProposal(guard: Guard): Promise<string> {
    this.#proposed += 1
    const session = `${this.session}-${this.#proposed}`
    this.#waiting.set(session, guard)
    const oldest = this.#waiting.keys().next().value
    if (this.#waiting.size > MOST_WAITING && oldest !== undefined) await this.endProposal(oldest)
    return session
  }

  /** Stops waiting for an answer in this process. An open proposal can still be answered elsewhere. */
  async endProposal(session: string): Promise<void> {
    const guard = this.#waiting.get(session)
    this.#waiting.delete(session)
    await guard?.leave(session)
  }

  /** Called when the client has disconnected. Keeps only its open proposals. */
  async end(): Promise<void> {
    for (const session of [...this.#waiting.keys()]) await this.endProposal(session)
    await this.projects.end(this.session)
  }

  filesListed(): void {
    this.#listed = this.#files()
  }

  /** Notifies the client if bank files were added or removed since it listed them. */
  noticeFiles(): void {
    if (this.#listed === undefined) return
    const files = this.#files()
    if (files === this.#listed) return
    this.#listed = files
    this.#server.sendResourceListChanged()
  }

  /** Starts every tool call and prompt: learns the client's roots and finds the project that the request means. */
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

/** A failure of the disk is reported as a problem; any other error is a bug. */
function diskProblem(error: unknown): Problem {
  if (!(error instanceof Error) || !('syscall' in error)) throw error
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'memory-bank'
  return { code: 'file-unreadable', path, cause: error.message.split(',')[0] ?? error.message }
}

/** For clients that declare roots but never list them. */
const ROOTS_TIMEOUT_MS = 5_000

export class Client {
  readonly #server: McpServer
  readonly #projects: Projects
  /** The server can send requests to a legacy client at any time, to a modern one only in the answer to its request. */
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
    // In earlier protocol versions an empty object meant forms.
    return isFields(declared) && (declared['form'] !== undefined || declared['url'] === undefined)
  }

  /**
   * Learns the client's roots once. For a modern client, returns the question for its roots, which must answer the
   * current request.
   */
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

  /** Asks a legacy client for its roots. A request that cannot be answered with a question uses this directly. */
  async learnRoots(context: ServerContext): Promise<void> {
    if (this.#known || this.#era === 'modern' || this.#capabilities(context)['roots'] === undefined) return
    try {
      const { roots } = await this.#server.server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS })
      this.#use(roots)
    } catch {
      this.#known = true // the client does not answer: the working folder is used
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
