/** Findings as a person reads them, as GitHub's annotations, and as SARIF. */

import { hashOfText } from '../../core/content-hash.ts'
import type { Finding } from '../../core/finding.ts'
import type { Language, Words } from '../../core/language.ts'
import { paint, type Terminal } from '../terminal.ts'
import { wrapped } from './width.ts'

/** By file, each finding with its place, its rule and the one thing to do. */
export function renderFindings(findings: readonly Finding[], language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const lines: string[] = []
  let path = findings[0]?.path
  for (const finding of findings) {
    if (finding.path !== path) lines.push('')
    path = finding.path
    const level = colour[LEVEL_COLOURS[finding.level]](LEVELS[finding.level][language])
    const place = finding.line === undefined ? finding.path : `${finding.path}:${finding.line}`
    const said = `memory-bank/${place}  ${level}  ${finding.message[language]}  ${colour.dim(`[${finding.rule}]`)}`
    lines.push(
      wrapped(said, terminal.columns(), '    '),
      wrapped(`    → ${finding.next[language]}`, terminal.columns(), '      '),
    )
  }
  return lines.join('\n')
}

const LEVELS: Readonly<Record<Finding['level'], Words>> = {
  error: { en: 'error', zh: '错误' },
  warning: { en: 'warning', zh: '警告' },
  note: { en: 'note', zh: '提示' },
}
const LEVEL_COLOURS = { error: 'red', warning: 'yellow', note: 'dim' } as const

/** How many errors and warnings there are, and how many of them `--fix` can fix. */
export function renderCounts(findings: readonly Finding[], language: Language): string {
  const countOf = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  const [errors, warnings, notes] = [countOf('error'), countOf('warning'), countOf('note')]
  const fixable = findings.filter((finding) => finding.fix !== undefined).length
  const fix =
    fixable === 0
      ? ''
      : {
          en: `; ${fixable} can be fixed: memory-bank check --fix`,
          zh: `；其中 ${fixable} 个可自动修复：memory-bank check --fix`,
        }[language]
  return {
    en: `${count(errors, 'error')}, ${count(warnings, 'warning')}${notes === 0 ? '' : `, ${count(notes, 'note')}`}${fix}`,
    zh: `${errors} 个错误，${warnings} 个警告${notes === 0 ? '' : `，${notes} 个提示`}${fix}`,
  }[language]
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

/**
 * GitHub Actions' workflow commands: the runner turns each line into an annotation of its file. `prefix` is the bank's path in the repository, with a slash at its end.
 */
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
      return `::${level === 'note' ? 'notice' : level} ${told}::${escapeData(`${message[language]} → ${next[language]}`)}`
    })
    .join('\n')
}

/** Escapes what the runner decodes again. A bare line end would begin a new line, which could be a command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

interface Known {
  /** All rules, with or without findings, so that a reader of the log can show what was checked. */
  readonly rules: readonly { readonly id: string; readonly about: Words }[]
  /** The bank's path in the repository, with a slash at its end. */
  readonly prefix: string
  readonly version: string
}

/** SARIF 2.1.0, for code scanning and editors. */
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
    // The line is left out, so that an edit further up does not turn an old finding into a new one.
    partialFingerprints: { 'memoryBankFinding/v1': hashOfText(`${rule}\n${path}\n${message.en}`) },
  }
}
