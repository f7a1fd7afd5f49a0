import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findPersonalData } from '../../src/secrets/personal-data.ts'
import { expectInProportion } from '../growth.ts'

const own = { ownDomains: ['corp.cn'], ownPeople: ['Li Lei <lilei@mail.dev>', '+86 139 2266 7788'] }
const kinds = (text: string) => findPersonalData(text, own).map((finding) => finding.kind)

interface Case {
  readonly text: string
  readonly kind: string
  readonly personal: boolean
}
/** Written before the search was tried on it. Every number and address is invented. */
const CASES: readonly Case[] = JSON.parse(readFileSync(new URL('../cases/personal.json', import.meta.url), 'utf8'))

test.each(CASES)('$text: $kind, personal: $personal [S35]', ({ text, personal }) =>
  expect(kinds(text).length > 0).toBe(personal),
)

describe('personal data is found', () => {
  test.each([
    ['wang.fang@qq.com', 'email'],
    ['联系人：zhangsan2020@163.com，请勿外传', 'email'],
    ['reported by <m.keller@kundenfirma.de>', 'email'],
    ['lilei@othermail.dev', 'email'],
    ['customer 15927364508 called', 'phone'],
    ['手机：186-2739-4051', 'phone'],
    ['+86 159 2736 4508', 'phone'],
    ['电话 021-58397264', 'phone'],
    ['call +44 20 7946 1836', 'phone'],
    ['+14158392671', 'phone'],
    ['phone: (415) 839-2671', 'phone'],
    ['身份证 11010519491231002X', 'chinese-id'],
    ['440308199901101512', 'chinese-id'],
    ['card 4539 1488 0343 6467', 'payment-card'],
    ['银行卡 6225768712349867', 'payment-card'],
    ['5425-2334-3010-9903', 'payment-card'],
  ])('%s → %s [S35]', (text, kind) => expect(kinds(text)).toEqual([kind]))
})

describe('look-alikes of personal data are not reported', () => {
  test.each([
    'dev@corp.cn', 'ops@eu.corp.cn', 'lilei@mail.dev', 'someone@example.com', 'you@example.org', 'no-reply@github.com',
    '1234+octocat@users.noreply.github.com', 'git@github.com:org/app.git', 'security@vendor.com', 'icon@2x.png',
    'yaml@2.9.1', '@types/node', 'repo/app@sha256:abc', 'https://user@host.com/x', 'postgres://app@db.host.com/x',
    'user@domain.com', 'a@b', 'systemd unit getty@tty1.service', '139 2266 7788', '13922667788',
    '1700000000', '1700000000000', 'order id: 15927364508', '2024-05-17 12:30:45', '13800138000', '12345678901', '192.168.139.1',
    '+0800', 'UTC+08:00', '+1-555-0100', '+1 (555) 010-9999', 'version 15.927.364', '1592736450812', 'sha 15927364508a',
    '110105194912310021', '123456789012345678', '4242 4242 4242 4242', '4111111111111111', '5555555555554444', '378282246310005',
    '4539148803436468', 'id 4539148803436467', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', '978-3-16-148410-0', '@@ -1394,7 +1394,9 @@',
    'commit 15927364508abcdef', 'src/a.ts:1592:7364', '0.15927364508', 'https://x.com/i/15927364508',
  ])('%s [S35]', (text) => expect(kinds(text)).toEqual([])) // biome-ignore format: a list reads best in rows
})

test('a finding has the place, and never the data [S35]', () => {
  const text = 'a\r\nmail wang.fang@qq.com\r\n'
  const start = text.indexOf('wang')
  expect(findPersonalData(text, own)).toEqual([{ kind: 'email', line: 2, column: 6, start, end: start + 16 }])
})

test.each(['1', '1 ', '+1', '1-', 'a@', 'a.', 'a@a.', '4539 ', '139', '0', '(1)', 'a'])(
  'many times %j is searched in linear time',
  (unit) => {
    const much = (size: number) => unit.repeat(Math.ceil(size / unit.length))
    expectInProportion(20_000, much, (text) => findPersonalData(text, own))
  },
)
