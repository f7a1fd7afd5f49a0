/**
 * Two requirements of one number, as two branches may give it: the one that came in later gets the next free number (S55).
 *
 * Its file, its title, its row of the index and every link to it follow. A bare mention follows where it certainly means
 * this one: in its own file, and in files that came with it. Other mentions are named to the reader, and user blocks are
 * never written.
 */

import { type BankPath, baseName, directoryOf, knownPath } from '../core/bank-path.ts'
import type { Draft } from '../core/draft.ts'
import type { Words } from '../core/language.ts'
import { folderPath, isIndexPath } from '../core/layout.ts'
import type { Arrival } from '../core/snapshot.ts'
import { latestDateIn } from '../text/dates.ts'
import { editableText } from '../text/editable-text.ts'
import { lineCounter } from '../text/lines.ts'
import { numberIn, requirementNumber, withoutNumber } from '../text/requirement-number.ts'
import { titleOf } from '../text/sections.ts'
import type { PlanInput } from './plan-input.ts'

export function renumberClashes(draft: Draft, input: Pick<PlanInput, 'readArrivals' | 'readNamesElsewhere'>): void {
  const clashes = clashesIn(draft)
  if (clashes.length === 0) return
  const arrivals = input.readArrivals(draft.paths())
  for (const clash of clashes) {
    const [, ...later] = clash.toSorted((a, b) => firstHere(a, b, arrivals, draft))
    for (const path of later) renumber(draft, path, arrivals, input.readNamesElsewhere())
  }
}

/** The files of requirements by number, where a number has several. */
function clashesIn(draft: Draft): readonly (readonly BankPath[])[] {
  const byNumber = new Map<number, BankPath[]>()
  for (const path of draft.paths()) {
    const number = numberIn(baseName(path))
    if (number === undefined || isIndexPath(path) || !path.startsWith(`${folderPath('requirements')}/`)) continue
    byNumber.set(number, [...(byNumber.get(number) ?? []), path])
  }
  return [...byNumber.values()].filter((paths) => paths.length > 1)
}

/** What was here before keeps its number: by the commits of this branch, then by when it was made, then by name. */
function firstHere(a: BankPath, b: BankPath, arrivals: ReadonlyMap<BankPath, Arrival>, draft: Draft): number {
  const [one, other] = [arrivals.get(a), arrivals.get(b)]
  const byArrival = (other?.age ?? -1) - (one?.age ?? -1)
  if (byArrival !== 0) return byArrival
  const madeAt = (path: BankPath, arrival: Arrival | undefined) =>
    arrival?.made ?? latestDateIn((draft.read(path) ?? '').slice(0, HEAD_CHARACTERS)) ?? ''
  const [first, second] = [madeAt(a, one), madeAt(b, other)]
  return first === second ? (a < b ? -1 : 1) : first < second ? -1 : 1
}

const HEAD_CHARACTERS = 1_000

function renumber(
  draft: Draft,
  path: BankPath,
  arrivals: ReadonlyMap<BankPath, Arrival>,
  namesElsewhere: readonly string[],
): void {
  const name = baseName(path)
  const was = NUMBER_IN_NAME.exec(name)?.[0]
  if (was === undefined) return
  const documents = draft.paths().flatMap((one) => {
    const isRequirement = one.startsWith(`${folderPath('requirements')}/`) && !isIndexPath(one)
    return isRequirement ? [{ path: one, text: draft.read(one) ?? '' }] : []
  })
  const number = requirementNumber([...draft.names(), ...namesElsewhere], documents)
  const to = knownPath(`${directoryOf(path)}/${number}${name.slice(was.length)}`)
  if (draft.isTaken(to)) return
  const change = { from: name, to: baseName(to), was: Number(numberIn(name)), number }
  draft.move(path, to)
  const came = arrivals.get(path)?.commit
  const open: string[] = []
  for (const one of draft.paths()) {
    const cameAlong = one === to || (came !== undefined && arrivals.get(one)?.commit === came)
    open.push(...follow(draft, one, change, cameAlong ? 'mentions' : 'links'))
  }
  const title = withoutNumber(titleOf(draft.read(to) ?? '') ?? '') || name
  draft.because(to, { en: `was ${was}, a number given twice`, zh: `原为 ${was}，编号重复` })
  draft.note(renumbered(was, number, title))
  if (open.length > 0) draft.note(lookAt(was, number, open))
}

interface Renumbering {
  readonly from: string
  readonly to: string
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
  const text = draft.read(path) ?? ''
  if (!mentions(change.was).test(text)) return []
  const editable = editableText(path, text)
  let written = ''
  let at = 0
  for (const { start, end } of editable?.spans ?? []) {
    written += text.slice(at, start) + renamed(text.slice(start, end), change, what)
    at = end
  }
  written += text.slice(at)
  draft.write(path, written, {
    en: `${change.number} in the place of a number given twice`,
    zh: `重复的编号改为 ${change.number}`,
  })
  if (isIndexPath(path) || path.startsWith(`${folderPath('requirements')}/`)) return []
  const lineAt = lineCounter(written)
  const linked = [...written.matchAll(LINK)].map(({ index, 0: link }) => ({ index, end: index + link.length }))
  return [...written.matchAll(mentions(change.was))].flatMap(({ index }) => {
    const isLinked = linked.some((link) => link.index <= index && index < link.end)
    return isLinked || isFileName(written, index) ? [] : [`${path}:${lineAt(index)}`]
  })
}

/** Links by the file's name, with the number in their words; bare mentions where they are certain. */
function renamed(text: string, change: Renumbering, what: 'links' | 'mentions'): string {
  let done = ''
  let at = 0
  for (const link of text.matchAll(LINK)) {
    const [whole, words = '', target = ''] = link
    const file = baseName(target.split(/[#?]/)[0] ?? '')
    if (!/\.md$/i.test(file)) continue
    // A link to a file says which requirement it means, whatever its words.
    const linked =
      file === change.from
        ? `[${words.replaceAll(mentions(change.was), () => change.number)}](${target.replace(file, () => change.to)})`
        : whole
    done += bare(text.slice(at, link.index), change, what) + linked
    at = link.index + whole.length
  }
  return done + bare(text.slice(at), change, what)
}

function bare(text: string, { from, to, was, number }: Renumbering, what: 'links' | 'mentions'): string {
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
