/** `memory-bank dashboard` at a real terminal, and a page that asks it as a browser would. */

import { spawn } from 'node:child_process'
import { type LoginAnswer, PAGE_KEY } from '../../src/bank/page-answers.ts'
import { plain } from './converse.ts'
import type { Sandbox } from './harness.ts'

export interface Served {
  /** The link from the terminal, with its code. */
  link(): string
  readonly port: number
  /** The terminal's output so far. */
  shown(): string
  /** Waits for the terminal to show this. */
  shows(text: RegExp): Promise<RegExpExecArray>
  press(keys: string): void
  /** A new link, after pressing Enter. */
  newLink(): Promise<string>
  kill(signal: NodeJS.Signals): void
  readonly pid: number
  readonly ended: Promise<number | null>
}

export async function serve(
  sandbox: Sandbox,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Served> {
  const words = [process.execPath, sandbox.program, 'dashboard', ...args]
  const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  // The shell execs the program, so its process id receives signals.
  const command = `echo pid=$$; exec ${quoted}`
  const child = spawn(
    'script',
    process.platform === 'linux' ? ['-qefc', command, '/dev/null'] : ['-q', '/dev/null', '/bin/sh', '-c', command],
    { cwd: sandbox.project, env: sandbox.env(env) },
  )
  let out = ''
  let isOver = false
  const looks = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += plain(chunk)
    for (const look of [...looks]) look()
  })
  const ended = new Promise<number | null>((done) => child.on('close', done))
  void ended.then(() => {
    isOver = true
    for (const look of [...looks]) look()
  })
  /** Checks after each output, without a time limit: the program prints it or ends. */
  const until = <T>(find: () => T | undefined, wanted: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = find()
        if (found === undefined && !isOver) return
        looks.delete(look)
        if (found === undefined) reject(new Error(`the terminal never showed ${wanted}: ${out}`))
        else resolve(found)
      }
      looks.add(look)
      look()
    })
  const shows = (text: RegExp) => until(() => text.exec(out) ?? undefined, String(text))
  const link = () => out.match(/http:\/\/127\.0\.0\.1:\d+\/#[a-z0-9-]+/g)?.at(-1) ?? ''
  await shows(/Ctrl-C/)
  const pid = Number((await shows(/pid=(\d+)/))[1])
  return {
    link,
    port: Number(new URL(link()).port),
    shown: () => out,
    shows,
    press: (keys) => child.stdin.write(keys),
    newLink() {
      const used = link()
      child.stdin.write('\r')
      return until(() => (link() === used ? undefined : link()), 'another link')
    },
    kill: (signal) => process.kill(pid, signal),
    pid,
    ended,
  }
}

export interface Page {
  get(path: string): Promise<{ readonly status: number; readonly body: Body }>
  post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: Body }>
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON; each test states what it expects.
type Body = any

/** Signs in with a link like the page; undefined if the code is refused. */
export async function openPage(link: string): Promise<Page | undefined> {
  const { origin, hash } = new URL(link)
  const own = { 'Sec-Fetch-Site': 'same-origin' }
  const writes = { ...own, Origin: origin, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ code: hash.slice(1) })
  const login = await fetch(`${origin}/api/login`, { method: 'POST', headers: writes, body })
  if (!login.ok) return undefined
  const { key }: LoginAnswer = JSON.parse(await login.text())
  const Cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const answered = async (response: Response) => ({ status: response.status, body: await response.json() })
  return {
    get: async (path) => answered(await fetch(origin + path, { headers: { ...own, Cookie } })),
    post: async (path, given) =>
      answered(
        await fetch(origin + path, {
          method: 'POST',
          headers: { ...writes, Cookie, [PAGE_KEY]: key },
          body: JSON.stringify(given),
        }),
      ),
  }
}
