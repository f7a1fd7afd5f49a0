/** A state folder that cannot be written: work continues, and the person is told. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Guard } from '../../src/session/guard.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'
import { BANK, GuardedProject, told } from '../verbs/guarded-project.ts'

/** A folder that nothing can be made in, also by root. */
function nowhere(): string {
  const folder = temporaryFolder({ file: '' })
  return join(folder, 'file')
}

function project(): GuardedProject {
  return new GuardedProject(BANK, { env: { XDG_STATE_HOME: nowhere(), MEMORY_BANK_WRITER: 'confirm' } })
}

describe('with a state folder that cannot be written', () => {
  test('the opening comes, recall answers, and a gate blocks nothing [S37]', async () => {
    const here = project()
    here.guard = here.share()
    expect(await here.guard.opening('s')).toContain('Ship the cart.')
    expect((await here.guard.recall('s', 'what do we ship?')).ok).toBe(true)
    await here.said('go on')
    const risky = await here.request('c', 'write', { filePath: 'src/new.ts', content: 'x' })
    expect(risky.kind).not.toBe('refuse')
    expect((await here.bash('npm test')).before.kind).not.toBe('refuse')
  })

  test('the bank stays guarded [S37]', async () => {
    const here = project()
    expect(told(await here.request('c', 'write', { filePath: 'memory-bank/x.txt', content: 'x' }))).toBe(
      'refuse markdown-only',
    )
    expect(told(await here.request('c', 'bash', { command: 'echo x > memory-bank/MEMORY.md' }))).toBe(
      'refuse edit-tools-only',
    )
  })

  test('the person is told, in their language [S37]', async () => {
    expect(await project().guard.trouble()).toMatch(/cannot write its records.*memory-bank doctor/)
    const chinese = new GuardedProject(
      { ...BANK, 'memory-bank.json': '{ "lang": "zh" }\n' },
      { env: { XDG_STATE_HOME: nowhere() } },
    )
    expect(await chinese.guard.trouble()).toContain('无法写入自己的记录')
    expect(await new GuardedProject().guard.trouble()).toBeUndefined()
  })

  test('a proposal is answered with a problem, never a throw [S37]', async () => {
    const here = project()
    const answer = await here.guard.propose('s', { kind: 'focus', items: ['Ship it'] })
    expect(JSON.stringify(answer)).not.toBe('')
  })
})

test('a disk that disappears during a session stops no work [S37]', async () => {
  const here = new GuardedProject()
  here.guard = here.share()
  await here.said('hello')
  const { state } = here.guard.workspace.place
  rmSync(dirname(dirname(state)), { recursive: true })
  writeFileSync(dirname(dirname(state)), '')
  expect(await here.guard.opening('other')).toContain('Ship the cart.')
  expect((await here.guard.recall('s', 'what do we ship?')).ok).toBe(true)
  expect((await here.request('c', 'write', { filePath: 'src/a.ts', content: 'x' })).kind).not.toBe('refuse')
  expect(await here.guard.trouble()).toContain('cannot write its records')
  rmSync(dirname(dirname(state)))
  mkdirSync(dirname(dirname(state)))
  const again = Guard.openShared(here.surroundings('.'))
  expect(again.ok && (await again.value.trouble())).toBeUndefined()
})
