/**
 * Lines of the bank that a scan wrote. Each names its source, so a later scan recognises its own lines and replaces
 * only those (S15).
 */

import { scannedLine } from '../bank/labels.ts'
import { endingOf, type Line, splice } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import { appendToSection } from '../bank/sections.ts'
import { applySplices } from '../bank/tables.ts'
import type { Language } from '../base/language.ts'
import type { Splice } from '../base/splice.ts'
import { isManifest } from '../project/choose-scan-files.ts'
import { isCiFile } from '../project/ci-files.ts'
import type { Fact } from '../project/facts.ts'
import { isCommandDocument } from '../project/named-commands.ts'
import { isCommandLabel } from '../project/project-facts.ts'

export function factLine(fact: Fact, language: Language): string {
  return language === 'zh'
    ? `- **${fact.label}**：${fact.value}（来源：${fact.source}）`
    : `- **${fact.label}**: ${fact.value} (source: ${fact.source})`
}

/** Appends facts to a section that a template just created. */
export function fillFacts(page: Page, heading: string, facts: readonly Fact[], language: Language): string {
  const section = page.section(heading)
  if (section === undefined || facts.length === 0) return page.text
  return appendToSection(page.text, section, facts.map((fact) => factLine(fact, language)).join('\n'))
}

/**
 * Replaces the generated lines of a section. An empty section is filled. A section with text but no generated lines
 * belongs to a person and is not touched. Lines with `isKept` stay, and their updates are added below the generated
 * lines. A new patch version alone does not count as a change.
 */
export function updateFacts(
  page: Page,
  heading: string,
  facts: readonly Fact[],
  language: Language,
  isKept: (line: string) => boolean = () => false,
): string {
  const { text } = page
  const generated = generatedLines(page, heading)
  const last = generated.at(-1)
  if (last === undefined)
    return page.sectionBody(heading)?.trim() === '' ? fillFacts(page, heading, facts, language) : text

  const edits: Splice[] = []
  const missing: string[] = []
  for (const fact of facts) {
    const wanted = factLine(fact, language)
    const same = generated.filter((line) => line.label === fact.label)
    if (same.some((line) => isSameButPatch(line.text, wanted))) continue
    const latest = same.findLast((line) => !isKept(line.text))
    if (latest === undefined) missing.push(wanted)
    else edits.push({ start: latest.start, end: latest.start + latest.text.length, text: wanted })
  }
  const labels = new Set(facts.map((fact) => fact.label))
  const retired = generated.filter((line) => !labels.has(line.label) && !isKept(line.text))
  edits.push(...retired.map(({ start, end }) => ({ start, end, text: '' })))
  if (missing.length > 0) {
    const ending = endingOf(text)
    const lead = /[\r\n]$/.test(text.slice(last.start, last.end)) ? '' : ending
    edits.push({ start: last.end, end: last.end, text: lead + missing.map((line) => line + ending).join('') })
  }
  return applySplices(text, edits)
}

function isSameButPatch(line: string, wanted: string): boolean {
  return line === wanted || line.replace(PATCH, '$1') === wanted.replace(PATCH, '$1')
}

const PATCH = /(?<![\d.])(\d+\.\d+)\.\d+(?![\w.])/g

/** Removes the generated lines of a section that scans no longer write, and the section itself once it is empty. */
export function retireFacts(page: Page, heading: string): string {
  const generated = generatedLines(page, heading)
  const rest = page.with(
    applySplices(
      page.text,
      generated.map(({ start, end }) => ({ start, end, text: '' })),
    ),
  )
  const section = rest.section(heading)
  const isEmpty = generated.length > 0 && section !== undefined && rest.sectionBody(heading)?.trim() === ''
  return isEmpty ? splice(rest.text, section.start, section.end, '') : rest.text
}

function generatedLines(page: Page, heading: string): readonly (Line & { readonly label: string })[] {
  const section = page.section(heading)
  if (section === undefined) return []
  return page.lines.flatMap((line) => {
    if (line.start < section.bodyStart || line.end > section.end || line.fenced) return []
    const scanned = scannedLine(line.text)
    if (scanned === undefined || !isScanSource(scanned.sources, isCommandLabel(scanned.label))) return []
    return [{ ...line, text: line.text.trimEnd(), label: scanned.label }]
  })
}

/**
 * A scan cites the tree, READMEs, files of the first two levels, manifests of workspace members, and for commands also
 * other documents and CI. A line with any other source was written by a person in the same form.
 */
function isScanSource(sources: string, isCommand: boolean): boolean {
  return sources.split(', ').every((source) => {
    if (source === 'directory tree' || source === '目录树' || source === '…') return true
    if (isCommand && (isCommandDocument(source) || isCiFile(source))) return true
    if (source.includes('://') || (source.split('/').length > 2 && !isManifest(source))) return false
    return !/\.md$/i.test(source) || /(?:^|\/)readme[\w.-]*\.md$/i.test(source)
  })
}
