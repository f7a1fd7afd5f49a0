/** No key, token or password enters the bank; the kind and the line are named, never the value (S35). */

import { type BankPath, baseName } from '../../base/bank-path.ts'
import { findSecrets, newSecrets, type SecretFinding } from '../../secrets/find-secrets.ts'
import { bankWrites } from '../bank-writes.ts'
import type { Rule } from '../rule.ts'

export const noSecrets: Rule = {
  id: 'no-secrets',
  order: 110,
  force: 'always',
  check({ facts }) {
    for (const file of bankWrites(facts)) {
      const named = file.before === undefined ? findSecrets(`${file.path}\n${stemOf(file.path)}`)[0] : undefined
      if (named !== undefined)
        return {
          en: `The name of that file would hold a secret (${named.kind}). Name it by what it says, never by a value.`,
          zh: `该文件名会含有机密（${named.kind}）。请按内容命名，不要写值。`,
        }
      const found = file.after === undefined ? undefined : firstNew(file.before ?? '', file.after)
      if (found === undefined) continue
      return {
        en: `Line ${found.line} of memory-bank/${file.path} would hold a secret (${found.kind}). Write where it is kept instead, never its value.`,
        zh: `memory-bank/${file.path} 第 ${found.line} 行会写入机密（${found.kind}）。请改写它存放的位置，不要写值。`,
      }
    }
    return undefined
  },
}

/** As somebody would read it: the ending is no part of a value. */
function stemOf(path: BankPath): string {
  return baseName(path).replace(/\.\w+$/, '')
}

/** Most edits add no secret, and then only the part that changed has to be searched. */
function firstNew(before: string, after: string): SecretFinding | undefined {
  return findSecrets(changedPart(before, after)).length === 0 ? undefined : newSecrets(before, after)[0]
}

/**
 * The lines that changed, with what stands around them. Whatever a search of the whole text finds in them a search of
 * this part finds too: no finder looks further than the reach, except for a table's heading and a key's armour.
 */
function changedPart(before: string, after: string): string {
  if (ARMOUR.test(after)) return after
  const [was, now] = [before.split('\n'), after.split('\n')]
  const start = sameLines(was, now, Math.min(was.length, now.length))
  const tail = sameLines(was.toReversed(), now.toReversed(), Math.min(was.length, now.length) - start)
  const from = start - reachOf(now.slice(0, start).reverse())
  const to = now.length - tail + reachOf(now.slice(now.length - tail))
  return [...tableHead(now, from), ...now.slice(from, to)].join('\n')
}

/** How many lines are the same from the beginning. */
function sameLines(a: readonly string[], b: readonly string[], most: number): number {
  let same = 0
  while (same < most && a[same] === b[same]) same += 1
  return same
}

/** How many lines it takes to reach as far as a finder looks. */
function reachOf(lines: readonly string[]): number {
  let characters = 0
  const end = lines.findIndex((line) => {
    characters += line.length + 1
    return characters >= REACH
  })
  return end === -1 ? lines.length : end + 1
}

/** The heading of a table whose rows go on at a line: its columns may promise what its cells hold. */
function tableHead(lines: readonly string[], at: number): readonly string[] {
  const rule = lines.findLastIndex((line, index) => index < at && line.includes('-') && /^[\s|:-]+$/.test(line))
  const isTable = rule > 0 && lines.slice(rule, at + 1).every((line) => line.includes('|') || line.trim() === '')
  return isTable ? lines.slice(rule - 1, rule + 1) : []
}

const REACH = 900
/** A private key may begin pages before the line that makes it one. */
const ARMOUR = /PRIVATE KEY|PuTTY-User-Key-File|"kty"/
