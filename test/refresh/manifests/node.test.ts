import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/refresh/project-facts.ts'
import { bunApp, nextApp, nxRepo, pnpmMonorepo, yarnWorkspaces } from './papers.ts'
import { type Paper, scanned, table } from './scanned.ts'

const facts = (paper: Paper) => projectFacts(scanned(paper), 'en')

test('a web application gives its stack, kind by kind [S12]', () => {
  expect(table(facts(nextApp).stack)).toEqual({
    Language: 'TypeScript ^5.6.3',
    Runtime: 'Node.js >=20.11',
    Frameworks: 'Next.js 14.2.15, React ^18.3.1',
    Data: 'Prisma 5.20.0, Zod ^3.23.8',
    Testing: 'Vitest ^2.1.2, Playwright ^1.48.0',
    Tooling: 'ESLint ^9.12.0',
    'Package manager': 'pnpm 9.12.0',
    'Other dependencies': 'react-dom',
    CI: 'GitHub Actions',
  })
})

test('scripts are run by the package manager, without hooks and lifecycle scripts [S12]', () => {
  expect(table(facts(nextApp).commands)).toEqual({
    Install: '`pnpm install`',
    dev: '`pnpm dev` (`next dev`)',
    start: '`pnpm start` (`next start`)',
    build: '`pnpm build` (`next build`)',
    test: '`pnpm test` (`vitest run`)',
    lint: '`pnpm lint` (`eslint .`)',
    'test:e2e': '`pnpm run test:e2e` (`playwright test`)',
    'db:seed': '`pnpm run db:seed`',
    release: '`pnpm run release`',
  })
})

const app = (more: object = {}) => JSON.stringify({ scripts: { build: 'tsc' }, dependencies: { a: '1' }, ...more })

test.each<[string, Paper, string]>([
  ['npm where nothing says otherwise', { 'package.json': app() }, '`npm install`, `npm run build`'],
  ['yarn by its lock file', { 'package.json': app(), 'yarn.lock': null }, '`yarn install`, `yarn build`'],
  ['pnpm by its workspace file', { 'package.json': app(), 'pnpm-workspace.yaml': '' }, '`pnpm install`, `pnpm build`'],
  ['bun by its lock file', { 'package.json': app(), 'bun.lockb': null }, '`bun install`, `bun run build`'],
  [
    'the field before a lock file',
    { 'package.json': app({ packageManager: 'yarn@4.5.0' }), 'package-lock.json': null },
    '`yarn install`, `yarn build`',
  ],
])('the package manager is %s [S12]', (_, paper, expected) => {
  expect(table(facts(paper).snapshot)['Commands']).toBe(expected)
})

test.each<[string, Paper, string, string]>([
  [
    'pnpm, exclusions included',
    pnpmMonorepo,
    '`apps/docs`, `apps/web`, `packages/config`, `packages/ui`',
    'pnpm-workspace.yaml',
  ],
  ['yarn', yarnWorkspaces, '`packages/cli`, `packages/core`', 'package.json'],
  ['Nx', nxRepo, '`apps/admin`, `libs/shared`', 'nx.json'],
  [
    'lerna',
    { 'package.json': '{}', 'lerna.json': '{"packages": ["modules/*"]}', 'modules/a/': null },
    '`modules/a`',
    'lerna.json',
  ],
  ['npm, deeper than the tree', { 'package.json': '{"workspaces": ["libs/*/*"]}' }, '`libs/*/*`', 'package.json'],
])('workspaces are known from %s [S12]', (_, paper, value, source) => {
  const line = facts(paper).snapshot.find((fact) => fact.label === 'Workspaces')
  expect(line).toEqual({ label: 'Workspaces', value, source })
})

test("Bun's own test runner is not mistaken for the script [S12]", () => {
  expect(table(facts(bunApp).commands)['test']).toBe('`bun run test` (`bun test`)')
  expect(table(facts(bunApp).stack)['Runtime']).toBe('Bun')
})

test.each([
  ['workspace:*', undefined],
  ['git+https://user:secret@example.org/x.git', undefined],
  ['latest', undefined],
  ['18 || >=20', 'React 18 or >=20'],
  ['1.0.0-rc.1', 'React 1.0.0-rc.1'],
])('a dependency at %s shows a version only if it is one [S12]', (version, expected) => {
  const paper = { 'package.json': JSON.stringify({ dependencies: { react: version } }) }
  expect(table(facts(paper).stack)['Frameworks']).toBe(expected ?? 'React')
})

test('scripts with unusual names and the placeholder of npm init are left out [S12]', () => {
  const scripts = { 'a b': 'x', '`': 'x', '-x': 'x', test: 'echo "Error: no test specified" && exit 1', ok: 'x | y' }
  const paper = { 'package.json': JSON.stringify({ scripts }) }
  expect(table(facts(paper).commands)).toEqual({ ok: '`npm run ok`' })
})

test('a package.json that is cut in the middle tells what it holds so far [S12]', () => {
  const text = String(nextApp['package.json'])
  const paper = { 'package.json': text.slice(0, text.indexOf('"react":')) }
  expect(table(facts(paper).stack)).toMatchObject({ Frameworks: 'Next.js 14.2.15', Runtime: 'Node.js >=20.11' })
})

test('comments, trailing commas and a merge conflict do not hide the rest [S12]', () => {
  const text = '{\n  // note\n  "name": "x",\n<<<<<<< HEAD\n  "scripts": {"test": "a",},\n=======\n'
  expect(table(facts({ 'package.json': text }).snapshot)['Name']).toBe('x')
})

test('inherited keys are nobody’s scripts [S12]', () => {
  const text = '{"__proto__": {"scripts": {"test": "x"}}, "name": "n"}'
  expect(facts({ 'package.json': text }).commands).toEqual([])
})

test('a nested package.json that only sets the module type is no part [S12]', () => {
  const paper = { 'package.json': app(), 'cjs/package.json': '{"type": "commonjs"}' }
  expect(facts(paper).stack.map((fact) => fact.source)).not.toContain('cjs/package.json')
})
