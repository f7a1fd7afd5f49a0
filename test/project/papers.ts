/** Realistic projects, one for each kind of build, for the tests of each ecosystem and for the laws. */

import type { Paper } from './scanned.ts'

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`
const json = (value: unknown) => JSON.stringify(value, null, 2)

export const nextApp: Paper = {
  'README.md': lines(
    '<p align="center"><img src="logo.png" alt="logo"></p>',
    '',
    '# Ledgerly',
    '',
    '[![CI](https://ci.example.org/badge.svg)](https://ci.example.org) ![npm](https://img.example.org/npm.svg)',
    '',
    'Ledgerly helps small teams **track invoices** and [payments](https://example.org). It syncs with banks every hour. And more.',
    '',
    '## Installation',
    '',
    'Run the installer and wait for a while.',
  ),
  'package.json': json({
    name: '@ledgerly/web',
    private: true,
    packageManager: 'pnpm@9.12.0',
    engines: { node: '>=20.11' },
    scripts: {
      dev: 'next dev',
      build: 'next build',
      start: 'next start',
      test: 'vitest run',
      'test:e2e': 'playwright test',
      lint: 'eslint .',
      prebuild: 'node scripts/icons.mjs',
      prepare: 'husky',
      'db:seed': 'DATABASE_URL=postgres://ledger:hunter2secret@localhost/db tsx prisma/seed.ts',
      release: `changeset publish && ${'node scripts/announce.mjs --channel releases && '.repeat(3)}echo done`,
    },
    dependencies: {
      '@prisma/client': '5.20.0',
      next: '14.2.15',
      react: '^18.3.1',
      'react-dom': '^18.3.1',
      zod: '^3.23.8',
    },
    devDependencies: {
      '@playwright/test': '^1.48.0',
      '@types/react': '^18.3.11',
      eslint: '^9.12.0',
      typescript: '^5.6.3',
      vitest: '^2.1.2',
    },
  }),
  'tsconfig.json': null,
  'pnpm-lock.yaml': null,
  'app/page.tsx': null,
  'app/api/': null,
  'prisma/schema.prisma': null,
  'tests/home.test.ts': null,
  'public/': null,
  '.github/workflows/': null,
}

const pnpmMonorepo: Paper = {
  'package.json': json({
    name: 'acme',
    private: true,
    scripts: { build: 'turbo build', dev: 'turbo dev', test: 'turbo test' },
    devDependencies: { turbo: '^2.1.3', typescript: '5.6.3' },
  }),
  'pnpm-workspace.yaml': lines('packages:', '  - "apps/*"', '  - packages/**', '  - "!packages/legacy"'),
  'pnpm-lock.yaml': null,
  'turbo.json': null,
  'apps/web/': null,
  'apps/docs/': null,
  'packages/ui/': null,
  'packages/config/': null,
  'packages/legacy/': null,
}

const yarnWorkspaces: Paper = {
  'package.json': json({
    name: 'toolbox',
    workspaces: { packages: ['packages/*'] },
    scripts: { build: 'lerna run build', test: 'jest' },
    devDependencies: { jest: '29.7.0' },
  }),
  'lerna.json': json({ version: 'independent' }),
  'yarn.lock': null,
  'packages/core/': null,
  'packages/cli/': null,
}

const nxRepo: Paper = {
  'package.json': json({
    name: 'portal',
    scripts: { start: 'nx serve' },
    devDependencies: { nx: '19.8.0', '@angular/core': '~18.2.0' },
  }),
  'nx.json': null,
  'package-lock.json': null,
  'apps/admin/': null,
  'libs/shared/': null,
}

export const bunApp: Paper = {
  'package.json': json({
    name: 'edge',
    scripts: { dev: 'bun --hot src/index.ts', test: 'bun test' },
    dependencies: { hono: '^4.6.3' },
  }),
  'bun.lock': null,
  'tsconfig.json': null,
  'src/index.ts': null,
}

export const djangoPoetry: Paper = {
  'README.md': lines(
    'Klinik',
    '======',
    '',
    'Appointments and records for small clinics, with reminders by text message.',
    '',
    'Install',
    '-------',
    'pip it.',
  ),
  'pyproject.toml': lines(
    '[tool.poetry]',
    'name = "klinik"',
    'version = "0.4.0"',
    'description = ""',
    '',
    '[tool.poetry.dependencies]',
    'python = "^3.11"',
    'django = "~5.1"',
    'djangorestframework = {version = "^3.15", extras = ["yaml"]}',
    'psycopg = {extras = ["binary"], version = "^3.2"}',
    'celery = "*"',
    'boto3 = "^1.35"',
    '',
    '[tool.poetry.group.dev.dependencies]',
    'pytest = "^8.3"',
    'ruff = "^0.6"',
    '',
    '[tool.poetry.scripts]',
    'klinik-admin = "klinik.cli:main"',
    '',
    '[tool.ruff]',
    'line-length = 100',
    '',
    '[build-system]',
    'requires = ["poetry-core"]',
    'build-backend = "poetry.core.masonry.api"',
  ),
  'manage.py': null,
  'klinik/settings.py': null,
  'tests/test_api.py': null,
}

export const fastapiUv: Paper = {
  'pyproject.toml': lines(
    '[project]',
    'name = "geo-api"',
    'description = "Geocoding over HTTP for internal tools."',
    'requires-python = ">=3.12,<4"',
    'dependencies = [',
    '  "fastapi[standard]>=0.115",',
    '  "sqlalchemy==2.0.35; python_version >= \'3.8\'",',
    '  "shapely @ git+https://git.example.org/shapely.git",',
    ']',
    '',
    '[dependency-groups]',
    'dev = ["pytest>=8", "mypy", {include-group = "docs"}]',
    'docs = ["mkdocs"]',
    '',
    '[tool.uv.workspace]',
    'members = ["libs/*"]',
    '',
    '[tool.poe.tasks]',
    'serve = "fastapi dev geo/main.py"',
    '_hidden = "true"',
  ),
  'uv.lock': null,
  'geo/main.py': null,
  'libs/tiles/': null,
}

export const requirementsOnly: Paper = {
  'requirements.txt': lines(
    '# web',
    '-r base.txt',
    'Flask==3.0.3',
    'gunicorn>=22',
    'psycopg2_binary',
    '--hash=sha256:abc',
    'https://example.org/x.whl',
  ),
  'tox.ini': null,
  'app.py': null,
}

export const setupCfg: Paper = {
  'setup.cfg': lines(
    '[metadata]',
    'name = oldlib',
    'description = Parses old telex messages',
    '',
    '[options]',
    'python_requires = >=3.8',
    'install_requires =',
    '    click>=8',
    '    requests',
    '',
    '[options.extras_require]',
    'x = y',
  ),
  'setup.py': lines('from setuptools import setup', 'setup()'),
  'oldlib/__init__.py': null,
  'pytest.ini': null,
}

export const goService: Paper = {
  'README.md': lines('# shopd', '', '> The order service behind the shop.', '', '## Build', 'make'),
  'go.mod': lines(
    'module github.com/acme/shopd',
    '',
    'go 1.22.3',
    '',
    'require (',
    '\tgithub.com/go-chi/chi/v5 v5.1.0',
    '\tgithub.com/jackc/pgx/v5 v5.7.1 // driver',
    '\tgithub.com/stretchr/testify v1.9.0',
    '\tgithub.com/acme/kit v0.0.0-20240101120000-abcdefabcdef',
    '\tgolang.org/x/sys v0.26.0 // indirect',
    ')',
    '',
    'require gorm.io/gorm v1.25.12',
  ),
  Makefile: lines(
    'GO ?= go',
    'VERSION := $(shell git describe)',
    '.PHONY: build test',
    'export CGO_ENABLED=0',
    '',
    'build: ## Build the server',
    '\t$(GO) build -o bin/shopd ./cmd/shopd',
    '## Run every test',
    'test: build',
    '\t$(GO) test ./...',
    'debug: CFLAGS += -g',
    '%.o: %.c',
    '\tcc $<',
    'bin/shopd: main.go',
    '.DEFAULT_GOAL := build',
    'lint fmt:',
    '\ttrue',
    'URL = http://localhost:80',
    'define HELP',
    'usage: make build',
    'endef',
    '$(OUT): x',
  ),
  'docker-compose.yml': lines(
    'x-base: &base',
    '  restart: always',
    'services:',
    '  api:',
    '    build: .',
    '    environment:',
    '      DB_PASSWORD: correct-horse-battery',
    '  db:',
    '    <<: *base',
    '    image: postgres:16-alpine',
    '  cache:',
    `    image: redis:\${REDIS_TAG:-7}`,
    '  odd name: {image: x}',
  ),
  'cmd/shopd/': null,
  'cmd/migrate/': null,
  'internal/order/': null,
  Dockerfile: null,
}

export const goWork: Paper = {
  'go.work': lines('go 1.23', '', 'use (', '\t./api', '\t./worker // queue', ')'),
  'api/go.mod': lines('module example.org/api', 'go 1.23', 'require github.com/gin-gonic/gin v1.10.0'),
  'worker/go.mod': lines('module example.org/worker', 'go 1.23'),
  'api/main.go': null,
}

export const rustWorkspace: Paper = {
  'Cargo.toml': lines(
    '[workspace]',
    'members = ["crates/*", "cli"]',
    'exclude = ["crates/fuzz"]',
    'resolver = "2"',
    '',
    '[workspace.package]',
    'edition = "2021"',
    'rust-version = "1.80"',
    '',
    '[workspace.dependencies]',
    'tokio = { version = "1.40", features = ["full"] }',
    'serde = "1.0"',
  ),
  'cli/Cargo.toml': lines(
    '[package]',
    'name = "grep-cli"',
    'edition.workspace = true',
    '[dependencies]',
    'clap = "4.5"',
    'tokio.workspace = true',
  ),
  'crates/core/': null,
  'crates/fuzz/': null,
}

export const rustPackage: Paper = {
  'Cargo.toml': lines(
    '[package]',
    'name = "tinyhttpd"',
    'description = "A web server that fits on a floppy disk"',
    'edition = "2021"',
    '',
    '[dependencies]',
    'axum = "0.7"',
    'sqlx = { version = "0.8", default-features = false }',
    '',
    '[dev-dependencies]',
    'proptest = "1"',
  ),
  'src/main.rs': null,
}

export const springMaven: Paper = {
  'pom.xml': lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<project xmlns="http://maven.apache.org/POM/4.0.0">',
    '  <parent>',
    '    <groupId>org.springframework.boot</groupId>',
    '    <artifactId>spring-boot-starter-parent</artifactId>',
    '    <version>3.3.4</version>',
    '  </parent>',
    '  <groupId>org.acme</groupId>',
    '  <artifactId>billing</artifactId>',
    '  <name>Billing &amp; Dunning</name>',
    '  <description>Bills customers and reminds them</description>',
    '  <!-- <modules><module>gone</module></modules> -->',
    '  <modules><module>billing-api</module><module>billing-core</module></modules>',
    '  <properties><java.version>21</java.version><mybatis.version>3.0.3</mybatis.version></properties>',
    '  <dependencies>',
    '    <dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency>',
    `    <dependency><groupId>org.mybatis.spring.boot</groupId><artifactId>mybatis-spring-boot-starter</artifactId><version>\${mybatis.version}</version></dependency>`,
    `    <dependency><groupId>org.postgresql</groupId><artifactId>postgresql</artifactId><version>\${missing}</version></dependency>`,
    '    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><scope>test</scope></dependency>',
    '  </dependencies>',
    '  <build><plugins><plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build>',
    '</project>',
  ),
  mvnw: null,
  'billing-api/pom.xml': lines('<project><artifactId>billing-api</artifactId></project>'),
  'billing-core/src/': null,
}

export const kotlinGradle: Paper = {
  'settings.gradle.kts': lines(
    'rootProject.name = "courier"',
    'include(":app", ":core:model")',
    'include(',
    '    ":tools",',
    ')',
  ),
  'build.gradle.kts': lines(
    '// the "kotlin" plugin: see https://kotlinlang.org',
    'plugins {',
    '    kotlin("jvm") version "2.0.21"',
    '    id("io.ktor.plugin") version "3.0.0"',
    '    application',
    '}',
    'description = "Delivers parcels"',
    'kotlin { jvmToolchain(21) }',
    'dependencies {',
    '    implementation("io.ktor:ktor-server-core:3.0.0")',
    '    implementation(platform("org.jetbrains.exposed:exposed-bom:0.55.0"))',
    '    testImplementation(kotlin("test"))',
    '    testImplementation("io.kotest:kotest-runner-junit5:$kotest")',
    '}',
  ),
  gradlew: null,
  'app/build.gradle.kts': lines(
    'plugins { application }',
    'dependencies {',
    '  implementation("org.flywaydb:flyway-core:10.20.0")',
    '}',
  ),
}

export const groovyGradle: Paper = {
  'build.gradle': lines(
    'plugins {',
    "  id 'java'",
    "  id 'org.springframework.boot' version '3.2.1'",
    '}',
    "sourceCompatibility = '17'",
    'dependencies {',
    "  implementation 'org.springframework.boot:spring-boot-starter-web'",
    "  runtimeOnly 'com.mysql:mysql-connector-j:8.3.0'",
    '}',
  ),
  'settings.gradle': lines("rootProject.name = 'stock'"),
  'src/main/': null,
}

export const laravel: Paper = {
  'composer.json': json({
    name: 'acme/portal',
    description: 'Customer portal of Acme',
    require: { php: '^8.2', 'laravel/framework': '^11.9', 'ext-json': '*' },
    'require-dev': { 'phpunit/phpunit': '^11.0', 'laravel/pint': '^1.13' },
    scripts: {
      'post-autoload-dump': ['x'],
      lint: 'pint',
      dev: ['Composer\\Config::disableProcessTimeout', 'npx concurrently'],
    },
  }),
  'package.json': json({
    private: true,
    type: 'module',
    scripts: { dev: 'vite', build: 'vite build' },
    devDependencies: { vite: '^5.0' },
  }),
  artisan: null,
  'app/Http/': null,
  'routes/web.php': null,
}

export const rails: Paper = {
  Gemfile: lines(
    'source "https://rubygems.org"',
    'ruby "3.3.5"',
    'gem "rails", "~> 7.2.1"',
    'gem "pg", "~> 1.5"',
    "gem 'puma', '>= 6.0'",
    '# gem "redis"',
    'group :test do',
    '  gem "rspec-rails"',
    'end',
    'gem "rubocop", require: false',
  ),
  Rakefile: null,
  'bin/rails': null,
  'bin/dev': null,
  'app/models/': null,
  'config/routes.rb': null,
}

export const dotnetSolution: Paper = {
  'Shop.sln': lines(
    'Microsoft Visual Studio Solution File, Format Version 12.00',
    'Project("{FAE04EC0-301F-11D3-BF4B-00C04F79EFBC}") = "Shop.Api", "src\\Shop.Api\\Shop.Api.csproj", "{1}"',
    'EndProject',
    'Project("{2150E333-8FDC-42A3-9474-1A3956D46DE8}") = "src", "src", "{2}"',
    'EndProject',
    'Project("{FAE04EC0-301F-11D3-BF4B-00C04F79EFBC}") = "Shop.Tests", "tests\\Shop.Tests.csproj", "{3}"',
    'EndProject',
  ),
  'global.json': json({ sdk: { version: '8.0.403' } }),
  'web/Web.csproj': lines(
    '<Project Sdk="Microsoft.NET.Sdk.Web">',
    '  <PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>',
    '  <ItemGroup>',
    '    <PackageReference Include="Npgsql.EntityFrameworkCore.PostgreSQL" Version="8.0.8" />',
    '    <PackageReference Include="Serilog.AspNetCore" Version="8.0.3" />',
    '  </ItemGroup>',
    '</Project>',
  ),
  'tests/Shop.Tests.csproj': lines(
    '<Project Sdk="Microsoft.NET.Sdk">',
    '<ItemGroup><PackageReference Include="xunit" Version="2.9.2" /><PackageReference Include="Microsoft.NET.Test.Sdk" Version="17.11.1" /></ItemGroup>',
    '</Project>',
  ),
  'src/Shop.Api/': null,
}

export const phoenix: Paper = {
  'mix.exs': lines(
    'defmodule Chat.MixProject do',
    '  def project do',
    '    [',
    '      app: :chat,',
    '      elixir: "~> 1.17",',
    '      deps: deps()',
    '    ]',
    '  end',
    '  defp deps do',
    '    [',
    '      {:phoenix, "~> 1.7.14"},',
    '      {:ecto_sql, "~> 3.10"},',
    '      # {:gone, "1.0"}',
    '    ]',
    '  end',
    'end',
  ),
  'lib/chat/': null,
}

export const denoApp: Paper = {
  'deno.json': lines(
    '{',
    '  // tasks',
    '  "tasks": { "dev": "deno run -A --watch main.ts", "test": "deno test" },',
    '  "imports": { "hono": "npm:hono@^4.6", "@std/assert": "jsr:@std/assert@1" }',
    '}',
  ),
  'main.ts': null,
}

export const flutter: Paper = {
  'pubspec.yaml': lines(
    'name: ticker',
    'description: A new Flutter project.',
    'environment:',
    '  sdk: ^3.5.0',
    'dependencies:',
    '  flutter:',
    '    sdk: flutter',
    '  go_router: ^14.3.0',
    'dev_dependencies:',
    '  flutter_test:',
    '    sdk: flutter',
  ),
  'lib/main.dart': null,
}

export const cmakeApp: Paper = {
  'CMakeLists.txt': lines(
    'cmake_minimum_required(VERSION 3.24)',
    'project(solver VERSION 1.2 DESCRIPTION "Solves sudokus" LANGUAGES CXX)',
    'set(CMAKE_CXX_STANDARD 20)',
    'enable_testing()',
  ),
  'src/main.cpp': null,
}

export const chinese: Paper = {
  'README.md': lines(
    '# 小店后台',
    '',
    '[English](README.en.md) | 简体中文',
    '',
    '面向小商家的订单与库存管理后台，支持多门店。数据每小时同步一次。更多内容见文档。',
    '',
    '## 安装',
    '',
    '先装依赖。',
  ),
  'package.json': json({
    name: 'xiaodian',
    description: '',
    scripts: { dev: 'vite', build: 'vite build' },
    dependencies: { vue: '^3.5.0', 'element-plus': '^2.8.0' },
  }),
  'yarn.lock': null,
  'src/views/': null,
  'src/main.js': null,
}

export const polyglot: Paper = {
  'README.md': lines('# Harbor', '', 'Ships and berths, planned together.'),
  'backend/go.mod': lines('module harbor', 'go 1.22', 'require github.com/gin-gonic/gin v1.10.0'),
  'backend/main.go': null,
  'web/package.json': json({
    name: 'harbor-web',
    scripts: { dev: 'vite', test: 'vitest' },
    dependencies: { react: '^18.3.1' },
    devDependencies: { vite: '^5.4.8' },
  }),
  'web/pnpm-lock.yaml': null,
  'compose.yaml': lines('services:', '  db:', '    image: mysql:8.4'),
  Justfile: lines(
    'set dotenv-load',
    'version := "1"',
    '',
    '# Start everything',
    'up service="all":',
    '    docker compose up {{service}}',
    '[private]',
    'secret:',
    '    true',
    '_hidden:',
    '    true',
  ),
}

export const onlySources: Paper = { 'main.c': null, 'parse.c': null, 'parse.h': null, 'run.sh': null, LICENSE: null }

/** Its documents and its CI name the commands. */
const documented: Paper = {
  'AGENTS.md': '# Rules\n\n- Test: `make test`\n- One test: `pytest tests/test_a.py::test_b`\n',
  'CONTRIBUTING.md': 'Do not run `make deploy`.\n\n```sh\n$ make lint # style\n$ cd docs\n$ make html\n```\n',
  '.github/workflows/ci.yml': lines(
    'jobs:',
    '  test:',
    '    steps:',
    '      - run: |',
    '          pip install -e .',
    '          tox',
  ),
  'pyproject.toml': '[project]\nname = "post"\n',
  Makefile: 'test:\n\tpytest\nlint:\n\truff check\n',
  'tests/': null,
}

export const PAPERS: Readonly<Record<string, Paper>> = {
  nextApp,
  pnpmMonorepo,
  yarnWorkspaces,
  nxRepo,
  bunApp,
  djangoPoetry,
  fastapiUv,
  requirementsOnly,
  setupCfg,
  goService,
  goWork,
  rustWorkspace,
  rustPackage,
  springMaven,
  kotlinGradle,
  groovyGradle,
  laravel,
  rails,
  dotnetSolution,
  phoenix,
  denoApp,
  flutter,
  cmakeApp,
  chinese,
  polyglot,
  onlySources,
  documented,
}
