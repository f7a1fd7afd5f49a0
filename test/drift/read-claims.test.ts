import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownPath } from '../../src/core/bank-path.ts'
import { readClaims } from '../../src/drift/read-claims.ts'
import { expectInProportion } from '../growth.ts'
import { law } from '../laws/runs.ts'

const PAGE = knownPath('details/design/page.md')

/** The things a text claims, in short. */
function claimed(text: string, path = PAGE): readonly string[] {
  return readClaims(path, text).map((claim) => `${claim.kind} ${claim.text}`)
}

test.each([
  'We removed `src/old.ts` last year.',
  '`src/old.ts` was replaced by something better.',
  'Sessions used to live in `src/old.ts`.',
  'The legacy `src/old.ts` is kept by another team.',
  'Migrated from `src/old.ts`.',
  'We will add `src/new.ts`.',
  'TODO: `src/new.ts`',
  'Planned: `src/new.ts`',
  'Create `src/new.ts` for it.',
  'There is no `src/models.ts`.',
  'Never import `src/internal.ts`, `src/secret.ts` or `src/hidden.ts`.',
  "Don't touch `src/internal.ts`.",
  'Chosen over `src/other.ts`.',
  'Without `src/other.ts` the build fails.',
  'It works without a copy that is in `src/other.ts`.',
  '~~`src/old.ts` holds the cache.~~',
  '- [ ] write `src/new.ts`',
  '- [x] wrote `src/old.ts`',
  'Removed:\n\n- `src/a.ts`\n- `src/b.ts`',
  '- Deprecated\n  - `src/a.ts`',
  '## Roadmap\n\n`src/new.ts` does it.',
  '## Given up\n\n`src/other.ts` was simpler.',
  '**Alternatives**: `src/other.ts`',
  '| Decision | Given up |\n|---|---|\n| one | `src/other.ts` |',
  '| File | Status |\n|---|---|\n| `src/old.ts` | deprecated |',
  '| Decision | Why |\n|---|---|\n| `src/old.ts` (superseded: a table) | `src/other.ts` reads it |',
  '| 决策 | 原因 |\n|---|---|\n| `src/old.ts`（已废弃，由「一张表」取代） | `src/other.ts` 读取 |',
  '## Carts in a file (superseded: a table)\n\n- **Why**: `src/old.ts` reads it',
  '## 购物车存文件（已废弃，由「一张表」取代）\n\n- **原因**：`src/old.ts` 读取',
  '### Cache\n\nStatus: Superseded\n\nThe cache is in `src/cache.ts`.',
  '### Cache\n\nThe cache is in `src/cache.ts`.\n\nStatus: superseded by the next one',
  '已移除 `src/old.ts`。',
  '以前的实现在 `src/old.ts`。',
  '不要使用 `src/internal.ts`。',
  '计划新增 `src/new.ts`。',
  '`src/old.ts` 已被替换。',
  '## 备选方案\n\n放在 `src/other.ts`。',
  '- 现象：`src/broken.ts` 报错',
  '放弃：`src/other.ts`',
  '<!-- `src/hidden.ts` is a comment -->',
  '```ts\nimport x from "src/sample.ts"\n```',
  '```\nsrc/output.ts: 3 errors\n```',
  '```bash\n# the old way\nbash scripts/old.sh\n```',
  '```bash\ngit clone x && cd x\nnpm run dev\n```',
  '---\nurl: src/data.ts\n---\n',
  'We moved on; `src/a.ts` and `src/b.ts`.',
  'Use `src/shard.ts` if we will shard one day.',
  '`src/old.ts` files were removed.',
  '把 `src/a.ts` 迁移到 `src/b.ts`。',
  '删除了 `src/old.ts`。',
])('%j claims nothing [S51]', (text) => expect(claimed(text)).toEqual([]))

test.each([
  ['Sessions live in `src/auth/session.ts`.', ['path src/auth/session.ts']],
  ['We removed the cache. Sessions live in `src/auth.ts`.', ['path src/auth.ts']],
  ['`src/auth.ts` holds sessions, not tokens.', ['path src/auth.ts']],
  ['Without a token the call is handled by `src/auth.ts`.', ['path src/auth.ts']],
  ['see src/auth/session.ts for more', ['path src/auth/session.ts']],
  ['`src/auth.ts:12` and `src/auth.ts#L3-9@a1b2c3d4`', ['path src/auth.ts:12', 'anchor src/auth.ts#L3-9@a1b2c3d4']],
  ['`login()` is in `src/auth.ts`.', ['symbol login()', 'path src/auth.ts']],
  ['`npm run build` and `make test`', ['script npm run build', 'target make test']],
  ['```sh\n$ npm run build\nbuilt in 3 s\n$ ./scripts/go.sh\n```', ['script npm run build', 'path ./scripts/go.sh']],
  ['`GET /api/users/:id`', ['route GET /api/users/:id']],
  ['The environment variable `DB_URL` is needed.', ['variable DB_URL']],
  ['It listens on port 4100.', ['port port 4100']],
  ['使用 `src/auth.ts` 中的 `createSession`。', ['path src/auth.ts', 'symbol createSession']],
  ['**Stack**: React 18.2, Node 20+', ['version React 18.2', 'version Node 20+']],
  ['部署之前运行 `npm run build`。', ['script npm run build']],
  ['`src/sweep.ts` removes old rows of `src/rows.ts`.', ['path src/sweep.ts']],
  ['`warnEmpty` in `src/walk.ts` is called when every file was filtered.', ['symbol warnEmpty', 'path src/walk.ts']],
  ['log4j was replaced in 3.8; `conf/logback.xml` is the config.', ['path conf/logback.xml']],
  ['未读数：`Topics.countUnread`', ['symbol Topics.countUnread']],
  ['删除主题走 `Topics.purgeAll`。', ['symbol Topics.purgeAll']],
  ['### Endpoints\n\n- `/ping` is for probes', ['route /ping']],
  ['| Method | Path |\n|---|---|\n| GET | `/api/me` |', ['route /api/me']],
  ['| Server | Port |\n|---|---|\n| proxy | 8090 |', ['port 8090']],
  ['The app listens on 3100, the worker on 3101.', ['port on 3100', 'port on 3101']],
  ['Tests need `boto3>=1.9`.', ['version boto3>=1.9']],
  ['`org.acme.store.Shelf` and `Ring.get_nodes`', ['symbol org.acme.store.Shelf', 'symbol Ring.get_nodes']],
  ['The macro `rgtest!` and `Issue#closable?`', ['symbol rgtest!', 'symbol Issue#closable?']],
  [
    '```sh\ntox -e lint\nmvn -Pfull test\nbundle exec rake acme:remind\n```',
    ['member tox -e lint', 'member mvn -Pfull test', 'member bundle exec rake acme:remind'],
  ],
  [
    '```sh\nnpx mocha test/a.js\nci/release-notes v1\n./.unittests\n```',
    ['path npx mocha test/a.js', 'path ci/release-notes v1', 'path ./.unittests'],
  ],
])('%j claims %j [S51]', (text, expected) =>
  expect(claimed(text).filter((one) => !one.startsWith('dependency'))).toEqual(expected),
)

test.each([
  'MIME types are `application/json` and `text/plain`.',
  'Branches are `feature/login` and `origin/main`.',
  'Import `@scope/pkg/file.js`, `lodash/fp` or `@/components/Button.tsx`.',
  'On the host: `/etc/nginx/nginx.conf`, `~/.ssh/config`, `C:\\\\temp\\\\x.ts`.',
  'Use `src/**/*.ts`, `src/<name>.ts`, `src/{a,b}.ts`, `path/to/file.ts`, `src/your-module/index.ts`.',
  'See https://example.com/src/app.ts and `example.com/src/app.ts`.',
  'Write `true`, `null`, `id`, `GET`, `--flag`, `user.email`, `1.2.3`, `v2/users`.',
  'Files like `foo.ts` and `Foo.tsx` are examples.',
  'TCP/IP, and/or, read/write, 24/7',
])('%j names nothing of the repository [S51]', (text) => {
  const paths = readClaims(PAGE, text).filter(
    (claim) => claim.kind === 'path' && claim.strength === 'firm' && claim.file.includes('.'),
  )
  expect(paths).toEqual([])
})

test.each([
  ['details/archive/progress_2026-01.md', 'In `src/a.ts`.'],
  ['legacy.md', 'In `src/a.ts`.'],
  ['details/requirements/REQ-001.md', '# REQ-001\n\nStatus: Proposed\n\nIn `src/a.ts`.'],
  ['details/requirements/REQ-001.md', '# REQ-001\n\nIn `src/a.ts`.'],
  ['details/requirements/REQ-001.md', '# REQ-001\n\n状态：实现中\n\n在 `src/a.ts`。'],
])('%s claims nothing: %j [S51]', (path, text) => expect(claimed(text, knownPath(path))).toEqual([]))

test('a requirement that is met claims what it says [S51]', () => {
  const text = '# REQ-001\n\nStatus: Done\n\nIt is in `src/a.ts`.'
  expect(claimed(text, knownPath('details/requirements/REQ-001.md'))).toEqual(['path src/a.ts'])
})

test('a claim knows its own line, in a sentence over several [S51]', () => {
  const [first, second] = readClaims(PAGE, '# A\n\nThe one is\nin `src/a.ts` and the\nother in `src/b.ts`.\n')
  expect([first?.line, second?.line]).toEqual([4, 5])
})

test('a drawn tree is read with its remarks and its depth [S51]', () => {
  const text = '```\napp/\n├── src/\n│   ├── a.ts   # entry\n│   └── new.ts # planned\n└── dist/\n```\n'
  const [tree] = readClaims(PAGE, text)
  expect(
    tree?.kind === 'tree' ? tree.entries.map((entry) => `${entry.path}${entry.weak ? ' ?' : ''}`) : undefined,
  ).toEqual(['app', 'app/src', 'app/src/a.ts', 'app/src/new.ts ?', 'app/dist'])
})

test.each([
  '`',
  '`a`',
  '``` ',
  '- ',
  '  - a\n',
  '> ',
  '| a ',
  '|',
  '[',
  'a/',
  'a.b ',
  '<!--',
  '├── a\n',
  'A 1',
  '`a`, ',
  '1.',
  '\n',
  'e.g. ',
  '不',
  '`a/b.ts`, ',
  '`fooBar`; ',
  '`Foo.barBaz` and ',
  "Ab's `fooBar` ",
])('many times %j is read in time in proportion, in one line and in many [S51]', (piece) => {
  const read = (text: string) => readClaims(PAGE, text)
  expectInProportion(2_000, (times) => piece.repeat(times), read)
  expectInProportion(50, (lines) => `# A\n\n${`${piece.repeat(40)}\n`.repeat(lines)}`, read)
})

test('any text is read without a throw, every claim on a line it has [S51]', () => {
  const word = fc.constantFrom(
    '`src/a.ts`',
    '`',
    '```',
    '\n',
    '\n\n',
    '- ',
    '| a | b |\n',
    '# H\n',
    'removed ',
    'React 18.2',
    '`npm run x`',
    '├── a',
    '<!--',
    '-->',
    '在 ',
    '`f()` in `a.ts:3`',
    '---\n',
  )
  law(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      const text = words.join('')
      const lines = text.split('\n').length
      for (const claim of readClaims(PAGE, text)) expect(claim.line >= 1 && claim.line <= lines).toBe(true)
    }),
    100,
  )
})

test('a version is told by its package, not by the word before it [S51]', () => {
  expect(claimed('We use Fastify 4 and Node 18.')).toEqual(['version Fastify 4', 'version Node 18'])
})
