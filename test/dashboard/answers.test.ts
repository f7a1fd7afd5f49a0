/** The dashboard's API over a real bank in a real git repository. */

import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decodeAddition } from '../../src/bank/decode-addition.ts'
import { pageOf } from '../../src/bank/page.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { Proposals } from '../../src/consent/proposals.ts'
import { BankAnswers } from '../../src/dashboard/answers.ts'
import { exportPage } from '../../src/dashboard/export.ts'
import { Ledger } from '../../src/disk/state/ledger.ts'
import { UseLog } from '../../src/disk/state/use-log.ts'
import { HOSTS } from '../../src/hosts/index.ts'
import { history } from '../../src/verbs/history.ts'
import { withGit } from '../disk/git/other-git.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'
import { PageProject } from '../verbs/page-project.ts'

const SECRET = `ghp_${'Ab3dEf6hIj9lMn2pQr5tUv8xYz1aBc4dEf7h'}`
const ANSWER = { kind: 'answer', title: 'Which indent?', text: 'Tabs.', pointer: 'details/tech.md' }

let project: PageProject
let answers: BankAnswers
beforeEach(() => {
  project = new PageProject({
    'package.json': '{"name":"shop","scripts":{"test":"vitest"}}',
    'src/cache.ts': 'export function remember() {}\n',
  })
  project.put('memory-bank/details/design/cache.md', '# Cache\n\nThe cache stands in `src/cache.ts`.\n')
  project.commit('all')
  answers = new BankAnswers({ folder: project.root, env: project.env, hosts: HOSTS, language: undefined })
})
afterEach(() => project.remove())

// biome-ignore lint/suspicious/noExplicitAny: any JSON; each test states what it expects.
type Body = any

async function get(path: string): Promise<{ readonly status: number; readonly body: Body }> {
  const [at = '', query = ''] = path.split('?')
  return answers.read(at, new URLSearchParams(query))
}

async function post(
  path: string,
  body: Record<string, unknown>,
): Promise<{ readonly status: number; readonly body: Body }> {
  return answers.write(path, new URLSearchParams(), body)
}

function proposed(entry: object = ANSWER): string {
  const addition = decodeAddition(entry)
  if (!addition.ok) throw new Error(addition.problem.code)
  const waiting = new Proposals(project.open()).propose('s', [addition.value], [])
  const id = waiting.ok ? waiting.value.proposals[0]?.id : undefined
  if (id === undefined) throw new Error('nothing was proposed')
  return id
}

test('an export calls git equally often for any number of files [S39] [S54]', async () => {
  const starts = async (count: number) => {
    for (let at = 0; at < count; at += 1)
      project.put(`memory-bank/details/design/z${at}.md`, `# Z ${at}\n\nIn \`src/cache.ts\`.\n`)
    project.commit('more')
    const fresh = new BankAnswers({ folder: project.root, env: project.env, hosts: HOSTS, language: undefined })
    const log = join(temporaryFolder({}), 'log')
    const page = await withGit(`echo x >> '${log}'; PATH=\${PATH#*:} exec git "$@"`, () =>
      exportPage(fresh, { script: '', style: '' }, 'en'),
    )
    expect(page).toContain(`Z ${count - 1}`)
    return readFileSync(log, 'utf8').length / 2
  }
  const few = await starts(205)
  expect(await starts(240)).toBe(few)
})

test('archives only the never-followed document that the user names [S54] [S56]', async () => {
  const written = '# Old way\n\n2026-01-02\n\nNobody asks.\n'
  for (const name of ['one', 'two']) project.put(`memory-bank/details/design/${name}.md`, written.replace('Old', name))
  const log = new UseLog(project.open().place.state)
  const { entries } = (await get('/api/usage')).body
  const ids = ['one', 'two'].map((name) => entries.find((use: Body) => use.path === `details/design/${name}.md`).id)
  const old = new Date('2026-01-02T12:00:00Z')
  for (const name of ['one', 'two']) {
    utimesSync(join(project.root, `memory-bank/details/design/${name}.md`), old, old)
    const [note] = pageOf(written.replace('Old', name), knownPath(`details/design/${name}.md`)).entries
    for (let session = 0; session < 10; session += 1)
      log.add(`s${session}`, [
        { kind: 'use', day: '2026-02-01', use: 'offered', path: `details/design/${name}.md`, ids: [note?.id ?? ''] },
      ])
  }
  expect((await get('/api/usage')).body.unused).toHaveLength(2)
  const plan = (await get(`/api/archive?id=${encodeURIComponent(ids[0])}`)).body
  expect(plan.files.map((file: Body) => file.path)).toContain('details/design/one.md')
  expect(plan.files.map((file: Body) => file.path)).not.toContain('details/design/two.md')
  expect((await post('/api/archive', { planHash: plan.planHash })).status).toBe(400)
  expect((await post('/api/archive', { id: ids[0], planHash: plan.planHash })).status).toBe(200)
  expect((await get('/api/usage')).body.unused).toHaveLength(1)
})

test('every read path answers in both languages [S54]', async () => {
  const id = proposed()
  const change = (await get('/api/timeline')).body.items.find((item: Body) => item.from === 'journal').id
  for (const path of answers.reads) {
    const query = new URLSearchParams({
      ...(path === '/api/file' || path === '/api/source'
        ? { path: path === '/api/file' ? 'MEMORY.md' : 'src/cache.ts' }
        : {}),
      ...(path === '/api/review' ? { id } : {}),
      ...(['/api/change', '/api/undo'].includes(path) ? { id: change } : {}),
      ...(path === '/api/recall' ? { question: 'cache' } : {}),
      ...(path === '/api/search' ? { q: 'cache' } : {}),
    })
    for (const lang of ['en', 'zh']) {
      query.set('lang', lang)
      const answer = await answers.read(path, query)
      expect([path, answer.status]).toEqual([path, 200])
    }
  }
})

describe('an unconfirmed change', () => {
  const listed = async () => (await get('/api/unconfirmed')).body
  const MINE = 'memory-bank/details/tech.md'

  test('is counted and listed with its diff, and kept or undone as shown [S34]', async () => {
    // The file that the test itself put there.
    const changes = (await listed()).map(({ path, hash }: Body) => ({ path, hash }))
    expect(changes).toMatchObject([{ path: 'details/design/cache.md' }])
    expect((await post('/api/keep', { changes })).status).toBe(200)
    expect(await listed()).toEqual([])
    const before = project.read(MINE)
    project.put(MINE, `${before}\nMine.\n`)
    expect((await get('/api/status')).body.unconfirmed).toBe(1)
    const [shown] = await listed()
    expect(shown).toMatchObject({ path: 'details/tech.md', files: [{ added: 2 }] })
    // Looking records nothing: the guard of a running command must still find the difference.
    const ledger = new Ledger(project.open().place)
    expect([ledger.unconfirmed(), ledger.compare(new Date())]).toMatchObject([[], { changes: [{ path: shown.path }] }])
    const named = [{ path: shown.path, hash: shown.hash }]
    for (const changes of [undefined, [], [{ path: shown.path, hash: 'x' }], [{ ...named[0], path: 'MEMORY.md' }]])
      for (const path of ['/api/keep', '/api/restore'])
        expect((await post(path, { changes })).body.code).toBe('plan-changed')
    expect((await post('/api/restore', { changes: named })).body.files).toEqual(['details/tech.md'])
    expect([project.read(MINE), await listed()]).toEqual([before, []])
    project.put(MINE, `${before}\nYours.\n`)
    const [again] = await listed()
    // A hash is bound to the text that was shown.
    expect((await post('/api/keep', { changes: named })).status).toBe(409)
    expect((await post('/api/keep', { changes: [{ path: again.path, hash: again.hash }] })).status).toBe(200)
    expect(await listed()).toEqual([])
    expect(project.read(MINE)).toContain('Yours.')
    expect((await get('/api/status')).body.unconfirmed).toBe(0)
  })
})

describe('a proposal', () => {
  test('is reviewed, edited, accepted as shown, stamped as accepted on the page, and undone [S42]', async () => {
    const id = proposed()
    const shown = await get(`/api/review?id=${id}`)
    expect(shown.body).toMatchObject({ id, kind: 'answer', title: 'Which indent?' })
    const fields = { text: 'Two spaces.' }
    const edited = await post('/api/review', { id, fields })
    expect(edited.body.planHash).not.toBe(shown.body.planHash)
    expect(project.read('memory-bank/MEMORY.md')).not.toContain('Two spaces.')
    const { hash, planHash } = edited.body
    const accepted = await post('/api/accept', { items: [{ id, hash, planHash, fields }] })
    expect(accepted.status).toBe(200)
    expect(project.read('memory-bank/MEMORY.md')).toContain('Two spaces.')
    const past = history(project.open())
    expect(past.ok && past.value.past[0]?.provenance[0]?.accepted).toMatchObject({ how: 'page', edited: true })
    expect((await get('/api/proposals')).body.proposals).toEqual([])
    const plan = await get(`/api/undo?id=${accepted.body.change}`)
    const undone = await post('/api/undo', { id: accepted.body.change, planHash: plan.body.planHash })
    expect(undone.status).toBe(200)
    expect(project.read('memory-bank/MEMORY.md')).not.toContain('Two spaces.')
    const again = await get(`/api/review?id=${id}`)
    const items = [{ id, hash: again.body.hash, planHash: again.body.planHash }]
    expect((await post('/api/accept', { items })).status).toBe(200)
    expect(project.read('memory-bank/MEMORY.md')).toContain('Two spaces.')
  })

  test('is not accepted with a different hash than it was shown with [S42]', async () => {
    const id = proposed()
    const { hash, planHash } = (await get(`/api/review?id=${id}`)).body
    for (const item of [
      { id, hash: 'x', planHash },
      { id, hash, planHash: 'x' },
      { id, hash, planHash, fields: { text: 'Something else.' } },
    ])
      expect((await post('/api/accept', { items: [item] })).status).toBe(409)
    expect(project.read('memory-bank/MEMORY.md')).not.toContain('Which indent?')
  })

  test('is rejected with a reason [S36]', async () => {
    const id = proposed()
    expect((await post('/api/reject', { ids: [id], because: 'a formatter says so' })).status).toBe(200)
    expect((await get('/api/proposals')).body.proposals).toEqual([])
    expect((await get('/api/proposals?all=1')).body.proposals).toMatchObject([{ id, status: 'rejected' }])
  })

  test('can be reopened after a rejection, and then accepted as shown [S36] [S42]', async () => {
    const id = proposed()
    await post('/api/reject', { ids: [id], because: 'a formatter says so' })
    expect((await get(`/api/review?id=${id}`)).body).toMatchObject({
      status: 'rejected',
      because: 'a formatter says so',
    })
    expect((await post('/api/reopen', { ids: [id] })).body.proposals).toMatchObject([{ id, status: 'waiting' }])
    const { hash, planHash, because } = (await get(`/api/review?id=${id}`)).body
    expect(because).toBeUndefined()
    expect((await post('/api/accept', { items: [{ id, hash, planHash }] })).status).toBe(200)
    expect((await post('/api/reopen', { ids: [id] })).body.code).toBe('proposal-settled')
  })

  test('has a kind that can always be allowed, and revoked [S36]', async () => {
    expect((await post('/api/allow', { kind: 'focus', allowed: true })).body.allowed).toEqual(['focus'])
    expect((await post('/api/allow', { kind: 'focus', allowed: false })).body.allowed).toEqual([])
  })
})

const NOT_UNDERSTOOD: readonly (readonly [string, Record<string, unknown>])[] = [
  ['/api/review', {}],
  ['/api/review', { id: 'x', fields: { text: 1 } }],
  ['/api/review', { id: ['x'], fields: {} }],
  ['/api/accept', {}],
  ['/api/accept', { items: [] }],
  ['/api/accept', { items: 'x' }],
  ['/api/accept', { items: [{ id: 'x' }] }],
  ['/api/accept', { items: [{ id: 'x', hash: 'x', planHash: 'x' }, null] }],
  ['/api/accept', { items: [{ id: 'x', hash: 'x', planHash: 'x', fields: [] }] }],
  ['/api/reject', { ids: [] }],
  ['/api/reject', { ids: ['x', 1] }],
  ['/api/reject', { ids: ['x'], because: {} }],
  ['/api/reopen', {}],
  ['/api/reopen', { ids: 'x' }],
  ['/api/reopen', { ids: ['x', 1] }],
  ['/api/allow', { kind: 'removal', allowed: true }],
  ['/api/allow', { kind: 'focus' }],
  ['/api/allow', { kind: 'focus', allowed: 'yes' }],
  ['/api/usage', {}],
  ['/api/usage', { on: 'true' }],
  ['/api/undo', { id: 'x' }],
  ['/api/fix', {}],
]

test('an invalid write gets a usage problem and changes nothing [S54]', async () => {
  const before = project.read('memory-bank/MEMORY.md')
  for (const [path, body] of NOT_UNDERSTOOD) {
    const answer = await post(path, body)
    expect([path, body, answer.status, answer.body.code]).toEqual([path, body, 400, 'usage'])
    expect(project.read('memory-bank/MEMORY.md')).toBe(before)
  }
})

const OUTSIDE = [
  '/api/review?id=nothing',
  '/api/file?path=../../etc/passwd',
  '/api/file?path=/etc/passwd',
  '/api/source?path=../../../etc/passwd',
  '/api/source?path=/etc/passwd',
  '/api/source?path=.git/config',
  '/api/change?id=nothing',
  '/api/change?id=--output=/tmp/x',
  '/api/undo?id=nothing',
  '/api/opening?host=nothing',
]

test('a missing or outside path is a problem that reveals nothing from outside [S39]', async () => {
  for (const path of OUTSIDE) {
    const { status, body } = await get(path)
    expect([path, status]).toEqual([path, expect.toSatisfy((code) => code >= 400)])
    expect(Object.keys(body).toSorted()).toEqual(['code', 'message', 'next'])
    expect(JSON.stringify(body)).not.toMatch(/root:|\[core\]/)
  }
})

test('no answer contains a secret from the bank or the code [S35]', async () => {
  project.put(
    'memory-bank/details/design/keys.md',
    `# Keys ${SECRET}\n\nThe token is ${SECRET}, see \`src/keys.ts\`.\n`,
  )
  project.put('src/keys.ts', `export const token = '${SECRET}'\n`)
  project.commit(`token ${SECRET}`)
  const asked = [
    ...[
      '/api/status',
      '/api/files',
      '/api/files?judged=no',
      '/api/file?path=details/design/keys.md',
      '/api/entries',
      '/api/check',
      '/api/fix',
    ],
    ...[
      '/api/recall?question=keys token',
      '/api/search?q=keys',
      `/api/search?q=${SECRET}`,
      '/api/timeline',
      '/api/usage',
    ],
    ...['/api/source?path=src/keys.ts', '/api/opening', `/api/review?id=${SECRET}`, `/api/file?path=${SECRET}`],
  ]
  const commits = (await get('/api/timeline')).body.items.filter((item: Body) => item.from === 'git')
  for (const path of [...asked, ...commits.map((item: Body) => `/api/change?id=${item.id}`)])
    expect([path, JSON.stringify((await get(path)).body).includes(SECRET)]).toEqual([path, false])
})

describe('a slow answer', () => {
  test('is reused until the bank changes, by any program [S54]', async () => {
    const first = await get('/api/file?path=details/design/cache.md')
    expect((await get('/api/file?path=details/design/cache.md')).body).toBe(first.body)
    expect((await get('/api/file?path=details/design/cache.md&lang=zh')).body).not.toBe(first.body)
    project.put('memory-bank/details/design/cache.md', '# Cache\n\nIt is gone.\n')
    const { blocks } = (await get('/api/file?path=details/design/cache.md')).body
    expect(JSON.stringify(blocks)).toContain('It is gone.')
  })

  test('about a proposal is refreshed after it was answered elsewhere [S42]', async () => {
    const id = proposed()
    expect((await get(`/api/review?id=${id}`)).body.status).toBe('waiting')
    new Proposals(project.open()).settle(id, 'rejected')
    expect((await get(`/api/review?id=${id}`)).body.status).toBe('rejected')
  })
})

test('every answer reports unreadable settings, until they are repaired [S54]', async () => {
  project.put('memory-bank.json', '{')
  expect((await get('/api/status')).body.code).toBe('config-invalid')
  project.put('memory-bank.json', '{}')
  expect((await get('/api/status')).status).toBe(200)
})
