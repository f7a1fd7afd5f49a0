/** Where pages of ours are served on this machine: noted by who serves one, asked by the guard (S33). */

import { PageRecord } from '../workspace/state/page-record.ts'

/** This process serves a page at this port; the answer ends that. */
export function notePage(env: NodeJS.ProcessEnv, port: number): () => void {
  const record = new PageRecord(env)
  record.serves(port)
  return () => record.over(port)
}

/** The first of these numbers at which a page is served. */
export function pageAt(env: NodeJS.ProcessEnv, numbers: readonly number[]): number | undefined {
  if (numbers.length === 0) return undefined
  const ports = new PageRecord(env).ports()
  return numbers.find((number) => ports.includes(number))
}
