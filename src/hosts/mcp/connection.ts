/** One client at the other end, for as long as it is there: its projects, its session, and what it was told. */

import { randomUUID } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/server'
import { fail, ok, type Result } from '../../core/result.ts'
import { listBankFiles } from '../../flows/bank-files.ts'
import type { Client } from './client.ts'
import type { Projects } from './projects.ts'

export class Connection {
  /** What the guard knows this client by. */
  readonly session = `mcp-${randomUUID()}`
  readonly projects: Projects
  readonly client: Client
  readonly #server: McpServer
  /** The files the client was last told of; undefined until it asked. */
  #listed: string | undefined

  constructor(server: McpServer, projects: Projects, client: Client) {
    this.#server = server
    this.projects = projects
    this.client = client
  }

  /** The client has the list of files now. */
  filesListed(): void {
    this.#listed = this.#files()
  }

  /** Files came or went since the client asked for their list: it is told. One that never asked is not. */
  noticeFiles(): void {
    if (this.#listed === undefined) return
    const files = this.#files()
    if (files === this.#listed) return
    this.#listed = files
    this.#server.sendResourceListChanged()
  }

  /** The disk may fail where nobody foresaw it; that is a problem of the disk, and no reason to end. */
  async safely<T>(work: () => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await work())
    } catch (error) {
      if (!(error instanceof Error) || !('syscall' in error)) throw error
      const path = 'path' in error && typeof error.path === 'string' ? error.path : 'memory-bank'
      return fail({ code: 'file-unreadable', path, cause: error.message.split(',')[0] ?? error.message })
    }
  }

  #files(): string {
    return this.projects
      .all()
      .flatMap(({ name, workspace }) => listBankFiles(workspace).map((path) => `${name}\0${path}`))
      .join('\n')
  }
}
