/**
 * The dashboard's HTTP server. It listens on loopback only, serves files from memory, and lets `admit.ts` check every
 * request first. It does not read the bank; `BankApi` does.
 *
 * It stops by itself: after some time without requests, and after half a day without activity even if a page is open.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { LoginAnswer, ProblemText } from '../bank/page-answers.ts'
import { isRecord } from '../base/is-record.ts'
import { type Admission, AdmissionKeys, admit, cookieName, type PageAccess } from './admit.ts'
import { HEADERS, type PageFiles, servedFiles } from './frame.ts'

/** Reads and writes of the bank, for admitted requests. */
export interface BankApi {
  readonly reads: ReadonlySet<string>
  readonly writes: ReadonlySet<string>
  read(path: string, query: URLSearchParams): Promise<ApiResponse>
  write(path: string, query: URLSearchParams, body: Readonly<Record<string, unknown>>): Promise<ApiResponse>
  /** Calls back at each change. The returned function stops it. */
  watch(changed: () => void): () => void
}

export type ApiResponse =
  | { readonly status: 200; readonly body: unknown }
  | { readonly status: ErrorStatus; readonly body: ProblemText }
type ErrorStatus = 400 | 401 | 404 | 409 | 413 | 422 | 429 | 500

export interface ServeOptions {
  readonly files: PageFiles
  readonly answers: BankApi
  /** 0 means any free port. */
  readonly port: number
  readonly idleMs: number
  /** Receive timeout. Generous, because a busy event loop may leave received bytes waiting in the socket. */
  readonly receiveTimeoutMs: number
  readonly now: () => number
  readonly onEvent: (event: PageServerEvent) => void
}

/** Events for the terminal that started the server. */
export type PageServerEvent =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'wrong-code'; readonly isVoid: boolean }
  | { readonly kind: 'failed'; readonly what: string }
  | { readonly kind: 'ended'; readonly because: 'idle' | 'closed' }

export interface RunningServer {
  readonly port: number
  /** The URL without the code. */
  readonly address: string
  /** A new one-time code. The previous one becomes invalid. */
  newCode(): string
  close(): Promise<void>
}

const EVENTS = '/api/events'
const MOST_BODY = 1024 * 1024
const MOST_CONNECTIONS = 64
const MOST_STREAMS = 12
/** Only a write to a stream shows whether its reader has disconnected. */
const BEAT_MS = 20_000
/** An open tab does not count as activity: stop 12 h after the last sign-in or write. */
const MOST_INACTIVE_MS = 12 * 60 * 60_000

export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { answers, now, onEvent } = options
  const keys = new AdmissionKeys()
  const files = servedFiles(options.files)
  const streams = new Set<ServerResponse>()
  const last = { request: now(), activity: now() }
  let access: PageAccess | undefined
  let unwatch: (() => void) | undefined

  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: options.receiveTimeoutMs,
      requestTimeout: 2 * options.receiveTimeoutMs,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      insecureHTTPParser: false,
    },
    (request, response) => {
      answerTo(request, response).catch((error: unknown) => {
        onEvent({ kind: 'failed', what: error instanceof Error ? error.message : String(error) })
        if (response.headersSent) response.destroy()
        else send(response, 500, problem('unexpected'))
      })
    },
  )
  server.maxConnections = MOST_CONNECTIONS
  // Without these listeners Node would ignore the upgrade and answer the request normally.
  server.on('upgrade', (_, socket) => drop(socket))
  server.on('connect', (_, socket) => drop(socket))
  // `Expect: 100-continue` is not supported.
  server.on('checkContinue', (_, response) => refuse(response))
  server.on('checkExpectation', (_, response) => refuse(response))
  server.on('clientError', (_, socket) => drop(socket))

  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', rawHeaders } = request
    const admitted: Admission =
      access === undefined ? { kind: 'refused' } : admit({ method, target: url, rawHeaders }, access)
    switch (admitted.kind) {
      case 'refused':
        refuse(response)
        return
      case 'file':
        sendFile(response, admitted.path)
        return
      case 'login':
        return login(request, response)
      case 'read':
        last.request = now()
        if (admitted.path === EVENTS) return stream(response)
        return deliver(response, await answers.read(admitted.path, admitted.query))
      case 'write': {
        last.request = now()
        last.activity = now()
        const body = await bodyOf(request)
        if ('status' in body) return deliver(response, body)
        return deliver(response, await answers.write(admitted.path, admitted.query, body.value))
      }
    }
  }

  function sendFile(response: ServerResponse, path: string): void {
    const file = files.get(path)
    if (file === undefined) {
      refuse(response)
      return
    }
    response.writeHead(200, { ...HEADERS, 'Content-Type': file.type, 'Content-Length': Buffer.byteLength(file.body) })
    response.end(file.body)
  }

  async function login(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const code = 'value' in body ? body.value['code'] : undefined
    if (typeof code !== 'string') return refuse(response)
    const checked = keys.checkCode(code)
    if (checked !== 'right') {
      onEvent({ kind: 'wrong-code', isVoid: checked === 'void' })
      return refuse(response)
    }
    last.request = now()
    last.activity = now()
    onEvent({ kind: 'signed-in' })
    const attributes = 'HttpOnly; SameSite=Strict; Path=/'
    response.setHeader('Set-Cookie', `${cookieName(portOf(server.address()))}=${keys.cookie}; ${attributes}`)
    const signedIn: LoginAnswer = { key: keys.page }
    send(response, 200, signedIn)
  }

  function stream(response: ServerResponse): void {
    if (streams.size >= MOST_STREAMS) {
      send(response, 429, problem('too-many'))
      return
    }
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream; charset=utf-8' })
    response.write('retry: 2000\n\n')
    streams.add(response)
    unwatch ??= answers.watch(() => broadcast('event: changed\ndata: {}\n\n'))
    response.on('close', () => {
      streams.delete(response)
      if (streams.size > 0) return
      unwatch?.()
      unwatch = undefined
    })
  }

  function broadcast(text: string): void {
    for (const response of streams) {
      // Drop a reader that has stopped reading.
      if (response.writableLength > 64 * 1024) response.destroy()
      else response.write(text)
    }
  }

  await new Promise<void>((begun, failed) => {
    server.once('error', failed)
    server.listen({ host: '127.0.0.1', port: options.port, exclusive: true }, begun)
  })
  const port = portOf(server.address())
  access = {
    port,
    keys,
    files: new Set(files.keys()),
    reads: new Set([...answers.reads, EVENTS]),
    writes: answers.writes,
  }

  const beat = setInterval(() => broadcast(': \n\n'), BEAT_MS)
  const watchIdle = setInterval(
    () => {
      // An open page counts as a request.
      if (streams.size > 0) last.request = now()
      if (now() - last.request >= options.idleMs || now() - last.activity >= Math.max(MOST_INACTIVE_MS, options.idleMs))
        void close('idle')
    },
    Math.min(1_000, options.idleMs),
  )

  let closing: Promise<void> | undefined
  function close(because: 'idle' | 'closed'): Promise<void> {
    closing ??= new Promise((done) => {
      clearInterval(beat)
      clearInterval(watchIdle)
      unwatch?.()
      server.close(() => {
        onEvent({ kind: 'ended', because })
        done()
      })
      server.closeAllConnections()
    })
    return closing
  }

  return {
    port,
    address: `http://127.0.0.1:${port}/`,
    newCode() {
      last.request = now()
      last.activity = now()
      return keys.newCode()
    },
    close: () => close('closed'),
  }
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** Every refusal gets the same answer, so that it reveals nothing. */
function refuse(response: ServerResponse): void {
  response.setHeader('Connection', 'close')
  send(response, 401, problem('not-signed-in'))
}

function drop(socket: Duplex): void {
  if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  else socket.destroy()
}

function deliver(response: ServerResponse, { status, body }: ApiResponse): void {
  send(response, status, body)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    ...HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  })
  response.end(text)
}

type Body = { readonly value: Readonly<Record<string, unknown>> } | Exclude<ApiResponse, { readonly status: 200 }>

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const pieces: Buffer[] = []
  let length = 0
  // Keep the connection: an oversized body still gets an answer.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(piece)) continue
    length += piece.length
    if (length > MOST_BODY) return { status: 413, body: problem('too-large') }
    pieces.push(piece)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { value } : { status: 400, body: problem('not-understood') }
  } catch {
    return { status: 400, body: problem('not-understood') }
  }
}

/** The server does not know the page's language, so these texts have both. */
const PROBLEMS = {
  'not-signed-in': ['Not signed in. 未登录。', 'Enter the code shown in your terminal. 请输入终端显示的验证码。'],
  'not-understood': ['The request could not be read. 无法读取请求。', 'Reload the page. 请刷新页面。'],
  'too-large': ['The text is too long. 文本过长。', 'Shorten it. 请缩短。'],
  'too-many': ['Too many pages are open. 打开的页面过多。', 'Close one of them. 请关闭一个。'],
  unexpected: [
    'This is a bug in Memory Bank. 这是 Memory Bank 的缺陷。',
    'See your terminal for details, and please report it. 详情见终端，请反馈。',
  ],
} as const

function problem(code: keyof typeof PROBLEMS): ProblemText {
  const [message, next] = PROBLEMS[code]
  return { code, message, next }
}
