/** Dialogs of the inbox: accept several, reject with a reason, always allow a kind. */

import { useEffect, useState } from 'preact/hooks'
import type { Review } from '../../../bank/review.ts'
import { type AdditionKind, KIND_NAMES } from '../../../base/addition.ts'
import type { Words } from '../../../base/language.ts'
import { usePage, useWords } from '../context.ts'
import { Button, Dialog, Kind, Note, Problem, Waiting } from '../parts/common.tsx'
import { Diffs } from '../parts/plan.tsx'
import { notifyFailed, useAccept, useReject } from './answer.ts'
import { DRAFT_FIRST, EDITED_NOT_SAVED } from './review.tsx'

interface AnswerProps {
  readonly ids: readonly string[]
  readonly onClose: () => void
  readonly onDone: (ids: readonly string[]) => void
}

/** Shows every selected proposal before the user accepts all of them at once. */
export function AcceptDialog({ ids, onClose, onDone }: AnswerProps) {
  const t = useWords()
  const { server, version, drafts, isAnswering } = usePage()
  const [reviews, setReviews] = useState<readonly Review[]>()
  const accept = useAccept(onDone)
  useEffect(() => {
    void Promise.all(ids.map((id) => server.get<Review>(`/api/review?id=${encodeURIComponent(id)}`))).then((answers) =>
      setReviews(answers.flatMap((answer) => (answer.kind === 'data' ? [answer.data] : []))),
    )
  }, [ids, server, version])
  const ready =
    reviews?.filter(
      ({ id, problem, planHash }) => problem === undefined && planHash !== undefined && !drafts.has(id),
    ) ?? []
  const title = t({ en: `Accept ${ids.length} proposals`, zh: `接受 ${ids.length} 条提议` })
  return (
    <Dialog title={title} onClose={onClose} isWide>
      {reviews === undefined ? (
        <Waiting />
      ) : (
        <div class="dialog-scroll">
          {reviews.map((review) => (
            <section class="part" key={review.id}>
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
        </div>
      )}
      <div class="dialog-actions">
        <Button onClick={onClose}>{t({ en: 'Cancel', zh: '取消' })}</Button>
        <Button
          kind="primary"
          isDisabled={ready.length === 0 || isAnswering}
          // Close the dialog: it would hide the messages about refusals.
          onClick={() => void accept(ready.map((review) => ({ review, fields: undefined }))).then(onClose)}
        >
          {t({ en: `Accept ${ready.length}`, zh: `接受 ${ready.length} 条` })}
        </Button>
      </div>
    </Dialog>
  )
}

const REASONS: readonly Words[] = [
  { en: 'Not true', zh: '不属实' },
  { en: 'Not worth keeping', zh: '不值得保留' },
  { en: 'The code already shows it', zh: '代码中已能看出' },
  { en: 'Too vague', zh: '太笼统' },
]

export function RejectDialog({ ids, onClose, onDone }: AnswerProps) {
  const t = useWords()
  const reject = useReject(onDone)
  const [because, setBecause] = useState('')
  const title =
    ids.length === 1
      ? t({ en: 'Reject this proposal', zh: '拒绝这条提议' })
      : t({ en: `Reject ${ids.length} proposals`, zh: `拒绝 ${ids.length} 条提议` })
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="reject"
        onSubmit={(event) => {
          event.preventDefault()
          void reject(ids, because.trim())
        }}
      >
        <label for="because">
          {t({ en: 'Reason (optional; the agent sees it)', zh: '原因（可选，Agent 会看到）' })}
        </label>
        <input
          id="because"
          class="field-input"
          autocomplete="off"
          value={because}
          onInput={(event) => setBecause(event.currentTarget.value)}
        />
        <div class="chips">
          {REASONS.map((reason) => (
            <button type="button" class="chip" key={reason.en} onClick={() => setBecause(t(reason))}>
              {t(reason)}
            </button>
          ))}
        </div>
        <div class="dialog-actions">
          <Button onClick={onClose}>{t({ en: 'Cancel', zh: '取消' })}</Button>
          <button type="submit" class="button primary">
            {t({ en: 'Reject', zh: '拒绝' })}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

export function AllowDialog({ kind, onClose }: { readonly kind: AdditionKind; readonly onClose: () => void }) {
  const t = useWords()
  const page = usePage()
  const name = KIND_NAMES[kind]
  const allow = async () => {
    const answer = await page.server.post('/api/allow', { kind, allowed: true })
    if (answer.kind !== 'data') notifyFailed(page, answer.kind === 'problem' ? answer : { kind: answer.kind })
    onClose()
    page.reload()
  }
  return (
    <Dialog title={t({ en: `Always allow: ${name.en}`, zh: `始终允许：${name.zh}` })} onClose={onClose}>
      <p>
        {t({
          en: 'From now on agents may write entries of this kind in this project without asking. Each is still checked, recorded in the history and can be undone. You can revoke this at any time.',
          zh: '此后 Agent 在本项目写入这类条目不再询问。每次写入仍会检查、记入历史，并可撤销。你可以随时取消。',
        })}
      </p>
      <div class="dialog-actions">
        <Button onClick={onClose}>{t({ en: 'Cancel', zh: '取消' })}</Button>
        <Button kind="primary" onClick={() => void allow()}>
          {t({ en: 'Always allow', zh: '始终允许' })}
        </Button>
      </div>
    </Dialog>
  )
}
