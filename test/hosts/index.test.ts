/** Every host is a folder of one shape, and its value says the same as its folder. */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOSTS } from '../../src/hosts/index.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = readdirSync(join(ROOT, 'src/hosts'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

test('there are as many hosts as folders', () => expect(HOSTS).toHaveLength(FOLDERS.length))

test.each(FOLDERS)('%s has the six files of a host [S53]', (folder) => {
  for (const part of ['decode', 'encode', 'entry', 'install', 'diagnose', 'prove'])
    expect([part, existsSync(join(ROOT, 'src/hosts', folder, `${part}.ts`))]).toEqual([part, true])
})

test.each(HOSTS)('$name has a page, and names that mean no other host [S53]', ({ page, id, aliases }) => {
  expect(existsSync(join(ROOT, 'docs/hosts', page))).toBe(true)
  const others = HOSTS.filter((host) => host.id !== id).flatMap((host) => [host.id, ...host.aliases])
  expect(others).not.toEqual(expect.arrayContaining([id]))
  for (const alias of aliases) expect(others).not.toContain(alias)
})
