/**
 * Our code in this thread, struck by faults at its file operations. A kill means that from then on nothing reaches the disk
 * any more, that the write it struck is there by half, and that the lock which was held belongs to a process that is gone.
 */

import childProcess from 'node:child_process'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import type { FaultPlan } from './program-thread.ts'

interface Faults {
  isDead(): boolean
  operations(): number
  disarm(): void
}

const { arm }: { arm(plan: FaultPlan, kill: (name: string) => never): Faults } = createRequire(import.meta.url)(
  '../scenarios/fault-injector.cjs',
)

export interface Struck<T> {
  readonly operations: number
  readonly end: { readonly kind: 'killed' } | { readonly kind: 'done'; readonly value: T }
}

export async function struck<T>(plan: FaultPlan, act: () => Promise<T> | T): Promise<Struck<T>> {
  const own = { pid: process.pid, spawnSync: childProcess.spawnSync }
  const faults = arm(plan, (name) => {
    throw new Error(`killed at ${name}`)
  })
  Object.defineProperty(process, 'pid', { value: NOBODY, configurable: true })
  childProcess.spawnSync = ((...args: Parameters<typeof own.spawnSync>) => {
    if (faults.isDead()) throw new Error('killed before a process')
    return own.spawnSync(...args)
  }) as typeof own.spawnSync
  syncBuiltinESMExports()
  try {
    const value = await act()
    const end = faults.isDead() ? ({ kind: 'killed' } as const) : ({ kind: 'done', value } as const)
    return { operations: faults.operations(), end }
  } catch (error) {
    // Nobody hears what a killed process would have thrown.
    if (!faults.isDead()) throw error
    return { operations: faults.operations(), end: { kind: 'killed' } }
  } finally {
    faults.disarm()
    childProcess.spawnSync = own.spawnSync
    syncBuiltinESMExports()
    Object.defineProperty(process, 'pid', { value: own.pid, configurable: true })
  }
}

/** Larger than any process number that Linux gives. */
const NOBODY = 2 ** 30
