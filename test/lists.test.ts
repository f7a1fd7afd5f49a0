/** The lists that follow from a folder, and the recipe of CONTRIBUTING.md that relies on them. */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

test('every list is what its folder says', () => expect(lists(ROOT, '--check')).toEqual({ status: 0, said: '' }))

test('a new check rule is its source, its page and its test; the lists follow', () => {
  const copy = throwAwayCopy()
  const rule = `import type { Rule } from '../rule.ts'

export const noShouting: Rule = {
  id: 'no-shouting',
  about: { en: 'Nobody shouts.', zh: '没有人大喊。' },
  check: () => [],
}
`
  writeFileSync(join(copy, 'src/check/rules/no-shouting.ts'), rule)
  expect(lists(copy, '--check')).toEqual({
    status: 1,
    said: 'Out of date: src/check/rules/index.ts. Run: node scripts/lists.mjs\n',
  })
  expect(lists(copy)).toEqual({ status: 0, said: '' })
  expect(readFileSync(join(copy, 'src/check/rules/index.ts'), 'utf8')).toContain('\n  noShouting,\n')
  expect(readFileSync(join(copy, 'docs/check.md'), 'utf8')).toContain(
    '\n| [no-shouting](checks/no-shouting.md) | Nobody shouts. |  |\n',
  )
  expect(lists(copy, '--check').status).toBe(0)
})

test('a new guard rule is its source, its page and its test; the list follows', () => {
  const copy = throwAwayCopy()
  const rule = `import type { Rule } from '../rule.ts'

export const noShouting: Rule = { id: 'no-shouting', order: 215, force: 'turn', check: () => undefined }
`
  writeFileSync(join(copy, 'src/guard/rules/no-shouting.ts'), rule)
  expect(lists(copy, '--check').said).toContain('src/guard/rules/index.ts')
  expect(lists(copy)).toEqual({ status: 0, said: '' })
  expect(readFileSync(join(copy, 'src/guard/rules/index.ts'), 'utf8')).toContain('\n  noShouting,\n')
})

function throwAwayCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'memory-bank-lists-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  for (const part of ['src', 'docs', 'scripts/lists.mjs'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction')
  return copy
}

function lists(root: string, ...args: readonly string[]): { readonly status: number | null; readonly said: string } {
  const done = spawnSync(process.execPath, [join(root, 'scripts/lists.mjs'), ...args], { encoding: 'utf8' })
  return { status: done.status, said: done.stderr }
}
