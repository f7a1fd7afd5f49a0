/** The timeline: Memory Bank's changes and commits by day, newest first. Undo after a preview of the diff. */

import { useEffect, useState } from 'preact/hooks'
import type { ShownDiff, Timeline, TimelineItem } from '../../../bank/page-answers.ts'
import { INTENT_NAMES } from '../../../base/change.ts'
import type { Words } from '../../../base/language.ts'
import type { Speaker } from '../../../base/provenance-record.ts'
import { useData, usePage, useWords } from '../context.ts'
import { useKeys } from '../keys.ts'
import { PAGE_NAMES, PageHead } from '../layout.tsx'
import { Ago, Button, Empty, Icon, Load, Tag, useFormats } from '../parts/common.tsx'
import { ListAndDetail, Row, useIsWide } from '../parts/list.tsx'
import { Diffs, PlanDialog } from '../parts/plan.tsx'
import { linkTo, type PageRoute, replace } from '../route.ts'

export function History({ route }: { readonly route: PageRoute }) {
  const t = useWords()
  const time = useData<Timeline>('/api/timeline')
  const { older, isBusy, more } = useOlder(time.kind === 'data' ? time.data : undefined)
  const items = time.kind === 'data' ? [...time.data.items, ...older] : []
  const isWide = useIsWide()
  const id = route.query.get('id') ?? undefined
  const chosen = items.find((item) => item.id === id) ?? (id === undefined && isWide ? items[0] : undefined)
  const choose = (next: string | undefined) => replace('history', { id: next })
  return (
    <>
      <PageHead title={t(PAGE_NAMES.history)} />
      <Load of={time}>
        {() =>
          items.length === 0 ? (
            <Empty
              icon="history"
              title={t('No changes yet', '还没有任何改动')}
              text={t(
                'Every change of the bank appears here, with its author and reason, and can be undone.',
                'Memory Bank 的每次改动都会列在这里，注明由谁、为何写入，并可撤销。',
              )}
            />
          ) : (
            <ListAndDetail
              items={items}
              row={(item, index) => (
                <ItemRow key={item.id} item={item} before={items[index - 1]} isChosen={item.id === chosen?.id} />
              )}
              names={[t('Changes', '全部改动'), t('Change', '改动'), t('All changes', '全部改动')]}
              choice={{ ids: items.map((item) => item.id), chosen: chosen?.id, choose }}
              isOpen={id !== undefined}
              end={
                more !== undefined && (
                  <div class="waiting">
                    <Button isDisabled={isBusy} onClick={more}>
                      {t('Show older', '显示更早的')}
                    </Button>
                  </div>
                )
              }
            >
              {chosen !== undefined && <Shown key={chosen.id} item={chosen} />}
            </ListAndDetail>
          )
        }
      </Load>
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

/** A change, below the name of its day if it is the first one of it. */
function ItemRow(props: {
  readonly item: TimelineItem
  readonly before: TimelineItem | undefined
  readonly isChosen: boolean
}) {
  const t = useWords()
  const { day, number } = useFormats()
  const { item, before, isChosen } = props
  const isUndone = item.from === 'journal' && item.undoneBy !== undefined
  const count = item.files.length
  const isFirst = before === undefined || day(before.at) !== day(item.at)
  return (
    <>
      {isFirst && <h2 class="group">{day(item.at)}</h2>}
      <Row
        href={linkTo('history', { id: item.id })}
        isChosen={isChosen}
        title={item.title}
        isStruck={isUndone}
        tags={isUndone && <Tag>{t('undone', '已撤销')}</Tag>}
      >
        {item.from === 'git' && <Icon name="commit" />}
        <span class="cut">{item.from === 'git' ? item.author : t(INTENT_NAMES[item.intent])}</span>
        <span>{t(`${number(count)} ${count === 1 ? 'file' : 'files'}`, `${number(count)} 个文件`)}</span>
        <Ago at={item.at} />
      </Row>
    </>
  )
}

function Shown({ item }: { readonly item: TimelineItem }) {
  const t = useWords()
  const { server } = usePage()
  const [asking, setAsking] = useState<'/api/undo' | '/api/undo-anyway'>()
  const canUndo = item.from === 'journal' && item.canUndo && !server.isExport
  useKeys({ u: canUndo ? () => setAsking('/api/undo') : undefined })
  const facts =
    item.from === 'git'
      ? [t('commit', '提交'), item.author, item.id.slice(0, 10)]
      : [t(INTENT_NAMES[item.intent]), item.saidBy === undefined ? undefined : t(SPEAKERS[item.saidBy]), item.id]
  return (
    <article class="file">
      <header class="stack file-head">
        <h2>{item.title}</h2>
        <p class="bar wrap small muted">
          {facts.map((fact) => fact !== undefined && <span key={fact}>{fact}</span>)}
          <Ago at={item.at} />
        </p>
        {item.from === 'journal' && (
          <p class="bar">
            {item.undoneBy !== undefined && (
              <a href={linkTo('history', { id: item.undoneBy })}>{t('Undone', '已被撤销')}</a>
            )}
            {item.undoes !== undefined && (
              <a href={linkTo('history', { id: item.undoes })}>{t('Undoes this change', '撤销的是这次改动')}</a>
            )}
            {canUndo && (
              <Button icon="undo" hint="u" onClick={() => setAsking('/api/undo')}>
                {t('Undo…', '撤销…')}
              </Button>
            )}
          </p>
        )}
      </header>
      {server.isExport ? <Files files={item.files} /> : <ChangeOf id={item.id} />}
      {asking !== undefined && (
        <PlanDialog
          key={asking}
          title={t('Undo this change?', '撤销这次改动？')}
          path={asking}
          query={{ id: item.id }}
          act={asking === '/api/undo' ? t('Undo', '撤销') : t('Undo and overwrite', '撤销并覆盖')}
          onClose={() => setAsking(undefined)}
          instead={{
            code: 'undo-stale',
            label: t('Show what overwriting later changes would do', '查看覆盖之后的改动会怎样'),
            run: () => setAsking('/api/undo-anyway'),
          }}
        />
      )}
    </article>
  )
}

function Files({ files }: { readonly files: readonly string[] }) {
  return (
    <ul class="stack s path">
      {files.map((file) => (
        <li key={file}>{file}</li>
      ))}
    </ul>
  )
}

function ChangeOf({ id }: { readonly id: string }) {
  const t = useWords()
  const found = useData<readonly ShownDiff[]>(`/api/change?id=${encodeURIComponent(id)}`)
  return (
    <Load of={found}>
      {(files) =>
        files.length === 0 ? <p class="muted">{t('No text changed.', '文字没有变化。')}</p> : <Diffs files={files} />
      }
    </Load>
  )
}

/** Labels for the origin of a change. */
const SPEAKERS: Readonly<Record<Speaker, Words>> = {
  user: { en: 'said by you', zh: '来自用户' },
  agent: { en: 'said by the agent', zh: '来自 Agent' },
  code: { en: 'found by scan', zh: '扫描所得' },
  import: { en: 'imported', zh: '导入' },
}
