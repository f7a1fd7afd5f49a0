/** Answering on the page: exactly what is shown is written, and each answer can be undone at once. */

import type { PagePlan, Review, Written } from '../../../bank/reports.ts'
import { type Context, usePage } from '../context.ts'

interface Reviewed {
  readonly review: Review
  /** As the person edited it. */
  readonly fields: Readonly<Record<string, string>> | undefined
}

/** Writes what was reviewed; the ids are passed on where that was done. */
export function useAccept(onDone: (ids: readonly string[]) => void): (reviewed: readonly Reviewed[]) => Promise<void> {
  const page = usePage()
  return (reviewed) =>
    page.answer(async () => {
      const items = reviewed.map(({ review: { id, hash, planHash }, fields }) => ({ id, hash, planHash, fields }))
      const answer = await page.server.post<Written>('/api/accept', { items })
      if (answer.kind === 'data' && answer.data.outcome === 'written') {
        onDone(items.map(({ id }) => id))
        tellWritten(page, answer.data)
      } else tellFailed(page, answer)
      page.reload()
    })
}

/** Says no to these, with the way back. */
export function useReject(onDone: (ids: readonly string[]) => void) {
  const page = usePage()
  return (ids: readonly string[], because: string) =>
    page.answer(async () => {
      const answer = await page.server.post('/api/reject', { ids, ...(because === '' ? {} : { because }) })
      if (answer.kind === 'data') {
        onDone(ids)
        page.tell({
          tone: 'good',
          text: { en: 'Rejected.', zh: '已拒绝。' }[page.language],
          action: { label: UNDO[page.language], run: () => void reopen(page, ids) },
        })
      } else tellFailed(page, answer.kind === 'problem' ? answer : { kind: answer.kind })
      page.reload()
    })
}

/** Lets rejected proposals wait again; whether they do. */
export async function reopen(page: Context, ids: readonly string[]): Promise<boolean> {
  const answer = await page.server.post('/api/reopen', { ids })
  if (answer.kind === 'data')
    page.tell({ tone: 'good', text: { en: 'Waiting again.', zh: '已恢复为待处理。' }[page.language] })
  else tellFailed(page, answer.kind === 'problem' ? answer : { kind: answer.kind })
  page.reload()
  return answer.kind === 'data'
}

const UNDO = { en: 'Undo', zh: '撤销' }

/** What was written, with the way back. */
function tellWritten(page: Context, written: Extract<Written, { outcome: 'written' }>): void {
  page.tell({
    tone: 'good',
    text: written.summary,
    action: { label: UNDO[page.language], run: () => void undo(page, written.change) },
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
    page.tell({
      tone: 'good',
      text: { en: 'Undone. The proposal waits again.', zh: '已撤销，提议恢复为待处理。' }[page.language],
    })
  else tellFailed(page, answer)
  page.reload()
}
