import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { driftOf } from '../../src/flows/drift.ts'
import { readBank } from '../../src/workspace/bank/read-bank.ts'
import { openWorkspace } from '../../src/workspace/workspace.ts'
import { labelsOf, layOut, type SampleProject, type Score, score } from './sample-project.ts'
import { SAMPLES } from './samples/index.ts'

const HOME = mkdtempSync(join(tmpdir(), 'drift-'))
afterAll(() => rmSync(HOME, { recursive: true, force: true }))

const scores: Score[] = []

describe('sample projects with planted drift and traps', () => {
  test.each(SAMPLES.map((sample) => [sample.name, sample] as const))(
    '%s: at most a tenth of what is reported is wrong, and a fifth of the drift missed [S51]',
    (_name, sample) => {
      const result = score(labelsOf(sample), reportedIn(sample))
      scores.push(result)
      const { found, missed, wrong } = result
      expect(found.length / (found.length + wrong.length), JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.9)
      expect(found.length / (found.length + missed.length), JSON.stringify(missed)).toBeGreaterThanOrEqual(0.8)
    },
  )

  test('over all of them nothing wrong is reported, and nine tenths of the drift is found [S51]', () => {
    expect(scores.flatMap((one) => one.wrong)).toEqual([])
    const found = scores.flatMap((one) => one.found).length
    const missed = scores.flatMap((one) => one.missed)
    expect(found / (found + missed.length), JSON.stringify(missed)).toBeGreaterThanOrEqual(0.9)
  })
})

function reportedIn(sample: SampleProject) {
  const folder = join(HOME, String(SAMPLES.indexOf(sample)))
  mkdirSync(folder)
  layOut(sample, folder)
  const workspace = openWorkspace({
    folder,
    env: { HOME, XDG_STATE_HOME: join(HOME, 'state') },
    now: () => new Date(),
    progress: () => undefined,
  })
  if (!workspace.ok) throw new Error(JSON.stringify(workspace.problem))
  const snapshot = readBank(workspace.value.place.bank, workspace.value.progress)
  if (!snapshot.ok) throw new Error(JSON.stringify(snapshot.problem))
  return driftOf(workspace.value, snapshot.value).map(({ path, line, verdict, claim }) => ({
    path,
    line,
    verdict,
    claim,
  }))
}
