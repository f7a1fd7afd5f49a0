/** What every part of the page may ask for: the language, the server, data that keeps itself up to date, a word to the person. */

import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useState } from 'preact/hooks'
import type { Language, Words } from '../../base/language.ts'
import type { ToldProblem } from '../../bank/reports.ts'
import type { Server } from './server.ts'

export interface Context {
  readonly language: Language
  readonly server: Server
  /** Grows when something changed underneath. */
  readonly version: number
  /** Asks all data anew. */
  readonly reload: () => void
  /** Shows a short message, with something that can be done about it. */
  readonly tell: (message: Message) => void
  readonly keyboard: KeyBinder
  /** What a person typed into proposals and has neither accepted nor discarded, by id. */
  readonly drafts: ReadonlyMap<string, Edits>
  /** Undefined discards it. */
  readonly keepDraft: (id: string, edits: Edits | undefined) => void
  /** An answer is on its way to the server. */
  readonly isAnswering: boolean
  /** One answer at a time: while one is on its way, this does nothing. */
  readonly answer: (send: () => Promise<void>) => Promise<void>
}

/** What parts of the page may do with the keyboard. Each answer takes it back. */
interface KeyBinder {
  bind(keys: () => Keys): () => void
  hold(hold: Hold): () => void
}

/** The action of each key; an action that answers false leaves the key to the browser. */
export type Keys = Readonly<Record<string, (() => unknown) | undefined>>

export type Hold = 'loading' | 'off'

/** New values of fields, by their names. */
export type Edits = Readonly<Record<string, string>>

export interface Message {
  readonly text: string
  readonly tone: 'good' | 'bad'
  readonly action?: { readonly label: string; readonly run: () => void }
}

export const PageContext = createContext<Context | undefined>(undefined)

export function usePage(): Context {
  const context = useContext(PageContext)
  if (context === undefined) throw new Error('outside the page')
  return context
}

/** A text in the language of the page. */
export function useWords(): (words: Words) => string {
  const { language } = usePage()
  return useCallback((words) => words[language], [language])
}

export type Loaded<T> =
  /** Kept: as it was answered last; it is being asked for again. */
  | { readonly kind: 'data'; readonly data: T; readonly isKept: boolean }
  | { readonly kind: 'problem'; readonly problem: ToldProblem }
  | { readonly kind: 'loading' }

/** Data of the server; what is there already stays while it is asked for again. */
export function useData<T>(path: string | undefined): Loaded<T> {
  const { server, version } = usePage()
  const [loaded, setLoaded] = useState<{ readonly path: string; readonly state: Loaded<T> } | undefined>()
  useEffect(() => {
    if (path === undefined) return undefined
    let isCurrent = true
    void server.get<T>(path).then((answer) => {
      if (!isCurrent) return
      if (answer.kind === 'data' || answer.kind === 'problem') {
        setLoaded({ path, state: answer.kind === 'data' ? { ...answer, isKept: false } : answer })
      }
    })
    return () => {
      isCurrent = false
    }
  }, [path, version, server])
  if (path === undefined) return LOADING
  if (loaded?.path === path) return loaded.state
  const kept = server.kept<T>(path)
  return kept === undefined ? LOADING : { kind: 'data', data: kept, isKept: true }
}

const LOADING = { kind: 'loading' } as const
