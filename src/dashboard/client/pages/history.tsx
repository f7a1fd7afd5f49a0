/** The timeline: Memory Bank's changes and commits by day, newest first. Undo after a preview of the diff. */

import { useEffect, useState } from 'preact/hooks'
import type { FileDiff } from '../../../bank/file-diff.ts'
import type { Timeline, TimelineItem } from '../../../bank/page-answers.ts'
import { INTENT_NAMES } from '../../../base/change.ts'
import type { Words } from '../../../base/language.ts'
import type { Speaker } from '../../../base/provenance-record.ts'
import { useData, usePage, useWords } from '../context.ts'
import { isWide, useChosen, useKeys } from '../keys.ts'
import { PAGE_NAMES, PageHead } from '../layout.tsx'
import { Ago, Button, Empty, Icon, Missing, Tag, useDay, useNumber, useShown } from '../parts/common.tsx'
import { Diffs, PlanDialog } from '../parts/plan.tsx'
import { linkTo, type Route, replace } from '../route.ts'

export function History({ route }: { readonly route: Route }) {
  const t = useWords()
  const time = useData<Timeline>('/api/timeline')
  const { older, isBusy, more } = useOlder(time.kind === 'data' ? time.data : undefined)
  const items = time.kind === 'data' ? [...time.data.items, ...older] : []
  const id = route.query.get('id') ?? undefined
  const chosen = items.find((item) => item.id === id) ?? (id === undefined && isWide() ? items[0] : undefined)
  const choose = (next: string | undefined) => replace('history', { id: next })
  useChosen(
    items.map((item) => item.id),
    chosen?.id,
    choose,
  )
  return (
    <>
      <PageHead title={t(PAGE_NAMES.history)} />
      <Missing of={time} />
      {time.kind === 'data' && items.length === 0 && (
        <Empty icon="history" title={t({ en: 'No changes yet', zh: '还没有任何改动' })}>
          <p>
            {t({
              en: 'Every change of the bank appears here, with its author and reason, and can be undone.',
              zh: 'Memory Bank 的每次改动都会列在这里，注明由谁、为何写入，并可撤销。',
            })}
          </p>
        </Empty>
      )}
      {items.length > 0 && (
        <div class={`split${id === undefined ? '' : ' has-chosen'}`}>
          <section class="list" aria-label={t({ en: 'Changes', zh: '全部改动' })}>
            <Days items={items} chosen={chosen?.id} />
            {more !== undefined && (
              <p class="list-more">
                <Button kind="quiet" isDisabled={isBusy} onClick={more}>
                  {t({ en: 'Show older', zh: '显示更早的' })}
                </Button>
              </p>
            )}
          </section>
          <section class="detail" aria-label={t({ en: 'Change', zh: '改动' })}>
            {chosen !== undefined && <Shown key={chosen.id} item={chosen} onBack={() => choose(undefined)} />}
          </section>
        </div>
      )}
    </>
  )
}

/** Older items, loaded in pages. */
function useOlder(first: Timeline | undefined) {
  const { server } = usePage()
  const [older, setOlder] = useState<Timeline>({ items: [], more: 0 })
  const [isBusy, setBusy] = useState(false)
  // Start over with a new server object, for example after a change of language.
  useEffect(() => setOlder({ items: [], more: 0 }), [server])
  const known = (first?.items.length ?? 0) + older.items.length
  const left = older.items.length === 0 ? (first?.more ?? 0) : older.more
  const more = async () => {
    setBusy(true)
    const answer = await server.get<Timeline>(`/api/timeline?from=${known}`)
    setBusy(false)
    if (answer.kind === 'data') setOlder({ items: [...older.items, ...answer.data.items], more: answer.data.more })
  }
  // A new change shifts the pages; drop duplicates.
  const shown = older.items.filter(({ id }) => !first?.items.some((one) => one.id === id))
  return { older: shown, isBusy, more: left > 0 && !server.isExport ? () => void more() : undefined }
}

function Days({ items, chosen }: { readonly items: readonly TimelineItem[]; readonly chosen: string | undefined }) {
  const day = useDay()
  const { shown, end } = useShown(items)
  return (
    <>
      {shown.map((item, index) => {
        const before = shown[index - 1]
        const name = day(item.at)
        return (
          <>
            {(before === undefined || day(before.at) !== name) && <h2 class="folder">{name}</h2>}
            <ItemRow key={item.id} item={item} isChosen={item.id === chosen} />
          </>
        )
      })}
      {end}
    </>
  )
}

function ItemRow({ item, isChosen }: { readonly item: TimelineItem; readonly isChosen: boolean }) {
  const t = useWords()
  const isUndone = item.from === 'journal' && item.undoneBy !== undefined
  return (
    <a class="row" href={linkTo('history', { id: item.id })} aria-current={isChosen ? 'true' : undefined}>
      <span class="row-title">
        <span class={isUndone ? 'grow undone' : 'grow'}>{item.title}</span>
        {isUndone && <Tag>{t({ en: 'undone', zh: '已撤销' })}</Tag>}
      </span>
      <span class="row-more">
        {item.from === 'git' && <Icon name="commit" />}
        <span>{item.from === 'git' ? item.author : t(INTENT_NAMES[item.intent])}</span>
        <FileCount of={item.files.length} />
        <Ago at={item.at} />
      </span>
    </a>
  )
}

function FileCount({ of }: { readonly of: number }) {
  const t = useWords()
  const number = useNumber()
  return <span>{t({ en: `${number(of)} ${of === 1 ? 'file' : 'files'}`, zh: `${number(of)} 个文件` })}</span>
}

function Shown({ item, onBack }: { readonly item: TimelineItem; readonly onBack: () => void }) {
  const t = useWords()
  const { server } = usePage()
  const [isAsking, setAsking] = useState(false)
  const canUndo = item.from === 'journal' && item.canUndo && !server.isExport
  useKeys({ u: canUndo ? () => setAsking(true) : undefined })
  return (
    <article class="file">
      <header class="file-head change-head">
        <button type="button" class="to-list as-link" onClick={onBack}>
          <Icon name="back" />
          {t({ en: 'All changes', zh: '全部改动' })}
        </button>
        <h2>{item.title}</h2>
        <p class="file-facts">
          <span>{item.from === 'git' ? t({ en: 'commit', zh: '提交' }) : t(INTENT_NAMES[item.intent])}</span>
          {item.from === 'git' && <span>{item.author}</span>}
          {item.from === 'journal' && item.saidBy !== undefined && <span>{t(SPEAKERS[item.saidBy])}</span>}
          <span class="path">{item.from === 'git' ? item.id.slice(0, 10) : item.id}</span>
          <Ago at={item.at} />
        </p>
        {item.from === 'journal' && item.undoneBy !== undefined && (
          <p>
            <a href={linkTo('history', { id: item.undoneBy })}>{t({ en: 'Undone', zh: '已被撤销' })}</a>
          </p>
        )}
        {item.from === 'journal' && item.undoes !== undefined && (
          <p>
            <a href={linkTo('history', { id: item.undoes })}>
              {t({ en: 'Undoes this change', zh: '撤销的是这次改动' })}
            </a>
          </p>
        )}
        {canUndo && (
          <p>
            <Button icon="undo" hint="u" onClick={() => setAsking(true)}>
              {t({ en: 'Undo…', zh: '撤销…' })}
            </Button>
          </p>
        )}
      </header>
      {server.isExport ? <Files files={item.files} /> : <ChangeOf id={item.id} />}
      {isAsking && (
        <PlanDialog
          title={t({ en: 'Undo this change?', zh: '撤销这次改动？' })}
          path="/api/undo"
          query={{ id: item.id }}
          act={t({ en: 'Undo', zh: '撤销' })}
          onClose={() => setAsking(false)}
        />
      )}
    </article>
  )
}

function Files({ files }: { readonly files: readonly string[] }) {
  return (
    <ul class="lines path">
      {files.map((file) => (
        <li key={file}>{file}</li>
      ))}
    </ul>
  )
}

function ChangeOf({ id }: { readonly id: string }) {
  const t = useWords()
  const files = useData<readonly FileDiff[]>(`/api/change?id=${encodeURIComponent(id)}`)
  if (files.kind !== 'data') return <Missing of={files} />
  if (files.data.length === 0) return <p class="muted">{t({ en: 'No text changed.', zh: '文字没有变化。' })}</p>
  return <Diffs files={files.data} />
}

/** Labels for the origin of a change. */
const SPEAKERS: Readonly<Record<Speaker, Words>> = {
  user: { en: 'said by you', zh: '来自用户' },
  agent: { en: 'said by the agent', zh: '来自 Agent' },
  code: { en: 'found by scan', zh: '扫描所得' },
  import: { en: 'imported', zh: '导入' },
}
