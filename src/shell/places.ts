/**
 * Paths as the kernel would resolve them, and whether they are in the bank.
 *
 * Links are resolved first. Then paths are compared part by part: `memory-bank-old` is not in `memory-bank`.
 */

import { BANK_FOLDER } from '../base/layout.ts'

/** A placeholder for text that only a run would show. It may be empty, and is never guessed. */
export const UNKNOWN = '\uE000'

export function hasUnknown(text: string): boolean {
  return text.includes(UNKNOWN)
}

export interface Disk {
  readonly readFile: (absolutePath: string) => string | undefined
  readonly realPath: (absolutePath: string) => string
  readonly list: (absoluteFolder: string) => readonly string[]
  /** The bank file of which this path is a hard link, if the caller can tell. */
  readonly twin?: ((absolutePath: string) => string | undefined) | undefined
}

export interface ProtectedPlaces {
  readonly bank: string
  readonly project: string
  /** The folder of Memory Bank's state, if there is one. */
  readonly state?: string | undefined
  /** The key of Memory Bank's seals. */
  readonly key?: string | undefined
  readonly caseBlind: boolean
}

/** `state`: Memory Bank's state; `above`: an ancestor of the bank; `perhaps`: unknown text could lead to the bank. */
export type Place = 'bank' | 'config' | 'state' | 'above' | 'perhaps' | 'elsewhere'

const CONFIG_NAME = 'memory-bank.json'

export function placeOf(path: string, kept: ProtectedPlaces): Place {
  const [place = '', bank = '', linkName = '', config = '', state] = [
    path,
    kept.bank,
    `${kept.project}/${BANK_FOLDER}`,
    `${kept.project}/${CONFIG_NAME}`,
    ...(kept.state === undefined ? [] : [kept.state]),
  ].map((one) => (kept.caseBlind ? one.toLowerCase() : one))
  const [known = ''] = place.split(UNKNOWN, 1)
  if (state !== undefined && within(known, state) && !within(place, bank)) return 'state'
  if (hasUnknown(place)) return placeOfUnknown(place, bank, config)
  if (within(place, bank) || within(place, linkName)) return 'bank'
  if (place === config) return 'config'
  return within(bank, place) || within(linkName, place) ? 'above' : 'elsewhere'
}

function placeOfUnknown(place: string, bank: string, config: string): Place {
  const end = place.indexOf(UNKNOWN)
  const known = place.slice(0, end)
  const folder = parentOf(known)
  const names = known === '' || known.endsWith('/') ? place.slice(end).split('/').slice(1) : []
  if (known.startsWith(`${bank}/`)) return 'bank'
  if (known !== '' && !within(bank, folder)) return 'elsewhere'
  if (names.includes(nameOf(bank)) || names.includes(BANK_FOLDER)) return 'bank'
  if (names.length === 1 && names[0] === CONFIG_NAME) return 'config'
  // A known prefix that does not begin the bank's name rules the bank out: `src-UNKNOWN/x` next to `memory-bank`.
  const started = known.slice(known.lastIndexOf('/') + 1)
  const wanted = folder === '/' ? bank.slice(1) : bank.slice(folder.length + 1)
  const mayBeConfig = folder === parentOf(config) && CONFIG_NAME.startsWith(started)
  return known === '' || wanted.startsWith(started) || mayBeConfig ? 'perhaps' : 'elsewhere'
}

/** Whether `path` is `folder` or below it. */
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

/** A path that begins with unknown text may be absolute and stays as it is. */
export function join(folder: string, path: string): string {
  if (path.startsWith('/') || path.startsWith(UNKNOWN)) return path
  return folder.endsWith('/') ? folder + path : `${folder}/${path}`
}

/** Removes `.`, `..` and doubled slashes without looking at the disk. */
export function tidy(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (hasUnknown(parts.at(-1) ?? '')) parts.push(UNKNOWN)
    else parts.pop()
  }
  return path.startsWith(UNKNOWN) ? parts.join('/') : `/${parts.join('/')}`
}

/** Resolves the links of an absolute path. `last` says whether a link as the last part is followed too. */
export function resolve(full: string, disk: Disk, last: 'follow' | 'keep'): string {
  if (full.startsWith(UNKNOWN)) return tidy(full)
  const physical = tidy(full)
  if (last === 'follow' || physical === '/') return realUpToUnknown(physical, disk)
  const folder = realUpToUnknown(parentOf(physical), disk)
  return `${folder === '/' ? '' : folder}/${nameOf(physical)}`
}

function realUpToUnknown(path: string, disk: Disk): string {
  const end = path.indexOf(UNKNOWN)
  if (end === -1) return disk.realPath(path)
  const slash = path.lastIndexOf('/', end)
  if (slash <= 0) return path
  const real = disk.realPath(path.slice(0, slash))
  return (real === '/' ? '' : real) + path.slice(slash)
}
