/** One proposal: its text, diff, evidence and similar entries, with the buttons to answer it. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { RelatedEntry, Review, ReviewEvidence, ReviewField } from '../../../bank/review.ts'
import { type AdditionKind, KIND_NAMES } from '../../../base/addition.ts'
import { isOpen as isOpenStatus, PROPOSAL_STATUS_NAMES } from '../../../base/proposal-status.ts'
import { type Edits, useData, usePage, useWords } from '../context.ts'
import { isComposing, useHold, useKeys, useSeen } from '../keys.ts'
import { Ago, Button, Kind, Load, Note, OpenPlace, Problem, Tag, Tokens } from '../parts/common.tsx'
import { Row } from '../parts/list.tsx'
import { inline, Markdown } from '../parts/markdown.tsx'
import { Diffs } from '../parts/plan.tsx'
import { linkTo } from '../route.ts'
import { DRAFT_FIRST, EDITED_NOT_SAVED, useAnswers } from './answers.tsx'

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
  readonly onAnswered: (ids: readonly string[]) => void
  readonly onReject: () => void
  readonly onReopened: () => void
  readonly onAllow: (kind: AdditionKind) => void
}

export function ReviewOf(props: ReviewProps) {
  const { server } = usePage()
  const found = useData<Review>(`/api/review?id=${encodeURIComponent(props.id)}`)
  // The proposal may have been answered elsewhere, so the keys wait for its current state.
  useHold('loading', found.kind === 'data' && found.isKept && !server.isExport)
  return <Load of={found}>{(review) => <ReviewPage {...props} review={review} />}</Load>
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
  const { accept, reopen } = useAnswers((ids) => {
    discard()
    props.onAnswered(ids)
  })
  const canAnswer = props.isOpen && !props.isMarking && !page.server.isExport
  // A hidden draft must be neither written nor ignored.
  const isShown = edited !== undefined && (draft === undefined || isEditing)
  const isPossible = review.problem === undefined && review.planHash !== undefined
  const canAccept = canAnswer && isSeen && !page.isSending && isShown && isPossible
  const acceptThis = () => void accept([{ review, fields: draft }])
  const edit = () => onEdit(true)
  const canReopen = stored.status === 'rejected' && !page.server.isExport
  const reopenThis = () => void reopen([id]).then((isWaiting) => isWaiting && props.onReopened())
  useKeys({
    a: canAccept ? acceptThis : undefined,
    e: canAnswer ? edit : undefined,
    o: canReopen ? reopenThis : undefined,
  })
  return (
    <>
      <article class="stack review">
        <header class="stack s whole">
          <p class="bar small muted">
            <Kind kind={review.kind} />
            <span>
              {review.host !== undefined && `${review.host} · `}
              <Ago at={review.at} /> · <Tokens count={review.tokens} />
            </span>
          </p>
          <h2>{inline(review.title, 'MEMORY.md')}</h2>
        </header>
        <div class="stack l">
          {stored.status !== 'waiting' && <Outcome review={stored} />}
          {review.problem !== undefined && isOpenStatus(stored.status) && <Problem problem={review.problem} />}
          {review.notes.map((note) => (
            <Note key={note}>{note}</Note>
          ))}
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
        <aside class="stack l">
          <Evidence evidence={review.evidence} />
          {review.related.length > 0 && <Related entries={review.related} />}
        </aside>
        {review.files.length > 0 && (
          <section class="stack whole">
            <h3 class="small muted">{t('Changes', '将要发生的改动')}</h3>
            <Diffs files={review.files} />
          </section>
        )}
      </article>
      {canAnswer && (
        <footer class="bar wrap actions">
          <Button
            kind="primary"
            icon="tick"
            hint={isEditing ? 'Ctrl ↵' : 'a'}
            isDisabled={!canAccept}
            onClick={acceptThis}
          >
            {draft === undefined ? t('Accept', '接受') : t('Accept as edited', '按修改接受')}
          </Button>
          {!isEditing && (
            <Button icon="pencil" hint="e" onClick={edit}>
              {draft === undefined ? t('Edit', '修改') : t('Resume editing', '继续修改')}
            </Button>
          )}
          {(isEditing || draft !== undefined) && (
            <Button
              onClick={() => {
                onEdit(false)
                discard()
              }}
            >
              {draft === undefined ? t('Cancel', '取消') : t('Discard edits', '放弃修改')}
            </Button>
          )}
          <Button kind="danger" icon="cross" hint="r" onClick={props.onReject}>
            {t('Reject…', '拒绝…')}
          </Button>
          {review.kind !== 'removal' && <AllowButton kind={review.kind} onAllow={props.onAllow} />}
        </footer>
      )}
      {canReopen && (
        <footer class="bar actions">
          <Button icon="undo" hint="o" onClick={reopenThis}>
            {t('Reopen', '重新打开')}
          </Button>
        </footer>
      )}
    </>
  )
}

/** How the proposal ended, with the file to read it in. */
function Outcome({ review: { status, because, targets } }: { readonly review: Review }) {
  const t = useWords()
  const [path] = targets
  return (
    <p class="bar wrap">
      <Tag tone={STATUS_TONES[status]}>{t(PROPOSAL_STATUS_NAMES[status])}</Tag>
      {because !== undefined && <span>{t(`Reason: ${because}`, `原因：${because}`)}</span>}
      {status === 'accepted' && path !== undefined && <a href={linkTo('read', { path })}>{path}</a>}
    </p>
  )
}

export const STATUS_TONES = { waiting: '', accepted: 'good', rejected: 'bad', skipped: 'warn', void: '' } as const

const NO_EDITS: Edits = {}

/** An unsaved draft's text, so that it is not overlooked. */
function Draft({ fields, draft }: { readonly fields: readonly ReviewField[]; readonly draft: Edits }) {
  const t = useWords()
  return (
    <div class="draft">
      <Note role="status">
        <p>
          <strong>{t(EDITED_NOT_SAVED)}</strong>
        </p>
        {fields
          .filter(({ name }) => draft[name] !== undefined)
          .map(({ name, label }) => (
            <p key={name}>
              {label}
              {t(': ', '：')}
              {draft[name] === '' ? '—' : draft[name]}
            </p>
          ))}
        <p>{t(DRAFT_FIRST)}</p>
      </Note>
    </div>
  )
}

function AllowButton(props: { readonly kind: AdditionKind; readonly onAllow: (kind: AdditionKind) => void }) {
  const t = useWords()
  const name = KIND_NAMES[props.kind]
  return (
    <span class="end">
      <Button kind="quiet" onClick={() => props.onAllow(props.kind)}>
        {t(`Always allow: ${name.en}…`, `始终允许：${name.zh}…`)}
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
    <dl class="stack l fields">
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
    <form ref={form} class="stack l fields editing" onSubmit={(event) => event.preventDefault()} onKeyDown={press}>
      {props.fields.map(({ name, label, value, required, choices }) => {
        const now = props.edits[name] ?? value
        return (
          <div key={name}>
            <label for={`field-${name}`}>
              {label}
              {required && <span class="bad-text"> *</span>}
            </label>
            {choices === undefined ? (
              <textarea
                id={`field-${name}`}
                class="input"
                rows={1}
                value={now}
                required={required}
                aria-invalid={required && now.trim() === ''}
                onInput={(event) => props.onEdit(name, event.currentTarget.value)}
              />
            ) : (
              <select
                id={`field-${name}`}
                class="input"
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
        {t(
          'Checked as you type. Ctrl+Enter accepts; Escape leaves the form and keeps what you typed.',
          '边输入边检查。Ctrl+Enter 接受；Esc 离开表单，已输入的内容会保留。',
        )}
      </p>
    </form>
  )
}

function Evidence({ evidence }: { readonly evidence: readonly ReviewEvidence[] }) {
  const t = useWords()
  return (
    <section class="stack">
      <h3 class="small muted">{t('Evidence', '依据')}</h3>
      {evidence.length === 0 && <p class="muted small">{t('None given.', '未提供。')}</p>}
      {evidence.map(({ text, place }) =>
        place === undefined ? <blockquote key={text}>{text}</blockquote> : <OpenPlace key={text} place={place} />,
      )}
    </section>
  )
}

function Related({ entries }: { readonly entries: readonly RelatedEntry[] }) {
  const t = useWords()
  return (
    <section class="stack">
      <h3 class="small muted">{t('Already in the bank', '已有的相关条目')}</h3>
      {entries.map(({ id, kind, title, path, line, date, excerpt, how }) => (
        <div class="card" key={`${path}:${line}:${id}`}>
          <Row
            href={linkTo('read', { path, at: `L${line}` })}
            isChosen={false}
            title={title}
            tags={
              how === 'similar' ? (
                <Tag>{t('similar', '相近')}</Tag>
              ) : (
                <Tag tone="warn">{t('would be replaced', '将被取代')}</Tag>
              )
            }
          >
            <Kind kind={kind} />
            <span class="path cut">{path.replace(/^details\//, '')}</span>
            {date !== undefined && <Ago at={date} />}
          </Row>
          {excerpt !== '' && <p class="card-body small muted">{excerpt}</p>}
        </div>
      ))}
    </section>
  )
}
