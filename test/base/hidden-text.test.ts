import { expect, test } from 'vitest'
import { holdsHiddenText, withoutHiddenCharacters } from '../../src/base/hidden-text.ts'

test.each([
  ['a control character', 'a\u0007b\u0085c\fd', 'abcd'],
  ['a separator of lines that files do not have', 'a\u2028b\u2029c', 'abc'],
  ['a byte order mark inside', 'a\ufeffb', 'ab'],
  ['joiners between selectors, which are then adjacent', '❤\ufe0f\u200d\u200d\ufe0f', '❤\ufe0f'],
])('%s is hidden text, is removed, and a second pass changes nothing [S39]', (_, text, shown) => {
  expect(withoutHiddenCharacters(text)).toBe(shown)
  expect(withoutHiddenCharacters(shown)).toBe(shown)
  expect(holdsHiddenText({ deep: [text] })).toBe(true)
})

test.each(['a\r\n\tb', '中文 👨‍👩‍👧 ❤️ 1️⃣', 'मी\u200dक می\u200cخواهم'])('%j has nothing hidden [S39]', (text) => {
  expect(withoutHiddenCharacters(text)).toBe(text)
  expect(holdsHiddenText(text)).toBe(false)
})

test.each(['a<!-- b -->', 'a\u3164b', 'a\ue000', 'a\u200e'])(
  'a person is not asked to agree to %j, whatever a script may need [S39]',
  (text) => {
    expect(holdsHiddenText(text)).toBe(true)
  },
)
