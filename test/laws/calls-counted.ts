/**
 * Counts calls with the engine's own counter. Nothing is replaced or wrapped, so the counts are those of a real
 * command.
 */

import { type Profiler, Session } from 'node:inspector'

/** Calls by file and function: `secrets/find-secrets.ts findSecrets`. */
export async function callsIn(work: () => Promise<unknown> | unknown): Promise<(name: string) => number> {
  const session = new Session()
  session.connect()
  const post = <T>(method: string, params: object = {}): T => {
    let answer: T | undefined
    session.post(method, params, (error: Error | null, result?: unknown) => {
      if (error !== null) throw error
      answer = result as T
    })
    return answer as T
  }
  post('Profiler.enable')
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  try {
    await work()
    const { result } = post<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage')
    const counts = new Map<string, number>()
    for (const { url, functions } of result) {
      const file = /\/src\/([^?]+\.ts)/.exec(url)?.[1]
      if (file === undefined) continue
      for (const { functionName, ranges } of functions) {
        const name = `${file} ${functionName}`
        counts.set(name, (counts.get(name) ?? 0) + (ranges[0]?.count ?? 0))
      }
    }
    return (name) => counts.get(name) ?? 0
  } finally {
    post('Profiler.stopPreciseCoverage')
    session.disconnect()
  }
}
