/** The page in a real browser, served by the real program: looked at, walked through by keys, attacked, left alone. */

import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe, { type AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '../../src/core/language.ts'
import { launchBrowser, NO_BROWSER, sideways, type Watched, watchedPage } from './browser.ts'
import { ROOT, Sandbox } from './harness.ts'
import { type Served, serve } from './page.ts'
import { addition, propose, shopBank } from './shop-bank.ts'

const PAGES = ['inbox', 'agent', 'agent?ask=prices', 'read', 'use', 'history', 'check'] as const
const LANGUAGES = ['en', 'zh'] as const
const THEMES = ['light', 'dark'] as const
const WIDTHS = [390, 900, 1440] as const

let browser: Browser
const sandboxes: Sandbox[] = []
const servers: Served[] = []

describe.skipIf(NO_BROWSER !== undefined)(NO_BROWSER ?? 'the page in a browser', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    for (const { kill, ended } of servers) {
      try {
        kill('SIGKILL')
      } catch {
        // It has ended already.
      }
      await ended
    }
    for (const sandbox of sandboxes) sandbox.remove()
  }, 60_000)

  describe('on the bank of a shop', () => {
    let shop: Sandbox
    let served: Served
    beforeAll(async () => {
      shop = freshSandbox()
      shopBank(shop, 'en')
      served = await started(shop)
    }, 120_000)

    test.each(LANGUAGES)(
      'in %s is reachable for everybody, jumps nowhere and asks nobody else [S54]',
      async (language) => {
        const found: string[] = []
        for (const theme of THEMES)
          for (const width of WIDTHS) {
            const watched = await signedIn(served, { language, theme, width })
            for (const name of PAGES) {
              await goTo(watched.page, name)
              const where = `${name} ${theme} ${width}`
              for (const fault of [...watched.faults(), ...(await seriousFindings(watched.page))])
                found.push(`${where}: ${fault}`)
              const shift = await watched.shift()
              if (shift > 0.05) found.push(`${where}: shifts by ${shift}`)
              const over = await sideways(watched.page)
              if (over > 0) found.push(`${where}: ${over} px too wide`)
            }
            await watched.context.close()
          }
        expect(found).toEqual([])
      },
    )

    test('is used by keys alone: proposals are walked through, opened, rejected and accepted [S54]', async () => {
      const own = freshSandbox()
      shopBank(own, 'en')
      const { page } = await signedIn(await started(own))
      const title = () => page.locator('.detail h2').first().textContent()
      await page.locator('.detail h2').first().waitFor()
      const first = await title()
      // One that arrives does not take the place of what is being read, and a dialog goes without it.
      const rows = await page.locator('.list .row').count()
      propose(own, [addition('focus', { text: 'The shop speaks French' })], 'later')
      await becomes(() => page.locator('.list .row').count()).toBe(rows + 1)
      await page.keyboard.press('r')
      await page.locator('dialog[open]').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      expect(await title()).toBe(first)
      await page.keyboard.press('j')
      await becomes(title).not.toBe(first)
      await page.keyboard.press('k')
      await becomes(title).toBe(first)
      // What was typed is there again after the person looked elsewhere.
      const typed = page.locator('.editing textarea').first()
      await page.keyboard.press('e')
      await typed.fill('Another title')
      await page.keyboard.press('Escape')
      await typed.waitFor({ state: 'detached' })
      await page.keyboard.press('j')
      await becomes(title).not.toBe(first)
      await page.keyboard.press('k')
      await becomes(() => typed.inputValue()).toBe('Another title')
      await page.getByRole('button', { name: 'Discard edits' }).click()
      await becomes(title).toBe(first)
      const before = waitingIn(own)
      await page.keyboard.press('a')
      await becomes(() => waitingIn(own)).toBe(before - 1)
      await becomes(title).not.toBe(first)
      await page.keyboard.press('r')
      await page.locator('dialog[open]').waitFor()
      await page.keyboard.type('Not ours to decide.')
      await page.keyboard.press('Enter')
      await becomes(() => waitingIn(own)).toBe(before - 2)
      for (const [index, name] of ['agent', 'read', 'use', 'history', 'check'].entries()) {
        await page.keyboard.press(String(index + 2))
        await becomes(() => page.url()).toContain(`#/${name}`)
      }
    })

    test('undoes a change and fixes what is wrong after their diffs were seen, by keys [S54]', async () => {
      const own = freshSandbox()
      shopBank(own, 'en')
      const { page } = await signedIn(await started(own))
      const asked = page.locator('dialog[open]')
      const carriedOut = async (key: string, act: string) => {
        await page.keyboard.press(key)
        await asked.locator('.diff').first().waitFor()
        await asked.getByRole('button', { name: act, exact: true }).click()
        await asked.waitFor({ state: 'detached' })
      }
      const before = own.tree()
      own.json(['add', 'focus', '--text', 'Ship the French shop', '--yes'])
      await goTo(page, 'history')
      await page.locator('.detail h2', { hasText: 'French' }).waitFor()
      await carriedOut('u', 'Undo')
      await becomes(() => own.tree()).toEqual(before)
      await page.locator('.row', { hasText: 'undone' }).first().waitFor()
      own.write({
        'memory-bank/details/design/index.md': '# Designs\n\n| path | title |\n|---|---|\n| gone.md | Gone |\n',
      })
      const fixable = () => countFixable(own)
      expect(fixable()).toBeGreaterThan(0)
      await goTo(page, 'check')
      await page.getByRole('button', { name: /^Fix \d/ }).waitFor()
      await carriedOut('f', 'Fix')
      await becomes(fixable).toBe(0)
    })

    test('exported, is read from its file with nobody to ask, and offers nothing that would write [S54]', async () => {
      const file = join(shop.base, 'bank.html')
      shop.run(['dashboard', '--export', file])
      const { page, faults } = await watchedPage(browser, { viewport: { width: 1280, height: 800 } })
      await page.goto(pathToFileURL(file).href)
      for (const name of PAGES) {
        await goTo(page, name)
        // The file itself is all that is asked for.
        expect([name, faults().filter((fault) => fault !== `request: ${page.url().replace(/#.*/, '')}`)]).toEqual([
          name,
          [],
        ])
        expect(await page.getByRole('button', { name: /accept|reject|undo|fix|archive/i }).count()).toBe(0)
      }
      await goTo(page, 'read?path=MEMORY.md')
      await page.getByText('Refunds: an order').first().waitFor()
    })

    test('follows the bank as it changes underneath [S54]', async () => {
      const { page } = await signedIn(served)
      await goTo(page, 'read?path=MEMORY.md')
      await page.getByText('Refunds: an order').first().waitFor()
      const text = shop.read('memory-bank/MEMORY.md')
      shop.write({ 'memory-bank/MEMORY.md': text.replace('Refunds: an order', 'Returns: an order') })
      await page.getByText('Returns: an order').first().waitFor({ timeout: 10_000 })
      shop.write({ 'memory-bank/MEMORY.md': text })
    })

    test('a proposal that two pages accept at once is written once [S16] [S54]', async () => {
      const own = freshSandbox()
      shopBank(own, 'en')
      const both = [await started(own), await started(own)]
      const pages = await Promise.all(both.map(async (one) => (await signedIn(one)).page))
      const before = waitingIn(own)
      for (const page of pages) await page.locator('.actions').waitFor()
      await Promise.all(pages.map((page) => page.keyboard.press('a')))
      await Promise.all(pages.map((page) => page.locator('.toast').waitFor()))
      expect(waitingIn(own)).toBe(before - 1)
      const { entries } = own.json(['list'])
      const titles = Array.isArray(entries) ? entries.map(({ title }) => title) : []
      expect(titles.filter((title) => title === 'Amounts are shown with the currency of the customer')).toHaveLength(1)
    })

    test('says that its server has ended, and is let in again when it is back [S54]', async () => {
      const own = freshSandbox()
      shopBank(own, 'en')
      const first = await started(own)
      const { page } = await signedIn(first)
      first.kill('SIGKILL')
      await first.ended
      await page.getByText('The server has ended').first().waitFor({ timeout: 15_000 })
      const second = await started(own, ['--port', String(first.port)])
      await page.locator('.login input').waitFor({ timeout: 20_000 })
      await page.locator('.login input').fill(new URL(second.link()).hash.slice(1))
      await page.keyboard.press('Enter')
      await page.locator('.detail h2').first().waitFor()
    })

    test('a page of another origin reads nothing and writes nothing [S54]', async () => {
      const { context } = await signedIn(served)
      const other = createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.end('<!doctype html><title>elsewhere</title><body>')
      })
      await new Promise<void>((begun) => other.listen(0, '127.0.0.1', begun))
      const page = await context.newPage()
      await page.goto(`http://127.0.0.1:${portOf(other.address())}/`)
      const target = `http://127.0.0.1:${served.port}`
      const before = shop.tree()
      const waiting = waitingIn(shop)
      const attempts: readonly string[] = await page.evaluate(`(async () => {
        const tried = async (name, path, options) => {
          try {
            const answer = await fetch('${target}' + path, { credentials: 'include', ...options })
            return name + ' ' + answer.type + ' ' + (await answer.text()).length
          } catch { return name + ' refused' }
        }
        const post = (type) => ({ method: 'POST', headers: { 'content-type': type }, body: '{"kind":"focus","allowed":true}' })
        return [
          await tried('read', '/api/status', {}),
          await tried('no-cors', '/api/status', { mode: 'no-cors' }),
          await tried('json', '/api/allow', post('application/json')),
          await tried('text', '/api/allow', { ...post('text/plain'), mode: 'no-cors' }),
          await tried('script', '/page.js', { mode: 'no-cors' }),
        ]
      })()`)
      for (const attempt of attempts) expect(attempt).toMatch(/ refused$| opaque 0$/)
      const framed: string = await page.evaluate(`new Promise((done) => {
        const frame = document.createElement('iframe')
        frame.src = '${target}/'
        frame.onload = () => { try { done(frame.contentDocument?.body?.textContent ?? 'closed') } catch { done('closed') } }
        document.body.append(frame)
        setTimeout(() => done('closed'), 3000)
      })`)
      expect(framed).toBe('closed')
      expect(shop.tree()).toEqual(before)
      expect(waitingIn(shop)).toBe(waiting)
      expect(shop.json(['proposals'])['allowed'] ?? []).toEqual([])
      other.close()
    })

    test.runIf(process.env['MEMORY_BANK_PICTURES'] !== undefined)('is drawn for people to look at', async () => {
      await drawPictures(String(process.env['MEMORY_BANK_PICTURES']), served)
    })
  })

  test('a bank that attacks it is text and nothing else [S54]', async () => {
    const own = freshSandbox()
    shopBank(own, 'en')
    own.write({
      'memory-bank/MEMORY.md': `${own.read('memory-bank/MEMORY.md')}\n${HOSTILE}`,
      'memory-bank/details/hostile <img src=x onerror=alert(1)>.md': HOSTILE,
    })
    propose(own, [
      addition('focus', { text: 'Ship <img src=x onerror="document.title=1"> \u202etxt.exe' }, [
        '<script>alert(1)</script>',
      ]),
    ])
    const { page, faults } = await signedIn(await started(own))
    for (const name of [
      ...PAGES,
      'read?path=MEMORY.md',
      'inbox?id=%3Cimg%20onerror%3D1%3E',
      'read?path=../../etc/passwd',
    ]) {
      await goTo(page, name)
      expect(faults().filter((fault) => !/40[04]|422/.test(fault))).toEqual([])
      expect(await page.locator('#page img, #page iframe, #page script, #page [onerror]').count()).toBe(0)
      expect(await page.locator('#page a[href^="javascript" i], #page a[href^="data" i]').count()).toBe(0)
      expect(await sideways(page)).toBeLessThanOrEqual(0)
    }
  })

  test('a bank of 2,000 files and 500 proposals is painted and searched while one types [S54]', async () => {
    const own = freshSandbox()
    shopBank(own, 'en')
    const folder = join(own.bank, 'details/learnings/bugs')
    mkdirSync(folder, { recursive: true })
    for (let index = 0; index < 2_000; index += 1)
      writeFileSync(join(folder, `2026-01-01-case-${index}.md`), caseText(index))
    for (let batch = 0; batch < 10; batch += 1)
      propose(
        own,
        Array.from({ length: 50 }, (_, index) =>
          addition('focus', { text: `Ship part ${batch * 50 + index} of the plan` }),
        ),
        `batch-${batch}`,
      )
    const figures: Record<string, number> = {}
    const timed = async (name: string, work: () => Promise<unknown>) => {
      const began = performance.now()
      await work()
      figures[name] = Math.round(performance.now() - began)
    }
    const server = await started(own)
    const { page, faults } = await watchedPage(browser, { viewport: { width: 1280, height: 800 } })
    await timed('inbox painted', async () => {
      await page.goto(server.link())
      await page.locator('.row').first().waitFor({ timeout: 60_000 })
    })
    await timed('files listed', async () => {
      await page.keyboard.press('3')
      await page.locator('.page-read .row').first().waitFor({ timeout: 60_000 })
    })
    expect(await page.locator('.row').count()).toBeLessThan(400)
    await page.keyboard.press('/')
    await timed('first match while typing', async () => {
      await page.keyboard.type('case-1234')
      await page.locator('.row', { hasText: '1234' }).first().waitFor({ timeout: 60_000 })
    })
    await timed('file opened', async () => {
      await page.keyboard.press('Enter')
      await page.locator('.detail').getByText('the cure of 1234').first().waitFor({ timeout: 60_000 })
    })
    process.stdout.write(`page on 2,000 files, ms: ${JSON.stringify(figures)}\n`)
    expect(faults()).toEqual([])
    // Slower by an order of magnitude is not a loaded machine.
    for (const [name, ms] of Object.entries(figures)) expect(ms, name).toBeLessThan(30_000)
  })
})

/** On a machine that does much else nothing is there at once. */
function becomes<T>(look: () => T) {
  return expect.poll(look, { timeout: 20_000, interval: 50 })
}

function countFixable(sandbox: Sandbox): number {
  const { findings } = sandbox.json(['check'])
  return Array.isArray(findings) ? findings.filter(({ fixable }) => fixable).length : 0
}

function freshSandbox(): Sandbox {
  const sandbox = new Sandbox({ name: 'sample-shop' })
  sandboxes.push(sandbox)
  return sandbox
}

async function started(sandbox: Sandbox, args: readonly string[] = []): Promise<Served> {
  const served = await serve(sandbox, args)
  servers.push(served)
  return served
}

interface Look {
  readonly language?: Language
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
}

/** Opened by a new code of the terminal, as a person opens it. */
async function signedIn(served: Served, look: Look = {}): Promise<Watched> {
  const { language = 'en', theme = 'light', width = 1280, height = 800 } = look
  const watched = await watchedPage(browser, {
    viewport: { width, height },
    colorScheme: theme,
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
  })
  const used = served.link()
  served.press('\r')
  await becomes(() => served.link()).not.toBe(used)
  await watched.page.goto(served.link())
  await watched.page.locator('.page-head').waitFor()
  return watched
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${name}`)}`)
  await page.locator(`.page-${name.split('?')[0]}`).waitFor()
  // Two frames later what it asks for has been asked for.
  const waits = `new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))
    .then(() => document.querySelectorAll('.waiting').length)`
  await becomes(() => page.evaluate(waits)).toBe(0)
}

async function seriousFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  const results: AxeResults = await page.evaluate('axe.run({ resultTypes: ["violations"] })')
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

function waitingIn(sandbox: Sandbox): number {
  const { proposals } = sandbox.json(['proposals'])
  return Array.isArray(proposals) ? proposals.length : 0
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

function caseText(index: number): string {
  return `# Case ${index}\n\n- Symptom: the order ${index} fails\n- Root cause: the reason of ${index}\n- Solution: the cure of ${index}\n- Prevention: none\n`
}

const HOSTILE = `
# <script>alert(1)</script> <img src=x onerror=alert(1)>

[click](javascript:alert(1)) [data](data:text/html,<script>alert(1)</script>) [up](../../../../etc/passwd)
![picture](http://198.51.100.7/beacon.png) <iframe src="http://198.51.100.7/"></iframe> <svg onload=alert(1)>

\u202e\u2066right to left\u2069\u202c and \u0000 a zero.

| <b>a</b> | [b](JaVaScRiPt:alert(1)) |
|---|---|
| ${'x'.repeat(5_000)} | \`${'`'.repeat(40)} |

${'long'.repeat(20_000)}

${'> '.repeat(200)}deep

${'**'.repeat(400)}${'['.repeat(2_000)}${'('.repeat(2_000)}
`

/** The two pictures of the README; with a folder every page in every look. */
async function drawPictures(wanted: string, served: Served): Promise<void> {
  const shop = freshSandbox()
  shopBank(shop, 'zh')
  const banks = { en: served, zh: await started(shop) }
  for (const language of LANGUAGES) {
    const { page, context } = await signedIn(banks[language], { language, width: 1200, height: 720 })
    await goTo(page, 'inbox')
    const readme = join(ROOT, `docs/pictures/dashboard.${language}.png`)
    await page.screenshot({ path: readme })
    expect(statSync(readme).size).toBeLessThan(150_000)
    await context.close()
    if (wanted !== 'README') await drawLooks(wanted, language, banks[language])
  }
}

async function drawLooks(folder: string, language: Language, served: Served): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const theme of THEMES)
    for (const width of WIDTHS) {
      const { page, context } = await signedIn(served, { language, theme, width, height: 860 })
      for (const name of PAGES) {
        await goTo(page, name)
        await page.screenshot({ path: join(folder, `${name.split('?').join('-')}.${language}.${theme}.${width}.png`) })
      }
      await context.close()
    }
}
