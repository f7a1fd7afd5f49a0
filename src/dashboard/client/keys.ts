/**
 * The keys of the page. They act only while nobody types: never while a form or dialog is open, in a field, while an IME
 * composes or with a modifier. A key that is held acts once, except to walk through a list. A key that answers acts
 * only on what has been seen: not while content is still to come, and not right after a key that did nothing, since then
 * somebody may be typing into a form that is not there.
 *
 * `data-keys` on <html> says so to people (by the style sheet) and to tests: `live`, `loading` while the content is still
 * to come, `off` while somebody types.
 */

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { type Hold, type Keys, usePage } from './context.ts'

export class Keyboard {
  /** The keys that every page has. A page's own come first. */
  everywhere: Keys = {}
  readonly #pages = new Set<() => Keys>()
  readonly #holds: Record<Hold, number> = { loading: 0, off: 0 }
  /** The key that acted and is still down. */
  #held: string | undefined
  #quiet: { readonly timer: ReturnType<typeof setTimeout>; readonly release: () => void } | undefined

  constructor() {
    addEventListener('keydown', (event) => this.#press(event))
    for (const name of ['focusin', 'focusout']) addEventListener(name, () => this.#tell())
  }

  /** Until the answer is called. */
  bind(keys: () => Keys): () => void {
    this.#pages.add(keys)
    this.#tell()
    return () => {
      this.#pages.delete(keys)
      this.#tell()
    }
  }

  /** Until the answer is called. */
  hold(hold: Hold): () => void {
    this.#count(hold, 1)
    return () => this.#count(hold, -1)
  }

  #count(hold: Hold, by: number): void {
    this.#holds[hold] += by
    this.#tell()
  }

  /** Once the page is drawn: a field that is going away has the focus until then. */
  #tell(): void {
    queueMicrotask(() => {
      const isOff = this.#holds.off > 0 || fieldAt(document.activeElement) !== undefined
      document.documentElement.dataset['keys'] = isOff ? 'off' : this.#holds.loading > 0 ? 'loading' : 'live'
    })
  }

  #press(event: KeyboardEvent): void {
    const { key } = event
    if (event.repeat && !STEPS.has(key)) {
      // It is not typed either into the field that it led to.
      if (key === this.#held) event.preventDefault()
      return
    }
    this.#held = undefined
    if (event.defaultPrevented || isModified(event) || isComposing(event) || this.#holds.off > 0) return
    const field = fieldAt(event.target)
    if (field !== undefined) {
      if (key === 'Escape') field.blur()
      return
    }
    const act = [...this.#pages].map((keys) => keys()[key]).find((one) => one !== undefined) ?? this.everywhere[key]
    if (act === undefined || (ANSWERS.has(key) && this.#holds.loading > 0)) {
      this.#awaitQuiet(key)
      return
    }
    if (act() === false) return
    this.#held = key
    event.preventDefault()
  }

  /** A key came to nothing. */
  #awaitQuiet(key: string): void {
    if (!/^\S$/.test(key)) return
    clearTimeout(this.#quiet?.timer)
    const release = this.#quiet?.release ?? this.hold('loading')
    const timer = setTimeout(() => {
      this.#quiet = undefined
      release()
    }, QUIET_MS)
    this.#quiet = { timer, release }
  }
}

/** Accept, reject, undo, reopen. */
const ANSWERS: ReadonlySet<string> = new Set(['a', 'r', 'u', 'o'])
/** Longer than between two letters of a word. */
const QUIET_MS = 500
const STEPS: ReadonlySet<string> = new Set(['j', 'k', 'ArrowDown', 'ArrowUp'])

export function useKeys(keys: Keys): void {
  const { keyboard } = usePage()
  const latest = useRef(keys)
  latest.current = keys
  // In the same step as the page is drawn: a key that is pressed once it can be seen is not lost.
  useLayoutEffect(() => keyboard.bind(() => latest.current), [keyboard])
}

export function useHold(hold: Hold, isHeld = true): void {
  const { keyboard } = usePage()
  useLayoutEffect(() => (isHeld ? keyboard.hold(hold) : undefined), [keyboard, hold, isHeld])
}

/** Safari ends a composition before the key that ended it; that key then has this code. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}

/** Shift is how some keyboards type a digit or a slash. */
function isModified({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || (shiftKey && !/^[\d/]$/.test(key))
}

function fieldAt(target: EventTarget | null): HTMLElement | undefined {
  const field = target instanceof Element ? target.closest('input, textarea, select') : null
  return field instanceof HTMLElement ? field : undefined
}

/** A list that is walked through by keys: j and k, or the arrows while nothing else is scrolled by them. */
export function useChosen(
  ids: readonly string[],
  chosen: string | undefined,
  choose: (id: string | undefined) => void,
): void {
  const step = (by: number) => {
    const at = chosen === undefined ? -1 : ids.indexOf(chosen)
    const next = ids[Math.max(0, Math.min(ids.length - 1, at + by))]
    if (next !== undefined && next !== chosen) choose(next)
  }
  const unlessReading = (by: number) => () => {
    if (document.activeElement?.closest('.detail')) return false
    step(by)
    return true
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: unlessReading(1),
    ArrowUp: unlessReading(-1),
    Escape: () => choose(undefined),
  })
  useEffect(() => {
    document.querySelector('.list .row[aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
}

/** Whether a list and what is chosen in it stand side by side, so that the first is chosen at once. */
export function isWide(): boolean {
  return matchMedia('(min-width: 761px)').matches
}
