/** Raw requests over a socket, which no client library would send, and parsing of the answers. */

import { connect } from 'node:net'
import type { LoginAnswer } from '../../src/bank/page-answers.ts'
import {
  type BankApi,
  type PageServerEvent,
  type RunningServer,
  type ServeOptions,
  serve,
} from '../../src/dashboard/server.ts'

export interface RawAnswer {
  readonly status: number
  /** Names are in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Sends these bytes and reads until the server closes or has sent the announced length. */
export function raw(port: number, text: string, body: Uint8Array = Buffer.of()): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.concat([Buffer.from(text), body])))
    let whole = ''
    const finish = () => {
      socket.destroy()
      resolve(parsed(whole))
    }
    socket.on('data', (data) => {
      whole += data.toString('utf8')
      const { headers, body } = parsed(whole)
      const length = headers.get('content-length')
      if (length !== undefined && Buffer.byteLength(body) >= Number(length)) finish()
    })
    socket.on('end', finish)
    socket.on('error', (error) => {
      if (whole === '') reject(error)
      else finish()
    })
  })
}

function parsed(whole: string): RawAnswer {
  const end = whole.indexOf('\r\n\r\n')
  const head = (end === -1 ? whole : whole.slice(0, end)).split('\r\n')
  const headers = head.slice(1).map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(head[0]?.split(' ')[1] ?? 0),
    headers: new Map(headers),
    body: end === -1 ? '' : whole.slice(end + 4),
  }
}

export type Headers = Readonly<Record<string, string | undefined>>

/** A request line with headers. Undefined headers are left out. */
export function request(line: string, headers: Headers): string {
  const sent = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return [`${line} HTTP/1.1`, ...sent, '', ''].join('\r\n')
}

export interface Served extends RunningServer {
  readonly host: string
  readonly news: PageServerEvent[]
  /** Requests that reached the API. */
  readonly asked: string[]
  /** Sends a request like the page. */
  get(path: string, headers?: Headers): Promise<RawAnswer>
  post(path: string, body: unknown, headers?: Headers): Promise<RawAnswer>
  /** Exchanges a code for the page's cookie and key. */
  signIn(code?: string): Promise<Session>
}

interface Session {
  readonly cookie: string
  readonly key: string
}

export type Wishes = Partial<Pick<ServeOptions, 'idleMs' | 'now' | 'receiveTimeoutMs' | 'port'>> & {
  readonly answers?: Partial<BankApi>
}

/** A server that echoes requests. */
export async function started(wishes: Wishes = {}): Promise<Served> {
  const news: PageServerEvent[] = []
  const asked: string[] = []
  const answers: BankApi = {
    reads: new Set(['/api/status']),
    writes: new Set(['/api/accept']),
    async read(path, query) {
      asked.push(`read ${path} ${query}`)
      return { status: 200, body: { read: path } }
    },
    async write(path, _, body) {
      asked.push(`write ${path} ${JSON.stringify(body)}`)
      return { status: 200, body: { wrote: path } }
    },
    watch: () => () => {},
    ...wishes.answers,
  }
  const running = await serve({
    files: { script: 'script()', style: 'body{}' },
    answers,
    port: wishes.port ?? 0,
    idleMs: wishes.idleMs ?? 60_000,
    receiveTimeoutMs: wishes.receiveTimeoutMs ?? 200_000,
    now: wishes.now ?? Date.now,
    onEvent: (event) => news.push(event),
  })
  const host = `127.0.0.1:${running.port}`
  let session: Session | undefined
  const own = (): Headers => ({
    Host: host,
    Connection: 'close',
    'Sec-Fetch-Site': 'same-origin',
    Cookie: session?.cookie,
    'memory-bank-key': session?.key,
  })
  const get = (path: string, headers: Headers = {}) =>
    raw(running.port, request(`GET ${path}`, { ...own(), ...headers }))
  const post = (path: string, body: unknown, headers: Headers = {}) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const sent = {
      ...own(),
      Origin: `http://${host}`,
      'Content-Type': 'application/json',
      'Content-Length': String(bytes.length),
      ...headers,
    }
    return raw(running.port, request(`POST ${path}`, sent), bytes)
  }
  return {
    ...running,
    host,
    news,
    asked,
    get,
    post,
    async signIn(code = running.newCode()) {
      const answer = await post('/api/login', { code })
      const signedIn: LoginAnswer = JSON.parse(answer.body)
      session = { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', key: signedIn.key }
      return session
    },
  }
}
