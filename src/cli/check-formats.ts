/** Formats of `check` for other programs: GitHub annotations, SARIF, and the comment on a pull request. */

import type { Finding } from '../bank/finding.ts'
import { HOLDING_NAMES, type Holding } from '../bank/holding.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { Language, Words } from '../base/language.ts'
import { neutralise } from '../base/neutralise.ts'
import { maskTexts } from '../secrets/mask.ts'
import type { MemoryChanges } from '../verbs/memory-changes.ts'

/** Workflow commands of GitHub Actions. `prefix` is the bank's path in the repository, ending with a slash. */
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

/** The runner decodes these escapes. An unescaped line end would start a new line, which could be a command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

interface Known {
  /** All rules, also those without findings, so that viewers can list what was checked. */
  readonly rules: readonly { readonly id: string; readonly about: Words }[]
  /** The bank's path in the repository, ending with a slash. */
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
    // Without the line number, so that an edit further up does not make a known finding new.
    partialFingerprints: { 'memoryBankFinding/v1': hashOfText(`${rule}\n${path}\n${message.en}`) },
  }
}

/**
 * The changes of a pull request to the bank, as Markdown. Text from the repository is always in a code span, so an
 * entry's title cannot mention people, add links or inject HTML.
 */
export function renderMemoryComment(
  changes: MemoryChanges,
  contradicted: readonly Finding[],
  language: Language,
  prefix: string,
): string {
  const ofEntry = (one: Holding) =>
    `${HOLDING_NAMES[one.kind][language]} ${span(one.title)} (${span(`${prefix}${one.path}:${one.line}`)})`
  const ofGone = (one: Holding) =>
    `${HOLDING_NAMES[one.kind][language]} ${span(one.title)} (${span(prefix + one.path)})`
  const ofFinding = ({ path, line, message }: Finding) =>
    `${span(`${prefix}${path}${line === undefined ? '' : `:${line}`}`)} ${span(message[language])}`
  const parts = [
    part(GAINED, changes.gained.map(ofEntry), language),
    part(SUPERSEDED, changes.superseded.map(ofEntry), language),
    part(CHANGED, changes.changed.map(ofEntry), language),
    part(REMOVED, changes.removed.map(ofGone), language),
    part(CONTRADICTED, contradicted.map(ofFinding), language),
  ].filter((one) => one !== '')
  const body = parts.length === 0 ? [NOTHING[language]] : parts
  return [MARK, '### Memory Bank', ...body].join('\n\n')
}

/** Invisible marker by which the Action finds its own comment and updates it. */
const MARK = '<!-- memory-bank: changes -->'

const GAINED: Words = { en: 'Added', zh: '新增' }
const SUPERSEDED: Words = { en: 'Superseded', zh: '被取代' }
const CHANGED: Words = { en: 'Changed', zh: '修改' }
const REMOVED: Words = { en: 'Removed', zh: '删除' }
const CONTRADICTED: Words = { en: 'Contradicted by the code', zh: '与代码矛盾' }
const NOTHING: Words = { en: 'No changes to the bank.', zh: 'Memory Bank 没有变化。' }

const MOST_SHOWN = 20
const MOST_CHARACTERS = 160

function part(heading: Words, items: readonly string[], language: Language): string {
  if (items.length === 0) return ''
  const left = items.length - MOST_SHOWN
  const more = left > 0 ? [{ en: `- and ${left} more`, zh: `- 另有 ${left} 条` }[language]] : []
  return [`**${heading[language]}**`, '', ...items.slice(0, MOST_SHOWN).map((item) => `- ${item}`), ...more].join('\n')
}

/** One line in a code span, with secrets masked and invisible characters removed. */
function span(text: string): string {
  const [masked = ''] = maskTexts([neutralise(text)]).map((one) => one.text)
  const line = masked.replaceAll('`', "'").replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  return `\`${characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…` : line}\``
}
