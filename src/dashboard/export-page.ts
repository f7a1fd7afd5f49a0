/** Writes the exported page into the one file that the person names, and never into the bank. */

import { dirname, resolve } from 'node:path'
import { fail, ok, type Result } from '../base/result.ts'
import { isInside, realPath } from '../disk/bank/predict-writes.ts'
import { causeOf, isFolder, isThere, replaceDurably } from '../disk/disk.ts'
import type { Workspace } from '../disk/workspace.ts'

export function writeExport(
  { project, place }: Workspace,
  named: string,
  page: string,
  mayReplace: boolean,
): Result<{ readonly kind: 'written' | 'exists' }> {
  // Where a link leads, not where it stands, is what would be written.
  const file = realPath(resolve(named))
  if (isInside(file, place.bank) || file === project.root) return fail({ code: 'export-in-bank', path: named })
  if (!isFolder(dirname(file))) return fail({ code: 'project-missing', path: dirname(resolve(named)) })
  if (isThere(file) && !mayReplace) return ok({ kind: 'exists' })
  try {
    replaceDurably(file, Buffer.from(page), `${file}.memory-bank.tmp`)
    return ok({ kind: 'written' })
  } catch (error) {
    return fail({ code: 'write-failed', path: named, cause: causeOf(error), restored: true })
  }
}
