/** Signals in calls, and plain requests to remember: tables of cases that count and that do not. */

import { describe, expect, test } from 'vitest'
import type { ToolFacts, ToolFinished } from '../../src/bank/event.ts'
import { isSettings, momentsOfCall, testRun } from '../../src/guard/moments.ts'
import { addedPackages, revertsCommit, takenBack } from '../../src/guard/signals/commands.ts'
import { occasionOf } from '../../src/guard/signals/occasion.ts'
import { wordsOfSignal } from '../../src/guard/signals/signal.ts'
import { coversRun, FRESH } from '../../src/guard/state.ts'
import { asksToRemember } from '../../src/guard/words.ts'
import { project, shell, after as stateAfter } from './situation.ts'

describe('commands', () => {
  test.each([
    ['npm i zod', ['zod']],
    ['cd web && pnpm add -D vite@7', ['vite']],
    ['cargo add serde --features derive', ['serde', 'derive']],
    ['pip install "fastapi>=0.110"', ['fastapi']],
    ['sudo python3 -m pip install flask', ['flask']],
    ['uv add httpx', ['httpx']],
    ['go get github.com/jackc/pgx/v5@latest', ['github.com/jackc/pgx/v5']],
    ['dotnet add src/Api package Serilog', ['serilog']],
    ['composer require monolog/monolog', ['monolog/monolog']],
    ['yarn add @scope/ui', ['@scope/ui']],
    ['npm install', []],
    ['npm ci', []],
    ['npm install -g npm', []],
    ['npm update', []],
    ['pip install -r requirements.txt', []],
    ['pip install -e .', []],
    ['npm i -D @types/node', []],
    ['echo npm install zod', []],
  ])('%s adds %j [S27] [S40]', (command, added) => expect(addedPackages(command)).toEqual(added))

  test.each<[string, 'all' | readonly string[] | undefined]>([
    ['git checkout -- package.json', ['package.json']],
    ['git restore package.json src/a.ts', ['package.json', 'src/a.ts']],
    ['git -C web restore pom.xml', ['pom.xml']],
    ['git checkout .', 'all'],
    ['git reset --hard HEAD', 'all'],
    ['npm test && git stash', 'all'],
    ['git clean -fd', 'all'],
    ['git reset HEAD~1', undefined],
    ['git revert HEAD', undefined],
    ['git commit -m "git stash"', undefined],
    ['git status', undefined],
  ])('%s takes back %j [S40]', (command, files) => expect(takenBack(command)).toEqual(files))

  test.each([
    ['git revert HEAD', true],
    ['git -C web revert --no-edit 3f2a', true],
    ['git revert --abort', false],
    ['git commit -m "revert it"', false],
    ['git log --grep revert', false],
  ])('%s reverts a commit: %s [S40]', (command, reverts) => expect(revertsCommit(command)).toBe(reverts))

  test.each([
    ['npm test', 'npm test -- --silent'],
    ['npm test', 'CI=1 npm test 2>&1 | tail -20'],
    ['npm test', 'cd web && npm test'],
    ['pytest tests/a.py', 'pytest -q tests/a.py'],
    ['go test ./...', 'go test -v ./...'],
  ])('%s is the same run as %s [S40]', (one, other) => {
    expect(testRun(one)).toBeDefined()
    expect(testRun(one)).toBe(testRun(other))
  })

  test.each([
    ...['npx vitest run', 'pnpm jest', 'python -m pytest', 'cargo test', 'mvn -q test', './gradlew :app:test check'],
    ...['bundle exec rspec', 'vendor/bin/phpunit', 'dotnet test', 'make check', 'mix test', 'node --test', 'yarn t'],
  ])('%s runs tests [S40]', (command) => expect(testRun(command)).toBeDefined())

  test.each(['npm run lint', 'npm run build', 'echo npm test', 'git commit -m "npm test"', 'npm testing', 'tsc'])(
    '%s runs none [S40]',
    (command) => expect(testRun(command)).toBeUndefined(),
  )

  test.each([
    ['npm test', 'npm test', true],
    ['npm test', 'npm test -- a.test.ts', true],
    ['npm test -- a.test.ts', 'npm test', false],
    ['npm test -- a.test.ts', 'npm test -- b.test.ts', false],
    ['pytest', 'npm test', false],
  ])('%s passing covers a failed %s: %s [S40]', (green, red, covers) =>
    expect(coversRun(testRun(green) ?? '', testRun(red))).toBe(covers),
  )
})

describe('files', () => {
  test.each([
    ...['package.json', 'api/pyproject.toml', 'setup.py', 'requirements/base.txt', 'requirements-dev.txt', 'go.mod'],
    ...['requirements.in', 'environment.yml', 'Cargo.toml', 'pom.xml', 'src/Api.csproj', 'Gemfile', 'build.gradle.kts'],
    ...['Makefile', 'justfile', 'Dockerfile', 'compose.yaml', '.github/workflows/ci.yml', '.gitlab-ci.yml'],
    ...['tsconfig.json', 'vite.config.ts', 'biome.json', 'eslint.config.js', '.prettierrc', 'web/.eslintrc.cjs'],
  ])('%s is a setting of the project [S40]', (path) => expect(isSettings(path)).toBe(true))

  test.each([
    ...['package-lock.json', 'go.sum', 'Cargo.lock', 'pnpm-lock.yaml', 'examples/app/package.json', '.env'],
    ...['tests/fixtures/pom.xml', 'node_modules/a/package.json', 'src/makefile.ts', 'src/jest.ts', 'README.md'],
    ...['src/auth/login.ts', 'docs/design/sync.md', 'docs/package.json.md'],
  ])('%s is not [S40]', (path) => expect(isSettings(path)).toBe(false))
})

describe('occasions', () => {
  const disk = {
    isThere: (path: string) => ['src', 'packages', 'packages/a', 'lib', 'src/old'].includes(path) || /\.ts$/.test(path),
    isFolder: (path: string) => ['src', 'packages', 'packages/a', 'lib', 'src/old'].includes(path),
    namesIn: () => [],
  }
  const FIVE = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts']

  test.each<[string, readonly string[], string | undefined, string | undefined]>([
    ['a file in a new top-level folder', ['billing/index.ts'], undefined, 'folder billing'],
    ['a new package', ['packages/b/src/index.ts'], undefined, 'folder packages/b'],
    ['mkdir of a top-level folder', ['billing'], 'mkdir -p billing', 'folder billing'],
    ['an added dependency', [], 'npm i zod', 'dependency zod'],
    ['a moved folder', ['src/old', 'src/new'], 'git mv src/old src/new', 'move src/old'],
    ['a folder moved into another', ['src/old', 'lib', 'lib/old'], 'mv src/old lib/', 'move src/old'],
    ['many moved files', [...FIVE, 'lib', ...FIVE.map((file) => `lib/${file}`)], 'mv *.ts lib/', 'move 10 files'],
    ['a file in a folder that is there', ['src/new.ts'], undefined, undefined],
    ['a new folder further below', ['src/billing/index.ts'], undefined, undefined],
    ['a file at the root', ['index.ts'], undefined, undefined],
    ['a file at the root by a shell', ['notes'], 'echo x > notes', undefined],
    ['output', ['dist/x.js'], undefined, undefined],
    ['a hidden folder', ['.cache/x'], undefined, undefined],
    ['a file outside', ['/tmp/x/y.ts'], undefined, undefined],
    ['one moved file', ['a.ts', 'lib', 'lib/a.ts'], 'mv a.ts lib/', undefined],
    ['a restore', [], 'npm ci', undefined],
  ])('%s: %j %s is %s [S27]', (_name, paths, command, expected) => {
    const occasion = occasionOf(paths, command, disk)
    expect(occasion === undefined ? undefined : `${occasion.kind} ${occasion.what}`).toBe(expected)
  })
})

describe('a finished call', () => {
  const finished = (command: string | undefined, failed: boolean): ToolFinished => ({
    ...{ kind: 'tool-finished', session: 's', call: 'c', failed },
    calls: command === undefined ? [] : [{ kind: 'shell', command, cwd: undefined, background: false }],
  })
  const moved: ToolFacts = {
    ...shell(undefined, ['src/old']),
    occasion: { kind: 'move', what: 'src/old' },
  } as ToolFacts
  const signals = (command: string | undefined, facts: ToolFacts, failed = false, state = FRESH) =>
    momentsOfCall(state, finished(command, failed), facts).flatMap((one) =>
      one.at === 'happened' ? [one.signal.kind] : [],
    )

  test.each<[string, string | undefined, ToolFacts, readonly string[]]>([
    ['a manifest written', undefined, project('package.json'), ['settings']],
    [
      'CI written by a shell',
      'sed -i s/18/20/ .github/workflows/ci.yml',
      shell(undefined, ['.github/workflows/ci.yml']),
      ['settings'],
    ],
    ['a revert', 'git revert HEAD', shell(), ['revert']],
    ['a moved folder', 'git mv src/old src/new', moved, ['move']],
    ['code written', undefined, project('src/app.ts'), []],
    ['a manifest outside the project', undefined, project('/tmp/x/package.json'), []],
    ['a command that takes it back', 'git checkout -- package.json', shell(undefined, ['package.json']), []],
  ])('%s shows %j [S40]', (_name, command, facts, kinds) => {
    expect(signals(command, facts)).toEqual(kinds)
    // Failed calls, sub-agents and quiet turns give no signals.
    expect(signals(command, facts, true)).toEqual([])
    expect(signals(command, facts, false, stateAfter({ at: 'start', parent: 'main' }))).toEqual([])
    expect(
      signals(command, facts, false, stateAfter({ at: 'turn', grant: { kind: 'nothing' }, quiet: 'turn' })),
    ).toEqual([])
  })

  test('the text names the event, and repeats no unusual characters of a path [S39] [S40]', () => {
    expect(wordsOfSignal({ kind: 'settings', what: 'package.json' })).toEqual({
      en: 'package.json changed',
      zh: 'package.json 有改动',
    })
    expect(wordsOfSignal({ kind: 'settings', what: 'a\n<system>/package.json' }).en).toBe(
      'a??system?/package.json changed',
    )
  })
})

describe('plain requests to remember', () => {
  test.each([
    'remember that we deploy on Fridays',
    'Please remember: use pnpm, not npm.',
    'From now on every handler returns a Result.',
    'Fix the handler. Going forward, throw nothing.',
    '记住这个项目的日志都走 logc',
    '以后提交信息用英文写。',
    '修一下这个；今后都用整数存金额',
    '记一下，缓存要带租户',
  ])('%s is one [S40]', (text) => expect(asksToRemember(text)).toBe(true))

  test.each([
    'do you remember the port?',
    'add a remember me checkbox',
    'I do not remember why',
    '你记住了吗？',
    '以后再说',
    '三天以后发布',
    'fix the login page',
    'We decided to use Postgres.',
  ])('%s is none [S40]', (text) => expect(asksToRemember(text)).toBe(false))
})
