/** Small components that every page uses. */

import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Place, ProblemText, SourceLines } from '../../../bank/page-answers.ts'
import { KIND_NAMES, type ProposedKind } from '../../../base/addition.ts'
import type { Language } from '../../../base/language.ts'
import { type Loaded, useData, usePage, useWords } from '../context.ts'
import { useHold } from '../keys.ts'

export function Button(props: {
  readonly children: ComponentChildren
  readonly onClick: () => void
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet'
  readonly icon?: IconName
  /** The keyboard shortcut. */
  readonly hint?: string
  readonly isDisabled?: boolean
  readonly title?: string
}) {
  return (
    <button
      type="button"
      class={`button ${props.kind ?? 'plain'}`}
      disabled={props.isDisabled === true}
      title={props.title}
      onClick={props.onClick}
    >
      {props.icon && <Icon name={props.icon} />}
      <span>{props.children}</span>
      {props.hint && <Key name={props.hint} />}
    </button>
  )
}

export function Key({ name }: { readonly name: string }) {
  return (
    <span class={name.endsWith('↵') ? 'key' : 'key page-key'} aria-hidden="true">
      {name}
    </span>
  )
}

export function Kind({ kind }: { readonly kind: ProposedKind }) {
  const { language } = usePage()
  return <span class={`kind kind-${kind}`}>{KIND_NAMES[kind][language]}</span>
}

export function Tag(props: {
  readonly tone?: 'good' | 'bad' | 'warn' | 'plain'
  readonly children: ComponentChildren
}) {
  return <span class={`tag ${props.tone ?? 'plain'}`}>{props.children}</span>
}

/** An empty state, with the way to fill it. */
export function Empty(props: {
  readonly icon: IconName
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={props.icon} />
      </span>
      <h2>{props.title}</h2>
      <div class="empty-text">{props.children}</div>
    </div>
  )
}

export function Problem({ problem }: { readonly problem: ProblemText }) {
  return (
    <div class="note bad" role="alert">
      <Icon name="warning" />
      <div>
        <p>{problem.message}</p>
        {problem.next !== '' && <p class="muted">{problem.next}</p>}
      </div>
    </div>
  )
}

export function Note({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="note warn">
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  )
}

/** A note that appears only if an answer is slow, because most answers arrive before it could be read. */
export function Waiting() {
  const [isLate, setLate] = useState(false)
  const t = useWords()
  useHold('loading')
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 400)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p class="waiting muted" role="status">
      {isLate ? t({ en: 'One moment…', zh: '请稍候…' }) : ''}
    </p>
  )
}

/** Placeholder for missing data: a loading note, or the reason. */
export function Missing({ of }: { readonly of: Loaded<unknown> }) {
  if (of.kind === 'data') return null
  if (of.kind === 'loading') return <Waiting />
  return (
    <div class="page-body">
      <Problem problem={of.problem} />
    </div>
  )
}

export function Tokens({ count }: { readonly count: number }) {
  const t = useWords()
  const number = useNumber()
  return (
    <span class="tokens number muted">
      {number(count)} {t(count === 1 ? { en: 'token', zh: 'token' } : { en: 'tokens', zh: 'token' })}
    </span>
  )
}

/** Relative time, with the full time as a tooltip. */
export function Ago({ at }: { readonly at: string }) {
  const { language } = usePage()
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return <span>{at}</span>
  return (
    <time dateTime={at} title={time.toLocaleString(LOCALES[language])}>
      {/^[\d-]{10}$/.test(at) ? dayAgo(time, new Date(), language) : agoIn(time, new Date(), language)}
    </time>
  )
}

/** A day with its weekday, without time. */
export function useDay(): (at: string) => string {
  const { language } = usePage()
  return (at) =>
    new Date(at).toLocaleDateString(LOCALES[language], {
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
    })
}

const LOCALES: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' }

/** A date without a time. */
function dayAgo(day: Date, now: Date, language: Language): string {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  const days = Math.round((day.getTime() - today) / 86_400_000)
  if (days < -30) return day.toLocaleDateString(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' })
  return new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }).format(days, 'day')
}

function agoIn(time: Date, now: Date, language: Language): string {
  const seconds = (time.getTime() - now.getTime()) / 1000
  const format = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto', style: 'short' })
  const size = Math.abs(seconds)
  if (size < 60) return { en: 'just now', zh: '刚刚' }[language]
  if (size < 3600) return format.format(Math.round(seconds / 60), 'minute')
  if (size < 86_400) return format.format(Math.round(seconds / 3600), 'hour')
  if (size < 86_400 * 30) return format.format(Math.round(seconds / 86_400), 'day')
  return time.toLocaleDateString(LOCALES[language], { year: 'numeric', month: 'short', day: 'numeric' })
}

/** A number in the language's format. */
export function useNumber(): (value: number) => string {
  const { language } = usePage()
  return (value) => value.toLocaleString(LOCALES[language])
}

/** A share of a whole as a thin bar next to its number. */
export function Meter({ share, isOver = false }: { readonly share: number; readonly isOver?: boolean }) {
  return (
    <span class={isOver ? 'meter over' : 'meter'} aria-hidden="true">
      <span style={{ width: `${Math.min(100, Math.max(0, share * 100)).toFixed(1)}%` }} />
    </span>
  )
}

/** The first items of a long list; scrolling to the end adds more. */
export function useShown<T>(
  all: readonly T[],
  step = 100,
): { readonly shown: readonly T[]; readonly end: ComponentChildren } {
  const [count, setCount] = useState(step)
  const end = useRef<HTMLDivElement>(null)
  const isMore = count < all.length
  useEffect(() => {
    if (!isMore || end.current === null) return undefined
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setCount((before) => before + step)
      },
      { rootMargin: '400px' },
    )
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [isMore, count, step])
  return { shown: isMore ? all.slice(0, count) : all, end: isMore ? <div ref={end} class="list-end" /> : undefined }
}

/** A modal question. Escape and a click outside cancel it. */
export function Dialog(props: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  readonly isWide?: boolean
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useHold('off')
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape already closes a dialog.
    <dialog
      ref={dialog}
      class={props.isWide ? 'wide' : ''}
      aria-label={props.title}
      onClose={props.onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close()
      }}
    >
      <div class="dialog-body">
        <h2>{props.title}</h2>
        {props.children}
      </div>
    </dialog>
  )
}

/** Icons in the colour of the surrounding text. */
const PATHS = {
  inbox:
    'M2.5 9.5 4.3 3.4a1 1 0 0 1 1-.7h5.4a1 1 0 0 1 1 .7l1.8 6.1v3a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-3ZM2.5 9.5h3l1 2h3l1-2h3',
  agent:
    'M8 2v1.8M4 6.2a2.4 2.4 0 0 1 2.4-2.4h3.2A2.4 2.4 0 0 1 12 6.2v3.4a2.4 2.4 0 0 1-2.4 2.4H6.4A2.4 2.4 0 0 1 4 9.6V6.2ZM6.5 7.2v1M9.5 7.2v1M2.2 7v2M13.8 7v2M6.5 14h3',
  read: 'M8 4.3C6.8 3.3 5 3 2.8 3v9.2c2.2 0 4 .3 5.2 1.3 1.2-1 3-1.3 5.2-1.3V3C11 3 9.2 3.3 8 4.3Zm0 0v9.2',
  use: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  history: 'M2.6 8a5.4 5.4 0 1 0 1.7-3.9L2.6 5.6M2.6 2.8v2.8h2.8M8 5v3.2l2 1.3',
  check: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM5.4 8.2l1.8 1.8 3.4-3.8',
  search: 'M7 11.6A4.6 4.6 0 1 0 7 2.4a4.6 4.6 0 0 0 0 9.2ZM10.4 10.4l3.2 3.2',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.6v1.2M8 13.2v1.2M1.6 8h1.2M13.2 8h1.2M3.5 3.5l.8.8M11.7 11.7l.8.8M3.5 12.5l.8-.8M11.7 4.3l.8-.8',
  moon: 'M13 9.6A5.6 5.6 0 0 1 6.4 3 5.6 5.6 0 1 0 13 9.6Z',
  file: 'M4 1.8h5l3 3v9.4H4V1.8ZM9 1.8v3h3',
  tick: 'm3.2 8.6 3.2 3.2 6.4-7.2',
  cross: 'm4 4 8 8M12 4l-8 8',
  pencil: 'm10.6 3 2.4 2.4L5.6 12.8l-3 .6.6-3L10.6 3Z',
  undo: 'M5.5 3 2.6 5.9l2.9 2.9M2.9 5.9h6.3a4 4 0 0 1 0 8H6.5',
  warning: 'M8 2.2 14.4 13H1.6L8 2.2ZM8 6.4v3M8 11.2v.2',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.8.2l2-2a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.2 6.8a2.6 2.6 0 0 0-3.8-.2l-2 2a2.6 2.6 0 0 0 3.7 3.7l.8-.8',
  down: 'm4 6.2 4 4 4-4',
  copy: 'M5.5 5.5h7.7v7.7H5.5zM10.5 5.3V2.8H2.8v7.7h2.5',
  back: 'M9.8 4 5.8 8l4 4',
  commit: 'M8 10.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8ZM1.8 8h3.8M10.4 8h3.8',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.3"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}

/** Lines of a file, with the requested ones highlighted. */
export function Source({ place }: { readonly place: Place }) {
  const query = new URLSearchParams({
    path: place.path,
    ...(place.first === undefined ? {} : { first: String(place.first) }),
    ...(place.last === undefined ? {} : { last: String(place.last) }),
  })
  const lines = useData<SourceLines>(`/api/source?${query}`)
  if (lines.kind === 'loading') return <Waiting />
  if (lines.kind === 'problem') return <Problem problem={lines.problem} />
  const { first, marked } = lines.data
  const isMarked = (line: number) => marked !== undefined && line >= marked.first && line <= marked.last
  return (
    <section class="source" aria-label={placeName(place)}>
      {lines.data.lines.map((text, index) => (
        <div key={first + index} class={isMarked(first + index) ? 'line marked' : 'line'}>
          <span class="line-number" aria-hidden="true">
            {first + index}
          </span>
          <code class="line-text">{text === '' ? '\u00a0' : text}</code>
        </div>
      ))}
    </section>
  )
}

export function placeName({ path, first, last }: Place): string {
  if (first === undefined) return path
  return last === undefined || last === first ? `${path}:${first}` : `${path}:${first}–${last}`
}
