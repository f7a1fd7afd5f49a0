import { expect, test } from 'vitest'
import { isInside } from '../../../src/disk/real-path.ts'
import { protectedState } from '../../../src/disk/state/state-folder.ts'

const ENV = { XDG_STATE_HOME: '/nowhere/state' }
const at = (root: string) => ({ root, top: root, bank: `${root}/memory-bank`, gitFolder: undefined })

test('the state of every project is protected [S33]', () => {
  expect(protectedState(at('/nowhere/projects/shop'), ENV)).toBe('/nowhere/state/memory-bank')
})

test('in a project inside the state folder, only its own state is protected [S33]', () => {
  const root = '/nowhere/state/memory-bank/shop'
  const state = protectedState(at(root), ENV)
  expect(isInside(state, '/nowhere/state/memory-bank')).toBe(true)
  expect(isInside(root, state)).toBe(false)
  expect(isInside(state, root)).toBe(false)
})
