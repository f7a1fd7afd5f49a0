import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/refresh/project-facts.ts'
import { cmakeApp, denoApp, dotnetSolution, flutter, goService, laravel, phoenix, polyglot, rails } from './papers.ts'
import { type Paper, scanned, table } from './scanned.ts'

const facts = (paper: Paper) => projectFacts(scanned(paper, 'folder'), 'en')

test.each<[string, Paper, Readonly<Record<string, string>>]>([
  [
    'PHP, before the assets that Node builds for it',
    laravel,
    {
      Name: 'acme/portal',
      About: 'Customer portal of Acme',
      Stack: 'PHP ^8.2, Laravel ^11.9',
      'Stack (Node.js)': 'JavaScript, Node.js, Vite ^5.0',
      Commands: '`composer install`, `composer dev`, `php artisan serve`, `php artisan test`',
      'Commands (Node.js)': '`npm install`, `npm run dev`, `npm run build`',
      Structure: '`app/`, `routes/`',
    },
  ],
  [
    'Ruby',
    rails,
    {
      Name: 'folder',
      Stack: 'Ruby 3.3.5, Rails ~> 7.2.1, Puma >= 6.0, PostgreSQL (pg) ~> 1.5',
      Commands: '`bundle install`, `bin/dev`, `bin/rails server`, `bundle exec rspec`',
      Structure: '`app/`, `bin/`, `config/`',
    },
  ],
  [
    '.NET',
    dotnetSolution,
    {
      Name: 'Shop',
      Stack: 'C#, .NET (net8.0), ASP.NET Core, Serilog 8.0.3, EF Core (PostgreSQL) 8.0.8',
      Commands: '`dotnet restore`, `dotnet run --project web/Web.csproj`, `dotnet build`, `dotnet test`',
      Structure: '`src/`, `web/`, `tests/`',
      Workspaces: '`src/Shop.Api`, `tests`',
    },
  ],
  [
    'Elixir',
    phoenix,
    {
      Name: 'chat',
      Stack: 'Elixir ~> 1.17, Phoenix ~> 1.7.14, Ecto ~> 3.10',
      Commands: '`mix deps.get`, `mix phx.server`, `mix compile`, `mix test`',
      Structure: '`lib/`',
    },
  ],
  [
    'Deno',
    denoApp,
    {
      Name: 'folder',
      Stack: 'TypeScript, Deno, Hono ^4.6',
      Commands: '`deno task dev`, `deno task test`',
      Structure: '`deno.json`, `main.ts`',
    },
  ],
  [
    'Flutter, without the description its generator wrote',
    flutter,
    {
      Name: 'ticker',
      Stack: 'Dart ^3.5.0, Flutter, go_router ^14.3.0',
      Commands: '`flutter pub get`, `flutter run`, `flutter test`, `flutter analyze`',
      Structure: '`lib/`',
    },
  ],
  [
    'CMake',
    cmakeApp,
    {
      Name: 'solver',
      About: 'Solves sudokus',
      Stack: 'C++ 20, CMake 3.24',
      Commands: '`cmake -S . -B build && cmake --build build`, `ctest --test-dir build`',
      Structure: '`src/`',
    },
  ],
])('%s [S12]', (_, paper, expected) => {
  expect(table(facts(paper).snapshot)).toEqual(expected)
})

test('a Swift package [S12]', () => {
  const text =
    '// swift-tools-version:5.10\nlet package = Package(\n  name: "Relay",\n  dependencies: [\n    .package(url: "https://github.com/vapor/vapor.git", from: "4.99.3"),\n  ],\n  targets: [.executableTarget(name: "App"), .testTarget(name: "AppTests")]\n)\n'
  expect(table(facts({ 'Package.swift': text, 'Sources/App/': null }).snapshot)).toMatchObject({
    Name: 'Relay',
    Stack: 'Swift 5.10, Vapor 4.99.3',
    Commands: '`swift run`, `swift build`, `swift test`',
  })
})

test('a gem by its gemspec [S12]', () => {
  const text =
    'Gem::Specification.new do |spec|\n  spec.name = "pebble"\n  spec.summary = "Counts pebbles quickly"\n  spec.required_ruby_version = ">= 3.1"\n  spec.add_dependency "sinatra", "~> 4.0"\nend\n'
  expect(table(facts({ 'pebble.gemspec': text }).snapshot)).toMatchObject({
    Name: 'pebble',
    About: 'Counts pebbles quickly',
    Stack: 'Ruby >= 3.1, Sinatra ~> 4.0',
  })
})

test('real make targets with what their authors say, and nothing else [S12]', () => {
  const made = facts(goService).commands.filter((fact) => fact.source === 'Makefile')
  expect(table(made)).toEqual({
    'build (make)': '`make build` (Build the server)',
    'test (make)': '`make test` (Run every test)',
    lint: '`make lint`',
    fmt: '`make fmt`',
  })
})

test('just recipes without settings, variables and private ones [S12]', () => {
  const made = facts(polyglot).commands.filter((fact) => fact.source === 'Justfile')
  expect(table(made)).toEqual({ up: '`just up` (Start everything)' })
})

test('tasks of a Taskfile [S12]', () => {
  const text =
    'version: "3"\ntasks:\n  build:\n    desc: Build it\n    cmds: [go build]\n  hidden:\n    internal: true\n  plain: echo\n'
  expect(table(facts({ 'Taskfile.yml': text }).commands)).toEqual({
    build: '`task build` (Build it)',
    plain: '`task plain`',
  })
})

test('services with their images, never with what the environment says [S12]', () => {
  const line = facts(goService).snapshot.find((fact) => fact.label === 'Services')
  expect(line).toEqual({
    label: 'Services',
    value: 'api (built here), db (postgres:16-alpine), cache (redis)',
    source: 'docker-compose.yml',
  })
})

test('a compose file cut in the middle tells the services before the end [S12]', () => {
  const text = 'services:\n  db:\n    image: postgres:16\n  api:\n    build: .\n    environment:\n      - "A=1'
  expect(table(facts({ 'compose.yaml': text }).snapshot)['Services']).toMatch(/^db \(postgres:16\), api \(built here\)/)
})
