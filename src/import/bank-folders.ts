/** Finds the folders in which tools keep a bank, and identifies the tool by file names (S10, S60). */

import { plainName } from '../bank/foreign-bank.ts'
import { BANK_FOLDER, MEMORY } from '../base/layout.ts'
import { readBankFile } from './read-bank-file.ts'
import type { FoundFile, Skip, Source, SourceLook, SourceReader } from './source.ts'

/** `memory-bank/` is Memory Bank's own once it has MEMORY.md; until then another tool may use it. */
const FOLDERS = [
  BANK_FOLDER,
  'memory-bank-old',
  'memory_bank',
  'memory_bank_old',
  'memory-bank.old',
  '.memory-bank',
  'memorybank',
  'cline_docs',
  'cline_memory',
  '.cline/memory-bank',
  '.roo/memory-bank',
  '.cursor/memory-bank',
  '.github/memory-bank',
  '.ai/memory-bank',
  'docs/memory-bank',
  'docs/memory_bank',
  '.kilocode/rules/memory-bank',
]

/** The tools whose banks are recognised by file names. The first match wins. */
type Tool = 'kilo' | 'cursor' | 'roo' | 'cline'

function toolOf(folder: string, files: readonly string[]): Tool | undefined {
  const top = new Set(files.filter((file) => !file.includes('/')).map(plainName))
  const has = (...names: readonly string[]) => names.some((name) => top.has(name))
  if (has('_index', 'active') || (files.includes(MEMORY) && files.some(isDetail))) return undefined
  if (folder.startsWith('.kilocode/')) return files.some(isText) ? 'kilo' : undefined
  if (has('brief') && has('product', 'context', 'architecture')) return 'kilo'
  if (has('memorybankinstructions')) return 'kilo'
  const isClines = has('projectbrief', 'productcontext', 'activecontext', 'systempatterns', 'techcontext')
  const folders = new Set(
    files.flatMap((file) => (file.includes('/') ? [file.slice(0, file.indexOf('/')).toLowerCase()] : [])),
  )
  if (folders.has('creative') || folders.has('reflection') || has('tasks')) return 'cursor'
  if (has('decisionlog')) return 'roo'
  return isClines ? 'cline' : undefined
}

function isDetail(file: string): boolean {
  return file.startsWith('details/')
}

/** A reader of the banks of one tool. */
export function bankReader(tool: Tool, name: string, order: number): SourceReader {
  return {
    id: tool,
    name,
    order,
    find: (look) => [...FOLDERS, ...namedFolder(look)].flatMap((folder) => bankIn(look, folder, tool)),
    read: readBankFile,
  }
}

/** A named folder inside the project, unless it is a known folder or Memory Bank's own. */
function namedFolder({ root, named = '' }: SourceLook): readonly string[] {
  const folder = named.startsWith(`${root}/`) ? named.slice(root.length + 1) : ''
  const isKnown = folder === '' || FOLDERS.includes(folder) || folder.startsWith(`${BANK_FOLDER}/`)
  return isKnown ? [] : [folder]
}

function bankIn(look: SourceLook, folder: string, tool: Tool): readonly Source[] {
  const files = look.listFiles(`${look.root}/${folder}`, 4)
  if (files.length === 0 || toolOf(folder, files) !== tool) return []
  const found = (file: string): FoundFile => ({ path: `${look.root}/${folder}/${file}`, name: `${folder}/${file}` })
  const skipped = files.flatMap((file) => {
    const why = whySkipped(file)
    return why === undefined ? [] : [{ name: `${folder}/${file}`, why }]
  })
  const links = look.listLinks(`${look.root}/${folder}`, 4)
  return [
    {
      place: `${folder}/`,
      files: files
        .filter((file) => whySkipped(file) === undefined && `${folder}/${file}` !== `${BANK_FOLDER}/${MEMORY}`)
        .toSorted(byOrder)
        .map(found),
      skipped: [...skipped, ...links.map((link) => ({ name: `${folder}/${link}`, why: 'link' as const }))],
    },
  ]
}

/** Descriptions of the project come before its work, as in MEMORY.md. */
function byOrder(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || (a < b ? -1 : 1)
}

function rankOf(file: string): number {
  const rank = ['projectbrief', 'brief', 'productcontext', 'product', 'activecontext', 'context'].indexOf(
    plainName(file),
  )
  return rank === -1 ? 9 : rank
}

function isText(file: string): boolean {
  return /\.(?:md|markdown|txt)$/i.test(file)
}

const PROMPT_FILES: ReadonlySet<string> = new Set([
  'clinerules',
  'cursorrules',
  'windsurfrules',
  'memorybankinstructions',
  'custominstructions',
  'memorybankrules',
  'systemprompt',
])

function whySkipped(file: string): Skip | undefined {
  if (PROMPT_FILES.has(plainName(file).replace(/^\./, ''))) return 'prompt'
  const name = file.slice(file.lastIndexOf('/') + 1)
  if (name === '.gitkeep' || name === '.keep') return 'placeholder-file'
  if (isText(file)) return undefined
  return /\.(?:png|jpe?g|gif|webp|svg|pdf|zip|gz|ico|mp4|db|sqlite)$/i.test(file) ? 'binary' : 'unknown-format'
}
