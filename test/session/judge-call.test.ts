/** Our own records (journal, sessions, proposals) on every route an agent has. */

import { readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GuardedProject, told } from '../verbs/guarded-project.ts'

/** A project whose state folder holds a session's log. */
async function withRecords(): Promise<{ readonly project: GuardedProject; readonly log: string }> {
  const project = new GuardedProject()
  await project.said('hello')
  await project.call('read', { filePath: 'memory-bank/details/patterns.md' })
  const log = readdirSync(project.state, { recursive: true, encoding: 'utf8' }).find((name) => /\.jsonl?$/.test(name))
  if (log === undefined) throw new Error('no record was made')
  symlinkSync(project.state, join(project.root, 'short'))
  return { project, log: join(project.state, log) }
}

describe('an agent does not write them', () => {
  test.each([
    ['the write tool', 'write', (log: string) => ({ filePath: log, content: '' })],
    ['the edit tool', 'edit', (log: string) => ({ filePath: log, oldString: '{', newString: '[' })],
    [
      'a link',
      'write',
      (log: string) => ({ filePath: `short/memory-bank/${log.split('/memory-bank/')[1]}`, content: '' }),
    ],
    [
      'a patch',
      'apply_patch',
      (log: string) => ({ patchText: `*** Begin Patch\n*** Delete File: ${log}\n*** End Patch\n` }),
    ],
    ['a new file', 'write', (log: string) => ({ filePath: join(dirname(log), 'forged.jsonl'), content: '{}' })],
    ['a deleted folder', 'delete_file', (log: string) => ({ path: dirname(dirname(dirname(log))) })],
    [
      'a moved folder above',
      'move_file',
      (log: string) => ({ source: log.split('/memory-bank/')[0], destination: '/tmp/x' }),
    ],
    ['a redirection', 'bash', (log: string) => ({ command: `echo '{}' >> ${log}` })],
    ['a variable', 'bash', () => ({ command: 'rm -rf "$XDG_STATE_HOME/memory-bank"' })],
    ['a folder above', 'bash', () => ({ command: 'rm -rf $XDG_STATE_HOME' })],
    ['a pattern', 'bash', () => ({ command: 'rm -r ~/memory-*' })],
    ['going there', 'bash', (log: string) => ({ command: `cd ${dirname(log)} && rm *` })],
    ['sed', 'bash', (log: string) => ({ command: `sed -i s/a/b/ ${log}` })],
    ['a program', 'bash', (log: string) => ({ command: `python3 -c "open('${log}', 'w').write('')"` })],
    ['a link of its own', 'bash', (log: string) => ({ command: `ln -s ${dirname(log)} here && touch here/x` })],
    ['a move', 'bash', () => ({ command: 'mv ~/memory-bank /tmp/gone' })],
  ])('by %s [S33]', async (_name, tool, args) => {
    const { project, log } = await withRecords()
    const verdict = await project.request('c', tool, args(log))
    expect(told(verdict)).toBe('refuse config-is-for-people')
    expect(verdict.kind === 'refuse' && verdict.text).toMatch(/journal, sessions, proposals/)
  })
})

describe('reading them is never refused', () => {
  test.each([
    ['the read tool', 'read', (log: string) => ({ filePath: log })],
    ['cat', 'bash', (log: string) => ({ command: `cat ${log} | head -5` })],
    ['a listing', 'bash', () => ({ command: 'ls -R ~/memory-bank; du -sh ~/memory-bank' })],
    ['a copy to elsewhere', 'bash', (log: string) => ({ command: `cp ${log} /tmp/copy.jsonl` })],
    ['a search', 'bash', () => ({ command: 'grep -r read ~/memory-bank' })],
  ])('by %s [S33]', async (_name, tool, args) => {
    const { project, log } = await withRecords()
    expect(told(await project.request('c', tool, args(log)))).toBe('allow')
  })
})

test('files beside them are nobody’s concern [S33]', async () => {
  const { project } = await withRecords()
  expect(told(await project.request('c', 'bash', { command: 'touch ~/memory-bank-notes' }))).toBe('allow')
  expect(told(await project.request('d', 'bash', { command: 'mkdir -p ~/other && rm -rf ~/other' }))).toBe('allow')
})
