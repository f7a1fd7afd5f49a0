/**
 * Anchors of the draft that only moved, or wait for their hash, written as they are now (`check --fix`).
 *
 * Nothing but the anchor's own characters changes, and never inside a user block: its bytes are a person's (S2).
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Draft } from '../core/draft.ts'
import { editableText } from '../text/editable-text.ts'
import { lineCounter, splice } from '../text/lines.ts'
import { Ground } from './ground.ts'
import { findAnchor, printAnchor } from './judge-anchor.ts'
import { pathIn } from './path-in.ts'
import type { Repository } from './repository.ts'

/** Those of the lines that are asked for. */
export function reanchor(
  draft: Draft,
  repository: Repository,
  isAsked: (path: BankPath, line: number) => boolean,
): void {
  const ground = new Ground(repository)
  for (const path of draft.paths()) {
    const text = draft.read(path) ?? ''
    if (text.includes('#L'))
      draft.write(
        path,
        withAnchorsNow(path, text, ground, (line) => isAsked(path, line)),
        { en: 'anchors follow the code', zh: '锚点跟随代码' },
      )
  }
}

/** One that was written with `@?` waits for its hash. */
export function hasUnstampedAnchor(text: string): boolean {
  return /#L\d{1,6}(?:-L?\d{1,6})?@\?/.test(text)
}

function withAnchorsNow(path: BankPath, text: string, ground: Ground, isAsked: (line: number) => boolean): string {
  const spans = editableText(path, text)?.spans ?? []
  const lineAt = lineCounter(text)
  let now = text
  for (const match of [...text.matchAll(ANCHOR)].reverse()) {
    if (!spans.some(({ start, end }) => match.index >= start && match.index < end)) continue
    if (!isAsked(lineAt(match.index))) continue
    const named = pathIn(match[0])
    if (named?.lines === undefined || named.hash === undefined) continue
    const found = findAnchor({ file: named.file, ...named.lines, hash: named.hash }, ground)
    if (found.kind === 'moved' || found.kind === 'unstamped')
      now = splice(now, match.index, match.index + match[0].length, printAnchor(found.anchor))
  }
  return now
}

const ANCHOR = /(?<![\w./@-])[\w@.+-]+(?:\/[\w@.+-]+)*#L\d{1,6}(?:-L?\d{1,6})?@(?:[0-9a-f]{6,16}|\?)(?![\w])/g
