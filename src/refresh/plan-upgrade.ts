/**
 * Upgrade MEMORY.md to the current template, by appending only (S13).
 *
 * Nothing the user or an agent wrote is moved, renamed or removed; sections the template gained since
 * are added at the end of the machine block. No other file is touched.
 */

import type { Draft } from '../core/draft.ts'
import { CURRENT_VERSION, MEMORY } from '../core/layout.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { innerOf, missingMarkers, parseDocument } from '../text/document.ts'
import { compareVersions, stampVersion } from '../text/template-version.ts'
import { editBlock } from './machine-block.ts'
import type { PlanInput } from './plan-input.ts'
import { UPGRADES } from './upgrades/index.ts'

export function planUpgrade(draft: Draft, input: PlanInput, from: string | undefined): Result<undefined> {
  const memory = parseDocument(MEMORY, draft.read(MEMORY) ?? '')
  if (!memory.ok) return memory
  const missing = missingMarkers(memory.value)
  if (missing.length > 0) return fail({ code: 'markers-missing', path: MEMORY, faults: missing })

  editBlock(draft, MEMORY, (block) => stampVersion(block, CURRENT_VERSION), {
    en: `version mark ${from === undefined ? 'added' : `v${from} → v${CURRENT_VERSION}`}`,
    zh: from === undefined ? `插入版本标记 v${CURRENT_VERSION}` : `更新版本标记 v${from} → v${CURRENT_VERSION}`,
  })
  for (const step of UPGRADES.toSorted((a, b) => compareVersions(a.to, b.to))) {
    if (from !== undefined && compareVersions(from, step.to) >= 0) continue
    const words = step.describe(innerOf(memory.value, 'machine') ?? '')
    editBlock(draft, MEMORY, (block) => step.upgrade(block, input.templates, draft), {
      en: words.map((word) => word.en).join('; '),
      zh: words.map((word) => word.zh).join('；'),
    })
  }
  draft.note({ en: 'The user block stays as it is.', zh: 'USER_BLOCK 将保持不变。' })
  return ok(undefined)
}
