/** The dashboard's server under attack by raw requests (S54). */

import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type RawAnswer, raw, request, type Served, started, type Wishes } from './raw.ts'

let server: Served
const others: Served[] = []
beforeEach(async () => {
  server = await started()
})
afterEach(async () => {
  await Promise.all([server, ...others.splice(0)].map((one) => one.close()))
})

async function another(wishes: Wishes = {}): Promise<Served> {
  const one = await started(wishes)
  others.push(one)
  return one
}

/** Checks that the request got the uniform refusal and reached nothing. */
function expectRefused(answer: RawAnswer, by: Served = server): void {
  expect(answer.status).toBe(401)
  expect(answer.body).toBe(
    JSON.stringify({
      code: 'not-signed-in',
      message: 'Not signed in. 未登录。',
      next: 'Enter the code shown in your terminal. 请输入终端显示的验证码。',
    }),
  )
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  expect(answer.headers.has('set-cookie')).toBe(false)
  expect(by.asked).toEqual([])
}

describe('the code', () => {
  test('is exchanged once for a cookie unreadable by scripts and other sites, and for the page’s key [S54]', async () => {
    const code = server.newCode()
    expect(code).toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/)
    const first = await server.post('/api/login', { code })
    expect(first.status).toBe(200)
    const cookie = first.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(new RegExp(`^memory-bank-${server.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`))
    expect(JSON.parse(first.body)).toEqual({ key: expect.stringMatching(/^[\w-]{43}$/) })
    expectRefused(await server.post('/api/login', { code }))
    expect(server.news).toEqual([{ kind: 'signed-in' }, { kind: 'wrong-code', isVoid: true }])
  })

  test('may be typed in capitals and without hyphens [S54]', async () => {
    const answer = await server.post('/api/login', { code: server.newCode().toUpperCase().replaceAll('-', ' ') })
    expect(answer.status).toBe(200)
  })

  test('is void after five wrong guesses, even if the sixth is right [S54]', async () => {
    const code = server.newCode()
    for (let guess = 1; guess <= 5; guess += 1)
      expectRefused(await server.post('/api/login', { code: `aaaa-aaaa-aaa${guess}` }))
    expectRefused(await server.post('/api/login', { code }))
    expect(server.news.map((one) => one.kind === 'wrong-code' && one.isVoid)).toEqual([
      ...[false, false, false, false, true],
      true,
    ])
    await server.signIn(server.newCode())
    expect((await server.get('/api/status')).status).toBe(200)
  })

  test('is void as soon as there is a newer one [S54]', async () => {
    const older = server.newCode()
    server.newCode()
    expectRefused(await server.post('/api/login', { code: older }))
  })

  test.each([
    ['a number', 12],
    ['nothing', undefined],
    ['a list', ['x']],
    ['an empty text', ''],
  ])('is not %s [S54]', async (_, code) => {
    server.newCode()
    expectRefused(await server.post('/api/login', { code }))
  })
})

describe('a read', () => {
  test('of the bank needs exactly the cookie [S54]', async () => {
    expectRefused(await server.get('/api/status'))
    const { cookie } = await server.signIn()
    const last = cookie.at(-1) === 'A' ? 'B' : 'A'
    const wrong = [
      undefined,
      '',
      cookie.slice(0, -1),
      cookie.slice(0, -1) + last,
      `${cookie}A`,
      cookie.replace(`memory-bank-${server.port}`, 'memory-bank-1'),
      cookie.replace('=', '=='),
    ]
    for (const Cookie of wrong) expectRefused(await server.get('/api/status', { Cookie }))
    const answer = await server.get('/api/status', { Cookie: `other=1; ${cookie}; more=2` })
    expect([answer.status, answer.body]).toEqual([200, '{"read":"/api/status"}'])
  })

  test('needs no key, which a second tab does not have [S54]', async () => {
    await server.signIn()
    expect((await server.get('/api/status', { 'memory-bank-key': undefined })).status).toBe(200)
  })

  test.each(['cross-site', 'same-site', 'Same-Origin', 'nonsense'])(
    'from a page that the browser reports as %s is refused [S54]',
    async (site) => {
      await server.signIn()
      expectRefused(await server.get('/api/status', { 'Sec-Fetch-Site': site }))
    },
  )

  test('of an unknown path is refused like one without a cookie [S54]', async () => {
    await server.signIn()
    expectRefused(await server.get('/api/nothing'))
  })
})

describe('the Host header', () => {
  test.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1',
    'localhost',
    '127.0.0.1:1',
    '127.0.0.1.:PORT',
    'localhost.:PORT',
    'LOCALHOST:PORT',
    '127.1:PORT',
    '0.0.0.0:PORT',
    '[::1]:PORT',
    '2130706433:PORT',
    'evil.example#@127.0.0.1:PORT',
    'user@127.0.0.1:PORT',
    '127.0.0.1:PORT.evil.example',
    'rebound.evil.example:PORT',
    '127.0.0.1:PORT,evil.example',
    '',
  ])('%s is refused for page, answers and login (DNS rebinding, MCP SDK CVE-2025-66414) [S54]', async (named) => {
    await server.signIn()
    const Host = named.replace('PORT', String(server.port))
    for (const path of ['/', '/page.js', '/api/status']) expectRefused(await server.get(path, { Host }))
    expectRefused(await server.post('/api/login', { code: server.newCode() }, { Host, Origin: `http://${Host}` }))
    expectRefused(await server.post('/api/accept', {}, { Host, Origin: `http://${Host}` }))
  })

  test('given twice or not at all is refused [S54]', async () => {
    const { cookie } = await server.signIn()
    const own = `Host: ${server.host}`
    for (const hosts of [
      [own, 'Host: evil.example'],
      ['Host: evil.example', own],
      [own, own],
    ]) {
      const text = ['GET /api/status HTTP/1.1', ...hosts, `Cookie: ${cookie}`, 'Connection: close', '', ''].join('\r\n')
      const answer = await raw(server.port, text)
      expect([400, 401]).toContain(answer.status)
    }
    expectRefused(await raw(server.port, `GET /api/status HTTP/1.0\r\nCookie: ${cookie}\r\n\r\n`))
    expect(server.asked).toEqual([])
  })

  test('may be localhost, as in an SSH tunnel, with the same origin [S54]', async () => {
    await server.signIn()
    const Host = `localhost:${server.port}`
    expect((await server.get('/api/status', { Host })).status).toBe(200)
    expect((await server.post('/api/accept', {}, { Host, Origin: `http://${Host}` })).status).toBe(200)
    server.asked.splice(0)
    expectRefused(await server.post('/api/accept', {}, { Host }))
  })
})

describe('a path', () => {
  const spellings = [
    '/x/../api/status',
    '/api/../api/status',
    '/./api/status',
    '//api/status',
    '/api//status',
    '/api/status/',
    '/api/status.',
    '/api/status%00',
    '/api/%73tatus',
    '/%61pi/status',
    '/%2e%2e/api/status',
    '/..%2fapi/status',
    '/API/status',
    '/api/Status',
    '/api\\status',
    '\\api\\status',
    '/api/status;x=1',
    '/api/status#x',
    'api/status',
    '*',
    'http://HOST/api/status',
    'http://evil.example/api/status',
    'HTTP://HOST/api/status',
    '/page.js/../api/status',
    '/page.js%3f/api/status',
  ]

  test.each(spellings)('%s is refused without and with the cookie [S54]', async (spelling) => {
    const path = spelling.replace('HOST', server.host)
    const unsigned = request(`GET ${path}`, { Host: server.host, Connection: 'close' })
    expect([400, 401]).toContain((await raw(server.port, unsigned)).status)
    await server.signIn()
    expect([400, 401]).toContain((await server.get(path)).status)
    expect(server.asked).toEqual([])
  })

  test.each([
    '/etc/passwd',
    '/../../etc/passwd',
    '/page.js.map',
    '/index.html',
    '/favicon.ico',
    '/dist/dashboard/page.js',
  ])('%s is not served [S54]', async (path) => expectRefused(await server.get(path)))
})

describe('a write', () => {
  test('of the page itself is answered [S54]', async () => {
    await server.signIn()
    const answer = await server.post('/api/accept', { items: [] })
    expect([answer.status, server.asked]).toEqual([200, ['write /api/accept {"items":[]}']])
  })

  test.each([
    ['without the cookie', { Cookie: undefined }],
    ['without the page’s key: cookies reach every port of an address', { 'memory-bank-key': undefined }],
    ['with a wrong key', { 'memory-bank-key': 'x' }],
    ['as text, which a page of any origin may post', { 'Content-Type': 'text/plain' }],
    ['as a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['as a form with files', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['as text that calls itself JSON', { 'Content-Type': 'text/plain; application/json' }],
    ['as JSON with something behind it', { 'Content-Type': 'application/json, text/plain' }],
    ['as nothing', { 'Content-Type': undefined }],
    ['packed', { 'Content-Encoding': 'gzip' }],
    ['without an origin', { Origin: undefined }],
    ['from the origin null', { Origin: 'null' }],
    ['from another origin', { Origin: 'http://evil.example' }],
    ['from another port', { Origin: 'http://127.0.0.1:1' }],
    ['from a name with the same beginning', { Origin: 'http://127.0.0.1:80.evil.example' }],
    ['over https', { Origin: 'https://HOST' }],
    ['from a page that the browser reports as cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from a page that the browser reports as same-site', { 'Sec-Fetch-Site': 'same-site' }],
    ['from a browser that sends no site header', { 'Sec-Fetch-Site': undefined }],
    ['typed by hand', { 'Sec-Fetch-Site': 'none' }],
  ])('%s is refused [S54]', async (_, headers) => {
    await server.signIn()
    const given = Object.entries(headers).map(([name, value]) => [name, value?.replace('HOST', server.host)])
    expectRefused(await server.post('/api/accept', { items: [] }, Object.fromEntries(given)))
  })

  test('by GET is refused [S54]', async () => {
    await server.signIn()
    expectRefused(await server.get('/api/accept'))
  })

  test.each(['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'by %s is refused [S54]',
    async (method) => {
      const { cookie, key } = await server.signIn()
      const sent = request(`${method} /api/accept`, {
        Host: server.host,
        Origin: `http://${server.host}`,
        Cookie: cookie,
        'memory-bank-key': key,
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-origin',
        Connection: 'close',
      })
      expect((await raw(server.port, sent)).status).toBe(401)
      expect(server.asked).toEqual([])
    },
  )

  test('gets no CORS preflight permission for another origin (MCP Inspector CVE-2025-49596) [S54]', async () => {
    const answer = await raw(
      server.port,
      request('OPTIONS /api/accept', {
        Host: server.host,
        Origin: 'http://evil.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
        'Access-Control-Request-Private-Network': 'true',
        Connection: 'close',
      }),
    )
    expectRefused(answer)
  })

  test.each([
    ['is not JSON', 'items'],
    ['is cut short', '{"items":['],
    ['is a list', '[1]'],
    ['is blank', ' '],
    ['is not UTF-8', '{"a":"\xff"}'],
  ])('whose body %s gets a 400 and changes nothing [S54]', async (_, body) => {
    await server.signIn()
    const answer = await server.post('/api/accept', Buffer.from(body, 'latin1'))
    expect([answer.status, server.asked]).toEqual([400, []])
    expect(answer.body).not.toMatch(/at .*\.ts|SyntaxError|node:/)
  })

  test('larger than a megabyte is refused before it is fully read [S54]', async () => {
    await server.signIn()
    const answer = await server.post('/api/accept', { text: 'x'.repeat(1024 * 1024) })
    expect([answer.status, server.asked]).toEqual([413, []])
  })
})

describe('a connection', () => {
  test('is not upgraded to a WebSocket (Vitest CVE-2025-24964) [S54]', async () => {
    const { cookie, key } = await server.signIn()
    for (const path of ['/', '/api/events', '/api/status']) {
      const answer = await raw(
        server.port,
        request(`GET ${path}`, {
          Host: server.host,
          Origin: `http://${server.host}`,
          Cookie: cookie,
          'memory-bank-key': key,
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        }),
      )
      expect(answer.status).toBe(400)
    }
    expect(server.asked).toEqual([])
  })

  test('is accepted on loopback only (MCP Inspector CVE-2025-49596 listened on all interfaces) [S54]', async () => {
    const addresses = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter((one) => !one.internal && one.family === 'IPv4')
      .map(({ address }) => address)
    for (const address of [...addresses, '127.0.0.2', '::1']) {
      const reached = await new Promise((resolve) => {
        const socket = connect({ port: server.port, host: address, timeout: 1_000 })
        socket.on('connect', () => resolve(true))
        for (const event of ['error', 'timeout']) socket.on(event, () => resolve(false))
        socket.on('connect', () => socket.destroy())
      })
      expect([address, reached]).toEqual([address, false])
    }
  })

  test('is never a tunnel [S54]', async () => {
    const answer = await raw(server.port, `CONNECT ${server.host} HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`)
    expect(answer.status).toBe(400)
  })

  test.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'X: a\r\n b\r\nContent-Length: 2\r\n\r\n{}'],
    ['endless headers', `X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('with %s is closed [S54]', async (_, rest) => {
    const answer = await raw(server.port, `POST /api/login HTTP/1.1\r\nHost: ${server.host}\r\n${rest}`)
    expect([400, 401, 431]).toContain(answer.status)
  })

  test('with Expect: 100-continue is refused [S54]', async () => {
    const sent = request('POST /api/login', { Host: server.host, Expect: '100-continue', 'Content-Length': '2' })
    expectRefused(await raw(server.port, sent))
  })

  test('that sends its headers one letter at a time is closed [S54]', async () => {
    const impatient = await another({ receiveTimeoutMs: 1_000 })
    await new Promise<void>((resolve) => {
      const socket = connect(impatient.port, '127.0.0.1')
      const letters = setInterval(() => socket.write('x'), 100)
      socket.write('GET / HTTP/1.1\r\nX: ')
      socket.resume()
      socket.on('error', () => {})
      socket.on('close', () => {
        clearInterval(letters)
        resolve()
      })
    })
    expect(impatient.asked).toEqual([])
  })

  test('beyond the sixty-fourth waits, and the page still works [S54]', async () => {
    const held = await Promise.all(
      Array.from({ length: 70 }, () => {
        return new Promise<ReturnType<typeof connect>>((resolve) => {
          const socket = connect(server.port, '127.0.0.1', () => resolve(socket))
          socket.on('error', () => {})
        })
      }),
    )
    for (const socket of held.slice(0, 20)) socket.destroy()
    // Wait until the server has noticed the closed sockets.
    await until(() =>
      server.get('/').then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    for (const socket of held) socket.destroy()
  })
})

describe('the page', () => {
  test('and its two files are served without a cookie and contain nothing from the bank [S54]', async () => {
    const html = await server.get('/', { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'none' })
    expect(html.status).toBe(200)
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html.body).toContain('<div id="page"></div>')
    expect((await server.get('/page.js')).body).toBe('script()')
    expect((await server.get('/page.css')).body).toBe('body{}')
  })

  test('opens from a link on another site, but not in a frame [S54]', async () => {
    const from = (dest: string) => server.get('/', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': dest })
    expect((await from('document')).status).toBe(200)
    for (const dest of ['iframe', 'frame', 'embed', 'object', 'script', 'image', 'empty'])
      expectRefused(await from(dest))
  })

  test('cannot be detected by another origin that loads its script [S54]', async () => {
    expectRefused(await server.get('/page.js', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'script' }))
  })

  test('restricts the browser with headers on every answer [S54]', async () => {
    const refused = await server.get('/api/status')
    await server.signIn()
    for (const answer of [
      refused,
      await server.get('/'),
      await server.get('/page.js'),
      await server.get('/api/status'),
    ]) {
      const said = (name: string) => answer.headers.get(name)
      expect(said('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors 'none'",
      )
      expect(said('cache-control')).toBe('no-store')
      expect(said('x-content-type-options')).toBe('nosniff')
      expect(said('referrer-policy')).toBe('no-referrer')
      expect(said('cross-origin-opener-policy')).toBe('same-origin')
      expect(said('cross-origin-resource-policy')).toBe('same-origin')
      expect(said('permissions-policy')).toContain('camera=()')
      expect(said('server')).toBeUndefined()
      expect(said('x-powered-by')).toBeUndefined()
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

test('an internal error is answered without details and reported to the terminal [S54]', async () => {
  const broken = await another({
    answers: {
      read: () => Promise.reject(new Error('at /home/somebody/secret.ts:12')),
    },
  })
  await broken.signIn()
  const answer = await broken.get('/api/status')
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([500, 'unexpected'])
  expect(answer.body).not.toContain('somebody')
  expect(broken.news.at(-1)).toEqual({ kind: 'failed', what: 'at /home/somebody/secret.ts:12' })
})

describe('two pages at once', () => {
  test('do not sign each other out and do not accept each other’s cookie or code [S54]', async () => {
    const second = await another()
    const one = await server.signIn()
    const two = await second.signIn()
    const both = { Cookie: `${one.cookie}; ${two.cookie}` }
    expect((await server.get('/api/status', both)).status).toBe(200)
    expect((await second.get('/api/status', both)).status).toBe(200)
    second.asked.splice(0)
    const renamed = one.cookie.replace(String(server.port), String(second.port))
    expectRefused(await second.get('/api/status', { Cookie: renamed }), second)
    expectRefused(await second.post('/api/login', { code: server.newCode() }), second)
  })

  test('cannot share a port [S54]', async () => {
    await expect(started({ port: server.port })).rejects.toThrow(/EADDRINUSE/)
  })
})

describe('changes', () => {
  test('reach every open page, and nothing is watched without one [S54]', async () => {
    let tell: (() => void) | undefined
    const live = await another({
      answers: {
        watch(changed) {
          tell = changed
          return () => {
            tell = undefined
          }
        },
      },
    })
    const { cookie } = await live.signIn()
    expect(tell).toBeUndefined()
    const socket = listen(live, cookie)
    await until(() => socket.heard().includes('retry: 2000'))
    expect(socket.heard()).toContain('Content-Type: text/event-stream')
    tell?.()
    await until(() => socket.heard().includes('event: changed\ndata: {}\n\n'))
    socket.close()
    await until(() => tell === undefined)
  })

  test('are sent to at most twelve pages [S54]', async () => {
    const { cookie } = await server.signIn()
    const sockets = Array.from({ length: 12 }, () => listen(server, cookie))
    await until(() => sockets.every((one) => one.heard().includes('retry')))
    expect((await server.get('/api/events')).status).toBe(429)
    for (const socket of sockets) socket.close()
    await until(async () => {
      const next = listen(server, cookie)
      await until(() => next.heard().includes('\r\n\r\n'))
      next.close()
      return next.heard().startsWith('HTTP/1.1 200')
    })
  })

  test('are not sent without the cookie [S54]', async () => expectRefused(await server.get('/api/events')))
})

describe('the server stops', () => {
  test('by itself when idle; requests without the cookie do not count [S54]', async () => {
    let now = 0
    const idle = await another({ idleMs: 30, now: () => now })
    await idle.signIn()
    now = 29
    await idle.get('/api/status')
    now = 58
    await idle.get('/', {})
    await idle.get('/api/status', { Cookie: 'x' })
    expect(ended(idle)).toBeUndefined()
    now = 60
    await until(() => ended(idle) === 'idle')
    await expect(idle.get('/')).rejects.toThrow()
  })

  test('half a day after the last activity even if a page is open [S54]', async () => {
    let now = 0
    let looked = 0
    const open = await another({
      idleMs: 30,
      now: () => {
        looked += 1
        return now
      },
    })
    const { cookie } = await open.signIn()
    const socket = listen(open, cookie)
    await until(() => socket.heard().includes('retry'))
    now = 12 * 60 * 60_000 - 1
    const before = looked
    await until(() => looked > before + 10)
    expect(ended(open)).toBeUndefined()
    now += 1
    await until(() => ended(open) === 'idle')
  })

  test('once, and closes open connections [S54]', async () => {
    const { cookie } = await server.signIn()
    const socket = listen(server, cookie)
    await until(() => socket.heard().includes('retry'))
    await Promise.all([server.close(), server.close()])
    expect(server.news.filter(({ kind }) => kind === 'ended')).toEqual([{ kind: 'ended', because: 'closed' }])
    await until(() => socket.isClosed())
  })

  function ended(of: Served): string | undefined {
    const last = of.news.at(-1)
    return last?.kind === 'ended' ? last.because : undefined
  }
})

function listen(to: Served, cookie: string) {
  const socket = connect(to.port, '127.0.0.1')
  let heard = ''
  let closed = false
  socket.on('data', (data) => {
    heard += data.toString()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    closed = true
  })
  socket.write(request('GET /api/events', { Host: to.host, Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }))
  return { heard: () => heard, isClosed: () => closed, close: () => socket.destroy() }
}

async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 20))
}
