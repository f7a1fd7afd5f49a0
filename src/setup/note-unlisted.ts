/** A note if a document requested by name is not in any index, with the command that adds it (S26). */

import { pageOf } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import { pageNow } from '../disk/bank/read-now.ts'
import type { Workspace } from '../disk/workspace.ts'
import { unlistedDocuments } from '../plan/unlisted-documents.ts'

export function noteUnlisted({ place }: Workspace, path: BankPath): Words | undefined {
  const pageAt = (one: BankPath) => {
    const text = pageNow(place.bank, one)
    return text === undefined ? undefined : pageOf(text, one)
  }
  if (unlistedDocuments([path], pageAt).length === 0) return undefined
  return {
    en: `${path} is not in an index yet; memory-bank refresh adds it.`,
    zh: `${path} 尚未列入索引；运行 memory-bank refresh 即可添加。`,
  }
}
