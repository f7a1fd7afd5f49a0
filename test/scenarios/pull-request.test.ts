/** The Action's last step on a pull request: its script lines are run and write the memory changes in one comment. */

import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { PROJECT } from './banks.ts'
import { ROOT, Sandbox } from './harness.ts'

const PARTS = ['--why', 'a', '--given-up', 'b', '--applies-to', 'c', '--yes']

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox({ fast: true })
  sandbox.write(PROJECT)
  expect(sandbox.run(['init', '--yes']).code).toBe(0)
  add('decision', '--title', 'Use Redis', ...PARTS)
  add('progress', '--text', 'Ship the parser', '--yes')
  sandbox.git('init', '-q')
  commit('Begin')
  sandbox.git('checkout', '-qb', 'feature')
})
afterEach(() => sandbox.remove())

function add(...args: readonly string[]): void {
  const { code, err } = sandbox.run(['add', ...args])
  expect([code, err]).toEqual([0, ''])
}

function commit(message: string): void {
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', message)
}

const comment = (...args: readonly string[]) => sandbox.run(['check', '--since', 'main', '--comment', ...args])

describe('as text', () => {
  test('lists entries added, superseded, changed, removed and contradicted by the code [S55]', () => {
    add('decision', '--title', 'Use Postgres', '--replaces', 'Use Redis', ...PARTS)
    add('requirement', '--title', 'Export', '--text', 'It must.', '--yes')
    add('tech', '--text', 'Started by `npm run nowhere`', '--yes')
    expect(sandbox.run(['remove', 'Ship the parser', '--yes']).code).toBe(0)
    commit('Change')
    const { code, out } = comment()
    expect(code).toBe(0)
    expect(out).toMatch(/\*\*Added[\s\S]*decision `Use Postgres` \(`memory-bank\/details\/patterns\.md:\d+`\)/)
    expect(out).toMatch(/\*\*Added[\s\S]*requirement `Export`/)
    expect(out).toMatch(/Superseded\*\*\n\n- decision `Use Redis`/)
    expect(out).toMatch(/Removed\*\*\n\n- progress item `Ship the parser`/)
    expect(out).toMatch(/Contradicted by the code\*\*\n\n- `memory-bank\/details\/tech\.md:\d+` `.*nowhere/)
    expect(comment('--lang', 'zh').out).toContain('**新增**')
  })

  test('says that nothing changes, and reports usage errors [S50] [S55]', () => {
    expect(comment().out).toContain('No changes to the bank.')
    expect(sandbox.run(['check', '--comment']).code).toBe(2)
    expect(comment('--json').code).toBe(2)
    expect(comment('--fix').code).toBe(2)
  })

  test('a hostile title mentions nobody, adds no link and injects no HTML [S39] [S55]', () => {
    const title = '@everyone [x](http://evil.test) <img src=x> `code` #1 ![p](http://evil.test/p.png)'
    add('requirement', '--title', title, '--text', 'It must.', '--yes')
    const { out } = comment()
    const outside = out
      .split('\n')
      .slice(1)
      .join('\n')
      .replaceAll(/`[^`]*`/g, '')
    expect(outside).not.toMatch(/everyone|evil|<|\[|#1/)
    expect(out).toContain('everyone')
  })
})

describe.skipIf(process.platform === 'win32')('the GitHub Action', () => {
  interface Asked {
    readonly method: string | undefined
    readonly url: string | undefined
    readonly token: string | undefined
    readonly body: string
  }

  let server: Server
  let asked: Asked[]
  /** The comments on GitHub, and its answer to a write. */
  let comments: { id: number; body: string; user: { type: string } }[]
  let answer: number
  beforeEach(async () => {
    asked = []
    comments = [{ id: 1, body: '<!-- memory-bank: changes -->\nforged', user: { type: 'User' } }]
    answer = 200
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        const { method, url, headers } = request
        asked.push({ method, url, token: headers.authorization, body })
        response.writeHead(method === 'GET' ? 200 : answer, { 'content-type': 'application/json' })
        response.end(JSON.stringify(method === 'GET' ? comments : {}))
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterEach(() => {
    server.close()
  })

  async function runStep(inputs: Readonly<Record<string, string>> = {}): Promise<{ code: number | null; out: string }> {
    const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'))
    const step = action.runs.steps.at(-1)
    const all: Readonly<Record<string, string>> = {
      path: '.',
      since: 'main',
      comment: 'true',
      token: 'secret-token',
      ...inputs,
    }
    const env = Object.fromEntries(
      Object.entries<string>(step.env).map(([name, value]) => [name, all[/inputs\.([a-z-]+)/.exec(value)?.[1] ?? '']]),
    )
    writeFileSync(join(sandbox.base, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }))
    const { port } = server.address() as AddressInfo
    const github = {
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_API_URL: `http://127.0.0.1:${port}`,
      GITHUB_REPOSITORY: 'ann/shop',
      GITHUB_EVENT_PATH: join(sandbox.base, 'event.json'),
      GITHUB_STEP_SUMMARY: join(sandbox.base, 'summary.md'),
      GITHUB_BASE_REF: 'main',
    }
    return new Promise((done) => {
      const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
        cwd: sandbox.project,
        env: sandbox.env({ ...env, ...github, NO_PROXY: '*' }),
      })
      let out = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          out += chunk
        })
      child.on('close', (code) => done({ code, out }))
    })
  }

  test('comments once, then updates its own comment and nobody else’s [S50] [S55]', async () => {
    add('decision', '--title', 'Use Postgres', ...PARTS)
    expect(await runStep()).toEqual({ code: 0, out: '' })
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /repos/ann/shop/issues/7/comments?per_page=100&page=1',
      'POST /repos/ann/shop/issues/7/comments',
    ])
    expect(asked[1]?.token).toBe('Bearer secret-token')
    const { body } = JSON.parse(asked[1]?.body ?? '')
    expect(body).toContain('decision `Use Postgres`')
    comments.push({ id: 2, body, user: { type: 'Bot' } })
    asked = []
    expect((await runStep()).code).toBe(0)
    expect(asked.at(-1)).toMatchObject({ method: 'PATCH', url: '/repos/ann/shop/issues/comments/2' })
  })

  test('for a fork, which may not comment, the text goes to the job summary [S50] [S55]', async () => {
    answer = 403
    add('decision', '--title', 'Use Postgres', ...PARTS)
    expect((await runStep()).code).toBe(0)
    expect(readFileSync(join(sandbox.base, 'summary.md'), 'utf8')).toContain('decision `Use Postgres`')
  })

  test('writes nothing without changes, if switched off, and for an unknown ref [S50] [S55]', async () => {
    expect((await runStep()).code).toBe(0)
    expect(asked.map(({ method }) => method)).toEqual(['GET'])
    expect((await runStep({ comment: 'false' })).code).toBe(0)
    expect((await runStep({ since: 'nowhere' })).code).toBe(0)
    expect(asked).toHaveLength(1)
  })
})
