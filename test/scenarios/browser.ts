/** A real browser, with a record of errors, foreign requests and layout shifts. */

import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const program = PLACES.find((place) => existsSync(place))

export const NO_BROWSER =
  program === undefined ? 'no Chromium here: apt-get install chromium fonts-noto-cjk, then npm test again' : undefined

export function launchBrowser(): Promise<Browser> {
  if (program === undefined) throw new Error(NO_BROWSER)
  return chromium.launch({
    executablePath: program,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync'],
    ],
  })
}

/** Faults that are not visible: errors, foreign requests, layout shifts. */
export interface Watched {
  readonly context: BrowserContext
  readonly page: Page
  /** Since the last call. */
  faults(): readonly string[]
  shift(): Promise<number>
}

export async function watchedPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext(options)
  // No limit here; the test has its own.
  context.setDefaultTimeout(120_000)
  const found: string[] = []
  await context.addInitScript(`
    globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
    addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective, event.blockedURI))
  `)
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => found.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (hostname !== '127.0.0.1' && protocol !== 'data:') found.push(`request: ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return {
    context,
    page,
    faults: () => found.splice(0),
    shift: async () => {
      const shifts: readonly number[] = await page.evaluate('globalThis.shifts.splice(0)')
      return shifts.reduce((sum, value) => sum + value, 0)
    },
  }
}

/** Pixels by which the page is wider than the window. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}
