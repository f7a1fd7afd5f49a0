/** Every `--json` output of the built program matches its published schema. */

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Files, ROOT, Sandbox } from './scenarios/harness.ts'

const SCHEMAS = join(ROOT, 'schemas')
const ajv = new Ajv2020({ strict: true, allErrors: true, strictRequired: false })
const validators = new Map(
  readdirSync(SCHEMAS).map((name) => [
    basename(name, '.schema.json'),
    ajv.compile(JSON.parse(readFileSync(join(SCHEMAS, name), 'utf8'))),
  ]),
)

/** Validates the JSON object that a command prints by the schema it names. */
function output(sandbox: Sandbox, ...args: readonly string[]): Readonly<Record<string, unknown>> {
  const { out, err, code } = sandbox.run([...args, '--json'])
  // Edits by a person are reported on standard error.
  expect(err.replace(/^memory-bank\/\S+ changed outside Memory Bank[^\n]*\n/, '')).toBe('')
  const value: Readonly<Record<string, unknown>> = JSON.parse(out)
  const validate = validators.get(String(value['kind']))
  if (validate === undefined) throw new Error(`no schema for ${value['kind']}`)
  validate(value)
  expect(validate.errors ?? [], out).toEqual([])
  expect(
    code === 0 || ['problem', 'check', 'plan', 'setup', 'doctor', 'resolve', 'review'].includes(String(value['kind'])),
  ).toBe(true)
  return value
}

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

const MS = '<!-- MACHINE_BLOCK_START -->'
const ME = '<!-- MACHINE_BLOCK_END -->'
const US = '<!-- USER_BLOCK_START -->'
const UE = '<!-- USER_BLOCK_END -->'
const entry = (mark: string) => `${MS}\n${mark}# t\n${ME}\n${US}\n${UE}\n`
const mark = (version: string) => `<!-- MEMORY_BANK_TEMPLATE:${version} -->\n`

const STATES: Readonly<Record<string, Files>> = {
  absent: { 'README.md': '# Shop\n' },
  'entry-missing': { 'memory-bank/details/tech.md': '# T\n' },
  legacy: { 'memory-bank/brief.md': '# B\n', 'memory-bank/docs/a.md': '# A\n' },
  foreign: { 'memory-bank/projectbrief.md': 'x' },
  outdated: { 'memory-bank/MEMORY.md': entry('') },
  current: {
    'memory-bank/MEMORY.md': entry(mark('v7.1')),
    'memory-bank/details/learnings/gone.md': '[x](nowhere.md)\n',
  },
  newer: { 'memory-bank/MEMORY.md': entry(mark('v9.0')) },
  broken: { 'memory-bank/MEMORY.md': `${MS}\n` },
}

describe.each(Object.entries(STATES))('%s', (state, files) => {
  test.each(
    [
      ['status'],
      ['check'],
      ['check', '--strict'],
      ['history'],
      ['opening'],
      ['opening', '--host', 'qwen', '--lang', 'zh'],
      ['opening', '--host', 'mcp'],
      ['trust'],
      ['trust', '--forget'],
      ['refresh', '--dry-run'],
      ['init', '--dry-run', '--diff'],
      ['refresh'],
      ['index', '--dry-run'],
      ['archive'],
      ['import', '--all', '--in-place'],
      ['undo'],
      ['doctor'],
      ['doctor', '--fix', '--lang', 'zh'],
      ['install', 'opencode', 'claude', 'mcp', '--deny', '--dry-run'],
      ['install', 'claude'],
      ['uninstall', '--yes'],
      ['proposals'],
      ['learn'],
      ['review'],
      ['review', '--undo', '--dry-run'],
      ['usage', '--all'],
      ['usage', 'off'],
      ['proposals', 'accept', 'p1'],
      ['proposals', 'show'],
      ['proposals', 'edit', 'p1', '--title', 'x'],
      ['proposals', 'reject', 'p1', '--because', 'no'],
      ['proposals', 'allow', 'focus'],
      ['add', 'focus', '--text', 'Ship it', '--dry-run', '--diff'],
      ['add', 'decision', 'Use SQLite'],
      ['add', 'focus', '--text', 'Ship it', '--yes'],
      ['refresh', '--lang', 'zh', '--yes'],
    ].map((args) => [args]),
  )('%j is by its schema [S54]', (args) => {
    const value = output(sandbox.write(files), ...args)
    if (args[0] === 'status' || args[0] === 'check') expect(value['state']).toBe(state)
  })
})

test('init, changes, undo and queries match their schemas [S54]', () => {
  sandbox.write({ 'package.json': '{"name":"shop"}' })
  const made = output(sandbox, 'init', '--yes', '--diff')
  expect(made).toMatchObject({ kind: 'plan', outcome: 'applied', intent: 'init' })
  expect(output(sandbox, 'refresh')).toMatchObject({ outcome: 'nothing', changes: [] })
  sandbox.write({ 'package.json': '{"name":"store"}' })
  expect(output(sandbox, 'refresh')).toMatchObject({ outcome: 'not-confirmed' })
  const changed = output(sandbox, 'refresh', '--yes')
  expect(changed).toMatchObject({ outcome: 'applied', intent: 'refresh' })
  expect(output(sandbox, 'undo', '--dry-run')).toMatchObject({ outcome: 'planned', intent: 'undo' })
  expect(output(sandbox, 'undo', '--yes')).toMatchObject({ outcome: 'applied' })
  expect(output(sandbox, 'history')).toMatchObject({
    entries: [{ intent: 'undo' }, { intent: 'refresh' }, { intent: 'init' }],
  })
  expect(output(sandbox, 'history', String(changed['id']))).toMatchObject({ entries: [{ id: changed['id'] }] })
  expect(output(sandbox, 'status')).toMatchObject({ state: 'current', templateVersion: '7.1', editedByHand: false })
  expect(output(sandbox, 'usage', '--all')).toMatchObject({ kind: 'usage', version: 2, sessions: 0 })
})

test('install, doctor and uninstall match their schemas [S53] [S54]', () => {
  sandbox.write({ 'opencode.json': '{"mcp":{"basic-memory":{}}}', '.claude/settings.json': '{"disableAllHooks":true}' })
  expect(output(sandbox, 'install', 'opencode', 'claude', '--yes')).toMatchObject({ kind: 'setup', outcome: 'applied' })
  expect(output(sandbox, 'install', 'opencode')).toMatchObject({
    outcome: 'nothing',
    hosts: [{ outcome: 'already' }, { outcome: 'already' }],
  })
  expect(output(sandbox, 'doctor')).toMatchObject({
    kind: 'doctor',
    ok: false,
    hosts: expect.arrayContaining([
      expect.objectContaining({ id: 'claude', installed: [expect.objectContaining({ scope: 'project' })] }),
      expect.objectContaining({ id: 'mcp', installed: [] }),
      expect.objectContaining({ id: 'opencode', installed: [expect.objectContaining({ scope: 'project' })] }),
    ]),
  })
  expect(output(sandbox, 'uninstall', '--yes')).toMatchObject({ outcome: 'applied', intent: 'uninstall' })
})

test('the moves of a migration name their targets [S54]', () => {
  const value = output(sandbox.write(STATES['legacy'] ?? {}), 'refresh', '--yes', '--diff')
  expect(value['changes']).toContainEqual(
    expect.objectContaining({ kind: 'move', path: 'docs/a.md', to: 'details/design/a.md' }),
  )
})

describe('problems match their schema', () => {
  test.each<[string, readonly string[], Files, string]>([
    ['an unknown command', ['frobnicate'], {}, 'usage'],
    ['an unknown option', ['refresh', '--frob'], {}, 'usage'],
    ['a wrong choice', ['refresh', '--on-conflict', 'perhaps'], {}, 'usage'],
    ['a folder that is not there', ['status', '-C', 'nowhere'], {}, 'project-missing'],
    ['a broken configuration', ['status'], { 'memory-bank.json': '{' }, 'config-invalid'],
    ['an id nobody knows', ['undo', '20000101-000000000-aaaa'], {}, 'undo-unknown'],
    ['nothing to undo', ['undo'], {}, 'nothing-to-undo'],
    ['a file for a bank', ['status'], { 'memory-bank': 'x' }, 'folder-expected'],
    ['another tool’s bank', ['refresh', '--yes'], STATES['foreign'] ?? {}, 'bank-foreign'],
    ['a newer bank', ['refresh', '--yes'], STATES['newer'] ?? {}, 'bank-newer'],
    ['broken markers', ['refresh', '--yes'], STATES['broken'] ?? {}, 'markers-broken'],
    [
      'missing markers',
      ['refresh', '--yes'],
      { 'memory-bank/MEMORY.md': '<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n' },
      'markers-missing',
    ],
  ])('%s is by its schema [S54]', (_, args, files, code) => {
    expect(output(sandbox.write(files), ...args)).toMatchObject({ kind: 'problem', code })
  })

  test('conflicts with an edit by hand match their schema, for every choice [S54]', () => {
    sandbox.write({ 'package.json': '{"name":"shop","engines":{"node":">=20"}}' })
    output(sandbox, 'init', '--yes')
    sandbox.write({
      'package.json': '{"name":"shop","engines":{"node":">=22"}}',
      'memory-bank/MEMORY.md': sandbox.read('memory-bank/MEMORY.md').replace(/(Stack\*\*: )/, '$1by hand, '),
    })
    expect(output(sandbox, 'refresh', '--yes')).toMatchObject({ kind: 'problem', code: 'block-edited' })
    expect(output(sandbox, 'status')).toMatchObject({ editedByHand: true })
    for (const choice of ['keep', 'overwrite', 'append'])
      output(sandbox, 'refresh', '--dry-run', '--diff', '--on-conflict', choice)
  })
})

test('the schemas reject unknown properties [S54]', () => {
  for (const [kind, validate] of validators) {
    expect(validate({ kind, version: 1, surprise: true })).toBe(false)
    expect(validate.schema).toMatchObject({ title: expect.stringMatching(/\S/) })
    // Events and verdicts are unions of closed shapes.
    if (kind !== 'judge') expect(validate.schema).toMatchObject({ additionalProperties: false })
  }
})

describe('queries', () => {
  const bank: Files = {
    'memory-bank/MEMORY.md': entry(mark('v7.1')),
    'memory-bank/details/patterns.md':
      '# Decisions\n\n## Money\n\nMoney is stored as integers, because floats round.\n',
  }

  test('search, read and their errors match their schemas [S54]', () => {
    sandbox.write(bank)
    expect(output(sandbox, 'search', 'money integers')['kind']).toBe('search')
    expect(output(sandbox, 'read', 'details/patterns.md')['kind']).toBe('read')
    expect(output(sandbox, 'read', 'details/nowhere.md')['kind']).toBe('problem')
    expect(output(sandbox, 'recall')['kind']).toBe('problem')
  })

  test('a context pack matches its schema, as JSON and for every line of standard input [S23]', () => {
    sandbox.write(bank)
    const validate = validators.get('context-pack')
    const packs = [sandbox.run(['recall', '--json', 'why integers for money?']).out]
    packs.push(
      ...sandbox.run(['recall', '--stdin', '--json'], { input: 'money?\n钱怎么存？\n' }).out.trim().split('\n'),
    )
    expect(packs).toHaveLength(3)
    for (const pack of packs) {
      validate?.(JSON.parse(pack))
      expect(validate?.errors ?? [], pack).toEqual([])
    }
  })

  test('questions from standard input give one line each [S23]', () => {
    sandbox.write(bank)
    const { out } = sandbox.run(['search', '--stdin', '--json', '--limit', '2'], { input: 'money\nnothing of it\n' })
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map((line) => line.question)).toEqual(['money', 'nothing of it'])
    expect(lines[0].hits[0]).toMatchObject({ path: 'details/patterns.md', heading: expect.any(String) })
  })
})

test('the JSON of resolve follows its schema: planned, applied, and with a conflict left [S54] [S55]', () => {
  const sandbox = new Sandbox()
  try {
    const notes = 'memory-bank/details/notes.md'
    const commit = (text: string) => {
      sandbox.write({ [notes]: text })
      sandbox.git('add', '-A')
      sandbox.git('commit', '-qm', 'change')
    }
    sandbox.write({ 'package.json': '{"name":"x"}' })
    sandbox.run(['init', '--yes'])
    sandbox.git('init', '-q')
    commit('# N\n\nOne.\n')
    sandbox.git('checkout', '-qb', 'other')
    commit('# N\n\nTheirs.\n')
    sandbox.git('checkout', '-q', 'main')
    commit('# N\n\nOurs.\n')
    expect(() => sandbox.git('merge', 'other')).toThrow()
    expect(output(sandbox, 'resolve', '--diff')).toMatchObject({ operation: 'merge', files: [{ outcome: 'left' }] })
    sandbox.write({ [notes]: '# N\n\nBoth.\n' })
    expect(output(sandbox, 'resolve', '--yes')).toMatchObject({ outcome: 'applied', staged: ['details/notes.md'] })
    expect(output(sandbox, 'resolve')).toMatchObject({ outcome: 'nothing', files: [] })
  } finally {
    sandbox.remove()
  }
})
