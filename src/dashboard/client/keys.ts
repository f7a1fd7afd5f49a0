/**
 * The page's keyboard shortcuts. They are off while a form or dialog is open, in a field, while an IME composes, and with
 * modifiers. A held key acts once, except when moving through a list. Keys that answer a proposal need visible content:
 * they are off while it loads, and right after a key without effect, because the user may be typing blindly.
 *
 * `data-keys` on <html> tells the style sheet and tests: `live`, `loading` while content loads, `off` while typing.
 */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Hold, type PageKeys, usePage } from './context.ts'

export class Keyboard {
  /** Keys of every page. A page's own keys take precedence. */
  everywhere: PageKeys = {}
  readonly #pages = new Set<() => PageKeys>()
  readonly #holds: Record<Hold, number> = { loading: 0, off: 0 }
  /** The key that acted and is still pressed. */
  #held: string | undefined
  #quiet: { readonly timer: ReturnType<typeof setTimeout>; readonly release: () => void } | undefined

  constructor() {
    addEventListener('keydown', (event) => this.#press(event))
    for (const name of ['focusin', 'focusout']) addEventListener(name, () => this.#publish())
  }

  /** Adds keys until the returned function is called. */
  bind(keys: () => PageKeys): () => void {
    this.#pages.add(keys)
    this.#publish()
    return () => {
      this.#pages.delete(keys)
      this.#publish()
    }
  }

  /** Turns keys off until the returned function is called. */
  hold(hold: Hold): () => void {
    this.#count(hold, 1)
    return () => this.#count(hold, -1)
  }

  #count(hold: Hold, by: number): void {
    this.#holds[hold] += by
    this.#publish()
  }

  /** Deferred, because a removed field keeps the focus until the page is drawn. */
  #publish(): void {
    queueMicrotask(() => {
      const isOff = this.#holds.off > 0 || fieldAt(document.activeElement) !== undefined
      document.documentElement.dataset['keys'] = isOff ? 'off' : this.#holds.loading > 0 ? 'loading' : 'live'
    })
  }

  #press(event: KeyboardEvent): void {
    const { key } = event
    if (event.repeat && !STEPS.has(key)) {
      // Keep the key out of the field that it focused.
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

  /** Turns the answer keys off for a moment after a key without effect. */
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
/** Longer than the pause between two typed letters. */
const QUIET_MS = 500
const STEPS: ReadonlySet<string> = new Set(['j', 'k', 'ArrowDown', 'ArrowUp'])

export function useKeys(keys: PageKeys): void {
  const { keyboard } = usePage()
  const latest = useRef(keys)
  latest.current = keys
  // Layout effect: keys must work as soon as the content is visible.
  useLayoutEffect(() => keyboard.bind(() => latest.current), [keyboard])
}

export function useHold(hold: Hold, isHeld = true): void {
  const { keyboard } = usePage()
  useLayoutEffect(() => (isHeld ? keyboard.hold(hold) : undefined), [keyboard, hold, isHeld])
}

/** Long enough to notice that the content changed. */
const SEEN_MS = 400

/** True at once for content that the user expects, else after `SEEN_MS`. Until then the keys are `loading`. */
export function useSeen(isExpected: boolean): boolean {
  const [isSeen, setSeen] = useState(isExpected)
  useHold('loading', !isSeen)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), SEEN_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSeen
}

/** Safari ends a composition before the key event that ended it, and gives that key this code. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}

/** Some keyboards need Shift for digits and the slash. */
function isModified({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || (shiftKey && !/^[\d/]$/.test(key))
}

function fieldAt(target: EventTarget | null): HTMLElement | undefined {
  const field = target instanceof Element ? target.closest('input, textarea, select') : null
  return field instanceof HTMLElement ? field : undefined
}
