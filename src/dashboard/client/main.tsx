/** The page: signs in with the code of the link, keeps language and theme, and shows the page that the address names. */

import { render } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Language } from '../../core/language.ts'
import { type Context, type Edits, type Message, PageContext } from './context.ts'
import { Keyboard } from './keys.ts'
import { Layout, PAGE_NAMES } from './layout.tsx'
import { Login, signIn } from './login.tsx'
import { Agent } from './pages/agent.tsx'
import { Check } from './pages/check.tsx'
import { History } from './pages/history.tsx'
import { Inbox } from './pages/inbox.tsx'
import { Read } from './pages/read.tsx'
import { Use } from './pages/use.tsx'
import { Key } from './parts/common.tsx'
import { Icon } from './parts/icon.tsx'
import { go, PAGES, type PageName, type Route, useRoute } from './route.ts'
import { Server } from './server.ts'

function App({
  embedded,
  isSignedIn,
  tried,
  keyboard,
}: {
  readonly keyboard: Keyboard
  readonly embedded: Embedded
  readonly isSignedIn: boolean
  readonly tried: boolean
}) {
  const [language, setLanguage] = useState<Language>(() => chosenLanguage())
  const [isDark, setDark] = useState(() => chosenTheme())
  const [isIn, setIn] = useState(isSignedIn)
  const [isReachable, setReachable] = useState(true)
  const [version, setVersion] = useState(0)
  const [message, setMessage] = useState<Message>()
  const route = useRoute()
  const server = useMemo(() => new Server(language, embedded, () => setIn(false)), [language, embedded])
  const reload = useCallback(() => setVersion((before) => before + 1), [])
  useEffect(() => (isIn ? server.watch(reload, setReachable) : undefined), [server, isIn, reload])
  useEffect(() => {
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
    keep('theme', isDark ? 'dark' : 'light')
  }, [isDark])
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
    document.title = `${PAGE_NAMES[route.page][language]} · Memory Bank`
    keep('language', language)
  }, [language, route.page])
  const drafted = useDrafts()
  const answering = useAnswering()
  const context: Context = useMemo(
    () => ({ language, server, version, reload, tell: setMessage, keyboard, ...drafted, ...answering }),
    [language, server, version, reload, keyboard, drafted, answering],
  )
  const act = useCallback(() => {
    setMessage(undefined)
    message?.action?.run()
  }, [message])
  useLayoutEffect(() => {
    const pages = Object.fromEntries(PAGES.map((page, index) => [String(index + 1), () => go(page)]))
    keyboard.everywhere = isIn ? { ...pages, u: message?.action === undefined ? undefined : act } : {}
  }, [keyboard, isIn, message, act])
  useLayoutEffect(() => (isIn ? undefined : keyboard.hold('off')), [keyboard, isIn])
  const { isAnswering } = answering
  useLayoutEffect(() => (isAnswering ? keyboard.hold('loading') : undefined), [keyboard, isAnswering])
  if (!isIn) return <Login language={language} tried={tried} onDone={() => setIn(true)} />
  return (
    <PageContext.Provider value={context}>
      <Layout
        page={route.page}
        isReachable={isReachable}
        isDark={isDark}
        onLanguage={() => setLanguage((before) => (before === 'zh' ? 'en' : 'zh'))}
        onTheme={() => setDark((before) => !before)}
      >
        <Shown route={route} />
      </Layout>
      <Toast message={message} onAct={act} onDone={() => setMessage(undefined)} />
    </PageContext.Provider>
  )
}

function useDrafts(): Pick<Context, 'drafts' | 'keepDraft'> {
  const [drafts, setDrafts] = useState<Context['drafts']>(new Map())
  const keepDraft = useCallback((id: string, edits: Edits | undefined) => {
    setDrafts((before) => {
      const others = [...before].filter(([one]) => one !== id)
      return new Map(edits === undefined ? others : [...others, [id, edits]])
    })
  }, [])
  return useMemo(() => ({ drafts, keepDraft }), [drafts, keepDraft])
}

function useAnswering(): Pick<Context, 'isAnswering' | 'answer'> {
  const isBusy = useRef(false)
  const [isAnswering, setAnswering] = useState(false)
  const answer = useCallback(async (send: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setAnswering(true)
    try {
      await send()
    } finally {
      isBusy.current = false
      setAnswering(false)
    }
  }, [])
  return useMemo(() => ({ isAnswering, answer }), [isAnswering, answer])
}

function Shown({ route }: { readonly route: Route }) {
  const pages: Readonly<Record<PageName, (props: { readonly route: Route }) => preact.JSX.Element>> = {
    inbox: Inbox,
    agent: Agent,
    read: Read,
    use: Use,
    history: History,
    check: Check,
  }
  const Page = pages[route.page]
  return <Page route={route} />
}

/** A word to the person, for as long as it takes to read it, or to act on it. */
function Toast({
  message,
  onAct,
  onDone,
}: {
  readonly message: Message | undefined
  readonly onAct: () => void
  readonly onDone: () => void
}) {
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    if (message === undefined) return undefined
    const timer = setTimeout(() => done.current(), message.action === undefined ? 6_000 : 12_000)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <div class="toasts" role="status" aria-live="polite">
      {message !== undefined && (
        <div class={`toast ${message.tone}`}>
          <Icon name={message.tone === 'good' ? 'tick' : 'warning'} />
          <span class="toast-text">{message.text}</span>
          {message.action !== undefined && (
            <button type="button" class="toast-action" onClick={onAct}>
              {message.action.label} <Key name="u" />
            </button>
          )}
        </div>
      )}
    </div>
  )
}

type Embedded = Readonly<Record<string, unknown>> | undefined

function chosenLanguage(): Language {
  const kept = keptValue('language')
  if (kept === 'zh' || kept === 'en') return kept
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

function chosenTheme(): boolean {
  const kept = keptValue('theme')
  return kept === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : kept === 'dark'
}

/** An exported page that is opened as a file may have no storage. */
function keptValue(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // The choice then holds for this page alone.
  }
}

/** The link of the terminal carries the code behind `#`, which no server sees; it is taken out of the address at once. */
async function start(): Promise<void> {
  const root = document.getElementById('page')
  if (root === null) return
  const keyboard = new Keyboard()
  const begun = keyboard.hold('loading')
  const data = document.getElementById('data')
  const embedded: Embedded = data === null ? undefined : JSON.parse(data.textContent ?? '{}')
  const code = /^#([A-Za-z0-9-]{8,64})$/.exec(location.hash)?.[1]
  if (code !== undefined) history.replaceState(undefined, '', '#/inbox')
  if (embedded !== undefined && location.hash === '') history.replaceState(undefined, '', '#/read')
  const isSignedIn = embedded !== undefined || (code !== undefined ? await signIn(code) : await hasCookie())
  render(<App keyboard={keyboard} embedded={embedded} isSignedIn={isSignedIn} tried={code !== undefined} />, root)
  begun()
}

async function hasCookie(): Promise<boolean> {
  try {
    return (await fetch('/api/status', { credentials: 'same-origin' })).status !== 401
  } catch {
    return false
  }
}

void start()
