/** A file of the bank: its text, links to it, and next to each entry its origin and contradictions with the code. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { Doubt, FilePage, PageEntry } from '../../../bank/page-answers.ts'
import { originWords, provenanceWords } from '../../../bank/provenance.ts'
import type { EntryUse, UsageReport } from '../../../bank/usage.ts'
import { useData, usePage, useWords } from '../context.ts'
import { Ago, Icon, Missing, placeName, Source, Tag, Tokens } from '../parts/common.tsx'
import { inline, Markdown } from '../parts/markdown.tsx'
import { linkTo, replace } from '../route.ts'

export function FileOf({ path, at }: { readonly path: string; readonly at: string | undefined }) {
  const page = useData<FilePage>(`/api/file?path=${encodeURIComponent(path)}`)
  if (page.kind !== 'data') return <Missing of={page} />
  return <Opened page={page.data} at={at} />
}

function Opened({ page, at }: { readonly page: FilePage; readonly at: string | undefined }) {
  const t = useWords()
  const body = useRef<HTMLDivElement>(null)
  const usage = useData<UsageReport>('/api/usage')
  const uses = new Map(usage.kind === 'data' ? usage.data.entries.map((use) => [use.id, use]) : [])
  useEffect(() => {
    if (body.current !== null && at !== undefined) goTo(body.current, at)
  }, [at, page.path])
  const beside = (first: number, last: number) => {
    const doubts = page.doubts.filter(({ line }) => line >= first && line <= last)
    const entries = page.entries.filter(({ line }) => line >= first && line <= last)
    if (doubts.length + entries.length === 0) return undefined
    return (
      <>
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} use={uses.get(entry.id)} />
        ))}
        {doubts.map((doubt) => (
          <DoubtOf key={`${doubt.line} ${doubt.message}`} doubt={doubt} />
        ))}
      </>
    )
  }
  return (
    <article class="file" ref={body}>
      <header class="file-head">
        <BackToList />
        <p class="file-facts">
          <span class="path">{page.path}</span>
          <Tokens count={page.tokens} />
          {page.updated !== undefined && <Ago at={page.updated} />}
          {page.doubts.length > 0 && (
            <button
              type="button"
              class="as-link"
              onClick={() => body.current && goTo(body.current, `L${page.doubts[0]?.line}`)}
            >
              <Tag tone="warn">{t({ en: `${page.doubts.length} in doubt`, zh: `${page.doubts.length} 处存疑` })}</Tag>
            </button>
          )}
        </p>
        {page.linkedFrom.length > 0 && (
          <details class="linked">
            <summary>
              {t({
                en: `Linked from ${page.linkedFrom.length} ${page.linkedFrom.length === 1 ? 'place' : 'places'}`,
                zh: `${page.linkedFrom.length} 处链接到此`,
              })}
            </summary>
            <ul class="lines">
              {page.linkedFrom.map((link) => (
                <li key={`${link.path}:${link.line}`}>
                  <a href={linkTo('read', { path: link.path, at: `L${link.line}` })}>{link.title}</a>{' '}
                  <span class="path muted">
                    {link.path}:{link.line}
                  </span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </header>
      <Markdown blocks={page.blocks} path={page.path} beside={beside} />
    </article>
  )
}

/** On a narrow screen the detail replaces the list. */
export function BackToList() {
  const t = useWords()
  return (
    <button type="button" class="to-list as-link" onClick={() => replace('read')}>
      <Icon name="back" />
      {t({ en: 'All files', zh: '全部文件' })}
    </button>
  )
}

/** An entry's origin and usage in one line. */
function EntryLine({ entry, use }: { readonly entry: PageEntry; readonly use: EntryUse | undefined }) {
  const t = useWords()
  const { language } = usePage()
  const { provenance } = entry
  const origin =
    provenance === undefined
      ? undefined
      : (provenance.from === 'git' ? originWords(provenance) : provenanceWords(provenance))[language]
  const used =
    use === undefined || use.shown + use.read + use.actedOn === 0
      ? undefined
      : t({
          en: `shown ${use.shown} · read ${use.read} · acted on ${use.actedOn}`,
          zh: `展示 ${use.shown} · 读取 ${use.read} · 起作用 ${use.actedOn}`,
        })
  if (origin === undefined && used === undefined) return null
  return (
    <p class="origin">
      {origin !== undefined && <span>{origin}</span>}
      {used !== undefined && <span class="number">{used}</span>}
    </p>
  )
}

const VERDICTS = {
  moved: { en: 'moved', zh: '已移动' },
  changed: { en: 'changed', zh: '已改变' },
  gone: { en: 'gone', zh: '已不存在' },
} as const

function DoubtOf({ doubt }: { readonly doubt: Doubt }) {
  const t = useWords()
  const { server } = usePage()
  const [isOpen, setOpen] = useState(false)
  const { place } = doubt
  return (
    <div class="doubt">
      <p>
        <Tag tone="warn">{t(VERDICTS[doubt.verdict])}</Tag> {inline(doubt.message, '')}{' '}
        {place !== undefined && !server.isExport && (
          <button type="button" class="as-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t({ en: 'Hide the code', zh: '收起代码' }) : t({ en: 'Show the code', zh: '查看代码' })}
          </button>
        )}
        {place !== undefined && server.isExport && <span class="path">{placeName(place)}</span>}
      </p>
      {isOpen && place !== undefined && <Source place={place} />}
    </div>
  )
}

/** `L12` is a line; anything else is a heading's anchor. */
function goTo(body: HTMLElement, at: string): void {
  const line = /^L(\d+)/.exec(at)?.[1]
  const found = line === undefined ? headingAt(body, at) : lineAt(body, Number(line))
  for (const before of body.querySelectorAll('.target')) before.classList.remove('target')
  found?.classList.add('target')
  found?.scrollIntoView({ block: 'center' })
}

/** The innermost element that begins at or last before the line. */
function lineAt(body: HTMLElement, line: number): Element | undefined {
  return [...body.querySelectorAll<HTMLElement>('[data-line]')].findLast(
    (element) => Number(element.dataset['line']) <= line,
  )
}

function headingAt(body: HTMLElement, fragment: string): Element | undefined {
  const wanted = slug(fragment)
  const headings = [...body.querySelectorAll('.markdown h2, .markdown h3, .markdown h4')]
  return headings.find((heading) => slug(heading.textContent ?? '') === wanted)?.parentElement ?? undefined
}

function slug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
