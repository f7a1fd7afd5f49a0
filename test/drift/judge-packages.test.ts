import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agrees } from '../../src/drift/judge-packages.ts'
import { law } from '../laws/runs.ts'

test.each([
  ['some', '18', '^18.2.0', true],
  ['some', '18', '^17.0.2', false],
  ['some', '18.2', '^18.3.1', false],
  ['some', '18.3', '^18.2.0', true],
  ['some', '20', '>=18', true],
  ['some', '18', '>=20', false],
  ['some', '3.11', '>=3.12', false],
  ['some', '0.104', '==0.110.0', false],
  ['some', '4.2', '~=4.2.1', true],
  ['some', '7', '~> 7.1', true],
  ['some', '2', '^1.0 || ^2.0', true],
  ['some', '1.9', '1.9.1', true],
  ['some', '1.10', '1.9.1', false],
  ['some', '0.5', '^0.4.1', false],
  ['some', '3', '>=2 <4', true],
  ['some', '4', '>=2 <4', false],
  ['same', '3.22.0', '^3.22.0', true],
  ['same', '3.22.0', '^3.23.8', false],
  ['least', '18', '>=20', false],
  // A bank that asks for more than is needed is not contradicted.
  ['least', '20', '>=18', true],
  ['least', '20', '>=20.1', true],
  ['least', '18', '^20.0.0', true],
  ['some', '18', 'latest', undefined],
  ['some', '18', 'workspace:*', undefined],
  ['some', '18', 'catalog:', undefined],
  ['some', '18', 'https://example.com/x.tgz', undefined],
] as const)('%s %s against %s: %s [S51]', (how, version, declared, expected) =>
  expect(agrees({ how, version }, declared)).toBe(expected),
)

test('a version agrees with its own declaration, however it is written [S51]', () => {
  const parts = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40))
  const operator = fc.constantFrom('', '^', '~', '>=', '==', '~=')
  law(
    fc.property(parts, operator, (numbers, sign) => {
      const version = numbers.join('.')
      expect(agrees({ how: 'some', version }, sign + version)).toBe(true)
      expect(agrees({ how: 'same', version }, sign + version)).toBe(true)
    }),
    100,
  )
})
