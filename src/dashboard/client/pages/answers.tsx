/** Answers to proposals: exactly the shown plan is applied, and each answer can be undone at once. */

import { useEffect, useState } from 'preact/hooks'
import type { PagePlan, WrittenAnswer } from '../../../bank/page-answers.ts'
import type { Review } from '../../../bank/review.ts'
import { type AdditionKind, KIND_NAMES } from '../../../base/addition.ts'
import { type Edits, usePage, useWords } from '../context.ts'
import { Button, Dialog, Kind, Note, Problem, Waiting } from '../parts/common.tsx'
import { Diffs } from '../parts/plan.tsx'
import { failureText } from '../server.ts'

interface Reviewed {
  readonly review: Review
  /** The user's edits. */
  readonly fields: Edits | undefined
}

/** `onDone` gets the answered ids. */
export function useAnswers(onDone: (ids: readonly string[]) => void) {
  const t = useWords()
  const { send, server, language, notify } = usePage()
  const tell = (text: string, run?: () => void) =>
    notify({ tone: 'good', text, ...(run === undefined ? {} : { action: { label: t('Undo', '撤销'), run } }) })
  const undo = async (id: string, done: string) => {
    const planned = await server.get<PagePlan>(`/api/undo?id=${encodeURIComponent(id)}`)
    const problem = planned.kind === 'data' ? planned.data.problem : undefined
    const failure = failureText(problem === undefined ? planned : { kind: 'problem', problem }, language)
    if (failure !== undefined) notify({ tone: 'bad', text: failure })
    if (planned.kind !== 'data' || failure !== undefined) return
    const undone = await send<WrittenAnswer>('/api/undo', { id, planHash: planned.data.planHash })
    if (undone !== undefined) tell(done)
  }
  const reopen = async (ids: readonly string[]) => {
    const reopened = await send('/api/reopen', { ids })
    if (reopened !== undefined) tell(t('Reopened.', '已恢复为待处理。'))
    return reopened !== undefined
  }
  return {
    undo,
    reopen,
    async accept(reviewed: readonly Reviewed[]) {
      const items = reviewed.map(({ review: { id, hash, planHash }, fields }) => ({ id, hash, planHash, fields }))
      const written = await send<WrittenAnswer>('/api/accept', { items })
      if (written === undefined) return
      onDone(items.map(({ id }) => id))
      const reopened = t('Undone. The proposal is open again.', '已撤销，提议恢复为待处理。')
      tell(
        t(`Accepted · ${titles(reviewed)}`, `已接受 · ${titles(reviewed)}`),
        () => void undo(written.change, reopened),
      )
    },
    async reject(ids: readonly string[], because: string) {
      const rejected = await send('/api/reject', { ids, ...(because === '' ? {} : { because }) })
      if (rejected === undefined) return
      onDone(ids)
      tell(t('Rejected.', '已拒绝。'), () => void reopen(ids))
    },
  }
}

/** The first title, and how many more. */
function titles(reviewed: readonly Reviewed[]): string {
  const [first, ...others] = reviewed.map(({ review }) => review.title)
  return others.length === 0 ? (first ?? '') : `${first} +${others.length}`
}

interface AnswerProps {
  readonly ids: readonly string[]
  readonly onClose: () => void
  readonly onDone: (ids: readonly string[]) => void
}

/** Shows every selected proposal before the user accepts all of them at once. */
export function AcceptDialog({ ids, onClose, onDone }: AnswerProps) {
  const t = useWords()
  const { server, version, drafts } = usePage()
  const [reviews, setReviews] = useState<readonly Review[]>()
  const { accept } = useAnswers(onDone)
  useEffect(() => {
    void Promise.all(ids.map((id) => server.get<Review>(`/api/review?id=${encodeURIComponent(id)}`))).then((answers) =>
      setReviews(answers.flatMap((answer) => (answer.kind === 'data' ? [answer.data] : []))),
    )
  }, [ids, server, version])
  const ready = (reviews ?? [])
    .filter(({ id, problem, planHash }) => problem === undefined && planHash !== undefined && !drafts.has(id))
    .map((review) => ({ review, fields: undefined }))
  return (
    <Dialog
      title={t(`Accept ${ids.length} proposals`, `接受 ${ids.length} 条提议`)}
      act={t(`Accept ${ready.length}`, `接受 ${ready.length} 条`)}
      // Close the dialog: it would hide the messages about refusals.
      onAct={ready.length === 0 ? undefined : () => void accept(ready).then(onClose)}
      onClose={onClose}
      isWide
    >
      {reviews === undefined && <Waiting />}
      {reviews?.map((review) => (
        <section class="stack" key={review.id}>
          <h3>
            <Kind kind={review.kind} /> {review.title}
          </h3>
          {review.notes.map((note) => (
            <Note key={note}>{note}</Note>
          ))}
          {drafts.has(review.id) && (
            <Note>
              <strong>{t(EDITED_NOT_SAVED)}</strong>. {t(DRAFT_FIRST)}
            </Note>
          )}
          {review.problem === undefined ? <Diffs files={review.files} /> : <Problem problem={review.problem} />}
        </section>
      ))}
    </Dialog>
  )
}

export const EDITED_NOT_SAVED = { en: 'edited, not saved', zh: '已修改，未保存' }
export const DRAFT_FIRST = {
  en: 'Resume or discard your edits before you accept.',
  zh: '接受前请先继续修改或放弃修改。',
}

const REASONS = [
  { en: 'Not true', zh: '不属实' },
  { en: 'Not worth keeping', zh: '不值得保留' },
  { en: 'The code already shows it', zh: '代码中已能看出' },
  { en: 'Too vague', zh: '太笼统' },
] as const

export function RejectDialog({ ids, onClose, onDone }: AnswerProps) {
  const t = useWords()
  const { reject } = useAnswers(onDone)
  const [because, setBecause] = useState('')
  return (
    <Dialog
      title={
        ids.length === 1
          ? t('Reject this proposal', '拒绝这条提议')
          : t(`Reject ${ids.length} proposals`, `拒绝 ${ids.length} 条提议`)
      }
      act={t('Reject', '拒绝')}
      onAct={() => void reject(ids, because.trim())}
      onClose={onClose}
    >
      <div class="stack">
        <label for="because">{t('Reason (optional; the agent sees it)', '原因（可选，Agent 会看到）')}</label>
        <input
          id="because"
          class="input"
          autocomplete="off"
          value={because}
          onInput={(event) => setBecause(event.currentTarget.value)}
        />
        <div class="bar wrap">
          {REASONS.map((reason) => (
            <Button kind="chip" key={reason.en} onClick={() => setBecause(t(reason))}>
              {t(reason)}
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

export function AllowDialog({ kind, onClose }: { readonly kind: AdditionKind; readonly onClose: () => void }) {
  const t = useWords()
  const { send } = usePage()
  return (
    <Dialog
      title={t(`Always allow: ${KIND_NAMES[kind].en}`, `始终允许：${KIND_NAMES[kind].zh}`)}
      act={t('Always allow', '始终允许')}
      onAct={() => void send('/api/allow', { kind, allowed: true }).then(onClose)}
      onClose={onClose}
    >
      <p>
        {t(
          'From now on agents may write entries of this kind in this project without asking. Each is still checked, recorded in the history and can be undone. You can revoke this at any time.',
          '此后 Agent 在本项目写入这类条目不再询问。每次写入仍会检查、记入历史，并可撤销。你可以随时取消。',
        )}
      </p>
    </Dialog>
  )
}
