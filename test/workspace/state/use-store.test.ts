import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Use, UseRecord } from '../../../src/core/use-record.ts'
import { addTotals, totalsOf, type UseTotals } from '../../../src/core/use-totals.ts'
import { dayBefore } from '../../../src/text/dates.ts'
import { openFolder, UseLog, usesFolder } from '../../../src/workspace/state/use-log.ts'
import { foldUses, forgetUses, readUses, settled, type Uses } from '../../../src/workspace/state/use-store.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const TODAY = '2026-11-20'
const NOW = new Date(`${TODAY}T12:00:00Z`)

function read(day: string, ...ids: readonly string[]): UseRecord {
  return noted('read', day, ids)
}

function noted(use: Use, day: string, ids: readonly string[]): UseRecord {
  return { kind: 'use', day, use, path: 'details/patterns.md', ids }
}

function cost(tokens: number, day = TODAY): UseRecord {
  return { kind: 'cost', day, of: 'pack', tokens }
}

/** A state folder; its sessions' files are as old as is said. */
function stateFolder(): string {
  return join(temporaryFolder(), 'repository', 'bank')
}

function rest(state: string): void {
  for (const name of readdirSync(openFolder(state))) utimesSync(join(openFolder(state), name), 1, 1)
}

function all({ sessions, months }: Uses) {
  const { entries, ...totals } = [...months.values()].reduce(addTotals, totalsOf(sessions))
  return { ...totals, entries: [...entries].sort(([a], [b]) => (a < b ? -1 : 1)) }
}

describe('what is put together [S56]', () => {
  test('counts as it did before, and a session that goes on afterwards is still one', () => {
    const state = stateFolder()
    const log = new UseLog(state)
    log.add('one', [read(TODAY, 'e1', 'e2'), cost(100)])
    log.add('two', [read(TODAY, 'e1'), cost(7)])
    const before = readUses(state)
    rest(state)
    foldUses(state, NOW, TODAY)
    expect(readdirSync(openFolder(state))).toEqual([])
    expect(all(readUses(state))).toEqual(all(before))
    new UseLog(state).add('one', [read(TODAY, 'e1'), cost(1)])
    expect(readUses(state).sessions).toHaveLength(2)
    expect(all(readUses(state))).toEqual(all(before))
    foldUses(state, NOW, TODAY)
    expect(readUses(state).sessions).toHaveLength(2)
  })

  test('does not count twice what an interrupted process left behind', () => {
    const state = stateFolder()
    new UseLog(state).add('one', [read(TODAY, 'e1'), cost(100)])
    rest(state)
    const [name = ''] = readdirSync(openFolder(state))
    const text = `\n${JSON.stringify([TODAY, 'pack', 100])}`
    foldUses(state, NOW, TODAY)
    const kept = readUses(state)
    // The file that the last line names came back: as if it had not been removed.
    const taken = `${name.replace('.jsonl', '')}.${process.pid}-${NOW.getTime()}.taken`
    writeFileSync(join(openFolder(state), taken), text)
    expect(readUses(state)).toEqual(kept)
    foldUses(state, NOW, TODAY)
    expect(readdirSync(openFolder(state))).toEqual([])
    expect(readUses(state)).toEqual(kept)
  })

  test('ignores lines that are damaged', () => {
    const state = stateFolder()
    new UseLog(state).add('one', [read(TODAY, 'e1')])
    new UseLog(state).add('two', [read(TODAY, 'e1')])
    const [name = ''] = readdirSync(openFolder(state))
    writeFileSync(join(openFolder(state), name), '\n["2026-11-20","read","a.md","e1"]\n["2026-11', { flag: 'a' })
    expect(readUses(state).sessions).toHaveLength(2)
    rest(state)
    foldUses(state, NOW, TODAY)
    const kept = join(usesFolder(state), 'kept.jsonl')
    writeFileSync(kept, '{"s":"x","r":[[7]]}\n{"m":"2026-01","n":"many"}\nnonsense\n{"s"', { flag: 'a' })
    expect(readUses(state).sessions).toHaveLength(2)
  })

  test('of any sessions, months included, comes to what the sessions come to', () => {
    const session = fc.record({
      session: fc.uuid(),
      records: fc.array(
        fc.integer({ min: 0, max: 200 }).map((days) => read(dayBefore(TODAY, days), `e${days % 7}`)),
        { minLength: 1, maxLength: 5 },
      ),
    })
    fc.assert(
      fc.property(fc.uniqueArray(session, { selector: (one) => one.session }), (sessions) => {
        const uses: Uses = { sessions, months: new Map<string, UseTotals>() }
        const once = settled(uses, TODAY)
        expect(all(once)).toEqual(all(uses))
        expect(all(settled(once, TODAY))).toEqual(all(uses))
      }),
    )
  })

  test('of a thousand sessions is small, and so is what a thousand more leave', () => {
    const state = stateFolder()
    const log = new UseLog(state)
    for (let round = 0; round < 2; round += 1) {
      for (let at = 0; at < 1_000; at += 1) {
        const records = Array.from({ length: 10 }, (_, one) => noted('shown', TODAY, [`e${one}`]))
        log.add(`${round} ${at}`, [...records, cost(900)])
      }
      rest(state)
      foldUses(state, NOW, TODAY)
    }
    const { sessions, months } = readUses(state)
    expect(sessions.length + [...months.values()].reduce((sum, month) => sum + month.sessions, 0)).toBe(2_000)
    expect(statSync(join(usesFolder(state), 'kept.jsonl')).size).toBeLessThan(256 * 1024)
    expect(forgetUses(state)).toBe(2_000)
    expect(readUses(state)).toEqual({ sessions: [], months: new Map() })
  })
})

test('a session that has ended is put together at once [S56]', () => {
  const state = stateFolder()
  const log = new UseLog(state)
  log.add('one', [read(TODAY, 'e1')])
  log.end('one')
  log.add('one', [read(TODAY, 'e2')])
  expect(readUses(state).sessions).toHaveLength(1)
  foldUses(state, new Date(), TODAY)
  expect(readdirSync(openFolder(state))).toHaveLength(1)
  rmSync(openFolder(state), { recursive: true })
  expect(readUses(state).sessions).toHaveLength(1)
})
