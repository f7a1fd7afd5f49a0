/** Answers to proposals: exactly the shown plan is applied, and each answer can be undone at once. */

import type { PagePlan, Written } from '../../../bank/page-answers.ts'
import type { Review } from '../../../bank/review.ts'
import { type Context, usePage } from '../context.ts'

interface Reviewed {
  readonly review: Review
  /** The user's edits. */
  readonly fields: Readonly<Record<string, string>> | undefined
}

/** Accepts reviewed proposals; `onDone` gets the ids after success. */
export function useAccept(onDone: (ids: readonly string[]) => void): (reviewed: readonly Reviewed[]) => Promise<void> {
  const page = usePage()
  return (reviewed) =>
    page.answer(async () => {
      const items = reviewed.map(({ review: { id, hash, planHash }, fields }) => ({ id, hash, planHash, fields }))
      const answer = await page.server.post<Written>('/api/accept', { items })
      if (answer.kind === 'data' && answer.data.outcome === 'written') {
        onDone(items.map(({ id }) => id))
        notifyWritten(page, answer.data)
      } else notifyFailed(page, answer)
      page.reload()
    })
}

/** Rejects proposals and offers Undo. */
export function useReject(onDone: (ids: readonly string[]) => void) {
  const page = usePage()
  return (ids: readonly string[], because: string) =>
    page.answer(async () => {
      const answer = await page.server.post('/api/reject', { ids, ...(because === '' ? {} : { because }) })
      if (answer.kind === 'data') {
        onDone(ids)
        page.notify({
          tone: 'good',
          text: { en: 'Rejected.', zh: '已拒绝。' }[page.language],
          action: { label: UNDO[page.language], run: () => void reopen(page, ids) },
        })
      } else notifyFailed(page, answer.kind === 'problem' ? answer : { kind: answer.kind })
      page.reload()
    })
}

/** Reopens rejected proposals; true on success. */
export async function reopen(page: Context, ids: readonly string[]): Promise<boolean> {
  const answer = await page.server.post('/api/reopen', { ids })
  if (answer.kind === 'data')
    page.notify({ tone: 'good', text: { en: 'Reopened.', zh: '已恢复为待处理。' }[page.language] })
  else notifyFailed(page, answer.kind === 'problem' ? answer : { kind: answer.kind })
  page.reload()
  return answer.kind === 'data'
}

const UNDO = { en: 'Undo', zh: '撤销' }

/** Shows the result and offers Undo. */
function notifyWritten(page: Context, written: Extract<Written, { outcome: 'written' }>): void {
  page.notify({
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

/** Shows the reason why nothing was written. */
export function notifyFailed(page: Context, answer: Failed): void {
  // The page shows the login form instead.
  if (answer.kind === 'signed-out') return
  const problem =
    answer.problem ?? (answer.data !== undefined && 'problem' in answer.data ? answer.data.problem : undefined)
  const unreachable = { en: 'The server did not answer. Nothing was written.', zh: '服务没有响应，未写入任何内容。' }[
    page.language
  ]
  page.notify({ tone: 'bad', text: problem === undefined ? unreachable : `${problem.message}\n${problem.next}`.trim() })
}

/** Undoes the change with this id. */
async function undo(page: Context, change: string): Promise<void> {
  const planned = await page.server.get<PagePlan>(`/api/undo?id=${encodeURIComponent(change)}`)
  if (planned.kind !== 'data' || planned.data.problem !== undefined)
    return notifyFailed(page, planned.kind === 'data' ? { kind: 'problem', problem: planned.data.problem } : planned)
  const answer = await page.server.post<Written>('/api/undo', { id: change, planHash: planned.data.planHash })
  if (answer.kind === 'data' && answer.data.outcome === 'written')
    page.notify({
      tone: 'good',
      text: { en: 'Undone. The proposal is open again.', zh: '已撤销，提议恢复为待处理。' }[page.language],
    })
  else notifyFailed(page, answer)
  page.reload()
}
