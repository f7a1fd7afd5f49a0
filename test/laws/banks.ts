/** Generated banks in memory, and the result of applying a plan to them. */

import fc from 'fast-check'
import { Page } from '../../src/bank/page.ts'
import type { Snapshot } from '../../src/bank/snapshot.ts'
import { type BankPath, directoryOf, knownPath } from '../../src/base/bank-path.ts'
import type { Change, Plan } from '../../src/base/change.ts'
import { LEGACY_ENTRIES, MEMORY } from '../../src/base/layout.ts'
import { readTemplates } from '../../src/disk/project/package-files.ts'
import type { PlanInput } from '../../src/plan/plan-input.ts'
import type { ProjectDocuments, ProjectFacts } from '../../src/project/facts.ts'
import { anyMarkdown, bankDocument, blockText } from './markdown.ts'

export const NOW = '2026-03-01T12:00:00Z'
const templates = { en: readTemplates('en'), zh: readTemplates('zh') }

export function snapshotOf(texts: Readonly<Record<string, string>>, more: Partial<Snapshot> = {}): Snapshot {
  const files = Object.entries(texts).map(
    ([path, text], index) => new Page(knownPath(path), text, Date.parse('2026-02-01T00:00:00Z') + index * 1_000),
  )
  return snapshotFrom(files, more)
}

function snapshotFrom(files: readonly Page[], more: Partial<Snapshot>): Snapshot {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const folders = new Set<BankPath>(more.folders)
  for (const file of sorted) {
    for (let folder = directoryOf(file.path); folder !== ''; folder = directoryOf(folder))
      folders.add(knownPath(folder))
  }
  return {
    exists: true,
    others: [],
    unreadable: [],
    ...more,
    files: new Map(sorted.map((file) => [file.path, file])),
    folders,
  }
}

/** Applies a plan and checks every precondition, as on disk. A plan that misstates the bank throws. */
export function applied(snapshot: Snapshot, plan: Plan): Snapshot {
  const files = new Map(snapshot.files)
  const folders = new Set(snapshot.folders)
  const touched = new Set<BankPath>()
  const touch = (path: BankPath) => {
    if (touched.has(path)) throw new Error(`${path} is touched twice`)
    touched.add(path)
  }
  const need = (path: BankPath, was: string) => {
    if (snapshot.files.get(path)?.text !== was) throw new Error(`${path} does not read as planned`)
  }
  const free = (path: BankPath) => {
    if (snapshot.files.has(path) || snapshot.others.includes(path) || snapshot.folders.has(path))
      throw new Error(`${path} is taken`)
  }
  const put = (path: BankPath, text: string, mtime = Date.parse(NOW)) => files.set(path, new Page(path, text, mtime))
  for (const change of plan.changes) {
    touch(change.path)
    switch (change.kind) {
      case 'make-folder':
        folders.add(change.path)
        break
      case 'remove-folder':
        folders.delete(change.path)
        break
      case 'create':
        free(change.path)
        put(change.path, change.text)
        break
      case 'edit':
        need(change.path, change.was)
        put(change.path, change.text)
        break
      case 'move': {
        touch(change.to)
        need(change.path, change.was)
        free(change.to)
        const mtime = change.text === change.was ? snapshot.files.get(change.path)?.mtime : undefined
        files.delete(change.path)
        put(change.to, change.text, mtime)
        break
      }
      case 'remove':
        need(change.path, change.was)
        files.delete(change.path)
        break
    }
  }
  return snapshotFrom([...files.values()], { ...snapshot, folders: prunedFolders(folders, files, plan.changes) })
}

/** Removes folders that a move or a removal emptied. */
function prunedFolders(
  folders: Set<BankPath>,
  files: ReadonlyMap<BankPath, Page>,
  changes: readonly Change[],
): Set<BankPath> {
  for (const change of changes) {
    if (change.kind !== 'move' && change.kind !== 'remove') continue
    for (let folder = directoryOf(change.path); folder !== ''; folder = directoryOf(folder)) {
      if (![...files.keys()].some((path) => path.startsWith(`${folder}/`))) folders.delete(knownPath(folder))
    }
  }
  return folders
}

/** The planner's input for this bank. */
export function inputFor(
  snapshot: Snapshot,
  given: Partial<PlanInput> & { readonly language?: 'en' | 'zh'; readonly facts?: ProjectFacts } = {},
): PlanInput {
  const { language, facts = NO_FACTS, ...rest } = given
  const dates = new Map(
    [...snapshot.files.values()].map((file) => [
      file.path,
      { updated: new Date(file.mtime).toISOString().slice(0, 10), author: undefined },
    ]),
  )
  return {
    snapshot,
    templates: templates[language ?? 'en'],
    readFacts: () => facts,
    now: NOW,
    dates,
    remembered: new Map(),
    committed: () => undefined,
    touched: new Map(
      [...snapshot.files.values()].map((file) => [file.path, new Date(file.mtime).toISOString().slice(0, 10)]),
    ),
    readNamesElsewhere: () => [],
    readArrivals: () => new Map(),
    onConflict: undefined,
    ...rest,
  }
}

const NO_DOCUMENTS: ProjectDocuments = { routes: [], intents: new Set(), seen: new Set() }
export const NO_FACTS: ProjectFacts = {
  snapshot: [],
  stack: [],
  commands: [],
  documents: NO_DOCUMENTS,
  unclear: [],
  language: undefined,
}

const fact = fc.record({
  label: fc.constantFrom('Name', 'Runtime', '名称', 'Test'),
  value: fc.constantFrom('shop', 'Node 20', '`npm test`', '商店', '$& 1'),
  source: fc.constantFrom('package.json', 'README.md', 'directory tree'),
})
const factList = fc.uniqueArray(fact, { selector: (one) => one.label, maxLength: 3 })
export const anyFacts: fc.Arbitrary<ProjectFacts> = fc.record({
  snapshot: factList,
  stack: factList,
  commands: factList,
  documents: fc
    .uniqueArray(fc.constantFrom('CONTRIBUTING.md', 'docs/', 'docs/adr/', '开发 指南.md'), { maxLength: 4 })
    .map((places) => ({
      routes: places.map((place) => ({ intent: `read ${place}`, places: [place] })),
      intents: new Set(['CONTRIBUTING.md', 'docs/', 'docs/adr/', '开发 指南.md'].map((place) => `read ${place}`)),
      seen: new Set(places.map((place) => place.replace(/\/$/, ''))),
    })),
  unclear: fc.constant([]),
  language: fc.constant(undefined),
})

/** File names, awkward ones included. */
const detailName = fc.constantFrom(
  'a.md',
  'b.md',
  'c d.md',
  '中文.md',
  'x(1).md',
  'a|b.md',
  'a]b.md',
  '100%.md',
  'new\nline.md',
  'index.md',
  'index-bug.md',
  '🎉.md',
  'sub/deep.md',
  'constructor/x.md',
)
const detailFolder = fc.constantFrom(
  'details',
  'details/design',
  'details/requirements',
  'details/learnings',
  'details/archive',
  'details/constructor',
)
const detailPath = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('details/tech.md', 'details/patterns.md', 'details/progress.md') },
  { weight: 3, arbitrary: fc.tuple(detailFolder, detailName).map(([folder, name]) => `${folder}/${name}`) },
)

const detailText = fc.oneof(
  anyMarkdown,
  blockText,
  bankDocument(blockText, fc.boolean()).map((shape) => shape.text),
)
const doneItems = fc
  .tuple(
    fc.integer({ min: 0, max: 40 }),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('2025-11-02 ', '', '2026-02-28 '),
  )
  .map(
    ([count, end, date]) =>
      `# Progress${end}${end}## Done (to archive)${end}${Array.from({ length: count }, (_, index) => `- [x] ${date}item ${index}${end}`).join('')}${end}## Next${end}- [ ] more${end}`,
  )

const details = fc.tuple(
  fc.dictionary(detailPath, detailText, { maxKeys: 5 }),
  fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.record({ 'details/progress.md': doneItems }) },
  ),
  fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: manyFiles() }),
)

function manyFiles(): fc.Arbitrary<Readonly<Record<string, string>>> {
  return fc
    .tuple(
      fc.constantFrom('details/design', 'details/requirements', 'details/learnings'),
      fc.integer({ min: 8, max: 34 }),
      blockText,
    )
    .map(([folder, count, text]) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`${folder}/f${index}.md`, `# File ${index}\n\n${text}`]),
      ),
    )
}

function noted(version: string): fc.Arbitrary<string> {
  const start = fc.constantFrom(
    `<!-- MEMORY_BANK_TEMPLATE:${version} -->\n`,
    `<!-- MEMORY_BANK_TEMPLATE:${version} -->\r\n`,
    `\n# Title\n<!-- MEMORY_BANK_TEMPLATE:${version} -->\n`,
  )
  return fc
    .tuple(start, blockText)
    .map(([mark, text]) => mark + text.replace(/<!-- MEMORY_BANK_TEMPLATE:v[\d.]+ -->/g, ''))
}

const withSections = fc
  .tuple(fc.constantFrom('en' as const, 'zh' as const), fc.constantFrom('\n', '\r\n'), blockText)
  .map(([language, end, user]) => {
    const text = templates[language].memory.replace(
      /(<!-- USER_BLOCK_START -->\n)[\s\S]*?(<!-- USER_BLOCK_END -->)/,
      (_, open, close) => `${open}${user}${close}`,
    )
    return end === '\n' ? text : text.replace(/(?<!\r)\n/g, end)
  })

function bankWith(memory: fc.Arbitrary<string>): fc.Arbitrary<Snapshot> {
  return fc
    .tuple(memory, details)
    .map(([text, [some, progress, many]]) => snapshotOf({ ...some, ...many, ...progress, [MEMORY]: text }))
}

export const currentBank: fc.Arbitrary<Snapshot> = bankWith(
  fc.oneof(
    withSections,
    bankDocument(noted('v7.1'), fc.boolean()).map((shape) => shape.text),
  ),
)

export const outdatedBank: fc.Arbitrary<Snapshot> = bankWith(
  fc
    .oneof(
      noted('v7.0'),
      noted('v6.0'),
      blockText.map((text) => text.replace(/<!-- MEMORY_BANK_TEMPLATE:v[\d.]+ -->/g, '')),
    )
    .chain((inner) => bankDocument(fc.constant(inner), fc.constant(true)).map((shape) => shape.text)),
)

export const entrylessBank: fc.Arbitrary<Snapshot> = details.map(([some, progress, many]) =>
  snapshotOf({ ...some, ...many, ...progress }, { folders: new Set([knownPath('details')]) }),
)

export const emptyBank: fc.Arbitrary<Snapshot> = fc.constantFrom(
  snapshotOf({}),
  snapshotOf({}, { exists: false }),
  snapshotOf({ 'notes.md': '# Mine\n' }),
)

const legacyEntry = fc.oneof(
  bankDocument(blockText, fc.boolean()).map((shape) => shape.text),
  blockText,
  fc.constantFrom(
    '',
    '\n',
    'no newline',
    '    <!-- MACHINE_BLOCK_END -->\nrest',
    '\u3000<!-- USER_BLOCK_START -->',
    '```\nopen fence',
    '```\nx\n```\u3000',
  ),
)
const legacyPath = fc.constantFrom(
  'tech.md',
  'patterns.md',
  'progress.md',
  'notes.md',
  'legacy.md',
  'docs/a.md',
  'docs/_index.md',
  'docs/index.md',
  'requirements/REQ-001.md',
  'learnings/bugs/b.md',
  'learnings/index.md',
  'archive/old.md',
  'other/x.md',
  'constructor/x.md',
  'details/tech.md',
  'details/design/a.md',
)

export const legacyBank: fc.Arbitrary<Snapshot> = fc
  .tuple(
    fc.subarray([...LEGACY_ENTRIES], { minLength: 1 }),
    fc.array(legacyEntry, { minLength: 3, maxLength: 3 }),
    fc.dictionary(legacyPath, detailText, { maxKeys: 6 }),
  )
  .map(([entries, texts, others]) =>
    snapshotOf({ ...others, ...Object.fromEntries(entries.map((path, index) => [path, texts[index] ?? ''])) }),
  )
