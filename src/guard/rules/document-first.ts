/** The first source files of a new folder wait for a requirement or design document, if the user wants it (S45). */

import { isPlanDocument } from '../../base/layout.ts'
import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const documentFirst: GuardRule = {
  id: 'document-first',
  order: 175,
  force: 'document',
  check({ state, facts, policy }) {
    const begins = facts.kind === 'writes' || facts.kind === 'shell' ? facts.begins : undefined
    if (begins === undefined || state.documents.length > 0 || policy.readRequired() === undefined) return undefined
    if (bankWrites(facts).some(({ path, after }) => after !== undefined && isPlanDocument(path))) return undefined
    const isBlocked = policy.docFirst === 'block'
    return {
      en: `${begins} gets its first source files, and this session has used no requirement or design document. Read the one that covers this work (memory-bank/details/requirements/ or design/), or propose one${isBlocked ? '. Then repeat this edit' : ', then check this change against it'}.`,
      zh: `${begins} 将有第一批源文件，而本会话尚未使用任何需求或设计文档。请先读取与这项工作对应的文档（memory-bank/details/requirements/ 或 design/），没有就提议一份${isBlocked ? '，再重做这次修改' : '，再据此核对这次修改'}。`,
    }
  },
}
