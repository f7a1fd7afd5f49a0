/**
 * Anchors `path#L10-20@hash` name lines of code together with a hash of their text.
 *
 * The hash ignores line endings, so it is the same on every system. Lines that only moved are found again in the same
 * file, in the file it was renamed to, or else in a file of the same name.
 */

import type { Draft } from '../bank/draft.ts'
import { splice } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { pathIn } from '../bank/path-in.ts'
import type { BankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import { Codebase } from './codebase.ts'
import type { DriftFinding } from './drift-finding.ts'
import { pathsIn } from './judge-paths.ts'
import { linesOf, nameOf, type Repository } from './repository.ts'
import type { Statement } from './statements.ts'

/** `path#L10-20@hash`: the hash of those lines. `?` asks Memory Bank to fill it in. */
interface Anchor {
  readonly file: string
  readonly from: number
  readonly to: number
  readonly hash: string
}

export function judgeAnchors(statements: readonly Statement[], codebase: Codebase): readonly DriftFinding[] {
  return statements.flatMap(pathsIn).flatMap(({ statement, text, file, lines, hash }) => {
    if (lines === undefined || hash === undefined) return []
    const verdict = verdictOn({ file, ...lines, hash }, codebase)
    return verdict === undefined ? [] : [{ statement, about: 'anchor', claim: text, ...verdict }]
  })
}

function verdictOn(anchor: Anchor, codebase: Codebase): Pick<DriftFinding, 'verdict' | 'now' | 'evidence'> | undefined {
  const now = findAnchor(anchor, codebase)
  switch (now.kind) {
    case 'same':
    case 'unreadable':
      return undefined
    case 'moved':
      return {
        verdict: 'moved',
        now: printAnchor(now.anchor),
        evidence: { en: 'the same lines are there', zh: '相同的内容现在位于该处' },
      }
    case 'unstamped':
      return {
        verdict: 'changed',
        now: printAnchor(now.anchor),
        evidence: { en: 'its hash is not filled in yet', zh: '哈希尚未填写' },
      }
    case 'changed':
      return {
        verdict: 'changed',
        evidence: {
          en: `these lines of ${anchor.file} now say something else`,
          zh: `${anchor.file} 的这几行内容已不同`,
        },
      }
    case 'gone':
      return { verdict: 'gone', evidence: { en: `${anchor.file} does not exist`, zh: `${anchor.file} 不存在` } }
  }
}

type AnchorNow =
  | { readonly kind: 'same' | 'changed' | 'gone' | 'unreadable' }
  | { readonly kind: 'moved' | 'unstamped'; readonly anchor: Anchor }

/** The current state of an anchor's lines. */
function findAnchor(anchor: Anchor, codebase: Codebase): AnchorNow {
  const { repository } = codebase
  const isThere = repository.kindOf(anchor.file) !== undefined
  if (isThere) {
    const text = repository.read(anchor.file)
    const found = text === undefined ? { kind: 'unreadable' as const } : findInLines(anchor, linesOf(text))
    if (found !== undefined) return found
  }
  if (anchor.hash === '?') return { kind: 'gone' }
  const renamed = isThere ? undefined : codebase.past().of(anchor.file)?.renamedTo
  const candidates =
    renamed === undefined ? codebase.paths().named(nameOf(anchor.file)).slice(0, MOST_CANDIDATES) : [renamed]
  return findInOthers(anchor, candidates, codebase) ?? { kind: isThere ? 'changed' : 'gone' }
}

function findInOthers(anchor: Anchor, files: readonly string[], { repository }: Codebase): AnchorNow | undefined {
  for (const file of files) {
    const from = file === anchor.file ? undefined : search(linesOf(repository.read(file) ?? ''), anchor)
    if (from !== undefined) return { kind: 'moved', anchor: at(anchor, file, from) }
  }
  return undefined
}

/** Finds the anchor's lines in its own file; undefined if they are not there. */
function findInLines(anchor: Anchor, lines: readonly string[]): AnchorNow | undefined {
  if (anchor.hash === '?') {
    if (anchor.to > lines.length) return { kind: 'changed' }
    return { kind: 'unstamped', anchor: { ...anchor, hash: anchorHash(lines, anchor.from, anchor.to) } }
  }
  if (matches(lines, anchor.from, anchor)) return { kind: 'same' }
  const from = search(lines, anchor)
  return from === undefined ? undefined : { kind: 'moved', anchor: at(anchor, anchor.file, from) }
}

function printAnchor({ file, from, to, hash }: Anchor): string {
  return `${file}#L${from}${to === from ? '' : `-${to}`}@${hash}`
}

/** Eight digits are enough to notice an edit. A longer hash is compared in full. */
function anchorHash(lines: readonly string[], from: number, to: number, length = 8): string {
  return hashOfText(lines.slice(from - 1, to).join('\n')).slice(0, length)
}

const MOST_CANDIDATES = 20

function at(anchor: Anchor, file: string, from: number): Anchor {
  return { ...anchor, file, from, to: from + anchor.to - anchor.from }
}

function matches(lines: readonly string[], from: number, anchor: Anchor): boolean {
  const to = from + anchor.to - anchor.from
  return to <= lines.length && anchorHash(lines, from, to, anchor.hash.length) === anchor.hash
}

/** The nearest place with the same lines. */
function search(lines: readonly string[], anchor: Anchor): number | undefined {
  const last = lines.length - (anchor.to - anchor.from)
  let best: number | undefined
  for (let from = 1; from <= last; from += 1) {
    const isNearer = best === undefined || Math.abs(from - anchor.from) < Math.abs(best - anchor.from)
    if (isNearer && matches(lines, from, anchor)) best = from
  }
  return best
}

/**
 * Updates anchors that only moved or still need their hash, on the lines asked for (`check --fix`). Changes only the
 * characters of an anchor, and never a user block (S2).
 */
export function reanchor(
  draft: Draft,
  repository: Repository,
  isAsked: (path: BankPath, line: number) => boolean,
): void {
  const codebase = new Codebase(repository)
  for (const path of draft.paths()) {
    const text = draft.read(path) ?? ''
    if (text.includes('#L'))
      draft.write(
        path,
        withAnchorsNow(path, text, codebase, (line) => isAsked(path, line)),
        { en: 'updates anchors', zh: '更新锚点' },
      )
  }
}

/** An anchor written as `@?` still needs its hash. */
export function hasUnstampedAnchor(text: string): boolean {
  return /#L\d{1,6}(?:-L?\d{1,6})?@\?/.test(text)
}

function withAnchorsNow(path: BankPath, text: string, codebase: Codebase, isAsked: (line: number) => boolean): string {
  const page = pageOf(text, path)
  const spans = page.editable?.spans ?? []
  let now = text
  for (const match of [...text.matchAll(ANCHOR)].reverse()) {
    if (!spans.some(({ start, end }) => match.index >= start && match.index < end)) continue
    if (!isAsked(page.lineAt(match.index))) continue
    const named = pathIn(match[0])
    if (named?.lines === undefined || named.hash === undefined) continue
    const found = findAnchor({ file: named.file, ...named.lines, hash: named.hash }, codebase)
    if (found.kind === 'moved' || found.kind === 'unstamped')
      now = splice(now, match.index, match.index + match[0].length, printAnchor(found.anchor))
  }
  return now
}

const ANCHOR = /(?<![\w./@+-])[\w@.+-]+(?:\/[\w@.+-]+)*#L\d{1,6}(?:-L?\d{1,6})?@(?:[0-9a-f]{6,16}|\?)(?![\w])/g
