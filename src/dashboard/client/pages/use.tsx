/** Usage of the bank in three figures per entry. Documents that were offered but never opened can be archived. */

import { useState } from 'preact/hooks'
import type { Counting, EntryUse, UnusedEntry, UsageReport } from '../../../bank/usage.ts'
import type { Words } from '../../../base/language.ts'
import { useData, usePage, useWords } from '../context.ts'
import { PAGE_NAMES, PageHead } from '../layout.tsx'
import { Ago, Button, Dialog, Empty, Load, Meter, Note, Tag, useFormats } from '../parts/common.tsx'
import { useShown } from '../parts/list.tsx'
import { PlanDialog } from '../parts/plan.tsx'
import { linkTo, type PageRoute } from '../route.ts'

export function Use(_: { readonly route: PageRoute }) {
  const t = useWords()
  const { server, send } = usePage()
  const usage = useData<UsageReport>(server.isExport ? undefined : '/api/usage')
  const [isForgetting, setForgetting] = useState(false)
  const counting = usage.kind === 'data' ? usage.data.counting : undefined
  return (
    <>
      <PageHead title={t(PAGE_NAMES.use)}>
        {(counting === 'on' || counting === 'off') && (
          <div class="bar">
            <Button kind="quiet" onClick={() => setForgetting(true)}>
              {t('Forget all…', '清除全部…')}
            </Button>
            <label class="bar">
              <input
                type="checkbox"
                checked={counting === 'on'}
                onChange={() => void send('/api/usage', { on: counting === 'off' })}
              />
              {t('Count', '统计')}
            </label>
          </div>
        )}
      </PageHead>
      {server.isExport ? (
        <Empty
          icon="use"
          title={t('Usage is not exported', '使用统计不导出')}
          text={t('The figures stay on the machine where they were counted.', '统计只保存在产生它的机器上。')}
        />
      ) : (
        <Load of={usage}>{(report) => <Report report={report} />}</Load>
      )}
      {isForgetting && (
        <Dialog
          title={t('Forget all figures?', '清除全部统计？')}
          act={t('Forget all', '全部清除')}
          kind="danger"
          onAct={() => void send('/api/usage', { forget: true }).then(() => setForgetting(false))}
          onClose={() => setForgetting(false)}
        >
          <p>
            {t(
              'This deletes the project’s figures from this machine. The bank does not change.',
              '将从本机删除这个项目的统计数据，Memory Bank 本身不变。',
            )}
          </p>
        </Dialog>
      )}
    </>
  )
}

const NOT_COUNTING: Readonly<Record<Exclude<Counting, 'on'>, Words>> = {
  off: { en: 'Counting is off. Earlier figures are kept.', zh: '统计已关闭，已有数据保留。' },
  'off-by-environment': {
    en: 'Counting is switched off by MEMORY_BANK_USAGE.',
    zh: '统计已由环境变量 MEMORY_BANK_USAGE 关闭。',
  },
  'state-not-writable': {
    en: 'Counting does not work: the state folder is not writable.',
    zh: '无法统计：状态目录不可写。',
  },
}

function Report({ report }: { readonly report: UsageReport }) {
  const t = useWords()
  const isEmpty = report.sessions === 0
  return (
    <>
      <div class="stack page-body">
        {report.counting !== 'on' && <Note>{t(NOT_COUNTING[report.counting])}</Note>}
        {!isEmpty && (
          <>
            <Figures report={report} />
            {report.unused.length > 0 && <Unused unused={report.unused} />}
            <Table report={report} />
            <p class="muted small">
              {t(
                'Each figure is a number of sessions. Shown: in the opening, in an answer or at a file. Read: a tool read it. Acted on: it satisfied a gate or redirected a write. Looking at it here does not count. All of this stays on this machine; no words of a conversation are kept.',
                '每个数字都是会话数。展示：出现在开场、回忆的回答或文件提示中；读取：被工具读取；起作用：满足了守卫条件或改变了写入。在此查看不计入。数据只在本机，不保存对话内容。',
              )}
            </p>
          </>
        )}
      </div>
      {isEmpty && (
        <Empty
          icon="use"
          title={t('No sessions yet', '还没有统计到会话')}
          text={t(
            'After an agent has worked here, you see which entries were shown, read and acted on.',
            'Agent 在此工作后，可看到哪些条目被展示、读取，哪些真正起了作用。',
          )}
          command="memory-bank install"
        />
      )}
    </>
  )
}

function Figures({ report }: { readonly report: UsageReport }) {
  const t = useWords()
  const { number, day } = useFormats()
  const { tokens, entries } = report
  const used = entries.filter(({ standing }) => standing === 'used').length
  const figures = [
    {
      name: t('sessions', '个会话'),
      value: number(report.sessions),
      more: report.from === undefined ? '' : t(`since ${day(report.from)}`, `自 ${day(report.from)}`),
    },
    ...(tokens === undefined
      ? []
      : [
          {
            name: t('tokens per session', 'token / 会话'),
            value: number(tokens.median),
            more: t(
              `opening ${number(tokens.opening)} · answers ${number(tokens.packs)} · notes ${number(tokens.notes)}`,
              `开场 ${number(tokens.opening)} · 回答 ${number(tokens.packs)} · 提示 ${number(tokens.notes)}`,
            ),
          },
        ]),
    {
      name: t(`of ${number(entries.length)} entries used`, `/ ${number(entries.length)} 条被用到`),
      value: number(used),
      more: report.gone === 0 ? '' : t(`${report.gone} more are no longer in the bank`, `另有 ${report.gone} 条已移出`),
    },
  ]
  return (
    <ul class="figures">
      {figures.map(({ name, value, more }) => (
        <li class="card card-body" key={name}>
          <p>
            <strong class="figure">{value}</strong> <span class="muted">{name}</span>
          </p>
          <p class="muted small number">{more}</p>
        </li>
      ))}
    </ul>
  )
}

function Unused({ unused }: { readonly unused: readonly UnusedEntry[] }) {
  const t = useWords()
  const { day } = useFormats()
  const [asking, setAsking] = useState<UnusedEntry>()
  return (
    <section class="card">
      <h2 class="bar card-head">{t('Often offered, never followed', '多次提供，从未采用')}</h2>
      <ul class="lines">
        {unused.map((entry) => (
          <li class="bar" key={entry.id}>
            <div class="grow">
              <a href={linkTo('read', { path: entry.path })}>{entry.title}</a>
              <p class="muted small">
                {t(
                  `offered in ${entry.offered} sessions since ${day(entry.firstOffered)}`,
                  `自 ${day(entry.firstOffered)} 起在 ${entry.offered} 个会话中提供`,
                )}
              </p>
            </div>
            <Button onClick={() => setAsking(entry)}>{t('Archive…', '归档…')}</Button>
          </li>
        ))}
      </ul>
      {asking !== undefined && (
        <PlanDialog
          title={t('Archive this entry?', '归档这个条目？')}
          path="/api/archive"
          query={{ id: asking.id }}
          act={t('Archive', '归档')}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}

const COLUMNS: readonly (readonly [Words, (use: EntryUse) => number])[] = [
  [{ en: 'Shown', zh: '展示' }, ({ shown }) => shown],
  [{ en: 'Read', zh: '读取' }, ({ read }) => read],
  [{ en: 'Acted on', zh: '起作用' }, ({ actedOn }) => actedOn],
]

/** Most used first, never used last. */
function Table({ report }: { readonly report: UsageReport }) {
  const t = useWords()
  const { number } = useFormats()
  const { shown, end } = useShown(report.entries)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <div class="card table uses" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{t('Entry', '条目')}</th>
            {COLUMNS.map(([name]) => (
              <th key={name.en} class="number">
                {t(name)}
              </th>
            ))}
            <th class="number last">{t('Last', '最近')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((use) => (
            <tr key={`${use.id} ${use.path}`}>
              <td>
                <a href={linkTo('read', { path: use.path, at: `L${use.line}` })}>{use.title}</a>
                {use.standing === 'never' && <Tag>{t('never used', '从未用到')}</Tag>}
                {use.standing === 'offered' && <Tag>{t('never followed', '未被采用')}</Tag>}
              </td>
              {COLUMNS.map(([name, of]) => (
                <td key={name.en} class={of(use) === 0 ? 'number muted' : 'number'}>
                  {number(of(use))}
                  <Meter share={of(use) / report.sessions} />
                </td>
              ))}
              <td class="number muted last">{use.last !== undefined && <Ago at={use.last} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {end}
    </div>
  )
}
