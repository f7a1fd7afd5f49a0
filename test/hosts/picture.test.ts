/**
 * The README's pictures show the real OpenCode: a refusal, a proposal, and the result of the user's yes.
 *
 * After changing these texts, redraw them with `npm test -- -u test/hosts/picture.test.ts`.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { A_PERSONS_SCRIPT } from '../scenarios/harness.ts'
import { ROOT, whyNotHere } from './host-stage.ts'
import { OPENCODE, OpenCode, type OpenCodeScene } from './open-code.ts'
import { picture, type Spoken } from './picture.ts'

const missing = whyNotHere(OPENCODE, 'OpenCode')
let host: OpenCode

beforeAll(async () => {
  if (missing === undefined) host = await OpenCode.start()
})
afterAll(() => host?.stop())

const STORIES = {
  en: {
    title: 'An edit is refused until the decisions are read; a proposal is written after the person agrees',
    decision: {
      title: 'Prices are integers in cents',
      why: 'rounding errors reached invoices',
      'given-up': 'floats, decimal.js',
      'applies-to': 'the whole shop',
    },
    wish: 'Use decimal.js for prices, please.',
    objection:
      'We decided against decimal.js: rounding errors reached invoices, so prices are integers in cents. I leave package.json as it is.',
    news: 'Right. By the way: the bank declines any charge above 9,999, their support says.',
    learning: {
      title: 'Charges above 9,999 are declined',
      symptom: 'large orders fail with a bare 402',
      cause: 'a limit of our bank that no document names',
      solution: 'split the order into several charges, in src/shop.js',
      prevention: 'check the total before charging',
    },
    question: '💾 Write this',
    yes: 'yes',
    later: 'Orders above 10,000 fail. Please look into it.',
    readme: 'README.md',
    result: '[Memory Bank updated]',
  },
  zh: {
    title: '读过决策之前，修改被拒绝；用户同意之后，提议才写入',
    decision: {
      title: '价格一律用整数（分）',
      why: '舍入误差曾出现在发票上',
      'given-up': '浮点数、decimal.js',
      'applies-to': '整个商城',
    },
    wish: '价格改用 decimal.js 吧。',
    objection: '项目早有决策：舍入误差曾出现在发票上，价格一律用整数（分），不用 decimal.js。package.json 保持不变。',
    news: '明白。另外，银行客服说：单笔超过 9999 元一律拒付。',
    learning: {
      title: '单笔超过 9999 元会被拒付',
      symptom: '大额订单只返回 402',
      cause: '银行的限额，文档里没有写',
      solution: '在 src/shop.js 中把订单拆成多笔扣款',
      prevention: '扣款前先检查总额',
    },
    question: '💾 要把',
    yes: '好',
    later: '一万元以上的订单失败了，查一下。',
    readme: 'README.zh-CN.md',
    result: '[Memory Bank 写入完成]',
  },
} as const

describe.skipIf(missing !== undefined)(missing ?? 'the README’s picture', () => {
  test.each(['en', 'zh'] as const)('in %s shows the real OpenCode [S31] [S42] [S44]', async (language) => {
    const story = STORIES[language]
    const scene = host.scene(`picture-${language}`, {}, { plugin: { guardMode: 'block' } })
    cpSync(join(ROOT, 'examples/sample-shop'), scene.project, { recursive: true })
    const { title, ...fields } = story.decision
    memoryBank(scene, ['init', '--yes', '--lang', language])
    const flags = Object.entries(fields).flatMap(([name, value]) => [`--${name}`, value])
    memoryBank(scene, ['add', 'decision', title, ...flags, '--yes'])

    const add = '"dependencies": { "decimal.js": "^10.6.0" },\n  "engines": {'
    const steps = [
      called(scene, 'edit', 'package.json', { oldString: '"engines": {', newString: add }),
      called(scene, 'read', 'memory-bank/details/patterns.md'),
      { text: story.objection },
    ]
    await scene.say(story.wish, steps)
    const [refused, read] = toolResults(scene)
    const row = read?.split('\n').find((line) => line.includes(title))
    const entry = { kind: 'learning', ...story.learning }
    await scene.say(story.news, [{ tool: 'memory_propose', args: { entries: [entry] } }, { text: '' }])
    await vi.waitFor(async () => expect(await scene.chat()).toContain(story.question), 120_000)
    const proposal = /💾[\s\S]*/.exec(await scene.chat())?.[0]
    await scene.say(story.yes, [{ text: '' }])
    await vi.waitFor(async () => expect(await scene.chat()).toContain(story.result), 120_000)
    const result = /```diff\n([\s\S]*)\n```/.exec(await scene.chat())?.[1]
    expect([refused, row, proposal, result].every((text) => text !== undefined)).toBe(true)

    // A new session is told at the file what the old one agreed on; the README's dialogue relies on it.
    await new Promise((done) => setTimeout(done, 3_200)) // changes from outside are noticed after three seconds
    await scene.begin()
    await scene.say(story.later, [called(scene, 'read', 'src/shop.js'), { text: 'ok' }])
    const note = toolResults(scene)[0]?.match(/\[memory-bank\] .*/)?.[0] ?? 'no note'
    expect(readFileSync(join(ROOT, story.readme), 'utf8')).toContain(asOnOneDay(note))

    const spoken: readonly Spoken[] = [
      { by: 'person', text: story.wish },
      { by: 'tool', text: 'edit package.json' },
      { by: 'refusal', text: refused ?? '' },
      { by: 'tool', text: 'read memory-bank/details/patterns.md' },
      { by: 'result', text: row?.replace(/^\d+: /, '') ?? '' },
      { by: 'agent', text: story.objection },
      { by: 'person', text: story.news },
      { by: 'ours', text: proposal?.trim() ?? '' },
      { by: 'person', text: story.yes },
      { by: 'ours', text: result ?? '' },
    ]
    const shown = spoken.map(({ by, text }) => ({ by, text: asOnOneDay(text).replace(/\n+/g, '\n') }))
    await expect(picture(story.title, shown)).toMatchFileSnapshot(join(ROOT, `docs/pictures/opencode.${language}.svg`))
  })
})

function asOnOneDay(text: string): string {
  return text
    .replaceAll(new Date().toISOString().slice(0, 10), '2026-11-16')
    .replace(/ p[0-9a-z]{6}(?=[:：])/, ' p3f9k2')
}

function called(scene: OpenCodeScene, tool: string, path: string, more: object = {}) {
  return { tool, args: { filePath: join(scene.project, path), ...more } }
}

function toolResults(scene: OpenCodeScene): readonly string[] {
  const messages = scene.model.mainRequests.at(-1)?.messages ?? []
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content))
}

function memoryBank(scene: OpenCodeScene, args: readonly string[]): void {
  const all = [join(ROOT, 'dist/cli/main.cjs'), ...args, '-C', scene.project]
  const { status, stderr } = spawnSync(process.execPath, all, {
    env: { ...host.env(), ...A_PERSONS_SCRIPT },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
}
