/** No key, token or password enters the bank; the kind and the line are named, never the value (S35). */

import { type BankPath, baseName } from '../../core/bank-path.ts'
import { findSecrets, newSecrets, type SecretFinding } from '../../secrets/find-secrets.ts'
import { bankWrites } from '../bank-writes.ts'
import { changedPart } from '../changed-part.ts'
import type { Rule } from '../rule.ts'

export const noSecrets: Rule = {
  id: 'no-secrets',
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

/** The part that changed is looked at first, with the paragraph or table it stands in; only what that shows is judged in full. */
function firstNew(before: string, after: string): SecretFinding | undefined {
  if (findSecrets(changedPart(before, after)).length === 0) return undefined
  return newSecrets(before, after)[0]
}
