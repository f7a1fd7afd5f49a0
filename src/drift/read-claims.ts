/**
 * A bank file → what it claims about the repository. Reads text only; whether a claim holds is judged later.
 *
 * Time is linear in the text. Sentences about another time, denials, and examples with made-up names claim nothing.
 */

import { isSuperseded } from '../bank/decisions.ts'
import { readWaiting, type Waiting } from '../bank/inbox.ts'
import { pageOf } from '../bank/page.ts'
import type { BankPath } from '../core/bank-path.ts'
import { isMadeUp } from '../text/path-in.ts'
import type { Claim, TreeEntry } from './claim.ts'
import { strengthOf } from './claim-strength.ts'
import { claimsInCommand } from './claims-in-command.ts'
import { claimsInSentence } from './claims-in-sentence.ts'
import { versionsInRow } from './claims-of-versions.ts'
import { type LostPackages, NOTHING_LOST } from './lost-packages.ts'
import { type Passage, passagesOf, type Tree } from './passages.ts'

/** `lost`: packages of the repository that are looked for in plain words too. */
export function readClaims(path: BankPath, text: string, lost: LostPackages = NOTHING_LOST): readonly Claim[] {
  const waiting = readWaiting(pageOf(text, path))
  const passages =
    waiting === undefined
      ? passagesOf(path, text, lost)
      : [...titlePassages(waiting, lost), ...passagesOf(waiting.place, waiting.text, lost)]
  return passages.flatMap((passage) => claimsOf(passage, path, lost))
}

/** The title of a waiting decision says what was decided, as its row is going to. */
function titlePassages({ kind, title, line, place }: Waiting, lost: LostPackages): readonly Passage[] {
  if (kind !== 'decision' || isSuperseded(title)) return []
  return passagesOf(place, '\n'.repeat(line - 1) + title, lost)
}

function claimsOf(passage: Passage, path: BankPath, lost: LostPackages): readonly Claim[] {
  switch (passage.kind) {
    case 'sentence':
      return claimsInSentence(passage, path, lost)
    case 'row':
      return versionsInRow(passage, path)
    case 'command':
      return claimsInCommand(passage.text, {
        path,
        line: passage.line,
        text: passage.text,
        strength: passage.strength,
        date: undefined,
      })
    case 'tree':
      return treeClaims(passage, path)
  }
}

/** A drawn tree is one claim, because only the whole tree shows whether its root is the project or a folder of it. */
function treeClaims(tree: Tree, path: BankPath): readonly Claim[] {
  const entries: TreeEntry[] = []
  /** The open entries that the next line may belong to, outermost first. */
  let open: readonly { readonly column: number; readonly at: number }[] = []
  for (const { text, line } of tree.lines) {
    const [, prefix = '', name = '', remark = ''] = TREE_LINE.exec(text) ?? []
    if (name === '') continue
    open = open.filter(({ column }) => column < prefix.length)
    const at = open.at(-1)?.at ?? -1
    const parent = entries[at]
    if (parent !== undefined) entries[at] = { ...parent, folder: true }
    const plain = name.replace(/\/$/, '')
    const whole = parent === undefined ? plain : `${parent.path}/${plain}`
    entries.push({
      path: whole,
      folder: name.endsWith('/'),
      line,
      weak: parent?.weak === true || isUnsure(plain, remark),
    })
    open = [...open, { column: prefix.length, at: entries.length - 1 }]
  }
  const [first] = entries
  if (first === undefined) return []
  return [{ kind: 'tree', path, line: first.line, text: first.path, strength: 'firm', date: undefined, entries }]
}

/** Whether the entry's name or remark says that it may be missing. */
function isUnsure(name: string, remark: string): boolean {
  return UNSURE_NAME.test(name) || isMadeUp(name) || strengthOf(remark) !== 'firm'
}

const TREE_LINE = /^([\s│|]*(?:[├└╰][─-]*\s*)?)([^\s#←│├└]+)(.*)$/
const UNSURE_NAME = /[*<>{}$…]|\.\.\.|^\.+$|^[-–—]|,$/
