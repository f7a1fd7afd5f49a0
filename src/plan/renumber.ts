/**
 * Two requirements of one number, as two branches may give it: the one that came in later gets the next free number (S55).
 *
 * Its file, its title, its row of the index and every link to it follow. A bare mention follows where it certainly means
 * this one: in its own file, and in files that came with it alone. Where both came in one commit, as in a shallow clone,
 * that commit tells nothing. Other mentions are named to the reader; the other requirement and user blocks are never
 * written.
 */

import type { Draft } from '../bank/draft.ts'
import { numberIn, requirementNumber, withoutNumber } from '../bank/entry.ts'
import type { Arrival } from '../bank/snapshot.ts'
import { type BankPath, baseName, directoryOf, knownPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import { folderPath, isIndexPath } from '../base/layout.ts'
import { latestDateIn } from '../base/dates.ts'
import type { PlanInput } from './plan-input.ts'

export function renumberClashes(draft: Draft, input: Pick<PlanInput, 'readArrivals' | 'readNamesElsewhere'>): void {
  const clashes = clashesIn(draft)
  if (clashes.length === 0) return
  const arrivals = input.readArrivals(draft.paths())
  for (const clash of clashes) {
    const [, ...later] = clash.toSorted((a, b) => firstHere(a, b, arrivals, draft))
    const commits = clash.map((path) => arrivals.get(path)?.commit)
    for (const path of later) {
      const commit = arrivals.get(path)?.commit
      const isAlone = commit !== undefined && commits.filter((one) => one === commit).length === 1
      const cameWith = (one: BankPath) => isAlone && arrivals.get(one)?.commit === commit
      renumber(draft, path, cameWith, input.readNamesElsewhere())
    }
  }
}

/** The files of requirements by number, where a number has several. */
function clashesIn(draft: Draft): readonly (readonly BankPath[])[] {
  const byNumber = new Map<number, BankPath[]>()
  for (const path of draft.paths()) {
    const number = numberIn(baseName(path))
    if (number === undefined || !isRequirement(path)) continue
    byNumber.set(number, [...(byNumber.get(number) ?? []), path])
  }
  return [...byNumber.values()].filter((paths) => paths.length > 1)
}

function isRequirement(path: BankPath): boolean {
  return path.startsWith(`${folderPath('requirements')}/`) && !isIndexPath(path)
}

/** What was here before keeps its number: by the commits of this branch, by when it was made, by its date, by name. */
function firstHere(a: BankPath, b: BankPath, arrivals: ReadonlyMap<BankPath, Arrival>, draft: Draft): number {
  const [one, other] = [arrivals.get(a), arrivals.get(b)]
  const byArrival = (other?.age ?? -1) - (one?.age ?? -1)
  if (byArrival !== 0) return byArrival
  const dated = (path: BankPath) => latestDateIn((draft.read(path) ?? '').slice(0, HEAD_CHARACTERS)) ?? ''
  const made = [one?.made ?? dated(a), other?.made ?? dated(b)] as const
  const [first, second] = made[0] === made[1] ? [dated(a), dated(b)] : made
  return first === second ? (a < b ? -1 : 1) : first < second ? -1 : 1
}

const HEAD_CHARACTERS = 1_000

function renumber(
  draft: Draft,
  path: BankPath,
  cameWith: (path: BankPath) => boolean,
  namesElsewhere: readonly string[],
): void {
  const name = baseName(path)
  const was = NUMBER_IN_NAME.exec(name)?.[0]
  if (was === undefined) return
  const documents = draft.pages().filter((page) => isRequirement(page.path))
  const number = requirementNumber([...draft.names(), ...namesElsewhere], documents)
  const to = knownPath(`${directoryOf(path)}/${number}${name.slice(was.length)}`)
  if (draft.isTaken(to)) return
  const change = { from: path, to, was: Number(numberIn(name)), number }
  draft.move(path, to)
  const open: string[] = []
  for (const one of draft.paths()) {
    const isCertain = one === to || (cameWith(one) && !isIndexPath(one))
    open.push(...follow(draft, one, change, isCertain ? 'mentions' : 'links'))
  }
  const title = withoutNumber(draft.page(to).title ?? '') || name
  draft.because(to, { en: `was ${was}, a number given twice`, zh: `原为 ${was}，编号重复` })
  draft.note(renumbered(was, number, title))
  if (open.length > 0) draft.note(lookAt(was, number, open))
}

interface Renumbering {
  readonly from: BankPath
  readonly to: BankPath
  readonly was: number
  readonly number: string
}

/** One file follows; the places whose mention may mean either are returned. */
export function follow(
  draft: Draft,
  path: BankPath,
  change: Renumbering,
  what: 'links' | 'mentions',
): readonly string[] {
  const { text, editable } = draft.page(path)
  if (!mentions(change.was).test(text)) return []
  let written = ''
  let at = 0
  const names = namesOf(draft, path, change)
  for (const { start, end } of editable?.spans ?? []) {
    written += text.slice(at, start) + renamed(text.slice(start, end), change, names, what)
    at = end
  }
  written += text.slice(at)
  draft.write(path, written, {
    en: `${change.number} in the place of a number given twice`,
    zh: `重复的编号改为 ${change.number}`,
  })
  // A requirement of this number means itself.
  const isOfNumber = path === change.to || (isRequirement(path) && numberIn(baseName(path)) === change.was)
  if (isIndexPath(path) || isOfNumber) return []
  const page = draft.page(path)
  const linked = [...written.matchAll(LINK)].map(({ index, 0: link }) => ({ index, end: index + link.length }))
  return [...written.matchAll(mentions(change.was))].flatMap(({ index }) => {
    const isLinked = linked.some((link) => link.index <= index && index < link.end)
    return isLinked || isFileName(written, index) ? [] : [`${path}:${page.lineAt(index)}`]
  })
}

/** How a text of this file names the file that has moved. */
interface Names {
  readonly from: string
  readonly to: string
  readonly isLinked: (target: string) => boolean
}

/** By its name alone, unless a file of another folder has the same. */
function namesOf(draft: Draft, path: BankPath, { from, to }: Renumbering): Names {
  const name = baseName(from)
  if (draft.names().every((one) => one === from || baseName(one) !== name))
    return { from: name, to: baseName(to), isLinked: (target) => baseName(target) === name }
  const places = (target: string) => [`${directoryOf(path)}/${target}`, target].map(withoutDots)
  return { from, to, isLinked: (target) => places(target).includes(from) }
}

/** A target of a link as the name of a file. */
function decoded(target: string): string {
  try {
    return decodeURI(target)
  } catch {
    return target // a stray percent sign is a letter of the name
  }
}

/** `a/b/../c` is `a/c`. */
function withoutDots(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Links by the file's name, with the number in their words; bare mentions where they are certain. */
function renamed(text: string, change: Renumbering, names: Names, what: 'links' | 'mentions'): string {
  let done = ''
  let at = 0
  const renamedIn = (name: string) => (decoded(name) === name ? baseName(change.to) : encodeURI(baseName(change.to)))
  for (const link of text.matchAll(LINK)) {
    const [whole, words = '', target = ''] = link
    const [file = ''] = target.split(/[#?]/, 1)
    if (!/\.md$/i.test(file)) continue
    // A link to a file says which requirement it means, whatever its words.
    const linked = names.isLinked(decoded(file))
      ? `[${words.replaceAll(mentions(change.was), () => change.number)}](${target.replace(baseName(file), renamedIn)})`
      : whole
    done += bare(text.slice(at, link.index), change, names, what) + linked
    at = link.index + whole.length
  }
  return done + bare(text.slice(at), change, names, what)
}

function bare(text: string, { was, number }: Renumbering, { from, to }: Names, what: 'links' | 'mentions'): string {
  const named = text.replaceAll(from, () => to)
  if (what === 'links') return named
  return named.replaceAll(mentions(was), (mention: string, offset: number) =>
    isFileName(named, offset) ? mention : number,
  )
}

/** A mention in the name of a file says which one it means. */
function isFileName(text: string, at: number): boolean {
  return /^[^\s|()[\]]*\.md/i.test(text.slice(at, at + LONGEST_NAME))
}

const LONGEST_NAME = 300
const LINK = /\[([^[\]]*)\]\(([^()\s]*)\)/g
const NUMBER_IN_NAME = /^\s*req[\s_-]*\d{1,6}(?!\d)/i

function mentions(number: number): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])REQ[-_ ]?0*${number}(?!\\d)`, 'giu')
}

function renumbered(was: string, number: string, title: string): Words {
  return {
    en: `${was} was given twice: “${title}”, which came in later, is ${number} now; its links follow.`,
    zh: `${was} 编号重复：后并入的「${title}」改为 ${number}，链接已更新。`,
  }
}

function lookAt(was: string, number: string, places: readonly string[]): Words {
  const shown =
    places.slice(0, MOST_PLACES).join(', ') + (places.length > MOST_PLACES ? ` +${places.length - MOST_PLACES}` : '')
  return {
    en: `Which one do these mean? They say ${was} still, which may be ${number} now: ${shown}`,
    zh: `以下位置仍写作 ${was}，可能应为 ${number}，请确认：${shown}`,
  }
}

const MOST_PLACES = 5
