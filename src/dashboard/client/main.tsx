/** The page: signs in with the code of the link, keeps language and theme, and shows the page named in the URL. */

import { type JSX, render } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type LoginAnswer, PAGE_KEY } from '../../bank/page-answers.ts'
import type { Language, Words } from '../../base/language.ts'
import { type Context, type Edits, type Message, PageContext } from './context.ts'
import { Keyboard } from './keys.ts'
import { Layout, PAGE_NAMES } from './layout.tsx'
import { Agent } from './pages/agent.tsx'
import { Check } from './pages/check.tsx'
import { History } from './pages/history.tsx'
import { Inbox } from './pages/inbox.tsx'
import { Read } from './pages/read.tsx'
import { Use } from './pages/use.tsx'
import { Button, Icon } from './parts/common.tsx'
import { go, PAGES, type PageName, type PageRoute, useRoute } from './route.ts'
import { failureText, keyOfTab, Server } from './server.ts'

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
  const [why, setWhy] = useState<WhyLogin>(tried ? 'wrong' : 'first')
  const [isReachable, setReachable] = useState(true)
  const [version, setVersion] = useState(0)
  const [message, setMessage] = useState<Message>()
  const route = useRoute()
  const Page = PAGE_VIEWS[route.page]
  const signOut = useCallback(() => {
    setWhy(keyOfTab() === null ? 'tab' : 'restarted')
    setIn(false)
  }, [])
  const server = useMemo(() => new Server(language, embedded, signOut), [language, embedded, signOut])
  const reload = useCallback(() => setVersion((before) => before + 1), [])
  // Data is requested after the page watches for changes, so that none is missed and nothing is loaded twice.
  const isWatching = useRef(embedded !== undefined || document.hidden)
  const [, setWatching] = useState(false)
  useEffect(() => {
    if (!isIn) return undefined
    const reachable = (is: boolean) => {
      isWatching.current = true
      setWatching(true)
      setReachable(is)
    }
    return server.watch(reload, reachable, !isWatching.current)
  }, [server, isIn, reload])
  useLayoutEffect(
    () => (isIn && !isWatching.current ? keyboard.hold('loading') : undefined),
    [keyboard, isIn, isWatching.current],
  )
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
  const sending = useSend(server, language, reload, setMessage)
  const context: Context = useMemo(
    () => ({ language, server, version, reload, notify: setMessage, keyboard, ...drafted, ...sending }),
    [language, server, version, reload, keyboard, drafted, sending],
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
  const { isSending } = sending
  useLayoutEffect(() => (isSending ? keyboard.hold('loading') : undefined), [keyboard, isSending])
  if (!isIn) return <Login language={language} why={why} onDone={() => setIn(true)} />
  if (!isWatching.current) return null
  return (
    <PageContext.Provider value={context}>
      <Layout
        page={route.page}
        isReachable={isReachable}
        isDark={isDark}
        onLanguage={() => setLanguage((before) => (before === 'zh' ? 'en' : 'zh'))}
        onTheme={() => setDark((before) => !before)}
        onSignIn={signOut}
      >
        <Page route={route} />
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

function useSend(
  server: Server,
  language: Language,
  reload: () => void,
  notify: (message: Message) => void,
): Pick<Context, 'isSending' | 'send'> {
  const isBusy = useRef(false)
  const [isSending, setSending] = useState(false)
  const send = useCallback(
    async <T,>(path: string, body: unknown): Promise<T | undefined> => {
      if (isBusy.current) return undefined
      isBusy.current = true
      setSending(true)
      const answer = await server.post<T>(path, body)
      isBusy.current = false
      setSending(false)
      const text = failureText(answer, language)
      if (text !== undefined) notify({ tone: 'bad', text })
      reload()
      return answer.kind === 'data' && text === undefined ? answer.data : undefined
    },
    [server, language, reload, notify],
  )
  return useMemo(() => ({ isSending, send }), [isSending, send])
}

const PAGE_VIEWS: Readonly<Record<PageName, (props: { readonly route: PageRoute }) => JSX.Element>> = {
  inbox: Inbox,
  agent: Agent,
  read: Read,
  use: Use,
  history: History,
  check: Check,
}

/** A short message, shown long enough to read it or to act on it. */
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
        <div class={`note toast ${message.tone}`}>
          <span class={`${message.tone}-text`}>
            <Icon name={message.tone === 'good' ? 'tick' : 'warning'} />
          </span>
          <span class="grow">{message.text}</span>
          {message.action !== undefined && (
            <Button kind="link" hint="u" onClick={onAct}>
              {message.action.label}
            </Button>
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

/** An exported page opened as a file may have no storage. */
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
    // Without storage the choice lasts until the page is closed.
  }
}

/** The terminal's link has the code behind `#`, which no server sees. It is removed from the URL at once. */
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

type WhyLogin = 'first' | 'wrong' | 'tab' | 'restarted'

const WHY_LOGIN: Readonly<Record<WhyLogin, Words>> = {
  first: { en: '', zh: '' },
  wrong: { en: 'This code is wrong or already used.', zh: '验证码无效或已用过。' },
  tab: { en: 'Each tab signs in by itself, so that it can answer.', zh: '每个标签页需单独登录，才能作出答复。' },
  restarted: { en: 'The dashboard was started again.', zh: 'dashboard 已重新启动。' },
}

/** The login form, which asks for the code shown in the terminal. */
function Login(props: { readonly language: Language; readonly onDone: () => void; readonly why: WhyLogin }) {
  const t = (en: string, zh: string) => ({ en, zh })[props.language]
  const [code, setCode] = useState('')
  const [why, setWhy] = useState(props.why)
  const isWrong = why === 'wrong'
  const enter = async (event: Event) => {
    event.preventDefault()
    if (await signIn(code)) props.onDone()
    else setWhy('wrong')
  }
  return (
    <main class="login">
      <form class="stack card" onSubmit={(event) => void enter(event)}>
        <span class="logo" aria-hidden="true" />
        <h1>Memory Bank</h1>
        <label for="code">{t('Enter the code shown in your terminal', '输入终端显示的验证码')}</label>
        <input
          id="code"
          class="input"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          value={code}
          aria-invalid={isWrong}
          aria-describedby="code-help"
          onInput={(event) => setCode(event.currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={code.trim() === ''}>
          {t('Open', '打开')}
        </button>
        <p id="code-help" class={isWrong ? 'small bad-text' : 'small muted'} role={isWrong ? 'alert' : undefined}>
          {WHY_LOGIN[why][props.language]}{' '}
          {t(
            'A code works once. Press Enter in the terminal for a new one.',
            '每个验证码只能用一次。请在终端按回车键获取新的验证码。',
          )}
        </p>
      </form>
    </main>
  )
}

/** True if the code was right. The browser then has a cookie that no script can read, and this tab has the key for writes. */
async function signIn(code: string): Promise<boolean> {
  try {
    const answer = await fetch('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: code.trim() }),
      credentials: 'same-origin',
    })
    if (!answer.ok) return false
    const { key }: LoginAnswer = await answer.json()
    sessionStorage.setItem(PAGE_KEY, key)
    return true
  } catch {
    return false
  }
}
