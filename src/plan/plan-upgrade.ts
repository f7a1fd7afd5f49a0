/**
 * Upgrades MEMORY.md to the current template, by appending only (S13).
 *
 * Existing text is never moved, renamed or removed. New sections are added at the end of the machine block, and no
 * other file changes. A file without any marker becomes the machine block.
 */

import { compareVersions, MARKER, missingMarkers, stampVersion } from '../bank/blocks.ts'
import type { Draft } from '../bank/draft.ts'
import { endingOf } from '../bank/lines.ts'
import type { Words } from '../base/language.ts'
import { CURRENT_VERSION, MEMORY } from '../base/layout.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { editBlock } from './machine-block.ts'
import type { PlanInput } from './plan-input.ts'
import { UPGRADES } from './upgrades/index.ts'

export function planUpgrade(draft: Draft, input: PlanInput, from: string | undefined): Result<undefined> {
  wrapUnmarked(draft)
  const { parsed, machine } = draft.page(MEMORY)
  if (!parsed.ok) return parsed
  const missing = missingMarkers(parsed.value)
  if (missing.length > 0) return fail({ code: 'markers-missing', path: MEMORY, faults: missing })

  editBlock(draft, MEMORY, (block) => stampVersion(block, CURRENT_VERSION), versionWords(from))
  for (const step of UPGRADES.toSorted((a, b) => compareVersions(a.to, b.to))) {
    if (from !== undefined && compareVersions(from, step.to) >= 0) continue
    const words = machine === undefined ? [] : step.describe(machine)
    editBlock(draft, MEMORY, (block) => step.upgrade(block, input.templates, draft, input.readFacts))
    for (const word of words) draft.because(MEMORY, word)
  }
  draft.note({ en: 'The user block stays as it is.', zh: 'USER_BLOCK 将保持不变。' })
  return ok(undefined)
}

function versionWords(from: string | undefined): Words {
  return from === undefined
    ? { en: `version mark v${CURRENT_VERSION} added`, zh: `插入版本标记 v${CURRENT_VERSION}` }
    : {
        en: `version mark: v${CURRENT_VERSION} (was v${from})`,
        zh: `更新版本标记为 v${CURRENT_VERSION}（原为 v${from}）`,
      }
}

/**
 * Banks of v6.0 and v7.0 exist without any marker. An open fence would swallow the markers, so such a file is left to
 * the user.
 */
function wrapUnmarked(draft: Draft): void {
  const { text, parsed, openFence } = draft.page(MEMORY)
  const isUnmarked = parsed.ok && missingMarkers(parsed.value).length === Object.keys(MARKER).length
  if (!isUnmarked || text.trim() === '' || openFence !== undefined) return
  const ending = endingOf(text)
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const body = text.slice(mark.length) + (/[\r\n]$/.test(text) ? '' : ending)
  const after = [MARKER.machineEnd, '', MARKER.userStart, MARKER.userEnd, ''].join(ending)
  draft.write(MEMORY, mark + MARKER.machineStart + ending + body + after, {
    en: 'no block markers: the whole text becomes the machine block, followed by an empty user block',
    zh: '没有区块标记：全文原样成为机器区块，其后是空的用户区块',
  })
  draft.note({
    en: 'MEMORY.md had no block markers. Move text that tools must not change between the USER_BLOCK lines at its end.',
    zh: 'MEMORY.md 原来没有区块标记。不希望工具改动的内容，请移到末尾的两行 USER_BLOCK 标记之间。',
  })
}
