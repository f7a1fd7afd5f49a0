/**
 * Paths as the kernel would see them, and whether they lie in the bank.
 *
 * A path is resolved through links (those on the disk and those the command itself makes) before it
 * is compared, and compared part by part: `memory-bank-old` is not in `memory-bank`.
 */

import { BANK_FOLDER } from '../core/layout.ts'
import { hasUnknown, UNKNOWN } from './text.ts'

export interface Disk {
  readonly readFile: (absolutePath: string) => string | undefined
  readonly realPath: (absolutePath: string) => string
  readonly list: (absoluteFolder: string) => readonly string[]
  /** The bank file of which this path is a second name (a hard link), if the caller can tell. */
  readonly twin?: ((absolutePath: string) => string | undefined) | undefined
}

export interface ProtectedPlaces {
  readonly bank: string
  readonly project: string
  /** The folder of our own records, if the caller keeps any. */
  readonly state?: string | undefined
  readonly caseBlind: boolean
}

/** `state`: our own records; `above`: an ancestor of the bank; `perhaps`: unknown text in it could lead there. */
export type Place = 'bank' | 'config' | 'state' | 'above' | 'perhaps' | 'elsewhere'

const CONFIG_NAME = 'memory-bank.json'

export function placeOf(path: string, kept: ProtectedPlaces): Place {
  const bank = fold(kept.bank, kept)
  const linkName = fold(`${kept.project}/${BANK_FOLDER}`, kept)
  const place = fold(path, kept)
  if (isInState(place, kept) && !within(place, bank)) return 'state'
  if (hasUnknown(place)) return placeOfUnknown(place, bank, fold(`${kept.project}/${CONFIG_NAME}`, kept))
  if (within(place, bank) || within(place, linkName)) return 'bank'
  if (place === fold(`${kept.project}/${CONFIG_NAME}`, kept)) return 'config'
  if (within(bank, place) || within(linkName, place)) return 'above'
  return 'elsewhere'
}

/** Whether the known beginning of a place lies among our own records. */
function isInState(place: string, kept: ProtectedPlaces): boolean {
  const [known = ''] = place.split(UNKNOWN, 1)
  return kept.state !== undefined && within(known, fold(kept.state, kept))
}

/** Whether our own records lie below a folder, so that moving or removing it takes them along. */
export function holdsState(folder: string, kept: ProtectedPlaces): boolean {
  return kept.state !== undefined && within(fold(kept.state, kept), fold(folder, kept))
}

function placeOfUnknown(place: string, bank: string, config: string): Place {
  const end = place.indexOf(UNKNOWN)
  const known = place.slice(0, end)
  const folder = known.slice(0, Math.max(known.lastIndexOf('/'), 0)) || '/'
  if (known.startsWith(`${bank}/`)) return 'bank'
  if (known === '') return namedBehind(place.slice(end), bank, config) ?? 'perhaps'
  if (!within(bank, folder)) return 'elsewhere'
  const named = known.endsWith('/') ? namedBehind(place.slice(end), bank, config) : undefined
  if (named !== undefined) return named
  // A known beginning of a name that is not the bank's cannot become it: `src-UNKNOWN/x` beside `memory-bank`.
  const started = known.slice(known.lastIndexOf('/') + 1)
  const wanted = folder === '/' ? bank.slice(1) : bank.slice(folder.length + 1)
  const mayBeConfig = folder === config.slice(0, config.lastIndexOf('/')) && nameOf(config).startsWith(started)
  return wanted.startsWith(started) || mayBeConfig ? 'perhaps' : 'elsewhere'
}

/** What the names behind the unknown part say: the bank's own, or that of its settings. */
function namedBehind(rest: string, bank: string, config: string): Place | undefined {
  const names = rest.split('/').slice(1)
  if (names.includes(nameOf(bank)) || names.includes(BANK_FOLDER)) return 'bank'
  return names.length === 1 && names[0] === nameOf(config) ? 'config' : undefined
}

/** Whether `path` is `folder` or lies below it. */
export function within(path: string, folder: string): boolean {
  if (path === folder) return true
  return folder === '/' ? path.startsWith('/') : path.startsWith(`${folder}/`)
}

export function nameOf(path: string): string {
  const end = path.endsWith('/') ? path.slice(0, -1) : path
  return end.slice(end.lastIndexOf('/') + 1)
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash <= 0 ? '/' : path.slice(0, slash)
}

/** The path seen from a working directory. A path that begins with unknown text may be absolute and stays as it is. */
export function anchor(cwd: string, path: string): string {
  return path.startsWith(UNKNOWN) ? path : join(cwd, path)
}

export function join(folder: string, path: string): string {
  if (path.startsWith('/')) return path
  return folder.endsWith('/') ? folder + path : `${folder}/${path}`
}

/** The path without `.`, `..` and doubled slashes, by its text alone. */
export function tidy(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.length > 0 && hasUnknown(parts.at(-1) ?? '')) parts.push(UNKNOWN)
    else parts.pop()
  }
  const text = parts.join('/')
  return path.startsWith(UNKNOWN) ? text : `/${text}`
}

function fold(path: string, kept: ProtectedPlaces): string {
  return kept.caseBlind ? path.toLowerCase() : path
}

/** Where a path leads if links are followed; `last` says whether its last part is followed too. */
export function resolve(
  path: string,
  cwd: string,
  disk: Disk,
  links: ReadonlyMap<string, string>,
  last: 'follow' | 'keep',
): string {
  let full = anchor(cwd, path)
  for (let hops = 0; hops < 8; hops += 1) {
    const real = resolveOnDisk(full, disk, last)
    const through = links.size === 0 ? undefined : throughLinks(real, links, last)
    if (through === undefined) return real
    full = through
  }
  return full
}

function resolveOnDisk(full: string, disk: Disk, last: 'follow' | 'keep'): string {
  if (full.startsWith(UNKNOWN)) return tidy(full)
  const physical = /[^/]\/+\.\.(\/|$)/.test(full) ? stepwise(full, disk) : tidy(full)
  if (last === 'keep') {
    const parent = parentOf(physical)
    return physical === '/' ? physical : join(realUpToUnknown(parent, disk), nameOf(physical))
  }
  return realUpToUnknown(physical, disk)
}

/** `..` leaves the place a link leads to, not the folder the link stands in. */
function stepwise(full: string, disk: Disk): string {
  let at = '/'
  for (const part of full.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') at = join(at, part)
    else if (hasUnknown(nameOf(at))) at = join(at, UNKNOWN)
    else at = parentOf(realUpToUnknown(at, disk))
  }
  return tidy(at)
}

function realUpToUnknown(path: string, disk: Disk): string {
  const end = path.indexOf(UNKNOWN)
  if (end === -1) return disk.realPath(path)
  const slash = path.lastIndexOf('/', end)
  if (slash <= 0) return path
  const real = disk.realPath(path.slice(0, slash))
  return (real === '/' ? '' : real) + path.slice(slash)
}

function throughLinks(path: string, links: ReadonlyMap<string, string>, last: 'follow' | 'keep'): string | undefined {
  for (const [name, target] of links) {
    if (path === name && last === 'keep') continue
    if (within(path, name)) return target + path.slice(name.length)
  }
  return undefined
}
