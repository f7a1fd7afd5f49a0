/** A file of the bank: its text, links to it, and next to each entry its origin and contradictions with the code. */

import { useEffect, useRef } from 'preact/hooks'
import type { Doubt, FilePage, PageEntry } from '../../../bank/page-answers.ts'
import { originWords, provenanceWords } from '../../../bank/provenance.ts'
import type { EntryUse, UsageReport } from '../../../bank/usage.ts'
import { useData, usePage, useWords } from '../context.ts'
import { Ago, Button, Load, Note, OpenPlace, placeName, Tag, Tokens } from '../parts/common.tsx'
import { inline, Markdown } from '../parts/markdown.tsx'
import { linkTo } from '../route.ts'

export function FileOf({ path, at }: { readonly path: string; readonly at: string | undefined }) {
  const page = useData<FilePage>(`/api/file?path=${encodeURIComponent(path)}`)
  return <Load of={page}>{(found) => <Opened page={found} at={at} />}</Load>
}

function Opened({ page, at }: { readonly page: FilePage; readonly at: string | undefined }) {
  const t = useWords()
  const body = useRef<HTMLDivElement>(null)
  const usage = useData<UsageReport>('/api/usage')
  const links = page.linkedFrom.length
  const uses = new Map(usage.kind === 'data' ? usage.data.entries.map((use) => [use.id, use]) : [])
  useEffect(() => {
    if (body.current !== null && at !== undefined) goTo(body.current, at)
  }, [at, page.path])
  const start = page.blocks[0]?.first
  const beside = (first: number, last: number) => {
    // A whole file is an entry from line 1, above its first block.
    const isHere = ({ line }: { readonly line: number }) => (line >= first || first === start) && line <= last
    const doubts = page.doubts.filter(isHere)
    const entries = page.entries.filter(isHere)
    if (doubts.length + entries.length === 0) return undefined
    return (
      <div class="stack s">
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} use={uses.get(entry.id)} />
        ))}
        {doubts.map((doubt) => (
          <DoubtOf key={`${doubt.line} ${doubt.message}`} doubt={doubt} />
        ))}
      </div>
    )
  }
  return (
    <article class="file" ref={body}>
      <header class="stack s file-head">
        <p class="bar wrap small muted">
          <span class="path">{page.path}</span>
          <Tokens count={page.tokens} />
          {page.updated !== undefined && <Ago at={page.updated} />}
          {page.doubts.length > 0 && (
            <Button kind="link" onClick={() => body.current && goTo(body.current, `L${page.doubts[0]?.line}`)}>
              <Tag tone="warn">{t(`${page.doubts.length} in doubt`, `${page.doubts.length} 处存疑`)}</Tag>
            </Button>
          )}
        </p>
        {links > 0 && (
          <details>
            <summary>{t(`Linked from ${links} ${links === 1 ? 'place' : 'places'}`, `${links} 处链接到此`)}</summary>
            <ul class="stack s">
              {page.linkedFrom.map(({ path, line, title }) => (
                <li key={`${path}:${line}`}>
                  <a href={linkTo('read', { path, at: `L${line}` })}>{title}</a>{' '}
                  <span class="path muted">
                    {path}:{line}
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
      : t(
          `shown ${use.shown} · read ${use.read} · acted on ${use.actedOn}`,
          `展示 ${use.shown} · 读取 ${use.read} · 起作用 ${use.actedOn}`,
        )
  if (origin === undefined && used === undefined) return null
  return (
    <p class="bar wrap small muted">
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

function DoubtOf({ doubt: { verdict, message, place } }: { readonly doubt: Doubt }) {
  const t = useWords()
  const { server } = usePage()
  return (
    <Note>
      <p>
        <strong>{t(VERDICTS[verdict])}</strong> {inline(message, '')}
      </p>
      {place !== undefined && server.isExport && <span class="path">{placeName(place)}</span>}
      {place !== undefined && !server.isExport && <OpenPlace place={place} />}
    </Note>
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
