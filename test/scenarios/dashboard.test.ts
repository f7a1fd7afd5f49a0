/** `memory-bank dashboard` at a terminal: sign-in, end, kill, two at once, export. */

import { spawnSync } from 'node:child_process'
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT } from './banks.ts'
import { converse, plain } from './converse.ts'
import { PLAIN_FAILURE, ROOT, Sandbox, treeOf } from './harness.ts'
import { openPage, type Page, type Served, serve } from './page.ts'

let sandbox: Sandbox
const running: Served[] = []
beforeAll(() => {
  sandbox = new Sandbox()
  sandbox.write(PROJECT)
  sandbox.git('init', '-q')
  sandbox.run(['init', '--yes'])
  sandbox.save()
})
afterAll(() => sandbox.remove())
afterEach(async () => {
  for (const { kill, ended } of running.splice(0)) {
    try {
      kill('SIGKILL')
    } catch {
      // Already ended.
    }
    await ended
  }
  sandbox.restore()
})

async function start(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const served = await serve(sandbox, args, env)
  running.push(served)
  return served
}

async function signedIn(served: Served): Promise<Page> {
  const page = await openPage(served.link())
  if (page === undefined) throw new Error('the code was not taken')
  return page
}

describe('the command', () => {
  test('shows a link that signs in once, and a new one after Enter [S54]', async () => {
    const served = await start()
    const first = served.link()
    expect(served.shown()).toContain(`Code:  ${first.split('#')[1]}  (works once)`)
    const page = await signedIn(served)
    expect((await page.get('/api/status')).body).toMatchObject({ kind: 'status', state: 'current' })
    await served.shows(/A browser signed in/)
    expect(await openPage(first)).toBeUndefined()
    expect(await openPage(await served.newLink())).toBeDefined()
    // The first page stays signed in.
    expect((await page.get('/api/status')).status).toBe(200)
  })

  test('reports wrong codes in the terminal and voids the code [S54]', async () => {
    const served = await start()
    for (let guess = 1; guess <= 5; guess += 1)
      expect(await openPage(served.link().replace(/#.*/, `#aaaa-aaaa-aaa${guess}`))).toBeUndefined()
    await served.shows(/Press Enter for a new one/)
    expect(await openPage(served.link())).toBeUndefined()
  })

  test.each([
    ['Ctrl-C', '\x03'],
    ['the end of input', '\x04'],
  ])('ends with %s, and forgets its port [S54]', async (_, keys) => {
    const served = await start()
    expect(readdirSync(join(sandbox.state, 'memory-bank/pages'))).toEqual([String(served.port)])
    served.press(keys)
    expect(await served.ended).toBe(0)
    expect(readdirSync(join(sandbox.state, 'memory-bank/pages'))).toEqual([])
    await expect(fetch(served.link())).rejects.toThrow()
  })

  test('ends by itself when idle [S54]', async () => {
    const served = await start(['--idle', '0.02'])
    expect(await served.ended).toBe(0)
    expect(served.shown()).toContain('Stopped, because nobody used the page')
  })

  test('speaks Chinese [S54]', async () => {
    const served = await start(['--lang', 'zh'])
    expect(served.shown()).toContain('只能使用一次')
    const page = await signedIn(served)
    expect((await page.get('/api/status')).body.language).toBe('zh')
    expect((await page.get('/api/status?lang=en')).body.language).toBe('en')
  })

  test('keeps its secrets off the disk and out of the process list [S54]', async () => {
    const served = await start()
    const code = served.link().split('#')[1] ?? ''
    const page = await signedIn(served)
    await page.get('/api/status')
    const kept = [treeOf(sandbox.state), treeOf(sandbox.project), treeOf(sandbox.home)].map((tree) =>
      JSON.stringify(tree),
    )
    expect(kept.join()).not.toContain(code)
    expect(kept.join()).not.toContain(code.replaceAll('-', ''))
    if (process.platform === 'linux') {
      const seen = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${served.pid}/${name}`, 'latin1'))
      expect(seen.join()).not.toContain(code)
    }
  })

  test('forgets earlier sign-ins after a kill and restart [S54]', async () => {
    const served = await start()
    const page = await signedIn(served)
    served.kill('SIGKILL')
    await served.ended
    const again = await start(['--port', String(served.port)])
    expect(again.port).toBe(served.port)
    expect((await page.get('/api/status')).status).toBe(401)
    expect((await (await signedIn(again)).get('/api/status')).status).toBe(200)
  })

  test('runs twice on different ports and reports a taken port [S54]', async () => {
    const [one, two] = [await start(), await start()]
    expect(one.port).not.toBe(two.port)
    const pages = [await signedIn(one), await signedIn(two)]
    for (const page of pages) expect((await page.get('/api/status')).status).toBe(200)
    const third = await converse(sandbox, ['dashboard', '--port', String(one.port)], [])
    expect(third.code).toBe(1)
    expect(plain(third.out)).toMatch(PLAIN_FAILURE)
  })

  test.each([
    ['--port', 'x'],
    ['--port', '80'],
    ['--port', '70000'],
    ['--idle', '0'],
    ['--idle', 'soon'],
    ['--yes', ''],
  ])('refuses %s %s [S54]', (option, value) => {
    expect(sandbox.run(['dashboard', option, ...(value === '' ? [] : [value])]).code).toBe(2)
  })
})

describe('access', () => {
  test('a script, pipe or file gets no link [S54]', async () => {
    const { code, out, err } = sandbox.run(['dashboard'])
    expect([code, out]).toEqual([3, ''])
    expect(err).toMatch(PLAIN_FAILURE)
    expect(existsSync(join(sandbox.state, 'memory-bank/pages'))).toBe(false)
  })

  test.each(['MEMORY_BANK_AGENT_SHELL', 'QWEN_CODE', 'GEMINI_CLI'])(
    'an agent’s shell with %s gets no link, even with a terminal [S33]',
    async (mark) => {
      const { code, out } = await converse(sandbox, ['dashboard'], [], { [mark]: '1' })
      expect(code).toBe(3)
      expect(plain(out)).not.toContain('http')
    },
  )

  test.each([
    'memory-bank dashboard',
    'npx memory-bank dashboard --open',
    'mb dashboard --export memory.html',
    "script -qec 'memory-bank dashboard' /dev/null",
    'tmux new-session -d "memory-bank dashboard"',
    `node ${ROOT}/dist/cli/main.cjs dashboard`,
  ])('an agent is refused %s [S33]', (command) => {
    expect(hook('Bash', { command })).toContain('so only a person may run it')
  })

  test('an agent’s calls to the port are refused while the page runs, with any tool [S33]', async () => {
    const served = await start()
    const calls: readonly (readonly [string, object])[] = [
      ['Bash', { command: `curl -s http://127.0.0.1:${served.port}/` }],
      ['Bash', { command: `nc localhost ${served.port}` }],
      ['WebFetch', { url: `http://localhost:${served.port}/`, prompt: 'accept' }],
      ['mcp__playwright__browser_navigate', { url: `http://127.0.0.1:${served.port}/` }],
    ]
    for (const [tool, input] of calls) expect(hook(tool, input)).toContain('Agents may not call it')
    expect(hook('WebFetch', { url: 'http://localhost:3000/', prompt: 'x' })).not.toContain('deny')
    served.kill('SIGKILL')
    await served.ended
    for (const [tool, input] of calls) expect(hook(tool, input)).not.toContain('Agents may not call it')
  })

  function hook(tool_name: string, tool_input: object): string {
    const payload = {
      session_id: 'a',
      hook_event_name: 'PreToolUse',
      tool_name,
      tool_input,
      tool_use_id: tool_name,
      cwd: sandbox.project,
    }
    const env = sandbox.env({ CLAUDE_PROJECT_DIR: sandbox.project })
    const { stdout } = spawnSync(process.execPath, [join(ROOT, 'dist/hook.cjs'), '--host', 'claude'], {
      input: JSON.stringify(payload),
      cwd: sandbox.project,
      env,
      encoding: 'utf8',
    })
    return stdout
  }
})

describe('a bank', () => {
  test('that is missing is reported as absent [S54]', async () => {
    const empty = new Sandbox()
    try {
      empty.write(PROJECT)
      const served = await serve(empty)
      running.push(served)
      const page = await signedIn(served)
      expect((await page.get('/api/status')).body.state).toBe('absent')
      expect((await page.get('/api/entries')).body).toMatchObject({ code: 'bank-absent' })
    } finally {
      await Promise.all(running.splice(0).map(async ({ kill, ended }) => [kill('SIGKILL'), await ended]))
      empty.remove()
    }
  })

  test('that is broken or unmerged is reported as such [S54]', async () => {
    const served = await start()
    const page = await signedIn(served)
    const memory = sandbox.read('memory-bank/MEMORY.md')
    sandbox.write({ 'memory-bank/MEMORY.md': memory.replace('<!-- USER_BLOCK_START -->', '') })
    expect((await page.get('/api/status')).body.state).toBe('broken')
    sandbox.write({ 'memory-bank/MEMORY.md': `<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n${memory}` })
    expect((await page.get('/api/status')).body.state).toBe('unmerged')
    sandbox.write({ 'memory-bank/MEMORY.md': memory })
    expect((await page.get('/api/status')).body.state).toBe('current')
    sandbox.write({ 'memory-bank.json': '{' })
    expect((await page.get('/api/status')).body).toMatchObject({ code: 'config-invalid' })
  })

  test('gives the page exactly what the commands print [S54]', async () => {
    sandbox.run([
      'add',
      'answer',
      '--title',
      'Which indent?',
      '--text',
      'Tabs.',
      '--pointer',
      'details/tech.md',
      '--yes',
    ])
    expect(sandbox.json(['list'])['entries']).not.toEqual([])
    const page = await signedIn(await start())
    for (const [path, args] of [
      ['/api/status', ['status']],
      ['/api/entries', ['list']],
      ['/api/check', ['check']],
      ['/api/proposals', ['proposals']],
      ['/api/search?q=tabs', ['search', 'tabs']],
    ] as const)
      expect([path, (await page.get(path)).body]).toEqual([path, sandbox.json(args)])
  })

  test('notifies the page of changes by any program [S54]', async () => {
    const served = await start()
    const { origin } = new URL(served.link())
    const page = await signedIn(served)
    expect((await page.get('/api/status')).status).toBe(200)
    const events = await eventsOf(origin, served)
    sandbox.write({ 'memory-bank/details/tech.md': `${sandbox.read('memory-bank/details/tech.md')}\nmore\n` })
    await expect.poll(() => events.heard(), { timeout: 120_000 }).toContain('event: changed')
    events.close()
  })

  async function eventsOf(origin: string, served: Served) {
    const link = await served.newLink()
    const login = await fetch(`${origin}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ code: link.split('#')[1] }),
    })
    const Cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const stop = new AbortController()
    const response = await fetch(`${origin}/api/events`, { headers: { Cookie }, signal: stop.signal })
    let heard = ''
    void (async () => {
      for await (const chunk of response.body ?? []) heard += Buffer.from(chunk).toString()
    })().catch(() => {})
    return { heard: () => heard, close: () => stop.abort() }
  }
})

describe('the exported page', () => {
  const file = () => join(sandbox.base, 'memory.html')
  afterEach(() => rmSync(file(), { force: true }))

  test('is one file with embedded data and a policy for its own script and style only [S54]', () => {
    const { code, out } = sandbox.run(['dashboard', '--export', file()])
    expect([code, out]).toEqual([0, `Wrote ${file()}\n`])
    const html = readFileSync(file(), 'utf8')
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'none'/,
    )
    expect(html).not.toMatch(/<(?:script|link|img)[^>]* (?:src|href)="(?!data:)/)
    const answers = dataIn(html)
    expect(Object.keys(answers)).toEqual(expect.arrayContaining(['/api/status', '/api/entries', '/api/check']))
    expect(answers['/api/status']).toMatchObject({ state: 'current', root: 'project' })
    expect(html).not.toContain(sandbox.base)
  })

  test('escapes bank text and masks secrets [S35]', () => {
    const nasty = '</script><script>alert(1)</script><!--<script> \u2028 & <img src=x onerror=alert(1)>'
    const secret = `ghp_${'Ab3dEf6hIj9lMn2pQr5tUv8xYz1aBc4dEf7h'}`
    sandbox.write({
      'memory-bank/details/learnings/nasty.md': `# ${nasty}\n\ntoken: ${secret}\n`,
      'memory-bank/details/design/other.md': `# Other\n\n${nasty}\n`,
    })
    expect(sandbox.run(['dashboard', '--export', file()]).code).toBe(0)
    const html = readFileSync(file(), 'utf8')
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html.match(/<\/script/g)).toHaveLength(2)
    expect(html).not.toContain('<img')
    expect(html).not.toContain(secret)
    expect(JSON.stringify(dataIn(html))).toContain('onerror=alert(1)')
  })

  test('leaves out open proposals [S54]', () => {
    sandbox.run(['dashboard', '--export', file()])
    expect(dataIn(readFileSync(file(), 'utf8'))['/api/proposals']).toMatchObject({ proposals: [] })
  })

  test('overwrites a file only after confirmation [S54]', async () => {
    writeFileSync(file(), 'mine')
    expect(sandbox.run(['dashboard', '--export', file()]).code).toBe(3)
    expect(readFileSync(file(), 'utf8')).toBe('mine')
    expect((await converse(sandbox, ['dashboard', '--export', file()], [[/Overwrite it\?/, 'n']])).code).toBe(3)
    expect(readFileSync(file(), 'utf8')).toBe('mine')
    expect((await converse(sandbox, ['dashboard', '--export', file()], [[/Overwrite it\?/, 'y']])).code).toBe(0)
    expect(readFileSync(file(), 'utf8')).toContain('<!doctype html>')
    writeFileSync(file(), 'mine')
    expect(sandbox.run(['dashboard', '--export', file(), '--yes']).code).toBe(0)
    expect(readFileSync(file(), 'utf8')).toContain('<!doctype html>')
  })

  test('is never written into the bank, by any path [S1]', () => {
    const before = sandbox.tree()
    symlinkSync(sandbox.bank, join(sandbox.base, 'linked'))
    symlinkSync(join(sandbox.bank, 'MEMORY.md'), join(sandbox.base, 'entry.html'))
    for (const named of [
      'memory-bank/page.html',
      './memory-bank/details/../page.html',
      join(sandbox.base, 'linked/page.html'),
      join(sandbox.base, 'entry.html'),
    ])
      expect([named, sandbox.run(['dashboard', '--export', named, '--yes']).code]).toEqual([named, 2])
    linkSync(join(sandbox.bank, 'MEMORY.md'), join(sandbox.base, 'twin.html'))
    sandbox.run(['dashboard', '--export', join(sandbox.base, 'twin.html'), '--yes'])
    expect(sandbox.tree()).toEqual(before)
    expect(sandbox.run(['dashboard', '--export', join(sandbox.base, 'nowhere/x.html')]).code).toBe(2)
  })

  test.each([['--port', '4000'], ['--open'], ['--idle', '5']])('cannot be combined with %s [S54]', (...option) => {
    expect(sandbox.run(['dashboard', '--export', file(), ...option]).code).toBe(2)
  })

  function dataIn(html: string): Record<string, unknown> {
    const text = /<script type="application\/json" id="data">(.*)<\/script><script>/s.exec(html)?.[1]
    return JSON.parse(text ?? '')
  }
})
