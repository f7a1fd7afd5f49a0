/** One proposal with all that it takes to answer it: what it says, what it would change, its evidence, what is like it. */

import { useEffect, useMemo, useState } from 'preact/hooks'
import { type AdditionKind, KIND_NAMES } from '../../../core/addition.ts'
import type { RelatedEntry, Review, ReviewEvidence, ReviewField } from '../../../core/page.ts'
import { type Edits, useData, usePage, useWords } from '../context.ts'
import { useKeys } from '../keys.ts'
import { Ago, Button, Kind, Note, Problem, Tag, Tokens, Waiting } from '../parts/common.tsx'
import { Diffs } from '../parts/diff.tsx'
import { Icon } from '../parts/icon.tsx'
import { inline, Markdown } from '../parts/markdown.tsx'
import { placeName, Source } from '../parts/source.tsx'
import { linkTo } from '../route.ts'
import { useAccept } from './accept.ts'

interface ReviewProps {
  readonly id: string
  readonly isOpen: boolean
  readonly onBack: () => void
  readonly onAnswered: (ids: readonly string[]) => void
  readonly onReject: () => void
  readonly onAllow: (kind: AdditionKind) => void
}

export function ReviewOf(props: ReviewProps) {
  const found = useData<Review>(`/api/review?id=${encodeURIComponent(props.id)}`)
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
  const { server } = usePage()
  const { edits, edit, type, rest, discard } = useEdits(stored.id)
  const edited = useEdited(stored, edits)
  const review = edited ?? stored
  const isCurrent = edits === undefined || edited !== undefined
  const accept = useAccept((ids) => {
    discard()
    props.onAnswered(ids)
  })
  const canAnswer = props.isOpen && !server.isExport
  const canAccept = canAnswer && isCurrent && review.problem === undefined && review.planHash !== undefined
  const acceptThis = () => void accept([{ review, fields: edits }])
  useKeys(
    useMemo(
      () => ({
        a: canAccept ? acceptThis : undefined,
        e: canAnswer && edits === undefined ? edit : undefined,
      }),
      [canAccept, canAnswer, edits, review],
    ),
  )
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
          {edits === undefined ? (
            <Fields fields={review.fields} />
          ) : (
            <EditFields
              fields={stored.fields}
              edits={edits}
              onEdit={type}
              onDone={canAccept ? acceptThis : undefined}
              onCancel={rest}
            />
          )}
        </div>
        <aside class="review-side">
          <Evidence evidence={review.evidence} />
          <Related entries={review.related} />
        </aside>
        {review.files.length > 0 && (
          <section class="part review-diff">
            <h3>{t({ en: 'What would change', zh: '将要发生的改动' })}</h3>
            <Diffs files={review.files} />
          </section>
        )}
      </div>
      {canAnswer && (
        <footer class="actions">
          <Button kind="primary" icon="tick" hint="a" isDisabled={!canAccept} onClick={acceptThis}>
            {edits === undefined ? t({ en: 'Accept', zh: '接受' }) : t({ en: 'Accept as edited', zh: '按修改接受' })}
          </Button>
          {edits === undefined ? (
            <Button icon="pencil" hint="e" onClick={edit}>
              {t({ en: 'Edit', zh: '修改' })}
            </Button>
          ) : (
            <Button onClick={discard}>{t({ en: 'Discard edits', zh: '放弃修改' })}</Button>
          )}
          <Button kind="danger" icon="cross" hint="r" onClick={props.onReject}>
            {t({ en: 'Reject…', zh: '拒绝…' })}
          </Button>
          {review.kind !== 'removal' && <AllowButton kind={review.kind} onAllow={props.onAllow} />}
        </footer>
      )}
    </>
  )
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

/** What a person typed is kept until they accept or discard it, wherever they look meanwhile. */
function useEdits(id: string) {
  const { drafts } = usePage()
  const [edits, setEdits] = useState(drafts.get(id))
  return {
    edits,
    edit: () => setEdits(drafts.get(id) ?? {}),
    type(name: string, value: string) {
      const typed = { ...drafts.get(id), [name]: value }
      drafts.set(id, typed)
      setEdits(typed)
    },
    /** Out of the form; `edit` goes on where it was left. */
    rest: () => setEdits(undefined),
    discard() {
      drafts.delete(id)
      setEdits(undefined)
    },
  }
}

/** The proposal with the edits as they are typed, judged by the server a moment after the last key. */
function useEdited(stored: Review, edits: Edits | undefined): Review | undefined {
  const { server } = usePage()
  const [judged, setJudged] = useState<{ readonly edits: Edits; readonly review: Review }>()
  useEffect(() => {
    if (edits === undefined || Object.keys(edits).length === 0) return undefined
    const timer = setTimeout(() => {
      void server.post<Review>('/api/review', { id: stored.id, fields: edits }).then((answer) => {
        if (answer.kind === 'data') setJudged({ edits, review: answer.data })
        if (answer.kind === 'problem') setJudged({ edits, review: { ...stored, problem: answer.problem } })
      })
    }, 200)
    return () => clearTimeout(timer)
  }, [edits, stored, server])
  if (edits === undefined || Object.keys(edits).length === 0) return stored
  return judged?.edits === edits ? judged.review : undefined
}

function Fields({ fields }: { readonly fields: readonly ReviewField[] }) {
  const said = fields.filter(({ value, name }) => value !== '' && name !== 'title')
  if (said.length === 0) return null
  return (
    <dl class="fields">
      {said.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <Markdown text={value} />
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
  const press = (event: KeyboardEvent) => {
    // These keys then belong to whoever writes Chinese.
    if (event.isComposing) return
    if (event.key === 'Escape') {
      // The page's own Escape would leave the proposal, too.
      event.preventDefault()
      props.onCancel()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.onDone?.()
  }
  return (
    <form class="fields editing" onSubmit={(event) => event.preventDefault()} onKeyDown={press}>
      {props.fields.map(({ name, label, value, required, choices }, index) => {
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
                autofocus={index === 0}
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
      <h3>{t({ en: 'Evidence', zh: '证据' })}</h3>
      {evidence.length === 0 ? (
        <p class="muted small">{t({ en: 'None was given.', zh: '未提供。' })}</p>
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
    contradicts: t({ en: 'says otherwise', zh: '说法不同' }),
    replaced: t({ en: 'would be replaced', zh: '将被取代' }),
  }
  return (
    <section class="part">
      <h3>{t({ en: 'Already in memory', zh: '记忆中已有' })}</h3>
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
