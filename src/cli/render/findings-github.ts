/** Findings as GitHub Actions' workflow commands: the runner turns each line into an annotation of its file. */

import type { Finding } from '../../core/finding.ts'
import type { Language } from '../../core/language.ts'

/** `prefix` is the bank's path in the repository, with a slash at its end. */
export function renderAnnotations(findings: readonly Finding[], language: Language, prefix: string): string {
  return findings
    .map(({ rule, level, path, line, endLine, message, next }) => {
      const properties = [
        ['file', prefix + path],
        ...(line === undefined ? [] : [['line', String(line)]]),
        ...(endLine === undefined ? [] : [['endLine', String(endLine)]]),
        ['title', `memory-bank: ${rule}`],
      ]
      const told = properties.map(([name = '', value = '']) => `${name}=${escapeProperty(value)}`).join(',')
      return `::${level} ${told}::${escapeData(`${message[language]} → ${next[language]}`)}`
    })
    .join('\n')
}

/** What the runner turns back: a bare line end would begin a line of its own, and could be a command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
