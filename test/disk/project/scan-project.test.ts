import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../src/base/limits.ts'
import { scanFiles, scanTree } from '../../../src/disk/project/scan-project.ts'
import { type Files, temporaryFolder, writeFiles } from '../temporary-folder.ts'

function tree(files: Files): readonly string[] {
  return scanTree(temporaryFolder(files)).map((entry) => (entry.kind === 'folder' ? `${entry.path}/` : entry.path))
}

describe('the tree', () => {
  test('has the first two levels, sorted [S12]', () => {
    expect(tree({ 'b/c/d.txt': '', 'a.txt': '', 'b/z.txt': '' })).toEqual(['a.txt', 'b/', 'b/c/', 'b/z.txt'])
  })

  test.each<[string, Files, readonly string[]]>([
    [
      'names',
      { '.gitignore': 'dist\n*.log\n', 'dist/a': '', 'x.log': '', 'src/y.log': '', 'src/a.ts': '' },
      ['.gitignore', 'src/', 'src/a.ts'],
    ],
    ['folders only', { '.gitignore': 'out/\n', 'out/a': '', 'src/out': '' }, ['.gitignore', 'src/', 'src/out']],
    ['a rooted pattern', { '.gitignore': '/gen\n', 'gen/a': '', 'src/gen': '' }, ['.gitignore', 'src/', 'src/gen']],
    ['a negation', { '.gitignore': '*.log\n!keep.log\n', 'a.log': '', 'keep.log': '' }, ['.gitignore', 'keep.log']],
    [
      'a nested file',
      { 'src/.gitignore': 'gen\n', 'src/gen': '', 'gen/a': '' },
      ['gen/', 'gen/a', 'src/', 'src/.gitignore'],
    ],
    [
      'a nested negation',
      { '.gitignore': '*.log\n', 'src/.gitignore': '!keep.log\n', 'src/keep.log': '', 'src/b.log': '' },
      ['.gitignore', 'src/', 'src/.gitignore', 'src/keep.log'],
    ],
    ['comments and blanks', { '.gitignore': '# x\n\n  \nx\n', x: '', y: '' }, ['.gitignore', 'y']],
    ['CRLF', { '.gitignore': 'x\r\ny\r\n', x: '', y: '', z: '' }, ['.gitignore', 'z']],
  ])('leaves out ignored files: %s [S12]', (_, files, expected) => expect(tree(files)).toEqual(expected))

  test('skips costly rules and applies the others [S39]', () => {
    const name = 'a'.repeat(200)
    const stars = ['*a'.repeat(30), '**/a/'.repeat(30), '[a-z]*'.repeat(30), `${'*'.repeat(3)}a`.repeat(30)]
    const rules = Array.from({ length: 500 }, (_, at) => `${stars[at % stars.length]}b${at}`)
    const files = { '.gitignore': ['*.log', ...rules, 'dist'].join('\n'), [name]: '', 'x.log': '', 'dist/x': '', y: '' }
    expect(tree(files)).toEqual(['.gitignore', name, 'y'])
  })

  test('leaves out git, packages and the bank itself [S12]', () => {
    expect(
      tree({ '.git/HEAD': '', 'node_modules/x/': '', 'memory-bank/MEMORY.md': '', 'a/node_modules/x': '', 'a/b': '' }),
    ).toEqual(['a/', 'a/b'])
  })

  test('keeps names that no pattern can match [S12]', () => {
    expect(tree({ '.gitignore': 'x\n', '.../a': '', '..b': '', '中文 目录/a b': '' })).toEqual([
      '.../',
      '.../a',
      '..b',
      '.gitignore',
      '中文 目录/',
      '中文 目录/a b',
    ])
  })

  test('does not follow links, and continues after an unreadable folder [S12]', () => {
    const folder = temporaryFolder({ 'closed/a': '', 'open/b': '', 'other/c': '' })
    symlinkSync(join(folder, 'open'), join(folder, 'link'))
    chmodSync(join(folder, 'closed'), 0o000)
    const entries = scanTree(folder).map((entry) => entry.path)
    chmodSync(join(folder, 'closed'), 0o700)
    expect(entries).toEqual(expect.arrayContaining(['closed', 'open', 'open/b', 'other/c']))
    expect(entries).not.toContain('link')
  })

  test('reads a limited number of folders and of entries in each [S12]', () => {
    const many = Object.fromEntries(
      Array.from({ length: LIMITS.scanFolderEntries + 150 }, (_, index) => [`wide/f${index}`, '']),
    )
    const folders = Object.fromEntries(
      Array.from({ length: LIMITS.scanFolders + 40 }, (_, index) => [`d${String(index).padStart(3, '0')}/f`, '']),
    )
    const entries = tree({ ...many, ...folders })
    expect(entries.filter((path) => path.startsWith('wide/f')).length).toBeLessThanOrEqual(LIMITS.scanFolderEntries)
    expect(entries.filter((path) => /^d\d+\/f$/.test(path)).length).toBeLessThanOrEqual(LIMITS.scanFolders)
  })

  test('of a very wide folder does not change when a bank is created in it [S12]', () => {
    const folder = temporaryFolder(
      Object.fromEntries(Array.from({ length: LIMITS.scanFolderEntries + 100 }, (_, index) => [`f${index}`, ''])),
    )
    const before = scanTree(folder)
    writeFiles(folder, { 'memory-bank/MEMORY.md': '' })
    expect(scanTree(folder)).toEqual(before)
  })
})

describe('the files', () => {
  test('are at most ten, with at most 200 lines each [S12]', () => {
    const names = Array.from({ length: 15 }, (_, index) => `f${index}`)
    const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, 'line\n'.repeat(300)])))
    const files = scanFiles(folder, names)
    expect(files.map((file) => file.path)).toEqual(names.slice(0, LIMITS.scanFiles))
    expect(files.every((file) => file.text.split('\n').length === LIMITS.scanLines)).toBe(true)
  })

  test.each([
    ['a short file whole', 'a\nb\n', 'a\nb\n'],
    ['exactly 200 lines', 'x\n'.repeat(200), 'x\n'.repeat(200).slice(0, -1)],
    ['an empty file', '', ''],
    ['one endless line in part', 'x'.repeat(200_000), 'x'.repeat(64 * 1024)],
  ])('are read: %s [S12]', (_, content, text) => {
    const folder = temporaryFolder({ f: content })
    expect(scanFiles(folder, ['f'])).toEqual([{ path: 'f', text }])
  })

  test('are left out if they cannot be read [S12]', () => {
    const folder = temporaryFolder({ 'a/': '', b: 'x' })
    expect(scanFiles(folder, ['a', 'gone', 'b']).map((file) => file.path)).toEqual(['b'])
  })

  test('may be binary without stopping the scan [S12]', () => {
    const folder = temporaryFolder({ b: new Uint8Array([0xff, 0x00, 0xc3, 0x28, 10]) })
    expect(scanFiles(folder, ['b'])).toHaveLength(1)
  })
})
