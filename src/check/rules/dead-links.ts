/**
 * Links, images, reference definitions and named bank files lead somewhere (S50).
 *
 * Markdown links are checked as GitHub follows them. Code, comments and legacy.md quote; they are not checked.
 */

import type { Page } from '../../bank/page.ts'
import { bankPath } from '../../base/bank-path.ts'
import type { Finding, Fix } from '../../bank/finding.ts'
import type { Words } from '../../base/language.ts'
import { ARCHIVE_FOLDER, BANK_FOLDER, INDEXED_FOLDERS, indexPath, LEGACY, MEMORY } from '../../base/layout.ts'
import type { Memo } from '../../base/memo.ts'
import { once } from '../../base/once.ts'
import { Anchors } from '../anchors.ts'
import { BankReach, type LinkTarget, lineTexts, linkFix, pointerFix, relativePath } from '../link-target.ts'
import { folderOf, importedFrom, linksIn, linkTargetIn, pointerIn } from '../links-in-file.ts'
import type { CheckInput, Rule } from '../rule.ts'

export const deadLinks: Rule = {
  id: 'dead-links',
  about: { en: 'Links and named files lead somewhere.', zh: '链接与所指文件都存在。' },
  fixes: 'links whose file is known',
  check(input) {
    const reach = new BankReach(input)
    const anchors = new AnchorsByFile(input)
    return [...input.snapshot.files.values()]
      .filter((file) => file.path !== LEGACY)
      .flatMap((file) => findingsIn(file, reach, anchors, input.memo))
  },
}

function findingsIn(file: Page, reach: BankReach, anchors: AnchorsByFile, memo: Memo): readonly Finding[] {
  if (!/\]\(|\]:|`/.test(file.text)) return []
  const named = linksIn(file.text, memo)
  // Archived text is history: it was moved here unchanged, and the files it names may be gone.
  const archived = file.path.startsWith(`${ARCHIVE_FOLDER}/`)
  const isImported = importedFrom(file) !== undefined
  const findings: Finding[] = []
  const blocks = once(() => file.lineBlocks)
  const lineOf = once(() => lineTexts(file.text))
  const report = (line: number, level: Finding['level'], words: Report, fix: () => Fix | undefined) => {
    const lenient = archived || isImported || blocks()?.[line - 1] === 'user'
    const found = { rule: 'dead-links', level: lenient ? ('warning' as const) : level, path: file.path, line, ...words }
    const way = lenient || blocks() === undefined ? undefined : fix()
    findings.push(way === undefined ? found : { ...found, fix: way })
  }
  // A text often names the same file several times, so each destination is followed once.
  const followed = new Map<string, ReturnType<typeof follow>>()
  for (const { text: destination, line } of named.links) {
    if (!followed.has(destination)) followed.set(destination, follow(destination, file, reach, anchors))
    const found = followed.get(destination)
    if (found === undefined) continue
    const { meant } = found
    report(line, found.level, found.words, () =>
      meant === undefined ? undefined : linkFix(lineOf()(line), destination, meant, folderOf(file)),
    )
  }
  const pointed = new Map<string, ReturnType<typeof deadPointer>>()
  for (const { text: code, line } of archived ? [] : named.codes) {
    if (!pointed.has(code)) pointed.set(code, deadPointer(code, folderOf(file), reach))
    const dead = pointed.get(code)
    if (dead === undefined) continue
    const moved = reach.moved(dead)
    report(line, 'warning', noPointer(dead), () =>
      moved === undefined ? undefined : pointerFix(lineOf()(line), dead, moved, BANK_FOLDER),
    )
  }
  return findings
}

interface Report {
  readonly message: Words
  readonly next: Words
}

interface Dead {
  readonly level: Finding['level']
  readonly words: Report
  readonly meant?: string
}

type InsideLink = Extract<LinkTarget, { kind: 'inside' }>

function follow(destination: string, file: Page, reach: BankReach, anchors: AnchorsByFile): Dead | undefined {
  const target = linkTargetIn(destination, file)
  switch (target.kind) {
    case 'elsewhere':
      return undefined
    case 'outside':
      return { level: 'warning', words: leadsOut(destination) }
    case 'inside': {
      const path = target.paths.find((candidate) => reach.has(candidate))
      const { fragment } = target
      if (path === undefined) return withoutFile(destination, target.paths, file, reach)
      if (fragment === undefined || /^(?:L\d|:~:)/.test(fragment) || anchors.has(path, fragment) !== false)
        return undefined
      return { level: 'error', words: noAnchor(fragment, path) }
    }
  }
}

function withoutFile(destination: string, [gone]: InsideLink['paths'], file: Page, reach: BankReach): Dead {
  const meant = reach.meant(destination, gone) ?? reach.moved(gone)
  const words = noFile(destination, gone, meant, file)
  return { level: 'error', words, ...(meant === undefined ? {} : { meant }) }
}

/** The anchors of bank files, read when first asked for. */
class AnchorsByFile {
  readonly #input: CheckInput
  readonly #read = new Map<string, Anchors>()

  constructor(input: CheckInput) {
    this.#input = input
  }

  /** Undefined for a file outside the bank, whose text was not read. */
  has(projectPath: string, fragment: string): boolean | undefined {
    if (!projectPath.startsWith(`${BANK_FOLDER}/`)) return undefined
    const path = bankPath(projectPath.slice(BANK_FOLDER.length + 1))
    const file = path === undefined ? undefined : this.#input.snapshot.files.get(path)
    if (file === undefined) return undefined
    const anchors = this.#read.get(file.path) ?? new Anchors(file.text)
    this.#read.set(file.path, anchors)
    return anchors.has(fragment)
  }
}

function noFile(destination: string, path: string, meant: string | undefined, file: Page): Report {
  const link = meant === undefined ? undefined : relativePath(meant, folderOf(file))
  return {
    message: {
      en: `The link ${short(destination)} leads nowhere: there is no ${short(path)}.`,
      zh: `链接 ${short(destination)} 已失效：${short(path)} 不存在。`,
    },
    next:
      link === undefined
        ? { en: 'Correct the link, or remove it.', zh: '请修正或删除该链接。' }
        : { en: `Write ${short(link)} instead.`, zh: `请改为 ${short(link)}。` },
  }
}

function noAnchor(fragment: string, path: string): Report {
  return {
    message: {
      en: `The link #${short(fragment)} leads nowhere: ${short(path)} has no such heading.`,
      zh: `链接 #${short(fragment)} 已失效：${short(path)} 中没有该标题。`,
    },
    next: { en: 'Correct the part after #, or remove it.', zh: '请修正或删除 # 之后的部分。' },
  }
}

function noPointer(path: string): Report {
  return {
    message: {
      en: `\`${short(path)}\` is named here and does not exist.`,
      zh: `此处提到的 \`${short(path)}\` 不存在。`,
    },
    next: { en: 'Name the file that is meant, or drop the pointer.', zh: '请写出正确的文件，或去掉该指针。' },
  }
}

function leadsOut(destination: string): Report {
  return {
    message: {
      en: `The link ${short(destination)} leads out of the project; others may not have what it names.`,
      zh: `链接 ${short(destination)} 指向项目之外，别人可能没有该文件。`,
    },
    next: { en: 'Link to something inside the project.', zh: '请链接到项目内的文件。' },
  }
}

function short(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`
}

/**
 * The missing Markdown file of the bank that a code span names, as in `details/patterns.md`; undefined for a code span
 * that names an existing file or none.
 */
function deadPointer(code: string, folder: string, reach: BankReach): string | undefined {
  const pointer = pointerIn(code, folder)
  if (pointer === undefined || pointer.paths.some((path) => path === undefined || reach.has(path))) return undefined
  const { named } = pointer
  const inBank = named.startsWith(`${BANK_FOLDER}/`) ? named.slice(BANK_FOLDER.length + 1) : named
  return isOptional(inBank) ? undefined : named
}

/** Files that a healthy bank may lack and its texts may still name. */
function isOptional(path: string): boolean {
  return path === MEMORY || path === LEGACY || OPTIONAL.has(path) || path.startsWith(`${ARCHIVE_FOLDER}/`)
}

const OPTIONAL: ReadonlySet<string> = new Set(INDEXED_FOLDERS.map(indexPath))
