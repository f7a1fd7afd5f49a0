/** `memory-bank check` as people and CI run it: formats, levels, fixes, changed lines, the action and the hook. */

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { designDocs, PROJECT } from './banks.ts'
import { type Files, type Outcome, PROGRAM, ROOT, Sandbox } from './harness.ts'

// Assembled at run time, so that the repository holds no text in the form of a secret.
const TOKEN = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.write(PROJECT)
  sandbox.run(['init', '--yes'])
})
afterEach(() => sandbox.remove())

/** An error, a warning, and two findings that can be fixed. */
const FAULTY: Files = {
  'memory-bank/details/design/login.md': '# Login\n',
  'memory-bank/details/design/a, b: 中%.md': '# A\n\n[x](../old/login.md) and [y](gone.md)\n',
  'memory-bank/details/patterns.md': '# P\n\n| Date | Decision |\n|---|---|\n| 2026-01-02 | Use Postgres |\n',
}

describe('levels and exit codes', () => {
  const WARNING: Files = { 'memory-bank/details/learnings/a.md': '# A\n\nIt was slow.\n' }

  test.each<[readonly string[], number]>([
    [[], 0],
    [['--strict'], 1],
    [['--max-warnings', '1'], 0],
    [['--max-warnings', '0'], 1],
    [['--max-warnings', 'many'], 2],
    [['--json', '--sarif'], 2],
    [['--sarif', '--fix'], 2],
    [['--yes'], 2],
    [['--quiet'], 0],
    [['--quiet', '--strict'], 1],
  ])('a bank with one warning: check %j exits %i [S50]', (args, code) => {
    sandbox.write(WARNING)
    expect(sandbox.run(['check', ...args]).code).toBe(code)
  })

  test.each<[unknown, number, RegExp]>([
    [{ 'required-parts': 'off' }, 0, /No problems found/],
    [{ 'required-parts': 'error' }, 1, / error .*\[required-parts\]/],
    [{ 'required-part': 'off' }, 2, /required-part"\. The rules are .*required-parts/],
    [{ 'required-parts': 'maybe' }, 2, /checks\.required-parts is "maybe"; it must be one of: off, warn, error/],
    ['off', 2, /"checks" must be an object/],
  ])('"checks": %j in memory-bank.json is heeded, or refused by name [S50]', (checks, code, said) => {
    sandbox.write({ ...WARNING, 'memory-bank.json': JSON.stringify({ checks }) })
    const outcome = sandbox.run(['check'])
    expect(outcome.code).toBe(code)
    expect(outcome.out + outcome.err).toMatch(said)
  })

  test('--quiet shows errors only and counts the rest [S50]', () => {
    sandbox.write({ ...WARNING, ...FAULTY })
    const { out } = sandbox.run(['check', '--quiet'])
    expect(out).not.toContain(' warning ')
    expect(out).toMatch(/2 errors, 2 warnings; 2 can be fixed by/)
  })
})

describe('formats', () => {
  beforeEach(() => void sandbox.write(FAULTY))

  test('text is grouped by file and coloured on terminals only [S54]', () => {
    const { out } = sandbox.run(['check'])
    expect(out).not.toContain('\u001b')
    const [first, second] = out.split('\n\n')
    expect(first).toContain('memory-bank/details/design/a, b: 中%.md:3  error')
    expect(second).toContain('memory-bank/details/patterns.md:3  warning')
  })

  test('SARIF matches its schema, with every rule and paths of the repository [S50]', () => {
    sandbox.git('init', '-q')
    const { out, err, code } = sandbox.run(['check', '--sarif'])
    expect([err, code]).toEqual(['', 1])
    const log = JSON.parse(out)
    expect(sarifFaults(log)).toEqual([])
    const [run] = log.runs
    expect(run.tool.driver.rules.length).toBeGreaterThan(10)
    for (const result of run.results) expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId)
    const [{ physicalLocation }] = run.results[0].locations
    expect(physicalLocation.artifactLocation.uri).toBe('memory-bank/details/design/a%2C%20b%3A%20%E4%B8%AD%25.md')
    expect(physicalLocation.region).toEqual({ startLine: 3 })
  })

  test('SARIF of a healthy bank, and without a bank, is also valid [S50]', () => {
    const empty = new Sandbox()
    try {
      for (const { out } of [new Sandbox().run(['check', '--sarif']), empty.run(['check', '--sarif'])])
        expect(sarifFaults(JSON.parse(out))).toEqual([])
    } finally {
      empty.remove()
    }
  })

  test('the schema test can fail [S50]', () => {
    expect(sarifFaults({ version: '2.1.0', runs: [{ tool: {}, results: [{ message: 'x' }] }] })).not.toEqual([])
  })

  test.each<[readonly string[], NodeJS.ProcessEnv]>([
    [['check', '--github'], {}],
    [['check'], { GITHUB_ACTIONS: 'true' }],
  ])('%j with %j prints annotations, escaped as the runner reads them [S50]', (args, env) => {
    const { out, code } = sandbox.run(args, { env })
    expect(code).toBe(1)
    const annotations = out.split('\n').filter((line) => line.startsWith('::'))
    expect(annotations).toHaveLength(3)
    expect(annotations[0]).toMatch(
      /^::error file=memory-bank\/details\/design\/a%2C b%3A 中%25\.md,line=3,title=memory-bank%3A dead-links::/,
    )
    expect(out).toContain('2 errors, 1 warning')
  })

  test('paths of a bank in a subfolder start at the top of the repository [S50]', () => {
    sandbox.gitIn(sandbox.base, 'init', '-q')
    expect(sandbox.run(['check', '--github']).out).toContain('file=project/memory-bank/details/')
    expect(sandbox.run(['check', '--sarif']).out).toContain('"project/memory-bank/details/')
  })

  test('no format shows the value of a secret [S35]', () => {
    sandbox.write({ 'memory-bank/details/tech.md': `# T\n\n[a](${TOKEN}.md) ${TOKEN}\n` })
    for (const args of [[], ['--json'], ['--sarif'], ['--github'], ['--fix', '--dry-run', '--diff']]) {
      const { out, err } = sandbox.run(['check', ...args])
      expect(out).toContain(args.includes('--fix') ? 'patterns.md' : 'secret')
      expect(out + err).not.toContain(TOKEN)
    }
  })

  test('every rule explains itself by its page [S50]', () => {
    const { out } = sandbox.run(['check', '--explain', 'dead-links'])
    expect(out.trimEnd()).toBe(readFileSync(join(ROOT, 'docs/checks/dead-links.md'), 'utf8').trimEnd())
    const unknown = sandbox.run(['check', '--explain', '../../package'])
    expect([unknown.code, unknown.out]).toEqual([2, ''])
  })
})

describe('--fix', () => {
  test('shows its plan, and without a yes changes nothing [S11]', () => {
    sandbox.write(FAULTY)
    const before = sandbox.tree()
    expect(sandbox.run(['check', '--fix']).code).toBe(3)
    expect(sandbox.run(['check', '--fix', '--dry-run', '--diff'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('+[x](login.md)'),
    })
    expect(sandbox.tree()).toEqual(before)
  })

  test('fixes what it can, shows the rest, and can be undone byte for byte [S50]', () => {
    sandbox.write({ ...FAULTY, ...designDocs(9) })
    const before = sandbox.tree()
    const { out, code } = sandbox.run(['check', '--fix', '--yes'])
    expect(code).toBe(1)
    expect(out).toContain('Undo: memory-bank undo')
    expect(out).toContain('gone.md')
    expect(out).not.toContain('can be fixed')
    expect(sandbox.read('memory-bank/details/design/a, b: 中%.md')).toContain('[x](login.md) and [y](gone.md)')
    expect(sandbox.read('memory-bank/details/patterns.md')).toContain('| Date | Decision | Why |')
    expect(sandbox.read('memory-bank/details/design/index.md')).toContain('details/design/login.md')
    expect(sandbox.run(['check', '--fix', '--yes']).out).toMatch(/^Fix (?:these \d+|this one) by hand:/)
    expect(sandbox.json(['check', '--fix'])).toMatchObject({ kind: 'plan', outcome: 'nothing', changes: [] })
    expect(sandbox.run(['undo', '--yes']).code).toBe(0)
    expect(sandbox.tree()).toEqual(before)
  })

  test('an index with dates from git is updated with the fixed files [S6]', () => {
    sandbox.write({ ...FAULTY, ...designDocs(9) })
    const written = new Date('2024-01-02T00:00:00Z')
    for (const path of Object.keys(FAULTY)) utimesSync(join(sandbox.project, path), written, written)
    sandbox.run(['index', '--yes'])
    sandbox.git('init', '-q')
    sandbox.git('add', '-A')
    const date = { GIT_AUTHOR_DATE: '2024-01-02T00:00:00Z', GIT_COMMITTER_DATE: '2024-01-02T00:00:00Z' }
    spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'x'], {
      cwd: sandbox.project,
      env: sandbox.env(date),
    })
    sandbox.run(['index', '--yes'])
    expect(sandbox.run(['check', '--fix', '--yes']).out).toContain('index.md')
    expect(sandbox.run(['check', '--fix']).out).toMatch(/^Fix (?:these \d+|this one) by hand:/)
  })

  test('a machine block that somebody edited by hand is a conflict, and the user’s choice is applied [S4]', () => {
    const text = sandbox.read('memory-bank/MEMORY.md')
    sandbox.write({
      'memory-bank/details/design/login.md': '# Login\n',
      'memory-bank/MEMORY.md': text.replace('## Current Focus', '## Current Focus\n\n[x](old/login.md)'),
    })
    const edited = sandbox.read('memory-bank/MEMORY.md')
    expect(sandbox.run(['check', '--fix', '--yes'])).toMatchObject({ code: 4 })
    sandbox.run(['check', '--fix', '--yes', '--on-conflict', 'keep'])
    expect(sandbox.read('memory-bank/MEMORY.md')).toBe(edited)
    sandbox.run(['check', '--fix', '--yes', '--on-conflict', 'overwrite'])
    expect(sandbox.read('memory-bank/MEMORY.md')).toContain('[x](details/design/login.md)')
  })

  test.each<[string, Files]>([
    ['older', { 'memory-bank/brief.md': '# B\n[x](gone.md)\n' }],
    ['broken', { 'memory-bank/MEMORY.md': '<!-- MACHINE_BLOCK_START -->\n' }],
  ])('a bank that is %s is refreshed or repaired first: nothing is fixed in it [S10]', (_name, files) => {
    const other = new Sandbox().write(files)
    try {
      const before = other.tree()
      expect(other.run(['check', '--fix', '--yes']).out).toMatch(/^Fix (?:these \d+|this one) by hand:/)
      expect(other.tree()).toEqual(before)
    } finally {
      other.remove()
    }
  })
})

describe('the cache between runs', () => {
  const memos = () =>
    readdirSync(sandbox.env()['XDG_STATE_HOME'] ?? '', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.memo') || name.endsWith('doubts'))
      .map((name) => join(sandbox.env()['XDG_STATE_HOME'] ?? '', name))

  beforeEach(() => {
    sandbox.write({
      ...FAULTY,
      'src/a.ts': 'export function openSession() {}\n',
      'memory-bank/details/design/a.md': '# A\n\n`closeSession` in `src/a.ts`, `src/b.ts`.\n',
    })
    sandbox.git('init', '-q')
    sandbox.git('add', '-A')
    sandbox.git('commit', '-qm', 'Begin')
  })

  test('ten checks at once find the same as one [S50]', async () => {
    const fresh = sandbox.run(['check', '--json'])
    sandbox.write({ 'src/b.ts': 'export function closeSession() {}\n' })
    for (const path of memos()) rmSync(path)
    const alone = sandbox.run(['check', '--json'])
    expect(alone.out).not.toBe(fresh.out)
    sandbox.write({ 'memory-bank/details/design/b.md': '# B\n\nSee `src/c.ts`.\n' })
    const ended = await Promise.all(Array.from({ length: 10 }, () => sandbox.start(['check', '--json'])))
    for (const path of memos()) rmSync(path)
    expect([...new Set(ended.map((one) => one.out))]).toEqual([sandbox.run(['check', '--json']).out])
  })

  test('a damaged cache counts as missing [S50]', () => {
    const whole = sandbox.run(['check', '--json'])
    expect(memos().length).toBe(2)
    for (const path of memos()) writeFileSync(path, readFileSync(path).subarray(0, 100), { mode: 0o600 })
    expect(sandbox.run(['check', '--json'])).toEqual(whole)
  })
})

describe('--since', () => {
  beforeEach(() => {
    sandbox.write(FAULTY)
    sandbox.git('init', '-q')
    sandbox.git('add', '-A')
    sandbox.git('commit', '-qm', 'Begin')
  })

  test('shows only what changed, and fixes no more than that [S50]', () => {
    expect(sandbox.run(['check', '--since', 'HEAD'])).toMatchObject({
      code: 0,
      out: 'No problems found in the changes since HEAD.\n',
    })
    const path = 'memory-bank/details/patterns.md'
    sandbox.write({ [path]: `${sandbox.read(path)}\nSee [b](nowhere.md).\n` })
    const { out, code } = sandbox.run(['check', '--since', 'HEAD'])
    expect(code).toBe(1)
    expect(out).toContain(`${path}:7`)
    expect(out).toContain('1 error, 0 warnings')
    expect(sandbox.run(['check', '--since', 'HEAD', '--fix', '--yes']).out).toMatch(
      /^Fix (?:these \d+|this one) by hand:/,
    )
  })

  test('stamps the anchors of changed lines only [S51]', () => {
    const path = 'memory-bank/details/patterns.md'
    const old = `${sandbox.read(path)}\nSee \`src/a.ts#L1@?\`.\n`
    sandbox.write({ 'src/a.ts': 'one\ntwo\n', [path]: old })
    sandbox.git('add', '-A')
    sandbox.git('commit', '-qm', 'An anchor')
    sandbox.write({ [path]: `${old}\nAnd \`src/a.ts#L2@?\`.\n` })
    const { out } = sandbox.run(['check', '--since', 'HEAD'])
    expect(out).toContain('0 errors, 1 warning; 1 can be fixed')
    sandbox.run(['check', '--since', 'HEAD', '--fix', '--yes'])
    expect(sandbox.read(path)).toMatch(/src\/a\.ts#L1@\?`[\s\S]*src\/a\.ts#L2@[0-9a-f]{8}`/)
    sandbox.run(['check', '--fix', '--yes'])
    expect(sandbox.read(path)).toMatch(/src\/a\.ts#L1@[0-9a-f]{8}`[\s\S]*src\/a\.ts#L2@[0-9a-f]{8}`/)
  })

  test.each([
    ['nowhere', 'no commit'],
    ['--help=x', 'no commit'],
  ])('--since=%s says what is wrong with it [S50]', (ref, said) => {
    const { code, err } = sandbox.run(['check', `--since=${ref}`])
    expect(code).toBe(2)
    expect(err).toContain(said)
  })
})

describe.skipIf(process.platform === 'win32')('the GitHub Action', () => {
  const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'))

  /** The check step of the action, run as by the runner. */
  function runAction(inputs: Readonly<Record<string, string>> = {}, more: NodeJS.ProcessEnv = {}): Outcome {
    const [step] = action.runs.steps
    const env = Object.fromEntries(
      Object.entries<string>(step.env).map(([name, value]) => {
        const input = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(value)?.[1] ?? ''
        return [name, inputs[input] ?? action.inputs[input].default]
      }),
    )
    const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: sandbox.project,
      env: sandbox.env({ ...env, GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: ROOT, ...more }),
      encoding: 'utf8',
    })
    return { code: done.status, signal: done.signal, out: done.stdout, err: done.stderr }
  }

  test('passes a healthy bank and fails a faulty one with annotations [S50]', () => {
    expect(runAction()).toMatchObject({ code: 0, err: '' })
    sandbox.write(FAULTY)
    const { code, out } = runAction()
    expect([code, out.includes('::error file=memory-bank/')]).toEqual([1, true])
  })

  const BRANCH = ['$', '(touch$', '{IFS}pwned)'].join('')

  test('passes its inputs on, whatever characters they have [S50]', () => {
    sandbox.write({ 'memory-bank/details/learnings/a.md': '# A\n\nIt was slow.\n' })
    sandbox.git('init', '-q')
    sandbox.git('add', '-A')
    sandbox.git('commit', '-qm', 'Begin')
    sandbox.git('branch', BRANCH)
    expect(runAction({ strict: 'true' }).code).toBe(1)
    expect(runAction({ 'max-warnings': '0' }).code).toBe(1)
    expect(runAction({ strict: 'true', since: 'HEAD' }).code).toBe(0)
    expect(runAction({ strict: 'true', since: BRANCH }).code).toBe(0)
    expect(runAction({ since: 'nowhere' }).code).toBe(2)
    expect(Object.keys(sandbox.tree('.')).includes('pwned')).toBe(false)
  })

  test('runs its own copy for a project anywhere in the workspace, never a copy in the project [S50]', () => {
    sandbox.write({
      'packages/app/package.json': '{"name":"app"}',
      'node_modules/.bin/memory-bank': '#!/bin/sh\necho theirs\n',
      'packages/app/node_modules/.bin/memory-bank': '#!/bin/sh\necho theirs\n',
    })
    for (const folder of ['', 'packages/app'])
      chmodSync(join(sandbox.project, folder, 'node_modules/.bin/memory-bank'), 0o755)
    sandbox.run(['init', '--yes', '--dir', join(sandbox.project, 'packages/app')])
    expect(runAction({ path: 'packages/app' })).toMatchObject({ code: 0, err: '' })
    sandbox.write({ 'packages/app/memory-bank/details/tech.md': '[a](gone.md)\n' })
    const { code, out } = runAction({ path: 'packages/app' })
    expect([code, out.includes('gone.md'), out.includes('theirs')]).toEqual([1, true, false])
  })

  test('builds its own copy, and fetches no package of the same name [S50]', () => {
    const [own, bin] = [join(sandbox.project, '../own'), join(sandbox.project, '../bin')]
    mkdirSync(join(own, 'scripts'), { recursive: true })
    mkdirSync(bin, { recursive: true })
    const build = `const { mkdirSync, writeFileSync } = require('node:fs'); mkdirSync('dist/cli', { recursive: true })
      writeFileSync('dist/cli/main.cjs', 'console.log(process.argv.slice(2).join(" "))')`
    writeFileSync(
      join(own, 'scripts/build.mjs'),
      `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); ${build}`,
    )
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho npm "$@"\n')
    chmodSync(join(bin, 'npm'), 0o755)
    const { out, err } = runAction({}, { GITHUB_ACTION_PATH: own, PATH: `${bin}:${process.env['PATH']}` })
    expect([out, err]).toEqual(['check --github\n', 'npm ci --ignore-scripts --no-audit --no-fund\n'])
  })

  test('also writes SARIF if asked, and still fails [S50]', () => {
    sandbox.write(FAULTY)
    expect(runAction({ 'sarif-file': 'out.sarif' }).code).toBe(1)
    expect(sarifFaults(JSON.parse(sandbox.read('out.sarif')))).toEqual([])
  })

  test('uses no other action, and never puts its inputs into a script [S50]', () => {
    expect(action.runs.steps.filter((step: object) => 'uses' in step)).toEqual([])
    const given = action.runs.steps.flatMap(({ env }: { env: object }) => Object.values(env))
    expect(new Set(given)).toEqual(new Set(Object.keys(action.inputs).map((name) => `\${{ inputs.${name} }}`)))
    for (const { run } of action.runs.steps) expect(run).not.toContain('${{')
    // Only the comment script has the token.
    expect(Object.keys(action.runs.steps[0].env)).not.toContain('MB_TOKEN')
  })
})

describe.skipIf(process.platform === 'win32')('before a commit', () => {
  const [hook] = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8'))

  test('the hook is valid for pre-commit and names an existing command [S50]', () => {
    expect(hook).toMatchObject({ id: 'memory-bank-check', language: 'node', pass_filenames: false })
    expect(new RegExp(hook.files).test('packages/app/memory-bank/MEMORY.md')).toBe(true)
    expect(new RegExp(hook.files).test('src/memory.ts')).toBe(false)
  })

  test('packing by pre-commit prints only the name of the tarball [S50]', () => {
    // pre-commit would read output of scripts as part of the name.
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^foreground-scripts=false$/m)
  })

  test('as a git hook it lets the first commit pass unchanged [S50]', () => {
    sandbox.git('init', '-q')
    sandbox.git('add', '-A')
    expect(sandbox.run(['check', '--since', 'HEAD']).code).toBe(0)
    sandbox.write(FAULTY)
    expect(sandbox.run(['check', '--since', 'HEAD']).code).toBe(1)
  })

  test('as a git hook it stops only commits that break the bank [S50]', () => {
    sandbox.git('init', '-q')
    sandbox.git('add', '-A')
    sandbox.git('commit', '-qm', 'Begin')
    const command = hook.entry.replace(/^memory-bank/, `'${process.execPath}' '${PROGRAM}'`)
    const path = join(sandbox.project, '.git/hooks/pre-commit')
    mkdirSync(join(sandbox.project, '.git/hooks'), { recursive: true })
    writeFileSync(path, `#!/bin/sh\nexec ${command}\n`)
    chmodSync(path, 0o755)
    sandbox.write({ 'src/index.js': 'export const a = 1\n' })
    sandbox.git('add', '-A')
    sandbox.git('commit', '-qm', 'Code')
    sandbox.write({ 'memory-bank/details/tech.md': `${sandbox.read('memory-bank/details/tech.md')}\n[a](gone.md)\n` })
    sandbox.git('add', '-A')
    expect(() => sandbox.git('commit', '-qm', 'Broken')).toThrow()
    expect(sandbox.git('log', '--format=%s')).toBe('Code\nBegin\n')
  })
})

const require = createRequire(import.meta.url)

/** Validates by the published schema, which is in an npm package. */
function sarifFaults(log: unknown): readonly unknown[] {
  const path = join(require.resolve('@microsoft/jest-sarif/package.json'), '../lib/schemas/sarif-2.1.0-rtm.5.json')
  const { id: _id, $schema: _schema, ...schema } = JSON.parse(readFileSync(path, 'utf8'))
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true, unicodeRegExp: false }).compile(
    schema,
  )
  validate(log)
  return validate.errors ?? []
}
