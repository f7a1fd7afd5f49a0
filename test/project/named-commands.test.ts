import { expect, test } from 'vitest'
import { projectFacts } from '../../src/project/project-facts.ts'
import { type Paper, scanned, table } from './scanned.ts'

const commands = (paper: Paper) => table(projectFacts(scanned(paper), 'en').commands)
const sh = (text: string) => `\n\`\`\`sh\n${text}\n\`\`\`\n`
const workflow = (...steps: readonly string[]) =>
  `jobs:\n  test:\n    steps:\n${steps.map((step) => `      - run: ${step}\n`).join('')}`
const npm = (scripts: object, more: object = {}) => JSON.stringify({ scripts, ...more })

test('documents come before CI, CI before scripts, scripts before the usual commands [S12]', () => {
  const manifest = npm({ test: 'vitest', 'test:unit': 'vitest unit', verify: 'x', lint: 'eslint' }, { private: true })
  const paper: Record<string, string> = { 'package.json': manifest }
  expect(commands(paper)).toMatchObject({ Test: '`npm test`, `npm run test:unit`', Lint: '`npm run lint`' })
  paper['.github/workflows/ci.yml'] = workflow('npm ci', 'npx vitest run', 'npm run test:unit')
  expect(commands(paper)).toMatchObject({ Install: '`npm ci`', Test: '`npx vitest run`', Lint: '`npm run lint`' })
  paper['README.md'] = `# Shop\n${sh('npx vitest')}`
  expect(commands(paper)['Test']).toBe('`npx vitest`')
  paper['CONTRIBUTING.md'] = `Run the tests:\n${sh('$ npm test')}`
  expect(commands(paper)['Test']).toBe('`npm test`')
  paper['AGENTS.md'] = '- Tests: `npm run test:unit`\n- One test: `npm test -- <file>`\n'
  expect(commands(paper)).toMatchObject({ Test: '`npm run test:unit`', 'One test': '`npm test -- <file>`' })
})

test('an Android app: variants from AGENTS.md, and nothing that the README warns against [S12]', () => {
  const paper = {
    'settings.gradle.kts': 'rootProject.name = "droid"\ninclude(":app")\n',
    'build.gradle.kts': 'plugins {\n    id("com.android.application") apply false\n}\n',
    gradlew: null,
    'README.md':
      '# Droid\n\n> You should not run `./gradlew test` or `./gradlew connectedAndroidTest`, as it takes hours.\n',
  }
  expect(commands(paper)['Test']).toBeUndefined()
  const agents =
    '- Build: `./gradlew assemble{Variant}`\n- Test: `./gradlew {variant}Test`\n- One: `./gradlew {variant}Test --tests "com.example.MyTest"`\n'
  expect(commands({ ...paper, 'AGENTS.md': agents })).toMatchObject({
    Build: '`./gradlew assemble{Variant}`',
    Test: '`./gradlew {variant}Test`',
    'One test': '`./gradlew {variant}Test --tests "com.example.MyTest"`',
  })
})

test('a C server: make from the README, and `make check` is not a linter [S12]', () => {
  const paper = {
    Makefile: 'default: all\nall:\ncheck: test\n',
    'README.md': `# What is Kv?\n${sh('% make')}\nThen:\n${sh('cd src\n./kv-server')}`,
    '.github/workflows/ci.yml': workflow("CFLAGS='-Werror' make", './runtest --tags -slow'),
    runtest: null,
    'src/main.c': null,
  }
  expect(commands(paper)).toEqual({ Build: '`make`', Test: '`./runtest --tags -slow`' })
  expect(table(projectFacts(scanned(paper), 'en').snapshot)['Name']).toBeUndefined()
})

test('a C++ library: no Swift, no benchmarks as the program, CMake as CI configures it [S12]', () => {
  const paper = {
    'CMakeLists.txt': 'project(json LANGUAGES CXX)\nenable_testing()\n',
    'Package.swift':
      '// swift-tools-version:5.9\nlet package = Package(name: "json", targets: [.target(name: "json", path: "include")])\n',
    Makefile: 'run_benchmarks:\nserve_header:\ncheck-amalgamation:\n',
    '.github/workflows/ubuntu.yml': workflow(
      'cmake --build build --parallel 10',
      'cmake -S . -B build -DJSON_CI=On',
      'cmake --build build --parallel 10',
      'cd build ; ctest -j 10',
    ),
  }
  expect(commands(paper)).toEqual({
    Build: '`cmake -S . -B build -DJSON_CI=On`, `cmake --build build --parallel 10`',
    Test: '`ctest --test-dir build`',
    'One test': '`ctest --test-dir build -R <name>`',
  })
  expect(table(projectFacts(scanned(paper), 'en').snapshot)['Stack']).toBe('C++, CMake')
})

test('a Python framework: the runner that CI uses, not the npm of its assets [S12]', () => {
  const paper = {
    'pyproject.toml': '[project]\nname = "web"\n[project.scripts]\nweb-admin = "web:main"\n',
    'package.json': npm({ test: 'grunt test' }),
    'tox.ini': '[tox]\n',
    'tests/runtests.py': null,
    '.github/workflows/tests.yml': workflow('python -m pip install -e .', 'python -Wall tests/runtests.py -v2'),
  }
  expect(commands(paper)).toEqual({
    Install: '`python -m pip install -e .`',
    Test: '`python -Wall tests/runtests.py -v2`',
  })
})

test('of several programs none is run, and all are named [S12]', () => {
  const go = { 'go.mod': 'module x\ngo 1.22\n', 'cmd/gen-docs/': null, 'cmd/gh/': null }
  expect(commands(go)['Run']).toBeUndefined()
  expect(projectFacts(scanned(go), 'en').unclear).toEqual(['cmd/gen-docs', 'cmd/gh'])
  const told = { ...go, 'README.md': `# gh\n${sh('go run ./cmd/gh')}` }
  expect(commands(told)['Run']).toBe('`go run ./cmd/gh`')
  expect(projectFacts(scanned(told), 'en').unclear).toEqual([])
})

test('the ways of a project’s users, its parts and its variants are not its own [S12]', () => {
  const python = { 'pyproject.toml': '[project]\nname = "black"\n', 'README.md': `# Black\n${sh('black {file}')}` }
  expect(commands(python)['Format']).toBeUndefined()
  const scripts = npm({ build: 'x', test: 'y', 'test-e2e': 'z' })
  const node = { 'package.json': scripts, 'README.md': `# A\n${sh('npm run build -- runtime --all')}` }
  const ci = { '.github/workflows/ci.yml': workflow('npm run test-e2e') }
  expect(commands({ ...node, ...ci })).toMatchObject({
    Build: '`npm run build`',
    Test: '`npm test`, `npm run test-e2e`',
  })
  const cmake = { 'CMakeLists.txt': 'project(x C)\n', '.github/workflows/ci.yml': workflow('cmake -B bld -DX=ON') }
  expect(commands(cmake)['Build']).toBe('`cmake -S . -B build && cmake --build build`')
  const elixir = { 'mix.exs': '{:phoenix, "~> 1.7"}', 'package.json': npm({ test: 'jest' }) }
  expect(commands(elixir)['One test']).toBe('`mix test <file>:<line>`')
})

test.each([
  ['installs the product', 'npm install hono'],
  ['installs the product globally', 'npm install -g tool'],
  ['installs from a registry', 'cargo install tool'],
  ['is for another folder', 'npm --prefix web test'],
  ['needs a file that is not there', 'pytest'],
  ['is a script that is not there', 'npm run e2e'],
  ['holds a credential', 'DATABASE_URL=postgres://bob:hunter22@db/x npm test'],
  ['needs an earlier step', 'npm test -- --no-build'],
  ['holds several commands', 'npm test && npm run lint'],
  ['holds a value of CI', 'npm test -- $' + '{{ matrix.kind }}'],
  ['holds a glob', 'npm test -- spec/*.ts'],
  ['leaves a quote open', 'npm test -- "a'],
  ['is longer than a line', `npm test -- ${'x'.repeat(120)}`],
])('a line that %s is not a command of the project [S12]', (_, line) => {
  const paper = { 'package.json': npm({ test: 'x' }, { private: true }), 'README.md': `# A\n${sh(line)}` }
  expect(projectFacts(scanned(paper), 'en').commands.filter(({ source }) => source === 'README.md')).toEqual([])
})

test.each([
  ['ruby', { Gemfile: 'gem "rails"\n' }, 'bundle exec rspec', 'Test'],
  [
    'ruby',
    { Gemfile: 'gem "rails"\n', 'config.ru': null, 'bin/rails': null },
    'bin/rails test test/models/user_test.rb:3',
    'One test',
  ],
  ['rust', { 'Cargo.toml': '[package]\nname = "x"\n' }, 'cargo test --workspace --features fast', 'Test'],
  ['rust', { 'Cargo.toml': '[package]\nname = "x"\n' }, 'cargo clippy --all-targets -- -D warnings', 'Lint'],
  ['rust', { 'Cargo.toml': '[package]\nname = "x"\n' }, 'cargo fmt --all --check', 'Lint'],
  ['go', { 'go.mod': 'module x\n' }, 'go test -race ./...', 'Test'],
  ['go', { 'go.mod': 'module x\n' }, 'go test ./store -run TestPut', 'One test'],
  ['maven', { 'pom.xml': '<project/>', mvnw: null }, './mvnw -B verify --file pom.xml', 'Test'],
  ['dotnet', { 'a.sln': '' }, 'dotnet build --configuration Release', 'Build'],
  ['python', { 'pyproject.toml': '' }, 'uv run --locked --group dev tox run', 'Test'],
  ['python', { 'manage.py': null, 'requirements.txt': 'django\n' }, 'python manage.py runserver', 'Run'],
  ['terraform', { 'main.tf': null, '.pre-commit-config.yaml': null }, 'pre-commit run -a', 'Lint'],
  ['compose', { 'compose.yaml': '' }, 'docker compose up', 'Start services'],
])('%s: the README’s command is read by its program %# [S12]', (_, paper, line, role) => {
  expect(commands({ ...paper, 'README.md': `# A\n${sh(line)}` })[role]).toBe(`\`${line}\``)
})

test.each<[string, Paper, string]>([
  ['a web framework', { Gemfile: 'gem "rack"\n' }, 'bin/rails server'],
  ['a library', { 'Cargo.toml': '[package]\nname = "x"\n', 'src/lib.rs': null }, 'cargo run'],
  ['a module without that program', { 'go.mod': 'module x\n' }, 'go run ./cmd/demo'],
])('the README of %s shows users how to run something else [S12]', (_, paper, line) => {
  expect(commands({ ...paper, 'README.md': `# A\n${sh(line)}` })['Run']).toBeUndefined()
})

test.each([
  ['AGENTS.md', 'Do not use `npm`; this project has its own runner.'],
  ['CLAUDE.md', '请勿运行 `npm test`，它会清空数据库。'],
  ['README.md', "Please don't run `npm test` on a laptop."],
])('%s may warn against a command [S12]', (path, text) => {
  const paper = { 'package.json': npm({ test: 'x', lint: 'y' }), [path]: `# A\n\n${text}\n` }
  expect(commands(paper)['Test']).toBeUndefined()
})
