import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { bunApp, nextApp } from '../papers.ts'
import { type Paper, scanned, table } from '../scanned.ts'

const facts = (paper: Paper) => projectFacts(scanned(paper), 'en')

test('a web application gives its stack with versions, without tools for tests and checks [S12]', () => {
  expect(table(facts(nextApp).stack)).toEqual({
    Stack:
      'TypeScript ^5.6.3, Node.js >=20.11, pnpm 9.12.0, Next.js 14.2.15, React ^18.3.1, Prisma 5.20.0, Zod ^3.23.8',
  })
})

test('scripts with a role are run by the package manager; the others stay in the manifest [S12] [S58]', () => {
  expect(table(facts(nextApp).commands)).toEqual({
    Install: '`pnpm install`',
    Run: '`pnpm dev`, `pnpm start`',
    Build: '`pnpm build`',
    Test: '`pnpm test`, `pnpm test:e2e`',
    'One test': '`pnpm test <file>`',
    Lint: '`pnpm lint`',
  })
})

test.each([
  ['a plain runner', { test: 'vitest run' }, '`npm test -- <file>`'],
  ['a runner among other commands', { test: 'tsc && vitest --run' }, '`npx vitest run <file>`'],
  ['a runner with its files', { test: 'mocha test/**/*.js' }, '`npx mocha <file>`'],
  ['a runner behind other scripts', { test: 'npm run unit', unit: 'borp --coverage x' }, '`npx borp <file>`'],
  ['Node’s own runner', { test: 'node --test test/*.js' }, '`node --test <file>`'],
  ['a variant where there is no plain script', { 'test:unit': 'jest' }, '`npm run test:unit -- <file>`'],
  ['an unknown runner', { test: 'make all' }, undefined],
])('one test is run by %s [S12]', (_, scripts, expected) => {
  expect(table(facts({ 'package.json': JSON.stringify({ scripts }) }).commands)['One test']).toBe(expected)
})

test('a library is built on its dependencies, an application also on its development dependencies [S12]', () => {
  const text = (more: object) =>
    JSON.stringify({ devDependencies: { express: '4' }, dependencies: { ajv: '8' }, ...more })
  expect(table(facts({ 'package.json': text({ main: 'x.js' }) }).stack)['Stack']).toBe('JavaScript, Node.js')
  expect(table(facts({ 'package.json': text({ private: true }) }).stack)['Stack']).toBe(
    'JavaScript, Node.js, Express 4',
  )
})

test('members of a workspace are combined, with versions from the catalogue [S12]', () => {
  const member = (dependencies: object) => JSON.stringify({ scripts: { dev: 'vite' }, dependencies })
  const paper = {
    'package.json': '{"private": true, "name": "shop", "scripts": {"dev": "turbo dev"}}',
    'pnpm-workspace.yaml': 'packages: ["apps/*", "libs/@core/*", "examples/*"]\ncatalog:\n  vue: ^3.5.0\n',
    'apps/admin/package.json': member({ vue: 'catalog:', 'naive-ui': '^2.0' }),
    'apps/site/package.json': member({ vue: 'catalog:', 'element-plus': '^2.8' }),
    'libs/@core/http/package.json': member({ vue: 'catalog:', pinia: '^3' }),
    'examples/demo/package.json': member({ svelte: '^5' }),
  }
  expect(table(facts(paper).stack)).toEqual({
    Stack: 'JavaScript, Node.js, Vue ^3.5.0, Naive UI ^2.0, Element Plus ^2.8, Pinia ^3',
  })
  expect(table(facts(paper).commands)).toEqual({ Install: '`pnpm install`', Run: '`pnpm dev`' })
})

const app = (more: object = {}) => JSON.stringify({ scripts: { build: 'tsc' }, dependencies: { a: '1' }, ...more })

test.each<[string, Paper, string]>([
  ['npm where nothing says otherwise', { 'package.json': app() }, 'install `npm install`, build `npm run build`'],
  ['yarn by its lock file', { 'package.json': app(), 'yarn.lock': null }, 'install `yarn install`, build `yarn build`'],
  [
    'pnpm by its workspace file',
    { 'package.json': app(), 'pnpm-workspace.yaml': '' },
    'install `pnpm install`, build `pnpm build`',
  ],
  [
    'bun by its lock file',
    { 'package.json': app(), 'bun.lockb': null },
    'install `bun install`, build `bun run build`',
  ],
  [
    'the field before a lock file',
    { 'package.json': app({ packageManager: 'yarn@4.5.0' }), 'package-lock.json': null },
    'install `yarn install`, build `yarn build`',
  ],
])('the package manager is %s [S12]', (_, paper, expected) => {
  expect(table(facts(paper).snapshot)['Commands']).toBe(expected)
})

const vue = JSON.stringify({ scripts: { dev: 'x' }, dependencies: { vue: '^3' } })

test.each<[string, Paper]>([
  ['pnpm', { 'package.json': '{}', 'pnpm-workspace.yaml': 'packages: ["a/**", "!a/off"]', 'a/b/package.json': vue }],
  ['yarn', { 'package.json': '{"workspaces": {"packages": ["a/*"]}}', 'a/b/package.json': vue }],
  ['Nx', { 'package.json': '{}', 'nx.json': null, 'libs/b/package.json': vue }],
  ['lerna', { 'package.json': '{}', 'lerna.json': '{"packages": ["a/*"]}', 'a/b/package.json': vue }],
  ['npm, deeper than the tree', { 'package.json': '{"workspaces": ["a/*/*"]}', 'a/b/c/package.json': vue }],
])('members are found by the patterns of %s [S12]', (_, paper) => {
  expect(table(facts(paper).stack)['Stack']).toBe('JavaScript, Node.js, Vue ^3')
})

test("Bun's own test runner is not mistaken for the script [S12]", () => {
  expect(table(facts(bunApp).commands)['Test']).toBe('`bun run test`')
  expect(table(facts(bunApp).stack)['Stack']).toBe('TypeScript, Bun, Hono ^4.6.3')
})

test.each([
  ['git+https://user:secret@example.org/x.git', undefined],
  ['latest', undefined],
  ['18 || >=20', 'React 18 or >=20'],
  ['1.0.0-rc.1', 'React 1.0.0-rc.1'],
])('a dependency at %s shows a version only if it has one [S12]', (version, expected) => {
  const paper = { 'package.json': JSON.stringify({ dependencies: { react: version } }) }
  expect(table(facts(paper).stack)['Stack']).toBe(`JavaScript, Node.js, ${expected ?? 'React'}`)
})

test('scripts with unusual names and the placeholder of npm init are left out [S12]', () => {
  const scripts = { 'a b': 'x', '`': 'x', '-x': 'x', test: 'echo "Error: no test specified" && exit 1', build: 'x | y' }
  const paper = { 'package.json': JSON.stringify({ scripts }) }
  expect(table(facts(paper).commands)).toEqual({ Build: '`npm run build`' })
})

test('a package.json cut in the middle gives what it has so far [S12]', () => {
  const text = String(nextApp['package.json'])
  const paper = { 'package.json': text.slice(0, text.indexOf('"react":')) }
  expect(table(facts(paper).stack)).toEqual({
    Stack: 'JavaScript, Node.js >=20.11, pnpm 9.12.0, Next.js 14.2.15, Prisma 5.20.0',
  })
})

test('comments, trailing commas and a merge conflict do not hide the rest [S12]', () => {
  const text = '{\n  // note\n  "name": "x",\n<<<<<<< HEAD\n  "scripts": {"test": "a",},\n=======\n'
  expect(table(facts({ 'package.json': text }).snapshot)['Name']).toBe('x')
})

test('inherited object keys are not scripts [S12]', () => {
  const text = '{"__proto__": {"scripts": {"test": "x"}}, "name": "n"}'
  expect(facts({ 'package.json': text }).commands).toEqual([])
})

test('a nested package.json that only sets the module type is not a part [S12]', () => {
  const paper = { 'package.json': app(), 'cjs/package.json': '{"type": "commonjs"}' }
  expect(facts(paper).stack.map((fact) => fact.source)).not.toContain('cjs/package.json')
})

test('of two ecosystems at the root only scripts count [S12]', () => {
  const paper = {
    'package.json': '{"scripts": {"test": "vitest"}, "dependencies": {"vue": "^3"}}',
    Gemfile: 'gem "rails"\ngem "rspec-rails"\n',
  }
  expect(table(facts(paper).snapshot)['Commands']).toBe('test `npm test`, one test `npm test -- <file>`')
})
