import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { knownPath } from '../../src/core/bank-path.ts'
import { Codebase } from '../../src/drift/codebase.ts'
import { findDrift } from '../../src/drift/find-drift.ts'
import { readClaims } from '../../src/drift/read-claims.ts'
import { driftOf } from '../../src/flows/drift.ts'
import { readBank } from '../../src/workspace/bank/read-bank.ts'
import { openWorkspace } from '../../src/workspace/workspace.ts'
import { repositoryOf } from './repository-of.ts'
import { labelsOf, layOut, type SampleProject, type Score, score } from './sample-project.ts'
import { SAMPLES } from './samples/index.ts'

/** Nothing here has a history: all that is said must follow from what the repository holds. */
function found(files: Readonly<Record<string, string>>, text: string): readonly string[] {
  const claims = readClaims(knownPath('details/design/page.md'), text)
  return findDrift(claims, new Codebase(repositoryOf(files))).map(({ verdict, claim }) => `${verdict} ${claim}`)
}

const SHOP = {
  'src/ring.py': 'class Ring(object):\n    def get_nodes(self):\n        pass\n\ndef hash_path(path):\n    pass\n',
  'src/store.py':
    'from base import Driver\n\nclass Shelf(Driver):\n    def find_free_slot(self):\n        pass\n\ndef open_shelf(name):\n    pass\n\ndef close_shelf(name):\n    pass\n\ndef count_shelves():\n    pass\n\ndef count_used_slots():\n    pass\n',
  'src/work.ts': 'export class JobRunner {}\nexport class JobQueue {}\nexport function startWork() {}\n',
}

test.each([
  ['a member of a class that is here', '`Ring.more_nodes` finds the rest.', ['gone Ring.more_nodes']],
  ['a member that a base from elsewhere may lend', '`Shelf.find_all_by_id` loads them.', []],
  ['a member of what is not here', '`Stripe.createIntent` charges.', []],
  [
    'a name among many of ours',
    '`open_shelf`, `close_shelf`, `count_shelves` and `drop_shelf` are the calls.',
    ['gone drop_shelf'],
  ],
  [
    'a name that is given to somebody',
    '`open_shelf` and `close_shelf`, `count_shelves`: Horizon calls `fetch_shelf_list` then.',
    [],
  ],
  ['a possessed name', "The directory's `memberOf` is mapped in `src/work.ts`.", []],
  ['a twin of a name that is here', '`count_used_slots` and `count_free_slots` report.', ['gone count_free_slots']],
  ['a field of data', '`payload.orderId` is kept by `startWork`.', []],
])('%s: %j [S51]', (_title, text, expected) => expect(found(SHOP, text)).toEqual(expected))

const MOVED = {
  'src/plugins.ts': 'export const defaultPlugin = {}\nexport const otherPlugin = {}\n',
  'src/build.ts':
    "import {\n  defaultPlugin,\n  type Plugin,\n} from './plugins'\n\nexport class Site extends Base {}\nrun(defaultPlugin)\n",
  'src/shelf.py': 'from plugins import open_shelf\n\n\ndef close_shelf():\n    open_shelf()\n',
  'src/plugins.py': 'def open_shelf():\n    pass\n\n\ndef find_shelf():\n    pass\n',
}

test.each([
  ['it is imported there', '`defaultPlugin` is defined in `src/build.ts`.', ['moved defaultPlugin']],
  ['it is imported there, in Chinese', '`defaultPlugin` 定义在 `src/build.ts`。', ['moved defaultPlugin']],
  ['Python imports it', '`open_shelf` lives in `src/shelf.py`.', ['moved open_shelf']],
  ['the file does not name it, and imports others by name', '`find_shelf` in `src/shelf.py`.', ['moved find_shelf']],
  ['it is only used there', '`defaultPlugin` in `src/build.ts` runs first.', []],
  ['it is there', '`close_shelf` lives in `src/shelf.py`.', []],
])('what a file is said to define: %s [S51]', (_title, text, expected) => expect(found(MOVED, text)).toEqual(expected))

test.each([
  ['two versions of a service', 'We run PostgreSQL 14.\n\n- PostgreSQL 16, for orders', ['disputed PostgreSQL 16']],
  ['a version and the same in full', 'We run PostgreSQL 16.\n\n- PostgreSQL 16.2, for orders', []],
  ['versions of two environments', 'Production runs Redis 6.\n\nStaging runs Redis 7.', []],
  ['three versions', 'Redis 5 is here.\n\nRedis 6 is there.\n\nRedis 7 is new.', []],
  ['protocols', 'TLS 1.2 is the floor.\n\nTLS 1.3 is the aim.', []],
  ['two values of a constant', '`MAX_TRIES` is 3.\n\nMAX_TRIES = 5.', ['disputed MAX_TRIES = 5']],
  [
    'the older of two',
    '### 2026-03-01\n\nMAX_TRIES is 5.\n\n### 2026-02-01\n\nMAX_TRIES is 3.',
    ['disputed MAX_TRIES is 3'],
  ],
  ['a value that was', 'MAX_TRIES is 3.\n\nMAX_TRIES was 5.', []],
  ['values in one line', 'MAX_TRIES is 3 and MIN_TRIES is 1; MAX_TRIES is 5 for admins.', []],
  ['another unit', 'wait_time is 3 s.\n\nwait_time is 3 s, always.', []],
])('facts of one bank, %s: %j [S51]', (_title, text, expected) => expect(found(SHOP, text)).toEqual(expected))

const NODE = {
  'package.json': JSON.stringify({
    scripts: { test: 'node test/all.mjs', build: 'tsc' },
    dependencies: { '@acme/core': '^1.0.0', '@acme/web': '^1.0.0', zod: '^3.0.0', redis: '~4.6.0' },
  }),
  'src/app.ts':
    "app.get('/topic/thumbs/upload', x)\napp.get('/users', y)\napp.get('/orders', z)\nconst port = process.env.APP_PORT\n",
  'src/sigtrap.ts': '',
  'src/sigtrap-posix.ts': '',
  'docs/guide.md': 'SHOP_COLOUR is documented\n',
  'plugins/mail/index.ts': '',
  'plugins/acl/index.ts': '',
}

test.each([
  ['a package of a scope that is declared', '`@acme/forms` 1.0 builds the forms.', ['gone @acme/forms']],
  ['a package of another scope', '`@other/forms` 1.0 builds the forms.', []],
  ['a client in the words of its manifest', '- redis ~4.5.0', ['changed redis ~4.5.0']],
  ['a server of that name', '- Redis 7 keeps sessions', []],
  [
    'a route that differs in one part',
    '`POST /api/topic/thumb/upload` takes pictures.',
    ['changed POST /api/topic/thumb/upload'],
  ],
  ['a route of which nothing is here', '`GET /albums/:id` is answered.', []],
  ['a route that a platform answers', '`GET /users`, `GET /orders` and `GET /healthz` are open.', []],
  ['a route among ours', '`GET /users`, `GET /orders` and `GET /invoices` are open.', ['gone GET /invoices']],
  [
    'a folder beside those that are here',
    'Plugins: `plugins/mail`, `plugins/acl` and `plugins/junk`.',
    ['gone plugins/junk'],
  ],
  [
    'a source file beside its kin',
    '`sigtrap.ts`, `sigtrap-posix.ts` and `sigtrap-other.ts` catch signals.',
    ['gone sigtrap-other.ts'],
  ],
  ['a command that a script runs word for word', '`npm test` runs `node test/all.mjs`.', []],
  ['a program that yarn takes from a package', '`yarn run vue-tsc --noEmit` checks types.', []],
  ['a port of another program', 'Grafana listens on port 3999 of the ops host.', []],
])('%s: %j [S51]', (_title, text, expected) => expect(found(NODE, text)).toEqual(expected))

const TOOLS = {
  'tox.ini': '[tox]\nenvlist = py39,pep8\n\n[testenv:pep8]\n[testenv:docs]\n[testenv:func-ec]\n[testenv:func]\n',
  'Cargo.toml':
    '[package]\nname = "acme"\nedition = "2021"\n\n[features]\nfancy = []\n\n[dependencies]\nclap = { version = "4.1", optional = true }\n',
  'lib/tasks/acme.rake':
    'namespace :acme do\n  namespace :mail do\n    task :send => :environment do\n    end\n  end\n  task :remind do\n  end\nend\n',
  'pom.xml':
    '<project><properties><netty.version>4.1.86.Final</netty.version></properties><profile>\n<id>full</id></profile></project>',
  'bin/acme-start': '',
  'bin/acme-stop': '',
  'bin/acme-status': '',
  'ci.yml': 'rust: 1.60.0\n',
}

test.each([
  ['tox -e pep8', []],
  ['tox -e fast8', ['gone tox -e fast8']],
  ['tox -e func-old', ['gone tox -e func-old']],
  ['tox -e py311', []],
  ['cargo test --features fancy,clap', []],
  ['cargo test --features plain', ['gone cargo test --features plain']],
  ['rake acme:remind acme:mail:send', []],
  ['rake acme:mail:remind', ['gone rake acme:mail:remind']],
  ['rake db:anything test:units', []],
  ['mvn -Pfull verify', []],
  ['mvn -Pslim verify', ['gone mvn -Pslim verify']],
  ['bin/acme-restart now', ['gone bin/acme-restart now']],
  ['node_modules/.bin/acme now', []],
  ['./acme run', []],
])('`%s` finds %j [S51]', (command, expected) => expect(found(TOOLS, `\`\`\`sh\n${command}\n\`\`\``)).toEqual(expected))

test.each([
  ['Edition 2018.', ['changed Edition 2018']],
  ['Edition 2021.', []],
  ['| Library | Version |\n|---|---|\n| netty | 4.1.73.Final |', ['changed netty 4.1.73.Final']],
  ['MSRV 1.52.1, pinned in `ci.yml`.', ['changed MSRV 1.52.1']],
  ['MSRV 1.60.0, pinned in `ci.yml`.', []],
])('%j finds %j [S51]', (text, expected) => expect(found(TOOLS, text)).toEqual(expected))

const SERVER = {
  'package.json': JSON.stringify({ dependencies: { union: '~0.5.0', nanoid: '^3.1.0', typescript: '^7.0.0' } }),
  'go.mod': 'module acme.dev/server\n\ngo 1.20\n\nrequire github.com/acme/wire v1.2.0\n',
  'bin/server': '#!/usr/bin/env node\nserver.basePort = 8080\n',
  'src/options.js': 'module.exports = { port: { alias: "p", default: 3000 } }\nconst MODE = process.env.ACME_MODE\n',
  'src/recovery.js': 'function recover() {}\nconst user = process.env.NODE_ACME_USER\n',
}

test.each([
  ['a constant whose kin are here', '`ACME_LEVEL` sets how much is printed.', ['gone ACME_LEVEL']],
  ['a constant that begins as others do too', '`NODE_OPTIONS` is passed on.', []],
  ['one that shares more with ours', '`NODE_ACME_PASS` is the password.', ['gone NODE_ACME_PASS']],
  ['a constant of nobody here', '`STRIPE_KEY` is theirs.', []],
  ['what a package is said to be at', '`union` is at ~0.6.0.', ['changed union is at ~0.6.0']],
  ['what it is truly at', '`union` stays at 0.5.x because of callbacks.', []],
  ['the same in Chinese', '- `nanoid` 用 5.x。', ['changed nanoid 用 5.x']],
  ['a number that is no version', '`nanoid` 用 5 次。', []],
  ['a known package and its major version', 'We build with typescript 6, in strict mode.', ['changed typescript 6']],
  ['a module of Go', '`github.com/acme/fast` is used for JSON.', ['gone github.com/acme/fast']],
  ['a module of Go that is declared', '`github.com/acme/wire` is used for JSON.', []],
  ['a target without any Makefile', '`make test` runs everything.', ['gone make test']],
  ['a port where an option has another', '监听端口默认 3001。', ['changed 端口默认 3001']],
  ['a port before its word', '服务在 3000 端口。', []],
  [
    'a type beside its file in a table',
    '| What | Where |\n|---|---|\n| Panics go to `PanicMapper` | `src/recovery.js` |',
    ['gone PanicMapper'],
  ],
])('%s: %j [S51]', (_title, text, expected) => expect(found(SERVER, text)).toEqual(expected))

test('where a Makefile is made by another tool, its targets are not told [S51]', () => {
  expect(found({ ...SERVER, 'configure.ac': '' }, '`make test` runs everything.')).toEqual([])
})

const HOME = mkdtempSync(join(tmpdir(), 'drift-'))
afterAll(() => rmSync(HOME, { recursive: true, force: true }))

const scores: Score[] = []

describe('sample projects with planted drift and traps', () => {
  test.each(SAMPLES.map((sample) => [sample.name, sample] as const))(
    '%s: at most a tenth of what is reported is wrong, and a fifth of the drift missed [S51]',
    (_name, sample) => {
      const result = score(labelsOf(sample), reportedIn(sample))
      scores.push(result)
      const { found, missed, wrong } = result
      expect(found.length / (found.length + wrong.length), JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.9)
      expect(found.length / (found.length + missed.length), JSON.stringify(missed)).toBeGreaterThanOrEqual(0.8)
    },
  )

  test('over all of them nothing wrong is reported, and nine tenths of the drift is found [S51]', () => {
    expect(scores.flatMap((one) => one.wrong)).toEqual([])
    const found = scores.flatMap((one) => one.found).length
    const missed = scores.flatMap((one) => one.missed)
    expect(found / (found + missed.length), JSON.stringify(missed)).toBeGreaterThanOrEqual(0.9)
  })
})

function reportedIn(sample: SampleProject) {
  const folder = join(HOME, String(SAMPLES.indexOf(sample)))
  mkdirSync(folder)
  layOut(sample, folder)
  const workspace = openWorkspace({
    folder,
    env: { HOME, XDG_STATE_HOME: join(HOME, 'state') },
    now: () => new Date(),
    progress: () => undefined,
  })
  if (!workspace.ok) throw new Error(JSON.stringify(workspace.problem))
  const snapshot = readBank(workspace.value.place.bank, workspace.value.progress)
  if (!snapshot.ok) throw new Error(JSON.stringify(snapshot.problem))
  return driftOf(workspace.value, snapshot.value).map(({ path, line, verdict, claim }) => ({
    path,
    line,
    verdict,
    claim,
  }))
}
