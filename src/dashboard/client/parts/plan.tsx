/** A plan that waits for a person's word: its diff first, then the button that carries out exactly that. */

import { useState } from 'preact/hooks'
import type { PagePlan, Written } from '../../../core/page.ts'
import { useData, usePage, useWords } from '../context.ts'
import { Button, Dialog, Missing, Note, Problem } from './common.tsx'
import { Diffs } from './diff.tsx'

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
