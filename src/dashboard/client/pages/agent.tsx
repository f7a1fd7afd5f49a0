/** The agent's view: the exact opening of a session, and the answer to a question. */

import { useState } from 'preact/hooks'
import type { OpeningHost, OpeningReport } from '../../../bank/opening-report.ts'
import { useData, usePage, useWords } from '../context.ts'
import { PAGE_NAMES, PageHead } from '../layout.tsx'
import { Button, Empty, Load, Meter, Segments, Tokens, useFormats } from '../parts/common.tsx'
import { type PageRoute, replace } from '../route.ts'
import { Recall } from './recall.tsx'

export function Agent({ route }: { readonly route: PageRoute }) {
  const t = useWords()
  const { server } = usePage()
  const isRecall = route.query.has('ask') && !server.isExport
  return (
    <>
      <PageHead title={t(PAGE_NAMES.agent)}>
        {!server.isExport && (
          <Segments
            of={[
              [false, t('Opening', '开场')],
              [true, t('Ask', '提问')],
            ]}
            chosen={isRecall}
            onChoose={(isAsk) => replace('agent', isAsk ? { ask: '' } : {})}
          />
        )}
      </PageHead>
      {isRecall ? (
        <Recall question={route.query.get('ask') ?? ''} />
      ) : (
        <Opening host={route.query.get('host') ?? undefined} />
      )}
    </>
  )
}

function Opening({ host }: { readonly host: string | undefined }) {
  const t = useWords()
  const query = host === undefined ? '' : `?${new URLSearchParams({ host })}`
  const report = useData<OpeningReport>(`/api/opening${query}`)
  return (
    <Load of={report}>
      {(found) =>
        found.text === '' ? (
          <Empty
            icon="agent"
            title={t('Nothing is sent yet', '会话开场还没有内容')}
            text={t(
              'Once the bank has a MEMORY.md, every session begins with it. This page shows the exact text.',
              '有了 MEMORY.md，每个会话都会以它开场，这里显示实际发送的内容。',
            )}
            command="memory-bank init"
          />
        ) : (
          <OpeningOf report={found} asked={host} />
        )
      }
    </Load>
  )
}

interface OpeningProps {
  readonly report: OpeningReport
  readonly asked: string | undefined
}

function OpeningOf({ report, asked }: OpeningProps) {
  const t = useWords()
  const { number } = useFormats()
  const { text, parts, tokens, budget, leftOut } = report
  return (
    <div class="stack page-body with-side">
      <aside class="stack l">
        <section class="stack s">
          <p>
            <strong class="figure">{number(tokens)}</strong>{' '}
            <span class="muted">{t(`of ${number(budget)} tokens`, `/ ${number(budget)} token`)}</span>
          </p>
          <Meter share={tokens / Math.max(1, budget)} />
        </section>
        {report.hosts.length > 0 && <Hosts report={report} asked={asked} />}
        <nav class="stack s" aria-label={t('Parts', '组成部分')}>
          {parts.map((part, index) => (
            <button
              key={part.start}
              type="button"
              class="bar button quiet"
              onClick={() => document.getElementById(`part-${index}`)?.scrollIntoView()}
            >
              <span class="grow">{part.name}</span>
              <span class="number muted">{number(part.tokens)}</span>
            </button>
          ))}
        </nav>
        {leftOut.length > 0 && (
          <section class="stack">
            <h3>{t('Left out to save tokens', '因预算省略')}</h3>
            {leftOut.map((one) => (
              <div key={one.name}>
                <p class="bar">
                  <span class="grow">{one.name}</span>
                  <span class="number muted">{number(one.tokens)}</span>
                </p>
                <p class="muted small">{one.remedy}</p>
              </div>
            ))}
          </section>
        )}
      </aside>
      <div class="stack l">
        <div class="bar">
          <p class="muted small grow">{t('The exact text at the start of a session.', '会话开场的原文，一字不差。')}</p>
          <CopyButton text={text} />
        </div>
        {parts.map((part, index) => (
          <section class="stack s" id={`part-${index}`} aria-label={part.name} key={part.start}>
            <Meter share={part.tokens / Math.max(1, budget)} />
            <h2 class="bar">
              <span class="grow">{part.name}</span>
              <Tokens count={part.tokens} />
            </h2>
            <pre>{text.slice(part.start, part.end).replace(/^\n+|\n+$/g, '')}</pre>
          </section>
        ))}
      </div>
    </div>
  )
}

/** Selects the agent whose opening is shown, and names the channel that delivers it. */
function Hosts({ report, asked }: OpeningProps) {
  const t = useWords()
  const { server } = usePage()
  const installed = report.hosts.filter(({ isInstalled }) => isInstalled)
  const others = report.hosts.filter(({ isInstalled }) => !isInstalled)
  const shown = report.hosts.find(({ id }) => id === report.host)
  return (
    <section class="stack s">
      {!server.isExport && (
        <select
          class="input"
          aria-label="Agent"
          value={report.host ?? ''}
          onChange={(event) => replace('agent', { host: event.currentTarget.value || undefined })}
        >
          {(report.host === undefined || asked !== undefined) && (
            <option value="">{t('Every agent', '所有 Agent')}</option>
          )}
          <HostOptions label={t('Installed', '已安装')} hosts={installed} />
          <HostOptions label={t('Not installed', '未安装')} hosts={others} />
        </select>
      )}
      <p class="muted small">
        {shown?.channel ??
          t('Every agent gets the same text, in a different place.', '各 Agent 收到的内容相同，只是位置不同。')}
      </p>
      {installed.length === 0 && !server.isExport && (
        <p class="small">
          {t('No agent is connected yet: ', '尚未连接任何 Agent：')}
          <code>memory-bank install</code>
        </p>
      )}
    </section>
  )
}

function HostOptions({ label, hosts }: { readonly label: string; readonly hosts: readonly OpeningHost[] }) {
  if (hosts.length === 0) return null
  return (
    <optgroup label={label}>
      {hosts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}

function CopyButton({ text }: { readonly text: string }) {
  const t = useWords()
  const [isDone, setDone] = useState(false)
  if (!window.isSecureContext) return null
  const copy = () => void navigator.clipboard.writeText(text).then(() => setDone(true))
  return (
    <Button kind="quiet" icon={isDone ? 'tick' : 'copy'} onClick={copy}>
      {isDone ? t('Copied', '已复制') : t('Copy', '复制')}
    </Button>
  )
}
