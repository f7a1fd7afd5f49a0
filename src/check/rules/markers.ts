/** The block markers of every file are complete, and MEMORY.md has both blocks (S2). */

import { missingMarkers } from '../../bank/blocks.ts'
import type { Page } from '../../bank/page.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { MarkerFault } from '../../base/bank-problems.ts'
import type { Words } from '../../base/language.ts'
import { MEMORY } from '../../base/layout.ts'
import { type CheckRule, type Report, report } from '../rule.ts'

export const markers: CheckRule = {
  id: 'markers',
  about: {
    en: 'Block markers are complete, and MEMORY.md has both blocks.',
    zh: '区块标记完整，MEMORY.md 的两个区块齐全。',
  },
  check({ snapshot }) {
    return [...snapshot.files.values()].flatMap((page) => {
      const faults = faultsOf(page)
      if (isUnmarked(faults)) return [report('error', page.path, undefined, UNMARKED, WRAP)]
      return faults.map((fault) => find(page.path, fault))
    })
  },
}

function faultsOf({ path, text, parsed }: Page): readonly MarkerFault[] {
  if (!parsed.ok) return parsed.problem.code === 'markers-broken' ? parsed.problem.faults : []
  // `structure` reports an empty MEMORY.md.
  if (path !== MEMORY || text.trim() === '') return []
  return missingMarkers(parsed.value).filter((fault) => fault.marker.includes('_START'))
}

/** Both blocks are missing. A refresh then wraps the file as it is (S13). */
function isUnmarked(faults: readonly MarkerFault[]): boolean {
  return faults.length === 2 && faults.every(({ kind }) => kind === 'missing')
}

function find(path: BankPath, fault: MarkerFault): Report {
  const line = fault.line === 0 ? undefined : fault.line
  return report('error', path, line, describe(fault), byHand(path))
}

function byHand(path: BankPath): Words {
  return {
    en: `Fix the markers in memory-bank/${path} by hand: each START and END once, in that order, on its own line.`,
    zh: `请手动修复 memory-bank/${path} 中的标记：START 与 END 各一次，顺序正确，各占一行。`,
  }
}

const UNMARKED: Words = { en: 'This file has no block markers.', zh: '该文件没有区块标记。' }
const WRAP: Words = { en: 'Run: memory-bank refresh', zh: '请运行：memory-bank refresh' }

function describe({ kind, marker }: MarkerFault): Words {
  switch (kind) {
    case 'missing':
      return {
        en: `A block is missing: there is no ${marker}, and no end marker.`,
        zh: `缺少一个区块：没有 ${marker} 及其结束标记。`,
      }
    case 'unpaired':
      return { en: `${marker} has no matching marker.`, zh: `${marker} 没有配对的标记。` }
    case 'reversed':
      return { en: `${marker} comes before its start marker.`, zh: `${marker} 出现在起始标记之前。` }
    case 'nested':
      return { en: `${marker} is inside another block.`, zh: `${marker} 位于另一个区块之内。` }
    case 'doubled':
      return { en: `${marker} appears a second time.`, zh: `${marker} 重复出现。` }
    case 'fenced':
      return {
        en: `${marker} is inside a code fence that is never closed.`,
        zh: `${marker} 位于未闭合的代码块中。`,
      }
    case 'misspelt':
      return { en: `This looks like ${marker} but is spelled differently.`, zh: `此行像是 ${marker}，但写法不同。` }
  }
}
