/**
 * Cost of a hook: the command hook relative to a bare `node -e 0`, run alternately, and the long-lived path in the
 * server, in milliseconds per event. Exits 1 if a figure is above its target.
 *
 *   node bench/hooks.mjs [rounds]
 */

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const rounds = Number(process.argv[2] ?? 30)
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'mb-hooks-')))
const project = join(base, 'project')
mkdirSync(join(project, 'src'), { recursive: true })
mkdirSync(join(base, 'home'))
writeFileSync(join(project, 'src/app.ts'), 'export {}\n')
writeFileSync(join(project, 'package.json'), '{"name":"shop","scripts":{"test":"vitest"}}')

// Node reads a certificate bundle from the environment at every start, which would make the ratio look better.
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env
const env = { ...rest, HOME: join(base, 'home'), XDG_STATE_HOME: join(base, 'state'), CLAUDE_PROJECT_DIR: project }

const session = { session_id: 'bench', transcript_path: '', cwd: project }
const tool = (event, tool_name, tool_input) => ({
  ...session,
  hook_event_name: event,
  tool_name,
  tool_input,
  tool_use_id: 'toolu_1',
})
const AUTHOR = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid']
const app = join(project, 'src/app.ts')
const memory = join(project, 'memory-bank/MEMORY.md')
/** Events, and the most each may cost as a multiple of a bare start. */
const EVENTS = {
  'a tool without files': [tool('PreToolUse', 'TodoWrite', { todos: [] }), 1.4],
  'a read elsewhere': [tool('PreToolUse', 'Read', { file_path: app }), 1.4],
  'a command that only looks': [tool('PreToolUse', 'Bash', { command: 'ls -la src && git status' }), 1.4],
  'a write elsewhere': [tool('PreToolUse', 'Write', { file_path: app, content: 'export const app = 1\n' }), 3],
  'a read of the bank': [tool('PostToolUse', 'Read', { file_path: memory }), 3],
  'an edit of the bank': [
    tool('PreToolUse', 'Edit', { file_path: memory, old_string: '## Current Focus', new_string: '## Current Focus\n' }),
    3,
  ],
  'a command to analyse': [tool('PreToolUse', 'Bash', { command: 'npm test && npx tsc -p . > out.txt' }), 3],
  'a message': [{ ...session, hook_event_name: 'UserPromptSubmit', prompt: 'add a button to the page' }, 3],
  'the start of a session': [{ ...session, hook_event_name: 'SessionStart', source: 'startup' }, 3],
  'a session goes on': [{ ...session, hook_event_name: 'SessionStart', source: 'resume' }, 3],
  'the end of a turn': [{ ...session, hook_event_name: 'Stop', last_assistant_message: 'Done.' }, 3],
}

try {
  execFileSync(process.execPath, [join(root, 'dist/cli/main.cjs'), 'init', '--yes', '-C', project], { env })
  // Most projects are in git, which the guard queries.
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    [...AUTHOR, 'commit', '-qm', 'as it began'],
  ])
    execFileSync('git', args, { cwd: project, env })
  const over = [...commands(), ...(await server())]
  console.log(over.length === 0 ? 'hooks: all within their targets' : `hooks: over target: ${over.join(', ')}`)
  process.exitCode = over.length === 0 ? 0 : 1
} finally {
  rmSync(base, { recursive: true, force: true })
}

function commands() {
  const hook = join(root, 'dist/hook.cjs')
  const times = new Map([['node -e 0', []], ...Object.keys(EVENTS).map((name) => [name, []])])
  for (let round = -2; round < rounds; round += 1) {
    // The first rounds warm the disk cache.
    for (const [name, all] of times) {
      const input = EVENTS[name] === undefined ? '' : JSON.stringify(inRound(EVENTS[name][0], round))
      const began = process.hrtime.bigint()
      const done = spawnSync(process.execPath, input === '' ? ['-e', '0'] : [hook], { cwd: project, env, input })
      const taken = Number(process.hrtime.bigint() - began) / 1e6
      if (done.status !== 0 || String(done.stderr) !== '') throw new Error(`${name}: ${done.stderr}`)
      if (round >= 0) all.push(taken)
    }
  }
  const bare = median(times.get('node -e 0'))
  console.log(`command hook, median of ${rounds}; node -e 0: ${bare.toFixed(1)} ms`)
  return Object.entries(EVENTS).flatMap(([name, [, target]]) => {
    const ratio = median(times.get(name)) / bare
    console.log(`  ${name.padEnd(28)} ${ratio.toFixed(2)} × (target ≤ ${target})`)
    return ratio <= target ? [] : [name]
  })
}

/** A session starts only once; its opening is then cached. */
function inRound(event, round) {
  return event.source === 'startup' ? { ...event, session_id: `bench ${round}` } : event
}

/** Calls as Claude Code makes them: each field as text, on the server's standard input. */
async function server() {
  const child = spawn(process.execPath, [join(root, 'dist/cli/main.cjs'), 'mcp', '--hooks', 'claude-code'], {
    cwd: project,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id } = JSON.parse(line)
    waiting.get(id)?.()
  })
  let id = 0
  const ask = (method, params) => {
    id += 1
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise((done) => waiting.set(id, done))
  }
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  })
  console.log('long-lived, median of 200, ms an event (target ≤ 2)')
  const over = []
  // Starts and ends of sessions and turns are command hooks.
  for (const [name, [event]] of Object.entries(EVENTS).filter(([, [{ tool_name }]]) => tool_name !== undefined)) {
    const fields = Object.fromEntries(
      Object.entries(event).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
    )
    const times = []
    for (let round = -20; round < 200; round += 1) {
      const began = process.hrtime.bigint()
      await ask('tools/call', { name: 'hook', arguments: { ...fields, tool_use_id: `toolu_${round}` } })
      if (round >= 0) times.push(Number(process.hrtime.bigint() - began) / 1e6)
      // Calls end, and the guard remembers those that have not.
      const ended = { ...fields, hook_event_name: 'PostToolUse', tool_use_id: `toolu_${round}` }
      if (event.hook_event_name === 'PreToolUse') await ask('tools/call', { name: 'hook', arguments: ended })
    }
    console.log(`  ${name.padEnd(28)} ${median(times).toFixed(2)} ms`)
    if (median(times) > 2) over.push(`${name} (long-lived)`)
  }
  child.stdin.end()
  await new Promise((done) => child.on('close', done))
  return over
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
