/**
 * Admission of requests to the dashboard's server (S54), decided on the raw request.
 *
 * A path is never normalised. It is compared whole with a fixed list, so no spelling can be checked as one path and
 * served as another. Every refusal is the same, so that it reveals nothing.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { PAGE_KEY } from '../bank/page-answers.ts'

/** A request without its body, exactly as it arrived. */
export interface RawRequest {
  readonly method: string
  /** The target of the request line. */
  readonly target: string
  /** Names and values alternately, in the order they arrived. */
  readonly rawHeaders: readonly string[]
}

export type Admission =
  | { readonly kind: 'refused' }
  /** A file of the page itself; it contains nothing from the bank. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'login' }
  | { readonly kind: 'read'; readonly path: string; readonly query: URLSearchParams }
  | { readonly kind: 'write'; readonly path: string; readonly query: URLSearchParams }

export interface PageAccess {
  readonly port: number
  readonly keys: AdmissionKeys
  readonly files: ReadonlySet<string>
  readonly reads: ReadonlySet<string>
  readonly writes: ReadonlySet<string>
}

const REFUSED: Admission = { kind: 'refused' }
const LOGIN = '/api/login'

export function admit({ method, target, rawHeaders }: RawRequest, access: PageAccess): Admission {
  const header = headersOf(rawHeaders)
  const host = header('host')
  if (host === undefined || !hostsOf(access.port).includes(host)) return REFUSED
  // No protocol upgrades and no CORS preflights.
  if (header('upgrade') !== undefined || header('access-control-request-method') !== undefined) return REFUSED
  const [path = '', query = ''] = splitTarget(target)
  const params = new URLSearchParams(query)
  if (method === 'GET') {
    if (access.files.has(path)) return mayLoad(path, header) ? { kind: 'file', path } : REFUSED
    const isReader = isOwnRead(header) && hasCookie(header, access)
    return isReader && access.reads.has(path) ? { kind: 'read', path, query: params } : REFUSED
  }
  if (method !== 'POST' || !isOwnWrite(header, host)) return REFUSED
  if (path === LOGIN) return { kind: 'login' }
  if (!hasCookie(header, access) || !isSame(header(PAGE_KEY) ?? '', access.keys.page)) return REFUSED
  return access.writes.has(path) ? { kind: 'write', path, query: params } : REFUSED
}

/** Includes the port, because browsers share cookies among all ports of an address. */
export function cookieName(port: number): string {
  return `memory-bank-${port}`
}

/** SSH tunnels use `localhost`. */
function hostsOf(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`]
}

type Header = (name: string) => string | undefined

/** A header given twice counts as missing: another reader might take the other value. */
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

/** A person may open the page from any link. Only the page itself loads its files, and no frame may contain it. */
function mayLoad(path: string, header: Header): boolean {
  if (path !== '/') return isOwnRead(header)
  const destination = header('sec-fetch-dest')
  return destination === undefined || destination === 'document'
}

/** Browsers send the requesting site; `none` means that the user typed the address. */
function isOwnRead(header: Header): boolean {
  const site = header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** Another origin can send this combination only after a CORS preflight, which is refused. */
function isOwnWrite(header: Header, host: string): boolean {
  return (
    header('content-type') === 'application/json' &&
    header('content-encoding') === undefined &&
    header('origin') === `http://${host}` &&
    header('sec-fetch-site') === 'same-origin'
  )
}

function hasCookie(header: Header, { port, keys }: PageAccess): boolean {
  const named = `${cookieName(port)}=`
  const values = (header('cookie') ?? '').split(/; ?/).filter((part) => part.startsWith(named))
  return values.some((part) => isSame(part.slice(named.length), keys.cookie))
}

/** After this many wrong guesses the code becomes invalid. */
const MOST_GUESSES = 5
/** 12 of these are 60 bits. Look-alike characters are left out. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz023456789'
const CODE_LETTERS = 12

export type CodeCheck = 'right' | 'wrong' | 'void'

/**
 * The secrets of one running dashboard (S54), in memory only: a one-time code shown in the terminal, the cookie it is
 * exchanged for, and the key that every write carries.
 */
export class AdmissionKeys {
  readonly cookie = randomBytes(32).toString('base64url')
  readonly page = randomBytes(32).toString('base64url')
  #code: string | undefined
  #guesses = 0

  /** The previous code becomes invalid. */
  newCode(): string {
    const letters = [...randomBytes(CODE_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length])
    this.#code = letters.join('')
    this.#guesses = 0
    return this.#code.replace(/(.{4})(?=.)/g, '$1-')
  }

  /** Each code is accepted once. `void` means that no code is valid any more. */
  checkCode(typed: string): CodeCheck {
    if (this.#code === undefined) return 'void'
    // Users may type capitals and leave out hyphens.
    const isRight = isSame(typed.toLowerCase().replace(/[^a-z0-9]/g, ''), this.#code)
    this.#guesses += 1
    if (!isRight && this.#guesses < MOST_GUESSES) return 'wrong'
    this.#code = undefined
    return isRight ? 'right' : 'void'
  }
}

/** Compares in constant time; hashing hides the lengths too. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}
