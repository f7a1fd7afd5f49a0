import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { accept } from '../../src/consent/accept.ts'
import { openWorkspace, type Workspace } from '../../src/disk/workspace.ts'
import { check } from '../../src/verbs/check.ts'
import { propose } from '../../src/verbs/refresh.ts'
import { LAW_TIMEOUT, law } from '../laws/runs.ts'

const HOME = realpathSync(mkdtempSync(join(tmpdir(), 'checked-twice-')))
afterAll(() => rmSync(HOME, { recursive: true, force: true }))

// Assembled at run time, so that the repository holds no text in the form of a secret.
const TOKEN = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`

/** A project with a bank that claims something of every kind. */
class Project {
  readonly base = mkdtempSync(join(HOME, 'p-'))
  readonly root = join(this.base, 'project')

  constructor() {
    for (const [path, text] of Object.entries(FILES)) this.put(path, text)
    this.git('init', '-q', '-b', 'main')
    const proposed = propose(this.open('kept'), { language: 'en', onConflict: undefined })
    if (!proposed.ok || !accept({ plan: proposed.value.plan }, this.open('kept')).ok) throw new Error('no bank')
    // A page for each, so that no claim hides what another rests on.
    for (const [index, line] of LINES.entries()) this.put(page(index), `# Page ${index}\n\n${line}\n`)
    this.commit('one')
    this.git('branch', 'other')
  }

  open(state: string): Workspace {
    const env = { HOME: join(this.base, 'home'), XDG_STATE_HOME: join(this.base, state) }
    const opened = openWorkspace({ folder: this.root, env, now: () => new Date(), progress: () => undefined })
    if (!opened.ok) throw new Error(opened.problem.code)
    return opened.value
  }

  /** The findings with a warm cache and without one. */
  findings(): { readonly kept: readonly string[]; readonly fresh: readonly string[] } {
    rmSync(join(this.base, 'fresh'), { recursive: true, force: true })
    return { kept: this.told('kept'), fresh: this.told('fresh') }
  }

  told(state: string): readonly string[] {
    const checked = check(this.open(state), { language: 'en' })
    if (!checked.ok) throw new Error(checked.problem.code)
    return checked.value.findings.map(
      ({ rule, path, line, message }) => `${rule} ${path}:${line} ${message.en} ${message.zh}`,
    )
  }

  memo(): string {
    const folder = join(this.base, 'kept/memory-bank')
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((one) => one.endsWith('doubts'))
    if (found === undefined) throw new Error('nothing kept')
    return join(folder, found)
  }

  put(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true })
    writeFileSync(join(this.root, path), text)
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path))
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true, force: true })
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.root, to)), { recursive: true })
    renameSync(join(this.root, from), join(this.root, to))
  }

  commit(message: string): void {
    this.git('add', '-A')
    this.git('commit', '-q', '--allow-empty', '-m', message)
  }

  git(...args: readonly string[]): void {
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'gc.auto=0', ...args], {
      cwd: this.root,
      stdio: 'ignore',
    })
  }

  end(): void {
    rmSync(this.base, { recursive: true, force: true })
  }

  /** A git command that fails changes nothing. */
  mayGit(...args: readonly string[]): void {
    try {
      this.git(...args)
    } catch {
      this.git('status')
    }
  }
}

const MANIFEST = { name: 'shop', scripts: { dev: 'vite', build: 'vite build' }, dependencies: { react: '^18.2.0' } }
const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify(MANIFEST),
  Makefile: 'build:\n\ttrue\nlint:\n\ttrue\n',
  '.gitignore': 'dist/\n*.local\n',
  '.env.example': 'SHOP_TOKEN=\nSHOP_REGION=\n',
  'src/auth/login.ts': `${'// a line\n'.repeat(6)}export function openSession() {\n  return 1\n}\n`,
  'src/auth/tokens.ts': 'export const tokenLifetime = 30\n',
  'src/pay/charge.ts': 'export class ChargeCardPolicy {}\nexport function settleOrder() {}\n',
  'src/server.ts':
    "app.get('/orders', list)\napp.post('/orders/refund', refund)\napp.listen(4100)\nprocess.env.SHOP_TOKEN\n",
  'docs/notes.md': 'openSession is described here\n',
}

/** Lines of pages, each with another kind of claim. */
const LINES = [
  'Sessions are opened by `openSession` in `src/auth/login.ts`.',
  'Sessions are opened by `openSession` in `src/auth/tokens.ts`.',
  'Cards are charged by `ChargeCardPolicy` in `src/pay/charge.ts` and settled by `settleOrder()`.',
  'The code is in `src/pay/refund.ts`, the rules in `src/pay/`.',
  'Build with `npm run build`, serve with `npm run serve`, check with `make lint`.',
  'The stack is React 18 with `zod` for input.',
  'The lifetime is set at `src/auth/tokens.ts:1`, the session at `src/auth/login.ts:7-9`.',
  'See `src/auth/login.ts#L7-9@?` and `src/pay/charge.ts#L1@0a1b2c3d`.',
  'The bundle is `dist/app.js`, settings are in `config.local` and `src/empty/`.',
  'Tokens are checked in `login.ts` by `checkToken`, next to `tokenLifetime` in `src/auth/tokens.ts`.',
  'Uses `stripeClient` from `src/pay/charge.ts`.',
] as const

/** Outside the folders of documents, whose drift is one finding. */
function page(index: number): string {
  return `memory-bank/details/page-${index}.md`
}

const SOURCES = ['src/auth/login.ts', 'src/auth/tokens.ts', 'src/pay/charge.ts', 'src/pay/refund.ts', 'lib/login.ts']
const TEXTS = [
  'export function openSession() {}\n',
  'export const tokenLifetime = 30\nexport function checkToken() {}\n',
  'export class ChargeCardPolicy {}\nconst stripeClient = 1\n',
  'export function settleOrder() {}\n// zod, serve, SHOP_REGION, 4100\n',
  '\n',
]
const MANIFESTS = [
  MANIFEST,
  { ...MANIFEST, scripts: { dev: 'vite', serve: 'vite' } },
  { ...MANIFEST, dependencies: { react: '^19.0.0', zod: '3' } },
]

type Step = { readonly name: string; readonly run: (project: Project) => void }

const step = (name: string, run: Step['run']): Step => ({ name, run })
const oneOf = <T>(...all: readonly T[]) => fc.constantFrom(...all)
const source = oneOf(...SOURCES)

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(fc.nat(LINES.length - 1), fc.subarray([...LINES], { minLength: 1, maxLength: 2 }))
    .map(([index, lines]) =>
      step(`write page ${index}`, (project) => project.put(page(index), `# Page ${index}\n\n${lines.join('\n\n')}\n`)),
    ),
  {
    arbitrary: fc
      .tuple(source, oneOf(...TEXTS))
      .map(([path, text]) => step(`write ${path}`, (project) => project.put(path, text))),
    weight: 6,
  },
  fc
    .tuple(oneOf('new', 'wholly-new'), oneOf(...TEXTS))
    .map(([name, text]) => step(`new file ${name}`, (project) => project.put(`src/${name}/file.ts`, text))),
  source.map((path) => step(`remove ${path}`, (project) => project.remove(path))),
  fc.tuple(source, source, fc.boolean()).map(([from, to, staged]) =>
    step(`move ${from} ${to}`, (project) => {
      if (!project.has(from) || from === to) return
      if (staged) project.mayGit('mv', '-f', from, to)
      else project.move(from, to)
    }),
  ),
  oneOf(...MANIFESTS).map((manifest) => step('manifest', (p) => p.put('package.json', JSON.stringify(manifest)))),
  oneOf('dist/\n*.local\n', '', 'src/pay/\nMakefile\n').map((rules) =>
    step('ignore', (project) => project.put('.gitignore', rules)),
  ),
  oneOf('dist/app.js', 'config.local').map((path) =>
    step(`unseen ${path}`, (project) => (project.has(path) ? project.remove(path) : project.put(path, 'lib/\n'))),
  ),
  source.map((path) => step(`untrack ${path}`, (project) => project.mayGit('rm', '-q', '--cached', path))),
  fc.constant(step('stage', (project) => project.git('add', '-A'))),
  fc.constant(step('commit', (project) => project.commit('more'))),
  fc.constant(step('amend', (project) => project.mayGit('commit', '-q', '--amend', '--allow-empty', '-am', 'again'))),
  oneOf('main', 'other', 'HEAD~1').map((to) => step(`switch ${to}`, (p) => p.mayGit('checkout', '-q', '-f', to))),
  fc.constant(step('merge', (project) => project.mayGit('merge', '-q', '--no-edit', 'other'))),
  fc.constant(step('reset', (project) => project.mayGit('reset', '-q', '--hard', 'HEAD~1'))),
  fc.constant(step('stash', (project) => project.mayGit('stash', '-q', '-u'))),
  // The written files are older than git's racy interval.
  fc.constant(step('wait', wait)),
)

function wait(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 160)
}

describe('the cache between checks', () => {
  test('an index is checked again if a page that it names in another folder appears or disappears [S50]', () => {
    const project = new Project()
    const row = (path: string) => `| ${path} | Page | What it says. | 2026-01-01 | 3 | Done |\n`
    const head = '# Requirements\n\n| path | title | summary | updated | size | status |\n|---|---|---|---|---|---|\n'
    project.put('memory-bank/details/requirements/REQ-001.md', '# A\n\nStatus: Done\n')
    project.put('memory-bank/details/requirements/index.md', head + row('details/design/page-1.md'))
    for (const change of [() => undefined, () => project.remove(page(1)), () => project.put(page(1), '# Back\n')]) {
      change()
      const { kept, fresh } = project.findings()
      expect(kept).toEqual(fresh)
    }
    project.end()
  })

  test('nothing of a page with a secret is kept [S35]', () => {
    const project = new Project()
    project.put(page(0), `# Page 0\n\nThe token is ${TOKEN}, for \`askedForIt\` in \`src/asked/for-it.ts\`.\n`)
    wait()
    expect(project.findings().kept.join('\n')).toContain('secrets details/page-0.md:3')
    const kept = readFileSync(project.memo(), 'latin1')
    expect(['page-3.md', 'page-0.md', 'askedForIt', 'for-it.ts', TOKEN].map((one) => kept.includes(one))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    project.end()
  })

  test('while git lists no change the kept judgement is the answer [S51]', () => {
    const project = new Project()
    wait()
    const before = project.findings()
    project.put('.git/info/exclude', 'refund.ts\n')
    project.put('src/pay/refund.ts', '\n')
    const after = project.findings()
    expect(after.kept).toEqual(before.kept)
    expect(after.fresh).not.toEqual(before.fresh)
    project.end()
  })

  test.each<[string, (project: Project) => void]>([
    ['a symbol that left its file', (project) => project.put('src/auth/login.ts', '\n')],
    [
      'a symbol that came to its file',
      (project) => project.put('src/pay/charge.ts', `${FILES['src/pay/charge.ts']}const stripeClient = 1\n`),
    ],
    [
      'a word that commits brought and took',
      (project) => {
        project.put('src/server.ts', `${FILES['src/server.ts']}const stripeClient = 1\n`)
        project.commit('two')
        project.put('src/server.ts', FILES['src/server.ts'] ?? '')
        project.commit('three')
      },
    ],
    ['a new file of a name that is missed', (project) => project.put('lib/pay/refund.ts', '\n')],
    [
      'a path that commits brought and took',
      (project) => {
        project.put('src/pay/refund.ts', '\n')
        project.commit('two')
        project.remove('src/pay/refund.ts')
        project.commit('three')
      },
    ],
    ['a script', (project) => project.put('package.json', JSON.stringify(MANIFESTS[1]))],
    ['an edit of the page', (project) => project.put(page(0), '# Page 0\n\nIn `src/auth/gone.ts`.\n')],
    [
      'another branch',
      (project) => {
        project.remove('src/pay')
        project.git('add', '-A')
        project.git('commit', '-qm', 'two')
        project.git('checkout', '-q', '-b', 'third')
      },
    ],
  ])('%s is found after a judgement was kept [S51]', (_name, change) => {
    const project = new Project()
    wait()
    const before = project.findings()
    expect(before.kept).toEqual(before.fresh)
    change(project)
    wait()
    const after = project.findings()
    expect(after.kept).toEqual(after.fresh)
    expect(after.fresh).not.toEqual(before.fresh)
    project.end()
  })

  test(
    'after any edits, commits and checkouts a check finds what it finds with nothing kept [S51]',
    () => {
      law(
        fc.property(
          fc.array(fc.array(steps, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 9 }),
          (rounds) => {
            const project = new Project()
            const done: string[] = []
            for (const round of rounds) {
              for (const one of round) {
                one.run(project)
                done.push(one.name)
              }
              const { kept, fresh } = project.findings()
              expect(kept, done.join(', ')).toEqual(fresh)
              done.push('check')
            }
            project.end()
          },
        ),
        6,
      )
    },
    LAW_TIMEOUT,
  )
})
