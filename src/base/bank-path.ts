/** A path inside the bank: relative, forward slashes, no way out. `bankPath` is its only constructor. */

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

/** What makes a path worth parsing: a backslash, a drive, or a part that is empty, `.` or `..`. Most paths have none of these. */
const UNCLEAN = /[\\\0]|^[A-Za-z]:|(?:^|\/)\.{0,2}(?:\/|$)/

/** For paths that the code itself spells; a wrong one is a bug. */
export function knownPath(raw: string): BankPath {
  const path = bankPath(raw)
  if (path === undefined) throw new Error(`not a bank path: ${raw}`)
  return path
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The directory part, or `''` for a path at the top of the bank. */
export function directoryOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '' : path.slice(0, slash)
}
