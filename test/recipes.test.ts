/**
 * The recipes of CONTRIBUTING.md, followed in a throw-away copy of the repository: the files a recipe names are added,
 * nothing else is edited, and the built program has the new thing.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const COPY = mkdtempSync(join(tmpdir(), 'memory-bank-recipes-'))
const PROJECT = join(COPY, 'project')
/** Too large to copy for every run, and needed by no recipe. */
const LEFT_OUT = ['node_modules', 'dist', '.git', 'fixtures', 'cases', 'bench', 'examples']

beforeAll(() => {
  for (const part of readdirSync(ROOT).filter((name) => !LEFT_OUT.includes(name)))
    cpSync(join(ROOT, part), join(COPY, part), {
      recursive: true,
      filter: (from) => !LEFT_OUT.includes(basename(from)),
    })
  for (const folder of ['node_modules', 'test/node_modules'])
    symlinkSync(join(ROOT, folder), join(COPY, folder), 'junction')
  for (const [path, text] of Object.entries({ ...COMMAND, ...CHECK_RULE })) add(path, text)
  for (const page of ['README.md', 'README.zh-CN.md']) append(page, '\n| `memory-bank greet` | say hello |\n')
  mkdirSync(PROJECT)
  run('scripts/lists.mjs')
  run('scripts/build.mjs') // which also checks the types
}, 240_000)
afterAll(() => rmSync(COPY, { recursive: true, force: true }))

/** The command `greet`, which an agent may not run. */
const COMMAND = {
  'src/cli/commands/greet.ts': `/** \`memory-bank greet\`: says hello. */

import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
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

import { MEMORY } from '../../core/layout.ts'
import type { Rule } from '../rule.ts'

export const noShouting: Rule = {
  id: 'no-shouting',
  about: { en: 'Nobody shouts.', zh: '没有人大喊。' },
  check: () => [
    {
      rule: 'no-shouting',
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
    '# no-shouting\n\n## What it asks\n\n## Why\n\n## Reported\n\n## Passes\n\n## What to do\n',
  'test/check/rules/no-shouting.test.ts': passingTest('the voice is lowered'),
}

describe('a command', () => {
  test('runs, in words and as JSON', () => {
    expect(program('greet', 'Ada')).toEqual({ status: 0, said: 'Hello, Ada\n' })
    expect(JSON.parse(program('greet', '--json').said)).toEqual({ kind: 'greeting', version: 1, hello: 'Hello, you' })
  })

  test('is in the help, in the completion, and among the words that may have been meant', () => {
    expect(program('--help').said).toContain('  greet       say hello\n')
    expect(program('greet', '--help', '--lang', 'zh').said).toContain('memory-bank greet：打个招呼')
    expect(program('completion', 'bash').said).toContain('greet) COMPREPLY=($(compgen -W "--tone ')
    expect(program('gret').said).toContain("Did you mean 'greet'?")
  })

  test('is refused to an agent that runs it from its shell', () => {
    const verdictOn = (command: string) => {
      const event = { kind: 'tool-requested', call: 'c', tool: 'bash', args: { command } }
      const judge = [join(COPY, 'dist/cli/main.cjs'), '-C', PROJECT, 'judge', '--json']
      return JSON.parse(node(judge, JSON.stringify(event)).said)
    }
    expect(verdictOn('memory-bank --tone high greet')).toMatchObject({ verdict: 'refuse' })
    expect(verdictOn('memory-bank --tone greet status')).toMatchObject({ verdict: 'allow' })
  })
})

test('a check rule finds, is explained, and stands in the page of rules', () => {
  expect(program('init', '--yes').status).toBe(0)
  expect(program('check').said).toContain('Somebody shouts.')
  expect(program('check', '--explain', 'no-shouting').said).toContain('# no-shouting')
  expect(readFileSync(join(COPY, 'docs/check.md'), 'utf8')).toContain('| [no-shouting](checks/no-shouting.md) |')
})

test('no test that holds lists, pages and pins together has to be edited', () => {
  const vitest = join(ROOT, 'test/node_modules/vitest/vitest.mjs')
  const files = ['test/cli/commands.test.ts', 'test/pins', 'test/check/rules.test.ts', 'test/check/rules/no-shouting']
  const { status, said } = node([vitest, 'run', '--config', 'test/vitest.config.ts', '--root', '.', ...files])
  expect(status, said).toBe(0)
})

function passingTest(title: string): string {
  return `import { expect, test } from 'vitest'\n\ntest('${title}', () => expect(1).toBe(1))\n`
}

function add(path: string, text: string): void {
  mkdirSync(dirname(join(COPY, path)), { recursive: true })
  writeFileSync(join(COPY, path), text, { flag: 'wx' })
}

function append(path: string, text: string): void {
  writeFileSync(join(COPY, path), text, { flag: 'a' })
}

function run(script: string): void {
  const { status, said } = node([join(COPY, script)])
  if (status !== 0) throw new Error(`${script}: ${said}`)
}

type Outcome = { readonly status: number | null; readonly said: string }

function program(...args: readonly string[]): Outcome {
  return node([join(COPY, 'dist/cli/main.cjs'), '-C', PROJECT, ...args])
}

function node(args: readonly string[], input = ''): Outcome {
  const env = { ...process.env, HOME: COPY, XDG_STATE_HOME: join(COPY, 'state'), LANG: 'C', NO_COLOR: '1' }
  const done = spawnSync(process.execPath, args, { cwd: COPY, encoding: 'utf8', env, input })
  return { status: done.status, said: done.stdout + done.stderr }
}
