/** The page without its key: the person types the code that the terminal shows. */

import { useState } from 'preact/hooks'
import type { Language, Words } from '../../core/language.ts'
import { PAGE_KEY, type SignedIn } from '../../core/page.ts'

export function Login(props: { readonly language: Language; readonly onDone: () => void; readonly tried: boolean }) {
  const t = (words: Words) => words[props.language]
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(props.tried)
  const enter = async (event: Event) => {
    event.preventDefault()
    if (await signIn(code)) props.onDone()
    else setWrong(true)
  }
  return (
    <main class="login">
      <form onSubmit={(event) => void enter(event)}>
        <span class="logo" aria-hidden="true" />
        <h1>Memory Bank</h1>
        <label for="code">{t({ en: 'Enter the code that your terminal shows', zh: '输入终端显示的代码' })}</label>
        <input
          id="code"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          value={code}
          aria-invalid={isWrong}
          aria-describedby="code-help"
          onInput={(event) => setCode(event.currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={code.trim() === ''}>
          {t({ en: 'Open', zh: '打开' })}
        </button>
        <p id="code-help" class={isWrong ? 'small bad-text' : 'small muted'} role={isWrong ? 'alert' : undefined}>
          {isWrong
            ? t({
                en: 'That code does not work, or was used already. Press Enter in the terminal for a new one.',
                zh: '代码无效或已用过。在终端按回车键获取新代码。',
              })
            : t({
                en: 'A code works once. Press Enter in the terminal for a new one.',
                zh: '每个代码只能用一次。在终端按回车键获取新代码。',
              })}
        </p>
      </form>
    </main>
  )
}

/** Whether the code was the right one; the browser then holds a cookie that no script can read, and this tab the key of its writes. */
export async function signIn(code: string): Promise<boolean> {
  try {
    const answer = await fetch('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: code.trim() }),
      credentials: 'same-origin',
    })
    if (!answer.ok) return false
    const { key }: SignedIn = await answer.json()
    sessionStorage.setItem(PAGE_KEY, key)
    return true
  } catch {
    return false
  }
}
