/**
 * What the guard costs per tool call, inside OpenCode's own runtime where there is one (Bun), else in Node.
 *   node bench/guard.mjs            bun bench/guard.mjs
 * Each figure is a median in microseconds beside what it is allowed, relative to a `realpath` of the same run.
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'mb-bench-')))
const project = join(base, 'project')
process.env.XDG_STATE_HOME = join(base, 'state')
mkdirSync(join(project, 'src'), { recursive: true })
writeFileSync(join(project, 'src/app.ts'), 'export {}\n')
writeFileSync(join(project, 'package.json'), '{"name":"bench"}')
execFileSync(process.env.NODE ?? 'node', [join(root, 'dist/cli/main.cjs'), 'init', '--yes', '-C', project], {
  stdio: 'ignore',
})
const patterns = join(project, 'memory-bank/details/patterns.md')
writeFileSync(
  patterns,
  `# Decisions\n\n${'A line of a decision record, some sixty characters long, no more.\n'.repeat(300)}`,
)

const plugin = (await import(pathToFileURL(join(root, 'dist/plugin.js')).href)).default
const hooks = await plugin.server({ directory: project }, {})
const before = (tool, args) =>
  hooks['tool.execute.before']({ tool, sessionID: 's', callID: 'c' }, { args }).catch(() => {})
const after = (tool, args) => hooks['tool.execute.after']({ tool, sessionID: 's', callID: 'c', args }, { output: '' })

const real = await median(() => realpathSync.native(join(project, 'src/app.ts')))
const rows = [
  ['a tool without files', () => before('todowrite', { todos: [] }), 2],
  ['shell that cannot touch the bank', () => before('bash', { command: 'ls -la src' }), 30],
  [
    'shell that must be analysed',
    () => before('bash', { command: 'for f in src/*.ts; do sed -n 1,5p "$f"; done' }),
    undefined,
  ],
  ['read outside the bank', () => before('read', { filePath: join(project, 'src/app.ts') }), real + 20],
  ['write outside the bank', () => before('write', { filePath: join(project, 'src/app.ts'), content: 'x' }), real + 20],
  [
    'bank write judged, 20 KB',
    () => before('edit', { filePath: patterns, oldString: '# Decisions', newString: '# Decisions made' }),
    1_000,
  ],
  ['opening from cache', () => hooks['experimental.chat.system.transform']({ sessionID: 's' }, { system: ['x'] }), 20],
  ['finish of a read', () => after('read', { filePath: join(project, 'src/app.ts') }), undefined],
]
console.log(
  `${process.versions.bun === undefined ? `Node ${process.version}` : `Bun ${process.versions.bun}`}; realpath ${real.toFixed(1)} µs`,
)
for (const [name, call, allowed] of rows) {
  const time = await median(call)
  console.log(
    `${name.padEnd(36)} ${time.toFixed(1).padStart(9)} µs${allowed === undefined ? '' : `   allowed ${allowed.toFixed(0)}  (${(time / allowed).toFixed(2)} ×)`}`,
  )
}

async function median(call) {
  for (let index = 0; index < 200; index += 1) await call()
  const times = []
  for (let index = 0; index < 1_000; index += 1) {
    const began = process.hrtime.bigint()
    await call()
    times.push(Number(process.hrtime.bigint() - began) / 1_000)
  }
  return times.sort((a, b) => a - b)[times.length >> 1]
}
