import { describe, expect, test } from 'vitest'
import {
  addTable,
  addTopKey,
  removeTable,
  removeTopKey,
  replaceTable,
  tomlFaultOf,
  tomlValueAt,
} from '../../src/settings/toml-table.ts'

const AT = ['mcp_servers', 'memory-bank'] as const
const VALUE = { command: 'node', args: ['/a b/main.cjs', 'mcp'], env: { A: 'x' } } as const

/** Settings as users write them. */
const TEXTS: Readonly<Record<string, string>> = {
  empty: '',
  'no newline at the end': 'model = "m"',
  'another server': '# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "x" # why\nargs = [\n  "a",\n  "b",\n]\n',
  CRLF: 'model = "m"\r\n\r\n[projects."/w/a [b]"]\r\ntrust_level = "trusted"\r\n',
  'a byte order mark': '\uFEFFmodel = "m"\n',
  'our header inside a string': 'note = """\n[mcp_servers.memory-bank]\ncommand = "no"\n"""\n\n[a]\nb = 1\n',
  'lists of tables and dates': '[[a.b]]\nc = 1979-05-27\n\n[[a.b]]\nd = 9223372036854775807\n',
}

describe.each(Object.entries(TEXTS))('%s', (_, text) => {
  test('a table is added, read and removed, and every other byte stays [S53]', () => {
    const added = addTable(text, AT, VALUE) ?? ''
    expect(added.startsWith(text)).toBe(true)
    expect(tomlValueAt(added, AT)).toEqual(VALUE)
    expect(removeTable(added, AT)).toBe(text === '' || text.endsWith('\n') ? text : `${text}\n`)
    const replaced = replaceTable(added, AT, { command: 'other' }) ?? ''
    expect(tomlValueAt(replaced, AT)).toEqual({ command: 'other' })
    expect(removeTable(replaced, AT)).toBe(text === '' || text.endsWith('\n') ? text : `${text}\n`)
  })

  test('the same for a key before all tables [S53]', () => {
    const added = addTopKey(text, 'default_permissions', 'memory-bank') ?? ''
    expect(tomlValueAt(added, ['default_permissions'])).toBe('memory-bank')
    expect(removeTopKey(added, 'default_permissions')).toBe(text)
  })
})

test('later tables stay, with the comments above them', () => {
  const before = '[a]\nb = 1\n'
  const added = `${addTable(before, AT, VALUE)}\n# theirs\n[z]\ny = 2\n`
  expect(removeTable(added, AT)).toBe(`${before}\n# theirs\n[z]\ny = 2\n`)
})

test('a table in another form is not edited [S53]', () => {
  for (const text of [
    'mcp_servers = { memory-bank = { command = "x" } }\n',
    '[mcp_servers]\nmemory-bank.command = "x"\n',
    'mcp_servers.memory-bank.command = "x"\n',
  ]) {
    expect(tomlValueAt(text, [...AT, 'command'])).toBe('x')
    expect(removeTable(text, AT)).toBeUndefined()
    expect(replaceTable(text, AT, VALUE)).toBeUndefined()
  }
  expect(addTable('mcp_servers = { other = { command = "x" } }\n', AT, VALUE)).toBeUndefined()
})

test('headers are recognized with any quotes', () => {
  const text = '[ mcp_servers . "memory-bank" ] # ours\ncommand = "x"\n\n[mcp_servers.\'memory-bank\'.env]\nA = "b"\n'
  expect(removeTable(text, AT)).toBe('')
})

test('a broken file is reported with its line', () => {
  expect(tomlFaultOf('a = 1\nb = \n')?.line).toBe(2)
  expect(tomlFaultOf('a = 1\na = 2\n')?.line).toBe(2)
  expect(tomlValueAt('a = 1\nb = \n', ['a'])).toBeUndefined()
})
