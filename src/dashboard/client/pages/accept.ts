/** Accepting on the page: exactly what is shown is written, and can be undone at once. */

import { useRef } from 'preact/hooks'
import type { PagePlan, Review, Written } from '../../../core/page.ts'
import { type Context, usePage } from '../context.ts'

interface Reviewed {
  readonly review: Review
  /** As the person edited it. */
  readonly fields: Readonly<Record<string, string>> | undefined
}

/** Writes what was reviewed; the ids are passed on where that was done. One answer at a time. */
export function useAccept(onDone: (ids: readonly string[]) => void): (reviewed: readonly Reviewed[]) => Promise<void> {
  const page = usePage()
  const isBusy = useRef(false)
  return async (reviewed) => {
    if (isBusy.current) return
    isBusy.current = true
    const items = reviewed.map(({ review: { id, hash, planHash }, fields }) => {
      const isEdited = fields !== undefined && Object.keys(fields).length > 0
      return { id, hash, planHash, ...(isEdited ? { fields } : {}) }
    })
    const answer = await page.server.post<Written>('/api/accept', { items })
    isBusy.current = false
    if (answer.kind === 'data' && answer.data.outcome === 'written') {
      onDone(items.map(({ id }) => id))
      tellWritten(page, answer.data)
    } else tellFailed(page, answer)
    page.reload()
  }
}

/** What was written, with the way back. */
function tellWritten(page: Context, written: Extract<Written, { outcome: 'written' }>): void {
  page.tell({
    tone: 'good',
    text: written.summary,
    action: { label: { en: 'Undo', zh: '撤销' }[page.language], run: () => void undo(page, written.change) },
  })
}

type Failed = {
  readonly kind: string
  readonly problem?: { readonly message: string; readonly next: string } | undefined
  readonly data?: Written
}

/** Why nothing was written. */
export function tellFailed(page: Context, answer: Failed): void {
  // The page asks for the code then.
  if (answer.kind === 'signed-out') return
  const problem =
    answer.problem ?? (answer.data !== undefined && 'problem' in answer.data ? answer.data.problem : undefined)
  const unreachable = { en: 'The server did not answer. Nothing was written.', zh: '服务没有响应，未写入任何内容。' }[
    page.language
  ]
  page.tell({ tone: 'bad', text: problem === undefined ? unreachable : `${problem.message}\n${problem.next}`.trim() })
}

/** Takes back a change that was made a moment ago. */
async function undo(page: Context, change: string): Promise<void> {
  const planned = await page.server.get<PagePlan>(`/api/undo?id=${encodeURIComponent(change)}`)
  if (planned.kind !== 'data' || planned.data.problem !== undefined)
    return tellFailed(page, planned.kind === 'data' ? { kind: 'problem', problem: planned.data.problem } : planned)
  const answer = await page.server.post<Written>('/api/undo', { id: change, planHash: planned.data.planHash })
  if (answer.kind === 'data' && answer.data.outcome === 'written')
    page.tell({ tone: 'good', text: { en: 'Undone.', zh: '已撤销。' }[page.language] })
  else tellFailed(page, answer)
  page.reload()
}
