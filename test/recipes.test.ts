/**
 * The recipes of CONTRIBUTING.md, followed in a temporary copy of the repository. Only the files that a recipe names
 * are added or edited, and the built program has the new feature.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { A_PERSONS_SCRIPT } from './scenarios/harness.ts'

const ROOT = join(import.meta.dirname, '..')
const COPY = mkdtempSync(join(tmpdir(), 'memory-bank-recipes-'))
const PROJECT = join(COPY, 'project')
const BLOCK_END = '<!-- MACHINE_BLOCK_END -->'
/** Too large to copy for every run, and not needed by any recipe. */
const LEFT_OUT = ['node_modules', 'dist', '.git', 'fixtures', 'cases', 'bench', 'examples']

beforeAll(() => {
  for (const part of readdirSync(ROOT).filter((name) => !LEFT_OUT.includes(name)))
    cpSync(join(ROOT, part), join(COPY, part), {
      recursive: true,
      filter: (from) => !LEFT_OUT.includes(basename(from)),
    })
  for (const folder of ['node_modules', 'test/node_modules'])
    symlinkSync(join(ROOT, folder), join(COPY, folder), 'junction')
  const added = { ...COMMAND, ...CHECK_RULE, ...GUARD_RULE, ...MANIFEST, ...TEMPLATE_VERSION, ...HOST }
  for (const [path, text] of Object.entries(added)) add(path, text)
  for (const [path, before, after] of EDITS) edit(path, before, after)
  mkdirSync(PROJECT)
  const outdated = node([join(COPY, 'scripts/lists.mjs'), '--check'])
  if (outdated.status !== 1) throw new Error(`the lists do not notice the new files: ${outdated.said}`)
  run('scripts/lists.mjs')
  run('scripts/build.mjs') // also checks the types
}, 240_000)
afterAll(() => rmSync(COPY, { recursive: true, force: true }))

/** The command `greet`, forbidden to agents. */
const COMMAND = {
  'src/cli/commands/greet.ts': `/** \`memory-bank greet\`: says hello. */

import { type Command, EXIT } from '../command.ts'
import { printJson } from '../terminal.ts'

export const greet: Command = {
  name: 'greet',
  group: 'ask',
  place: 9,
  about: { en: 'say hello', zh: '打个招呼' },
  operands: '[name]',
  mostOperands: 1,
  options: { tone: { value: 'text', about: { en: 'how it sounds', zh: '语气' } } },
  examples: ['memory-bank greet Ada'],
  agent: { kind: 'never' },
  exits: ['done', 'usage'],
  json: ['greeting'],
  run: async ({ terminal, operands, switches }) => {
    const hello = \`Hello, \${operands[0] ?? 'you'}\`
    if (switches.has('json')) printJson(terminal, 'greeting', { hello })
    else terminal.print(hello)
    return EXIT.done
  },
}
`,
  'schemas/greeting.schema.json': JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'What greet --json prints',
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', 'hello'],
    properties: { kind: { const: 'greeting' }, version: { const: 1 }, hello: { type: 'string' } },
  }),
}

const CHECK_RULE = {
  'src/check/rules/no-shouting.ts': `/** Nobody shouts. */

import { MEMORY } from '../../base/layout.ts'
import type { CheckRule } from '../rule.ts'

export const noShouting: CheckRule = {
  id: 'no-shouting',
  about: { en: 'Nobody shouts.', zh: '没有人大喊。' },
  check: () => [
    {
      level: 'warning',
      path: MEMORY,
      line: undefined,
      message: { en: 'Somebody shouts.', zh: '有人大喊。' },
      next: { en: 'Lower your voice.', zh: '小声点。' },
    },
  ],
}
`,
  'docs/checks/no-shouting.md':
    '# no-shouting\n\n## What it checks\n\n## Why\n\n## Reported\n\n## Passes\n\n## What to do\n',
  'test/check/rules/no-shouting.test.ts': passingTest('the voice is lowered'),
}

const GUARD_RULE = {
  'src/guard/rules/no-shouting.ts': `/** Nobody shouts. */

import type { GuardRule } from '../rule.ts'

export const noShouting: GuardRule = {
  id: 'no-shouting',
  order: 5,
  force: 'always',
  check({ facts }) {
    if (facts.kind !== 'writes' || !facts.files.some(({ path }) => path.includes('SHOUT'))) return undefined
    return { en: 'Lower your voice.', zh: '小声点。' }
  },
}
`,
  'docs/rules/no-shouting.md':
    '# no-shouting\n\n## What it asks\n\n## Why\n\n## Stopped\n\n## Passes\n\n## Strictness\n\n| refused | refused | refused |\n\n## Switching it off\n',
  'test/guard/rules/no-shouting.test.ts': passingTest('the voice is lowered'),
}

/** Projects of the language Zig, by its build.zig.zon. */
const MANIFEST = {
  'src/project/manifests/zig.ts': `/** build.zig.zon. */

import { type ManifestReader, partOf, technology, usual } from '../manifest-reader.ts'
import { filesNamed } from '../scan.ts'

export const zig: ManifestReader = {
  order: 13,
  files: [
    { names: ['build.zig.zon'], worth: 13, declares: () => ({ packages: [['zig', undefined]] }) },
  ],
  read: (scan) =>
    filesNamed(scan, 'build.zig.zon').map((file) =>
      partOf(file.path, 'Zig', {
        name: /\\.name = "([^"\\n]{1,80})"/.exec(file.text)?.[1],
        technologies: [technology('language', 'Zig', undefined)],
        commands: usual({ build: 'zig build' }),
      }),
    ),
}
`,
  'test/project/manifests/zig.test.ts': passingTest('a manifest of Zig is read'),
}

/** The host Pen, whose settings are in pen.json. */
const HOST = {
  'src/hosts/pen-setup.ts': `/** Pen: our entry in pen.json. */

import { join } from 'node:path'
import type { Host, HostReport } from '../setup/host.ts'
import type { InstallContext } from '../setup/install-context.ts'

export const pen: Host = {
  id: 'pen',
  aliases: ['pencil'],
  name: 'Pen',
  page: 'pen.md',
  program: 'pen',
  tested: [],
  from: 'package',
  files: (scope, { root, home }) => [join(scope === 'user' ? home : (root ?? home), 'pen.json')],
  otherFiles: () => [],
  localFiles: () => [],
  newIgnoreList: '',
  namesMachine: () => false,
  newFile: '{}\\n',
  entries: () => [{ kind: 'property', at: ['memory'], value: 'memory-bank', isFine: (value) => value === 'memory-bank' }],
  notes: () => [],
  snippet: () => undefined,
  afterwards: { en: 'Restart Pen.', zh: '请重启 Pen。' },
  diagnose,
  opening: undefined,
  learnCommand: undefined,
  proof: undefined,
}

function diagnose({ root, look }: InstallContext): HostReport {
  const file = join(root ?? '.', 'pen.json')
  if (look.text(file)?.includes('memory-bank') !== true) return { installed: [], findings: [] }
  const what = { en: 'it names memory-bank', zh: '已配置 memory-bank' }
  return {
    installed: [{ scope: 'project', file, folder: undefined, spec: 'memory-bank' }],
    findings: [{ id: 'pen-installed', about: 'Pen', level: 'ok', what }],
  }
}
`,
  'docs/hosts/pen.md': '# Pen\n',
  'test/hosts/pen-setup.test.ts': passingTest('Pen is a host'),
}

const TEMPLATE_VERSION = {
  'src/plan/upgrades/v7.1-to-v7.2.ts': `/** v7.2 gained a section of greetings. */

import { appendSection } from '../../bank/sections.ts'
import { templateSection } from '../../bank/templates.ts'
import type { Upgrade } from '../upgrade.ts'

const HEADING = '## Greetings'

export const v71ToV72: Upgrade = {
  to: '7.2',
  upgrade: (block, templates) =>
    block.section(HEADING) ? block.text : appendSection(block.text, templateSection(templates, HEADING)),
  describe: (block) => (block.section(HEADING) ? [] : [{ en: \`adds \${HEADING}\`, zh: \`追加区块：\${HEADING}\` }]),
}
`,
}

/** The edits that recipes ask for: file, old text, new text. */
const EDITS: readonly (readonly [string, string, string])[] = [
  ['README.md', '| `memory-bank mcp` |', '| `memory-bank greet` | say hello |\n| `memory-bank mcp` |'],
  ['README.zh-CN.md', '| `memory-bank mcp` |', '| `memory-bank greet` | 打个招呼 |\n| `memory-bank mcp` |'],
  ['src/base/layout.ts', "CURRENT_VERSION = '7.1'", "CURRENT_VERSION = '7.2'"],
  ...['en', 'zh'].flatMap((language) => [
    [`templates/${language}/MEMORY.md`, 'TEMPLATE:v7.1', 'TEMPLATE:v7.2'] as const,
    [`templates/${language}/MEMORY.md`, BLOCK_END, `\n## Greetings\n\nHello.\n${BLOCK_END}`] as const,
  ]),
]

describe('a command', () => {
  test('runs, in words and as JSON', () => {
    expect(program('greet', 'Ada')).toEqual({ status: 0, said: 'Hello, Ada\n' })
    expect(JSON.parse(program('greet', '--json').said)).toEqual({ kind: 'greeting', version: 1, hello: 'Hello, you' })
  })

  test('is in the help, in the completion and in suggestions for misspelled commands', () => {
    expect(program('--help').said).toContain('  greet       say hello\n')
    expect(program('greet', '--help', '--lang', 'zh').said).toContain('memory-bank greet：打个招呼')
    expect(program('completion', 'bash').said).toContain('greet) COMPREPLY=($(compgen -W "--tone ')
    expect(program('gret').said).toContain("Did you mean 'greet'?")
  })

  test('is refused when an agent runs it in its shell', () => {
    expect(verdictOn('bash', { command: 'memory-bank --tone high greet' })).toMatchObject({ verdict: 'refuse' })
    expect(verdictOn('bash', { command: 'memory-bank --tone greet status' })).toMatchObject({ verdict: 'allow' })
  })
})

test('a check rule has findings and an explanation, and is listed on the page of rules', () => {
  expect(program('init', '--yes').status).toBe(0)
  expect(program('check').said).toContain('Somebody shouts.')
  expect(program('check', '--explain', 'no-shouting').said).toContain('# no-shouting')
  expect(readFileSync(join(COPY, 'docs/check.md'), 'utf8')).toContain('| [no-shouting](checks/no-shouting.md) |')
})

test('a guard rule refuses a call', () => {
  const refusal = { verdict: 'refuse', rule: 'no-shouting', text: 'Lower your voice.' }
  expect(verdictOn('write', { filePath: 'SHOUT.md', content: 'x' })).toMatchObject(refusal)
})

test('a manifest kind gives facts to a new bank, and a new template its sections', () => {
  const project = join(COPY, 'zig')
  put(project, 'build.zig.zon', '.{ .name = "engine" }')
  expect(programIn(project, 'init', '--yes').status).toBe(0)
  const memory = readFileSync(join(project, 'memory-bank/MEMORY.md'), 'utf8')
  expect(memory).toMatch(/engine.*build\.zig\.zon/)
  expect(memory).toContain('<!-- MEMORY_BANK_TEMPLATE:v7.2 -->')
  expect(memory).toContain('\n## Greetings\n')
})

test('a template version upgrades an older bank by appending', () => {
  const project = join(COPY, 'older')
  const before = readFileSync(join(ROOT, 'templates/en/MEMORY.md'), 'utf8')
  put(project, 'memory-bank/MEMORY.md', before)
  expect(programIn(project, 'status').said).toContain('7.1')
  expect(programIn(project, 'refresh', '--yes').said).toContain('adds ## Greetings')
  const after = readFileSync(join(project, 'memory-bank/MEMORY.md'), 'utf8')
  expect(after).toContain('<!-- MEMORY_BANK_TEMPLATE:v7.2 -->')
  expect(after).toContain('\n## Greetings\n\nHello.\n')
  expect(programIn(project, 'status').said).toContain('v7.2, current')
})

test('a host is installed, diagnosed and uninstalled, byte for byte', () => {
  const settings = join(PROJECT, 'pen.json')
  put(PROJECT, 'pen.json', '{ "theme": "dark" }\n')
  expect(program('install', 'pencil', '--yes').said).toContain('Restart Pen.')
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({ theme: 'dark', memory: 'memory-bank' })
  expect(program('doctor', 'pen').said).toContain('✓ Pen: it names memory-bank')
  expect(program('uninstall', 'pen', '--yes').status).toBe(0)
  expect(readFileSync(settings, 'utf8')).toBe('{ "theme": "dark" }\n')
  expect(program('install', 'pan').said).toContain('pen')
  expect(readFileSync(join(COPY, 'docs/install.md'), 'utf8')).toContain('| `pen` | [Pen](hosts/pen.md) |')
})

test('the tests of lists, pages and pins pass unchanged', () => {
  const vitest = join(ROOT, 'test/node_modules/vitest/vitest.mjs')
  const files = ['test/cli/commands.test.ts', 'test/pins/surface.test.ts', 'test/check/rules.test.ts']
  const others = [
    'test/guard/rules.test.ts',
    'test/hosts/index.test.ts',
    ...['check', 'guard'].map((engine) => `test/${engine}/rules/no-shouting`),
  ]
  const { status, said } = node([
    vitest,
    'run',
    '--config',
    'test/vitest.config.ts',
    '--root',
    '.',
    ...files,
    ...others,
  ])
  expect(status, said).toBe(0)
})

function passingTest(title: string): string {
  return `import { expect, test } from 'vitest'\n\ntest('${title}', () => expect(1).toBe(1))\n`
}

function add(path: string, text: string): void {
  mkdirSync(dirname(join(COPY, path)), { recursive: true })
  writeFileSync(join(COPY, path), text, { flag: 'wx' })
}

function edit(path: string, before: string, after: string): void {
  const text = readFileSync(join(COPY, path), 'utf8')
  if (text.split(before).length !== 2) throw new Error(`${path} does not have ${before} once`)
  writeFileSync(
    join(COPY, path),
    text.replace(before, () => after),
  )
}

function put(project: string, path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

function run(script: string): void {
  const { status, said } = node([join(COPY, script)])
  if (status !== 0) throw new Error(`${script}: ${said}`)
}

type Outcome = { readonly status: number | null; readonly said: string }

function program(...args: readonly string[]): Outcome {
  return programIn(PROJECT, ...args)
}

function programIn(project: string, ...args: readonly string[]): Outcome {
  return node([join(COPY, 'dist/cli/main.cjs'), '-C', project, ...args])
}

/** The guard's verdict on a tool call. */
function verdictOn(tool: string, args: Readonly<Record<string, string>>): unknown {
  const event = { kind: 'tool-requested', call: 'c', tool, args }
  const judge = [join(COPY, 'dist/cli/main.cjs'), '-C', PROJECT, 'judge', '--json']
  return JSON.parse(node(judge, JSON.stringify(event)).said)
}

function node(args: readonly string[], input = ''): Outcome {
  const ours = { HOME: COPY, XDG_STATE_HOME: join(COPY, 'state'), LANG: 'C', NO_COLOR: '1' }
  const env = { ...process.env, ...A_PERSONS_SCRIPT, ...ours }
  const done = spawnSync(process.execPath, args, { cwd: COPY, encoding: 'utf8', env, input })
  return { status: done.status, said: done.stdout + done.stderr }
}
