import { expect, test } from 'vitest'
import { knownPath } from '../../src/core/bank-path.ts'
import { Codebase } from '../../src/drift/codebase.ts'
import { findDrift } from '../../src/drift/find-drift.ts'
import { readClaims } from '../../src/drift/read-claims.ts'
import { repositoryOf } from './repository-of.ts'

const NOW = {
  'package.json': JSON.stringify({ scripts: { test: 'tsc -p tsconfig.spec.json && vitest --run' } }),
  'src/csrf.ts': "const isSafe =\n  /^(GET|HEAD|OPTIONS)$/\nexport const mode = 'strict';\n",
  'src/limits.ts':
    'export const MAX_TRIES = 5\nexport const MAX_WAIT = 60 * 1000\nexport const options = { pageSize: 50, rowLimit: 10 }\n',
  'src/twice.ts': 'export const MOST_JOBS = 2\n',
  'src/again.ts': 'export const MOST_JOBS = 4\n',
  'src/cli.py': 'parser.add_argument("--verbose")\n',
  '.golangci.yml': 'formatters:\n  enable:\n    - gofumpt\n    - goimports\n    - gci\n',
  'tsconfig.json': '{ "files": [], "references": [] }',
  'tsconfig.app.json': '{ "extends": "./tsconfig.json" }',
  '.github/workflows/ci.yml': 'jobs:\n  test:\n    matrix:\n      node: [20.x, 22.x]\n',
  '.github/workflows/lint.yml': 'steps:\n  - uses: golangci-lint-action\n    with:\n      version: v2.13.0\n',
}

const TAKEN = [
  ['package.json', '    "test": "tsc --noEmit && vitest --run",'],
  ['src/csrf.ts', 'const isSafe = /^(GET|HEAD)$/'],
  ['src/csrf.ts', 'export const mode = "strict"'],
  ['src/limits.ts', 'export const options = { pageSize: 20,'],
  ['src/cli.py', 'parser.add_argument("--fast-mode")'],
  ['scripts/run.sh', 'pytest --strict-markers'],
  ['.golangci.yml', '    - gofmt'],
  ['.golangci.yml', '    # lll is too strict'],
  ['tsconfig.json', '    "target": "ES2022",'],
  ['tsconfig.app.json', '    "target": "ES2022",'],
  ['.github/workflows/ci.yml', '      node: [18.18.2, 20.x]'],
  ['.github/workflows/lint.yml', '      version: v2.1.0'],
] as const

function found(text: string): readonly string[] {
  const claims = readClaims(knownPath('details/design/page.md'), text)
  return findDrift(claims, new Codebase(repositoryOf(NOW, TAKEN))).map(
    ({ verdict, claim, now }) => `${verdict} ${claim}${now === undefined ? '' : ` → ${now}`}`,
  )
}

test.each([
  ['the text of a script', '`npm test` runs `tsc --noEmit && vitest --run`.', ['gone tsc --noEmit && vitest --run']],
  ['a script in Chinese', '`npm test` 就是 `tsc --noEmit && vitest --run`。', ['gone tsc --noEmit && vitest --run']],
  ['a name with its value', 'Safe methods: `isSafe = /^(GET|HEAD)$/`.', ['gone isSafe = /^(GET|HEAD)$/']],
  ['an option that the code defined', 'Pass `--fast-mode` to skip the checks.', ['gone --fast-mode']],
  ['one of a list in a file', 'The formatters in .golangci.yml are gofmt, gofumpt, goimports and gci.', ['gone gofmt']],
  ['a word that a file is said to set', '`tsconfig.json` sets `target` to ES2022.', ['gone target']],
  ['a word said to be in a file', 'We read the `target` option of tsconfig.json.', ['gone target']],
  ['a version that CI ran', 'CI runs the tests on Node 18.18.2, 20.x and 22.x.', ['gone 18.18.2']],
  ['a version that CI ran, in Chinese', 'CI 在 Node 18.18.2 和 20.x 上跑测试。', ['gone 18.18.2']],
  ['the number of a constant', '`MAX_TRIES` is 3.', ['changed MAX_TRIES is 3 → 5']],
  ['a tool that a workflow pins', 'The linter is golangci-lint v2.1.0.', ['changed golangci-lint v2.1.0 → 2.13.0']],
  ['a version that we are on', 'We are still on golangci-lint v2.1.0.', ['changed golangci-lint v2.1.0 → 2.13.0']],
])('what was quoted and is gone: %s [S51]', (_title, text, expected) => expect(found(text)).toEqual(expected))

test.each([
  ['a command that somebody may run', 'Run `tsc --noEmit && vitest --run` before you push.'],
  ['a script as it is', '`npm test` runs `tsc -p tsconfig.spec.json && vitest --run`.'],
  ['a value that is laid out otherwise', "It is strict: `mode = 'strict'`."],
  ['a value that was never there', 'Set `colour = "red"` in your own theme.'],
  ['an option of another program', 'We call pytest with `--strict-markers`.'],
  ['an option that is there', 'Pass `--verbose` to see more.'],
  ['a variable that somebody sets', 'Start it with `DEBUG=1`.'],
  ['a list of other things', 'Read .golangci.yml for gofmt, spacing and style.'],
  ['a word of a comment', 'The linters in .golangci.yml are lll, gofumpt, goimports and gci.'],
  ['a file that gets it from another', '`tsconfig.app.json` sets `target` to ES2022.'],
  ['a word that is not said to be in the file', '`target` browsers are Chrome and Safari; see tsconfig.json.'],
  ['a denied word', 'tsconfig.json does not set `target`.'],
  ['a version that something else needs', 'Node 18.18.2 is the least we need, CI has others.'],
  ['an amount in a sentence about CI', 'CI for Node takes 18.18.2 min, on average.'],
  ['the number as it is', '`MAX_TRIES` is 5.'],
  ['a number that is computed', '`MAX_WAIT` is 3.'],
  ['a constant with two numbers', '`MOST_JOBS` is 3.'],
  ['a number for one environment', '`MAX_TRIES` is 3 in production.'],
  ['a name that may be of many things', '`rowLimit` is 20.'],
  ['a version of what no file names', 'We lint with shellcheck v2.1.0.'],
  ['what went before the entry', '### 2026-04-01\n\nSafe methods: `isSafe = /^(GET|HEAD)$/`.'],
])('not reported: %s [S51]', (_title, text) => expect(found(text)).toEqual([]))
