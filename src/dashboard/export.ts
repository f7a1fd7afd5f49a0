/**
 * The page as one file without actions, for a pull request or a documentation site: the same client, with the answers it
 * would ask for standing in it (S54).
 *
 * What is only this machine's stays out: proposals nobody has agreed to, use, agents, and where the project lies on the disk.
 */

import { basename } from 'node:path'
import type { Language } from '../base/language.ts'
import { isRecord } from '../base/record.ts'
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

/** Answers hold none already; a file that goes elsewhere is looked through once more. */
function withoutSecrets(answers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const masked: unknown = JSON.parse(
    JSON.stringify(answers, (_, value: unknown) => (typeof value === 'string' ? maskSecrets(value) : value)),
  )
  return isRecord(masked) ? masked : {}
}
