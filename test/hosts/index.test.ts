/** Every host has a page, unique names, and a run of the suite. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOSTS } from '../../src/hosts/index.ts'
import { REAL_HOSTS } from './real-hosts.ts'
import { POINTS, type Point } from './real-suite.ts'

const ROOT = join(import.meta.dirname, '../..')
test.each(HOSTS)('$name has a page and unique names [S53]', ({ page, id, aliases }) => {
  expect(existsSync(join(ROOT, 'docs/hosts', page))).toBe(true)
  const others = HOSTS.filter((host) => host.id !== id).flatMap((host) => [host.id, ...host.aliases])
  expect(others).not.toEqual(expect.arrayContaining([id]))
  for (const alias of aliases) expect(others).not.toContain(alias)
})

/** The suite's results for each host. A number refers to the reason for a missing point. */
function hostTable(): string {
  const whys = [...new Set(REAL_HOSTS.flatMap((host) => Object.values(host.cannot)))]
  const cell = (why: string | undefined) => (why === undefined ? '✓' : `– (${whys.indexOf(why) + 1})`)
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['', ...REAL_HOSTS.map(({ name }) => name)]),
    row(['---', ...REAL_HOSTS.map(() => '---')]),
    ...Object.entries(POINTS).map(([point, title]) =>
      row([title.replace(/ \[.*/, ''), ...REAL_HOSTS.map(({ cannot }) => cell(cannot[point as Point]))]),
    ),
    '',
    ...whys.map((why, at) => `${at + 1}. ${why}`),
  ].join('\n')
}

test('the table of docs/hosts shows the suite’s results (UPDATE_FIXTURES=1 writes it) [S53]', () => {
  const file = join(ROOT, 'docs/hosts/README.md')
  const page = readFileSync(file, 'utf8')
  const [start, end] = ['<!-- test/hosts/real-hosts.ts: start -->\n', '\n<!-- test/hosts/real-hosts.ts: end -->']
  const before = page.slice(0, page.indexOf(start) + start.length)
  const now = `${before}${hostTable()}${page.slice(page.indexOf(end))}`
  if (process.env['UPDATE_FIXTURES'] === '1') writeFileSync(file, now)
  else expect(page).toBe(now)
})

test('every host with a program runs the suite [S53]', () => {
  const played = REAL_HOSTS.map(({ id }) => id)
  const driven = HOSTS.filter((host) => host.program !== undefined && host.tested.length > 0).map(({ id }) => id)
  expect(driven.filter((id) => !played.includes(id))).toEqual([])
})
