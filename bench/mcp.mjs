/**
 * `node bench/mcp.mjs [calls]`: cost of the MCP server as a ratio to bare Node in the same run.
 *
 * Start-up lasts from spawning to the answer of `initialize` (median of interleaved runs). A call lasts from request
 * to response on a warm server with a bank of 50 files.
 */

import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), '../dist/cli/main.cjs')
const calls = Number(process.argv[2] ?? 300)
const base = mkdtempSync(join(tmpdir(), 'mb-bench-mcp-'))
const project = join(base, 'project')
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env
const env = { ...rest, HOME: join(base, 'home'), XDG_STATE_HOME: join(base, 'state') }
class Server {
  #child
  #waiting = new Map()
  #next = 1
  startMs = 0

  static async start() {
    const server = new Server()
    const began = performance.now()
    server.#child = spawn(process.execPath, [PROGRAM, 'mcp'], { cwd: project, env, stdio: ['pipe', 'pipe', 'inherit'] })
    let text = ''
    server.#child.stdout.on('data', (chunk) => {
      text += chunk
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n')) {
        const { id } = JSON.parse(text.slice(0, end))
        text = text.slice(end + 1)
        server.#waiting.get(id)?.()
        server.#waiting.delete(id)
      }
    })
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }
    await server.ask('initialize', hello)
    server.startMs = performance.now() - began
    server.#child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    return server
  }

  async ask(method, params) {
    const id = this.#next++
    const began = performance.now()
    const answered = new Promise((done) => this.#waiting.set(id, done))
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    await answered
    return performance.now() - began
  }

  async stop() {
    const gone = new Promise((done) => this.#child.on('exit', done))
    this.#child.stdin.end()
    await gone
  }
}

try {
  makeBank()
  const bare = []
  const starts = []
  for (let run = 0; run < 15; run += 1) {
    const began = performance.now()
    spawnSync(process.execPath, ['-e', '0'], { env })
    bare.push(performance.now() - began)
    const server = await Server.start()
    starts.push(server.startMs)
    await server.stop()
  }
  const server = await Server.start()
  const times = { memory_recall: [], memory_status: [], memory_check: [], 'resources/read': [] }
  const firstRecall = await timed(server, 'memory_recall', 0)
  for (let at = 0; at < calls; at += 1) {
    for (const name of Object.keys(times)) times[name].push(await timed(server, name, at))
  }
  await server.stop()
  console.log(`bare node -e 0     ${median(bare).toFixed(1)} ms`)
  console.log(
    `start → initialize ${median(starts).toFixed(1)} ms, ${(median(starts) / median(bare)).toFixed(2)} × bare node`,
  )
  console.log(`first recall       ${firstRecall.toFixed(1)} ms`)
  for (const [name, list] of Object.entries(times)) {
    const p95 = list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.95)]
    console.log(`${name.padEnd(18)} ${median(list).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms (${list.length} calls)`)
  }
} finally {
  rmSync(base, { recursive: true, force: true })
}

function timed(server, name, at) {
  if (name === 'resources/read') return server.ask(name, { uri: 'memory-bank://project/MEMORY.md' })
  const args = name === 'memory_recall' ? { question: `why does part ${at % 50} retry payments?` } : {}
  return server.ask('tools/call', { name, arguments: args })
}

function makeBank() {
  mkdirSync(env.HOME, { recursive: true })
  mkdirSync(join(project, 'memory-bank/details/design'), { recursive: true })
  spawnSync(process.execPath, [PROGRAM, 'init', '--yes'], { cwd: project, env })
  const words = 'payment gateway retry timeout order queue cache index user token 支付 超时 重试 订单'.split(' ')
  for (let file = 0; file < 50; file += 1) {
    const lines = Array.from({ length: 60 }, (_, at) => `- ${words[(file + at) % words.length]} of part ${file}, ${at}`)
    writeFileSync(
      join(project, `memory-bank/details/design/part-${file}.md`),
      `# Part ${file}\n\n${lines.join('\n')}\n`,
    )
  }
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
}
