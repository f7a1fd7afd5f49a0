/** What the client at the other end can do, and which folders it has open, in both generations of the protocol. */

import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { isFields } from '../fields.ts'
import type { Projects } from './projects.ts'

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
