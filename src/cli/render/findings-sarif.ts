/** Findings as SARIF 2.1.0, for code scanning and editors. */

import { hashOfText } from '../../core/content-hash.ts'
import type { Finding } from '../../core/finding.ts'
import type { Language, Words } from '../../core/language.ts'

interface Known {
  /** Every rule there is, found or not: whoever reads the log can show what was asked. */
  readonly rules: readonly { readonly id: string; readonly about: Words }[]
  /** The bank's path in the repository, with a slash at its end. */
  readonly prefix: string
  readonly version: string
}

export function renderSarif(findings: readonly Finding[], language: Language, known: Known): string {
  const driver = {
    name: 'memory-bank',
    version: known.version,
    rules: known.rules.map(({ id, about }) => ({
      id,
      shortDescription: { text: about[language] },
      help: { text: `memory-bank check --explain ${id}` },
    })),
  }
  const run = {
    tool: { driver },
    columnKind: 'utf16CodeUnits',
    results: findings.map((finding) => resultOf(finding, language, known)),
  }
  return JSON.stringify(
    { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] },
    null,
    2,
  )
}

function resultOf(finding: Finding, language: Language, { rules, prefix }: Known): Readonly<Record<string, unknown>> {
  const { rule, level, path, line, endLine, message, next } = finding
  const region =
    line === undefined ? {} : { region: { startLine: line, ...(endLine === undefined ? {} : { endLine }) } }
  return {
    ruleId: rule,
    ruleIndex: rules.findIndex(({ id }) => id === rule),
    level,
    message: { text: `${message[language]} → ${next[language]}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: {
            uri: (prefix + path).split('/').map(encodeURIComponent).join('/'),
            uriBaseId: '%SRCROOT%',
          },
          ...region,
        },
      },
    ],
    // Without the line: an edit further up makes no new finding of an old one.
    partialFingerprints: { 'memoryBankFinding/v1': hashOfText(`${rule}\n${path}\n${message.en}`) },
  }
}
