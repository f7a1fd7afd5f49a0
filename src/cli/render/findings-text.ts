/** Findings as a person reads them: by file, each with its place, its rule and the one thing to do. */

import type { Finding } from '../../core/finding.ts'
import type { Language } from '../../core/language.ts'
import type { Terminal } from '../terminal.ts'
import { paint } from './paint.ts'

export function renderFindings(findings: readonly Finding[], language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const lines: string[] = []
  let path = findings[0]?.path
  for (const finding of findings) {
    if (finding.path !== path) lines.push('')
    path = finding.path
    const level =
      finding.level === 'error'
        ? colour.red({ en: 'error', zh: '错误' }[language])
        : colour.yellow({ en: 'warning', zh: '警告' }[language])
    const place = finding.line === undefined ? finding.path : `${finding.path}:${finding.line}`
    lines.push(
      `memory-bank/${place}  ${level}  ${finding.message[language]}  ${colour.dim(`[${finding.rule}]`)}`,
      `    → ${finding.next[language]}`,
    )
  }
  return lines.join('\n')
}

/** How many of each, and how many of them `--fix` would take care of. */
export function renderCounts(findings: readonly Finding[], language: Language): string {
  const errors = findings.filter((finding) => finding.level === 'error').length
  const warnings = findings.length - errors
  const fixable = findings.filter((finding) => finding.fix !== undefined).length
  const fix =
    fixable === 0
      ? ''
      : {
          en: `; ${fixable} can be fixed: memory-bank check --fix`,
          zh: `；其中 ${fixable} 个可自动修复：memory-bank check --fix`,
        }[language]
  return {
    en: `${count(errors, 'error')}, ${count(warnings, 'warning')}${fix}`,
    zh: `${errors} 个错误，${warnings} 个警告${fix}`,
  }[language]
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
