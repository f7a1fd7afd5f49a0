/** The current page and selection, kept in the URL behind `#` so that back and forward work. */

import { useEffect, useState } from 'preact/hooks'

export const PAGES = ['inbox', 'agent', 'read', 'use', 'history', 'check'] as const
export type PageName = (typeof PAGES)[number]

export interface PageRoute {
  readonly page: PageName
  readonly query: URLSearchParams
}

export function useRoute(): PageRoute {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener('hashchange', follow)
    addEventListener('click', open)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('click', open)
    }
  }, [])
  return routeOf(hash)
}

/** Opens a link of the page like `go`. */
function open(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null
  if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  show(link.getAttribute('href') ?? '')
}

/** Dispatches at once: the browser's own event arrives later, and a key pressed in between is meant for the new page. */
function show(hash: string): void {
  location.hash = hash
  dispatchEvent(new HashChangeEvent('hashchange'))
}

function routeOf(hash: string): PageRoute {
  const [name = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  return { page: PAGES.find((page) => page === name) ?? 'inbox', query: new URLSearchParams(query) }
}

export function linkTo(page: PageName, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  return `#/${page}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`
}

export function go(page: PageName, query: Readonly<Record<string, string | undefined>> = {}): void {
  show(linkTo(page, query))
}

/** Replaces the history entry, for a selection that the back button should skip. */
export function replace(page: PageName, query: Readonly<Record<string, string | undefined>> = {}): void {
  history.replaceState(undefined, '', linkTo(page, query))
  dispatchEvent(new HashChangeEvent('hashchange'))
}
