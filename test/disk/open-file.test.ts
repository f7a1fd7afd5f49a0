import { spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openInside, openRegular, textInside, textOfRegular } from '../../src/disk/open-file.ts'
import { temporaryFolder } from './temporary-folder.ts'

const MOST = { bytes: 100 }

function place() {
  const base = realpathSync(
    temporaryFolder({ 'repo/a.md': 'inside', 'repo/large.md': 'x'.repeat(101), 'out.md': 'outside' }),
  )
  const root = join(base, 'repo')
  return { base, root, ask: (path: string) => openInside(root, join(root, path), MOST) }
}

test('a part of a file is its beginning or its end [S39]', () => {
  const path = join(temporaryFolder({ 'a.md': `begin${'x'.repeat(200)}end` }), 'a.md')
  expect(textOfRegular(path, { bytes: 5, part: 'head' })).toBe('begin')
  expect(textOfRegular(path, { bytes: 3, part: 'tail' })).toBe('end')
  expect(textOfRegular(path, { bytes: 500, part: 'tail' })).toMatch(/^beginx+end$/)
  expect(textOfRegular(path, { bytes: 5 })).toBeUndefined()
})

describe('a file of a repository', () => {
  test('is opened if it is regular, inside the folder and of a bounded size [S39]', () => {
    const { root, ask } = place()
    symlinkSync('a.md', join(root, 'link.md'))
    expect(['a.md', 'link.md'].map((path) => ask(path).kind)).toEqual(['file', 'file'])
    expect(textInside(root, join(root, 'link.md'), MOST)).toBe('inside')
    expect(ask('none.md').kind).toBe('missing')
  })

  test('is refused with the reason otherwise [S39]', () => {
    const { base, root, ask } = place()
    mkdirSync(join(root, '.git'))
    mkdirSync(join(root, 'folder'))
    spawnSync('mkfifo', [join(root, 'pipe')])
    const links = { 'out.md': join(base, 'out.md'), up: '..', zero: '/dev/zero', said: '/proc/self/environ' }
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name))
    const cause = (path: string) => {
      const opened = ask(path)
      return opened.kind === 'refused' ? opened.cause : opened.kind
    }
    const leadsOut = 'it is a link out of the repository'
    expect(['out.md', 'up/out.md', 'zero', 'said'].map(cause)).toEqual([leadsOut, leadsOut, leadsOut, leadsOut])
    expect(cause('pipe')).toBe('it is not a regular file')
    expect(cause('folder')).toBe('it is a folder (EISDIR)')
    expect(cause('large.md')).toMatch(/^it is larger than/)
  })

  test('may be read in part, however large it is [S39]', () => {
    const { root } = place()
    const opened = openInside(root, join(root, 'large.md'), { bytes: 10, part: 'head' })
    expect(opened.kind === 'file' && opened.bytes.toString()).toBe('x'.repeat(10))
  })

  test('has a limited number of lines, with any line ends [S39]', () => {
    const base = temporaryFolder({ 'n.md': 'a\n'.repeat(4), 'r.md': 'a\r'.repeat(4), 'rn.md': 'a\r\n'.repeat(3) })
    const kindOf = (name: string) => openInside(base, join(base, name), { ...MOST, lines: 3 })
    expect(kindOf('n.md')).toEqual({ kind: 'refused', cause: 'it has more than 3 lines' })
    expect(kindOf('r.md').kind).toBe('refused')
    expect(kindOf('rn.md').kind).toBe('file')
  })

  test('may not be in .git [S39]', () => {
    const { root, ask } = place()
    mkdirSync(join(root, '.git'))
    symlinkSync('../a.md', join(root, '.git/config'))
    spawnSync('sh', ['-c', `echo secret > ${root}/.git/own`])
    symlinkSync('.git/own', join(root, 'own.md'))
    expect(ask('own.md').kind).toBe('refused')
  })
})

test('a file that a person or a tool names may be anywhere, but must be regular and bounded [S39]', () => {
  const { base, root } = place()
  symlinkSync(join(base, 'out.md'), join(root, 'link.md'))
  spawnSync('mkfifo', [join(root, 'pipe')])
  expect(textOfRegular(join(root, 'link.md'), MOST)).toBe('outside')
  expect(openRegular(join(root, 'none.md'), MOST)).toEqual({ kind: 'missing' })
  for (const path of [join(root, 'pipe'), join(root, 'large.md'), '/dev/zero'])
    expect(openRegular(path, MOST).kind).toBe('refused')
})
