/**
 * The targets of links, images and reference definitions exist, and so do bank files named in backticks (S50).
 *
 * Links are resolved as GitHub does. Code, comments and legacy.md are quotations and are not checked.
 */

import type { Fix } from '../../bank/finding.ts'
import type { Page } from '../../bank/page.ts'
import { bankPath } from '../../base/bank-path.ts'
import type { Words } from '../../base/language.ts'
import {
  ARCHIVE_FOLDER,
  BANK_FOLDER,
  INDEXED_FOLDERS,
  indexPath,
  LEGACY,
  LEGACY_ENTRIES,
  MEMORY,
} from '../../base/layout.ts'
import type { Memo } from '../../base/memo.ts'
import { once } from '../../base/once.ts'
import { Anchors } from '../anchors.ts'
import { KnownPaths, type LinkTarget, lineTexts, linkFix, pointerFix, relativePath } from '../link-target.ts'
import { folderOf, importedFrom, linksIn, linkTargetIn, pointerIn } from '../links-in-file.ts'
import type { CheckInput, CheckRule, Report } from '../rule.ts'

export const deadLinks: CheckRule = {
  id: 'dead-links',
  about: { en: 'Link targets and named files exist.', zh: '链接的目标与提到的文件都存在。' },
  fixes: 'links whose new target is known',
  check(input) {
    const knownPaths = new KnownPaths(input)
    const anchors = new AnchorsByFile(input)
    return [...input.snapshot.files.values()]
      .filter((file) => file.path !== LEGACY)
      .flatMap((file) => findingsIn(file, knownPaths, anchors, input.memo))
  },
}

function findingsIn(file: Page, knownPaths: KnownPaths, anchors: AnchorsByFile, memo: Memo): readonly Report[] {
  if (!/\]\(|\]:|`/.test(file.text)) return []
  const named = linksIn(file.text, memo)
  // Archived text was moved unchanged, so the files it names may be missing.
  const archived = file.path.startsWith(`${ARCHIVE_FOLDER}/`)
  const isImported = importedFrom(file) !== undefined
  const findings: Report[] = []
  const blocks = once(() => file.lineBlocks)
  const lineOf = once(() => lineTexts(file.text))
  const report = (line: number, level: Report['level'], words: Messages, fix: () => Fix | undefined) => {
    const lenient = archived || isImported || blocks()?.[line - 1] === 'user'
    const found = { level: lenient ? ('warning' as const) : level, path: file.path, line, ...words }
    const way = lenient || blocks() === undefined ? undefined : fix()
    findings.push(way === undefined ? found : { ...found, fix: way })
  }
  // Each destination is resolved once, because a text often names the same file several times.
  const byDestination = new Map<string, ReturnType<typeof follow>>()
  for (const { text: destination, line } of named.links) {
    if (!byDestination.has(destination)) byDestination.set(destination, follow(destination, file, knownPaths, anchors))
    const found = byDestination.get(destination)
    if (found === undefined) continue
    const { meant } = found
    report(line, found.level, found.words, () =>
      meant === undefined ? undefined : linkFix(lineOf()(line), destination, meant, folderOf(file)),
    )
  }
  const byPointer = new Map<string, ReturnType<typeof deadPointer>>()
  for (const { text: code, line } of archived ? [] : named.codes) {
    if (!byPointer.has(code)) byPointer.set(code, deadPointer(code, folderOf(file), knownPaths))
    const dead = byPointer.get(code)
    if (dead === undefined) continue
    const moved = knownPaths.moved(dead)
    report(line, 'warning', noPointer(dead), () =>
      moved === undefined ? undefined : pointerFix(lineOf()(line), dead, moved, BANK_FOLDER),
    )
  }
  return findings
}

interface Messages {
  readonly message: Words
  readonly next: Words
}

interface BrokenLink {
  readonly level: Report['level']
  readonly words: Messages
  readonly meant?: string
}

type InsideLink = Extract<LinkTarget, { kind: 'inside' }>

function follow(
  destination: string,
  file: Page,
  knownPaths: KnownPaths,
  anchors: AnchorsByFile,
): BrokenLink | undefined {
  const target = linkTargetIn(destination, file)
  switch (target.kind) {
    case 'elsewhere':
      return undefined
    case 'outside':
      return { level: 'warning', words: outsideProject(destination) }
    case 'inside': {
      const path = target.paths.find((candidate) => knownPaths.has(candidate))
      const { fragment } = target
      if (path === undefined) return withoutFile(destination, target.paths, file, knownPaths)
      if (fragment === undefined || /^(?:L\d|:~:)/.test(fragment) || anchors.has(path, fragment) !== false)
        return undefined
      return { level: 'error', words: noAnchor(fragment, path) }
    }
  }
}

function withoutFile(destination: string, [gone]: InsideLink['paths'], file: Page, knownPaths: KnownPaths): BrokenLink {
  const meant = knownPaths.meant(destination, gone) ?? knownPaths.moved(gone)
  const words = noFile(destination, gone, meant, file)
  return { level: 'error', words, ...(meant === undefined ? {} : { meant }) }
}

/** The anchors of bank files, read on first use. */
class AnchorsByFile {
  readonly #input: CheckInput
  readonly #read = new Map<string, Anchors>()

  constructor(input: CheckInput) {
    this.#input = input
  }

  /** Undefined for a file outside the bank, whose text is not read. */
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

function noFile(destination: string, path: string, meant: string | undefined, file: Page): Messages {
  const link = meant === undefined ? undefined : relativePath(meant, folderOf(file))
  return {
    message: {
      en: `Broken link ${short(destination)}: ${short(path)} does not exist.`,
      zh: `链接 ${short(destination)} 已失效：${short(path)} 不存在。`,
    },
    next:
      link === undefined
        ? { en: 'Fix or remove the link.', zh: '请修正或删除该链接。' }
        : { en: `Change it to ${short(link)}.`, zh: `请改为 ${short(link)}。` },
  }
}

function noAnchor(fragment: string, path: string): Messages {
  return {
    message: {
      en: `Broken link #${short(fragment)}: ${short(path)} has no such heading.`,
      zh: `链接 #${short(fragment)} 已失效：${short(path)} 中没有该标题。`,
    },
    next: { en: 'Fix or remove the part after #.', zh: '请修正或删除 # 之后的部分。' },
  }
}

function noPointer(path: string): Messages {
  return {
    message: {
      en: `\`${short(path)}\` does not exist.`,
      zh: `\`${short(path)}\` 不存在。`,
    },
    next: { en: 'Name the right file, or remove the reference.', zh: '请改为正确的文件名，或删去这处引用。' },
  }
}

function outsideProject(destination: string): Messages {
  return {
    message: {
      en: `The link ${short(destination)} points outside the project, where others may not have the file.`,
      zh: `链接 ${short(destination)} 指向项目之外，别人可能没有该文件。`,
    },
    next: { en: 'Link to a file inside the project.', zh: '请链接到项目内的文件。' },
  }
}

function short(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`
}

/**
 * The missing Markdown file of the bank that a code span names, as in `details/patterns.md`. Undefined if the file
 * exists or the code span names no such file.
 */
function deadPointer(code: string, folder: string, knownPaths: KnownPaths): string | undefined {
  const pointer = pointerIn(code, folder)
  if (pointer === undefined || pointer.paths.some((path) => path === undefined || knownPaths.has(path)))
    return undefined
  const { named } = pointer
  const inBank = named.startsWith(`${BANK_FOLDER}/`) ? named.slice(BANK_FOLDER.length + 1) : named
  // The path may belong to another folder of that name, such as `skills/memory-bank/references/x.md`.
  return isOptional(inBank) || knownPaths.endsWith(named) ? undefined : named
}

/** Files that texts may name although a healthy bank may lack them. */
function isOptional(path: string): boolean {
  return path === MEMORY || path === LEGACY || OPTIONAL.has(path) || path.startsWith(`${ARCHIVE_FOLDER}/`)
}

/** Includes the entries of the layout before MEMORY.md, which a migration dissolves. */
const OPTIONAL: ReadonlySet<string> = new Set([...INDEXED_FOLDERS.map(indexPath), ...LEGACY_ENTRIES])
