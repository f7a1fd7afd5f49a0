/**
 * The dashboard as one read-only file, for a pull request or a documentation site: the same client with embedded data
 * (S54).
 *
 * Data of this machine is left out: open proposals, usage, agents, and the project's location on the disk.
 */

import { basename, dirname, resolve } from 'node:path'
import { isRecord } from '../base/is-record.ts'
import type { Language } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { causeOf, isFolder, isThere, replaceDurably } from '../disk/disk.ts'
import { isInside, realPath } from '../disk/real-path.ts'
import type { Workspace } from '../disk/workspace.ts'
import { maskSecrets } from '../secrets/mask.ts'
import type { BankAnswers } from './answers.ts'
import { exportedPage, type PageFiles } from './frame.ts'

const WHOLE = ['/api/status', '/api/files', '/api/entries', '/api/check', '/api/opening', '/api/timeline']

export async function exportPage(
  answers: Pick<BankAnswers, 'reads' | 'read' | 'pages'>,
  files: PageFiles,
  language: Language,
): Promise<string> {
  const known = new Map<string, unknown>()
  const ask = async (path: string) => {
    const [at = '', query = ''] = path.split('?')
    if (!answers.reads.has(at)) return undefined
    const { status, body } = await answers.read(at, new URLSearchParams(`${query}&lang=${language}`))
    if (status === 200) known.set(path, body)
    return status === 200 ? body : undefined
  }
  for (const path of WHOLE) await ask(path)
  const pages = answers.pages(language)
  for (const [path, page] of pages.ok ? pages.value : []) known.set(`/api/file?path=${encodeURIComponent(path)}`, page)
  known.set('/api/proposals', { kind: 'proposals', version: 1, language, allowed: [], proposals: [] })
  const status = known.get('/api/status')
  if (isRecord(status)) {
    const { kind, version, state, root, findings } = status
    known.set('/api/status', { kind, version, state, root: basename(String(root)), findings })
  }
  const opening = known.get('/api/opening')
  if (isRecord(opening)) known.set('/api/opening', { ...opening, hosts: [] })
  return exportedPage(files, withoutSecrets(Object.fromEntries(known)))
}

/** Masks all texts once more, because the exported file may leave the machine. */
function withoutSecrets(answers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const masked: unknown = JSON.parse(
    JSON.stringify(answers, (_, value: unknown) => (typeof value === 'string' ? maskSecrets(value) : value)),
  )
  return isRecord(masked) ? masked : {}
}

/** Writes the page into the file that a person named, never into the bank. */
export function writeExport(
  { project, place }: Workspace,
  named: string,
  page: string,
  mayReplace: boolean,
): Result<{ readonly kind: 'written' | 'exists' }> {
  // Resolve links: the target is what would be written.
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
