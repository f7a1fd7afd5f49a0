import { expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { sameDocument } from '../../../src/plan/write/same-document.ts'

const BESIDE = [
  { path: knownPath('details/design/billing.md'), text: '# Billing\n' },
  { path: knownPath('details/design/order-storage.md'), text: '# Where orders are stored\n' },
  { path: knownPath('details/design/phase-1.md'), text: '# Migration, phase 1\n' },
  { path: knownPath('details/requirements/REQ-007-refunds.md'), text: '# REQ-007: Refunds within 30 days\n' },
  { path: knownPath('details/design/支付.md'), text: '# 支付回调\n' },
]
const found = (path: string, text: string) => sameDocument(knownPath(path), text, BESIDE)?.path

test.each([
  ['the same title', 'details/design/billing2.md', '# Billing', 'details/design/billing.md'],
  [
    'a name with a count, whatever its title',
    'details/design/billing-v2.md',
    '# Second thoughts',
    'details/design/billing.md',
  ],
  ['a name with a count and no title', 'details/design/billing_2.md', 'text', 'details/design/billing.md'],
  ['the title that is the other’s name', 'details/design/o.md', '# Order storage', 'details/design/order-storage.md'],
  ['another case and decoration', 'details/design/b.md', '# **billing**', 'details/design/billing.md'],
  [
    'a requirement’s number',
    'details/requirements/REQ-007-x.md',
    '# REQ-007: Else',
    'details/requirements/REQ-007-refunds.md',
  ],
  [
    'a requirement’s title under a new number',
    'details/requirements/REQ-008.md',
    '# REQ-008: Refunds within 30 days',
    'details/requirements/REQ-007-refunds.md',
  ],
  ['Chinese', 'details/design/pay.md', '# 支付回调', 'details/design/支付.md'],
  ['a copy in Chinese', 'details/design/支付副本.md', '# 别的', 'details/design/支付.md'],
])('%s is the topic of another document [S6] (000:292, 000:367)', (_, path, text, other) => {
  expect(found(path, text)).toBe(other)
})

test.each([
  ['another topic', 'details/design/search.md', '# Search'],
  ['the next of a series', 'details/design/phase-2.md', '# Rollout to customers'],
  ['the same title in another folder', 'details/learnings/billing.md', '# Billing'],
  ['the next requirement', 'details/requirements/REQ-008-export.md', '# REQ-008: Export as CSV'],
  ['the file itself', 'details/design/billing.md', '# Billing'],
])('%s is a topic of its own [S6] (000:292)', (_, path, text) => expect(found(path, text)).toBeUndefined())
