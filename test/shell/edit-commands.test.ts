import { expect, test } from 'vitest'
import { sedEffects } from '../../src/shell/edit-commands.ts'

test.each([
  ['w out.md', ['out.md'], []],
  ['1,3w out.md', ['out.md'], []],
  ['/a w b/w out.md', ['out.md'], []],
  ['s/a/b/w out.md', ['out.md'], []],
  ['s/a/b/gpw out.md', ['out.md'], []],
  ['s|a|w out.md|', [], []],
  ['s/w x/w y/g;p', [], []],
  ['$!{s/a/b/;w out.md\n}', ['out.md'], []],
  ['a w out.md', [], []],
  ['1e touch x', [], ['touch x']],
  ['s/.*/touch x/e', [], ['touch x']],
  ['y/abc/wxy/;d', [], []],
  [':w;N;bw', [], []],
  ['# w out.md', [], []],
])('the sed script %j writes %j and runs %j', (script, writes, runs) => {
  expect(sedEffects(script)).toEqual({ writes, runs })
})
