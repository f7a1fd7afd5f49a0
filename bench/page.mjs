/**
 * Time of each answer of the dashboard's server on a large bank: 2,000 files, 3,000 source files, 500 proposals. Each
 * is requested three times, then once after a change of the bank. Processor time is that of the server alone. Clock
 * time includes git and other load.
 *
 *   node bench/page.mjs [files] [proposals]
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const files = Number(process.argv[2] ?? 2_000)
const proposals = Number(process.argv[3] ?? 500)
const base = realpathSync(mkdtempSync(join(tmpdir(), 'mb-bench-')))
const folder = join(base, 'shop')
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env
const env = { ...rest, HOME: join(base, 'home'), XDG_STATE_HOME: join(base, 'state'), LC_ALL: 'C' }

try {
  const { BankAnswers, HOSTS, openWorkspace, decodeAddition, encodeProposal, hashOfProposal } = await program()
  makeProject()
  const opened = openWorkspace({ folder, env, now: () => new Date(), progress: () => {} })
  const first = makeProposals(opened.value.place.state, { decodeAddition, encodeProposal, hashOfProposal })
  const answers = new BankAnswers({ folder, env, hosts: HOSTS, language: undefined })
  const asked = [
    ...[
      '/api/status',
      '/api/proposals',
      `/api/review?id=${first}`,
      '/api/opening',
      '/api/files?judged=no',
      '/api/files',
    ],
    ...['/api/file?path=details/design/topic-3.md', '/api/file?path=MEMORY.md', '/api/entries', '/api/check'],
    ...['/api/search?q=retry', '/api/recall?question=how does part 7 cache', '/api/usage', '/api/timeline', '/api/fix'],
  ]
  for (const path of asked) {
    const times = []
    for (let round = 0; round < 3; round += 1) times.push(await time(answers, path))
    write('memory-bank/details/design/topic-3.md', `# Topic 3\n\n${path}\n`)
    times.push(await time(answers, path))
    const told = times.map(({ cpu, wall, status }) => `${cpu} (${wall})${status === 200 ? '' : ` ${status}!`}`)
    console.log(`${path.slice(0, 40).padEnd(42)} ${told.map((text) => text.padStart(14)).join(' ')}`)
  }
} finally {
  rmSync(base, { recursive: true, force: true })
}

async function time(answers, path) {
  const [at, query = ''] = path.split('?')
  const [cpu, began] = [process.cpuUsage(), performance.now()]
  const { status } = await answers.read(at, new URLSearchParams(query))
  const used = process.cpuUsage(cpu)
  return {
    cpu: Math.round((used.user + used.system) / 1_000),
    wall: Math.round(performance.now() - began),
    status,
  }
}

/** The server without the rest of the program. */
async function program() {
  const input = Object.fromEntries(
    ['dashboard/answers', 'hosts/index', 'disk/workspace', 'disk/state/proposal-store', 'bank/decode-addition'].map(
      (path) => [path.replaceAll('/', '-'), join(root, 'src', `${path}.ts`)],
    ),
  )
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    resolve: { mainFields: ['module', 'main'] },
    transform: { define: { PROGRAM_VERSION: '"0.0.0"' } },
    logLevel: 'silent',
  })
  const dir = join(base, 'package', 'dist')
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs' })
  symlinkSync(join(root, 'templates'), join(base, 'package', 'templates'))
  const loaded = await Promise.all(
    Object.keys(input).map((name) => import(pathToFileURL(join(dir, `${name}.mjs`)).href)),
  )
  return Object.assign({}, ...loaded)
}

function makeProject() {
  write(
    'package.json',
    JSON.stringify({ name: 'shop', scripts: { test: 'vitest' }, dependencies: { express: '4.0.0' } }),
  )
  for (let at = 0; at < 3_000; at += 1) write(`src/part-${at % 50}/file-${at}.ts`, `export const value${at} = ${at}\n`)
  git('init', '-q')
  execFileSync(process.execPath, [join(root, 'dist/cli/main.cjs'), 'init', '--yes'], { cwd: folder, env })
  for (let at = 0; at < files; at += 1) {
    const place = ['design/topic', 'learnings/trap', 'requirements/REQ'][at % 3]
    const points = Array.from(
      { length: 12 },
      (_, line) =>
        `- Point ${line} of ${at}: cache, queue, retry ${at * line} with \`express\`, see [next](topic-${at + 1}.md)`,
    )
    write(
      `memory-bank/details/${place}-${at}.md`,
      `# Topic ${at}\n\nPart ${at % 50} keeps value${at} in \`src/part-${at % 50}/file-${at}.ts\`.\n\n${points.join('\n')}\n`,
    )
  }
  git('add', '-A')
  git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '-qm', 'all')
}

function makeProposals(state, { decodeAddition, encodeProposal, hashOfProposal }) {
  mkdirSync(join(state, 'proposals'), { recursive: true, mode: 0o700 })
  for (let at = 0; at < proposals; at += 1) {
    const id = `a${at.toString(36).padStart(5, '0')}`
    const addition = decodeAddition({
      kind: 'decision',
      title: `Keep part ${at} apart`,
      why: `the cache of part ${at} is shared`,
      given_up: 'one cache for all',
      applies_to: `part ${at}`,
      evidence: [`src/part-${at % 50}/file-${at}.ts`],
    })
    if (!addition.ok) throw new Error(JSON.stringify(addition.problem))
    const time = new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString()
    const whole = { id, session: `s${at % 20}`, at: time, addition: addition.value, targets: ['details/patterns.md'] }
    const text = encodeProposal({ ...whole, hash: hashOfProposal(whole) })
    writeFileSync(join(state, 'proposals', `${id}.waiting.json`), text, { mode: 0o600 })
  }
  return 'a00000'
}

function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function git(...args) {
  execFileSync('git', args, { cwd: folder, env, stdio: 'ignore' })
}
