/**
 * Renumbers requirements whose number was assigned on two branches (S55).
 *
 * Of two requirements with one number, the later one gets the next free number. Its file, title, index row and all
 * links to it follow. A bare mention changes only if it certainly means the later one: in its own file, and in files of
 * the same commit. If both came in one commit, as in a shallow clone, that commit proves nothing. Other mentions are
 * listed for the user. The other requirement and user blocks are never written.
 */

import type { Draft } from '../bank/draft.ts'
import { numberIn, requirementNumber, withoutNumber } from '../bank/entry.ts'
import type { Arrival } from '../bank/snapshot.ts'
import { type BankPath, baseName, directoryOf, knownPath, withoutDots } from '../base/bank-path.ts'
import { latestDateIn } from '../base/dates.ts'
import type { Words } from '../base/language.ts'
import { folderPath, isIndexPath } from '../base/layout.ts'
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

/** Files of requirements that share a number. */
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

/**
 * The earlier file keeps its number. Compares commits of this branch, then creation days, dates in the text, and names.
 */
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
    open.push(...renameMentions(draft, one, change, isCertain ? 'mentions' : 'links'))
  }
  const title = withoutNumber(draft.page(to).title ?? '') || name
  draft.because(to, { en: `was ${was}, which was used twice`, zh: `原为 ${was}，编号重复` })
  draft.note(renumberedNote(was, number, title))
  if (open.length > 0) draft.note(openMentions(was, number, open))
}

interface Renumbering {
  readonly from: BankPath
  readonly to: BankPath
  readonly was: number
  readonly number: string
}

/** Renames in one file and returns the places whose mention may mean either requirement. */
function renameMentions(
  draft: Draft,
  path: BankPath,
  change: Renumbering,
  what: 'links' | 'mentions',
): readonly string[] {
  const { text, editable } = draft.page(path)
  if (!mentionsOf(change.was).test(text)) return []
  let written = ''
  let at = 0
  const names = namesOf(draft, path, change)
  for (const { start, end } of editable?.spans ?? []) {
    written += text.slice(at, start) + renameIn(text.slice(start, end), change, names, what)
    at = end
  }
  written += text.slice(at)
  draft.write(path, written, {
    en: `${change.number} replaces a duplicate number`,
    zh: `重复的编号改为 ${change.number}`,
  })
  // In a requirement with this number, the number means the requirement itself.
  const isOfNumber = path === change.to || (isRequirement(path) && numberIn(baseName(path)) === change.was)
  if (isIndexPath(path) || isOfNumber) return []
  const page = draft.page(path)
  const linked = [...written.matchAll(LINK)].map(({ index, 0: link }) => ({ index, end: index + link.length }))
  return [...written.matchAll(mentionsOf(change.was))].flatMap(({ index }) => {
    const isLinked = linked.some((link) => link.index <= index && index < link.end)
    return isLinked || isFileName(written, index) ? [] : [`${path}:${page.lineAt(index)}`]
  })
}

/** The way a file names the renumbered requirement. */
interface Names {
  readonly from: string
  readonly to: string
  readonly isLinked: (target: string) => boolean
}

/** The file name alone, unless another folder has the same file name. */
function namesOf(draft: Draft, path: BankPath, { from, to }: Renumbering): Names {
  const name = baseName(from)
  if (draft.names().every((one) => one === from || baseName(one) !== name))
    return { from: name, to: baseName(to), isLinked: (target) => baseName(target) === name }
  const places = (target: string) => [`${directoryOf(path)}/${target}`, target].map(withoutDots)
  return { from, to, isLinked: (target) => places(target).includes(from) }
}

/** The file name that a link target encodes. */
function decoded(target: string): string {
  try {
    return decodeURI(target)
  } catch {
    return target // a stray percent sign is a letter of the name
  }
}

/** Renames links and their text, and bare mentions if they are certain. */
function renameIn(text: string, change: Renumbering, names: Names, what: 'links' | 'mentions'): string {
  let done = ''
  let at = 0
  const renamedIn = (name: string) => (decoded(name) === name ? baseName(change.to) : encodeURI(baseName(change.to)))
  for (const link of text.matchAll(LINK)) {
    const [whole, words = '', target = ''] = link
    const [file = ''] = target.split(/[#?]/, 1)
    if (!/\.md$/i.test(file)) continue
    // The target of a link says which requirement it means.
    const linked = names.isLinked(decoded(file))
      ? `[${words.replaceAll(mentionsOf(change.was), () => change.number)}](${target.replace(baseName(file), renamedIn)})`
      : whole
    done += renameBare(text.slice(at, link.index), change, names, what) + linked
    at = link.index + whole.length
  }
  return done + renameBare(text.slice(at), change, names, what)
}

function renameBare(
  text: string,
  { was, number }: Renumbering,
  { from, to }: Names,
  what: 'links' | 'mentions',
): string {
  const named = text.replaceAll(from, () => to)
  if (what === 'links') return named
  return named.replaceAll(mentionsOf(was), (mention: string, offset: number) =>
    isFileName(named, offset) ? mention : number,
  )
}

/** A mention inside a file name says which requirement it means. */
function isFileName(text: string, at: number): boolean {
  return /^[^\s|()[\]]*\.md/i.test(text.slice(at, at + LONGEST_NAME))
}

const LONGEST_NAME = 300
const LINK = /\[([^[\]]*)\]\(([^()\s]*)\)/g
const NUMBER_IN_NAME = /^\s*req[\s_-]*\d{1,6}(?!\d)/i

function mentionsOf(number: number): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])REQ[-_ ]?0*${number}(?!\\d)`, 'giu')
}

function renumberedNote(was: string, number: string, title: string): Words {
  return {
    en: `${was} was used twice. “${title}”, the later one, is now ${number}, and its links are updated.`,
    zh: `${was} 编号重复：后并入的「${title}」改为 ${number}，链接已更新。`,
  }
}

function openMentions(was: string, number: string, places: readonly string[]): Words {
  const shown =
    places.slice(0, MOST_PLACES).join(', ') + (places.length > MOST_PLACES ? ` +${places.length - MOST_PLACES}` : '')
  return {
    en: `Check these mentions of ${was}, which may now be ${number}: ${shown}`,
    zh: `以下位置仍写作 ${was}，可能应为 ${number}，请确认：${shown}`,
  }
}

const MOST_PLACES = 5

/**
 * Merges a requirement that two branches folded from the same inbox entry under two numbers (S55). The lower number
 * stays, and links to the other lead to it. Only files that differ in nothing but the number are merged.
 */
export function dropTwins(draft: Draft): void {
  const byText = new Map<string, BankPath[]>()
  for (const path of draft.paths()) {
    const number = numberIn(baseName(path))
    if (number === undefined || !isRequirement(path)) continue
    const said = `${withoutThis(number, baseName(path))}\n${withoutThis(number, draft.read(path) ?? '')}`
    byText.set(said, [...(byText.get(said) ?? []), path])
  }
  for (const twins of byText.values()) {
    const [first, ...others] = twins.toSorted((a, b) => (numberIn(baseName(a)) ?? 0) - (numberIn(baseName(b)) ?? 0))
    for (const other of others) if (first !== undefined) mergeTwin(draft, other, first)
  }
}

function mergeTwin(draft: Draft, path: BankPath, by: BankPath): void {
  const number = /^REQ[-_ ]?\d+/i.exec(baseName(by))?.[0] ?? ''
  draft.remove(path, { en: `same requirement as ${number}`, zh: `与 ${number} 是同一需求` })
  const was = numberIn(baseName(path)) ?? 0
  const change = { from: path, to: by, was, number }
  // The number may also mean another requirement.
  const what = draft.names().some((one) => numberIn(baseName(one)) === was) ? 'links' : 'mentions'
  for (const one of draft.paths()) if (!isIndexPath(one)) renameMentions(draft, one, change, what)
}

function withoutThis(number: number, text: string): string {
  return text.replace(/REQ[-_ ]?0*(\d+)(?!\d)/gi, (all, digits: string) => (Number(digits) === number ? 'REQ' : all))
}
