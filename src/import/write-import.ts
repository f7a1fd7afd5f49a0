/**
 * Writes the pieces of a file into the draft, each in its place and unchanged (S60).
 *
 * Lines in no piece go into the record of imports. A file that was imported before, or whose lines the bank has, adds
 * only what is new. Converted in place, a file is renamed to its document, or to the page that took most of it.
 */

import { printBlocks } from '../bank/blocks.ts'
import type { Draft } from '../bank/draft.ts'
import { endingOf, headingIn, withEnding } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import { provenanceComment, readProvenance } from '../bank/provenance.ts'
import type { Section } from '../bank/sections.ts'
import { appendBlock } from '../bank/sections.ts'
import type { ProgressState } from '../base/addition.ts'
import { type BankPath, baseName } from '../base/bank-path.ts'
import type { Language, Words } from '../base/language.ts'
import { MEMORY, PATTERNS, PROGRESS, SECTION, TECH } from '../base/layout.ts'
import type { Provenance } from '../base/provenance-record.ts'
import { hashOfSource, type ImportRow, RECORD, readRecord, withLines, withRow } from './import-record.ts'
import { linesKnownIn, newLines } from './new-lines.ts'
import { titleOfFile } from './parts-of-file.ts'
import { atEndOf, demoteHeadings, freePath, PAGES, slugOf, withDate, withoutOuterBlanks } from './place-text.ts'
import { fitsElsewhere } from './safe-text.ts'
import type { DocumentFolder, ImportPlace, LineSpan, Piece, SourceFile } from './source.ts'

export interface ImportFacts {
  readonly language: Language
  /** YYYY-MM-DD */
  readonly today: string
  /** True if this plan creates the bank, so that its user block is still empty. */
  readonly isNew: boolean
  readonly provenance: Pick<Provenance, 'saidBy' | 'accepted'>
  /** The section of progress.md for a state, added if it is missing. */
  readonly progressSection: (page: Page, state: ProgressState) => { page: Page; section: Section } | undefined
  /** The next free number, as `REQ-007`. */
  readonly nextNumber: (draft: Draft) => string
}

export interface ImportedFile {
  readonly file: SourceFile
  readonly tool: string
  readonly pieces: readonly Piece[]
  /** The bank file to rename, if the bank is converted in place. */
  readonly inPlace: BankPath | undefined
}

/** The new places of a file's content: bank files, with a section if only that took it. */
export type WrittenImport = readonly { readonly path: BankPath; readonly section?: string }[]

export function writeImport(draft: Draft, one: ImportedFile, facts: ImportFacts): WrittenImport {
  const { file, inPlace } = one
  const before = readRecord(draft.read(RECORD) ?? '').get(file.name)
  const isKnown = linesKnownIn(
    draft
      .paths()
      .flatMap((path) =>
        path === inPlace || (inPlace !== undefined && isUnconverted(path)) ? [] : [draft.read(path) ?? ''],
      ),
  )
  const writer = new FileWriter(draft, one, facts, before, isKnown)
  for (const piece of one.pieces) writer.write(piece)
  writer.finish()
  return writer.written
}

/** True for a file that is still in the other tool's place. */
function isUnconverted(path: BankPath): boolean {
  return path !== MEMORY && !path.startsWith('details/')
}

class FileWriter {
  readonly written: { path: BankPath; section?: string }[] = []
  readonly #draft: Draft
  readonly #one: ImportedFile
  readonly #facts: ImportFacts
  readonly #before: ImportRow | undefined
  readonly #isKnown: (lines: readonly string[]) => boolean
  /** Lines that a piece took. */
  readonly #taken = new Set<number>()
  readonly #documents = new Map<string, { folder: DocumentFolder; title: string; spans: LineSpan[] }>()
  readonly #linesAt = new Map<BankPath, number>()

  constructor(
    draft: Draft,
    one: ImportedFile,
    facts: ImportFacts,
    before: ImportRow | undefined,
    isKnown: (lines: readonly string[]) => boolean,
  ) {
    this.#draft = draft
    this.#one = one
    this.#facts = facts
    this.#before = before
    this.#isKnown = isKnown
  }

  write(piece: Piece): void {
    const { becomes } = piece
    switch (becomes.kind) {
      case 'document':
        this.#toDocument(piece, becomes.folder, becomes.title)
        break
      case 'section':
        this.#toSection(piece, becomes)
        break
      case 'extract':
        this.#extract(becomes.place, becomes.text)
        break
      case 'skipped':
      case 'personal':
        this.#take(piece)
    }
  }

  /** Writes the documents, the remaining lines, and the row of the record. */
  finish(): void {
    for (const { folder, title, spans } of this.#documents.values()) this.#writeDocument(folder, title, spans)
    const left = this.#leftLines()
    const { file, tool, inPlace } = this.#one
    const isTaken = this.written.length > 0 || left !== ''
    if (inPlace !== undefined && isTaken) this.#vacate(inPlace)
    // A file that is not memory moves to the archive.
    else if (inPlace !== undefined)
      this.#rename(inPlace, freePath(this.#draft, this.#facts.nextNumber, 'archive', file.name), file.text)
    if (!isTaken && this.#before === undefined) return
    const places = [...new Set(this.written.map(({ path }) => path))]
    const row = {
      source: file.name,
      tool,
      on: this.#facts.today,
      hash: hashOfSource(file.text),
      places: places.length === 0 ? (this.#before?.places ?? [RECORD]) : places,
    }
    const record = this.#draft.read(RECORD) ?? ''
    const existing = readRecord(record).get(file.name)
    if (existing?.hash === row.hash) return
    const said = withRow(record, row, this.#facts.language)
    this.#draft.write(RECORD, left === '' ? said : withLines(said, file.name, left), {
      en: 'record of imported sources, with text that has no other place',
      zh: '记录已导入的来源，以及没有对应位置的原文',
    })
    if (left !== '') this.written.push({ path: RECORD })
  }

  #toDocument(span: LineSpan, folder: DocumentFolder, title: string): void {
    const key = `${folder} ${title}`
    const known = this.#documents.get(key)
    if (known === undefined) this.#documents.set(key, { folder, title, spans: [span] })
    else known.spans.push(span)
    this.#take(span)
  }

  #toSection(span: LineSpan, { place, title, date }: Extract<Piece['becomes'], { readonly kind: 'section' }>): void {
    const said = this.#linesOf(span)
    const { file } = this.#one
    if (!fitsElsewhere(said)) {
      this.#toDocument(span, 'design', titleOfFile(file))
      return
    }
    const fresh = newLines(said, this.#isKnown)
    this.#takeKnown(span, fresh)
    if (fresh.trim() === '') return
    const block = withDate(withoutOuterBlanks(fresh), date, this.#facts.language)
    const written = place === 'notes' ? this.#toNotes(block) : this.#toPage(block, place, title)
    if (!written) this.#toDocument(span, 'design', titleOfFile(file))
  }

  #toPage(block: string, place: Exclude<ImportPlace, 'notes'>, title: string | undefined): boolean {
    const { path, name } = PAGES[place]
    const edited = this.#withBlock(this.#draft.page(path), block, place, title)
    if (edited === undefined) return false
    this.#draft.write(path, edited, this.#whyOnce(path))
    this.#note(path, block, name)
    return true
  }

  #withBlock(
    page: Page,
    block: string,
    place: Exclude<ImportPlace, 'notes'>,
    title: string | undefined,
  ): string | undefined {
    switch (place) {
      case 'progress':
      case 'tech':
      case 'patterns': {
        const isHeaded = headingIn(block.split('\n')[0] ?? '') !== undefined
        const headed = isHeaded || title === undefined || title === '' ? block : `## ${title}\n\n${block}`
        return appendBlock(page, `${demoteHeadings(headed, 2)}\n`)
      }
      case 'snapshot':
      case 'focus': {
        const section = page.editableSection((heading) => heading === SECTION[place])
        return section === undefined ? undefined : atEndOf(page, section, demoteHeadings(block, 3))
      }
      case 'doing':
      case 'next':
      case 'blocked':
      case 'done': {
        const found = this.#facts.progressSection(page, place)
        return found === undefined ? undefined : atEndOf(found.page, found.section, demoteHeadings(block, 3))
      }
    }
  }

  /** Writes into the user block, but only if this plan creates the bank: an existing block belongs to the user. */
  #toNotes(block: string): boolean {
    const { text, blocks, user } = this.#draft.page(MEMORY)
    if (user === undefined || !this.#facts.isNew) return false
    const ending = endingOf(text)
    const said = `${user.text.trimEnd()}${ending}${ending}${withEnding(demoteHeadings(block, 3), ending)}${ending}`
    const written = blocks.map((one) => (one.kind === 'user' ? { ...one, inner: said } : one))
    this.#draft.write(MEMORY, printBlocks(written), {
      en: `your notes from ${this.#one.file.name}`,
      zh: `你的笔记，来自 ${this.#one.file.name}`,
    })
    this.#note(MEMORY, block, 'Notes')
    return true
  }

  /** Adds one line to MEMORY.md; its full text is elsewhere. */
  #extract(place: 'snapshot' | 'focus', said: string): void {
    const page = this.#draft.page(MEMORY)
    const line = `- ${said}`
    if (this.#isKnown([line]) || page.text.includes(line)) return
    // Extracts are taken once: a changed source adds its new text elsewhere.
    if (this.#before !== undefined) return
    const section = page.editableSection((heading) => heading === SECTION[place])
    if (section === undefined) return
    this.#draft.write(MEMORY, atEndOf(page, section, line), this.#whyOnce(MEMORY))
    this.#note(MEMORY, '', SECTION[place].slice(3))
  }

  #writeDocument(folder: DocumentFolder, title: string, spans: readonly LineSpan[]): void {
    const { file, inPlace } = this.#one
    const ordered = spans.toSorted((a, b) => a.first - b.first)
    const said = withoutOuterBlanks(ordered.map((span) => this.#linesOf(span)).join('\n'))
    const lines = said.split('\n')
    const line = ordered[0]?.first ?? 1
    const source = line === 1 ? file.name : `${file.name}:${line}`
    // A document with most of a file is named after the file.
    const isMost = spans.reduce((sum, { first, last }) => sum + last - first + 1, 0) * 2 > file.lines.length
    const name = isMost || title === titleOfFile(file) ? file.name : title
    const known = this.#documentFrom(file.name, slugOf(name))
    if (known !== undefined) {
      this.#updateDocument(known, said)
      return
    }
    if (this.#isKnown(lines)) return
    const isTitled = lines.some((line) => headingIn(line)?.level === 1)
    const isWhole = ordered.length === 1 && ordered[0]?.first === 1 && ordered[0].last >= file.lines.length
    const body =
      isWhole && isTitled ? file.text : withEnding(`${isTitled ? '' : `# ${title}\n\n`}${said}\n`, endingOf(file.text))
    const path = freePath(this.#draft, this.#facts.nextNumber, folder, name)
    const comment = provenanceComment({ ...this.#facts.provenance, source })
    const signed = `${comment}${endingOf(body)}${body}`
    // A renamed file keeps its bytes. If its relative links break, it gets a provenance line with its former place.
    if (inPlace !== undefined) this.#rename(inPlace, path, fitsElsewhere(said) ? body : signed)
    else this.#draft.write(path, signed, { en: `full text of ${file.name}`, zh: `原文，来自 ${file.name}` })
    this.#note(path, said)
  }

  /** An unedited copy follows its source. An edited one gets the new text below. */
  #updateDocument(path: BankPath, said: string): void {
    const page = this.#draft.page(path)
    const { text } = page
    const [comment] = page.lines
    const body = text.slice(comment?.end ?? 0)
    const { file } = this.#one
    const why = { en: `updated from ${file.name}`, zh: `按 ${file.name} 更新` }
    if (this.#before !== undefined && hashOfSource(body) === this.#before.hash) {
      this.#draft.write(path, text.slice(0, comment?.end ?? 0) + file.text, why)
    } else {
      const fresh = newLines(said, this.#isKnown)
      if (fresh.trim() === '') return
      const heading = { en: `## Update ${this.#facts.today}`, zh: `## 更新 ${this.#facts.today}` }[this.#facts.language]
      this.#draft.write(path, appendBlock(page, `${heading}\n\n${demoteHeadings(fresh, 3)}\n`) ?? text, why)
    }
    this.#note(path, said)
  }

  #documentFrom(name: string, slug: string): BankPath | undefined {
    if (this.#before === undefined) return undefined
    return this.#before.places.flatMap((place) => {
      const path = this.#draft.paths().find((one) => one === place)
      const source = path === undefined ? undefined : readProvenance(this.#draft.page(path))?.source
      const isIt = source?.replace(/:\d+$/, '') === name && path !== undefined && baseName(path).includes(slug)
      return path !== undefined && isIt ? [path] : []
    })[0]
  }

  #rename(from: BankPath, to: BankPath, body: string): void {
    this.#draft.move(from, to)
    this.#draft.write(to, body, { en: `was ${from}`, zh: `原为 ${from}` })
  }

  /** Renames the vacated file to the page that took most of it, so that git keeps its history. */
  #vacate(from: BankPath): void {
    if (this.#draft.read(from) === undefined) return
    const [page] = [...this.#linesAt].toSorted((a, b) => b[1] - a[1]).find(([path]) => this.#mayFollow(path)) ?? []
    if (page === undefined) {
      this.#draft.remove(from, { en: 'content moved to its new places', zh: '内容已移到各自的新位置' })
      return
    }
    const text = this.#draft.read(page) ?? ''
    this.#draft.remove(page, { en: `was ${from}`, zh: `原为 ${from}` })
    this.#draft.move(from, page)
    this.#draft.write(page, text)
  }

  #mayFollow(path: BankPath): boolean {
    return (
      (path === PROGRESS || path === TECH || path === PATTERNS) &&
      this.#draft.originOf(path) === undefined &&
      this.#facts.isNew
    )
  }

  #leftLines(): string {
    const { lines } = this.#one.file
    const left = lines.map((line, index) => (this.#taken.has(index + 1) ? undefined : line))
    const said = left.filter((line) => line !== undefined && line.trim() !== '')
    if (said.length === 0 || this.#isKnown(said.flatMap((line) => line ?? []))) return ''
    return withoutOuterBlanks(
      left
        .map((line) => line ?? '')
        .join('\n')
        .replace(/\n{3,}/g, '\n\n'),
    )
  }

  #linesOf({ first, last }: LineSpan): string {
    return this.#one.file.lines.slice(first - 1, last).join('\n')
  }

  #take({ first, last }: LineSpan): void {
    for (let line = first; line <= last; line += 1) this.#taken.add(line)
  }

  /** Names the file once for each page, even if its text goes to several sections of it. */
  #whyOnce(path: BankPath): Words | undefined {
    const { name } = this.#one.file
    if (this.written.some((one) => one.path === path)) return undefined
    return { en: `from ${name}`, zh: `来自 ${name}` }
  }

  /**
   * Marks the new lines and those that the bank already has. Other lines, such as a heading whose items the bank has,
   * go into the record.
   */
  #takeKnown(span: LineSpan, fresh: string): void {
    const said = new Set(fresh.split('\n'))
    for (let line = span.first; line <= span.last; line += 1) {
      const text = this.#one.file.lines[line - 1] ?? ''
      if (said.has(text) || this.#isKnown([text])) this.#taken.add(line)
    }
  }

  #note(path: BankPath, block: string, section?: string): void {
    this.#linesAt.set(path, (this.#linesAt.get(path) ?? 0) + (block === '' ? 0 : block.split('\n').length))
    if (this.written.some((one) => one.path === path && one.section === section)) return
    this.written.push(section === undefined ? { path } : { path, section })
  }
}
