/**
 * Who may ask the page's server for what (S54), decided on the request as it came, before any of it is looked up.
 *
 * A target is never normalised: it is compared whole with the list of what there is, so that no spelling of a path is
 * checked as one thing and served as another. Every refusal is the same, so that it tells nothing.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { PAGE_KEY } from '../bank/reports.ts'

/** A request before its body: what came, nothing derived from it. */
export interface Came {
  readonly method: string
  /** As it stands in the request line. */
  readonly target: string
  /** Names and values by turns, in the order they came in. */
  readonly rawHeaders: readonly string[]
}

export type Admission =
  | { readonly kind: 'refused' }
  /** A file of the page itself, which holds nothing of the bank. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'login' }
  | { readonly kind: 'read'; readonly path: string; readonly query: URLSearchParams }
  | { readonly kind: 'write'; readonly path: string; readonly query: URLSearchParams }

export interface Door {
  readonly port: number
  readonly keys: Keys
  readonly files: ReadonlySet<string>
  readonly reads: ReadonlySet<string>
  readonly writes: ReadonlySet<string>
}

const REFUSED: Admission = { kind: 'refused' }
const LOGIN = '/api/login'

export function admit({ method, target, rawHeaders }: Came, door: Door): Admission {
  const header = headersOf(rawHeaders)
  const host = header('host')
  if (host === undefined || !hostsOf(door.port).includes(host)) return REFUSED
  // Nobody upgrades, and nobody asks for what is answered across origins.
  if (header('upgrade') !== undefined || header('access-control-request-method') !== undefined) return REFUSED
  const [path = '', query = ''] = splitTarget(target)
  const params = new URLSearchParams(query)
  if (method === 'GET') {
    if (door.files.has(path)) return mayLoad(path, header) ? { kind: 'file', path } : REFUSED
    const isReader = isOwnRead(header) && hasCookie(header, door)
    return isReader && door.reads.has(path) ? { kind: 'read', path, query: params } : REFUSED
  }
  if (method !== 'POST' || !isOwnWrite(header, host)) return REFUSED
  if (path === LOGIN) return { kind: 'login' }
  if (!hasCookie(header, door) || !isSame(header(PAGE_KEY) ?? '', door.keys.page)) return REFUSED
  return door.writes.has(path) ? { kind: 'write', path, query: params } : REFUSED
}

/** The name holds the port, since a browser keeps one set of cookies for all ports of an address. */
export function cookieName(port: number): string {
  return `memory-bank-${port}`
}

/** `localhost` is what a tunnel from another machine opens. */
function hostsOf(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`]
}

type Header = (name: string) => string | undefined

/** A header that comes twice is none: whoever reads it next might take the other one. */
function headersOf(raw: readonly string[]): Header {
  return (name) => {
    const values = raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === name)
    return values.length === 1 ? values[0] : undefined
  }
}

function splitTarget(target: string): readonly [string, string] {
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}

/** The page itself may be opened from anywhere, by a person; its parts are loaded by it alone, and nobody frames it. */
function mayLoad(path: string, header: Header): boolean {
  if (path !== '/') return isOwnRead(header)
  const destination = header('sec-fetch-dest')
  return destination === undefined || destination === 'document'
}

/** Browsers say where a request comes from; `none` is one that a person typed. */
function isOwnRead(header: Header): boolean {
  const site = header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** A form or a page of another origin cannot send these together without asking first, and nobody answers that. */
function isOwnWrite(header: Header, host: string): boolean {
  return (
    header('content-type') === 'application/json' &&
    header('content-encoding') === undefined &&
    header('origin') === `http://${host}` &&
    header('sec-fetch-site') === 'same-origin'
  )
}

function hasCookie(header: Header, { port, keys }: Door): boolean {
  const named = `${cookieName(port)}=`
  const values = (header('cookie') ?? '').split(/; ?/).filter((part) => part.startsWith(named))
  return values.some((part) => isSame(part.slice(named.length), keys.cookie))
}

/** So many wrong guesses, and the code is void. */
const MOST_GUESSES = 5
/** 60 bits, without letters that look like others. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz023456789'
const CODE_LETTERS = 12

export type Trade = 'right' | 'wrong' | 'void'

/**
 * The secrets of one running page (S54), in memory only: a code that the terminal shows and that works once, the cookie
 * that it is traded for, and the key that every write of the page carries.
 */
export class Keys {
  readonly cookie = randomBytes(32).toString('base64url')
  readonly page = randomBytes(32).toString('base64url')
  #code: string | undefined
  #guesses = 0

  /** The one before it is void. */
  newCode(): string {
    const letters = [...randomBytes(CODE_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length])
    this.#code = letters.join('')
    this.#guesses = 0
    return this.#code.replace(/(.{4})(?=.)/g, '$1-')
  }

  /** Right once; `void`: with this guess the code is given up, or there is none. */
  trade(typed: string): Trade {
    if (this.#code === undefined) return 'void'
    // People type it in capitals, with or without its hyphens.
    const isRight = isSame(typed.toLowerCase().replace(/[^a-z0-9]/g, ''), this.#code)
    this.#guesses += 1
    if (!isRight && this.#guesses < MOST_GUESSES) return 'wrong'
    this.#code = undefined
    return isRight ? 'right' : 'void'
  }
}

/** In a time that says nothing about where they differ, or how long they are. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}
