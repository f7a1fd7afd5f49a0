/** No key, token or password is written to the bank. The message names the kind and the line, never the value (S35). */

import { type BankPath, baseName } from '../../base/bank-path.ts'
import { findSecrets, newSecrets, type SecretFinding } from '../../secrets/find-secrets.ts'
import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const noSecrets: GuardRule = {
  id: 'no-secrets',
  order: 110,
  force: 'always',
  check({ facts }) {
    for (const file of bankWrites(facts)) {
      const named = file.before === undefined ? findSecrets(`${file.path}\n${stemOf(file.path)}`)[0] : undefined
      if (named !== undefined)
        return {
          en: `The name of that file would contain a secret (${named.kind}). Name the file after its subject.`,
          zh: `该文件名包含密钥等机密信息（${named.kind}）。请按内容主题命名。`,
        }
      const found = file.after === undefined ? undefined : firstNew(file.before ?? '', file.after)
      if (found === undefined) continue
      return {
        en: `Line ${found.line} of memory-bank/${file.path} would contain a secret (${found.kind}). Write where it is kept, never its value.`,
        zh: `memory-bank/${file.path} 第 ${found.line} 行包含机密信息（${found.kind}）。请改写为它的存放位置，不要写入其值。`,
      }
    }
    return undefined
  },
}

/** The file ending is not part of a value. */
function stemOf(path: BankPath): string {
  return baseName(path).replace(/\.\w+$/, '')
}

/** Most edits add no secret, and for them only the changed part is searched. */
function firstNew(before: string, after: string): SecretFinding | undefined {
  return findSecrets(changedPart(before, after)).length === 0 ? undefined : newSecrets(before, after)[0]
}

/**
 * The changed lines with enough context. Searching this part finds the same secrets in them as searching the whole
 * text: no finder looks further than its reach, except to a table's heading and a key's armour.
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

/** Number of equal lines at the beginning. */
function sameLines(a: readonly string[], b: readonly string[], most: number): number {
  let same = 0
  while (same < most && a[same] === b[same]) same += 1
  return same
}

/** Number of lines within a finder's reach. */
function reachOf(lines: readonly string[]): number {
  let characters = 0
  const end = lines.findIndex((line) => {
    characters += line.length + 1
    return characters >= REACH
  })
  return end === -1 ? lines.length : end + 1
}

/** The heading of a table that continues at a line: its columns may say that the cells hold secrets. */
function tableHead(lines: readonly string[], at: number): readonly string[] {
  const rule = lines.findLastIndex((line, index) => index < at && line.includes('-') && /^[\s|:-]+$/.test(line))
  const isTable = rule > 0 && lines.slice(rule, at + 1).every((line) => line.includes('|') || line.trim() === '')
  return isTable ? lines.slice(rule - 1, rule + 1) : []
}

const REACH = 900
/** A private key may begin many lines before the line that identifies it. */
const ARMOUR = /PRIVATE KEY|PuTTY-User-Key-File|"kty"/
