/**
 * A bank during a merge: every command that writes refuses (S10), and `memory-bank resolve` finishes the merges that git
 * could not, with real indexes and markers (S55).
 */

import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PROJECT } from './banks.ts'
import { PLAIN_FAILURE, Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

const NOTES = 'memory-bank/details/notes.md'
const BASE = '# Notes\n\n- one\n- two\n\n## Why\n\nBecause.\n'

test('without unmerged files it says so and changes nothing [S55]', () => {
  begin()
  const told = sandbox.run(['resolve', '--yes'])
  expect([told.code, told.out]).toEqual([0, 'No unmerged files in the bank.\n'])
})

/** Two additions at the same place, which a line merge cannot bring together and the engine can. */
const OURS = BASE.replace('- two\n', '- two\n- ours\n')
const THEIRS = BASE.replace('- two\n', '- two\n- theirs\n')

const WAYS: Readonly<Record<string, () => void>> = {
  'a merge': () => diverge('main', ['merge', 'other']),
  'a merge that shows the base': () => diverge('main', ['-c', 'merge.conflictStyle=diff3', 'merge', 'other']),
  'a merge that shows the base shortly': () => diverge('main', ['-c', 'merge.conflictStyle=zdiff3', 'merge', 'other']),
  'a rebase': () => diverge('other', ['rebase', 'main']),
  'a cherry-pick': () => diverge('main', ['cherry-pick', 'other']),
  'a revert': () => {
    begin()
    put(BASE.replace('- two\n', ''))
    commit('gone')
    put(`${BASE.replace('- two\n', '- ours\n')}`)
    commit('ours')
    expect(() => sandbox.git('revert', '--no-edit', 'HEAD~1')).toThrow()
  },
  'a stash that is taken back': () => {
    begin()
    put(THEIRS)
    sandbox.git('stash', '-q')
    put(OURS)
    commit('ours')
    expect(() => sandbox.git('stash', 'pop')).toThrow()
  },
  'a conflict that was committed': () => {
    diverge('main', ['merge', 'other'])
    commit('with its markers')
  },
}

/** Unmerged, but not both additions wait. */
const OTHER_WAYS: Readonly<Record<string, () => void>> = {
  'a file deleted on one side': () => {
    begin()
    sandbox.git('checkout', '-qb', 'other')
    change(undefined)
    sandbox.git('checkout', '-q', 'main')
    change(OURS)
    expect(() => sandbox.git('merge', 'other')).toThrow()
  },
  'markers deleted by hand, the file not yet added': () => {
    diverge('main', ['merge', 'other'])
    put(BASE)
  },
}

const ADD = ['add', 'focus', 'Ship it', '--yes']
const WRITING = [
  ['refresh', '--yes'],
  ADD,
  ['index', '--yes'],
  ['archive', '--yes'],
  ['undo', '--yes'],
  ['check', '--fix', '--yes'],
]

/** No command but resolve writes, and each names git's step. */
function expectUnmerged(at: { readonly cwd?: string } = {}): void {
  const before = sandbox.tree()
  for (const args of WRITING) {
    const told = sandbox.run(args, at)
    expect([args[0], told.code, told.err]).toEqual([args[0], 4, expect.stringMatching(PLAIN_FAILURE)])
    expect(told.err).toContain('git add memory-bank/details/notes.md')
  }
  expect(sandbox.tree()).toEqual(before)
  expect(sandbox.json(['status'], at)).toMatchObject({ state: 'unmerged' })
  expect(sandbox.run(['status'], at).out).toContain('a merge is not finished (details/notes.md)')
  expect(sandbox.run(['doctor'], at).out).toContain('A merge is not finished in details/notes.md')
}

describe.each(Object.entries({ ...WAYS, ...OTHER_WAYS }))('after %s', (_, make) => {
  test('every command that writes refuses, changes nothing and names git’s step; status and doctor say so [S10]', () => {
    make()
    expectUnmerged()
  })
})

test('after the merge every command writes again [S10]', () => {
  diverge('main', ['merge', 'other'])
  put(BASE)
  sandbox.git('add', NOTES)
  expect(sandbox.run(ADD).code).toBe(0)
})

test('a conflict elsewhere in the project does not concern the bank [S10]', () => {
  begin()
  for (const [branch, from, text] of [
    ['other', 'main', 'theirs'],
    ['ours', 'main', 'ours'],
  ] as const) {
    sandbox.git('checkout', '-qb', branch, from)
    sandbox.write({ 'README.md': text })
    commit(branch)
  }
  expect(() => sandbox.git('merge', 'other')).toThrow()
  expect(sandbox.run(ADD).code).toBe(0)
})

test('without git the markers alone are enough [S10]', () => {
  sandbox.write(PROJECT)
  sandbox.run(['init', '--yes'])
  put('<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n')
  expect(sandbox.run(ADD).code).toBe(4)
})

describe.each(Object.entries(WAYS))('after %s', (_name, make) => {
  test('both additions are in the file once, and git has nothing unmerged [S55]', () => {
    make()
    const dry = sandbox.tree()
    expect(sandbox.run(['resolve', '--dry-run']).code).toBe(0)
    expect(sandbox.run(['resolve']).code).toBe(3)
    expect(sandbox.tree()).toEqual(dry)
    const told = sandbox.run(['resolve', '--yes'])
    expect([told.code, told.err]).toEqual([0, ''])
    const lines = sandbox.read(NOTES).split('\n')
    for (const line of ['- one', '- two', '- ours', ...(_name === 'a revert' ? [] : ['- theirs'])])
      expect([line, lines.filter((one) => one === line).length]).toEqual([line, 1])
    expect(sandbox.git('ls-files', '-u')).toBe('')
    expect(sandbox.run(['resolve', '--yes']).out).toBe('No unmerged files in the bank.\n')
    expect(sandbox.json(['status'])).toMatchObject({ state: 'current' })
  })
})

test('undo restores the conflict and the unmerged index, and resolve can run again [S55] [S16]', () => {
  diverge('main', ['merge', 'other'])
  const [text, index] = [sandbox.read(NOTES), sandbox.git('ls-files', '-u')]
  expect(sandbox.run(['resolve', '--yes']).code).toBe(0)
  const merged = sandbox.read(NOTES)
  expect(sandbox.run(['undo', '--yes']).code).toBe(0)
  expect([sandbox.read(NOTES), sandbox.git('ls-files', '-u')]).toEqual([text, index])
  expect(sandbox.run(['resolve', '--yes']).code).toBe(0)
  expect(sandbox.read(NOTES)).toBe(merged)
})

test('two edits of the same line are left to the person with their location, and the rest is merged [S55]', () => {
  begin()
  sandbox.git('checkout', '-qb', 'other')
  put(THEIRS.replace('Because.', 'Because of them.'))
  commit('theirs')
  sandbox.git('checkout', '-q', 'main')
  put(OURS.replace('Because.', 'Because of us.'))
  commit('ours')
  expect(() => sandbox.git('merge', 'other')).toThrow()
  const told = sandbox.json(['resolve', '--yes'])
  const text = sandbox.read(NOTES)
  const lines = text.split('\n')
  expect(told).toMatchObject({ outcome: 'applied', staged: [], files: [{ outcome: 'left' }] })
  expect(lines.filter((line) => line === '- ours' || line === '- theirs')).toHaveLength(2)
  expect(text).toMatch(/<<<<<<< HEAD\nBecause of us\.\n=======\nBecause of them\.\n>>>>>>> other\n/)
  // A second run changes nothing, and keeps the person's resolution.
  expect(sandbox.run(['resolve', '--yes']).code).toBe(4)
  expect(sandbox.read(NOTES)).toBe(text)
  put(text.replace(/<<<<<<<[\s\S]*>>>>>>> other\n/, 'Because of both.\n'))
  expect(sandbox.run(['resolve', '--yes']).code).toBe(0)
  expect(sandbox.read(NOTES)).toContain('Because of both.')
  expect(sandbox.git('ls-files', '-u')).toBe('')
})

test('a file that one side removed and the other edited is kept with the edit and reported [S55]', () => {
  for (const [remover, word] of [
    ['main', 'the branch merged in edited it'],
    ['other', 'this branch edited it'],
  ] as const) {
    sandbox.remove()
    sandbox = new Sandbox()
    begin()
    sandbox.git('checkout', '-qb', 'other')
    change(remover === 'other' ? undefined : THEIRS)
    sandbox.git('checkout', '-q', 'main')
    change(remover === 'main' ? undefined : OURS)
    expect(() => sandbox.git('merge', 'other')).toThrow()
    const told = sandbox.run(['resolve', '--yes'])
    expect([told.code, told.out]).toEqual([0, expect.stringContaining(word)])
    expect(sandbox.read(NOTES)).toBe(remover === 'main' ? THEIRS : OURS)
    expect(sandbox.git('ls-files', '-u')).toBe('')
  }
})

test('both sides created the same file: the lines of both are kept [S55]', () => {
  begin()
  const path = 'memory-bank/details/new.md'
  sandbox.git('checkout', '-qb', 'it\'s $(touch pwned) `x`; "q"'.replaceAll(/[ :~^?*[\\]/g, '_'))
  sandbox.write({ [path]: '# New\n\n- theirs\n' })
  commit('theirs')
  const branch = sandbox.git('rev-parse', '--abbrev-ref', 'HEAD').trim()
  sandbox.git('checkout', '-q', 'main')
  sandbox.write({ [path]: '# New\n\n- ours\n' })
  commit('ours')
  expect(() => sandbox.git('merge', branch)).toThrow()
  expect(sandbox.run(['resolve', path, '--yes']).code).toBe(0)
  expect(sandbox.read(path)).toMatch(/^# New\n\n- (ours\n- theirs|theirs\n- ours)\n$/)
})

test('CRLF line ends stay in the repository and in the work tree [S55]', () => {
  begin()
  sandbox.git('config', 'core.autocrlf', 'true')
  const crlf = (text: string) => text.replaceAll('\n', '\r\n')
  sandbox.git('checkout', '-qb', 'other')
  put(crlf(THEIRS))
  commit('theirs')
  sandbox.git('checkout', '-q', 'main')
  put(crlf(OURS))
  commit('ours')
  expect(() => sandbox.git('merge', 'other')).toThrow()
  expect(sandbox.run(['resolve', '--yes']).code).toBe(0)
  expect(sandbox.read(NOTES).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('an image changed on both sides is left to the person, and everything else is merged [S55]', () => {
  begin()
  sandbox.git('checkout', '-qb', 'other')
  sandbox.write({ 'memory-bank/details/a.png': Buffer.from([0, 1, 2]) })
  change(THEIRS)
  sandbox.git('checkout', '-q', 'main')
  sandbox.write({ 'memory-bank/details/a.png': Buffer.from([0, 3, 4]) })
  change(OURS)
  expect(() => sandbox.git('merge', 'other')).toThrow()
  expect(sandbox.run(['resolve', '--yes']).code).toBe(4)
  expect(sandbox.read(NOTES)).toContain('- theirs')
  expect(sandbox.git('ls-files', '-u')).not.toContain('notes.md')
})

test('a file that is not unmerged is refused, and so is an agent if the sides are not committed [S55]', () => {
  diverge('main', ['merge', 'other'])
  expect(sandbox.run(['resolve', 'nothing.md']).code).toBe(2)
  const forged = sandbox.git('hash-object', '-w', join(sandbox.project, 'package.json')).trim()
  const mine = sandbox.git('ls-files', '-u', NOTES).replace(/[0-9a-f]{40} 3/, `${forged} 3`)
  sandbox.git('rm', '-q', '--cached', NOTES)
  execFileSync('git', ['update-index', '--index-info'], { cwd: sandbox.project, input: mine })
  const env = { MEMORY_BANK_AGENT_SHELL: '1' }
  const before = sandbox.read(NOTES)
  const told = sandbox.run(['resolve', '--yes'], { env })
  expect([told.code, told.out]).toEqual([4, expect.stringContaining('one side is not committed')])
  expect(sandbox.read(NOTES)).toBe(before)
})

test('after a kill at any point the text is the old or the new one, and the next run finishes [S16] [S55]', () => {
  diverge('main', ['merge', 'other'])
  const before = sandbox.read(NOTES)
  // Report the changes of the merge first, so that the killed run does not.
  sandbox.run(['status'])
  sandbox.save()
  expect(sandbox.run(['resolve', '--yes']).code).toBe(0)
  const after = sandbox.read(NOTES)
  const ends = new Set<string>()
  for (const at of [1, 3, 6, 9, 12, 15, 18, 22, 26]) {
    sandbox.restore()
    sandbox.run(['resolve', '--yes'], { faults: { faults: [{ at, what: 'kill' }] } })
    expect([before, after]).toContain(sandbox.read(NOTES))
    ends.add(sandbox.read(NOTES))
    expect([at, sandbox.run(['resolve', '--yes']).code]).toEqual([at, 0])
    expect([sandbox.read(NOTES), sandbox.git('ls-files', '-u')]).toEqual([after, ''])
  }
  expect(ends.size).toBe(2)
})

test('a file renamed on both sides keeps both names; one renamed and edited has the edits under the new name [S55]', () => {
  const [upper, lower] = ['memory-bank/details/upper.md', 'memory-bank/details/lower.md']
  begin()
  sandbox.git('checkout', '-qb', 'other')
  sandbox.git('mv', NOTES, lower)
  commit('theirs')
  sandbox.git('checkout', '-q', 'main')
  sandbox.git('checkout', '-qb', 'third')
  change(OURS)
  sandbox.git('checkout', '-q', 'main')
  sandbox.git('mv', NOTES, upper)
  commit('ours')
  expect(() => sandbox.git('merge', 'other')).toThrow()
  expect(sandbox.run(['resolve', '--yes']).code).toBe(0)
  expect([sandbox.read(upper), sandbox.read(lower)]).toEqual([BASE, BASE])
  sandbox.git('reset', '-q', '--hard')
  sandbox.write({ [upper]: THEIRS })
  commit('theirs')
  expect(() => sandbox.git('merge', 'third')).toThrow()
  expect(sandbox.run(['resolve', '--yes']).code).toBe(0)
  expect(sandbox.read(upper)).toMatch(/- ours\n- theirs\n|- theirs\n- ours\n/)
})

test('with a locked index the merge succeeds without staging [S16]', () => {
  diverge('main', ['merge', 'other'])
  sandbox.write({ '.git/index.lock': '' })
  const told = sandbox.run(['resolve', '--yes'])
  expect([told.code, told.err]).toEqual([1, expect.stringContaining('git add memory-bank/details/notes.md')])
  rmSync(join(sandbox.project, '.git/index.lock'))
  expect(sandbox.run(['resolve', '--yes']).code).toBe(0)
  expect(sandbox.git('ls-files', '-u')).toBe('')
})

test('a linked worktree uses its own index [S55]', () => {
  begin()
  sandbox.git('checkout', '-qb', 'other')
  change(THEIRS)
  sandbox.git('checkout', '-q', 'main')
  change(OURS)
  const cwd = join(sandbox.base, 'linked')
  sandbox.git('worktree', 'add', '-q', cwd, '-b', 'third', 'main')
  expect(() => sandbox.gitIn(cwd, 'merge', 'other')).toThrow()
  expectUnmerged({ cwd })
  expect(sandbox.run(['resolve', '--yes'], { cwd }).code).toBe(0)
  expect(sandbox.gitIn(cwd, 'ls-files', '-u')).toBe('')
  expect(sandbox.read(NOTES)).toBe(OURS)
})

function begin(): void {
  sandbox.write(PROJECT)
  expect(sandbox.run(['init', '--yes']).code).toBe(0)
  sandbox.git('init', '-q')
  put(BASE)
  commit('base')
}

function diverge(on: 'main' | 'other', git: readonly string[]): void {
  begin()
  sandbox.git('checkout', '-qb', 'other')
  change(THEIRS)
  sandbox.git('checkout', '-q', 'main')
  change(OURS)
  sandbox.git('checkout', '-q', on)
  expect(() => sandbox.git(...git)).toThrow()
}

function change(text: string | undefined): void {
  if (text === undefined) rmSync(join(sandbox.project, NOTES))
  else put(text)
  commit('change')
}

function put(text: string): void {
  sandbox.write({ [NOTES]: text })
}

function commit(message: string): void {
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', message)
}
