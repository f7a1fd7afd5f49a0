/** Files, symbols, scripts, packages and versions that the bank names exist in the repository as it says (S51). */

import { type Drift, driftWords } from '../../bank/drift.ts'
import type { Words } from '../../base/language.ts'
import { folderPath, INDEXED_FOLDERS } from '../../base/layout.ts'
import { type CheckRule, report } from '../rule.ts'

export const drift: CheckRule = {
  id: 'drift',
  about: {
    en: 'Facts about the code match the repository.',
    zh: 'Memory Bank 中关于代码的事实与仓库一致。',
  },
  fixes: 'anchors',
  foldsFrom: 3,
  folds: ({ path, fix }) => (fix === undefined ? recordsIn(path) : undefined),
  check({ drift: findDrift }) {
    return findDrift().map((one) =>
      isFixable(one)
        ? { ...report('warning', one.path, one.line, driftWords(one), FIX), fix: { kind: 'anchors' as const } }
        : report('warning', one.path, one.line, driftWords(one), NEXT[one.verdict]),
    )
  },
}

/** The details folder of a document. Documents are rarely updated, so the drift in one folder becomes one finding. */
function recordsIn(path: string): string | undefined {
  return INDEXED_FOLDERS.find((folder) => path.startsWith(`${folderPath(folder)}/`))
}

/** An anchor whose lines moved, or whose hash is not filled in yet. */
function isFixable({ about, now }: Drift): boolean {
  return about === 'anchor' && now !== undefined
}

const FIX: Words = { en: 'Run: memory-bank check --fix', zh: '请运行：memory-bank check --fix' }
const NEXT: Readonly<Record<Drift['verdict'], Words>> = {
  moved: { en: 'Update it to the new location.', zh: '请改为新的位置。' },
  changed: { en: 'Update it, or say when it changed.', zh: '请更新，或写明何时改变。' },
  gone: { en: 'Delete it, or mark it as removed.', zh: '请删去，或注明已移除。' },
}
