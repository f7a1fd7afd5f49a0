/** The reading page: files and entries, a search over both, and the selected one. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { BankFile } from '../../../bank/page-answers.ts'
import { ADDITION_KINDS, KIND_NAMES } from '../../../base/addition.ts'
import { useData, usePage, useWords } from '../context.ts'
import { isComposing, isWide, useChosen, useKeys } from '../keys.ts'
import { PAGE_NAMES, PageHead } from '../layout.tsx'
import { Ago, Empty, Key, Kind, Missing, Source, Tag, Tokens, useNumber, useShown } from '../parts/common.tsx'
import { linkTo, type Route, replace } from '../route.ts'
import { BackToList, FileOf } from './file.tsx'
import { type EntryList, type ReadRow, rowsFor, type SearchReport, type Wish } from './read-lists.ts'

export function Read({ route }: { readonly route: Route }) {
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
  const path = route.query.get('path') ?? (isWide() && files.kind === 'data' ? files.data[0]?.path : undefined)
  const at = route.query.get('at') ?? undefined
  const isDocument = route.query.get('from') === 'document'
  const chosen =
    rows.find((row) => isOf(row, route.query, path)) ??
    rows.find((row) => row.kind === 'file' && row.file.path === path)
  useChosen(
    rows.filter(({ kind }) => kind !== 'folder').map(({ id }) => id),
    chosen?.id,
    (id) => {
      const row = rows.find((one) => one.id === id)
      replace('read', row === undefined ? {} : targetOf(row))
    },
  )
  return (
    <>
      <PageHead title={t(PAGE_NAMES.read)}>
        <Search wish={wish} onWish={setWish} first={rows.find(({ kind }) => kind !== 'folder')} />
      </PageHead>
      <Missing of={files} />
      {files.kind === 'data' && files.data.length === 0 && (
        <Empty icon="read" title={t({ en: 'No bank yet', zh: '这里还没有 Memory Bank' })}>
          <p>
            {t({
              en: 'One command scans the project and creates it, after showing the plan.',
              zh: '一条命令即可扫描项目并创建，写入前会先显示计划。',
            })}
          </p>
          <p>
            <code>memory-bank init</code>
          </p>
        </Empty>
      )}
      {files.kind === 'data' && files.data.length > 0 && (
        <div class={`split${route.query.has('path') ? ' has-chosen' : ''}`}>
          <section class="list" aria-label={t({ en: 'Files and entries', zh: '文件与条目' })}>
            <Filters wish={wish} onWish={setWish} />
            <Rows key={`${wish.words} ${wish.of} ${wish.isDoubtful}`} rows={rows} chosen={chosen?.id} wish={wish} />
          </section>
          <section class="detail" aria-label={t({ en: 'File', zh: '文件' })}>
            {path !== undefined &&
              (isDocument ? <Document path={path} at={at} /> : <FileOf key={path} path={path} at={at} />)}
          </section>
        </div>
      )}
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
    <div class="search">
      <input
        ref={input}
        type="search"
        class="search-input"
        aria-label={t({ en: 'Search the bank', zh: '搜索 Memory Bank' })}
        placeholder={t({ en: 'Search files and entries', zh: '搜索文件与条目' })}
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
  const { language } = usePage()
  return (
    <div class="list-head">
      <label class="grow">
        <span class="unseen">{t({ en: 'Show', zh: '显示' })}</span>
        <select
          class="plain-select"
          value={wish.of}
          onChange={(event) => onWish({ ...wish, of: ofValue(event.currentTarget.value) })}
        >
          <option value="files">{t({ en: 'Files', zh: '文件' })}</option>
          <option value="entries">{t({ en: 'All entries', zh: '全部条目' })}</option>
          {ADDITION_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {capital(KIND_NAMES[kind][language])}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="chip"
        aria-pressed={wish.isDoubtful}
        onClick={() => onWish({ ...wish, isDoubtful: !wish.isDoubtful })}
      >
        {t({ en: 'Doubtful only', zh: '仅存疑' })}
      </button>
    </div>
  )
}

function ofValue(value: string): Wish['of'] {
  return value === 'entries' ? 'entries' : (ADDITION_KINDS.find((kind) => kind === value) ?? 'files')
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

function Rows(props: { readonly rows: readonly ReadRow[]; readonly chosen: string | undefined; readonly wish: Wish }) {
  const t = useWords()
  const { shown, end } = useShown(props.rows)
  if (props.rows.length === 0)
    return (
      <p class="list-empty muted">
        {props.wish.isDoubtful
          ? t({ en: 'No contradictions found.', zh: '没有存疑的内容。' })
          : t({ en: 'Nothing matches.', zh: '没有匹配的内容。' })}
      </p>
    )
  return (
    <>
      {shown.map((row) => (
        <RowOf key={row.id} row={row} isChosen={row.id === props.chosen} />
      ))}
      {end}
    </>
  )
}

function RowOf({ row, isChosen }: { readonly row: ReadRow; readonly isChosen: boolean }) {
  const number = useNumber()
  if (row.kind === 'folder')
    return (
      <h2 class="folder">
        <span class="path">{row.name}</span>
        <span class="muted number">{number(row.count)}</span>
      </h2>
    )
  return (
    <a class="row" href={linkTo('read', targetOf(row))} aria-current={isChosen ? 'true' : undefined}>
      <RowText row={row} />
    </a>
  )
}

function RowText({ row }: { readonly row: Exclude<ReadRow, { readonly kind: 'folder' }> }) {
  const t = useWords()
  switch (row.kind) {
    case 'file':
      return (
        <>
          <span class="row-title">
            <span class="grow">{row.file.title}</span>
            {(row.file.doubts ?? 0) > 0 && (
              <Tag tone="warn">{t({ en: `${row.file.doubts} in doubt`, zh: `${row.file.doubts} 处存疑` })}</Tag>
            )}
          </span>
          <span class="row-more">
            <span class="path">{row.file.path.split('/').at(-1)}</span>
            <Tokens count={row.file.tokens} />
            {row.file.updated !== undefined && <Ago at={row.file.updated} />}
          </span>
        </>
      )
    case 'entry':
      return (
        <>
          <span class="row-title">
            <span class="grow">{row.entry.title}</span>
            {row.entry.doubts.length > 0 && <Tag tone="warn">{t({ en: 'in doubt', zh: '存疑' })}</Tag>}
          </span>
          <span class="row-more">
            <Kind kind={row.entry.kind} />
            <span class="path">{row.entry.path}</span>
            {row.entry.date !== undefined && <time>{row.entry.date}</time>}
          </span>
        </>
      )
    case 'hit':
      return (
        <>
          <span class="row-title">
            <span class="grow">{row.hit.heading}</span>
            {row.hit.source === 'document' && <Tag>{t({ en: 'document', zh: '仓库文档' })}</Tag>}
          </span>
          <span class="row-more">
            <span class="path">
              {row.hit.path}:{row.hit.startLine}
            </span>
          </span>
        </>
      )
  }
}

/** A routed document of the repository, unrendered. */
function Document({ path, at }: { readonly path: string; readonly at: string | undefined }) {
  const first = Number(/^L(\d+)/.exec(at ?? '')?.[1] ?? 1)
  return (
    <article class="file">
      <header class="file-head">
        <BackToList />
        <p class="path">{path}</p>
      </header>
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
