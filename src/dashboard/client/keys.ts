/** Keys that do something on a page; a person who types is left alone. */

import { useEffect } from 'preact/hooks'

/** What a key does; one that answers false has left it to the browser. */
export type Keys = Readonly<Record<string, (() => unknown) | undefined>>

export function useKeys(keys: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return
      // A key that is held walks through a list; it answers nothing.
      if (event.repeat && !STEPS.has(event.key)) return
      const at = event.target instanceof Element ? event.target : undefined
      // A dialog has its own Escape.
      if (at?.closest('dialog') || (at?.closest('input, textarea, select') && event.key !== 'Escape')) return
      const act = keys[event.key]
      if (act === undefined) return
      if (act() !== false) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [keys])
}

const STEPS: ReadonlySet<string> = new Set(['j', 'k', 'ArrowDown', 'ArrowUp'])
