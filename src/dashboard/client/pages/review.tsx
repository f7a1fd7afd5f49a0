/** One proposal: its text, diff, evidence and similar entries, with the buttons to answer it. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { RelatedEntry, Review, ReviewEvidence, ReviewField } from '../../../bank/review.ts'
import { type AdditionKind, KIND_NAMES } from '../../../base/addition.ts'
import { type Edits, useData, usePage, useWords } from '../context.ts'
import { isComposing, useHold, useKeys } from '../keys.ts'
import { Ago, Button, Icon, Kind, Note, Problem, placeName, Source, Tag, Tokens, Waiting } from '../parts/common.tsx'
import { inline, Markdown } from '../parts/markdown.tsx'
import { Diffs } from '../parts/plan.tsx'
import { linkTo } from '../route.ts'
import { reopen, useAccept } from './answer.ts'

interface ReviewProps {
  readonly id: string
  /** The proposal is open. */
  readonly isOpen: boolean
  /** This proposal appeared without the user's selection, so a key meant for the previous one must not answer it. */
  readonly isUnexpected: boolean
  /** Several proposals are selected. */
  readonly isMarking: boolean
  readonly isEditing: boolean
  readonly onEdit: (isEditing: boolean) => void
  readonly onBack: () => void
  readonly onAnswered: (ids: readonly string[]) => void
  readonly onReject: () => void
  readonly onReopened: () => void
  readonly onAllow: (kind: AdditionKind) => void
}

export function ReviewOf(props: ReviewProps) {
  const page = usePage()
  const found = useData<Review>(`/api/review?id=${encodeURIComponent(props.id)}`)
  // The proposal may have been answered elsewhere, so the keys wait for its current state.
  useHold('loading', found.kind === 'data' && found.isKept && !page.server.isExport)
  if (found.kind === 'loading') return <Waiting />
  if (found.kind === 'problem')
    return (
      <div class="page-body">
        <Problem problem={found.problem} />
      </div>
    )
  return <ReviewPage {...props} review={found.data} />
}

function ReviewPage({ review: stored, ...props }: ReviewProps & { readonly review: Review }) {
  const t = useWords()
  const page = usePage()
  const { id } = stored
  const { draft, type, discard } = useDraft(stored)
  const { isEditing, onEdit } = props
  const edited = useEdited(stored, draft)
  const review = edited ?? stored
  const isSeen = useSeen(!props.isUnexpected)
  const accept = useAccept((ids) => {
    discard()
    props.onAnswered(ids)
  })
  const canAnswer = props.isOpen && !props.isMarking && !page.server.isExport
  // A hidden draft must be neither written nor ignored.
  const isShown = edited !== undefined && (draft === undefined || isEditing)
  const isPossible = review.problem === undefined && review.planHash !== undefined
  const canAccept = canAnswer && isSeen && !page.isAnswering && isShown && isPossible
  const acceptThis = () => void accept([{ review, fields: draft }])
  const edit = () => onEdit(true)
  const canReopen = stored.status === 'rejected' && !page.server.isExport
  const reopenThis = () => void reopen(page, [id]).then((isWaiting) => isWaiting && props.onReopened())
  useKeys({
    a: canAccept ? acceptThis : undefined,
    e: canAnswer ? edit : undefined,
    o: canReopen ? reopenThis : undefined,
  })
  return (
    <>
      <div class="review">
        <header class="review-head">
          <button type="button" class="back button quiet" onClick={props.onBack}>
            ‹ {t({ en: 'Inbox', zh: '收件箱' })}
          </button>
          <div class="review-kind">
            <Kind kind={review.kind} />
            <span class="muted small">
              {review.host !== undefined && `${review.host} · `}
              <Ago at={review.at} /> · <Tokens count={review.tokens} />
            </span>
          </div>
          <h2>{inline(review.title, 'MEMORY.md')}</h2>
        </header>
        <div class="review-main">
          {review.problem !== undefined && <Problem problem={review.problem} />}
          {review.notes.map((note) => (
            <Note key={note}>{note}</Note>
          ))}
          {review.because !== undefined && (
            <Note>{t({ en: `You rejected it: ${review.because}`, zh: `已拒绝，原因：${review.because}` })}</Note>
          )}
          {isEditing ? (
            <EditFields
              fields={stored.fields}
              edits={draft ?? NO_EDITS}
              onEdit={type}
              onDone={canAccept ? acceptThis : undefined}
              onCancel={() => onEdit(false)}
            />
          ) : (
            <>
              {draft !== undefined && <Draft fields={stored.fields} draft={draft} />}
              <Fields fields={review.fields} />
            </>
          )}
        </div>
        <aside class="review-side">
          <Evidence evidence={review.evidence} />
          <Related entries={review.related} />
        </aside>
        {review.files.length > 0 && (
          <section class="part review-diff">
            <h3>{t({ en: 'Changes', zh: '将要发生的改动' })}</h3>
            <Diffs files={review.files} />
          </section>
        )}
      </div>
      {canAnswer && (
        <footer class="actions">
          <Button
            kind="primary"
            icon="tick"
            hint={isEditing ? 'Ctrl ↵' : 'a'}
            isDisabled={!canAccept}
            onClick={acceptThis}
          >
            {draft === undefined ? t({ en: 'Accept', zh: '接受' }) : t({ en: 'Accept as edited', zh: '按修改接受' })}
          </Button>
          {!isEditing && (
            <Button icon="pencil" hint="e" onClick={edit}>
              {draft === undefined ? t({ en: 'Edit', zh: '修改' }) : t({ en: 'Resume editing', zh: '继续修改' })}
            </Button>
          )}
          {(isEditing || draft !== undefined) && (
            <Button
              onClick={() => {
                onEdit(false)
                discard()
              }}
            >
              {draft === undefined ? t({ en: 'Cancel', zh: '取消' }) : t({ en: 'Discard edits', zh: '放弃修改' })}
            </Button>
          )}
          <Button kind="danger" icon="cross" hint="r" onClick={props.onReject}>
            {t({ en: 'Reject…', zh: '拒绝…' })}
          </Button>
          {review.kind !== 'removal' && <AllowButton kind={review.kind} onAllow={props.onAllow} />}
        </footer>
      )}
      {canReopen && (
        <footer class="actions">
          <Button icon="undo" hint="o" onClick={reopenThis}>
            {t({ en: 'Reopen', zh: '重新打开' })}
          </Button>
        </footer>
      )}
    </>
  )
}

const NO_EDITS: Edits = {}
export const DRAFT_FIRST = {
  en: 'Resume or discard your edits before you accept.',
  zh: '接受前请先继续修改或放弃修改。',
}

/** An unsaved draft's text, so that it is not overlooked. */
function Draft({ fields, draft }: { readonly fields: readonly ReviewField[]; readonly draft: Edits }) {
  const t = useWords()
  return (
    <div class="note warn draft" role="status">
      <Icon name="pencil" />
      <div>
        <p>
          <strong>{t(EDITED_NOT_SAVED)}</strong>
        </p>
        {fields
          .filter(({ name }) => draft[name] !== undefined)
          .map(({ name, label }) => (
            <p key={name}>
              {label}
              {t({ en: ': ', zh: '：' })}
              {draft[name] === '' ? '—' : draft[name]}
            </p>
          ))}
        <p class="muted">{t(DRAFT_FIRST)}</p>
      </div>
    </div>
  )
}

export const EDITED_NOT_SAVED = { en: 'edited, not saved', zh: '已修改，未保存' }

/** Long enough to notice that the proposal changed. */
const SEEN_MS = 400

/** True at once for an expected proposal, else after `SEEN_MS`. Until then the keys are `loading`. */
function useSeen(isExpected: boolean): boolean {
  const [isSeen, setSeen] = useState(isExpected)
  useHold('loading', !isSeen)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), SEEN_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSeen
}

function AllowButton({
  kind,
  onAllow,
}: {
  readonly kind: AdditionKind
  readonly onAllow: (kind: AdditionKind) => void
}) {
  const t = useWords()
  const name = KIND_NAMES[kind]
  return (
    <span class="end">
      <Button kind="quiet" onClick={() => onAllow(kind)}>
        {t({ en: `Always allow: ${name.en}…`, zh: `始终允许：${name.zh}…` })}
      </Button>
    </span>
  )
}

/** Keeps edits until the user accepts or discards them, even on other pages. */
function useDraft({ id, fields }: Review) {
  const { drafts, keepDraft } = usePage()
  const draft = drafts.get(id)
  return {
    draft,
    type(name: string, value: string) {
      const typed = fields.flatMap((field): readonly (readonly [string, string])[] => {
        const text = field.name === name ? value : draft?.[field.name]
        return text === undefined || text === field.value ? [] : [[field.name, text]]
      })
      keepDraft(id, typed.length === 0 ? undefined : Object.fromEntries(typed))
    },
    discard: () => keepDraft(id, undefined),
  }
}

/** The edited proposal, checked by the server shortly after the last keystroke. Undefined until then. */
function useEdited(stored: Review, edits: Edits | undefined): Review | undefined {
  const { server } = usePage()
  const [judged, setJudged] = useState<{ readonly edits: Edits; readonly review: Review }>()
  useEffect(() => {
    if (edits === undefined) return undefined
    const timer = setTimeout(() => {
      void server.post<Review>('/api/review', { id: stored.id, fields: edits }).then((answer) => {
        if (answer.kind === 'data') setJudged({ edits, review: answer.data })
        if (answer.kind === 'problem') setJudged({ edits, review: { ...stored, problem: answer.problem } })
      })
    }, 200)
    return () => clearTimeout(timer)
  }, [edits, stored, server])
  if (edits === undefined) return stored
  return judged?.edits === edits ? judged.review : undefined
}

function Fields({ fields }: { readonly fields: readonly ReviewField[] }) {
  const said = fields.filter(({ value, name }) => value !== '' && name !== 'title')
  if (said.length === 0) return null
  return (
    <dl class="fields">
      {said.map(({ name, label, blocks }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <Markdown blocks={blocks} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function EditFields(props: {
  readonly fields: readonly ReviewField[]
  readonly edits: Edits
  readonly onEdit: (name: string, value: string) => void
  readonly onDone: (() => void) | undefined
  readonly onCancel: () => void
}) {
  const t = useWords()
  const form = useRef<HTMLFormElement>(null)
  useHold('off')
  useLayoutEffect(() => {
    const first = form.current?.querySelector<HTMLTextAreaElement | HTMLSelectElement>('textarea, select')
    first?.focus()
    if (first instanceof HTMLTextAreaElement) first.setSelectionRange(first.value.length, first.value.length)
  }, [])
  const press = (event: KeyboardEvent) => {
    if (isComposing(event) || event.repeat) return
    if (event.key === 'Escape') {
      // The page's own Escape handler would also close the proposal.
      event.preventDefault()
      props.onCancel()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.onDone?.()
  }
  return (
    <form ref={form} class="fields editing" onSubmit={(event) => event.preventDefault()} onKeyDown={press}>
      {props.fields.map(({ name, label, value, required, choices }) => {
        const now = props.edits[name] ?? value
        return (
          <div key={name}>
            <label for={`field-${name}`}>
              {label}
              {required && (
                <span class="required" title={t({ en: 'required', zh: '必填' })}>
                  {' '}
                  *
                </span>
              )}
            </label>
            {choices === undefined ? (
              <textarea
                id={`field-${name}`}
                class="field-input"
                rows={1}
                value={now}
                required={required}
                aria-invalid={required && now.trim() === ''}
                onInput={(event) => props.onEdit(name, event.currentTarget.value)}
              />
            ) : (
              <select
                id={`field-${name}`}
                value={now}
                onChange={(event) => props.onEdit(name, event.currentTarget.value)}
              >
                {[...new Set(['', now, ...choices])].map((choice) => (
                  <option key={choice} value={choice}>
                    {choice}
                  </option>
                ))}
              </select>
            )}
          </div>
        )
      })}
      <p class="small muted">
        {t({
          en: 'Checked as you type. Ctrl+Enter accepts; Escape leaves the form and keeps what you typed.',
          zh: '边输入边检查。Ctrl+Enter 接受；Esc 离开表单，已输入的内容会保留。',
        })}
      </p>
    </form>
  )
}

function Evidence({ evidence }: { readonly evidence: readonly ReviewEvidence[] }) {
  const t = useWords()
  return (
    <section class="part">
      <h3>{t({ en: 'Evidence', zh: '依据' })}</h3>
      {evidence.length === 0 ? (
        <p class="muted small">{t({ en: 'None given.', zh: '未提供。' })}</p>
      ) : (
        <ul class="evidence">
          {evidence.map((one) => (
            <EvidenceItem key={one.text} evidence={one} />
          ))}
        </ul>
      )}
    </section>
  )
}

function EvidenceItem({ evidence: { text, place } }: { readonly evidence: ReviewEvidence }) {
  const [isShown, setShown] = useState(false)
  if (place === undefined) return <li class="said">{text}</li>
  return (
    <li>
      <button type="button" class="disclose" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        <Icon name="file" />
        <span class="path">{placeName(place)}</span>
        <Icon name="down" />
      </button>
      {isShown && <Source place={place} />}
    </li>
  )
}

function Related({ entries }: { readonly entries: readonly RelatedEntry[] }) {
  const t = useWords()
  if (entries.length === 0) return null
  const words = {
    similar: t({ en: 'similar', zh: '相近' }),
    replaced: t({ en: 'would be replaced', zh: '将被取代' }),
  }
  return (
    <section class="part">
      <h3>{t({ en: 'Already in the bank', zh: '已有的相关条目' })}</h3>
      <ul class="related">
        {entries.map(({ id, kind, title, path, line, date, excerpt, how }) => (
          <li key={`${path}:${line}:${id}`}>
            <a class="related-entry" href={linkTo('read', { path, at: `L${line}` })}>
              <span class="row-title">
                <span class="grow">{title}</span>
                <Tag tone={how === 'similar' ? 'plain' : 'warn'}>{words[how]}</Tag>
              </span>
              {excerpt !== '' && <span class="excerpt">{excerpt}</span>}
              <span class="row-more">
                <Kind kind={kind} />
                <span class="path">{path.replace(/^details\//, '')}</span>
                {date !== undefined && <span class="end number">{date}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
