/** The documents of this repository: links resolve, and its own bank is healthy. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, Sandbox } from './scenarios/harness.ts'

const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
  ...readdirSync(join(ROOT, 'skills'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('skills', name)),
].filter((page) => page !== 'THIRD-PARTY.md')

test.each(pages)('every link of %s leads somewhere', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')
    .replace(/^(`{3,})[\s\S]*?^\1/gm, '')
    .replace(/`[^`\n]*`/g, '')
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => (match[1] ?? '').replace(/#.*$/, ''))
  const local = targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target))
  expect(local.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([])
})

test.each(pages)('%s has no conflict markers of a merge', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/^(`{3,})[\s\S]*?^\1/gm, '')
  expect(text).not.toMatch(/^(?:<{7}|>{7}) /m)
})

test('the bank of this repository passes `memory-bank check` [S50]', () => {
  const sandbox = new Sandbox()
  const { code, out } = sandbox.run(['check', '-C', ROOT])
  sandbox.remove()
  expect(out).toContain('No problems found')
  expect(code).toBe(0)
})
