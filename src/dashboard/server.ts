/**
 * The page's server: loopback only, files from memory, every request admitted before anything else looks at it
 * (`admit.ts`). It knows nothing of the bank; `Answers` does.
 *
 * It ends when nobody needs it: after some time without a request of the person's page, and, though a page is open, once
 * nobody has done anything for half a day.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SignedIn, ToldProblem } from '../bank/reports.ts'
import { isRecord } from '../base/record.ts'
import { type Admission, admit, cookieName, type Door, Keys } from './admit.ts'
import { HEADERS, type PageFiles, servedFiles } from './frame.ts'

/** What is asked of the bank, once the asker is admitted. */
export interface Answers {
  readonly reads: ReadonlySet<string>
  readonly writes: ReadonlySet<string>
  read(path: string, query: URLSearchParams): Promise<Answered>
  write(path: string, query: URLSearchParams, body: Readonly<Record<string, unknown>>): Promise<Answered>
  /** Calls back at each change; the answer ends it. */
  watch(changed: () => void): () => void
}

export type Answered =
  | { readonly status: 200; readonly body: unknown }
  | { readonly status: Fault; readonly body: ToldProblem }
type Fault = 400 | 401 | 404 | 409 | 413 | 422 | 429 | 500

export interface Serving {
  readonly files: PageFiles
  readonly answers: Answers
  /** 0: any that is free. */
  readonly port: number
  readonly idleMs: number
  /** How long a request may take to come; we may be too busy to read what has long been sent. */
  readonly patienceMs: number
  readonly now: () => number
  readonly hear: (news: News) => void
}

/** What whoever started the server should know. */
export type News =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'wrong-code'; readonly isVoid: boolean }
  | { readonly kind: 'failed'; readonly what: string }
  | { readonly kind: 'ended'; readonly because: 'idle' | 'closed' }

export interface Running {
  readonly port: number
  /** Without the code. */
  readonly address: string
  /** A code that works once; the one before it is void. */
  newCode(): string
  close(): Promise<void>
}

const EVENTS = '/api/events'
const MOST_BODY = 1024 * 1024
const MOST_CONNECTIONS = 64
const MOST_STREAMS = 12
/** A stream whose reader is gone without a word is noticed by writing to it. */
const BEAT_MS = 20_000
/** A page that is open, and reads what changes, does not keep us for ever: somebody must have signed in or written. */
const UNATTENDED_MS = 12 * 60 * 60_000

export async function serve(serving: Serving): Promise<Running> {
  const { answers, now, hear } = serving
  const keys = new Keys()
  const files = servedFiles(serving.files)
  const streams = new Set<ServerResponse>()
  const life = { asked: now(), attended: now() }
  let door: Door | undefined
  let unwatch: (() => void) | undefined

  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: serving.patienceMs,
      requestTimeout: 2 * serving.patienceMs,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      insecureHTTPParser: false,
    },
    (request, response) => {
      answerTo(request, response).catch((error: unknown) => {
        hear({ kind: 'failed', what: error instanceof Error ? error.message : String(error) })
        if (response.headersSent) response.destroy()
        else send(response, 500, UNEXPECTED)
      })
    },
  )
  server.maxConnections = MOST_CONNECTIONS
  // Without a listener Node would answer such a request as if it had not asked to change the protocol.
  server.on('upgrade', (_, socket) => drop(socket))
  server.on('connect', (_, socket) => drop(socket))
  // Who waits to be told to go on is answered by what came so far.
  server.on('checkContinue', (_, response) => refuse(response))
  server.on('checkExpectation', (_, response) => refuse(response))
  server.on('clientError', (_, socket) => drop(socket))

  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', rawHeaders } = request
    const admitted: Admission =
      door === undefined ? { kind: 'refused' } : admit({ method, target: url, rawHeaders }, door)
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
        life.asked = now()
        if (admitted.path === EVENTS) return stream(response)
        return deliver(response, await answers.read(admitted.path, admitted.query))
      case 'write': {
        life.asked = now()
        life.attended = now()
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
    const traded = keys.trade(code)
    if (traded !== 'right') {
      hear({ kind: 'wrong-code', isVoid: traded === 'void' })
      return refuse(response)
    }
    life.asked = now()
    life.attended = now()
    hear({ kind: 'signed-in' })
    const attributes = 'HttpOnly; SameSite=Strict; Path=/'
    response.setHeader('Set-Cookie', `${cookieName(portOf(server.address()))}=${keys.cookie}; ${attributes}`)
    const signedIn: SignedIn = { key: keys.page }
    send(response, 200, signedIn)
  }

  function stream(response: ServerResponse): void {
    if (streams.size >= MOST_STREAMS) {
      send(response, 429, TOO_MANY)
      return
    }
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream; charset=utf-8' })
    response.write('retry: 2000\n\n')
    streams.add(response)
    unwatch ??= answers.watch(() => tellStreams('event: changed\ndata: {}\n\n'))
    response.on('close', () => {
      streams.delete(response)
      if (streams.size > 0) return
      unwatch?.()
      unwatch = undefined
    })
  }

  function tellStreams(text: string): void {
    for (const response of streams) {
      // A reader that takes nothing any more is let go.
      if (response.writableLength > 64 * 1024) response.destroy()
      else response.write(text)
    }
  }

  await new Promise<void>((begun, failed) => {
    server.once('error', failed)
    server.listen({ host: '127.0.0.1', port: serving.port, exclusive: true }, begun)
  })
  const port = portOf(server.address())
  door = {
    port,
    keys,
    files: new Set(files.keys()),
    reads: new Set([...answers.reads, EVENTS]),
    writes: answers.writes,
  }

  const beat = setInterval(() => tellStreams(': \n\n'), BEAT_MS)
  const watchIdle = setInterval(
    () => {
      // A page that is open counts as one that asks.
      if (streams.size > 0) life.asked = now()
      if (now() - life.asked >= serving.idleMs || now() - life.attended >= Math.max(UNATTENDED_MS, serving.idleMs))
        void close('idle')
    },
    Math.min(1_000, serving.idleMs),
  )

  let closing: Promise<void> | undefined
  function close(because: 'idle' | 'closed'): Promise<void> {
    closing ??= new Promise((done) => {
      clearInterval(beat)
      clearInterval(watchIdle)
      unwatch?.()
      server.close(() => {
        hear({ kind: 'ended', because })
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
      life.asked = now()
      life.attended = now()
      return keys.newCode()
    },
    close: () => close('closed'),
  }
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** The same for everyone who is not let in, whatever the reason. */
function refuse(response: ServerResponse): void {
  response.setHeader('Connection', 'close')
  send(response, 401, NOT_SIGNED_IN)
}

function drop(socket: Duplex): void {
  if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  else socket.destroy()
}

function deliver(response: ServerResponse, { status, body }: Answered): void {
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

type Body = { readonly value: Readonly<Record<string, unknown>> } | Exclude<Answered, { readonly status: 200 }>

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const pieces: Buffer[] = []
  let length = 0
  // An answer is still due, so the connection stays though not all of it is read.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(piece)) continue
    length += piece.length
    if (length > MOST_BODY) return { status: 413, body: TOO_LARGE }
    pieces.push(piece)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { value } : { status: 400, body: NOT_UNDERSTOOD }
  } catch {
    return { status: 400, body: NOT_UNDERSTOOD }
  }
}

/** Said by the door, which knows no language: the page has its own words for the first, and the others are ours to mend. */
const NOT_SIGNED_IN: ToldProblem = told(
  'not-signed-in',
  'Not signed in. 未登录。',
  'Enter the code that the terminal shows. 请输入终端显示的代码。',
)
const NOT_UNDERSTOOD: ToldProblem = told(
  'not-understood',
  'The request could not be read. 无法读取请求。',
  'Reload the page. 请刷新页面。',
)
const TOO_LARGE: ToldProblem = told('too-large', 'The text is too long. 文本过长。', 'Shorten it. 请缩短。')
const TOO_MANY: ToldProblem = told(
  'too-many',
  'Too many pages are open. 打开的页面过多。',
  'Close one of them. 请关闭其中一个。',
)
const UNEXPECTED: ToldProblem = told(
  'unexpected',
  'This is a bug in memory-bank. 这是 memory-bank 的缺陷。',
  'The terminal says more; please report it. 终端有更多信息，请反馈。',
)

function told(code: string, message: string, next: string): ToldProblem {
  return { code, message, next }
}
