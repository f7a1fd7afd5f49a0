/** The page of a check rule, as the package carries it; undefined where there is none. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../bank/read-templates.ts'
import { isMissing } from '../disk.ts'

export function readRulePage(id: string): string | undefined {
  try {
    return readFileSync(join(packageRoot(), 'docs', 'checks', `${id}.md`), 'utf8').replaceAll('\r\n', '\n')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
