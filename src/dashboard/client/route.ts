/** The current page and selection, kept in the URL behind `#` so that back and forward work. */

import { useEffect, useState } from 'preact/hooks'

export const PAGES = ['inbox', 'agent', 'read', 'use', 'history', 'check'] as const
export type PageName = (typeof PAGES)[number]

export interface Route {
  readonly page: PageName
  readonly query: URLSearchParams
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return routeOf(hash)
}

function routeOf(hash: string): Route {
  const [name = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  return { page: PAGES.find((page) => page === name) ?? 'inbox', query: new URLSearchParams(query) }
}

export function linkTo(page: PageName, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  return `#/${page}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`
}

export function go(page: PageName, query: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = linkTo(page, query)
  // Dispatch now: the browser's own event arrives later, and a key pressed in between is meant for the new page.
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** Replaces the history entry, for a selection that the back button should skip. */
export function replace(page: PageName, query: Readonly<Record<string, string | undefined>> = {}): void {
  history.replaceState(undefined, '', linkTo(page, query))
  dispatchEvent(new HashChangeEvent('hashchange'))
}
