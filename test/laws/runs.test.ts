import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asyncLaw, LONG, law } from './runs.ts'

/** The value of forty runs in this suite. */
const FORTY = LONG ? 280 : 40

test('a law runs with a fixed seed and with a fresh one, for the stated number of runs', () => {
  const met: number[] = []
  law(
    fc.property(fc.nat(), (number) => {
      met.push(number)
    }),
    40,
  )
  expect(met).toHaveLength(FORTY)
  const fixed = met.slice(0, FORTY / 2)
  expect(met.slice(FORTY / 2)).not.toEqual(fixed)
  const again: number[] = []
  law(
    fc.property(fc.nat(), (number) => {
      again.push(number)
    }),
    40,
  )
  expect(again.slice(0, FORTY / 2)).toEqual(fixed)
})

test('a skipped input does not count as a run, and a law that skips nearly all of them fails', async () => {
  let looked = 0
  law(
    fc.property(fc.nat(), (number) => {
      fc.pre(number % 2 === 0)
      looked += 1
    }),
    40,
  )
  expect(looked).toBe(FORTY)
  const never = () => fc.pre(false)
  expect(() => law(fc.property(fc.nat(), never))).toThrow('too many pre-condition failures')
  await expect(asyncLaw(fc.asyncProperty(fc.nat(), async () => never()))).rejects.toThrow('too many pre-condition')
})

test('a failing law prints its seed', () => {
  expect(() => law(fc.property(fc.nat(), (number) => number < 0))).toThrow(/seed: \d+/)
})
