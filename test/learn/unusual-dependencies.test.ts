import { expect, test } from 'vitest'
import { isDependencyFile, unusualDependencies } from '../../src/learn/unusual-dependencies.ts'

function found(path: string, text: string): readonly string[] {
  return unusualDependencies([{ path, text }]).map(({ place, text: said }) => `${place} ${said}`)
}

test.each<[string, string, readonly string[]]>([
  [
    'go.mod',
    'module x\nrequire (\n\ta.com/b v1.2.3\n\tc.com/d v0.0.0-20240101000000-abcdefabcdef\n\te.com/f v0.0.0-20240101000000-abcdefabcdef // indirect\n)\nreplace a.com/b => ../b\n',
    ['go.mod:4 `c.com/d v0.0.0-20240101000000-abcdefabcdef`', 'go.mod:7 `replace a.com/b => ../b`'],
  ],
  [
    'package.json',
    '{\n"dependencies": {\n"a": "^1.0.0",\n"b": "github:x/b",\n"c": "1.2.3",\n"d": "^1.0.0",\n"e": "^1.0.0"\n},\n"overrides": {\n"f": "2.0.0",\n"g": "catalog:"\n}\n}',
    ['package.json:10 `f: 2.0.0`', 'package.json:4 `b: github:x/b`', 'package.json:5 `c: 1.2.3`'],
  ],
  ['package.json', '{"dependencies": {"a": "1.0.0", "b": "2.0.0", "c": "^3.0.0"}}', []],
  [
    'pyproject.toml',
    '[project]\ndependencies = [\n  "a>=1",\n  "b<2",\n  "c!=1.5",\n  "d",\n]\nrequires-python = "<4"\n[tool.tox]\ndeps = [\n  "a==1.0",\n]\n',
    ['pyproject.toml:5 `c!=1.5`', 'pyproject.toml:4 `b<2`'],
  ],
  ['pyproject.toml', '[project]\ndependencies = [\n  "a<1",\n  "b<2",\n  "c",\n]\n', []],
  ['requirements.txt', 'a==1\nb==2\nc==3\n', []],
  ['requirements.txt', 'a\nb\nc\nd\ne==3 # why\n', ['requirements.txt:5 `e==3`']],
  [
    'Cargo.toml',
    '[dependencies]\na = "1"\nb = { git = "https://x/b" }\nc = "=1.2"\n',
    ['Cargo.toml:3 `b = { git = "https://x/b" }`', 'Cargo.toml:4 `c = "=1.2"`'],
  ],
  [
    'Gemfile',
    "gem 'rails', '~> 7'\ngem 'x', git: 'https://x'\ngem 'y', path: 'test/fixtures/y'\n",
    ["Gemfile:2 `gem 'x', git: 'https://x'`"],
  ],
  ['package.json', '{ broken', []],
])('%s: unusual dependencies [S29]', (path, text, expected) => expect(found(path, text)).toEqual(expected))

test('manifests of examples and fixtures are skipped [S29]', () => {
  expect(['package.json', 'apps/web/package.json', 'go.mod'].filter(isDependencyFile)).toHaveLength(3)
  expect(['examples/a/package.json', 'tests/x/go.mod', 'src/a.ts'].filter(isDependencyFile)).toEqual([])
})
