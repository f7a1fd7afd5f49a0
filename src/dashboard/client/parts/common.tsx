/** Small components that every page uses. */

import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { LinkPlace, ProblemText, SourceLines } from '../../../bank/page-answers.ts'
import { KIND_NAMES, type ProposedKind } from '../../../base/addition.ts'
import { type Loaded, useData, usePage, useWords } from '../context.ts'
import { useHold } from '../keys.ts'

export type Children = { readonly children: ComponentChildren }

export function Button(
  props: Children & {
    readonly onClick: () => void
    readonly kind?: 'primary' | 'danger' | 'quiet' | 'link' | 'chip'
    readonly icon?: IconName
    /** The keyboard shortcut. */
    readonly hint?: string
    readonly isDisabled?: boolean
    readonly isPressed?: boolean
  },
) {
  const { kind = '', icon, hint, isDisabled = false, isPressed, onClick } = props
  return (
    <button type="button" class={`button ${kind}`} disabled={isDisabled} aria-pressed={isPressed} onClick={onClick}>
      {icon && <Icon name={icon} />}
      <span>{props.children}</span>
      {hint && <Key name={hint} />}
    </button>
  )
}

/** Buttons of which one is pressed. */
export function Segments<T>(props: {
  readonly of: readonly (readonly [T, string])[]
  readonly chosen: T
  readonly onChoose: (value: T) => void
}) {
  return (
    <div class="bar">
      {props.of.map(([value, name]) => (
        <Button key={name} kind="chip" isPressed={value === props.chosen} onClick={() => props.onChoose(value)}>
          {name}
        </Button>
      ))}
    </div>
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
  const t = useWords()
  return <span class={`kind kind-${kind}`}>{t(KIND_NAMES[kind])}</span>
}

export function Tag({ tone = '', children }: Children & { readonly tone?: 'good' | 'bad' | 'warn' | '' }) {
  return <span class={`tag ${tone}`}>{children}</span>
}

/** An empty state, with the command that fills it. */
export function Empty(props: {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly hint?: string
  readonly command?: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="stack empty">
      <Icon name={props.icon} />
      <h2>{props.title}</h2>
      <p class="muted">{props.text}</p>
      {props.command && (
        <p class="muted">
          {props.hint} <code>{props.command}</code>
        </p>
      )}
      {props.children}
    </div>
  )
}

export function Note(props: Children & { readonly tone?: 'bad' | 'warn'; readonly role?: 'alert' | 'status' }) {
  return (
    <div class={`note ${props.tone ?? 'warn'}`} role={props.role}>
      <Icon name="warning" />
      <div class="grow">{props.children}</div>
    </div>
  )
}

export function Problem({ problem: { message, next } }: { readonly problem: ProblemText }) {
  return (
    <Note tone="bad" role="alert">
      <p>{message}</p>
      {next !== '' && <p>{next}</p>}
    </Note>
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
      {isLate ? t('One moment…', '请稍候…') : ''}
    </p>
  )
}

/** Renders data, or a note while it loads, or the reason why it is missing. */
export function Load<T>(props: { readonly of: Loaded<T>; readonly children: (data: T) => ComponentChildren }) {
  if (props.of.kind === 'data') return <>{props.children(props.of.data)}</>
  if (props.of.kind === 'loading') return <Waiting />
  return (
    <div class="stack page-body">
      <Problem problem={props.of.problem} />
    </div>
  )
}

export function Tokens({ count }: { readonly count: number }) {
  const t = useWords()
  const { number } = useFormats()
  return (
    <span class="small number muted">
      {number(count)} {t(count === 1 ? 'token' : 'tokens', 'token')}
    </span>
  )
}

const LOCALES = { en: 'en', zh: 'zh-CN' } as const

/** Numbers, and the page's two formats of dates: relative for the last month, else the day. */
export function useFormats() {
  const { language } = usePage()
  const locale = LOCALES[language]
  const isDay = (at: string) => /^[\d-]{10}$/.test(at)
  const day = (at: string) =>
    new Date(at).toLocaleDateString(locale, { dateStyle: 'medium', ...(isDay(at) ? { timeZone: 'UTC' } : {}) })
  const ago = (at: string) => {
    const now = new Date()
    const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
    const seconds = (new Date(at).getTime() - (isDay(at) ? today : now.getTime())) / 1000
    if (Math.abs(seconds) >= 86_400 * 30) return day(at)
    if (Math.abs(seconds) < 60 && !isDay(at)) return { en: 'just now', zh: '刚刚' }[language]
    const [unit, size] =
      UNITS.find(([, least]) => Math.abs(seconds) >= least && !isDay(at)) ?? (['day', 86_400] as const)
    const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
    return format.format(Math.round(seconds / size), unit)
  }
  return {
    number: (value: number) => value.toLocaleString(locale),
    day,
    ago,
    whole: (at: string) => new Date(at).toLocaleString(locale),
  }
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Relative time, with the full time as a tooltip. */
export function Ago({ at }: { readonly at: string }) {
  const { ago, whole } = useFormats()
  if (Number.isNaN(Date.parse(at))) return <span>{at}</span>
  return (
    <time dateTime={at} title={whole(at)}>
      {ago(at)}
    </time>
  )
}

/** A share of a whole as a thin bar next to its number. */
export function Meter({ share }: { readonly share: number }) {
  return (
    <span class={share > 1 ? 'meter over' : 'meter'} aria-hidden="true">
      <span style={{ width: `${Math.min(100, Math.max(0, share * 100)).toFixed(1)}%` }} />
    </span>
  )
}

/** A modal question with its answer. Escape and a click outside cancel it. */
export function Dialog(
  props: Children & {
    readonly title: string
    readonly act: string
    readonly onAct: (() => void) | undefined
    readonly onClose: () => void
    readonly kind?: 'primary' | 'danger'
    readonly isWide?: boolean
  },
) {
  const t = useWords()
  const { isSending } = usePage()
  const { title, act, onAct, onClose, kind = 'primary', isWide } = props
  const dialog = useRef<HTMLDialogElement>(null)
  useHold('off')
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape already closes a dialog.
    <dialog
      ref={dialog}
      class={isWide ? 'wide' : ''}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close()
      }}
    >
      <form
        class="stack l"
        onSubmit={(event) => {
          event.preventDefault()
          onAct?.()
        }}
      >
        <h2>{title}</h2>
        {props.children}
        <div class="bar answer">
          <Button onClick={onClose}>{t('Cancel', '取消')}</Button>
          <button type="submit" class={`button ${kind}`} disabled={onAct === undefined || isSending}>
            {act}
          </button>
        </div>
      </form>
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
export function Source({ place }: { readonly place: LinkPlace }) {
  const query = new URLSearchParams({
    path: place.path,
    ...(place.first === undefined ? {} : { first: String(place.first) }),
    ...(place.last === undefined ? {} : { last: String(place.last) }),
  })
  const found = useData<SourceLines>(`/api/source?${query}`)
  return (
    <Load of={found}>
      {({ first, lines, marked = { first: 0, last: 0 } }) => (
        <section class="source" aria-label={placeName(place)}>
          {lines.map((text, index) => {
            const line = first + index
            return (
              <div key={line} class={line >= marked.first && line <= marked.last ? 'line marked' : 'line'}>
                <span class="line-number" aria-hidden="true">
                  {line}
                </span>
                <code>{text === '' ? '\u00a0' : text}</code>
              </div>
            )
          })}
        </section>
      )}
    </Load>
  )
}

/** A place that shows its lines when opened. */
export function OpenPlace({ place, children }: { readonly place: LinkPlace; readonly children?: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="bar">
        <Icon name="file" />
        <span class="path grow">{placeName(place)}</span>
        {children}
        <Icon name="down" />
      </summary>
      {isOpen && <Source place={place} />}
    </details>
  )
}

export function placeName({ path, first, last }: LinkPlace): string {
  if (first === undefined) return path
  return last === undefined || last === first ? `${path}:${first}` : `${path}:${first}–${last}`
}
