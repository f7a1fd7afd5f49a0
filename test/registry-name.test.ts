/**
 * Anybody can register `memory-bank` on npm until this package is published, and would then run code at everyone who
 * fetches it. So nothing that is shipped, printed or documented fetches it. Tests may name such commands for the
 * guard.
 */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

const FETCHES: readonly RegExp[] = [
  // A runner that fetches missing packages unless an option forbids it.
  /\b(?:npx|bunx|pnpx|(?:npm|bun|pnpm) x|npm exec|(?:pnpm|yarn) dlx)\b(?![^\n`]*--no-install)[^\n`;&|]{0,60}?(?<![\w./-])(?:memory-bank|mb)(?![\w/-]|\.\w)/,
  // A package manager.
  /\b(?:npm|cnpm|pnpm|yarn|bun|deno|volta)[ \t]+(?:global )?(?:i|install|add|update|upgrade|up)\b[^\n`;&|]{0,60}?(?<![\w./-])memory-bank(?![\w/-]|\.\w)/,
  // The package with a version, anywhere. The Claude Code plugin is exempt: its marketplace is a folder.
  /(?<![\w/])memory-bank@(?!memory-bank\b|…)[\w^~*$<{]/,
  // An entry in settings, a manifest or an MCP client's configuration.
  /["']?plugins?["']?\s*:\s*\[\s*\[?\s*["']memory-bank["']/,
  /ependencies["']?\s*:\s*\{[^{}]*["']memory-bank["']\s*:\s*["'](?!file:|link:|git|\.|\/)/,
  /["'](?:npx|bunx|pnpx)["'][^\n]{0,60}["']memory-bank/,
  /(?:from|import|require)\s*\(?\s*["']npm:memory-bank\b/,
  /(?:unpkg\.com|esm\.sh|skypack\.dev|jsdelivr\.net\/npm|registry\.npmjs\.org)\/memory-bank\b/,
]

const fetches = (text: string) => FETCHES.flatMap((pattern) => new RegExp(pattern).exec(text)?.[0] ?? [])

const SHIPPED = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && !/^(?:test|bench)\/|package-lock\.json$|\.(?:png|gif|svg|ico)$/.test(path))

test('nothing shipped, printed or documented fetches memory-bank by its name [S53]', () => {
  expect(SHIPPED.length).toBeGreaterThan(100)
  const found = SHIPPED.flatMap((path) =>
    fetches(readFileSync(join(ROOT, path), 'utf8')).map((text) => `${path}: ${text}`),
  )
  expect(found).toEqual([])
})

test.each([
  'npx memory-bank check',
  'npx --yes memory-bank@latest check',
  'exec npx -y mb status',
  'pnpm dlx memory-bank init',
  'bunx memory-bank',
  'npm exec -- memory-bank status',
  'npm install -g memory-bank',
  'npm i memory-bank',
  'npm install --save-dev memory-bank@1',
  'yarn global add memory-bank',
  'bun add -d memory-bank',
  'the package "memory-bank@0.1.0"',
  `memory-bank@$${'{MB_VERSION:-latest}'}`,
  '{ "plugin": ["memory-bank"] }',
  '"plugin": [["memory-bank", { "guardMode": "block" }]]',
  '"devDependencies": { "memory-bank": "^0.1.0" }',
  '"command": "npx", "args": ["-y", "memory-bank", "mcp"]',
  "import x from 'npm:memory-bank'",
  'https://unpkg.com/memory-bank/dist/plugin.js',
])('%s would fetch it', (text) => {
  expect(fetches(text)).not.toEqual([])
})

test.each([
  'npm install -g .',
  'npm install -g /home/me/memory-bank',
  'npm install -g ./memory-bank-0.1.0.tgz',
  'npx --no-install memory-bank check',
  'claude plugin install memory-bank@memory-bank',
  '{ "plugin": ["file:///home/me/memory-bank"] }',
  '"devDependencies": { "memory-bank": "file:../memory-bank" }',
  'npx vitest, then memory-bank.json is read',
  'npm install, then look into memory-bank/',
])('%s does not', (text) => {
  expect(fetches(text)).toEqual([])
})

test('publishing requires provenance, and the manifest names no address that anybody could register [S53]', () => {
  const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(own.publishConfig).toEqual({ access: 'public', provenance: true })
  // npm publishes with provenance only from the repository in the manifest, so none is named until there is a public
  // one.
  expect(own.repository).toBeUndefined()
})
