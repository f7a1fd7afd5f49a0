/**
 * Does a bank change what agents do? A trial to repeat with your own agents (bench/outcome/README.md).
 *
 *   node bench/outcome.mjs list
 *   node bench/outcome.mjs prepare <task> <bare|flat|bank> <folder> [--host opencode|claude]
 *   node bench/outcome.mjs check <task> <folder>            exit 0: right, 1: wrong, with the reasons
 *   node bench/outcome.mjs trial --agent '<command>' [--agent-bank '<command>'] [--host <host>]
 *                                [--tasks a,b] [--arms bare,bank] [--runs 3] [--into <folder>]   one line of JSON per run
 *   node bench/outcome.mjs table <results.jsonl>
 *
 * Projects are cloned at a fixed commit. `--clones <folder>` uses local clones instead (`<folder>/<owner>+<name>`).
 * The agent's command gets the task on standard input, in the project's folder.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { judge } from './outcome/judge.mjs'
import { measure } from './outcome/measure.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const TASKS = join(root, 'bench/outcome/tasks')
const PROGRAM = join(root, 'dist/cli/main.cjs')
const ARMS = ['bare', 'flat', 'bank']

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    agent: { type: 'string' },
    'agent-bank': { type: 'string' },
    host: { type: 'string' },
    tasks: { type: 'string' },
    arms: { type: 'string' },
    runs: { type: 'string' },
    into: { type: 'string' },
    clones: { type: 'string' },
  },
})
const [command, ...operands] = positionals

switch (command) {
  case 'list':
    for (const { id, project, commit, isControl } of tasks())
      console.log(`${id.padEnd(20)} ${project} ${commit.slice(0, 10)}${isControl ? '  (control)' : ''}`)
    break
  case 'prepare':
    prepare(taskNamed(operands[0]), armNamed(operands[1]), resolve(operands[2] ?? '.'))
    break
  case 'check': {
    const { right, reasons } = judge(taskNamed(operands[0]), resolve(operands[1] ?? '.'))
    for (const reason of reasons) console.log(`- ${reason}`)
    console.log(right ? 'right' : 'wrong')
    process.exitCode = right ? 0 : 1
    break
  }
  case 'trial':
    trial()
    break
  case 'table':
    table(operands[0])
    break
  default:
    console.error('list, prepare, check, trial or table; see the head of this file')
    process.exitCode = 2
}

function tasks() {
  return readdirSync(TASKS)
    .sort()
    .map((id) => ({ id, ...JSON.parse(readFileSync(join(TASKS, id, 'task.json'), 'utf8')) }))
}

function taskNamed(id) {
  const found = tasks().find((task) => task.id === id)
  if (found === undefined) throw new Error(`no task ${id}; node bench/outcome.mjs list`)
  return found
}

function armNamed(name) {
  if (!ARMS.includes(name)) throw new Error(`no arm ${name}: ${ARMS.join(', ')}`)
  return name
}

/**
 * The project at its commit, prepared for the arm. The additions of the arm are committed, so that the diff is the
 * agent's work.
 */
function prepare(task, arm, folder) {
  const clone =
    options.clones === undefined ? undefined : join(options.clones, task.project.split('/').slice(-2).join('+'))
  mkdirSync(dirname(folder), { recursive: true })
  git('.', 'clone', '-q', '--no-checkout', clone ?? task.project, folder)
  git(folder, 'checkout', '-q', '--detach', task.commit)
  if (arm === 'bare') return
  const shims = mkdtempSync(join(tmpdir(), 'outcome-'))
  try {
    // The banks are scripts that call `memory-bank add` of this clone.
    writeFileSync(join(shims, 'memory-bank'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`)
    chmodSync(join(shims, 'memory-bank'), 0o755)
    // Banks are made as by a person, even if an agent runs the trial.
    const { HOME, XDG_STATE_HOME, PATH } = process.env
    const state = XDG_STATE_HOME === undefined ? {} : { XDG_STATE_HOME }
    const env = { HOME, ...state, PATH: `${shims}${delimiter}${PATH}`, MEMORY_BANK_ASSUME_PERSON: '1' }
    execFileSync('sh', ['-e', join(TASKS, task.id, 'bank.sh')], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (arm === 'flat') flatten(folder)
    else if (options.host !== undefined)
      execFileSync('memory-bank', ['install', options.host, '--yes'], { cwd: folder, env, stdio: 'ignore' })
  } finally {
    rmSync(shims, { recursive: true, force: true })
  }
  git(folder, 'add', '-A', '-f', '.')
  git(folder, '-c', 'user.name=trial', '-c', 'user.email=trial@localhost', 'commit', '-q', '-m', 'what the arm adds')
}

/** The text of the bank in AGENTS.md, without Memory Bank. */
function flatten(folder) {
  const bank = join(folder, 'memory-bank')
  const pages = readdirSync(join(bank, 'details'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.endsWith('index.md'))
    .sort()
    .map((name) => readFileSync(join(bank, 'details', name), 'utf8').replace(/<!--[\s\S]*?-->\n?/g, ''))
  const file = join(folder, 'AGENTS.md')
  const before = existsSync(file) ? `${readFileSync(file, 'utf8').trimEnd()}\n\n` : ''
  writeFileSync(file, `${before}${pages.join('\n')}`)
  rmSync(bank, { recursive: true })
}

function trial() {
  if (options.agent === undefined)
    throw new Error('--agent: the command that works on a task, e.g. "opencode run --auto --format json"')
  const wanted = options.tasks?.split(',')
  const arms = (options.arms ?? 'bare,bank').split(',').map(armNamed)
  const into = resolve(options.into ?? mkdtempSync(join(tmpdir(), 'outcome-trial-')))
  for (let run = 1; run <= Number(options.runs ?? 3); run += 1) {
    for (const task of tasks().filter(({ id }) => wanted === undefined || wanted.includes(id))) {
      for (const arm of arms) {
        const folder = join(into, `${task.id}-${arm}-${run}`)
        prepare(task, arm, folder)
        const agent = (arm === 'bank' ? options['agent-bank'] : undefined) ?? options.agent
        const began = performance.now()
        const done = spawnSync('sh', ['-c', agent], {
          cwd: folder,
          input: readFileSync(join(TASKS, task.id, 'task.md'), 'utf8'),
          encoding: 'utf8',
          maxBuffer: 1024 * 1024 * 1024,
        })
        const seconds = Math.round((performance.now() - began) / 100) / 10
        writeFileSync(join(into, `${task.id}-${arm}-${run}.log`), `${done.stdout}\n${done.stderr}`)
        const { right, reasons } = judge(task, folder)
        const line = JSON.stringify({
          task: task.id,
          isControl: task.isControl === true,
          arm,
          run,
          right,
          reasons,
          seconds,
          exit: done.status,
          ...measure(done.stdout),
        })
        console.log(line)
        appendFileSync(join(into, 'results.jsonl'), `${line}\n`)
      }
    }
  }
}

function table(file) {
  const results = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const groups = [
    ['tasks that only the bank answers', results.filter(({ isControl }) => !isControl)],
    ['controls: the code shows the way', results.filter(({ isControl }) => isControl)],
  ]
  for (const [title, group] of groups) {
    console.log(
      `\n${title}\n\n| arm | right | calls (median) | tokens (median) | seconds (median) |\n|---|---|---|---|---|`,
    )
    for (const arm of ARMS) {
      const own = group.filter((one) => one.arm === arm)
      if (own.length === 0) continue
      const right = own.filter((one) => one.right).length
      console.log(
        `| ${arm} | ${right} of ${own.length} | ${median(own, 'calls')} | ${median(own, 'tokens')} | ${median(own, 'seconds')} |`,
      )
    }
  }
}

function median(results, field) {
  const known = results.map((one) => one[field]).filter((value) => typeof value === 'number')
  return known.sort((a, b) => a - b)[Math.floor(known.length / 2)] ?? '?'
}

function git(folder, ...args) {
  execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}
