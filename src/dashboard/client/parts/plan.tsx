/** A plan that waits for a person's word: its diff first, then the button that carries out exactly that. */

import { useState } from 'preact/hooks'
import type { DiffLine, FileDiff, PagePlan, Written } from '../../../bank/reports.ts'
import { useData, usePage, useWords } from '../context.ts'
import { linkTo } from '../route.ts'
import { Button, Dialog, Icon, Missing, Note, Problem, Tag } from './common.tsx'

export function PlanDialog(props: {
  readonly title: string
  /** Of the server: asked for the plan, and given back its hash. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** What the button says. */
  readonly act: string
  readonly onClose: () => void
}) {
  const t = useWords()
  const { server, tell, reload } = usePage()
  const [isBusy, setBusy] = useState(false)
  const query = new URLSearchParams(props.query).toString()
  const plan = useData<PagePlan>(query === '' ? props.path : `${props.path}?${query}`)
  const carryOut = async (planHash: string) => {
    setBusy(true)
    const answer = await server.post<Written>(props.path, { ...props.query, planHash })
    setBusy(false)
    if (answer.kind === 'data' && answer.data.outcome === 'written') {
      tell({ tone: 'good', text: answer.data.summary })
    } else if (answer.kind === 'data' && answer.data.outcome !== 'written') {
      tell({ tone: 'bad', text: toldText(answer.data.problem) })
    } else {
      tell({
        tone: 'bad',
        text:
          answer.kind === 'problem'
            ? toldText(answer.problem)
            : t({ en: 'The server did not answer. Nothing was changed.', zh: '服务没有响应，未做任何改动。' }),
      })
    }
    // Also after a no: what it was planned on is no longer so, and a dialog would hide why.
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

function toldText({ message, next }: { readonly message: string; readonly next: string }): string {
  return next === '' ? message : `${message}\n${next}`
}

/** What files become, line by line, as they would be written. */
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
