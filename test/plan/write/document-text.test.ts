import { expect, test } from 'vitest'
import { slugOf } from '../../../src/plan/write/document-text.ts'

test.each([
  [
    "A host may read a project's settings elsewhere than in its folder",
    'a-host-may-read-a-projects-settings-elsewhere-than-in-its',
  ],
  ['Timeouts in CI', 'timeouts-in-ci'],
  ['x'.repeat(70), 'x'.repeat(60)],
  ['订单金额超过一万元时支付渠道会拒绝'.repeat(5), '订单金额超过一万元时支付渠道会拒绝'.repeat(5).slice(0, 60)],
  [`${'a'.repeat(29)} ${'b'.repeat(30)} c`, `${'a'.repeat(29)}-${'b'.repeat(30)}`],
  ['Con', 'about-con'],
])('the file name of %s has whole words only [S43]', (title, name) => {
  expect(slugOf(title)).toBe(name)
})
