/** What a hidden program may not pass off as recorded, and what version control may bring; with real git. */

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownPath } from '../../../src/core/bank-path.ts'
import { recordedAmong } from '../../../src/workspace/git/recorded-state.ts'
import { GuardedProject, hidden, told } from '../../flows/guarded-project.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { withGit } from './other-git.ts'

const TECH = 'memory-bank/details/tech.md'
const AS_IT_WAS = '# Tech\n\nThe stack in a few words.\n'
const WRITES = hidden(`require('fs').writeFileSync('${TECH}', 'Hidden words about the stack.\\n')`)
const REMOVES = hidden(`require('fs').rmSync('${TECH}')`)
/** A program of the project's own that only looks; it is a plausible cause all the same. */
const LOOKS = hidden(`require('fs').statSync('${TECH}')`)
const COMMIT = 'git -c user.name=a -c user.email=a@b commit -q'

function mine(): GuardedProject {
  return new GuardedProject()
}

describe('what a program wrote is put back, however it is recorded', () => {
  test.each([
    ['not at all', WRITES],
    ['in the index', `${WRITES} && git add -A`],
    ['in a commit', `${WRITES} && git add -A && ${COMMIT} -m x`],
    ['in an amended commit', `${WRITES} && git add -A && ${COMMIT} --amend -m x`],
    ['in a stash', `${WRITES} && git -c user.name=a -c user.email=a@b stash -q && git stash apply -q`],
    ['on a branch', `${WRITES} && git checkout -q -b other && git add -A && ${COMMIT} -m x && git tag t`],
    ['as an object only', `${WRITES} && git hash-object -w ${TECH}`],
  ])('%s [S34]', async (_name, command) => {
    const project = mine()
    const { after } = await project.bash(command)
    expect(told(after)).toBe('note verified-after')
    expect(project.read(TECH)).toBe(AS_IT_WAS)
  })

  test('in a commit that it pushed [S34]', async () => {
    const project = mine()
    const remote = temporaryFolder()
    execFileSync('git', ['init', '-q', '--bare', remote])
    project.git('remote', 'add', 'origin', remote)
    project.git('push', '-q', '-u', 'origin', 'main')
    const { after } = await project.bash(`${WRITES} && git add -A && ${COMMIT} -m x && git push -q`)
    expect(told(after)).toBe('note verified-after')
    expect(project.read(TECH)).toBe(AS_IT_WAS)
  })

  test('as a removal in a commit [S34]', async () => {
    const project = mine()
    const { after } = await project.bash(`${REMOVES} && git add -A && ${COMMIT} -m x`)
    expect(told(after)).toBe('note verified-after')
    expect(project.read(TECH)).toBe(AS_IT_WAS)
  })
})

describe('what version control brought stays, beside a program that is a plausible cause', () => {
  test.each([
    ['another branch', 'git checkout -q other', 'other'],
    ['a file of another branch', 'git checkout -q other -- memory-bank', 'other'],
    ['a merge that needs no commit', 'git merge -q other', 'other'],
    ['a merge of both sides', 'git -c user.name=a -c user.email=a@b merge -q sided', 'both'],
    ['a merge that waits for its commit', 'git -c user.name=a -c user.email=a@b merge -q --no-commit sided', 'both'],
    ['a stash that is gone with it', 'git stash pop -q', 'stashed'],
    ['an older commit', 'git checkout -q HEAD~1 -- memory-bank', 'older'],
    ['a branch without the file', 'git checkout -q bare', undefined],
  ])('%s [S34]', async (_name, command, expected) => {
    const project = mine()
    const lines = (top: string, end: string) => `# Tech\n\n${top}\n\na\n\nb\n\nc\n\n${end}\n`
    project.write(TECH, lines('older', 'end'))
    project.commit('older')
    project.write(TECH, lines('top', 'end'))
    project.commit('now')
    project.git('checkout', '-q', '-b', 'bare')
    project.remove(TECH)
    project.commit('without')
    project.git('checkout', '-q', '-b', 'other', 'main')
    project.write(TECH, lines('other', 'end'))
    project.commit('other')
    project.git('checkout', '-q', '-b', 'sided', 'main')
    project.write(TECH, lines('both', 'end'))
    project.commit('sided')
    project.git('checkout', '-q', 'main')
    if (expected === 'both') {
      project.write(TECH, lines('top', 'the end'))
      project.commit('main goes on')
    }
    if (expected === 'stashed') {
      project.write(TECH, lines('stashed', 'end'))
      project.git('stash', '-q')
    }
    const { before, after } = await project.bash(`${LOOKS}; ${command}`)
    expect([told(before), told(after)]).toEqual(['allow', 'allow'])
    if (expected === undefined) expect(project.read(TECH)).toBeUndefined()
    else expect(project.read(TECH)).toContain(expected)
  })

  test('a pull [S34]', async () => {
    const project = mine()
    const remote = temporaryFolder()
    execFileSync('git', ['clone', '-q', '--bare', project.root, remote], { stdio: 'ignore' })
    const elsewhere = join(temporaryFolder(), 'clone')
    const run = (...args: readonly string[]) =>
      execFileSync('git', ['-C', elsewhere, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { stdio: 'ignore' })
    execFileSync('git', ['clone', '-q', remote, elsewhere], { stdio: 'ignore' })
    execFileSync('sh', ['-c', `printf 'From elsewhere.\\n' > '${join(elsewhere, TECH)}'`])
    run('commit', '-qam', 'theirs')
    run('push', '-q')
    project.git('remote', 'add', 'origin', remote)
    project.git('fetch', '-q')
    project.git('branch', '-q', '--set-upstream-to=origin/main')
    project.git('update-ref', '-d', 'refs/remotes/origin/main')
    const { after } = await project.bash(`${LOOKS}; git pull -q`)
    expect(told(after)).toBe('allow')
    expect(project.read(TECH)).toBe('From elsewhere.\n')
  })
})

test('a git that does not answer in time is no answer, and that is told [S34]', async () => {
  const project = mine()
  const bank = join(project.root, 'memory-bank')
  const asked = [{ path: knownPath('details/tech.md'), text: AS_IT_WAS }]
  const { found, isWhole } = await withGit('sleep 60', () => recordedAmong(bank, asked, undefined, 200))
  expect([found.size, isWhole]).toEqual([0, false])
  expect(recordedAmong(bank, asked)).toEqual({ found: new Set(asked), isWhole: true })
})
