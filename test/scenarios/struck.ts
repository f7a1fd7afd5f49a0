/**
 * Runs code in this thread with faults at its file operations. After a kill no more writes reach the disk, the
 * interrupted write is half done, and the lock belongs to a dead process.
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
    // Errors of a killed process are never seen.
    if (!faults.isDead()) throw error
    return { operations: faults.operations(), end: { kind: 'killed' } }
  } finally {
    faults.disarm()
    childProcess.spawnSync = own.spawnSync
    syncBuiltinESMExports()
    Object.defineProperty(process, 'pid', { value: own.pid, configurable: true })
  }
}

/** Larger than any process id of Linux. */
const NOBODY = 2 ** 30
