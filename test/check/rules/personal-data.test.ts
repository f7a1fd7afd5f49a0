import { expect, test } from 'vitest'
import { personalData } from '../../../src/check/rules/personal-data.ts'
import { type BankParts, bank, brief } from '../bank.ts'

const ADDRESS = ['maria.petrova', 'kunde-nord.no'].join('@')
const found = (parts: BankParts) =>
  brief(personalData.check(bank({ files: { 'details/a.md': `from ${ADDRESS}\n` }, ...parts })))

test('a customer’s address is a warning, or an error if configured [S35]', () => {
  expect(found({})).toEqual(['warning details/a.md:1'])
  expect(found({ personalData: 'refuse' })).toEqual(['error details/a.md:1'])
})

test('addresses of the project’s own domains and people pass [S35]', () => {
  expect(found({ ownDomains: ['kunde-nord.no'] })).toEqual([])
  expect(found({ ownPeople: [ADDRESS] })).toEqual([])
})

test('a person may allow a line [S35]', () => {
  expect(found({ files: { 'details/a.md': `<!-- memory-bank: allow -->\nfrom ${ADDRESS}\n` } })).toEqual([])
})

test('the project’s people are looked up only if an address is found [S54]', () => {
  const ask = () => {
    throw new Error('asked')
  }
  expect(personalData.check({ ...bank({ files: { 'details/a.md': 'nobody\n' } }), ownPeople: ask })).toEqual([])
})

test('a finding never contains the data [S35]', () => {
  expect(JSON.stringify(personalData.check(bank({ files: { 'details/a.md': ADDRESS } })))).not.toContain('petrova')
})
