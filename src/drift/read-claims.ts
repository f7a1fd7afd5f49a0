/**
 * A bank file → what it claims about the repository. Reads text only; whether a claim holds is judged later.
 *
 * Time is linear in the text. Nothing is claimed by what speaks of another time, denies, or gives an example
 * with a made-up name.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Claim, Place, TreeEntry } from './claim.ts'
import { strengthOf } from './claim-strength.ts'
import { claimsInCommand } from './claims-in-command.ts'
import { claimsInSentence } from './claims-in-sentence.ts'
import { versionsInRow } from './claims-of-versions.ts'
import { type Command, type Passage, passagesOf, type Tree } from './passages.ts'
import { isMadeUp } from './path-in.ts'

export function readClaims(path: BankPath, text: string): readonly Claim[] {
  return passagesOf(path, text).flatMap((passage) => claimsOf(passage, path))
}

function claimsOf(passage: Passage, path: BankPath): readonly Claim[] {
  switch (passage.kind) {
    case 'sentence':
      return claimsInSentence(passage, path)
    case 'row':
      return versionsInRow(passage, path)
    case 'command':
      return commandClaims(passage, path)
    case 'tree':
      return treeClaims(passage, path)
  }
}

function commandClaims({ text, strength, line }: Command, path: BankPath): readonly Claim[] {
  return claimsInCommand(text).map(({ need, text: said }) => {
    const place: Place = { path, line, text: said, strength }
    if (need.kind !== 'file') return { ...place, ...need }
    const { file, folder, needed } = need
    return {
      ...place,
      kind: 'path',
      file,
      folder,
      lines: undefined,
      located: true,
      needed,
      symbol: undefined,
      beside: [],
      section: '',
    }
  })
}

/** A drawn tree is one claim: whether its root is the project or a folder of it shows only in the whole. */
function treeClaims(tree: Tree, path: BankPath): readonly Claim[] {
  const entries: TreeEntry[] = []
  const open: { readonly column: number; readonly name: string; readonly at: number }[] = []
  for (const { text, line } of tree.lines) {
    const match = TREE_LINE.exec(text)
    const [, prefix = '', name = '', remark = ''] = match ?? []
    if (match === null || name === '') continue
    while (open.length > 0 && (open.at(-1)?.column ?? 0) >= prefix.length) open.pop()
    const parents = open.map((one) => one.name)
    const parent = open.at(-1)
    const above = parent === undefined ? undefined : entries[parent.at]
    if (above !== undefined && parent !== undefined) entries[parent.at] = { ...above, folder: true }
    const plain = name.replace(/\/$/, '')
    const weak = UNSURE_NAME.test(plain) || isMadeUp(plain) || strengthOf(remark) !== 'firm' || above?.weak === true
    entries.push({ path: [...parents, plain].join('/'), folder: name.endsWith('/'), line, weak })
    open.push({ column: prefix.length, name: plain, at: entries.length - 1 })
  }
  const first = entries[0]
  if (first === undefined) return []
  return [{ kind: 'tree', path, line: first.line, text: first.path, strength: 'firm', entries }]
}

const TREE_LINE = /^([\s│|]*(?:[├└╰][─-]*\s*)?)([^\s#←│├└]+)(.*)$/
const UNSURE_NAME = /[*<>{}$…]|\.\.\.|^\.+$|^[-–—]|,$/
