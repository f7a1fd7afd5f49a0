/** A payload recorded from a host's real program, filled in with a test's paths and names. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Fields = Record<string, unknown>

export function recording(host: string, name: string, project: string): Fields {
  const text = readFileSync(join(import.meta.dirname, 'recordings', host, `${name}.json`), 'utf8')
  const parsed: unknown = JSON.parse(text.replaceAll('$PROJECT', project).replaceAll('$HOME', join(project, '..')))
  return asFields(parsed)
}

export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
