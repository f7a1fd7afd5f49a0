/** Findings that every host's diagnosis may have, in the same words. */

import type { Words } from '../core/language.ts'
import type { Diagnosis } from '../flows/host-setup.ts'
import { faultOf } from '../text/jsonc.ts'
import { otherMemories } from './other-memories.ts'

export function brokenSettings(about: string, file: string, text: string): readonly Diagnosis[] {
  const fault = faultOf(text)
  if (fault === undefined) return []
  return [
    error(
      'settings-broken',
      about,
      {
        en: `${file} is not valid JSON (line ${fault.line}: ${fault.what}).`,
        zh: `${file} 不是合法的 JSON（第 ${fault.line} 行：${fault.what}）。`,
      },
      { en: `Correct ${file}.`, zh: `请修正 ${file}。` },
    ),
  ]
}

export function collisions(about: string, words: readonly string[]): readonly Diagnosis[] {
  return otherMemories(words).map((name) =>
    warning(
      'other-memory',
      about,
      {
        en: `Another memory tool is active: ${name}. The agent then has two memories that may disagree.`,
        zh: `还启用了另一个记忆工具：${name}。Agent 会有两份可能互相矛盾的记忆。`,
      },
      { en: 'Keep one of the two for this project.', zh: '建议本项目只保留其中一个。' },
    ),
  )
}

export function missingPackage(about: string, file: string, folder: string): Diagnosis {
  return error(
    'plugin-missing',
    about,
    {
      en: `${file} names ${folder}, where there is no memory-bank. Nothing is guarded.`,
      zh: `${file} 指向 ${folder}，那里没有 memory-bank。当前没有任何保护。`,
    },
    { en: 'Set the entry right: memory-bank doctor --fix', zh: '修正该条目：memory-bank doctor --fix' },
  )
}

export function error(id: string, about: string, what: Words, next: Words): Diagnosis {
  return { id, about, level: 'error', what, next }
}

export function warning(id: string, about: string, what: Words, next: Words): Diagnosis {
  return { id, about, level: 'warning', what, next }
}
