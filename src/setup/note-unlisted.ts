/** Notes that a document which was asked for by name stands in no index, and what adds it (S26). */

import { pageOf } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import { unlisted } from '../plan/unlisted.ts'
import { pageNow } from '../disk/bank/preconditions.ts'
import type { Workspace } from '../disk/workspace.ts'

export function noteUnlisted({ place }: Workspace, path: BankPath): Words | undefined {
  const pageAt = (one: BankPath) => {
    const text = pageNow(place.bank, one)
    return text === undefined ? undefined : pageOf(text, one)
  }
  if (unlisted([path], pageAt).length === 0) return undefined
  return {
    en: `${path} is in no index yet; memory-bank refresh adds it.`,
    zh: `${path} 尚未列入索引；运行 memory-bank refresh 即可添加。`,
  }
}
