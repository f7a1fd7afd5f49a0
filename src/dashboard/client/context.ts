/** Shared by every part of the page: language, server, live data, messages to the user. */

import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useState } from 'preact/hooks'
import type { ProblemText } from '../../bank/page-answers.ts'
import type { Language, Words } from '../../base/language.ts'
import type { Server } from './server.ts'

export interface Context {
  readonly language: Language
  readonly server: Server
  /** Increases when the bank or its proposals change. */
  readonly version: number
  /** Requests all data again. */
  readonly reload: () => void
  /** Shows a short message with an optional action. */
  readonly notify: (message: Message) => void
  readonly keyboard: KeyBinder
  /** Edits of proposals that are neither accepted nor discarded, by id. */
  readonly drafts: ReadonlyMap<string, Edits>
  /** `undefined` discards the draft. */
  readonly keepDraft: (id: string, edits: Edits | undefined) => void
  /** A write is being sent. */
  readonly isSending: boolean
  /** Sends a write, reports its failure, and requests all data again. Undefined on failure or while another is being sent. */
  readonly send: <T>(path: string, body: unknown) => Promise<T | undefined>
}

/** Keyboard access for parts of the page. Each returned function undoes the call. */
interface KeyBinder {
  bind(keys: () => PageKeys): () => void
  hold(hold: Hold): () => void
}

/** The action of each key. An action that returns false leaves the key to the browser. */
export type PageKeys = Readonly<Record<string, (() => unknown) | undefined>>

export type Hold = 'loading' | 'off'

/** Edited fields by name. */
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

interface Say {
  (words: Words): string
  (en: string, zh: string): string
}

/** Picks the text in the page's language. */
export function useWords(): Say {
  const { language } = usePage()
  return useCallback(
    (en: Words | string, zh?: string) => (typeof en === 'object' ? en : { en, zh: zh ?? en })[language],
    [language],
  )
}

export type Loaded<T> =
  /** `isKept`: the previous answer, while a new one is requested. */
  | { readonly kind: 'data'; readonly data: T; readonly isKept: boolean }
  | { readonly kind: 'problem'; readonly problem: ProblemText }
  | { readonly kind: 'loading' }

/** Data from the server. Existing data stays visible while it is requested again. */
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
