/** Whether the project's AGENTS.md has our pointer, and whether its marks still hold it. */

import { join } from 'node:path'
import { blockEntry, type MarkedBlock } from '../../bank/marked-block.ts'
import type { Diagnosis, HostReport } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { warning } from '../findings.ts'

/** At most 80 tokens with its marks. */
export const POINTER: MarkedBlock = {
  start: '<!-- memory-bank:start -->',
  end: '<!-- memory-bank:end -->',
  body: 'Project memory: `memory-bank/MEMORY.md`. Read it, and what it routes to, before design, refactoring or risky changes; cite it. Do not edit `memory-bank/` unasked: propose, and write after the user agrees.\n',
}

export function diagnose({ root, look }: InstallContext): HostReport {
  const file = join(root ?? '', 'AGENTS.md')
  const text = root === undefined ? undefined : look.text(file)
  if (text === undefined) return { installed: [], findings: [] }
  return {
    installed: blockEntry(POINTER).isIn(text)
      ? [{ scope: 'project', file, folder: undefined, spec: 'memory-bank' }]
      : [],
    findings: text.includes(POINTER.start) || text.includes(POINTER.end) ? marks(file, text) : [],
  }
}

function marks(file: string, text: string): readonly Diagnosis[] {
  const pointer = blockEntry(POINTER)
  const fault = pointer.fault(text) ?? pointer.obstacle(text)
  if (fault === undefined) return []
  const next = { en: `Correct ${file}.`, zh: `请修正 ${file}。` }
  const what = { en: `${file}: ${fault.en}`, zh: `${file}：${fault.zh}` }
  return [warning('pointer-broken', 'AGENTS.md', what, next)]
}
