/**
 * The trial of bench/outcome: its checkers distinguish right from wrong, and its bank scripts work with the current
 * program.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder, writeFiles } from './disk/temporary-folder.ts'
import { Sandbox } from './scenarios/harness.ts'

const ROOT = resolve(import.meta.dirname, '..')
const TASKS = join(ROOT, 'bench/outcome/tasks')

interface Sample {
  readonly task: string
  readonly path: string
  readonly right: string
  readonly wrong: string
}

const SAMPLES: readonly Sample[] = JSON.parse(readFileSync(join(import.meta.dirname, 'cases/outcome.json'), 'utf8'))

test('every task has samples of right and wrong work, and at least six need the bank [S58]', () => {
  const tasks = readdirSync(TASKS).sort()
  expect(SAMPLES.map(({ task }) => task).toSorted()).toEqual(tasks)
  const isControl = (task: string) => readFileSync(join(TASKS, task, 'task.json'), 'utf8').includes('"isControl"')
  expect(tasks.filter((task) => !isControl(task)).length).toBeGreaterThanOrEqual(6)
})

test.each(SAMPLES)('$task: the checker tells right from wrong [S58]', ({ task, path, right, wrong }) => {
  for (const [text, expected] of [
    [right, 0],
    [wrong, 1],
  ] as const) {
    const folder = temporaryFolder({ 'README.md': '' })
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
    git('init', '-q')
    git('add', '-A')
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'first')
    // Tests and documents do not count as work.
    writeFiles(folder, { [path]: text, 'docs/a.py': wrong, 'tests/test_a.py': right })
    const done = spawnSync(process.execPath, [join(ROOT, 'bench/outcome.mjs'), 'check', task, folder], {
      encoding: 'utf8',
    })
    expect(done.status, done.stdout + done.stderr).toBe(expected)
  }
})

test.each(readdirSync(TASKS))('%s: the program writes each line of its bank [S58]', (task) => {
  const sandbox = new Sandbox()
  try {
    for (const args of callsIn(join(TASKS, task, 'bank.sh'))) {
      const done = sandbox.run(args)
      expect(done.code, done.err).toBe(0)
    }
  } finally {
    sandbox.remove()
  }
})

/** The arguments of each call of a script, as the shell reads them. */
function callsIn(script: string): readonly (readonly string[])[] {
  const shell = `memory-bank() { printf '%s\\0' "$@"; printf '\\n'; }; . "$1"`
  const calls = execFileSync('bash', ['-e', '-c', shell, 'bash', script], { encoding: 'utf8' }).split('\0\n')
  return calls.filter((call) => call !== '').map((call) => call.split('\0'))
}
