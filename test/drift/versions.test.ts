import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agrees } from '../../src/drift/versions.ts'
import { law } from '../laws/runs.ts'

test.each([
  ['18', '^18.2.0', true],
  ['18', '^17.0.2', false],
  ['18.2', '^18.3.1', false],
  ['18.3', '^18.2.0', true],
  ['20', '>=18', true],
  ['18', '>=20', false],
  ['3.11', '>=3.12', false],
  ['0.104', '==0.110.0', false],
  ['4.2', '~=4.2.1', true],
  ['7', '~> 7.1', true],
  ['2', '^1.0 || ^2.0', true],
  ['1.9', '1.9.1', true],
  ['1.10', '1.9.1', false],
  ['0.5', '^0.4.1', false],
  ['3', '>=2 <4', true],
  ['4', '>=2 <4', false],
  // A patch version is not a change.
  ['4.18.2', '^4.18.9', true],
  ['1.9.8', '1.9.1', true],
  ['1.4', '^1.4.5-lts.2', true],
  ['^3.22.0', '^3.22.7', true],
  ['^3.22.0', '^3.23.8', false],
  ['==3.7.0', '>=2.10.0', true],
  ['18+', '>=20', false],
  // A bank may ask for more than is needed, or for less than is installed.
  ['20+', '>=18', true],
  ['20+', '>=20.1', true],
  ['6+', '7.0', true],
  ['>=3.10', '>=3.11', false],
  ['18', 'latest', undefined],
  ['18', 'workspace:*', undefined],
  ['18', 'catalog:', undefined],
  ['18', 'https://example.com/x.tgz', undefined],
] as const)('%s against %s: %s [S51]', (version, declared, expected) =>
  expect(agrees(version, declared)).toBe(expected),
)

test('a version agrees with its own declaration, however it is written [S51]', () => {
  const parts = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40))
  const operator = fc.constantFrom('', '^', '~', '>=', '==', '~=')
  law(
    fc.property(parts, operator, (numbers, sign) => {
      const version = numbers.join('.')
      expect(agrees(version, sign + version)).toBe(true)
      expect(agrees(sign + version, sign + version)).toBe(true)
    }),
    100,
  )
})
