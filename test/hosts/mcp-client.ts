/** A client of the official SDK, connected to a server in this process or to the built one over pipes. */

import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { Client, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { serveUntil } from '../../src/hosts/mcp/entry.ts'
import { PROGRAM, type Sandbox } from '../scenarios/harness.ts'

export type Era = 'legacy' | 'modern'

/**
 * `only` are the chosen numbers. `unfilled` accepts without the field, as a client without a user does. `unasked` is
 * declined by the client itself.
 */
export type FormAnswer =
  | 'accept'
  | { readonly only: string }
  | 'decline'
  | 'cancel'
  | 'unfilled'
  | 'not now'
  | 'unasked'
  | 'keep'
  | 'overwrite'
  | 'append'

export interface Wishes {
  readonly era?: Era
  /** Over pipes, as always with arguments or another program. */
  readonly asProcess?: boolean
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly program?: string
  readonly env?: NodeJS.ProcessEnv
  /** Folders that the client has open. Without any it declares no roots. */
  readonly roots?: readonly string[]
  /** The user's answer to a form. Without it the client declares no forms. */
  readonly person?: (message: string) => FormAnswer | Promise<FormAnswer>
}

export class McpClient {
  readonly client: Client
  readonly transport: Transport
  readonly pid: number | null
  /** Everything that the server wrote to standard error. */
  stderr = ''

  private constructor(client: Client, transport: Transport, pid: number | null) {
    this.client = client
    this.transport = transport
    this.pid = pid
  }

  static async connect(sandbox: Sandbox, wishes: Wishes = {}): Promise<McpClient> {
    const client = new Client(
      { name: 'test', version: '1' },
      {
        versionNegotiation: { mode: wishes.era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
        capabilities: {
          ...(wishes.person === undefined ? {} : { elicitation: {} }),
          ...(wishes.roots === undefined ? {} : { roots: { listChanged: true } }),
        },
      },
    )
    const { person, roots } = wishes
    if (person !== undefined)
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        const answer = await person(params.message)
        if (typeof answer === 'object') return { action: 'accept', content: { answer: 'write', ...answer } }
        switch (answer) {
          case 'accept':
            return { action: 'accept', content: { answer: 'write' } }
          case 'decline':
            return { action: 'accept', content: { answer: 'no' } }
          case 'not now':
          case 'keep':
          case 'overwrite':
          case 'append':
            return { action: 'accept', content: { answer } }
          case 'unfilled':
            return { action: 'accept', content: {} }
          case 'unasked':
            return { action: 'decline' }
          case 'cancel':
            return { action: 'cancel' }
        }
      })
    if (roots !== undefined)
      client.setRequestHandler('roots/list', async () => ({ roots: roots.map((folder) => ({ uri: uriOf(folder) })) }))
    const isProcess = wishes.asProcess === true || wishes.program !== undefined || wishes.args !== undefined
    if (isProcess) return McpClient.#overPipes(client, sandbox, wishes)
    const transport = serveHere(sandbox, wishes)
    await client.connect(transport)
    return new McpClient(client, transport, null)
  }

  static async #overPipes(client: Client, sandbox: Sandbox, wishes: Wishes): Promise<McpClient> {
    const env = Object.entries(sandbox.env(wishes.env)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    )
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [wishes.program ?? PROGRAM, 'mcp', ...(wishes.args ?? [])],
      cwd: wishes.cwd ?? sandbox.project,
      env: Object.fromEntries(env),
      stderr: 'pipe',
    })
    let stderr = ''
    transport.stderr?.on('data', (chunk) => {
      stderr += chunk
    })
    await client.connect(transport)
    const connected = new McpClient(client, transport, transport.pid)
    connected.stderr = stderr
    transport.stderr?.on('data', (chunk) => {
      connected.stderr += chunk
    })
    return connected
  }

  async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<Called> {
    const result = await this.client.callTool({ name, arguments: args })
    const [first] = result.content
    return {
      text: first?.type === 'text' ? first.text : '',
      value: result._meta?.['memory-bank/value'],
      isError: result.isError === true,
    }
  }

  async prompt(name: string, args: Readonly<Record<string, string>> = {}): Promise<string> {
    const { messages } = await this.client.getPrompt({ name, arguments: args })
    const content = messages[0]?.content
    return content?.type === 'text' ? content.text : ''
  }

  async close(): Promise<void> {
    await this.client.close()
  }
}

export interface Called {
  readonly text: string
  readonly value: unknown
  readonly isError: boolean
}

/** A server in this process that reads and writes bytes, as it does over pipes. */
function serveHere(sandbox: Sandbox, wishes: Wishes): Transport {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const ended = new Promise<void>((done) => input.once('end', () => done()))
  const serving = {
    folder: wishes.cwd ?? sandbox.project,
    env: sandbox.env(wishes.env),
    version: '0',
    isPinned: false,
    hasHooks: false,
    now: () => new Date(),
    progress: () => {},
  }
  const served = serveUntil(ended, serving, new StdioServerTransport(input, output))
  const client: Transport = {
    async start() {
      createInterface({ input: output }).on('line', (line) => client.onmessage?.(JSON.parse(line)))
    },
    async send(message) {
      input.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      input.end()
      await served
      output.end()
      client.onclose?.()
    },
  }
  return client
}

function uriOf(folder: string): string {
  return new URL(`file://${folder.split('/').map(encodeURIComponent).join('/')}`).href
}
