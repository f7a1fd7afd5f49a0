/** Every file's block markers are whole, and MEMORY.md has both blocks (S2). */

import { missingMarkers } from '../../bank/blocks.ts'
import type { Page } from '../../bank/page.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { MarkerFault } from '../../base/bank-problems.ts'
import type { Finding } from '../../bank/finding.ts'
import type { Words } from '../../base/language.ts'
import { MEMORY } from '../../base/layout.ts'
import type { Rule } from '../rule.ts'

export const markers: Rule = {
  id: 'markers',
  about: {
    en: 'Block markers are whole, and MEMORY.md has both blocks.',
    zh: '区块标记完整，MEMORY.md 两个区块齐全。',
  },
  check({ snapshot }) {
    return [...snapshot.files.values()].flatMap((page) =>
      faultsOf(page).map((fault, _index, all) => find(page.path, fault, isUnmarked(all))),
    )
  },
}

function faultsOf({ path, text, parsed }: Page): readonly MarkerFault[] {
  if (!parsed.ok) return parsed.problem.code === 'markers-broken' ? parsed.problem.faults : []
  // A refresh writes an empty MEMORY.md again; `structure` reports it.
  if (path !== MEMORY || text.trim() === '') return []
  return missingMarkers(parsed.value).filter((fault) => fault.marker.includes('_START'))
}

/** Both blocks are missing: a refresh wraps such an entry as it stands (S13). */
function isUnmarked(faults: readonly MarkerFault[]): boolean {
  return faults.length === 2 && faults.every(({ kind }) => kind === 'missing')
}

function find(path: BankPath, fault: MarkerFault, unmarked: boolean): Finding {
  return {
    rule: 'markers',
    level: 'error',
    path,
    line: fault.line === 0 ? undefined : fault.line,
    message: describe(fault),
    next: unmarked
      ? WRAP
      : {
          en: `Repair the markers of memory-bank/${path} by hand: each START and END once, in that order, on a line of its own.`,
          zh: `请手动修复 memory-bank/${path} 中的标记：START 与 END 各一次，顺序正确，各占一行。`,
        },
  }
}

const WRAP: Words = { en: 'Run: memory-bank refresh', zh: '请运行：memory-bank refresh' }

function describe({ kind, marker }: MarkerFault): Words {
  switch (kind) {
    case 'missing':
      return {
        en: `A block is missing: ${marker} and its end stand nowhere.`,
        zh: `缺少一个区块：没有 ${marker} 及其结束标记。`,
      }
    case 'unpaired':
      return { en: `${marker} has no partner.`, zh: `${marker} 没有配对。` }
    case 'reversed':
      return { en: `${marker} comes before its start.`, zh: `${marker} 出现在起始标记之前。` }
    case 'nested':
      return { en: `${marker} stands inside another block.`, zh: `${marker} 位于另一个区块之内。` }
    case 'doubled':
      return { en: `${marker} is there a second time.`, zh: `${marker} 重复出现。` }
    case 'fenced':
      return {
        en: `${marker} stands inside a code fence that was never closed.`,
        zh: `${marker} 位于未闭合的代码块中。`,
      }
    case 'misspelt':
      return { en: `This looks like ${marker} but is spelt differently.`, zh: `此行像是 ${marker}，但写法不同。` }
  }
}
