/** Puts another git on the path for a while: one that counts its calls, or never answers. */

import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../temporary-folder.ts'

export async function withGit<T>(script: string, work: () => T | Promise<T>): Promise<T> {
  const bin = temporaryFolder({ git: `#!/bin/sh\n${script}\n` })
  chmodSync(join(bin, 'git'), 0o755)
  const path = process.env['PATH']
  process.env['PATH'] = `${bin}:${path}`
  try {
    return await work()
  } finally {
    process.env['PATH'] = path
  }
}
