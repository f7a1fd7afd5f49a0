import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addItem, addProperty, faultOf, removeMember, valueAt } from '../../src/settings/jsonc.ts'
import { settingsText } from '../bank/settings-texts.ts'
import { law } from '../laws/runs.ts'

describe('adding', () => {
  test.each([
    ['an empty object', '{}', '{\n  "plugin": ["x"]\n}'],
    ['tabs', '{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"plugin": ["x"]\n}\n'],
    ['a line comment behind the last', '{\n  "a": 1 // one\n}\n', '{\n  "a": 1, // one\n  "plugin": ["x"]\n}\n'],
    ['a trailing comma', '{\n  "a": 1,\n}\n', '{\n  "a": 1,\n  "plugin": ["x"],\n}\n'],
    ['CRLF', '{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 1,\r\n  "plugin": ["x"]\r\n}\r\n'],
    ['a byte order mark', '\uFEFF{ "a": 1 }', '\uFEFF{ "a": 1, "plugin": ["x"] }'],
    ['a comment alone', '// mine', '// mine\n{\n  "plugin": ["x"]\n}\n'],
    ['a comment inside', '{ // mine\n}', '{ // mine\n  "plugin": ["x"]\n}'],
  ])('%s: the rest keeps its bytes [S53]', (_, before, after) => {
    expect(addProperty(before, ['plugin'], ['x'])).toBe(after)
  })

  test.each([
    ['[]', '{"plugin":["x"]}'],
    ['["a"]', '{"plugin":["a", "x"]}'],
    ['["a",]', '{"plugin":["a", "x",]}'],
    ['[\n  "a"\n]', '{"plugin":[\n  "a",\n  "x"\n]}'],
    ['[ /* none */ ]', '{"plugin":[ /* none */ "x" ]}'],
  ])('an item is added at the end of %s in its style [S53]', (list, after) => {
    expect(addItem(`{"plugin":${list}}`, ['plugin'], 'x')).toBe(after)
  })
})

test('another comment after an added member stays [S53]', () => {
  const text = '{\n  "a": 1,\n  "plugin": ["x"] // keep me\n}\n'
  expect(removeMember(text, ['plugin'])).toBe('{\n  "a": 1\n   // keep me\n}\n')
})

test.each([
  ['{ "a": 1', 1],
  ['{\n  "a" 1\n}', 2],
  ['[]', 1],
  ['{}\n{}', 2],
  ['\uFEFF{\n x', 2],
])('invalid text is a fault with its line: %j [S53]', (text, line) => {
  expect(faultOf(text)?.line).toBe(line)
})

test('removing a property restores the former bytes if the object had a member [S53]', () => {
  law(
    fc.property(settingsText({ empty: false }), fc.jsonValue(), (text, value) => {
      fc.pre(valueAt(text, ['ours']) === undefined)
      const added = addProperty(text, ['ours'], JSON.parse(JSON.stringify(value)))
      expect(faultOf(added)).toBeUndefined()
      expect(JSON.stringify(valueAt(added, ['ours']))).toBe(JSON.stringify(value))
      expect(removeMember(added, ['ours'])).toBe(text)
    }),
    500,
  )
})

test('adding changes no other value [S53]', () => {
  law(
    fc.property(settingsText({ empty: true }), (text) => {
      const before = valueAt(text, [])
      const after = valueAt(addProperty(text, ['ours'], true), [])
      expect(after).toEqual({ ...(before ?? {}), ours: true })
    }),
    500,
  )
})
