/** Every host is a folder of one shape, and its value says the same as its folder. */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOSTS } from '../../src/hosts/index.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = readdirSync(join(ROOT, 'src/hosts'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
const SIX = ['decode', 'encode', 'entry', 'install', 'diagnose', 'prove']

test('there are as many hosts as folders', () => expect(HOSTS).toHaveLength(FOLDERS.length))

/** A fork runs another host's plugin whole, and has nothing but names of its own. */
const FORKS: Readonly<Record<string, string>> = { kilo: 'opencode' }
/** A file that agents read: nothing is sent to us, and nothing refused. */
const TEXTS = ['agents-md']

test.each(FOLDERS.filter((folder) => !TEXTS.includes(folder)))(
  '%s has the six files of a host, or is a fork of one that has them [S53]',
  (folder) => {
    const parts = readdirSync(join(ROOT, 'src/hosts', FORKS[folder] ?? folder))
    expect(parts).toEqual(expect.arrayContaining(SIX.map((part) => `${part}.ts`)))
    expect(existsSync(join(ROOT, 'src/hosts', folder, 'install.ts'))).toBe(true)
  },
)

test.each(HOSTS)('$name has a page, and names that mean no other host [S53]', ({ page, id, aliases }) => {
  expect(existsSync(join(ROOT, 'docs/hosts', page))).toBe(true)
  const others = HOSTS.filter((host) => host.id !== id).flatMap((host) => [host.id, ...host.aliases])
  expect(others).not.toEqual(expect.arrayContaining([id]))
  for (const alias of aliases) expect(others).not.toContain(alias)
})
