/** The agent's view: the exact opening of a session, and the answer to a question. */

import { useState } from 'preact/hooks'
import type { OpeningHost, OpeningPart, OpeningReport } from '../../../bank/opening-report.ts'
import { useData, usePage, useWords } from '../context.ts'
import { PAGE_NAMES, PageHead } from '../layout.tsx'
import { Button, Empty, Meter, Missing, Tokens, useNumber } from '../parts/common.tsx'
import { type Route, replace } from '../route.ts'
import { Recall } from './recall.tsx'

export function Agent({ route }: { readonly route: Route }) {
  const t = useWords()
  const { server } = usePage()
  const isRecall = route.query.has('ask')
  const tabs = [
    { isAsk: false, name: t({ en: 'Opening', zh: '开场' }) },
    { isAsk: true, name: t({ en: 'Ask', zh: '提问' }) },
  ]
  return (
    <>
      <PageHead title={t(PAGE_NAMES.agent)}>
        {!server.isExport && (
          <div class="segments">
            {tabs.map(({ isAsk, name }) => (
              <button
                key={name}
                type="button"
                aria-pressed={isAsk === isRecall}
                onClick={() => replace('agent', isAsk ? { ask: '' } : {})}
              >
                {name}
              </button>
            ))}
          </div>
        )}
      </PageHead>
      {isRecall && !server.isExport ? (
        <Recall question={route.query.get('ask') ?? ''} />
      ) : (
        <Opening host={route.query.get('host') ?? undefined} />
      )}
    </>
  )
}

function Opening({ host }: { readonly host: string | undefined }) {
  const t = useWords()
  const report = useData<OpeningReport>(
    host === undefined ? '/api/opening' : `/api/opening?${new URLSearchParams({ host })}`,
  )
  if (report.kind !== 'data') return <Missing of={report} />
  if (report.data.text === '')
    return (
      <Empty icon="agent" title={t({ en: 'Nothing is sent yet', zh: '会话开场还没有内容' })}>
        <p>
          {t({
            en: 'Once the bank has a MEMORY.md, every session begins with it. This page shows the exact text.',
            zh: '有了 MEMORY.md，每个会话都会以它开场，这里显示实际发送的内容。',
          })}
        </p>
        <p>
          <code>memory-bank init</code>
        </p>
      </Empty>
    )
  return <OpeningOf report={report.data} asked={host} />
}

function OpeningOf({ report, asked }: { readonly report: OpeningReport; readonly asked: string | undefined }) {
  const t = useWords()
  const number = useNumber()
  return (
    <div class="page-body with-side">
      <aside class="opening-side">
        <section class="budget">
          <p>
            <strong class="figure">{number(report.tokens)}</strong>{' '}
            <span class="muted">
              {t({
                en: `of ${number(report.budget)} tokens`,
                zh: `/ ${number(report.budget)} token`,
              })}
            </span>
          </p>
          <Meter share={report.tokens / Math.max(1, report.budget)} isOver={report.tokens > report.budget} />
        </section>
        <Hosts report={report} asked={asked} />
        <nav aria-label={t({ en: 'Parts', zh: '组成部分' })}>
          <ol class="part-list">
            {report.parts.map((part, index) => (
              <li key={part.start}>
                <button type="button" onClick={() => document.getElementById(`part-${index}`)?.scrollIntoView()}>
                  <span class="grow">{part.name}</span>
                  <span class="number muted">{number(part.tokens)}</span>
                </button>
              </li>
            ))}
          </ol>
        </nav>
        {report.leftOut.length > 0 && <LeftOut report={report} />}
      </aside>
      <div class="parts">
        <div class="parts-head">
          <p class="muted small">
            {t({ en: 'The exact text at the start of a session.', zh: '会话开场的原文，一字不差。' })}
          </p>
          <CopyButton text={report.text} />
        </div>
        {report.parts.map((part, index) => (
          <Part
            key={part.start}
            part={part}
            index={index}
            text={report.text}
            share={part.tokens / Math.max(1, report.budget)}
          />
        ))}
      </div>
    </div>
  )
}

function Part(props: {
  readonly part: OpeningPart
  readonly index: number
  readonly text: string
  readonly share: number
}) {
  const { part, text } = props
  return (
    <section class="piece" id={`part-${props.index}`} aria-label={part.name}>
      <Meter share={props.share} />
      <h2 class="piece-head">
        <span class="grow">{part.name}</span>
        <Tokens count={part.tokens} />
      </h2>
      <pre class="piece-text">{text.slice(part.start, part.end).replace(/^\n+|\n+$/g, '')}</pre>
    </section>
  )
}

/** Selects the agent whose opening is shown, and names the channel that delivers it. */
function Hosts({ report, asked }: { readonly report: OpeningReport; readonly asked: string | undefined }) {
  const t = useWords()
  const { server } = usePage()
  const installed = report.hosts.filter(({ isInstalled }) => isInstalled)
  const others = report.hosts.filter(({ isInstalled }) => !isInstalled)
  const shown = report.hosts.find(({ id }) => id === report.host)
  if (report.hosts.length === 0) return null
  return (
    <section class="opening-hosts">
      {!server.isExport && (
        <label>
          <span class="unseen">{t({ en: 'Agent', zh: 'Agent' })}</span>
          <select
            value={report.host ?? ''}
            onChange={(event) => replace('agent', { host: event.currentTarget.value || undefined })}
          >
            {(report.host === undefined || asked !== undefined) && (
              <option value="">{t({ en: 'Every agent', zh: '所有 Agent' })}</option>
            )}
            <HostOptions label={t({ en: 'Installed', zh: '已安装' })} hosts={installed} />
            <HostOptions label={t({ en: 'Not installed', zh: '未安装' })} hosts={others} />
          </select>
        </label>
      )}
      <p class="muted small">
        {shown !== undefined
          ? shown.channel
          : t({
              en: 'Every agent gets the same text, in a different place.',
              zh: '各 Agent 收到的内容相同，只是位置不同。',
            })}
      </p>
      {installed.length === 0 && !server.isExport && (
        <p class="small">
          {t({ en: 'No agent is connected yet: ', zh: '尚未连接任何 Agent：' })}
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

function LeftOut({ report }: { readonly report: OpeningReport }) {
  const t = useWords()
  const number = useNumber()
  return (
    <section class="left-out">
      <h2>{t({ en: 'Left out to save tokens', zh: '因预算省略' })}</h2>
      <ul>
        {report.leftOut.map((one) => (
          <li key={one.name}>
            <p class="part-line">
              <span class="grow">{one.name}</span>
              <span class="number muted">{number(one.tokens)}</span>
            </p>
            <p class="muted small">{one.remedy}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CopyButton({ text }: { readonly text: string }) {
  const t = useWords()
  const [isDone, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setDone(true)
  }
  if (!window.isSecureContext) return null
  return (
    <Button kind="quiet" icon={isDone ? 'tick' : 'copy'} onClick={() => void copy()}>
      {isDone ? t({ en: 'Copied', zh: '已复制' }) : t({ en: 'Copy', zh: '复制' })}
    </Button>
  )
}
