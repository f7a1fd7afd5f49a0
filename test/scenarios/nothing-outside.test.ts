/** Commands write in memory-bank/ and in the user's state folder only. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DESIGN_DOCS, finishedProgress, LEGACY_BANK, PROJECT, V70_BANK } from './banks.ts'
import { type Files, Sandbox, treeOf } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

const STARTS: readonly (readonly [string, Files])[] = [
  ['no bank', PROJECT],
  ['a v7.0 bank', V70_BANK],
  ['a legacy bank', LEGACY_BANK],
]

/** All commands, in an order in which each has something to do. */
const COMMANDS: readonly (readonly string[])[] = [
  ['status'],
  ['check'],
  ['history'],
  ['refresh', '--dry-run', '--diff'],
  ['refresh'],
  ['refresh', '--yes'],
  ['index', '--yes'],
  ['archive', '--yes'],
  ['undo', '--yes'],
  ['undo', '--yes'],
  ['init', '--yes'],
  ['doctor'],
  ['doctor', '--fix'],
  ['install', 'opencode', 'claude', 'mcp', '--dry-run'],
  ['install', 'opencode', '--user'],
  ['uninstall', '--yes'],
  ['completion', 'bash'],
  ['--help'],
  ['nonsense'],
]

describe.each(STARTS)('from %s', (_, files) => {
  test('git sees changes under memory-bank/ only, after every command [S16]', () => {
    sandbox.write({ ...files, 'notes.txt': 'untracked before we came\n', '.gitignore': 'build/\n' })
    mkdirSync(join(sandbox.project, 'build'))
    sandbox.git('init', '-q')
    sandbox.git('add', 'package.json', 'README.md', '.gitignore', 'src')
    sandbox.git('commit', '-qm', 'Begin')
    const outsideBefore = outside()
    for (const command of COMMANDS) {
      sandbox.run(command)
      if (command[0] === 'refresh' && command[1] === '--yes') {
        sandbox.write({ ...DESIGN_DOCS, 'memory-bank/details/progress.md': finishedProgress() })
      }
      const changed = sandbox
        .git('status', '--porcelain=v1', '-z', '-uall', '--no-renames')
        .split('\0')
        .filter((line) => line !== '')
      const beyond = changed.filter((line) => !line.slice(3).startsWith('memory-bank/') && line !== '?? notes.txt')
      expect(beyond, command.join(' ')).toEqual([])
      expect(outside(), command.join(' ')).toEqual(outsideBefore)
    }
  })

  test('the home folder gets only the state folder [S16]', () => {
    sandbox.write(files)
    const env = { XDG_STATE_HOME: undefined }
    for (const command of COMMANDS) {
      sandbox.run(command, { env })
      const strays = Object.keys(treeOf(sandbox.home)).filter((path) => !isState(path))
      expect(strays, command.join(' ')).toEqual([])
    }
    expect(Object.keys(treeOf(sandbox.home)).some((path) => path.includes('.done.json'))).toBe(true)
  })
})

test('a bank holds Markdown files and folders only, whatever ran [S1]', () => {
  sandbox.write(LEGACY_BANK)
  for (const command of COMMANDS) {
    sandbox.run(command)
    expect(
      Object.keys(sandbox.tree()).filter((path) => !/(?:\.md|\/)$/.test(path)),
      command.join(' '),
    ).toEqual([])
  }
})

test('a command with -C leaves the current folder alone [S16]', () => {
  const elsewhere = join(sandbox.base, 'elsewhere')
  mkdirSync(elsewhere)
  sandbox.write(PROJECT)
  for (const command of COMMANDS) sandbox.run(['-C', sandbox.project, ...command], { cwd: elsewhere })
  expect(treeOf(elsewhere)).toEqual({})
  expect(Object.keys(sandbox.tree())).toContain('MEMORY.md')
})

/** Every file of the project except those of the bank and git, with its bytes. */
function outside(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(sandbox.tree('.')).filter(([path]) => !/^(?:memory-bank|\.git)\//.test(path)),
  )
}

function isState(path: string): boolean {
  const root = process.platform === 'darwin' ? 'Library/Application Support/memory-bank/' : '.local/state/memory-bank/'
  return path.startsWith(root) || root.startsWith(path)
}
