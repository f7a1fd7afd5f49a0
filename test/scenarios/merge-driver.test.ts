/** Git with the merge driver: real repositories, merges and settings (S55, S53). */

import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PROJECT } from './banks.ts'
import { ROOT, Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

const NOTES = 'memory-bank/details/progress.md'
/** The file that git's config names. */
const DRIVER = join(ROOT, 'dist/merge-driver.cjs')
const BASE = '# Progress\n\n- [ ] one\n- [ ] two\n'
const OURS = `${BASE}- [ ] ours\n`
const THEIRS = `${BASE}- [ ] theirs\n`

describe('with the driver registered', () => {
  const WAYS: Readonly<Record<string, () => string>> = {
    'a merge': () => {
      branches()
      sandbox.git('merge', '-q', '-m', 'both', 'other')
      return sandbox.read(NOTES)
    },
    'a rebase': () => {
      branches()
      sandbox.git('checkout', '-q', 'other')
      sandbox.git('rebase', '-q', 'main')
      return sandbox.read(NOTES)
    },
    'a cherry-pick': () => {
      branches()
      sandbox.git('cherry-pick', 'other')
      return sandbox.read(NOTES)
    },
    'a stash that is taken back': () => {
      begin()
      sandbox.write({ [NOTES]: THEIRS })
      sandbox.git('stash', '-q')
      commit(OURS)
      sandbox.git('stash', 'pop', '-q')
      return sandbox.read(NOTES)
    },
    'git merge-tree, which touches no work tree': () => {
      branches()
      const tree = sandbox.git('merge-tree', '--write-tree', 'main', 'other').trim()
      return sandbox.git('show', `${tree}:${NOTES}`)
    },
    'a merge in a linked worktree': () => {
      branches()
      const tree = join(sandbox.base, 'linked')
      sandbox.git('worktree', 'add', '-q', tree, '-b', 'third', 'main')
      sandbox.gitIn(tree, 'merge', '-q', '-m', 'both', 'other')
      return readFileSync(join(tree, NOTES), 'utf8')
    },
    'a branch with a hostile name': () => {
      branches('it\'s_$(touch_pwned)`x`;"q"')
      sandbox.git('merge', '-q', '-m', 'both', 'it\'s_$(touch_pwned)`x`;"q"')
      expect(existsSync(join(sandbox.project, '_pwned'))).toBe(false)
      return sandbox.read(NOTES)
    },
  }

  test.each(Object.entries(WAYS))('%s brings both additions together [S55]', (_name, merge) => {
    const lines = merge().split('\n')
    for (const line of ['- [ ] one', '- [ ] two', '- [ ] ours', '- [ ] theirs'])
      expect([line, lines.filter((one) => one === line).length]).toEqual([line, 1])
    expect(lines.join('\n')).not.toContain('<<<<<<<')
  })

  test('two edits of one entry are an ordinary git conflict, and resolve reports it [S55]', () => {
    begin()
    commit(`${BASE}\nWe wait.\n`)
    sandbox.git('checkout', '-qb', 'other')
    commit(`${BASE}\nWe wait for them.\n`)
    sandbox.git('checkout', '-q', 'main')
    commit(`${BASE}\nWe wait for us.\n`)
    expect(() => sandbox.git('merge', 'other')).toThrow()
    expect(sandbox.read(NOTES)).toMatch(/<<<<<<< ours\n[\s\S]*=======\n[\s\S]*>>>>>>> theirs/)
    expect(sandbox.git('ls-files', '-u')).toContain(NOTES)
    expect(sandbox.run(['resolve', '--yes']).code).toBe(4)
  })

  test('without the driver’s program, git’s own merge is used, never one side alone [S55]', () => {
    const copy = join(sandbox.base, 'it\'s 100% $(touch pwned) "here"')
    for (const part of ['dist', 'templates', 'package.json'])
      cpSync(join(ROOT, part), join(copy, part), { recursive: true })
    sandbox.program = join(copy, 'dist/cli/main.cjs')
    branches()
    // The odd name works while the program exists.
    sandbox.git('merge', '-q', '-m', 'both', 'other')
    expect(sandbox.read(NOTES)).toContain('- [ ] theirs')
    sandbox.git('reset', '-q', '--hard', 'HEAD~1')
    rmSync(copy, { recursive: true })
    sandbox.program = new Sandbox().program
    expect(() => sandbox.git('merge', 'other')).toThrow()
    expect(sandbox.read(NOTES)).toMatch(/<<<<<<<[\s\S]*ours\n=======\n[\s\S]*theirs\n>>>>>>>/)
    const told = sandbox.run(['doctor', 'git'])
    expect([told.code, told.out]).toEqual([1, expect.stringContaining('which is gone')])
    expect(existsSync(join(sandbox.project, 'pwned'))).toBe(false)
  })

  test('ten merges at once in ten worktrees [S55]', async () => {
    branches()
    const trees = Array.from({ length: 10 }, (_, at) => join(sandbox.base, `tree ${at}`))
    for (const [at, tree] of trees.entries()) sandbox.git('worktree', 'add', '-q', tree, '-b', `b${at}`, 'main')
    const as = ['-c', 'user.name=A', '-c', 'user.email=a@b']
    const codes = await Promise.all(
      trees.map(
        (cwd) =>
          new Promise((done) => {
            spawn('git', [...as, 'merge', '-q', '-m', 'both', 'other'], {
              cwd,
              env: sandbox.env(),
              stdio: 'ignore',
            }).on('exit', done)
          }),
      ),
    )
    expect(codes).toEqual(trees.map(() => 0))
    expect(new Set(trees.map((tree) => readFileSync(join(tree, NOTES), 'utf8'))).size).toBe(1)
  })
})

describe('install git', () => {
  const settings = () => ['.git/config', '.git/info/attributes', '.gitattributes'].map(textOf)

  test.each([
    ['as git made them', () => {}],
    ['a config without a line end', () => appendFileSync(join(sandbox.project, '.git/config'), '[a]\n\tb = c')],
    [
      'attributes and a section of others',
      () => {
        mkdirSync(join(sandbox.project, '.git/info'), { recursive: true })
        writeFileSync(join(sandbox.project, '.git/info/attributes'), '*.png binary')
        writeFileSync(join(sandbox.project, '.gitattributes'), '* text=auto\r\n')
        appendFileSync(join(sandbox.project, '.git/config'), '[merge "ours"]\n\tdriver = true\n; the end\n')
      },
    ],
    [
      'a password in an address',
      () =>
        appendFileSync(
          join(sandbox.project, '.git/config'),
          '[remote "x"]\n\turl = https://ann:ghp_0123456789abcdefghijABCDEFGHIJ012345@example.org/x.git\n',
        ),
    ],
  ])('%s: the settings get their bytes back, and installing twice is installing once [S53]', (_name, make) => {
    begin([])
    make()
    const before = settings()
    for (const more of [[], ['--shared']]) {
      expect(sandbox.run(['install', 'git', ...more, '--dry-run']).code).toBe(0)
      expect(sandbox.run(['install', 'git', ...more]).code).toBe(3)
      expect(settings()).toEqual(before)
      expect(sandbox.run(['install', 'git', ...more, '--yes']).code).toBe(0)
      const after = settings()
      expect(after[more.length === 0 ? 1 : 2]).toContain('/memory-bank/**/*.md merge=memory-bank')
      expect(sandbox.run(['install', 'git', ...more, '--yes']).out).toContain('Already installed')
      expect(settings()).toEqual(after)
      expect(sandbox.git('config', 'merge.memory-bank.driver')).toContain('merge-driver.cjs')
      expect(sandbox.run(['uninstall', 'git', '--yes']).code).toBe(0)
      expect(settings()).toEqual(before)
    }
  })

  test('later edits of the files are kept [S53]', () => {
    begin()
    appendFileSync(join(sandbox.project, '.git/config'), '[mine]\n\ta = b\n')
    appendFileSync(join(sandbox.project, '.git/info/attributes'), '*.lock binary\n')
    expect(sandbox.run(['uninstall', 'git', '--yes']).code).toBe(0)
    expect(textOf('.git/config')).toMatch(/\[mine\]\n\ta = b\n$/)
    expect(textOf('.git/config')).not.toContain('memory-bank')
    expect(textOf('.git/info/attributes')).toBe('*.lock binary\n')
  })

  test('no file that git shares names a path of this machine [S53]', () => {
    begin(['--shared'])
    expect(textOf('.gitattributes')).toBe('/memory-bank/**/*.md merge=memory-bank\n')
    expect(sandbox.git('status', '--short')).toBe('?? .gitattributes\n')
  })

  test('the path of a bank may have a space, a star and brackets [S55]', () => {
    sandbox = new Sandbox({ name: 'repo' })
    const folder = 'a b [x] *'
    sandbox.write(Object.fromEntries(Object.entries(PROJECT).map(([path, text]) => [`${folder}/${path}`, text])))
    sandbox.git('init', '-q')
    const cwd = join(sandbox.project, folder)
    mkdirSync(join(cwd, 'memory-bank/details'), { recursive: true })
    expect(sandbox.run(['init', '--yes'], { cwd }).code).toBe(0)
    expect(sandbox.run(['install', 'git', '--yes'], { cwd }).code).toBe(0)
    expect(sandbox.gitIn(cwd, 'check-attr', 'merge', 'memory-bank/MEMORY.md')).toContain(': memory-bank')
  })

  test('it is installed separately, for one repository, and needs git and a bank [S53]', () => {
    begin([])
    for (const args of [['git', '--user'], ['git', 'opencode'], ['opencode', '--shared'], ['--shared']])
      expect([args, sandbox.run(['install', ...args, '--yes']).code]).toEqual([args, 2])
    rmSync(join(sandbox.project, '.git'), { recursive: true })
    expect(sandbox.run(['install', 'git', '--yes']).code).toBe(2)
  })
})

describe('doctor', () => {
  test('finds a driver in attributes that is not registered, and a registered one without attributes [S53] [S55]', () => {
    begin(['--shared'])
    const findings = () => JSON.stringify(sandbox.json(['doctor', 'git']))
    expect(findings()).toContain('"id":"driver"')
    sandbox.git('config', '--remove-section', 'merge.memory-bank')
    expect(findings()).toContain('driver-unregistered')
    expect(JSON.stringify(sandbox.json(['doctor']))).toContain('driver-unregistered')
    expect(sandbox.run(['install', 'git', '--shared', '--yes']).code).toBe(0)
    rmSync(join(sandbox.project, '.gitattributes'))
    expect(findings()).toContain('driver-unnamed')
    expect(sandbox.run(['install', 'git', '--yes']).code).toBe(0)
    expect(findings()).toContain('"id":"driver"')
  })

  test('reports a real merge that works, and one that fails [S53]', () => {
    begin()
    expect(sandbox.run(['doctor', 'git', '--prove']).out).toContain('merged two additions')
    sandbox.git('config', 'merge.memory-bank.driver', 'exit 200')
    const told = sandbox.run(['doctor', 'git', '--prove'])
    expect([told.code, told.out]).toEqual([1, expect.stringContaining('A test merge with the driver failed')])
  })
})

describe('the driver without git', () => {
  const drive = (texts: readonly (string | Buffer)[], path = NOTES, size = '7') => {
    const files = ['O', 'A', 'B'].map((name) => join(sandbox.project, name))
    for (const [at, file] of files.entries()) writeFileSync(file, texts[at] ?? '')
    const done = spawnSync(process.execPath, [DRIVER, ...files, size, path], { encoding: 'utf8' })
    return { code: done.status, err: done.stderr, text: readFileSync(files[1] ?? '') }
  }

  test.each([
    ['an empty base', ['', '# A\n\n- ours\n', '# A\n\n- theirs\n'], 0, /- ours\n- theirs|- theirs\n- ours/],
    ['markers of another length', ['a\n', 'b\n', 'c\n'], 1, /^<{12} ours\nb\n={12}\nc\n>{12} theirs\n$/, '12'],
    ['a size that is none', ['a\n', 'b\n', 'c\n'], 1, /^<{7} /, 'x'],
    ['a name that begins with a dash', ['a\n', 'a\n', 'c\n'], 0, /^c\n$/, '7', '-x.md'],
    ['a name with a line break', ['a\n', 'a\n', 'c\n'], 0, /^c\n$/, '7', 'memory-bank/a\nb.md'],
  ] as [string, readonly string[], number, RegExp, string?, string?][])(
    '%s',
    (_name, texts, code, expected, size, path) => {
      const driven = drive(texts, path, size)
      expect([driven.code, driven.err]).toEqual([code, ''])
      expect(driven.text.toString()).toMatch(expected)
    },
  )

  test('bytes that are not text are kept [S55]', () => {
    const [base, ours, theirs] = ['- a\n', '- a\n- \xff\n', '- b\n\n- c\n'].map((text) => Buffer.from(text, 'latin1'))
    const driven = drive([base ?? '', ours ?? '', theirs ?? ''])
    expect(driven.text.includes(0xff)).toBe(true)
  })

  test('30 MB are merged by git’s own line merge [S55]', () => {
    const long = '- a line of a very long file\n'.repeat(1_100_000)
    const driven = drive([long, `- ours\n${long}`, `${long}- theirs\n`])
    expect([driven.code, driven.text.length]).toEqual([0, long.length + 16])
  })

  test('git sees a failure if the result cannot be written, and the file is unchanged [S55]', () => {
    drive(['a\n', 'b\n', 'c\n'])
    sandbox.forAnyone()
    chmodSync(sandbox.project, 0o555)
    const files = ['O', 'A', 'B'].map((name) => join(sandbox.project, name))
    for (const file of files) chmodSync(file, 0o644)
    const before = readFileSync(files[1] ?? '', 'utf8')
    chmodSync(files[1] ?? '', 0o444)
    expect(sandbox.run(['merge-driver', ...files, '7', NOTES], { ordinary: true }).code).toBe(129)
    expect(readFileSync(files[1] ?? '', 'utf8')).toBe(before)
    chmodSync(sandbox.project, 0o755)
  })

  test('missing files and missing arguments are a failure, never a conflict [S55]', () => {
    expect(sandbox.run(['merge-driver', 'no', 'such', 'files']).code).toBe(129)
    expect(sandbox.run(['merge-driver', 'one']).code).toBe(129)
  })

  test('it has help, but is not listed [S54]', () => {
    expect(sandbox.run(['merge-driver', '--help']).out).toContain('%O %A %B %L %P')
    expect(sandbox.run(['--help']).out).not.toContain('merge-driver')
  })
})

function begin(install: readonly string[] | undefined = undefined): void {
  sandbox.write(PROJECT)
  expect(sandbox.run(['init', '--yes']).code).toBe(0)
  sandbox.git('init', '-q')
  commit(BASE)
  if (install !== undefined && install.length === 0) return
  expect(sandbox.run(['install', 'git', ...(install ?? []), '--yes']).code).toBe(0)
}

function branches(other = 'other'): void {
  begin()
  sandbox.git('checkout', '-qb', other)
  commit(THEIRS)
  sandbox.git('checkout', '-q', 'main')
  commit(OURS)
}

function commit(text: string): void {
  sandbox.write({ [NOTES]: text })
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'change')
}

function textOf(path: string): string | undefined {
  const file = join(sandbox.project, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

describe('git that takes a new entry for a removed one renamed', () => {
  const REQUIREMENTS = 'memory-bank/details/requirements'
  const XML = `${REQUIREMENTS}/REQ-002-import-from-xml.md`

  beforeEach(() => {
    sandbox = new Sandbox({ fast: true })
    sandbox.write(PROJECT)
    sandbox.git('init', '-q')
    succeed(['init', '--yes'])
    requirement('Export by CSV')
    record('begin')
    sandbox.git('branch', 'other')
    succeed(['edit', 'Export by CSV', '--status', 'Done', '--yes'])
    record('done')
    sandbox.git('checkout', '-q', 'other')
    succeed(['remove', 'Export by CSV', '--yes'])
    requirement('Import from XML')
    record('another one')
    sandbox.git('checkout', '-q', 'main')
  })

  const requirement = (title: string) =>
    succeed(['add', 'requirement', '--title', title, '--text', 'People ask for it.', '--yes'])

  test('the driver and resolve leave both entries to a person [S55]', () => {
    succeed(['install', 'git', '--yes'])
    expect(() => sandbox.git('merge', '-q', 'other')).toThrow()
    const expectBoth = () =>
      expect(sandbox.read(unmerged())).toMatch(
        /<<<<<<<[\s\S]*Export by CSV[\s\S]*=======[\s\S]*Import from XML[\s\S]*>>>>>>>/,
      )
    expectBoth()
    expect(sandbox.run(['resolve', '--yes']).code).toBe(4)
    expectBoth()
  })

  test('check --merge names the edit that reached another entry [S55]', () => {
    sandbox.git('merge', '-q', '-m', 'both', 'other')
    expect(sandbox.read(XML)).toContain('Status**: Done')
    const { code, out } = sandbox.run(['check', '--merge', 'other'])
    expect([code, out]).toEqual([1, expect.stringContaining('“Import from XML”')])
  })

  const unmerged = () => sandbox.git('diff', '--name-only', '--diff-filter=U').trim()
})

function succeed(args: readonly string[]): void {
  const { code, err } = sandbox.run(args)
  expect(code, err).toBe(0)
}

function record(message: string): void {
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', message)
}
