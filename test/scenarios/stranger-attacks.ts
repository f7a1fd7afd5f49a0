/** Attacks by the content of a hostile clone, on real files. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { PROGRAM, type Sandbox } from './harness.ts'

/** Content of a file outside the repository. */
export const OUTSIDE = 'OUTSIDE-7f3a91'

export interface Attack {
  readonly family: 'links' | 'devices' | 'sizes' | 'counts' | 'settings'
  readonly name: string
  /** Only in the long suite: it takes seconds to prepare, or is one of many similar ones. */
  readonly long?: true
  /** Applies the attack to a clone with a bank. */
  alter(at: Sandbox): void
}

const ENTRY = `<!-- MEMORY_BANK_TEMPLATE:v7.1 -->
<!-- MACHINE_BLOCK_START -->
# Memory

## Current Focus
- Zebra parser in \`src/app.ts\`

## Routing Rules
- zebra -> details/patterns.md

## Decision Highlights
- 2026-01-02 zebra parser is by hand
<!-- MACHINE_BLOCK_END -->
<!-- USER_BLOCK_START -->
notes
<!-- USER_BLOCK_END -->
`

/** An ordinary clone with a bank, and what the attack does to it. */
export function prepare(at: Sandbox, attack: Attack): void {
  clone(at)
  attack.alter(at)
}

function clone(at: Sandbox): void {
  at.git('init', '-q')
  at.write({
    'package.json': '{"name":"clone","scripts":{"test":"vitest"}}\n',
    'README.md': '# Clone\n\nA zebra parser.\n',
    'src/app.ts': 'export function parseZebra() {}\n',
    'memory-bank/MEMORY.md': ENTRY,
    'memory-bank/details/patterns.md':
      '# Patterns\n\n## Zebra\nThe zebra parser lives in `src/app.ts` (`parseZebra`).\n',
    'memory-bank/details/tech.md': '# Tech\n\nTest: `npm test`\n',
  })
}

function outside(at: Sandbox, name: string, text: string = `# ${OUTSIDE}\n\nzebra ${OUTSIDE}\n`): string {
  const path = join(at.base, 'outside', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

/** Replaces a file by a link. */
function link(at: Sandbox, path: string, target: string): void {
  const place = join(at.project, path)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(target, place)
}

function fifo(at: Sandbox, path: string): void {
  const place = join(at.project, path)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(dirname(place), { recursive: true })
  spawnSync('mkfifo', [place])
}

/** A sparse file: gigabytes that take no disk space. */
function hollow(at: Sandbox, path: string, bytes: number): void {
  at.write({ [path]: '' })
  truncateSync(join(at.project, path), bytes)
}

function inEntry(middle: string): string {
  return ENTRY.replace('## Routing Rules', `${middle}\n## Routing Rules`)
}

const MB = 1024 * 1024
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

function linked(path: string, name: string, text?: string): Attack {
  return {
    family: 'links',
    name: `${path} leads out`,
    alter: (at) => link(at, path, outside(at, name, text)),
  }
}

function device(path: string, target: string): Attack {
  return { family: 'devices', name: `${path} is ${target}`, alter: (at) => link(at, path, target) }
}

function pipe(path: string): Attack {
  return { family: 'devices', name: `${path} is a pipe`, alter: (at) => fifo(at, path) }
}

function file(
  family: 'sizes' | 'counts' | 'settings',
  name: string,
  path: string,
  text: () => string,
  long?: true,
): Attack {
  const alter = (at: Sandbox) => void at.write({ [path]: text() })
  return { family, name, alter, ...(long === undefined ? {} : { long }) }
}

const ENTRY_AT = 'memory-bank/MEMORY.md'
const PATTERNS = 'memory-bank/details/patterns.md'

export const ATTACKS: readonly Attack[] = [
  linked(ENTRY_AT, 'entry.md', ENTRY.replace('notes', OUTSIDE)),
  linked(PATTERNS, 'patterns.md'),
  linked('memory-bank.json', 'settings.json', `{"guardMode":"${OUTSIDE}"}`),
  {
    family: 'links',
    name: 'the bank leads out',
    alter(at) {
      outside(at, 'bank/MEMORY.md', ENTRY.replace('notes', OUTSIDE))
      outside(at, 'bank/details/patterns.md')
      link(at, 'memory-bank', join(at.base, 'outside/bank'))
    },
  },
  {
    family: 'links',
    name: 'the bank is an empty folder outside',
    alter(at) {
      mkdirSync(join(at.base, 'outside/empty'), { recursive: true })
      link(at, 'memory-bank', join(at.base, 'outside/empty'))
    },
  },
  {
    family: 'links',
    name: 'a source folder leads out',
    alter(at) {
      link(at, 'src', dirname(outside(at, 'src/app.ts', `export const parseZebra = '${OUTSIDE}'\n`)))
    },
  },
  {
    family: 'links',
    name: 'a chain of links leads out',
    alter(at) {
      link(at, 'b.md', outside(at, 'entry.md', ENTRY.replace('notes', OUTSIDE)))
      link(at, 'a.md', 'b.md')
      link(at, ENTRY_AT, '../a.md')
    },
  },
  {
    family: 'links',
    name: 'a source is git’s own file',
    alter(at) {
      at.git('init', '-q')
      at.git('config', 'remote.origin.url', `https://zebra:${OUTSIDE}@example.org/parseZebra`)
      link(at, 'src/app.ts', '../.git/config')
    },
  },
  linked('memory-bank/details', '../outside-details'),
  linked('memory-bank/details/learnings/index.md', 'index.md'),
  linked('.gitignore', 'ignore'),
  device(ENTRY_AT, '/dev/zero'),
  device(PATTERNS, '/dev/urandom'),
  device('memory-bank.json', '/dev/zero'),
  device('.gitignore', '/dev/zero'),
  device(ENTRY_AT, '/proc/self/environ'),
  device('src/app.ts', '/proc/self/environ'),
  device('memory-bank', '/dev/zero'),
  pipe(ENTRY_AT),
  pipe('memory-bank.json'),
  pipe('.gitignore'),
  { family: 'sizes', name: 'an entry of 2 GB', alter: (at) => hollow(at, ENTRY_AT, 2048 * MB) },
  { family: 'sizes', name: 'settings of 2 GB', alter: (at) => hollow(at, 'memory-bank.json', 2048 * MB) },
  { family: 'sizes', name: 'ignore rules of 1 GB', alter: (at) => hollow(at, '.gitignore', 1024 * MB) },
  file('sizes', 'a line of 30 MB in the entry', ENTRY_AT, () => inEntry('zebra '.repeat(5 * MB))),
  file('sizes', 'a line of 30 MB in the patterns', PATTERNS, () => `# P\n\n## Zebra\n${'zebra '.repeat(5 * MB)}\n`),
  file('sizes', 'a line of 3 MB in the entry', ENTRY_AT, () => inEntry('zebra '.repeat(MB / 2))),
  file('sizes', 'a word of 3 MB in the entry', ENTRY_AT, () => inEntry('z'.repeat(3 * MB))),
  file('sizes', '3 MB of brackets', PATTERNS, () => `# P\n\n## Zebra\n${'['.repeat(3 * MB)}\n`),
  file('sizes', '3 MB of backticks', PATTERNS, () => `# P\n\n## Zebra\n${'` '.repeat(1.5 * MB)}\n`),
  file('sizes', '3 MB of comment openings', PATTERNS, () => `# P\n\n## Zebra\n${'<!--'.repeat(0.75 * MB)}\n`),
  file('sizes', '3 MB of quotes', PATTERNS, () => `# P\n\n## Zebra\n${'> '.repeat(1.5 * MB)}\n`),
  file('sizes', 'settings of 30 MB', 'memory-bank.json', () => `{"guardMode":"${'z'.repeat(30 * MB)}"}`),
  file('counts', '5,000 headings', ENTRY_AT, () => inEntry(lines(5_000, (at) => `## Heading ${at}\nzebra`))),
  file('counts', '50,000 headings', ENTRY_AT, () => inEntry(lines(50_000, (at) => `## Heading ${at}\nzebra`))),
  file('counts', '50,000 headings in the patterns', PATTERNS, () => lines(50_000, (at) => `## Zebra ${at}\nzebra`)),
  file('counts', '20,000 decisions', ENTRY_AT, () =>
    inEntry(
      `## Decision Highlights\n| Date | Decision |\n|---|---|\n${lines(20_000, (at) => `| 2026-01-01 | zebra ${at} |`)}`,
    ),
  ),
  file('counts', '50,000 routes', ENTRY_AT, () => inEntry(lines(50_000, (at) => `- zebra${at} -> details/z${at}.md`))),
  file('counts', '200,000 list items', ENTRY_AT, () => inEntry(lines(200_000, (at) => `- zebra ${at}`))),
  file('counts', '50,000 links', PATTERNS, () => lines(50_000, (at) => `[zebra](details/z${at}.md)`)),
  file('counts', '50,000 paths in backticks', PATTERNS, () => lines(50_000, (at) => `zebra \`src/z${at}.ts\``)),
  file('counts', '32,000 newlines in a command', 'package.json', () =>
    JSON.stringify({ name: 'clone', scripts: { test: `vitest${'\n'.repeat(32_000)}x` } }),
  ),
  // Below the limits, so that all of it is read.
  file('counts', '9,000 commands that are gone', 'memory-bank/details/tech.md', () =>
    lines(9_000, (at) => `- Run \`npm run z${at}\` and \`make z${at}\``),
  ),
  file('counts', '4,900 headings', ENTRY_AT, () => inEntry(lines(4_900, (at) => `## Heading ${at}\nzebra`))),
  file('counts', '4,900 headings in the patterns', PATTERNS, () => lines(4_900, (at) => `## Zebra ${at}\nzebra`), true),
  file(
    'counts',
    '9,500 rows',
    PATTERNS,
    () => `| File | Status |\n|---|---|\n${lines(9_500, (at) => `| \`src/z${at}.ts\` | [zebra](z${at}.md) |`)}`,
  ),
  file('counts', '9,500 decisions', ENTRY_AT, () =>
    inEntry(
      `## Decision Highlights\n| Date | Decision |\n|---|---|\n${lines(9_500, (at) => `| 2026-01-01 | z ${at} |`)}`,
    ),
  ),
  file('counts', '9,500 routes', ENTRY_AT, () => inEntry(lines(9_500, (at) => `- zebra${at} -> details/z${at}.md`))),
  file('counts', '9,500 links', PATTERNS, () => lines(9_500, (at) => `[zebra](z${at}.md) \`src/z${at}.ts\``), true),
  file('counts', '9,500 secrets', PATTERNS, () => lines(9_500, (at) => `password: hunter${at}xyz${at}`)),
  file(
    'counts',
    '200 columns',
    PATTERNS,
    () => `|${' a |'.repeat(200)}\n|${'---|'.repeat(200)}\n${lines(2_000, () => `|${' `z` |'.repeat(150)}`)}`,
  ),
  file('sizes', '1.9 MB of brackets', PATTERNS, () => `# P\n\n## Zebra\n${'['.repeat(1.9 * MB)}\n`),
  file('sizes', '1.9 MB of link beginnings', PATTERNS, () => `# P\n\n## Zebra\n${'[]('.repeat(0.63 * MB)}\n`, true),
  file('sizes', '1.9 MB of one word', PATTERNS, () => `# P\n\n## Zebra\n${'z'.repeat(1.9 * MB)}\n`, true),
  file('sizes', '1.9 MB of a path', PATTERNS, () => `# P\n\n## Zebra\n${'zebra/'.repeat(0.31 * MB)}\n`),
  {
    family: 'sizes',
    name: '7.6 MB of Chinese without a mark',
    long: true,
    alter(at) {
      const han = (from: number) =>
        Array.from({ length: 0.63 * MB }, (_, i) => String.fromCharCode(0x4e00 + ((from + i * i * 7919) % 20_900)))
      for (let i = 0; i < 4; i += 1)
        at.write({ [`memory-bank/details/learnings/h${i}.md`]: `# Zebra\n\n${han(i).join('')}\n` })
    },
  },
  file('sizes', '1.9 MB of tags', ENTRY_AT, () => inEntry('<a '.repeat(0.63 * MB))),
  file('sizes', '1.9 MB of asterisks', PATTERNS, () => `# P\n\n## Zebra\n${'*a '.repeat(0.63 * MB)}\n`, true),
  file('sizes', '1.9 MB of pipes', ENTRY_AT, () => inEntry('|'.repeat(1.9 * MB)), true),
  file('counts', '20,000 fences', PATTERNS, () => lines(20_000, (at) => `\`\`\`${'`'.repeat(at % 9)}\nzebra`)),
  file('counts', '20,000 markers', ENTRY_AT, () => inEntry(lines(20_000, () => '<!-- MACHINE_BLOCK_START -->'))),
  {
    family: 'sizes',
    name: 'ignore rules full of stars',
    alter(at) {
      at.write({ '.gitignore': lines(3_000, (rule) => `${'*a'.repeat(30)}b${rule}`) })
      for (let i = 0; i < 50; i += 1) at.write({ [`lib/${'a'.repeat(200)}${i}`]: '' })
    },
  },
  file('counts', '100,000 ignore rules', '.gitignore', () => lines(100_000, (at) => `zebra${at}*`)),
  {
    family: 'counts',
    name: '20,000 files',
    long: true,
    alter(at) {
      for (let i = 0; i < 20_000; i += 1) at.write({ [`memory-bank/details/learnings/z${i}.md`]: `# Zebra ${i}\n` })
    },
  },
  {
    family: 'counts',
    name: '600 folders deep',
    alter(at) {
      at.write({ [`memory-bank/details/${'d/'.repeat(600)}z.md`]: '# Zebra\n' })
    },
  },
  file('settings', 'a mode that does not exist', 'memory-bank.json', () => '{"guardMode":"</memory-bank>none"}'),
  file('settings', 'a language that closes our block', 'memory-bank.json', () => '{"lang":"zh</memory-bank>"}'),
  file('settings', 'a million levels', 'memory-bank.json', () => `{"checks":${'['.repeat(MB)}`),
  file('settings', '200,000 sensitive words', 'memory-bank.json', () =>
    JSON.stringify({ sensitivePaths: Array.from({ length: 200_000 }, (_, at) => `z${at}`) }),
  ),
  file('settings', '200,000 rules that do not exist', 'memory-bank.json', () =>
    JSON.stringify({ checks: Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`z${at}`, 'off'])) }),
  ),
]

/** Files that the program or git opens by name in a project. */
const OPENED = `.gitignore .gitattributes .gitmodules package.json README.md AGENTS.md CLAUDE.md GEMINI.md QWEN.md .env
.claude/settings.json .claude/settings.local.json .mcp.json opencode.json opencode.jsonc .opencode/opencode.json kilo.json
.codex/config.toml .codex/hooks.json .cursor/hooks.json .cursor/mcp.json .cursor/rules/a.mdc .cursorrules .windsurfrules
.gemini/settings.json .qwen/settings.json .clinerules .github/copilot-instructions.md .github/workflows/ci.yml Makefile
tsconfig.json pyproject.toml go.mod Cargo.toml Gemfile pom.xml composer.json mix.exs docs/a.md docs/adr/0001.md
cline_docs/activeContext.md .serena/memories/a.md .kilocode/rules/memory-bank/brief.md src/app.ts CHANGELOG.md
memory-bank/details/patterns.md memory-bank/details/tech.md memory-bank/details/learnings/a.md`.split(/\s+/)

/** Text that a reader of such a file would show. */
function outsideText(path: string): string | undefined {
  if (path.endsWith('.json'))
    return `{"name":"${OUTSIDE}","description":"${OUTSIDE}","scripts":{"test":"${OUTSIDE}"},"guardMode":"${OUTSIDE}"}`
  return path.endsWith('.ts') ? `export const parseZebra = '${OUTSIDE}'\n` : undefined
}

/** None of the opened names is a readable file. Every command meets these. */
export const EVERY_NAME: readonly Attack[] = [
  { family: 'devices', name: 'every name is a pipe', alter: (at) => OPENED.forEach((path) => void fifo(at, path)) },
  {
    family: 'devices',
    name: 'every name is a folder',
    alter(at) {
      for (const path of OPENED) {
        rmSync(join(at.project, path), { recursive: true, force: true })
        mkdirSync(join(at.project, path), { recursive: true })
      }
    },
  },
  {
    family: 'links',
    name: 'every name leads out',
    alter(at) {
      for (const path of OPENED) link(at, path, outside(at, `any/${path}`, outsideText(path)))
    },
  },
  {
    family: 'sizes',
    name: 'every name has 1 GB',
    alter: (at) => OPENED.forEach((path) => void hollow(at, path, 1024 * MB)),
  },
]

export interface Met {
  readonly out: string
  readonly milliseconds: number
  readonly megabytes: number
  readonly ended: boolean
}

export const COMMANDS = [
  'opening',
  'status',
  'recall',
  'check',
  'init',
  'list',
  'refresh',
  'learn',
  'doctor',
  'export',
] as const
export type Commanded = (typeof COMMANDS)[number]

const ARGS: Readonly<Record<Commanded, readonly string[]>> = {
  opening: [],
  status: ['status'],
  recall: ['recall', 'where is the zebra parser parseZebra?'],
  check: ['check'],
  init: ['init', '--yes'],
  list: ['list'],
  refresh: ['refresh', '--yes'],
  learn: ['learn'],
  doctor: ['doctor'],
  export: ['dashboard', '--export', '../page.html'],
}

/** On an otherwise idle machine. */
const PATIENCE_MS = Math.ceil(12_000 * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism()))

/** Runs the given program and prints its time and memory at the end. */
const METER = `process.on('exit', () => require('fs').writeSync(2, '\\nMAXRSS ' + process.resourceUsage().maxRSS + '\\n'))
process.argv.splice(1, 1)
require(process.argv[1])
`

export function meet(at: Sandbox, command: Commanded, meter: string): Met {
  writeFileSync(meter, METER)
  const isHook = command === 'opening'
  const payload = { session_id: 's', cwd: at.project, hook_event_name: 'SessionStart', source: 'startup' }
  const program = isHook ? join(dirname(PROGRAM), '../hook.cjs') : PROGRAM
  const began = performance.now()
  const done = spawnSync(process.execPath, [meter, program, ...ARGS[command]], {
    cwd: at.project,
    env: at.env(),
    input: isHook ? JSON.stringify(payload) : '',
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 256 * MB,
  })
  const milliseconds = performance.now() - began
  const told = /\nMAXRSS (\d+)\n/.exec(done.stderr ?? '')?.[1]
  return {
    out: `${done.stdout}${done.stderr}`,
    milliseconds,
    megabytes: told === undefined ? Number.NaN : Number(told) / 1024,
    ended: done.signal === null,
  }
}
