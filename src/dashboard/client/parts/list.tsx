/**
 * The frame of inbox, reading page and history: a list, and the chosen item beside it. A narrow screen shows one of them.
 * j and k move through the list, and so do the arrows while they scroll nothing else.
 */

import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useKeys } from '../keys.ts'
import { Button, type Children } from './common.tsx'

export function ListAndDetail<T>(
  props: Children & {
    readonly items: readonly T[]
    readonly row: (item: T, index: number) => ComponentChildren
    /** Names of the list, the item, and the way back to the list. */
    readonly names: readonly [string, string, string]
    readonly choice: Choice
    /** The user chose an item, so a narrow screen shows it. */
    readonly isOpen: boolean
    readonly head?: ComponentChildren
    readonly end?: ComponentChildren
    /** A new value starts the list at its first items. */
    readonly of?: string
  },
) {
  const [list, item, back] = props.names
  useChoice(props.choice)
  return (
    <div class={props.isOpen ? 'split has-chosen' : 'split'}>
      <section class="list" aria-label={list}>
        {props.head !== undefined && <div class="bar list-head">{props.head}</div>}
        <Rows key={props.of} items={props.items} row={props.row} />
        {props.end}
      </section>
      <section class="detail" aria-label={item}>
        <div class="back">
          <Button kind="link" icon="back" onClick={() => props.choice.choose(undefined)}>
            {back}
          </Button>
        </div>
        {props.children}
      </section>
    </div>
  )
}

export function Row(
  props: Children & {
    readonly href: string
    readonly isChosen: boolean
    readonly title: string
    readonly tags?: ComponentChildren
    readonly isStruck?: boolean
  },
) {
  return (
    <a class="row" href={props.href} aria-current={props.isChosen ? 'true' : undefined}>
      <span class="bar">
        <span class={props.isStruck ? 'cut grow struck' : 'cut grow'}>{props.title}</span>
        {props.tags}
      </span>
      <span class="bar row-more">{props.children}</span>
    </a>
  )
}

interface Choice {
  readonly ids: readonly string[]
  readonly chosen: string | undefined
  readonly choose: (id: string | undefined) => void
}

function useChoice({ ids, chosen, choose }: Choice): void {
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

const WIDE = '(min-width: 761px)'

/** True if list and detail are side by side; then the first item is selected at once. */
export function useIsWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches)
  useEffect(() => {
    const query = matchMedia(WIDE)
    const follow = () => setWide(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return isWide
}

function Rows<T>({ items, row }: Pick<Parameters<typeof ListAndDetail<T>>[0], 'items' | 'row'>) {
  const { shown, end } = useShown(items)
  return (
    <>
      {shown.map(row)}
      {end}
    </>
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
