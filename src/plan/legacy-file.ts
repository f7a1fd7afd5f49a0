/** legacy.md: texts of an older bank, word for word, each in a code fence so that nothing in it acts as ours. */

import { fenceAround } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import type { Language, Words } from '../base/language.ts'

export class LegacyFile {
  readonly #language: Language
  readonly #before: string | undefined
  readonly #parts: string[] = []

  constructor(before: string | undefined, language: Language) {
    this.#before = before
    this.#language = language
  }

  keep(path: string, text: string): void {
    if (text !== '') this.#parts.push(`## ${path}\n\n${fenceAround(text)}`)
  }

  /** Lines of an old file that have no place of their own in the new bank. */
  keepLines(path: string, lines: readonly string[]): void {
    if (lines.length > 0)
      this.#parts.push(`## ${path}\n\n${LINES_NOTE[this.#language]}\n\n${fenceAround(lines.join('\n'))}`)
  }

  /** The old index: its routing by topic gave way to routing by intent. */
  keepRouting(path: string, text: string): void {
    this.#parts.unshift(`## Legacy Routing (Topic)\n\n${ROUTING_NOTE(path)[this.#language]}\n\n${fenceAround(text)}`)
  }

  /** Undefined where there is nothing to keep and was no such file. */
  text(): string | undefined {
    if (this.#parts.length === 0) return this.#before
    const head = this.#before ?? `# Legacy\n\n${INTRODUCTION[this.#language]}\n`
    return `${closed(head)}${this.#parts.join('\n\n')}\n`
  }
}

/** The text, every byte of it, and a blank line; what somebody left in an open fence must not swallow what follows. */
function closed(text: string): string {
  const lines = text === '' || /[\r\n]$/.test(text) ? text : `${text}\n`
  const fence = pageOf(lines).openFence
  return `${lines}${fence === undefined ? '' : `${fence}\n`}\n`
}

const INTRODUCTION: Words = {
  en: 'Texts of the bank before v7.1, word for word. What is still true has its place in MEMORY.md or details/; this file may be deleted by hand once nobody needs it.',
  zh: 'v7.1 之前的原文，逐字保留。仍然有效的内容已在 MEMORY.md 或 details/ 中；不再需要时可手动删除本文件。',
}

const LINES_NOTE: Words = {
  en: 'The rest of this file has its place in the new bank; these lines had none.',
  zh: '该文件其余内容已在新布局中；以下几行没有对应位置。',
}

const ROUTING_NOTE = (path: string): Words => ({
  en: `From ${path}. Routing by intent in MEMORY.md replaces it.`,
  zh: `来自 ${path}，已由 MEMORY.md 中的意图驱动路由取代。`,
})
