import { expect, test } from 'vitest'
import { isInside } from '../../../src/disk/bank/predict-writes.ts'
import { protectedState } from '../../../src/disk/state/protected-state.ts'

const ENV = { XDG_STATE_HOME: '/nowhere/state' }
const at = (root: string) => ({ root, top: root, bank: `${root}/memory-bank`, gitFolder: undefined })

test('the records of every project are protected [S33]', () => {
  expect(protectedState(at('/nowhere/projects/shop'), ENV)).toBe('/nowhere/state/memory-bank')
})

test('a project that stands below them may be worked on; its own records are protected [S33]', () => {
  const root = '/nowhere/state/memory-bank/shop'
  const state = protectedState(at(root), ENV)
  expect(isInside(state, '/nowhere/state/memory-bank')).toBe(true)
  expect(isInside(root, state)).toBe(false)
  expect(isInside(state, root)).toBe(false)
})
