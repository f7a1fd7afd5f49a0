/**
 * Our code in this process, as if the process were killed at one of its file operations: from then on nothing reaches the
 * disk any more, and what it wrote just then is there by half. The lock that it held is a dead process's afterwards.
 */

import fs, { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'

type Call = (...args: readonly unknown[]) => unknown

const CHANGING = [
  'renameSync',
  'unlinkSync',
  'mkdirSync',
  'rmdirSync',
  'chmodSync',
  'linkSync',
  'writeFileSync',
] as const
const OTHERS = ['openSync', 'writeSync', 'fsyncSync', 'appendFileSync', 'rmSync'] as const

/** Returns how many operations there were below the folders, and lets the last one be the `at`-th where that is given. */
export async function dyingAt(
  at: number | undefined,
  folders: readonly string[],
  act: () => unknown,
): Promise<{ readonly operations: number }> {
  const table = fs as unknown as Record<string, Call>
  const real = Object.fromEntries([...CHANGING, ...OTHERS].map((name) => [name, table[name] as Call]))
  const isOurs = (path: unknown) => typeof path === 'string' && folders.some((folder) => path.startsWith(folder))
  const opened = new Set<unknown>()
  let operations = 0
  const isLast = () => {
    operations += 1
    return at !== undefined && operations >= at
  }
  const die = (name: string) => {
    throw Object.assign(new Error(`killed at ${name}`), { code: 'EIO' })
  }
  for (const name of [...CHANGING, 'appendFileSync', 'rmSync'])
    table[name] = (path, ...rest) => (isOurs(path) && isLast() ? die(name) : real[name]?.(path, ...rest))
  table['openSync'] = (path, flags, ...rest) => {
    const changes = isOurs(path) && typeof flags === 'string' && /[wax+]/.test(flags)
    if (changes && isLast()) die('openSync')
    const file = real['openSync']?.(path, flags, ...rest)
    if (isOurs(path)) opened.add(file)
    else opened.delete(file)
    return file
  }
  table['writeSync'] = (file, bytes, ...rest) => {
    if (!opened.has(file) || !isLast()) return real['writeSync']?.(file, bytes, ...rest)
    if (operations === at && bytes instanceof Uint8Array) real['writeSync']?.(file, bytes.subarray(0, bytes.length / 2))
    return die('writeSync')
  }
  table['fsyncSync'] = (file) => (opened.has(file) && isLast() ? die('fsyncSync') : real['fsyncSync']?.(file))
  syncBuiltinESMExports()
  try {
    await act()
  } catch (error) {
    if (at === undefined) throw error // what a killed process would have thrown nobody hears
  } finally {
    Object.assign(table, real)
    syncBuiltinESMExports()
  }
  for (const folder of folders) leaveLocks(folder)
  return { operations }
}

/** No process has this number. */
const GONE = 2 ** 30

function leaveLocks(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (basename(name) !== 'lock') continue
    const owner = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    writeFileSync(join(folder, name), JSON.stringify({ ...owner, pid: GONE }))
  }
}
