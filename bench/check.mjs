/**
 * Time of `memory-bank check` on a bank of 500 files in a repository of 20,000 files: first run, second run, and
 * after one edit of each kind. Process start is included. Exits 1 above the targets.
 *
 *   node bench/check.mjs [files in the bank] [files in the repository] [rounds]
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const COLD_MS = 2_000
/** Also used after an edit, because drift then runs again on the whole bank. */
const AGAIN_MS = 1_000
const inBank = Number(process.argv[2] ?? 500)
const inRepository = Number(process.argv[3] ?? 20_000)
const rounds = Number(process.argv[4] ?? 7)
const program = join(dirname(fileURLToPath(import.meta.url)), '../dist/cli/main.cjs')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'mb-bench-')))
const project = join(base, 'project')
// Node reads a certificate bundle from the environment at every start.
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, GITHUB_ACTIONS: ___, ...rest } = process.env
const env = { ...rest, HOME: join(base, 'home'), XDG_STATE_HOME: join(base, 'state'), GIT_CONFIG_NOSYSTEM: '1' }

try {
  mkdirSync(join(base, 'home'))
  write('package.json', '{"name":"shop","scripts":{"test":"vitest"}}')
  run([program, 'init', '--yes'])
  build()
  run([program, 'refresh', '--yes'])
  commit('Index')
  const bare = median(times(() => run(['-e', '0'])))
  const cold = times(() => {
    rmSync(join(base, 'state'), { recursive: true, force: true })
    return check()
  })
  const again = times(check)
  let edits = 0
  const after = (change) =>
    times(() => {
      edits += 1
      change(edits)
      return check()
    })
  // Every third file is a design document.
  const edited = after((at) => write(`memory-bank/details/design/part-${3 * at}.md`, text(3 * at, 'edited')))
  const entered = after((at) => write(`memory-bank/details/design/new-${at}.md`, text(at, `new ${at}`)))
  const symbol = after((at) => {
    write(`memory-bank/details/design/part-${3 * at}.md`, text(at, 'edited').replaceAll('submit(', `submit${at}(`))
  })
  const source = after((at) => write(pathOf(at), `export const value${at} = ${at}\nexport const more = 1\n`))
  const added = after((at) => write(`src/new/file-${at}.ts`, `export const fresh${at} = ${at}\n`))
  const committed = after((at) => commit(`Change ${at}`))
  const since = times(() => run([program, 'check', '--since', 'HEAD'], [0, 1]))
  console.log(`${inBank} files in the bank, ${inRepository} in the repository; bare node ${bare.toFixed(0)} ms`)
  for (const [name, all, target] of [
    ['first check', cold, COLD_MS],
    ['again', again, AGAIN_MS],
    ['page edited', edited, AGAIN_MS],
    ['page added', entered, AGAIN_MS],
    ['new symbol', symbol, AGAIN_MS],
    ['code edited', source, AGAIN_MS],
    ['file added', added, AGAIN_MS],
    ['committed', committed, AGAIN_MS],
    ['--since HEAD', since, undefined],
  ]) {
    const most = target === undefined ? '' : `  (target ≤ ${target})`
    console.log(
      `${name.padEnd(14)} median ${median(all).toFixed(0)} ms  fastest ${Math.min(...all).toFixed(0)} ms  ${(median(all) / bare).toFixed(1)} × bare node${most}`,
    )
  }
  const isAgain = [again, edited, entered, symbol, source, added, committed].every((all) => median(all) <= AGAIN_MS)
  process.exitCode = median(cold) <= COLD_MS && isAgain ? 0 : 1
} finally {
  rmSync(base, { recursive: true, force: true })
}

function build() {
  for (let at = 0; at < inRepository - inBank; at += 1) write(pathOf(at), `export const value${at} = ${at}\n`)
  const folders = ['design', 'requirements', 'learnings']
  for (let at = 0; at < inBank - 10; at += 1) {
    const folder = folders[at % 3]
    const name = folder === 'requirements' ? `REQ-${String(at).padStart(3, '0')}` : `part-${at}`
    write(`memory-bank/details/${folder}/${name}.md`, text(at, folder))
  }
  git('init', '-q')
  commit('Begin')
}

function pathOf(at) {
  return `src/area-${at % 40}/part-${at % 400}/file-${at}.ts`
}

/** About 80 lines, with links, tables, code and Chinese, as real entries have them. */
function text(at, word) {
  const paragraphs = Array.from({ length: 8 }, (_, n) =>
    [
      `## Part ${n} of ${word} ${at}`,
      '',
      `How ${word} ${at}.${n} works: see [the code](../../../src/area-${at % 40}/part-${at % 400}/file-${at}.ts) and \`details/tech.md\`.`,
      '状态机在重试之前先检查幂等键，避免重复扣款；超时后进入补偿流程。',
      '',
      '| Step | Who | What |',
      '|---|---|---|',
      `| ${n} | service | calls \`submit(order, ${at})\` and waits |`,
      '',
      '```ts',
      `const result = await retry(() => submit(order), { times: ${n} })`,
      '```',
      '',
    ].join('\n'),
  )
  const parts = '- Symptom: slow\n- Root cause: a lock\n- Solution: none\n- Prevention: a test\n'
  return `# ${word} ${at}\n\nStatus: Accepted\n\n${parts}\n${paragraphs.join('\n')}`
}

function check() {
  return run([program, 'check'], [0, 1])
}

function write(path, content) {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), content)
}

function commit(message) {
  git('add', '-A')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', message, '--allow-empty')
}

function git(...args) {
  const done = spawnSync('git', args, { cwd: project, env, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`)
}

function run(args, codes = [0]) {
  const began = process.hrtime.bigint()
  const done = spawnSync(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
  if (!codes.includes(done.status)) throw new Error(`${args.join(' ')}: ${done.stdout}${done.stderr}`)
  return Number(process.hrtime.bigint() - began) / 1e6
}

function times(work) {
  return Array.from({ length: rounds }, work)
}

function median(all) {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]
}
