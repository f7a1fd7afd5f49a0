/** The dashboard in a real browser, served by the real program: layout, keyboard, attacks, loss of the server. */

import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe, { type AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { headlineOf } from '../../src/bank/decode-addition.ts'
import type { Language } from '../../src/base/language.ts'
import type { ProposalStatus } from '../../src/base/proposal-status.ts'
import { launchBrowser, NO_BROWSER, sideways, type Watched, watchedPage } from './browser.ts'
import { ROOT, Sandbox } from './harness.ts'
import { type Served, serve } from './page.ts'
import { addition, proposalsIn, propose, proposeMany, rejectIn, shopBank } from './shop-bank.ts'

const PAGES = [
  ...['inbox', 'inbox?show=unconfirmed', 'inbox?show=settled', 'agent', 'agent?ask=prices', 'read', 'use', 'history'],
  'check',
] as const
const LANGUAGES = ['en', 'zh'] as const
const THEMES = ['light', 'dark'] as const
const WIDTHS = [390, 900, 1440] as const
/** The width of each accessibility check: both themes in both languages, every width at least once. */
const READ_AT = { en: { light: 1440, dark: 390 }, zh: { light: 390, dark: 900 } } as const

let browser: Browser
let shop: Sandbox
let served: Served
const sandboxes: Sandbox[] = []
const servers: Served[] = []

describe.skipIf(NO_BROWSER !== undefined)(NO_BROWSER ?? 'the page in a browser', () => {
  beforeAll(async () => {
    const launched = launchBrowser()
    shop = freshSandbox()
    shopBank(shop, 'en')
    served = await started(shop)
    shop.save()
    browser = await launched
  })
  /** Every test starts with the same bank and three proposals. The server rereads them. */
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
    shop.restore()
  })
  afterAll(async () => {
    await browser?.close()
    for (const { kill, ended } of servers) {
      try {
        kill('SIGKILL')
      } catch {
        // Already ended.
      }
      await ended
    }
    for (const sandbox of sandboxes) sandbox.remove()
  })

  describe('the layout', () => {
    test.each(LANGUAGES)('in %s is accessible, stable and makes no foreign request [S54]', async (language) => {
      const found: string[] = []
      const patterns = 'memory-bank/details/patterns.md'
      shop.write({ [patterns]: shop.read(patterns).replace('rounding errors', 'rounding errors of March') })
      for (const theme of THEMES) {
        const watched = await signedIn(served, { language, theme })
        const read = READ_AT[language][theme]
        // Themes differ only in colours.
        for (const width of theme === 'light' ? WIDTHS : [read]) {
          await watched.page.setViewportSize({ width, height: 800 })
          for (const name of PAGES) {
            await goTo(watched.page, name)
            const where = `${name} ${theme} ${width}`
            const faults = [...watched.faults(), ...(width === read ? await seriousFindings(watched.page) : [])]
            for (const fault of faults) found.push(`${where}: ${fault}`)
            const shift = await watched.shift()
            if (shift > 0.05) found.push(`${where}: shifts by ${shift}`)
            const over = await sideways(watched.page)
            if (over > 0) found.push(`${where}: ${over} px too wide`)
          }
        }
      }
      expect(found).toEqual([])
    })

    test('works from the exported file without requests or writing buttons [S54]', async () => {
      const file = join(shop.base, 'bank.html')
      shop.run(['dashboard', '--export', file])
      const { page, faults } = await watchedPage(browser, { viewport: { width: 1280, height: 800 } })
      await page.goto(pathToFileURL(file).href)
      for (const name of PAGES) {
        await goTo(page, name)
        // The only request is the file itself.
        expect([name, faults().filter((fault) => fault !== `request: ${page.url().replace(/#.*/, '')}`)]).toEqual([
          name,
          [],
        ])
        expect(await page.getByRole('button', { name: /accept|reject|undo|fix|archive/i }).count()).toBe(0)
      }
      await goTo(page, 'read?path=MEMORY.md')
      await page.getByText('Refunds: an order').first().waitFor()
    })

    test('asks for everything once, after it watches for changes [S54]', async () => {
      const { page } = await watchedPage(browser, { viewport: { width: 1280, height: 800 } })
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(await served.newLink())
      await live(page, 'inbox')
      // A badge is the last to be drawn.
      await page.locator('.badge').first().waitFor()
      const data = asked.filter((path) => path.startsWith('/api/') && path !== '/api/login')
      expect(data.length).toBe(new Set(data).size)
      expect(data[0]).toBe('/api/events')
    })

    test('follows changes of the bank [S54]', async () => {
      const { page } = await signedIn(served)
      await goTo(page, 'read?path=MEMORY.md')
      await page.getByText('Refunds: an order').first().waitFor()
      const text = shop.read('memory-bank/MEMORY.md')
      shop.write({ 'memory-bank/MEMORY.md': text.replace('Refunds: an order', 'Returns: an order') })
      await page.getByText('Returns: an order').first().waitFor()
    })

    test.runIf(process.env['MEMORY_BANK_PICTURES'] !== undefined)('is drawn for people to look at', async () => {
      await drawPictures(String(process.env['MEMORY_BANK_PICTURES']), served)
    })
  })

  describe('the keyboard', () => {
    test('moves through proposals, rejects and accepts them, and opens every page [S54]', async () => {
      const { page } = await signedIn(served)
      const first = await titleOn(page)
      // A new proposal does not replace the one being read.
      const rows = await page.locator('.list .row').count()
      propose(shop, [addition('focus', { text: 'The shop speaks French' })], 'later')
      await becomes(() => page.locator('.list .row').count()).toBe(rows + 1)
      await press(page, 'r')
      await page.locator('dialog[open]').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      expect(await titleOn(page)).toBe(first)
      await press(page, 'j')
      expect(await titleOn(page)).not.toBe(first)
      await press(page, 'k')
      expect(await titleOn(page)).toBe(first)
      await press(page, 'a')
      await becomes(() => statusesIn(shop)[first]).toBe('accepted')
      const second = await titleOn(page)
      expect(second).not.toBe(first)
      await press(page, 'r')
      await page.locator('dialog[open]').waitFor()
      await page.keyboard.type('Not ours to decide.')
      await page.keyboard.press('Enter')
      await becomes(() => statusesIn(shop)[second]).toBe('rejected')
      for (const [index, name] of ['agent', 'read', 'use', 'history', 'check'].entries()) {
        await press(page, String(index + 2))
        await live(page, name)
      }
    })

    test('undoes a change and applies fixes after a preview [S54]', async () => {
      const { page } = await signedIn(served)
      const asked = page.locator('dialog[open]')
      const carriedOut = async (key: string, act: string) => {
        await press(page, key)
        await asked.locator('.diff').first().waitFor()
        await asked.getByRole('button', { name: act, exact: true }).click()
        await asked.waitFor({ state: 'detached' })
      }
      const before = shop.tree()
      shop.json(['add', 'focus', '--text', 'Ship the French shop', '--yes'])
      await goTo(page, 'history')
      await page.locator('.detail h2', { hasText: 'French' }).waitFor()
      await carriedOut('u', 'Undo')
      await becomes(() => shop.tree()).toEqual(before)
      await page.locator('.row', { hasText: 'undone' }).first().waitFor()
      // An undo that would lose a later change says so, and shows what it would overwrite.
      shop.json(['add', 'focus', '--text', 'Ship the Dutch shop', '--yes'])
      await page.locator('.row', { hasText: 'Dutch' }).first().click()
      await page.locator('.detail h2', { hasText: 'Dutch' }).waitFor()
      shop.write({ 'memory-bank/MEMORY.md': shop.read('memory-bank/MEMORY.md').replace('Refunds: an', 'Returns: an') })
      await press(page, 'u')
      await asked.getByRole('button', { name: 'Show what overwriting' }).click()
      await asked.getByText('Returns: an').first().waitFor()
      await asked.getByRole('button', { name: 'Undo and overwrite' }).click()
      await asked.waitFor({ state: 'detached' })
      await becomes(() => shop.read('memory-bank/MEMORY.md')).not.toContain('Returns: an')
      shop.write({
        'memory-bank/details/design/index.md': '# Designs\n\n| path | title |\n|---|---|\n| gone.md | Gone |\n',
      })
      const fixable = () => countFixable(shop)
      expect(fixable()).toBeGreaterThan(0)
      await goTo(page, 'check')
      await page.getByRole('button', { name: /^Fix \d/ }).waitFor()
      await carriedOut('f', 'Fix')
      await becomes(fixable).toBe(0)
    })

    test('is live only after the content has loaded, and then loses no key [S54]', async () => {
      const { page, context } = await watchedPage(browser, { viewport: { width: 1280, height: 800 } })
      let open = () => {}
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      await context.route('**/api/review?*', async (route) => {
        await opened
        await route.continue()
      })
      await page.goto(await served.newLink())
      const keys = () => page.evaluate('document.documentElement.dataset.keys')
      await page.locator('.list .row').first().waitFor()
      expect(await keys()).toBe('loading')
      await page.keyboard.press('a')
      open()
      // The first key pressed after `live` must act.
      await page.evaluate(`new Promise((done) => {
        const look = () => {
          if (document.documentElement.dataset.keys !== 'live') return false
          dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true, cancelable: true }))
          done()
          return true
        }
        if (!look()) new MutationObserver((_, watch) => look() && watch.disconnect())
          .observe(document.documentElement, { attributes: true })
      })`)
      await page.locator('dialog[open]').waitFor()
      expect(await keys()).toBe('off')
      expect(new Set(Object.values(statusesIn(shop)))).toEqual(new Set(['waiting']))
    })

    test('does not answer a proposal by its outdated state [S54]', async () => {
      const { page, context } = await signedIn(served)
      const first = await titleOn(page)
      await page.locator('.list .row').nth(1).click()
      await live(page, 'inbox')
      let open = () => {}
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      await context.route('**/api/review?*', async (route) => {
        await opened
        await route.continue()
      })
      await page.locator('.list .row', { hasText: first }).click()
      await page.locator('.detail h2', { hasText: first }).waitFor()
      expect(await page.evaluate('document.documentElement.dataset.keys')).toBe('loading')
      open()
      await press(page, 'a')
      await becomes(() => statusesIn(shop)[first]).toBe('accepted')
    })

    test('types into an open form and answers nothing, wherever the focus is [S54]', async () => {
      const { page } = await signedIn(served)
      await page.locator('.list .row').nth(1).click()
      const title = await titleOn(page)
      await press(page, 'e')
      await page.keyboard.type('another title')
      const field = page.locator('.editing textarea').first()
      expect(await field.inputValue()).toBe(`${title}another title`)
      // Focus outside the field, with the form still open.
      await page.locator('.list .row').nth(1).focus()
      for (const key of ['a', 'r', 'e', 'x', 'j', 'k', 'u', '2', 'Escape']) await page.keyboard.press(key)
      expect(await page.locator('dialog[open]').count()).toBe(0)
      expect(page.url()).toContain('#/inbox')
      expect(await field.inputValue()).toBe(`${title}another title`)
      // After the check it can be accepted.
      await page.getByRole('button', { name: 'Accept as edited' }).and(page.locator(':enabled')).waitFor()
      await field.press('Control+Enter')
      await becomes(() => statusesIn(shop)[`${title}another title`]).toBe('accepted')
      expect(Object.values(statusesIn(shop)).toSorted()).toEqual(['accepted', 'waiting', 'waiting'])
    })

    test('ignores modifiers, IME composition and key repeats [S54]', async () => {
      const { page } = await signedIn(served)
      const title = await titleOn(page)
      const modifiers = [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }]
      for (const state of [...modifiers, { isComposing: true }, { keyCode: 229 }, { repeat: true }])
        for (const key of ['a', 'r', 'e', 'x', 'Escape']) {
          const pressed = JSON.stringify({ ...state, key, bubbles: true, cancelable: true })
          await page.evaluate(`document.body.dispatchEvent(new KeyboardEvent('keydown', ${pressed}))`)
        }
      await live(page, 'inbox')
      expect(await page.locator('dialog[open], .editing, input:checked').count()).toBe(0)
      expect([await titleOn(page), new Set(Object.values(statusesIn(shop)))]).toEqual([title, new Set(['waiting'])])
    })

    test('answers one proposal for a held key, typing ahead or a double click [S54]', async () => {
      const { page } = await signedIn(served)
      const answers: readonly (() => Promise<unknown>)[] = [
        async () => {
          await page.keyboard.down('a')
          for (let held = 0; held < 5; held += 1) await page.keyboard.down('a')
          await page.keyboard.up('a')
        },
        () => page.getByRole('button', { name: 'Accept', exact: false }).first().dblclick(),
        async () => {
          for (let typed = 0; typed < 5; typed += 1) await page.keyboard.press('a')
        },
      ]
      for (const [index, answer] of answers.entries()) {
        await live(page, 'inbox')
        await answer()
        await becomes(() => openIn(shop)).toBe(2 - index)
        // Extra key presses would have taken effect by then.
        await page.locator(index === 2 ? '.empty' : 'html[data-keys="live"] .actions').waitFor()
        expect(openIn(shop)).toBe(2 - index)
      }
    })

    test('treats letters right after a key without effect as typing [S54]', async () => {
      const { page } = await signedIn(served)
      const title = await titleOn(page)
      const word = `for (const key of 'banana') dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))`
      await page.evaluate(word)
      expect(await page.evaluate('document.documentElement.dataset.keys')).toBe('loading')
      await live(page, 'inbox')
      expect(statusesIn(shop)[title]).toBe('waiting')
      await press(page, 'a')
      await becomes(() => statusesIn(shop)[title]).toBe('accepted')
    })

    test('does not type the opening key into a form or dialog, even if held [S54]', async () => {
      const { page } = await signedIn(served)
      const title = await titleOn(page)
      const hold = async (key: string) => {
        await live(page, 'inbox')
        for (let held = 0; held < 4; held += 1) await page.keyboard.down(key)
        await page.keyboard.up(key)
      }
      await hold('e')
      expect(await page.locator('.editing textarea').first().inputValue()).toBe(title)
      await page.keyboard.press('Escape')
      await hold('r')
      expect(await page.locator('#because').inputValue()).toBe('')
      // Holding or repeating Enter rejects once.
      for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('Enter')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      await live(page, 'inbox')
      expect(openIn(shop)).toBe(2)
      expect(await page.locator('.toast.bad').count()).toBe(0)
    })
  })

  describe('a draft', () => {
    test('is shown in row and card, and blocks acceptance until resumed or discarded [S54]', async () => {
      const { page } = await signedIn(served)
      const first = await titleOn(page)
      const field = page.locator('.editing textarea').first()
      const row = page.locator('.list .row').first()
      const accept = page.getByRole('button', { name: /^Accept/ }).first()
      const draft = async () => {
        await press(page, 'e')
        await field.fill('Another title')
        await page.keyboard.press('Escape')
        await field.waitFor({ state: 'detached' })
      }
      await draft()
      await row.getByText('edited, not saved').waitFor()
      expect(await row.textContent()).toContain('Another title')
      const card = page.locator('.detail .draft')
      expect(await card.textContent()).toMatch(/edited, not saved.*Another title/i)
      expect(await accept.isDisabled()).toBe(true)
      await press(page, 'a')
      // The draft is still there after a visit to another page.
      await press(page, 'j')
      expect(await titleOn(page)).not.toBe(first)
      await press(page, '2')
      await live(page, 'agent')
      await press(page, '1')
      await live(page, 'inbox')
      await row.click()
      await card.waitFor()
      await press(page, 'a')
      // Nor together with others.
      for (const at of [0, 1]) await page.locator('.markable input').nth(at).check()
      await page.getByRole('button', { name: 'Accept…' }).click()
      await page.locator('dialog').getByText('edited, not saved').waitFor()
      await page.locator('dialog').getByRole('button', { name: 'Accept 1', exact: true }).waitFor()
      await page.keyboard.press('Escape')
      for (const at of [0, 1]) await page.locator('.markable input').nth(at).uncheck()
      expect(new Set(Object.values(statusesIn(shop)))).toEqual(new Set(['waiting']))
      // A resumed draft is accepted as edited.
      await page.locator('.detail').click({ position: { x: 5, y: 5 } })
      await press(page, 'e')
      await becomes(() => field.inputValue()).toBe('Another title')
      await becomes(() => accept.isEnabled()).toBe(true)
      await field.press('Control+Enter')
      await becomes(() => statusesIn(shop)['Another title']).toBe('accepted')
      // After discarding, the agent's text is accepted.
      await live(page, 'inbox')
      const second = await titleOn(page)
      await draft()
      await page.getByRole('button', { name: 'Discard edits' }).press('Enter')
      await card.waitFor({ state: 'detached' })
      await press(page, 'a')
      await becomes(() => statusesIn(shop)[second]).toBe('accepted')
    })

    test('and its form stay open when the proposal is answered elsewhere [S54]', async () => {
      const { page } = await signedIn(served)
      const [first, rows] = [await titleOn(page), page.locator('.list .row')]
      await press(page, 'e')
      await page.keyboard.type('; a')
      rejectIn(shop, first)
      await becomes(() => rows.count()).toBe(2)
      await page.keyboard.type('rea')
      await page.keyboard.press('Enter')
      await page.keyboard.type('a')
      expect(await page.locator('.editing textarea').first().inputValue()).toBe(`${first}; area\na`)
      await page.keyboard.press('Escape')
      expect(await titleOn(page)).not.toBe(first)
      expect([statusesIn(shop)[first], openIn(shop)]).toEqual(['rejected', 2])
      await page.getByRole('button', { name: 'Answered' }).click()
      await page.locator('.row', { hasText: 'edited, not saved' }).waitFor()
    })

    test('does not exist without changes [S54]', async () => {
      const { page } = await signedIn(served)
      const first = await titleOn(page)
      await press(page, 'e')
      await page.locator('.editing textarea').first().fill('x')
      await page.locator('.editing textarea').first().fill(first)
      await page.keyboard.press('Escape')
      await live(page, 'inbox')
      expect(await page.getByText('edited, not saved').count()).toBe(0)
      await press(page, 'a')
      await becomes(() => statusesIn(shop)[first]).toBe('accepted')
    })
  })

  describe('an answer', () => {
    test('can be undone: an acceptance, and a rejection at once or later [S42] [S54]', async () => {
      const { page } = await signedIn(served)
      const before = shop.tree()
      const first = await titleOn(page)
      const waits = async (title: string) => {
        await becomes(() => statusesIn(shop)[title]).toMatch(/waiting|skipped/)
        await page.locator('.list .row', { hasText: title }).waitFor()
      }
      const rejected = async () => {
        const title = await titleOn(page)
        await press(page, 'r')
        await page.locator('dialog[open]').waitFor()
        await page.keyboard.press('Enter')
        await becomes(() => statusesIn(shop)[title]).toBe('rejected')
        return title
      }
      await press(page, 'a')
      await becomes(() => statusesIn(shop)[first]).toBe('accepted')
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await press(page, 'u')
      await waits(first)
      expect(shop.tree()).toEqual(before)
      await page.locator('.list .row', { hasText: first }).click()
      await press(page, 'a')
      await becomes(() => statusesIn(shop)[first]).toBe('accepted')
      const second = await rejected()
      await page.locator('.toast', { hasText: 'Rejected' }).waitFor()
      await press(page, 'u')
      await waits(second)
      const third = await rejected()
      await page.getByRole('button', { name: 'Answered' }).click()
      // Being answered is no error.
      await page.locator('.list .row', { hasText: first }).click()
      await page.locator('.detail .tag', { hasText: 'accepted' }).waitFor()
      expect(await page.locator('.detail .note.bad').count()).toBe(0)
      await page.locator('.list .row', { hasText: third }).click()
      await page.getByRole('button', { name: 'Reopen' }).waitFor()
      await press(page, 'o')
      await waits(third)
      expect(await titleOn(page)).toBe(third)
    })

    test('on two pages at once is written once [S16] [S54]', async () => {
      const both = [served, await started(shop)]
      const pages = await Promise.all(both.map(async (one) => (await signedIn(one)).page))
      const [title = ''] = await Promise.all(pages.map(titleOn))
      await Promise.all(pages.map((page) => page.keyboard.press('a')))
      await Promise.all(pages.map((page) => page.locator('.toast').waitFor()))
      expect([statusesIn(shop)[title], openIn(shop)]).toEqual(['accepted', 2])
      const { entries } = shop.json(['list'])
      const titles = Array.isArray(entries) ? entries.map((entry) => entry.title) : []
      expect(titles.filter((one) => one === title)).toHaveLength(1)
    })
  })

  describe('an unconfirmed change', () => {
    test('is counted at once, shown with its diff, and kept or undone with one key [S34] [S54]', async () => {
      const { page, faults } = await signedIn(served)
      const badge = page.locator('.pages a', { hasText: 'Inbox' }).locator('.badge')
      await becomes(() => badge.textContent()).toBe('3')
      const [tech, progress] = ['memory-bank/details/tech.md', 'memory-bank/details/progress.md']
      const before = shop.read(tech)
      shop.write({ [tech]: `${before}\nMine.\n`, [progress]: `${shop.read(progress)}\nTheirs.\n` })
      await becomes(() => badge.textContent()).toBe('5')
      await page.getByRole('button', { name: 'Unconfirmed 2' }).click()
      await page.locator('.detail .diff').waitFor()
      const shown = () => page.locator('.detail h2').first().textContent()
      await page.locator('.list .row', { hasText: 'tech.md' }).click()
      await becomes(shown).toBe('details/tech.md')
      // A held key answers one change.
      await live(page, 'inbox')
      for (let held = 0; held < 3; held += 1) await page.keyboard.down('r')
      await page.keyboard.up('r')
      await becomes(() => shop.read(tech)).toBe(before)
      await becomes(shown).toBe('details/progress.md')
      await page.locator('.toast', { hasText: 'Undone' }).waitFor()
      expect(shop.read(progress)).toContain('Theirs.')
      // Redo writes it again, now confirmed.
      await press(page, 'u')
      await becomes(() => shop.read(tech)).toContain('Mine.')
      await press(page, 'a')
      await page.locator('.empty').waitFor()
      await becomes(() => badge.textContent()).toBe('3')
      expect([shop.json(['status'])['unconfirmed'], faults()]).toEqual([0, []])
    })
  })

  describe('the figures', () => {
    test('count findings again after a change, and show the pack as the agent gets it [S50] [S54]', async () => {
      const { page } = await signedIn(served)
      const badge = page.locator('.pages a', { hasText: 'Check' }).locator('.badge')
      const counted = async () => Number((await badge.count()) === 0 ? 0 : await badge.textContent())
      const findings = () => (shop.json(['check'])['findings'] as readonly unknown[]).length
      const before = findings()
      await becomes(counted).toBe(before)
      shop.write({ 'memory-bank/details/design/broken.md': '# Broken\n\nSee [nothing](nothing.md).\n' })
      await becomes(counted).toBe(before + 1)
      await goTo(page, 'agent?ask=prices')
      await page.getByText('The exact text that the agent gets').click()
      const exact = (await page.locator('details[open] pre').textContent()) ?? ''
      expect(exact).toContain('Prices are integers in cents')
    })

    test('of a search by kind include rows found by their text [S54]', async () => {
      const { page } = await signedIn(served)
      await goTo(page, 'read')
      await page.locator('.list select').selectOption('decision')
      await page.locator('.list .row').nth(1).waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('rounding errors')
      await becomes(() => page.locator('.list .row').allTextContents()).toEqual([expect.stringContaining('Prices are')])
    })
  })

  describe('attacks and failures', () => {
    test('reports a stopped server and signs in again when it is back [S54]', async () => {
      const first = await started(shop)
      const { page } = await signedIn(first)
      first.kill('SIGKILL')
      await first.ended
      await page.getByText('The server has stopped').first().waitFor()
      const second = await started(shop, ['--port', String(first.port)])
      await page.getByText('The dashboard was started again').waitFor()
      await page.locator('.login input').fill(new URL(second.link()).hash.slice(1))
      await page.keyboard.press('Enter')
      await page.locator('.detail h2').first().waitFor()
    })

    test('a second tab reads, says so, and signs in before it answers [S54]', async () => {
      const { page, context } = await signedIn(served)
      const second = await context.newPage()
      await second.goto(new URL(served.link()).origin)
      await live(second, 'inbox')
      await second.getByText('This tab can only read').waitFor()
      await press(second, 'a')
      await second.getByText('Each tab signs in by itself').waitFor()
      expect(new Set(Object.values(statusesIn(shop)))).toEqual(new Set(['waiting']))
      await second.locator('.login input').fill(new URL(await served.newLink()).hash.slice(1))
      await second.keyboard.press('Enter')
      await live(second, 'inbox')
      expect(await second.getByText('This tab can only read').count()).toBe(0)
      const title = await titleOn(second)
      await press(second, 'a')
      await becomes(() => statusesIn(shop)[title]).toBe('accepted')
      await becomes(() => page.locator('.list .row').count()).toBe(2)
    })

    test('another origin can neither read nor write [S54]', async () => {
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
      const waiting = openIn(shop)
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
      })`)
      expect(framed).toBe('closed')
      expect(shop.tree()).toEqual(before)
      expect(openIn(shop)).toBe(waiting)
      expect(shop.json(['proposals'])['allowed'] ?? []).toEqual([])
      other.close()
    })

    test('hostile bank text stays text [S54]', async () => {
      shop.write({
        'memory-bank/MEMORY.md': `${shop.read('memory-bank/MEMORY.md')}\n${HOSTILE}`,
        'memory-bank/details/hostile <img src=x onerror=alert(1)>.md': HOSTILE,
      })
      propose(shop, [
        addition('focus', { text: 'Ship <img src=x onerror="document.title=1"> \u202etxt.exe' }, [
          '<script>alert(1)</script>',
        ]),
      ])
      const { page, faults } = await signedIn(served)
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

    test('2,000 files and 500 proposals are painted and searched while typing [S54]', async () => {
      const folder = join(shop.bank, 'details/learnings/bugs')
      mkdirSync(folder, { recursive: true })
      for (let index = 0; index < 2_000; index += 1)
        writeFileSync(join(folder, `2026-01-01-case-${index}.md`), caseText(index))
      proposeMany(shop, 500)
      const figures: Record<string, number> = {}
      const timed = async (name: string, work: () => Promise<unknown>) => {
        const began = performance.now()
        await work()
        figures[name] = Math.round(performance.now() - began)
      }
      const { page, faults } = await watchedPage(browser, { viewport: { width: 1280, height: 800 } })
      await timed('inbox painted', async () => {
        await page.goto(await served.newLink())
        await page.locator('.row').first().waitFor()
      })
      await timed('files listed', async () => {
        await page.keyboard.press('3')
        await page.locator('.page-read .row').first().waitFor()
      })
      expect(await page.locator('.row').count()).toBeLessThan(400)
      await page.keyboard.press('/')
      await timed('first match while typing', async () => {
        await page.keyboard.type('case-1234')
        await page.locator('.row', { hasText: '1234' }).first().waitFor()
      })
      await timed('file opened', async () => {
        await page.keyboard.press('Enter')
        await page.locator('.detail').getByText('the cure of 1234').first().waitFor()
      })
      process.stdout.write(`page on 2,000 files, ms: ${JSON.stringify(figures)}\n`)
      expect(faults()).toEqual([])
      // A loaded machine is slower, but not by an order of magnitude.
      for (const [name, ms] of Object.entries(figures)) expect(ms, name).toBeLessThan(30_000)
    })
  })
})

/** Generous for busy machines. */
function becomes<T>(look: () => T) {
  return expect.poll(look, { timeout: 120_000, interval: 50 })
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

/** Opens the page with a new code, as a user does. */
async function signedIn(served: Served, look: Look = {}): Promise<Watched> {
  const { language = 'en', theme = 'light', width = 1280, height = 800 } = look
  const watched = await watchedPage(browser, {
    viewport: { width, height },
    colorScheme: theme,
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
  })
  await watched.page.goto(await served.newLink())
  await live(watched.page, 'inbox')
  return watched
}

/** Waits until the keys are live: content loaded, no form open. */
async function live(page: Page, name: string): Promise<void> {
  await page.locator(`html[data-keys="live"] .page-${name}`).waitFor()
}

async function press(page: Page, key: string): Promise<void> {
  await page.locator('html[data-keys="live"]').waitFor()
  await page.keyboard.press(key)
}

/** The title of the shown proposal. */
async function titleOn(page: Page): Promise<string> {
  await live(page, 'inbox')
  return (await page.locator('.detail h2').first().textContent()) ?? ''
}

/** Waits until the page has processed the change, loaded its content and drawn a frame. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.evaluate(`new Promise((heard) => {
    const hash = ${JSON.stringify(`#/${name}`)}
    if (location.hash === hash) return heard()
    addEventListener('hashchange', heard, { once: true })
    location.hash = hash
  })`)
  await page.locator(`html:not([data-keys="loading"]) .page-${name.split('?')[0]}`).waitFor()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(drawn))')
}

async function seriousFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  const results: AxeResults = await page.evaluate('axe.run({ resultTypes: ["violations"] })')
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

/** The status of each proposal by title. */
function statusesIn(sandbox: Sandbox): Readonly<Record<string, ProposalStatus>> {
  return Object.fromEntries(proposalsIn(sandbox).map(({ addition, status }) => [headlineOf(addition), status]))
}

function openIn(sandbox: Sandbox): number {
  return proposalsIn(sandbox).filter(({ status }) => status === 'waiting').length
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

/** The README's two pictures; with a folder, every page in every variant. */
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
