/** The bank has the layout of S1: the entry file, the folders, and only Markdown. */

import { type ForeignBank, foreignBank } from '../../bank/foreign-bank.ts'
import { type Snapshot, textOf } from '../../bank/snapshot.ts'
import { type BankPath, baseName, directoryOf, knownPath } from '../../base/bank-path.ts'
import type { Words } from '../../base/language.ts'
import {
  ARCHIVE_FOLDER,
  folderPath,
  INBOX_FOLDER,
  INDEXED_FOLDERS,
  indexPath,
  LEGACY,
  LEGACY_ENTRIES,
  MEMORY,
  PATTERNS,
  PROGRESS,
  TECH,
} from '../../base/layout.ts'
import { type CheckRule, type Report, report } from '../rule.ts'

export const structure: CheckRule = {
  id: 'structure',
  about: {
    en: 'The bank has its entry file and folders, and only Markdown.',
    zh: '入口文件与目录齐全，且只有 Markdown 文件。',
  },
  check({ snapshot }) {
    const entry = entryFindings(snapshot)
    const rest = [
      ...misplacedKinds(snapshot),
      ...unreadableFiles(snapshot),
      ...otherFiles(snapshot),
      ...twinNames(snapshot),
    ]
    // One finding is enough for a bank with another layout, where every file would be out of place.
    return isOtherLayout(snapshot) ? [...entry, ...rest] : [...entry, ...rest, ...outsideLayout(snapshot)]
  },
}

const DETAILS = knownPath('details')
const FOLDERS: readonly string[] = [DETAILS, ...INDEXED_FOLDERS.map(folderPath), ARCHIVE_FOLDER, INBOX_FOLDER]
const FILES: readonly BankPath[] = [MEMORY, LEGACY, TECH, PATTERNS, PROGRESS]
/** Files that git reads or that keep a folder in git. */
const GIT_FILES: ReadonlySet<string> = new Set(['.gitkeep', '.keep', '.gitattributes', '.gitignore'])

function entryFindings(snapshot: Snapshot): readonly Report[] {
  const memory = textOf(snapshot, MEMORY)
  if (memory !== undefined) return memory.trim() === '' ? [find('error', MEMORY, EMPTY, REFRESH)] : []
  // `misplacedKinds`, `unreadableFiles` or `otherFiles` reports it.
  const unreadable = snapshot.unreadable.some(({ path }) => path === MEMORY)
  if (unreadable || snapshot.folders.has(MEMORY) || snapshot.others.includes(MEMORY)) return []
  const foreign = foreignIn(snapshot)
  if (foreign !== undefined) return [find('error', MEMORY, otherTool(foreign), LEAVE_OR_RENAME)]
  const legacy = LEGACY_ENTRIES.filter((path) => snapshot.files.has(path))
  if (legacy.length > 0) return [find('error', MEMORY, olderLayout(legacy), REFRESH)]
  const alike = [...snapshot.files.keys()].find((path) => path.toLowerCase() === MEMORY.toLowerCase())
  return [find('error', MEMORY, MISSING, alike === undefined ? REFRESH : rename(alike))]
}

function isOtherLayout(snapshot: Snapshot): boolean {
  if (snapshot.files.has(MEMORY)) return false
  return LEGACY_ENTRIES.some((path) => snapshot.files.has(path)) || foreignIn(snapshot) !== undefined
}

function foreignIn(snapshot: Snapshot): ForeignBank | undefined {
  return snapshot.folders.has(DETAILS) ? undefined : foreignBank(snapshot)
}

function misplacedKinds(snapshot: Snapshot): readonly Report[] {
  const asFiles = snapshot.others.filter((path) => FOLDERS.includes(path))
  const asFolders = [...FILES, ...INDEXED_FOLDERS.map(indexPath)].filter((path) => snapshot.folders.has(path))
  return [
    ...asFiles.map((path) => find('error', path, FOLDER_EXPECTED, MOVE_IT)),
    ...asFolders.map((path) => find('error', path, FILE_EXPECTED, MOVE_IT)),
  ]
}

function unreadableFiles(snapshot: Snapshot): readonly Report[] {
  return snapshot.unreadable.map(({ path, cause }) =>
    find('error', path, { en: `This file cannot be read: ${cause}.`, zh: `无法读取：${cause}。` }, MAKE_READABLE),
  )
}

function otherFiles(snapshot: Snapshot): readonly Report[] {
  return snapshot.others.flatMap((path) => {
    const name = baseName(path)
    if (FOLDERS.includes(path) || GIT_FILES.has(name)) return []
    if (/^\..+\.tmp$/.test(name)) return [find('error', path, LEFTOVER, FINISH_OR_DELETE)]
    if (name.endsWith('.md')) return [find(path === MEMORY ? 'error' : 'warning', path, NOT_A_FILE, REAL_FILE)]
    return [find('warning', path, NOT_MARKDOWN, MOVE_OUT)]
  })
}

/** Many disks know only one of two names that differ in letter case, or in how an accent is stored. */
function twinNames({ files, others, folders }: Snapshot): readonly Report[] {
  const first = new Map<string, BankPath>()
  return [...folders, ...files.keys(), ...others].toSorted().flatMap((path) => {
    const name = path.normalize('NFC').toLowerCase()
    const twin = first.get(name)
    if (twin === undefined) first.set(name, path)
    // Of two folders, only the folders are reported.
    const isBelowTwin = twin !== undefined && directoryOf(twin) !== directoryOf(path)
    return twin === undefined || isBelowTwin ? [] : [find('warning', path, twinOf(twin), RENAME_TWIN)]
  })
}

function outsideLayout(snapshot: Snapshot): readonly Report[] {
  return [...snapshot.files.keys()]
    .filter((path) => !FILES.includes(path) && !FOLDERS.some((folder) => folder !== DETAILS && isUnder(path, folder)))
    .map((path) => find('warning', path, OUTSIDE, MOVE_IN))
}

function isUnder(path: string, folder: string): boolean {
  return `${directoryOf(path)}/`.startsWith(`${folder}/`)
}

function find(level: Report['level'], path: string, message: Words, next: Words): Report {
  return report(level, path, undefined, message, next)
}

function olderLayout(entries: readonly string[]): Words {
  return {
    en: `This bank has the layout from before ${MEMORY} (${entries.join(', ')}).`,
    zh: `这个 Memory Bank 还是 ${MEMORY} 之前的布局（${entries.join('、')}）。`,
  }
}

function otherTool({ tool, paths }: ForeignBank): Words {
  return {
    en: `${MEMORY} is missing. This folder belongs to another tool (${tool}: ${paths.join(', ')}).`,
    zh: `缺少 ${MEMORY}；该目录属于另一个工具（${tool}：${paths.join('、')}）。`,
  }
}

function rename(path: string): Words {
  return { en: `Rename ${path} to ${MEMORY}.`, zh: `请将 ${path} 改名为 ${MEMORY}。` }
}

function twinOf(twin: string): Words {
  return {
    en: `On many disks this is the same file as ${twin}: the names differ only in letter case or in how an accent is stored.`,
    zh: `在许多磁盘上它与 ${twin} 是同一个文件：两个名称只有大小写或重音字符的存储方式不同。`,
  }
}

const RENAME_TWIN: Words = {
  en: 'Rename one of them, or merge the two.',
  zh: '请给其中一个改名，或将两者合并。',
}
const REFRESH: Words = { en: 'Run: memory-bank refresh', zh: '请运行：memory-bank refresh' }
const MISSING: Words = { en: `${MEMORY}, the entry file, is missing.`, zh: `缺少入口文件 ${MEMORY}。` }
const EMPTY: Words = { en: `${MEMORY}, the entry file, is empty.`, zh: `入口文件 ${MEMORY} 是空的。` }
const FOLDER_EXPECTED: Words = {
  en: 'A folder belongs here, but this is a file.',
  zh: '此处应当是目录，现在却是文件。',
}
const FILE_EXPECTED: Words = { en: 'A file belongs here, but this is a folder.', zh: '此处应当是文件，现在却是目录。' }
const MOVE_IT: Words = { en: 'Rename it, or move it out of the bank.', zh: '请改名或移走。' }
const MAKE_READABLE: Words = { en: 'Check its permissions, its size and the disk.', zh: '请检查权限、大小或磁盘。' }
const LEFTOVER: Words = {
  en: 'Temporary file of an interrupted write.',
  zh: '写入中断后遗留的临时文件。',
}
const FINISH_OR_DELETE: Words = {
  en: 'Run memory-bank status to finish or undo that write. If the file is still there, delete it.',
  zh: '请运行 memory-bank status 以完成或撤销该次写入；若文件仍在，请删除。',
}
const NOT_A_FILE: Words = {
  en: 'Not a regular file: a broken link, a link out of the bank, or a special file.',
  zh: '这不是普通文件：链接已失效或指向 Memory Bank 之外，或者是特殊文件。',
}
const REAL_FILE: Words = { en: 'Replace it with a regular file.', zh: '请换成普通文件。' }
const NOT_MARKDOWN: Words = { en: 'Only .md files belong in the bank.', zh: 'Memory Bank 中只放 .md 文件。' }
const MOVE_OUT: Words = { en: 'Move it out of memory-bank/ and link to it.', zh: '请移出 memory-bank/，改为链接引用。' }
const OUTSIDE: Words = { en: 'This file is not part of the layout.', zh: '该文件不属于 Memory Bank 的布局。' }
const MOVE_IN: Words = {
  en: 'Move it to details/design/, details/requirements/ or details/learnings/, or merge it into the file it belongs to.',
  zh: '请移到 details/design/、details/requirements/ 或 details/learnings/，或并入所属文件。',
}
const LEAVE_OR_RENAME: Words = {
  en: 'To start a new bank, rename that folder, then run: memory-bank init',
  zh: '若要新建，请先给该目录改名，再运行：memory-bank init',
}
