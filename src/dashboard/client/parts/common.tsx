/** The small parts that every page is made of. */

import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { KIND_NAMES, type ProposedKind } from '../../../core/addition.ts'
import type { Language } from '../../../core/language.ts'
import type { ToldProblem } from '../../../core/page.ts'
import { type Loaded, useHold, usePage, useWords } from '../context.ts'
import { Icon, type IconName } from './icon.tsx'

export function Button(props: {
  readonly children: ComponentChildren
  readonly onClick: () => void
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet'
  readonly icon?: IconName
  /** The key that does the same. */
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

/** What is not there yet, and how it comes about. */
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

export function Problem({ problem }: { readonly problem: ToldProblem }) {
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

/** Shown only where an answer is late: most are there before anybody could read it. */
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

/** What stands in the place of data that is not there: nothing yet, or why. */
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
      {number(count)} {t(count === 1 ? { en: 'token', zh: 'tokens' } : { en: 'tokens', zh: 'tokens' })}
    </span>
  )
}

/** How long ago, with the whole time behind it. */
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

/** A day, without its time, and the weekday that people remember it by. */
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

/** Of a day the hours are not known. */
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

/** A number as people of the language write it. */
export function useNumber(): (value: number) => string {
  const { language } = usePage()
  return (value) => value.toLocaleString(LOCALES[language])
}

/** A share of a whole as a thin line; the number stands beside it. */
export function Meter({ share, isOver = false }: { readonly share: number; readonly isOver?: boolean }) {
  return (
    <span class={isOver ? 'meter over' : 'meter'} aria-hidden="true">
      <span style={{ width: `${Math.min(100, Math.max(0, share * 100)).toFixed(1)}%` }} />
    </span>
  )
}

/** The first of a long list; more come as the end is scrolled to. */
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

/** A question that must be answered first; Escape and a click beside it say no. */
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
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
