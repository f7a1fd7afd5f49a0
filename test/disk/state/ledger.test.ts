import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { knownPath } from '../../../src/base/bank-path.ts'
import { Ledger } from '../../../src/disk/state/ledger.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const TECH = knownPath('details/tech.md')
const clean = () => false

let bank: string
let state: string
let ledger: Ledger

beforeEach(() => {
  bank = temporaryFolder()
  state = temporaryFolder()
  mkdirSync(join(bank, 'details'))
  write('MEMORY.md', '# Memory\n')
  write(TECH, '# Tech\n')
  ledger = new Ledger({ bank, state })
  ledger.begin(later(), clean)
})

function write(path: string, text: string): void {
  writeFileSync(join(bank, path), text)
}

/** Late enough that the stamps are reliable. */
function later(): Date {
  return new Date(Date.now() + 10_000)
}

function changes() {
  const compared = ledger.compare(later())
  if (compared.kind === 'unknown') throw new Error('no ledger')
  return compared.changes.map(({ path, before, after, text }) => ({
    path,
    was: before === undefined ? undefined : ledger.textsOf([before]).get(before),
    text: after === undefined ? undefined : text,
  }))
}

describe('a comparison', () => {
  test('finds new, changed and removed files with their former texts [S34]', () => {
    expect(changes()).toEqual([])
    write(TECH, '# Other\n')
    write('details/new.md', '# New\n')
    rmSync(join(bank, 'MEMORY.md'))
    expect(changes()).toEqual([
      { path: 'details/new.md', was: undefined, text: '# New\n' },
      { path: TECH, was: '# Tech\n', text: '# Other\n' },
      { path: 'MEMORY.md', was: '# Memory\n', text: undefined },
    ])
  })

  test('recognises a file rewritten with the same bytes, and one changed with the same size and time [S34]', () => {
    const { atime, mtime } = statSync(join(bank, TECH))
    write(TECH, '# Tech\n')
    expect(ledger.isUnchanged()).toBe(false)
    expect(changes()).toEqual([])
    ledger.restamp(later())
    expect(ledger.isUnchanged()).toBe(true)
    write(TECH, '# Hcet\n')
    utimesSync(join(bank, TECH), atime, mtime)
    expect(changes()).toHaveLength(1)
  })

  test('sees what another process has recorded since [S34]', async () => {
    // A ledger is read again until no later write can leave its stamp.
    await setTimeout(150)
    expect(ledger.isUnchanged()).toBe(true)
    write(TECH, '# Other\n')
    expect(ledger.isUnchanged()).toBe(false)
    new Ledger({ bank, state }).accept([TECH], later(), clean)
    expect(ledger.isUnchanged()).toBe(true)
  })

  test('reports a missing ledger, and whether it was damaged [S34]', () => {
    expect(new Ledger({ bank, state: temporaryFolder() }).compare(later())).toEqual({
      kind: 'unknown',
      wasThere: false,
    })
    writeFileSync(join(state, 'ledger/files.json'), '{"form')
    expect(ledger.compare(later())).toEqual({ kind: 'unknown', wasThere: true })
  })

  test('of 300 unchanged files opens none and takes a few milliseconds [S34]', () => {
    mkdirSync(join(bank, 'details/learnings'))
    for (let at = 0; at < 300; at += 1) write(`details/learnings/l${at}.md`, `# L ${at}\n`)
    ledger.begin(later(), clean)
    const times = Array.from({ length: 20 }, () => {
      const began = performance.now()
      expect(ledger.isUnchanged()).toBe(true)
      return performance.now() - began
    })
    expect(Math.min(...times)).toBeLessThan(30)
  })
})

describe('the ledger', () => {
  test('stores no text with a secret, but restores it in the same process [S35]', () => {
    write(TECH, '# Tech\n\nhush\n')
    ledger.accept([TECH], later(), (text) => text.includes('hush'))
    const kept = readdirSync(join(state, 'ledger')).map((name) => readFileSync(join(state, 'ledger', name), 'utf8'))
    expect(kept.join('\n')).not.toContain('hush')
    write(TECH, '# Gone\n')
    expect(changes()).toEqual([{ path: TECH, was: '# Tech\n\nhush\n', text: '# Gone\n' }])
  })

  test('does not restore a copy that was changed [S34]', () => {
    const id = ledger.idAt(TECH) ?? ''
    writeFileSync(join(state, 'ledger', id), '# Forged\n')
    expect(ledger.textsOf([id]).size).toBe(0)
  })

  test('lists unconfirmed changes until they are confirmed or undone [S34]', () => {
    const take = () => {
      const compared = ledger.compare(later())
      if (compared.kind === 'unknown') throw new Error('no ledger')
      const listed = compared.changes.map(({ path, before }) => ({
        path,
        at: '2026-11-18T00:00:00.000Z',
        cause: 'editor' as const,
        ...(before === undefined ? {} : { before }),
      }))
      ledger.recordCompared(compared.changes, clean, listed)
    }
    const listed = () => ledger.unconfirmed().map(({ path }) => path)
    write(TECH, '# Other\n')
    take()
    expect([changes(), listed()]).toEqual([[], [TECH]])
    write(TECH, '# Tech\n')
    take()
    expect(listed()).toEqual([])
    // A later write of ours does not bring the undone change back.
    ledger.recordChanges([{ kind: 'edit', path: TECH, was: '# Tech\n', text: '# Ours\n' }], clean)
    expect(listed()).toEqual([])
    write(TECH, '# Ours\n')
    write('MEMORY.md', '# By hand\n')
    take()
    ledger.confirm([knownPath('MEMORY.md')])
    expect(listed()).toEqual([])
  })

  test('keeps what another process recorded meanwhile [S34]', () => {
    write(TECH, '# Ours\n')
    const compared = ledger.compare(later())
    if (compared.kind === 'unknown') throw new Error('no ledger')
    const other = new Ledger({ bank, state })
    other.recordChanges([{ kind: 'edit', path: TECH, was: '# Tech\n', text: '# Later\n' }], clean)
    ledger.recordCompared(compared.changes, clean)
    write(TECH, '# Later\n')
    expect(changes()).toEqual([])
  })
})
