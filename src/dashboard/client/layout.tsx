/** The frame of the page: the project, the pages, the language and the theme. */

import type { ComponentChildren } from 'preact'
import type { Words } from '../../base/language.ts'
import { useData, usePage, useWords } from './context.ts'
import { Button, Icon, Key } from './parts/common.tsx'
import { linkTo, PAGES, type PageName } from './route.ts'

export const PAGE_NAMES: Readonly<Record<PageName, Words>> = {
  inbox: { en: 'Inbox', zh: '收件箱' },
  agent: { en: 'Agent view', zh: 'Agent 所见' },
  read: { en: 'Read', zh: '阅读' },
  use: { en: 'Usage', zh: '使用' },
  history: { en: 'History', zh: '历史' },
  check: { en: 'Check', zh: '检查' },
}

/** Pages with data of this machine, which are not exported. */
const OWN: readonly PageName[] = ['inbox', 'use']

export interface StatusReport {
  readonly root: string
  readonly waiting?: number
  readonly unconfirmed?: number
  readonly findings?: number
  readonly files?: number
}

/** A larger bank is checked only when its page is opened. */
const MOST_CHECKED = 300

export function Layout(props: {
  readonly page: PageName
  readonly children: ComponentChildren
  readonly isReachable: boolean
  readonly isDark: boolean
  readonly onLanguage: () => void
  readonly onTheme: () => void
  readonly onSignIn: () => void
}) {
  const t = useWords()
  const { language, server } = usePage()
  const status = useData<StatusReport>('/api/status')
  const known = status.kind === 'data' ? status.data : undefined
  // The last check is outdated after a change of the bank.
  const isOutdated = known !== undefined && known.findings === undefined && (known.files ?? 0) <= MOST_CHECKED
  const checked = useData<{ readonly findings: readonly unknown[] }>(isOutdated ? '/api/check' : undefined)
  const counts: Partial<Record<PageName, number | undefined>> = {
    inbox: (known?.waiting ?? 0) + (known?.unconfirmed ?? 0),
    check: known?.findings ?? (checked.kind === 'data' ? checked.data.findings.length : undefined),
  }
  return (
    <div class="frame">
      <button type="button" class="skip unseen button" onClick={() => document.getElementById('content')?.focus()}>
        {t('Skip to content', '跳到内容')}
      </button>
      <nav class="side" aria-label={t('Pages', '页面')}>
        <div class="bar project" title={known?.root}>
          <span class="logo" aria-hidden="true" />
          <span class="cut">{known === undefined ? '' : nameOf(known.root)}</span>
        </div>
        <ul class="pages">
          {PAGES.filter((page) => !server.isExport || !OWN.includes(page)).map((page) => (
            <li key={page}>
              <a class="bar" href={linkTo(page)} aria-current={page === props.page ? 'page' : undefined}>
                <Icon name={page} />
                <span class="page-name cut grow">{t(PAGE_NAMES[page])}</span>
                {(counts[page] ?? 0) > 0 ? (
                  <span class="badge">{counts[page]}</span>
                ) : (
                  <Key name={String(PAGES.indexOf(page) + 1)} />
                )}
              </a>
            </li>
          ))}
        </ul>
        <div class="stack side-end">
          {!props.isReachable && (
            <p class="note warn" role="status">
              {t(
                'The server has stopped. Start it again: memory-bank dashboard',
                '服务已停止。重新启动：memory-bank dashboard',
              )}
            </p>
          )}
          {!server.isExport && !server.canWrite && (
            <p class="note warn" role="status">
              <span>
                {t('This tab can only read. ', '此标签页只能阅读。')}
                <Button kind="link" onClick={props.onSignIn}>
                  {t('Sign in', '登录')}
                </Button>
              </span>
            </p>
          )}
          {server.isExport && <p class="muted small">{t('Exported, read-only', '导出版，只读')}</p>}
          <div class="bar switches">
            <button
              type="button"
              class="button quiet"
              lang={language === 'zh' ? 'en' : 'zh'}
              onClick={props.onLanguage}
            >
              {language === 'zh' ? 'English' : '中文'}
            </button>
            <button
              type="button"
              class="button quiet"
              onClick={props.onTheme}
              aria-label={props.isDark ? t('Light theme', '浅色主题') : t('Dark theme', '深色主题')}
              title={props.isDark ? t('Light theme', '浅色主题') : t('Dark theme', '深色主题')}
            >
              <Icon name={props.isDark ? 'sun' : 'moon'} />
            </button>
          </div>
        </div>
      </nav>
      <main class={`content page-${props.page}`} id="content" tabIndex={-1}>
        {props.children}
      </main>
    </div>
  )
}

function nameOf(root: string): string {
  return root.split(/[\\/]/).filter(Boolean).at(-1) ?? root
}

export function PageHead(props: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <header class="bar wrap page-head">
      <h1>{props.title}</h1>
      {props.children}
    </header>
  )
}
