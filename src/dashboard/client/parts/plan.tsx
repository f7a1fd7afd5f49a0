/** A plan awaiting confirmation: its diff, then the button that applies exactly this plan. */

import { useState } from 'preact/hooks'
import type { DiffLine, FileDiff } from '../../../bank/file-diff.ts'
import type { PagePlan, Written } from '../../../bank/page-answers.ts'
import { useData, usePage, useWords } from '../context.ts'
import { linkTo } from '../route.ts'
import { Button, Dialog, Icon, Missing, Note, Problem, Tag } from './common.tsx'

export function PlanDialog(props: {
  readonly title: string
  /** The API path: GET returns the plan, POST applies it by its hash. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The button's label. */
  readonly act: string
  readonly onClose: () => void
}) {
  const t = useWords()
  const { server, notify, reload } = usePage()
  const [isBusy, setBusy] = useState(false)
  const query = new URLSearchParams(props.query).toString()
  const plan = useData<PagePlan>(query === '' ? props.path : `${props.path}?${query}`)
  const carryOut = async (planHash: string) => {
    setBusy(true)
    const answer = await server.post<Written>(props.path, { ...props.query, planHash })
    setBusy(false)
    if (answer.kind === 'data' && answer.data.outcome === 'written') {
      notify({ tone: 'good', text: answer.data.summary })
    } else if (answer.kind === 'data' && answer.data.outcome !== 'written') {
      notify({ tone: 'bad', text: problemText(answer.data.problem) })
    } else {
      notify({
        tone: 'bad',
        text:
          answer.kind === 'problem'
            ? problemText(answer.problem)
            : t({ en: 'The server did not answer. Nothing was changed.', zh: '服务没有响应，未做任何改动。' }),
      })
    }
    // Close after a refusal too: the plan is outdated, and the dialog would hide the message.
    props.onClose()
    reload()
  }
  return (
    <Dialog title={props.title} isWide onClose={props.onClose}>
      <Missing of={plan} />
      {plan.kind === 'data' && <Planned plan={plan.data} />}
      <div class="dialog-actions">
        <Button kind="quiet" onClick={props.onClose}>
          {t({ en: 'Cancel', zh: '取消' })}
        </Button>
        {plan.kind === 'data' && plan.data.problem === undefined && plan.data.files.length > 0 && (
          <Button kind="primary" isDisabled={isBusy} onClick={() => void carryOut(plan.data.planHash)}>
            {props.act}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Planned({ plan }: { readonly plan: PagePlan }) {
  const t = useWords()
  return (
    <>
      <p class="muted">
        {plan.files.length === 0 ? t({ en: 'Nothing would change.', zh: '不会有任何改动。' }) : plan.title}
      </p>
      {plan.problem !== undefined && <Problem problem={plan.problem} />}
      {plan.notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      <Diffs files={plan.files} />
    </>
  )
}

function problemText({ message, next }: { readonly message: string; readonly next: string }): string {
  return next === '' ? message : `${message}\n${next}`
}

export function Diffs({ files }: { readonly files: readonly FileDiff[] }) {
  return (
    <div class="diffs">
      {files.map((file) => (
        <Diff key={file.path} file={file} />
      ))}
    </div>
  )
}

function Diff({ file }: { readonly file: FileDiff }) {
  const t = useWords()
  const isFolder = file.kind === 'make-folder' || file.kind === 'remove-folder'
  if (isFolder) return null
  return (
    <section class="diff">
      <header class="diff-head">
        <Icon name="file" />
        <a class="path" href={linkTo('read', { path: file.to ?? file.path })}>
          {file.to === undefined ? file.path : `${file.path} → ${file.to}`}
        </a>
        {file.kind === 'create' && <Tag tone="good">{t({ en: 'new', zh: '新建' })}</Tag>}
        {file.kind === 'remove' && <Tag tone="bad">{t({ en: 'removed', zh: '移除' })}</Tag>}
        <span class="diff-count">
          {file.added > 0 && <span class="plus">+{file.added}</span>}
          {file.removed > 0 && <span class="minus">−{file.removed}</span>}
        </span>
      </header>
      {file.hunks.map((hunk) => (
        <div class="hunk" key={`${hunk.lines[0]?.old}-${hunk.lines[0]?.new}`}>
          {hunk.heading !== undefined && <div class="hunk-head">{hunk.heading.replace(/^#+\s*/, '')}</div>}
          <div class="hunk-lines">
            {hunk.lines.map((line) => (
              <Line key={`${line.kind}${line.old}-${line.new}`} line={line} />
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const

function Line({ line }: { readonly line: DiffLine }) {
  return (
    <div class={`line ${line.kind}`}>
      <span class="line-number" aria-hidden="true">
        {line.new ?? line.old}
      </span>
      <span class="line-sign">{SIGNS[line.kind]}</span>
      <code class="line-text">{line.text === '' ? '\u00a0' : line.text}</code>
    </div>
  )
}
