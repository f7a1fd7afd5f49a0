/**
 * Cost of the guard per tool call, in Bun (the runtime of OpenCode) or in Node.
 *   node bench/guard.mjs            bun bench/guard.mjs
 * Each figure is a median in microseconds with its target, which is relative to a `realpath` of the same run.
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
/** Bank files of 20 KB of several forms, and an edit in the middle of each. */
const files = [
  [
    'patterns.md, prose',
    'details/patterns.md',
    '# Decisions\n\n',
    () => 'A line of a decision record, some sixty characters long, no more.\n',
  ],
  [
    'patterns.md, a table',
    'details/patterns.md',
    '# Decisions\n\n| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n',
    (n) =>
      `| 2026-01-02 | Store money as integers, case ${n} | rounding errors in the invoices | floats | src/money |\n`,
  ],
  [
    'patterns.md, by labels',
    'details/patterns.md',
    '# Decisions\n\n',
    (n) =>
      `## ADR-${n}: Cache list ${n}\n\n- **Date**: 2026-02-03\n- **Decision**: keep it in memory for a minute\n- **Why**: it is read on every page\n- **Given up**: a cache server\n- **Applies to**: src/lists\n\n`,
  ],
  [
    'patterns.md, Chinese',
    'details/patterns.md',
    '# 决策\n\n',
    (n) =>
      `## 决策：缓存列表 ${n}\n\n- **日期**：2026-02-03\n- **决策**：在内存里保留一分钟\n- **原因**：每个页面都会读取\n- **取舍**：独立的缓存服务\n- **适用范围**：src/lists\n\n`,
  ],
  [
    'a learning',
    'details/learnings/queue.md',
    '# The queue stalls\n\n',
    (n) =>
      `## Case ${n}\n\n### Symptom\n\nJobs wait for minutes.\n\n### Root cause\n\nA dead worker kept the lock.\n\n### Solution\n\nLocks expire.\n\n### Prevention\n\nA test kills a worker.\n\n`,
  ],
  [
    'a requirement',
    'details/requirements/REQ-001.md',
    '# REQ-001 Checkout\n\nStatus: Accepted\n\n',
    (n) => `- The customer can pay with method ${n}; a failed payment is told and can be repeated.\n`,
  ],
  [
    'MEMORY.md',
    'MEMORY.md',
    '<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# Memory\n\n## Routing Rules（意图驱动）\n\n| When | Read |\n|---|---|\n',
    (n) => `| change part ${n} of the shop | [details/design/part-${n}.md](details/design/part-${n}.md) |\n`,
  ],
].map(([name, path, head, part]) => {
  let text = head
  for (let n = 0; Buffer.byteLength(text) < 20_000; n += 1) text += part(n)
  if (path === 'MEMORY.md')
    text += '<!-- MACHINE_BLOCK_END -->\n\n<!-- USER_BLOCK_START -->\nOurs.\n<!-- USER_BLOCK_END -->\n'
  return { name, text, file: join(project, 'memory-bank', path), edit: edited(text) }
})

/** The first line after the middle that is unique, and the same line with one more word. */
function edited(text) {
  const lines = text.split('\n')
  const half = lines.length >> 1
  const line =
    lines.find((each, index) => index >= half && /\w/.test(each) && text.split(each).length === 2) ?? lines[0]
  return { oldString: line, newString: line.replace(/(\w+)/, '$1 more') }
}

const plugin = (await import(pathToFileURL(join(root, 'dist/plugin.js')).href)).default
const hooks = await plugin.server({ directory: project }, {})
const before = (tool, args) =>
  hooks['tool.execute.before']({ tool, sessionID: 's', callID: 'c' }, { args }).catch(() => {})
const after = (tool, args) => hooks['tool.execute.after']({ tool, sessionID: 's', callID: 'c', args }, { output: '' })

/** More sessions than a run makes calls, so that each call is the first of its session. */
const FIRST_READS = 1_300
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
  ['opening from cache', () => hooks['experimental.chat.system.transform']({ sessionID: 's' }, { system: ['x'] }), 20],
  ['finish of a read', () => after('read', { filePath: join(project, 'src/app.ts') }), undefined],
]
console.log(
  `${process.versions.bun === undefined ? `Node ${process.version}` : `Bun ${process.versions.bun}`}; realpath ${real.toFixed(1)} µs`,
)
for (const { name, file, text, edit } of files) {
  rows.push([
    `bank write: ${name}`,
    () => before('edit', { filePath: file, ...edit }),
    2_000,
    () => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    },
  ])
}
/** A session's first read of a file that no entry names: the slowest case without a note (S28). */
let looked = 0
rows.push([
  'first read of a file, 2,000 entries',
  () => {
    looked += 1
    return after('read', { filePath: join(project, `src/f${looked % FIRST_READS}.ts`) })
  },
  1_000,
  () => {
    const learnings = join(project, 'memory-bank/details/learnings')
    mkdirSync(learnings, { recursive: true })
    for (let at = 0; at < 200; at += 1) {
      const cases = Array.from(
        { length: 10 },
        (_, one) =>
          `\n## Case ${at}-${one}\n\n- **Symptom**: src/part${at}/file${one}.ts fails in handleCase${at}x${one}\n- **Prevention**: do it otherwise\n`,
      )
      writeFileSync(join(learnings, `many-${at}.md`), `# Many ${at}\n${cases.join('')}`)
    }
    const code = Array.from(
      { length: 100 },
      (_, at) => `export function named${at}(value: string): number {\n  return value.length + someOther${at}\n}\n`,
    )
    for (let at = 0; at < FIRST_READS; at += 1) writeFileSync(join(project, `src/f${at}.ts`), code.join(''))
  },
])
for (const [name, call, allowed, prepare] of rows) {
  prepare?.()
  const time = await median(call)
  console.log(
    `${name.padEnd(36)} ${time.toFixed(1).padStart(9)} µs${allowed === undefined ? '' : `   allowed ${allowed.toFixed(0)}  (${(time / allowed).toFixed(2)} ×)`}`,
  )
}

/**
 * Cost of counting use (S56): an event with and without it, alternating, for the first event of a session and a later
 * one.
 */
process.env.MEMORY_BANK_USAGE = 'off'
const uncounted = await plugin.server({ directory: project }, {})
const patterns = join(project, 'memory-bank/details/patterns.md')
let sessions = 0
const uses = [
  ['bank read, again', (to) => finish(to, 'again', 'read', { filePath: patterns })],
  ['bank read, first of a session', (to) => finish(to, `s${sessions}`, 'read', { filePath: patterns })],
  ['read outside the bank', (to) => finish(to, 'again', 'read', { filePath: join(project, 'src/app.ts') })],
  [
    'an answer of 2 KB',
    (to) => to['experimental.text.complete']({ sessionID: 'again', messageID: 'm', partID: 'p' }, { text: ANSWER }),
  ],
]
const ANSWER = 'The list is read on every page, so it is kept in memory for a minute. '.repeat(30)
writeFileSync(patterns, files.find(({ name }) => name === 'patterns.md, by labels').text)
for (const [name, event] of uses) {
  const times = { on: [], off: [] }
  for (let index = 0; index < 600; index += 1) {
    sessions += 1
    for (const [which, to] of [
      ['on', hooks],
      ['off', uncounted],
    ]) {
      const began = process.hrtime.bigint()
      await event(to)
      if (index >= 100) times[which].push(Number(process.hrtime.bigint() - began) / 1_000)
    }
  }
  const [on, off] = [times.on, times.off].map((all) => all.sort((a, b) => a - b)[all.length >> 1])
  console.log(
    `counted: ${name.padEnd(30)} ${on.toFixed(1).padStart(9)} µs, uncounted ${off.toFixed(1)} (${(on / off).toFixed(2)} ×)`,
  )
}

function finish(to, sessionID, tool, args) {
  return to['tool.execute.after']({ tool, sessionID, callID: 'c', args }, { output: '' })
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
