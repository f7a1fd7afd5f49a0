import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/disk/project/config.ts'
import { temporaryFolder } from '../temporary-folder.ts'

test.each([
  ['nothing', undefined, undefined],
  ['an empty object', '{}', undefined],
  ['Chinese', '{ "lang": "zh" }', 'zh'],
  ['a byte order mark', '\ufeff{ "lang": "en" }', 'en'],
  ['settings of later versions', '{ "guard": "block" }', undefined],
])('%s is accepted', (_, text, lang) => {
  const read = readConfig(temporaryFolder(text === undefined ? {} : { 'memory-bank.json': text }))
  expect(read.ok && read.value.lang).toBe(lang)
})

test.each([
  ['an unsupported language', '{ "lang": "fr" }', '"fr"'],
  ['a language that is not a string', '{ "lang": 1 }', '1'],
  ['invalid JSON', '{ lang: zh }', 'not valid JSON'],
  ['an empty file', '', 'not valid JSON'],
  ['a list', '[]', 'an object'],
  ['null', 'null', 'an object'],
  ['checks that are a list', '{ "checks": [] }', '"checks" must be an object'],
  ['a team that is neither on nor off', '{ "team": "yes" }', 'team is "yes"; it must be true or false'],
  [
    'a check without a level',
    '{ "checks": { "sizes": true } }',
    'checks.sizes is true; it must be one of: off, warn, error',
  ],
])('%s is reported as an error', (_, text, said) => {
  const read = readConfig(temporaryFolder({ 'memory-bank.json': text }))
  expect(!read.ok && read.problem.code === 'config-invalid' && read.problem.detail.en).toContain(said)
})

test('a folder in place of the file is an error', () => {
  const read = readConfig(temporaryFolder({ 'memory-bank.json/': '' }))
  expect(!read.ok && read.problem.code).toBe('file-unreadable')
})

test('the levels of check rules are read [S50]', () => {
  const read = readConfig(
    temporaryFolder({ 'memory-bank.json': '{ "checks": { "sizes": "off", "secrets": "warn" } }' }),
  )
  expect(read.ok && [...read.value.checks]).toEqual([
    ['sizes', 'off'],
    ['secrets', 'warn'],
  ])
})

test('team mode is off by default, and needs no trust [S39] [S55]', () => {
  const of = (text: string) => readConfig(temporaryFolder({ 'memory-bank.json': text }), {}, {}, 'stranger')
  const isTeams = (text: string) => {
    const read = of(text)
    return read.ok && read.value.team === true
  }
  expect([isTeams('{}'), isTeams('{ "team": false }'), isTeams('{ "team": true }')]).toEqual([false, false, true])
})

test.each([
  ['nothing', {}, {}, '{}', 'on'],
  ['the file', {}, {}, '{ "keyTrigger": "off" }', 'off'],
  ['an option over the file', {}, { keyTrigger: 'on' }, '{ "keyTrigger": "off" }', 'on'],
  ['the environment over both', { MEMORY_BANK_KEY_TRIGGER: 'off' }, { keyTrigger: 'on' }, '{}', 'off'],
  ['an empty variable', { MEMORY_BANK_KEY_TRIGGER: '' }, {}, '{ "keyTrigger": "off" }', 'off'],
])('the key trigger is taken from %s [S53]', (_, env, options, text, expected) => {
  const read = readConfig(temporaryFolder({ 'memory-bank.json': text }), env, options)
  expect(read.ok && read.value.keyTrigger).toBe(expected)
})

test.each([
  ['the file', {}, {}, '{ "keyTrigger": "never" }', 'memory-bank.json'],
  ['an option', {}, { keyTrigger: false }, '{}', 'plugin option'],
  ['the environment', { MEMORY_BANK_KEY_TRIGGER: '0' }, {}, '{}', 'MEMORY_BANK_KEY_TRIGGER'],
])('an invalid key trigger is reported for %s [S30] [S53]', (_, env, options, text, where) => {
  const read = readConfig(temporaryFolder({ 'memory-bank.json': text }), env, options)
  expect(!read.ok && read.problem).toMatchObject({ code: 'config-invalid', path: where })
})

test.each([
  ['nothing', {}, {}, '{}', 'off'],
  ['the file', {}, {}, '{ "docFirst": "warn" }', 'warn'],
  ['an option over the file', {}, { docFirst: 'block' }, '{ "docFirst": "warn" }', 'block'],
  ['the environment over both', { MEMORY_BANK_DOC_FIRST_MODE: 'off' }, { docFirst: 'block' }, '{}', 'off'],
])('docFirst is taken from %s [S45]', (_, env, options, text, expected) => {
  const read = readConfig(temporaryFolder({ 'memory-bank.json': text }), env, options)
  expect(read.ok && read.value.guard.docFirst).toBe(expected)
})

test('an untrusted repository may switch docFirst on; an unknown value is an error [S39] [S45]', () => {
  const read = (docFirst: string) =>
    readConfig(temporaryFolder({ 'memory-bank.json': JSON.stringify({ docFirst }) }), {}, {}, 'stranger')
  expect(read('block')).toMatchObject({ value: { guard: { docFirst: 'block' }, ignored: [] } })
  expect(read('always')).toMatchObject({ problem: { code: 'config-invalid' } })
})

describe('the settings of an untrusted repository', () => {
  const TEXT = JSON.stringify({
    guardMode: 'off',
    writer: 'direct',
    personalData: 'refuse',
    readScope: 'turn',
    ownDomains: ['example.org'],
    sensitivePaths: ['billing'],
    lang: 'zh',
  })

  test('may strengthen protection; weaker ones are ignored and listed [S39]', () => {
    const read = readConfig(temporaryFolder({ 'memory-bank.json': TEXT }), {}, {}, 'stranger')
    expect(read.ok && read.value).toMatchObject({
      lang: 'zh',
      guard: {
        mode: 'warn',
        writer: 'confirm',
        personalData: 'refuse',
        readScope: 'turn',
        ownDomains: [],
        sensitive: ['billing'],
      },
    })
    expect(read.ok && read.value.ignored.map(({ name }) => name)).toEqual(['guardMode', 'writer', 'ownDomains'])
  })

  test('all apply in a trusted repository [S39]', () => {
    const read = readConfig(temporaryFolder({ 'memory-bank.json': TEXT }), {}, {}, 'trusted')
    expect(read.ok && read.value).toMatchObject({ guard: { mode: 'off', writer: 'direct' }, ignored: [] })
  })

  test('do not override the environment and the host’s options [S30] [S39]', () => {
    const env = { MEMORY_BANK_GUARD_MODE: 'off' }
    const read = readConfig(temporaryFolder({ 'memory-bank.json': TEXT }), env, { writer: 'direct' }, 'stranger')
    expect(read.ok && read.value).toMatchObject({ guard: { mode: 'off', writer: 'direct' } })
  })
})
