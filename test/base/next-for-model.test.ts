import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nextForModel, personsCommandIn } from '../../src/base/next-for-model.ts'

const ROOT = resolve(import.meta.dirname, '../..')

describe('a command that only a person may run is found', () => {
  test.each([
    ['Accept it: memory-bank proposals accept p3f9k2', 'memory-bank proposals accept p3f9k2'],
    ['Run `mb undo`.', 'mb undo'],
    ['请运行 memory-bank trust；否则删除链接。', 'memory-bank trust'],
    ['memory-bank check --fix   (the last check found 2 problems)', 'memory-bank check --fix'],
    ['First memory-bank status, then memory-bank refresh --yes', 'memory-bank refresh --yes'],
    ['memory-bank install opencode --user', 'memory-bank install opencode --user'],
  ])('%s [S42]', (text, command) => expect(personsCommandIn(text)).toBe(command))

  test.each([
    'memory-bank proposals (2 proposals wait for your answer)',
    'memory-bank proposals show p3f9k2',
    'In a terminal, `memory-bank proposals` lists it; accept it there.',
    'memory-bank refresh adds it to memory-bank/MEMORY.md',
    'List the fields of each kind: memory-bank add --help',
    'memory-bank add decision --dry-run',
    'the memory-bank is up to date',
    'memory-bank/details/add.md and docs/memory-bank add nothing',
    'memory-bank check reports it',
  ])('not in: %s [S42]', (text) => expect(personsCommandIn(text)).toBeUndefined())
})

test('a step for a person becomes a request to the user, and any other stays [S42]', () => {
  expect(nextForModel('Run: memory-bank index', 'check', 'en')).toBe(
    'Only the user can do this: ask them to run `memory-bank check` in their own terminal.',
  )
  expect(nextForModel('请运行：memory-bank index', 'check', 'zh')).toContain('`memory-bank check`')
  expect(nextForModel('Shorten the file.', 'check', 'en')).toBe('Shorten the file.')
})

describe('no message to a model names one', () => {
  /**
   * Files whose messages are for people: the command line, the page, settings plans, findings of doctor. Problems and
   * findings of check reach a model through `nextForModel`.
   */
  const FOR_PEOPLE =
    /^src\/(?:cli|dashboard|check|base|setup)\/|^src\/bank\/bank-state\.ts$|^src\/verbs\/(?:next-step|opening-report)\.ts$|^src\/hosts\/(?:[\w-]+\/)?(?:[\w-]+-setup|install|diagnose|offline-start|settings|findings|settings-hooks|marketplace|host-base)\.ts$|^src\/plan\/write\/change-entry\.ts$/

  const files = ['src', 'skills', 'templates', 'plugins'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => /\.(?:tsx?|md|json|toml)$/.test(file) && !file.includes('node_modules')),
  )

  test.each(files.filter((file) => !FOR_PEOPLE.test(file)))('%s [S42]', (file) => {
    const found = readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter(isSaid)
      .flatMap((line) => personsCommandIn(line) ?? [])
    expect(found).toEqual([])
  })

  /** Comments do not count. */
  function isSaid(line: string): boolean {
    return !/^\s*(?:\/\*\*|\*|\/\/)/.test(line)
  }
})
