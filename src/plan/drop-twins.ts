/**
 * One requirement under two numbers, as two branches give them that each fold the same entry of the inbox (S55): the one
 * with the lower number stays, and links to the other lead to it.
 *
 * Only files that say the same in every byte but the number are one requirement.
 */

import type { Draft } from '../bank/draft.ts'
import { numberIn } from '../bank/entry.ts'
import { type BankPath, baseName } from '../base/bank-path.ts'
import { folderPath, isIndexPath } from '../base/layout.ts'
import { follow } from './renumber.ts'

export function dropTwins(draft: Draft): void {
  const byText = new Map<string, BankPath[]>()
  for (const path of draft.paths()) {
    const number = numberIn(baseName(path))
    if (number === undefined || isIndexPath(path) || !path.startsWith(`${folderPath('requirements')}/`)) continue
    const said = `${withoutNumber(baseName(path), number)}\n${withoutNumber(draft.read(path) ?? '', number)}`
    byText.set(said, [...(byText.get(said) ?? []), path])
  }
  for (const twins of byText.values()) {
    const [first, ...others] = twins.toSorted((a, b) => (numberIn(baseName(a)) ?? 0) - (numberIn(baseName(b)) ?? 0))
    for (const other of others) if (first !== undefined) replace(draft, other, first)
  }
}

function replace(draft: Draft, path: BankPath, by: BankPath): void {
  const number = /^REQ[-_ ]?\d+/i.exec(baseName(by))?.[0] ?? ''
  draft.remove(path, { en: `the same requirement stands as ${number}`, zh: `与 ${number} 是同一需求` })
  const was = numberIn(baseName(path)) ?? 0
  const change = { from: path, to: by, was, number }
  // A number that another requirement has too may mean that one.
  const what = draft.names().some((one) => numberIn(baseName(one)) === was) ? 'links' : 'mentions'
  for (const one of draft.paths()) if (!isIndexPath(one)) follow(draft, one, change, what)
}

function withoutNumber(text: string, number: number): string {
  return text.replace(/REQ[-_ ]?0*(\d+)(?!\d)/gi, (all, digits: string) => (Number(digits) === number ? 'REQ' : all))
}
