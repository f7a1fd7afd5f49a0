/** The states of a bank (S10), each with its description and next step. */

import type { BankPath } from '../base/bank-path.ts'
import { UPDATE_PROGRAM } from '../base/bank-problems.ts'
import type { Words } from '../base/language.ts'
import { CURRENT_VERSION } from '../base/layout.ts'
import { explain, type Problem } from '../base/problem.ts'

export type BankState =
  | { readonly kind: 'absent' }
  /** `details/` without MEMORY.md. */
  | { readonly kind: 'entry-missing' }
  | { readonly kind: 'legacy'; readonly entries: readonly BankPath[] }
  | { readonly kind: 'foreign'; readonly tool: string; readonly paths: readonly BankPath[] }
  | { readonly kind: 'outdated'; readonly version: string | undefined }
  | { readonly kind: 'current'; readonly version: string }
  | { readonly kind: 'newer'; readonly version: string }
  /** A merge is unfinished: these files have conflict markers, or are unmerged in git's index. */
  | { readonly kind: 'unmerged'; readonly paths: readonly BankPath[] }
  /** Git has the bank, but a sparse checkout leaves out MEMORY.md or the whole bank. */
  | { readonly kind: 'left-out' }
  | { readonly kind: 'broken'; readonly problem: Problem }

export function describeState(state: BankState): Words {
  switch (state.kind) {
    case 'absent':
      return { en: 'no bank yet', zh: '尚未建立' }
    case 'entry-missing':
      return { en: 'details/ without MEMORY.md', zh: '有 details/，缺少 MEMORY.md' }
    case 'legacy':
      return { en: `an older layout (${state.entries.join(', ')})`, zh: `旧布局（${state.entries.join('、')}）` }
    case 'foreign':
      return {
        en: `another tool's bank (${state.tool || state.paths.join(', ')})`,
        zh: `其他工具的 Memory Bank（${state.tool || state.paths.join('、')}）`,
      }
    case 'outdated':
      return state.version === undefined
        ? {
            en: `version mark missing (v${CURRENT_VERSION} is current)`,
            zh: `缺少版本标记（当前为 v${CURRENT_VERSION}）`,
          }
        : {
            en: `v${state.version} (v${CURRENT_VERSION} is current)`,
            zh: `v${state.version}（当前为 v${CURRENT_VERSION}）`,
          }
    case 'current':
      return { en: `v${state.version}, current`, zh: `v${state.version}，已是最新` }
    case 'newer':
      return { en: `v${state.version}, newer than this program`, zh: `v${state.version}，比本程序新` }
    case 'unmerged':
      return {
        en: `a merge is not finished (${state.paths.join(', ')})`,
        zh: `合并尚未完成（${state.paths.join('、')}）`,
      }
    case 'left-out':
      return { en: 'in git, not checked out here (sparse checkout)', zh: '在 git 中，但稀疏检出没有取出' }
    case 'broken':
      return { en: explain(state.problem, 'en').what, zh: explain(state.problem, 'zh').what }
  }
}

export function nextStep(state: BankState): Words {
  switch (state.kind) {
    case 'absent':
      return { en: 'memory-bank init', zh: 'memory-bank init' }
    case 'entry-missing':
    case 'legacy':
    case 'outdated':
      return { en: 'memory-bank refresh', zh: 'memory-bank refresh' }
    case 'current':
      return { en: 'memory-bank check', zh: 'memory-bank check' }
    case 'foreign':
      return {
        en: 'memory-bank import --in-place   (converts it; git keeps its history)',
        zh: 'memory-bank import --in-place（就地转换，git 保留历史）',
      }
    case 'newer':
      return UPDATE_PROGRAM
    case 'unmerged':
    case 'left-out':
    case 'broken': {
      const problem = problemOf(state)
      return { en: explain(problem, 'en').next, zh: explain(problem, 'zh').next }
    }
  }
}

/** Why a bank in this state cannot be written to. */
export function problemOf(state: Extract<BankState, { kind: 'unmerged' | 'left-out' | 'broken' }>): Problem {
  switch (state.kind) {
    case 'unmerged':
      return { code: 'bank-unmerged', paths: state.paths }
    case 'left-out':
      return { code: 'bank-left-out' }
    case 'broken':
      return state.problem
  }
}
