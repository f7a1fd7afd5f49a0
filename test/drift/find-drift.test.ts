import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { readBank } from '../../src/disk/bank/read-bank.ts'
import { openWorkspace } from '../../src/disk/workspace.ts'
import { Codebase } from '../../src/drift/codebase.ts'
import { findDrift } from '../../src/drift/find-drift.ts'
import { statementsIn } from '../../src/drift/statements.ts'
import { driftOf } from '../../src/verbs/drift.ts'
import { repositoryOf } from './repository-of.ts'
import { labelsOf, layOut, type SampleProject, type Score, score } from './sample-project.ts'
import { SAMPLES } from './samples/index.ts'

/** The drift in a project with the given files, and with the files of an earlier commit. */
function found(
  text: string,
  files: Readonly<Record<string, string>>,
  was: Readonly<Record<string, string>> = {},
): readonly string[] {
  const statements = statementsIn(pageOf(text, knownPath('details/tech.md')))
  return findDrift(statements, new Codebase(repositoryOf(files, was))).map(
    ({ verdict, claim }) => `${verdict} ${claim}`,
  )
}

const node = (value: object) => JSON.stringify(value)
const NOW = {
  'package.json': node({
    scripts: { test: 'vitest', build: 'tsc' },
    dependencies: { zod: '^3.22.0', redis: '~4.6.0', uuid: '^11.1.0', next: '14.2.3' },
    engines: { node: '>=20' },
  }),
  'examples/old/package.json': node({ dependencies: { zod: '^2.0.0' } }),
  'compose.yml': 'services:\n  db:\n    image: postgres:16-alpine\n  cache:\n    image: redis:7\n',
  Makefile: 'run:\n\techo\n',
  'src/app.ts': 'export function startApp() {}\n',
  'src/lib/ring-buffer.ts': 'export class RingBuffer {}\n',
  'web/app.ts': "import moment from 'moment'\n",
  'docs/guide.md': 'oldDrain is remembered here\n',
  'memory-bank/details/design/design-queue.md': '# Queue\n',
}
const BEFORE = {
  'package.json': node({
    scripts: { test: 'jest', e2e: 'cypress run' },
    dependencies: { zod: '^3.0.0', axios: '^1.0.0', moment: '^2.0.0', open: '^9.0.0', react: '^18.0.0' },
    devDependencies: { typescript: '^5.0.0' },
  }),
  'src/old-queue.ts': 'export function oldDrain() {}\nexport class QueueReader {}\n',
  'src/ring-buffer.ts': 'export class RingBuffer {}\n',
  'src/gen/api.ts': 'export {}\n',
  'memory-bank/_index.md': '# Index\n',
  'memory-bank/docs/_index.md': '# Index\n',
  '_index.md': '# Index\n',
  'docs/_index.md': '# Index\n',
  'design-queue.md': '# Queue\n',
  Makefile: 'run:\n\techo\nproto:\n\tbuf\n',
}

test.each([
  ['a removed file', 'It is in `src/old-queue.ts`.', ['gone src/old-queue.ts']],
  ['a moved file', 'See src/ring-buffer.ts.', ['moved src/ring-buffer.ts']],
  ['an entry of the bank’s older layout', 'Add it to `_index.md` and `docs/_index.md`.', []],
  ['a document that a migration moved into the bank', 'See `design-queue.md`.', []],
  ['a generated file', 'The client is in `src/gen/api.ts`.', []],
  ['a file that never existed', 'It is in `src/plans.ts`.', []],
  ['a line beyond the end', '`src/app.ts:90` is slow.', ['changed src/app.ts:90']],
  ['a removed function', '`oldDrain()` empties it.', ['gone oldDrain()']],
  ['a removed function without backticks', 'The queue is emptied by oldDrain.', ['gone oldDrain']],
  ['a name in the form of a product, without backticks', 'QueueReader reads it.', []],
  ['a name of another project', '`sendMail` and `Stripe.createIntent` are called.', []],
  ['a removed script', '`pnpm e2e` runs them all.', ['gone pnpm e2e']],
  ['a script that never existed', '`npm run lint` is quick.', ['gone npm run lint']],
  ['a program that is run like a script', '`pnpm vitest` and `yarn run vue-tsc` work.', []],
  ['a removed target', '`make proto` writes them.', ['gone make proto']],
  ['an existing target', '`make run` starts it.', []],
  ['a removed package', 'HTTP calls use `axios`.', ['gone axios']],
  ['a removed package that is said to be used', 'HTTP goes through axios.', ['gone axios']],
  ['a package that a file imports', 'Dates are made with `moment`.', []],
  ['a package name as a plain word', 'Do we open files by name?', []],
  ['a package in another version', '- zod 3.20', ['changed zod 3.20']],
  ['a patch version', '- zod 3.22.9', []],
  ['a service in another version', 'We run PostgreSQL 14.', ['changed PostgreSQL 14']],
  ['a service whose client has another version', 'Redis 7 keeps sessions.', []],
  ['a client as its manifest writes it', '- redis ~4.5.0', ['changed redis ~4.5.0']],
  ['a runtime', 'Node 18 or Node 20+ is needed.', ['changed Node 18']],
  ['a row of versions', '| Package | Version |\n|---|---|\n| Next.js | 13 |\n| zod | 3.22 |', ['changed Next.js 13']],
  ['a number that is not a version', 'The next 3 weeks. UUID v4 everywhere.', []],
  ['denied, rejected and planned names', 'Never `axios`. We left `oldDrain` out: planned.', []],
])('%s: %j [S51]', (_title, text, expected) => expect(found(text, NOW, BEFORE)).toEqual(expected))

test.each([
  'Written in TypeScript 5, with tsc.',
  'Documents are in reStructuredText.',
  '- **Stack**: TypeScript, Node.js >=20',
])('a language with files in the project is not gone: %j [S51]', (text) => {
  const files = { 'package.json': node({ name: 'a' }), 'src/a.ts': '', 'docs/a.rst': '' }
  expect(found(text, files, { 'package.json': node({ devDependencies: { typescript: '^4.0.0' } }) })).toEqual([])
})

test('a server is not the client of its name [S51]', () => {
  const files = { 'requirements.txt': 'redis==4.5.4\n' }
  expect(found('`Redis 7` keeps sessions.', files)).toEqual([])
  expect(found('The client is `redis 3`.', files)).toEqual(['changed redis 3'])
})

test('Java 8 is Java 1.8 [S51]', () => {
  const pom = (version: string) => `<project><properties><java.version>${version}</java.version></properties></project>`
  expect(found('We use Java 8.', { 'pom.xml': pom('1.8') })).toEqual([])
  expect(found('We use Java 1.8.', { 'pom.xml': pom('8') })).toEqual([])
  expect(found('We use Java 8.', { 'pom.xml': pom('17') })).toEqual(['changed Java 8'])
})

test('a bare file name is not the file of a hidden folder, and a tag is not prose [S51]', () => {
  const was = { '.vscode/settings.json': '{}', 'src/a.ts': 'export const module_vpc = 1\n' }
  expect(found('It writes `settings.json`.', { 'src/b.ts': '' }, was)).toEqual([])
  expect(found('See `.vscode/settings.json`.', { 'src/b.ts': '' }, was)).toEqual(['gone .vscode/settings.json'])
  expect(found('The <a name="module_vpc"></a> network.', { 'src/b.ts': '' }, was)).toEqual([])
})

test('a package named like a path, and the image of a hidden folder, contradict nothing [S51]', () => {
  const php = { 'composer.json': '{"name": "acme/shop"}' }
  expect(found('- **Name**: acme/shop', php, { 'acme/shop/a.php': '' })).toEqual([])
  const java = {
    'pom.xml': '<project><properties><java.version>17</java.version></properties></project>',
    '.devcontainer/Dockerfile': 'FROM mcr.example.com/devcontainers/java:0-17\n',
  }
  expect(found('We use Java 17.', java)).toEqual([])
})

test('the beginning of a path is not a path [S51]', () => {
  const [files, was] = [{ 'iot/iot-gateway/pom.xml': '' }, { 'iot/iot/pom.xml': '' }]
  expect(found('- **iot/iot-gateway/**: Netty', files, was)).toEqual([])
})

test('without a history, only certain losses are reported [S51]', () => {
  const files = {
    'pyproject.toml': '[project]\ndependencies = ["fastapi>=0.110"]\n',
    'app/main.py': '',
    'app/jobs/mail.py': '',
  }
  expect(found('Jobs are in `app/jobs/send.py`, run with `celery`.', files)).toEqual([
    'gone app/jobs/send.py',
    'gone celery',
  ])
  expect(found('The web part is React 18; see `other/jobs/send.py` and `app/notes`.', files)).toEqual([])
})

test('if a Makefile has patterns, only removed targets are reported [S51]', () => {
  const files = { Makefile: 'include common.mk\nrun:\n\techo\n' }
  expect(found('`make test` runs everything.', files)).toEqual([])
})

const HOME = mkdtempSync(join(tmpdir(), 'drift-'))
afterAll(() => rmSync(HOME, { recursive: true, force: true }))

const scores: Score[] = []

describe('sample projects with planted drift and traps', () => {
  test.each(SAMPLES.map((sample) => [sample.name, sample] as const))(
    '%s: nothing wrong is reported, and more than half of the drift is found [S51]',
    (_name, sample) => {
      const result = score(labelsOf(sample), reportedIn(sample))
      scores.push(result)
      const { found, missed, wrong } = result
      expect(wrong).toEqual([])
      expect(found.length / (found.length + missed.length), JSON.stringify(missed)).toBeGreaterThan(0.5)
    },
  )

  test('at least 90 % of all planted drift is found [S51]', () => {
    const found = scores.flatMap((one) => one.found).length
    const missed = scores.flatMap((one) => one.missed)
    expect(found / (found + missed.length), JSON.stringify(missed)).toBeGreaterThanOrEqual(0.9)
  })
})

function reportedIn(sample: SampleProject) {
  const folder = join(HOME, String(SAMPLES.indexOf(sample)))
  mkdirSync(folder)
  layOut(sample, folder)
  const workspace = openWorkspace({
    folder,
    env: { HOME, XDG_STATE_HOME: join(HOME, 'state') },
    now: () => new Date(),
    progress: () => undefined,
  })
  if (!workspace.ok) throw new Error(JSON.stringify(workspace.problem))
  const snapshot = readBank(workspace.value.place.bank, workspace.value.progress)
  if (!snapshot.ok) throw new Error(JSON.stringify(snapshot.problem))
  return driftOf(workspace.value, snapshot.value).map(({ path, line, verdict, claim }) => ({
    path,
    line,
    verdict,
    claim,
  }))
}
