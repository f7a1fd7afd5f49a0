/** The reading page: files and entries, a search over both, and the selected one. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { BankFile, PageEntry } from '../../../bank/page-answers.ts'
import { ADDITION_KINDS, KIND_NAMES, type ProposedKind } from '../../../base/addition.ts'
import { useData, usePage, useWords } from '../context.ts'
import { isComposing, useKeys } from '../keys.ts'
import { PAGE_NAMES, PageHead } from '../layout.tsx'
import { Ago, Empty, Key, Kind, Load, Source, Tag, Tokens, useFormats } from '../parts/common.tsx'
import { ListAndDetail, Row, useIsWide } from '../parts/list.tsx'
import { linkTo, type PageRoute, replace } from '../route.ts'
import { FileOf } from './file.tsx'

export function Read({ route }: { readonly route: PageRoute }) {
  const t = useWords()
  const { server } = usePage()
  const [wish, setWish] = useState<Wish>({ words: '', of: 'files', isDoubtful: false })
  // With thousands of files names arrive first, then drift, then the findings of check.
  const named = useData<readonly BankFile[]>(server.isExport ? undefined : '/api/files?judged=no')
  const judged = useData<readonly BankFile[]>('/api/files')
  const files = judged.kind === 'loading' && !wish.isDoubtful ? named : judged
  const entries = useData<EntryList>(judged.kind === 'loading' ? undefined : '/api/entries')
  const hits = useSearch(wish.words)
  const rows = useMemo(
    () =>
      rowsFor(wish, files.kind === 'data' ? files.data : [], entries.kind === 'data' ? entries.data.entries : [], hits),
    [wish, files, entries, hits],
  )
  const isWide = useIsWide()
  const path = route.query.get('path') ?? (isWide && files.kind === 'data' ? files.data[0]?.path : undefined)
  const at = route.query.get('at') ?? undefined
  const isDocument = route.query.get('from') === 'document'
  const chosen =
    rows.find((row) => isOf(row, route.query, path)) ??
    rows.find((row) => row.kind === 'file' && row.file.path === path)
  const ids = rows.filter(({ kind }) => kind !== 'folder').map(({ id }) => id)
  const choose = (id: string | undefined) => {
    const row = rows.find((one) => one.id === id)
    replace('read', row === undefined ? {} : targetOf(row))
  }
  return (
    <>
      <PageHead title={t(PAGE_NAMES.read)}>
        <Search wish={wish} onWish={setWish} first={rows.find(({ kind }) => kind !== 'folder')} />
      </PageHead>
      <Load of={files}>
        {(known) =>
          known.length === 0 ? (
            <Empty
              icon="read"
              title={t('No bank yet', '这里还没有 Memory Bank')}
              text={t(
                'One command scans the project and creates it, after showing the plan.',
                '一条命令即可扫描项目并创建，写入前会先显示计划。',
              )}
              command="memory-bank init"
            />
          ) : (
            <ListAndDetail
              items={rows}
              row={(row) => <RowOf key={row.id} row={row} isChosen={row.id === chosen?.id} />}
              of={`${wish.words} ${wish.of} ${wish.isDoubtful}`}
              names={[t('Files and entries', '文件与条目'), t('File', '文件'), t('All files', '全部文件')]}
              choice={{ ids, chosen: chosen?.id, choose }}
              isOpen={route.query.has('path')}
              head={<Filters wish={wish} onWish={setWish} />}
              end={rows.length === 0 && <NoRows isDoubtful={wish.isDoubtful} />}
            >
              {path !== undefined && isDocument && <Document path={path} at={at} />}
              {path !== undefined && !isDocument && <FileOf key={path} path={path} at={at} />}
            </ListAndDetail>
          )
        }
      </Load>
    </>
  )
}

/** Search hits, requested when the user pauses; earlier hits stay until then. */
function useSearch(words: string) {
  const { server } = usePage()
  const [asked, setAsked] = useState('')
  const wanted = words.trim()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), 120)
    return () => clearTimeout(timer)
  }, [wanted])
  const isAsked = asked !== '' && wanted !== '' && !server.isExport
  const report = useData<SearchReport>(isAsked ? `/api/search?${new URLSearchParams({ q: asked })}` : undefined)
  const last = useRef<SearchReport['hits']>([])
  if (report.kind === 'data') last.current = report.data.hits
  return wanted === '' ? NO_HITS : last.current
}

const NO_HITS: SearchReport['hits'] = []

function Search(props: {
  readonly wish: Wish
  readonly onWish: (wish: Wish) => void
  readonly first: ReadRow | undefined
}) {
  const { wish, onWish, first } = props
  const t = useWords()
  const input = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => input.current?.focus() })
  return (
    <div class="bar search">
      <input
        ref={input}
        type="search"
        class="input"
        aria-label={t('Search the bank', '搜索 Memory Bank')}
        placeholder={t('Search files and entries', '搜索文件与条目')}
        value={wish.words}
        maxLength={200}
        onInput={(event) => onWish({ ...wish, words: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter' && first !== undefined) replace('read', targetOf(first))
          else if (event.key === 'Escape' && wish.words !== '') onWish({ ...wish, words: '' })
          else if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.stopPropagation()
          if (event.key !== 'Escape') input.current?.blur()
        }}
      />
      {wish.words === '' && <Key name="/" />}
    </div>
  )
}

function Filters({ wish, onWish }: { readonly wish: Wish; readonly onWish: (wish: Wish) => void }) {
  const t = useWords()
  return (
    <>
      <label class="grow">
        <span class="unseen">{t('Show', '显示')}</span>
        <select
          class="input"
          value={wish.of}
          onChange={(event) => onWish({ ...wish, of: ofValue(event.currentTarget.value) })}
        >
          <option value="files">{t('Files', '文件')}</option>
          <option value="entries">{t('All entries', '全部条目')}</option>
          {ADDITION_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {capital(t(KIND_NAMES[kind]))}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="button chip"
        aria-pressed={wish.isDoubtful}
        onClick={() => onWish({ ...wish, isDoubtful: !wish.isDoubtful })}
      >
        {t('Doubtful only', '仅存疑')}
      </button>
    </>
  )
}

function ofValue(value: string): Wish['of'] {
  return value === 'entries' ? 'entries' : (ADDITION_KINDS.find((kind) => kind === value) ?? 'files')
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

function NoRows({ isDoubtful }: { readonly isDoubtful: boolean }) {
  const t = useWords()
  return (
    <p class="waiting muted">
      {isDoubtful ? t('No contradictions found.', '没有存疑的内容。') : t('Nothing matches.', '没有匹配的内容。')}
    </p>
  )
}

function RowOf({ row, isChosen }: { readonly row: ReadRow; readonly isChosen: boolean }) {
  const t = useWords()
  const { number } = useFormats()
  const link = { href: linkTo('read', targetOf(row)), isChosen }
  switch (row.kind) {
    case 'folder':
      return (
        <h2 class="bar group">
          <span class="path grow">{row.name}</span>
          <span class="number">{number(row.count)}</span>
        </h2>
      )
    case 'file': {
      const { title, path, tokens, updated, doubts = 0 } = row.file
      const tag = doubts > 0 && <Tag tone="warn">{t(`${doubts} in doubt`, `${doubts} 处存疑`)}</Tag>
      return (
        <Row {...link} title={title} tags={tag}>
          <span class="path cut">{path.split('/').at(-1)}</span>
          <Tokens count={tokens} />
          {updated !== undefined && <Ago at={updated} />}
        </Row>
      )
    }
    case 'entry': {
      const { title, kind, path, date, doubts } = row.entry
      return (
        <Row {...link} title={title} tags={doubts.length > 0 && <Tag tone="warn">{t('in doubt', '存疑')}</Tag>}>
          <Kind kind={kind} />
          <span class="path cut">{path}</span>
          {date !== undefined && <Ago at={date} />}
        </Row>
      )
    }
    case 'hit': {
      const { heading, path, startLine, source } = row.hit
      return (
        <Row {...link} title={heading} tags={source === 'document' && <Tag>{t('document', '仓库文档')}</Tag>}>
          <span class="path cut">
            {path}:{startLine}
          </span>
        </Row>
      )
    }
  }
}

/** A routed document of the repository, unrendered. */
function Document({ path, at }: { readonly path: string; readonly at: string | undefined }) {
  const first = Number(/^L(\d+)/.exec(at ?? '')?.[1] ?? 1)
  return (
    <article class="file">
      <header class="file-head path">{path}</header>
      <Source place={{ path, first }} />
    </article>
  )
}

function isOf(row: ReadRow, query: URLSearchParams, path: string | undefined): boolean {
  if (row.kind === 'folder' || path === undefined) return false
  const target = targetOf(row)
  return target.path === path && target.at === (query.get('at') ?? undefined)
}

interface Target {
  readonly [key: string]: string | undefined
  readonly path?: string
  readonly at?: string
  /** A document of the repository, shown unrendered. */
  readonly from?: 'document'
}

function targetOf(row: ReadRow): Target {
  switch (row.kind) {
    case 'folder':
      return {}
    case 'file':
      return { path: row.file.path }
    case 'entry':
      return { path: row.entry.path, at: `L${row.entry.line}` }
    case 'hit':
      return {
        path: row.hit.path,
        at: `L${row.hit.startLine}`,
        ...(row.hit.source === 'document' ? { from: 'document' } : {}),
      }
  }
}

/** The format of `memory-bank list --json`. */
export interface EntryList {
  readonly entries: readonly ListedEntry[]
}

interface ListedEntry extends PageEntry {
  readonly path: string
  readonly doubts: readonly string[]
}

/** The format of `memory-bank search --json`. */
interface SearchReport {
  readonly hits: readonly SearchHit[]
}

interface SearchHit {
  readonly source: 'bank' | 'document'
  readonly path: string
  readonly heading: string
  readonly startLine: number
  readonly endLine: number
}

type ReadRow =
  | { readonly kind: 'folder'; readonly id: string; readonly name: string; readonly count: number }
  | { readonly kind: 'file'; readonly id: string; readonly file: BankFile }
  | { readonly kind: 'entry'; readonly id: string; readonly entry: ListedEntry }
  | { readonly kind: 'hit'; readonly id: string; readonly hit: SearchHit }

interface Wish {
  readonly words: string
  /** `files`, `entries`, or entries of one kind. */
  readonly of: 'files' | 'entries' | ProposedKind
  readonly isDoubtful: boolean
}

function rowsFor(
  wish: Wish,
  files: readonly BankFile[],
  entries: readonly ListedEntry[],
  hits: readonly SearchHit[],
): readonly ReadRow[] {
  const words = wish.words.trim().toLowerCase()
  const has = (...texts: readonly string[]) => texts.some((text) => text.toLowerCase().includes(words))
  const chosenFiles = files.filter(
    (file) => (!wish.isDoubtful || (file.doubts ?? 0) > 0) && (words === '' || has(file.title, file.path)),
  )
  // A hit in the text of an entry finds it as well, but in the list of files only by itself.
  const isHit = ({ path, line }: ListedEntry) =>
    wish.of !== 'files' && hits.some((hit) => hit.path === path && hit.startLine <= line && line <= hit.endLine)
  const chosenEntries = entries.filter(
    (entry) =>
      (!wish.isDoubtful || entry.doubts.length > 0) &&
      (wish.of === 'files' || wish.of === 'entries' || entry.kind === wish.of) &&
      (words === '' || has(entry.title, entry.id) || isHit(entry)),
  )
  const fileRows = words === '' ? byFolder(chosenFiles) : chosenFiles.map(fileRow)
  if (wish.of !== 'files') return chosenEntries.map(entryRow)
  if (words === '') return fileRows
  const hitRows = wish.isDoubtful ? [] : hits.map(hitRow)
  return [...fileRows.slice(0, MOST_NAMED), ...chosenEntries.map(entryRow).slice(0, MOST_NAMED), ...hitRows]
}

/** Maximum number of matches by name. They are listed first and must not push matches by content out of sight. */
const MOST_NAMED = 8

function byFolder(files: readonly BankFile[]): readonly ReadRow[] {
  const folders = new Map<string, BankFile[]>()
  for (const file of files) {
    const folder = file.path.split('/').slice(0, -1).join('/')
    const known = folders.get(folder)
    if (known === undefined) folders.set(folder, [file])
    else known.push(file)
  }
  return [...folders]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([folder, inside]) => [
      {
        kind: 'folder' as const,
        id: `folder ${folder}`,
        name: `${folder === '' ? 'memory-bank' : folder}/`,
        count: inside.length,
      },
      ...inside.map(fileRow),
    ])
}

function fileRow(file: BankFile): ReadRow {
  return { kind: 'file', id: `file ${file.path}`, file }
}

function entryRow(entry: ListedEntry): ReadRow {
  return { kind: 'entry', id: `entry ${entry.id}`, entry }
}

function hitRow(hit: SearchHit): ReadRow {
  return { kind: 'hit', id: `hit ${hit.path}:${hit.startLine}`, hit }
}
