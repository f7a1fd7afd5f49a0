/** A signal: an event of a turn that may be worth keeping (S40). The model judges whether it is. */

import type { Words } from '../../base/language.ts'

export type Signal =
  | { readonly kind: 'tests' | 'revert' | 'request' }
  /** `what`: the file, the packages or the folder. */
  | { readonly kind: 'settings' | 'dependency' | 'move'; readonly what: string }

export function isSameSignal(one: Signal, other: Signal): boolean {
  return one.kind === other.kind && whatOf(one) === whatOf(other)
}

export function wordsOfSignal(signal: Signal): Words {
  const what = whatOf(signal)
  switch (signal.kind) {
    case 'tests':
      return { en: 'a failing test passes after edits', zh: '失败的测试在修改后通过' }
    case 'revert':
      return { en: 'a commit was reverted', zh: '回退了一个提交' }
    case 'request':
      return { en: 'the user asked to remember something', zh: '用户要求记住某事' }
    case 'settings':
      return { en: `${what} changed`, zh: `${what} 有改动` }
    case 'dependency':
      return { en: `added ${what}`, zh: `添加了 ${what}` }
    case 'move':
      return { en: `moved ${what}`, zh: `移动了 ${what}` }
  }
}

/** A path may contain any text, so the model gets a short form with plain characters. */
function whatOf(signal: Signal): string {
  return 'what' in signal ? signal.what.slice(-80).replace(/[^\p{L}\p{N}@ ,._/+-]/gu, '?') : ''
}
