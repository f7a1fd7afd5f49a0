/** Trust belongs to a repository, not to its path. */

import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProject } from '../../../src/disk/project/find-project.ts'
import {
  bankOutsideProblem,
  doubtSettings,
  forgetTrust,
  isTrusted,
  rememberTrust,
} from '../../../src/disk/state/trust.ts'
import { temporaryFolder } from '../temporary-folder.ts'

class Place {
  readonly base = temporaryFolder()
  readonly root = join(this.base, 'shop')
  readonly env = { HOME: this.base, XDG_STATE_HOME: join(this.base, 'state') }

  git(...args: readonly string[]): void {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.invalid', '-c', 'protocol.file.allow=always']
    execFileSync('git', [...author, ...args], { cwd: this.base, stdio: 'ignore' })
  }

  /** A repository with these commits at the path; the one before is removed. */
  make(...commits: readonly string[]): this {
    rmSync(this.root, { recursive: true, force: true })
    this.git('init', '-q', this.root)
    for (const message of commits) this.commit(message)
    return this
  }

  commit(message: string): void {
    this.git('-C', this.root, 'commit', '-q', '--allow-empty', '-m', message)
  }

  get project() {
    const found = findProject(this.root, this.base)
    if (!found.ok) throw new Error('no project')
    return found.value
  }

  trust(): void {
    rememberTrust(this.project, this.env)
  }

  get isTrusted(): boolean {
    return isTrusted(this.project, this.env)
  }
}

test('another repository at the same path is not trusted [S39]', () => {
  const place = new Place().make('one', 'two')
  expect(place.isTrusted).toBe(false)
  place.trust()
  expect(place.isTrusted).toBe(true)
  place.make('of another')
  expect(place.isTrusted).toBe(false)
  place.make()
  expect(place.isTrusted).toBe(false)
})

test('a repository without commits stays trusted when it gets its first, and its successor does not [S39]', () => {
  const place = new Place().make()
  place.trust()
  place.commit('first')
  expect(place.isTrusted).toBe(true)
  const other = join(place.base, 'other')
  cpSync(place.root, other, { recursive: true })
  rmSync(place.root, { recursive: true })
  place.git('clone', '-q', other, place.root)
  expect(place.isTrusted).toBe(false)
})

test('a copy of the same repository at the path is trusted, whatever happened to its history since [S39]', () => {
  const place = new Place().make('one', 'two')
  place.trust()
  place.commit('three')
  const copy = join(place.base, 'copy')
  cpSync(place.root, copy, { recursive: true })
  rmSync(place.root, { recursive: true })
  cpSync(copy, place.root, { recursive: true })
  expect(place.isTrusted).toBe(true)
  rmSync(place.root, { recursive: true })
  place.git('clone', '-q', copy, place.root)
  expect(place.isTrusted).toBe(true)
})

test('a shallow clone stays trusted when it gets its history, also as a second clone [S39]', () => {
  const place = new Place().make('one', 'two', 'three')
  const origin = join(place.base, 'origin')
  cpSync(place.root, origin, { recursive: true })
  rmSync(place.root, { recursive: true })
  place.git('clone', '-q', '--depth', '1', `file://${origin}`, place.root)
  place.trust()
  place.git('-C', place.root, 'fetch', '-q', '--unshallow')
  expect(place.isTrusted).toBe(true)
  rmSync(place.root, { recursive: true })
  place.git('clone', '-q', origin, place.root)
  expect(place.isTrusted).toBe(true)
})

test('trust that Memory Bank did not write does not count [S36] [S39]', () => {
  const place = new Place().make('one')
  place.trust()
  const [file = ''] = execFileSync('find', [place.env.XDG_STATE_HOME, '-name', 'trusted.json'], {
    encoding: 'utf8',
  }).split('\n')
  const text = readFileSync(file, 'utf8')
  for (const forged of [text.slice(text.indexOf('{')), text.replace(/"made":"[^"]*"/, '"made":"x"'), 'x', '{}']) {
    writeFileSync(file, forged)
    expect(place.isTrusted).toBe(false)
  }
  writeFileSync(file, text)
  expect([place.isTrusted, forgetTrust(place.project, place.env), place.isTrusted]).toEqual([true, true, false])
})

test('doubted settings are not trusted, but a bank outside stays in use [S39]', () => {
  const place = new Place().make('one')
  doubtSettings(place.project, place.env)
  expect(place.isTrusted).toBe(false)
  symlinkSync(temporaryFolder({ 'MEMORY.md': '# Memory\n' }), join(place.root, 'memory-bank'))
  place.trust()
  doubtSettings(place.project, place.env)
  expect(place.isTrusted).toBe(false)
  expect(isTrusted(place.project, { ...place.env, MEMORY_BANK_TRUSTED: '1' })).toBe(true)
  expect(bankOutsideProblem(place.project, place.env)).toBeUndefined()
  rmSync(join(place.root, 'memory-bank'))
  symlinkSync(temporaryFolder({ 'MEMORY.md': '# Another\n' }), join(place.root, 'memory-bank'))
  doubtSettings(place.project, place.env)
  expect(bankOutsideProblem(place.project, place.env)?.code).toBe('bank-outside')
  place.trust()
  expect(place.isTrusted).toBe(true)
})
