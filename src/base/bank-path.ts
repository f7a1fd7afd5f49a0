/**
 * A path inside the bank: relative, with forward slashes, never out of the bank. `bankPath` is its only constructor.
 */

declare const brand: unique symbol
export type BankPath = string & { readonly [brand]: 'BankPath' }

export function bankPath(raw: string): BankPath | undefined {
  if (!UNCLEAN.test(raw)) return raw as BankPath
  const slashed = raw.replaceAll('\\', '/')
  if (slashed.startsWith('/') || /^[A-Za-z]:/.test(slashed) || slashed.includes('\0')) return undefined
  const parts = slashed.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.includes('..')) return undefined
  return parts.join('/') as BankPath
}

/**
 * A path with one of these must be parsed: a backslash, a drive, or a part that is empty, `.` or `..`. Most paths have
 * none.
 */
const UNCLEAN = /[\\\0]|^[A-Za-z]:|(?:^|\/)\.{0,2}(?:\/|$)/

/** For paths that are spelled in the code; a wrong one is a bug. */
export function knownPath(raw: string): BankPath {
  const path = bankPath(raw)
  if (path === undefined) throw new Error(`not a bank path: ${raw}`)
  return path
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** `a/b/../c` is `a/c`; a `..` beyond the top is dropped. */
export function withoutDots(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** The directory part, or `''` for a path at the top of the bank. */
export function directoryOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '' : path.slice(0, slash)
}
