import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { pathsIn } from '../../src/drift/judge-paths.ts'
import { statementsIn } from '../../src/drift/statements.ts'
import { expectInProportion } from '../growth.ts'
import { law } from '../laws/runs.ts'

const PAGE = knownPath('details/design/page.md')

/** The paths that a text states, in short. */
function stated(text: string, path = PAGE): readonly string[] {
  return statementsIn(pageOf(text, path))
    .flatMap(pathsIn)
    .map((claim) => claim.text)
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
  '---\nurl: src/data.ts\n---\n',
  'Use `src/shard.ts` if we will shard one day.',
  '`src/old.ts` files were removed.',
  '把 `src/a.ts` 迁移到 `src/b.ts`。',
  '删除了 `src/old.ts`。',
])('%j states nothing [S51]', (text) => expect(stated(text)).toEqual([]))

test.each([
  ['Sessions live in `src/auth/session.ts`.', ['src/auth/session.ts']],
  ['We removed the cache. Sessions live in `src/auth.ts`.', ['src/auth.ts']],
  ['`src/auth.ts` holds sessions, not tokens.', ['src/auth.ts']],
  ['see src/auth/session.ts for more', ['src/auth/session.ts']],
  ['`src/auth.ts:12` and `src/auth.ts#L3-9@a1b2c3d4`', ['src/auth.ts:12', 'src/auth.ts#L3-9@a1b2c3d4']],
  ['```sh\n$ npx mocha test/a.js\n$ ./scripts/go.sh\n```', ['test/a.js', './scripts/go.sh']],
  ['使用 `src/auth.ts` 中的 `createSession`。', ['src/auth.ts']],
  ['log4j was replaced in 3.8; `conf/logback.xml` is the config.', ['conf/logback.xml']],
  ['| Decision | Why |\n|---|---|\n| one place: `src/a.ts` | `src/b.ts` was slow |', ['src/a.ts']],
  ['## Carts\n\n- **Decision**: in `src/a.ts`\n- **Given up**: `src/b.ts`', ['src/a.ts']],
  ['```\napp/\n├── src/\n│   ├── a.ts   # entry\n└── lib/b.ts\n```\n', ['src', 'src/a.ts', 'lib/b.ts']],
])('%j states %j [S51]', (text, expected) =>
  expect(stated(text).filter((one) => one !== 'src' || text.includes('├'))).toEqual(
    expected.filter((one) => one !== 'src'),
  ),
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
])('%j names no path of the repository [S51]', (text) =>
  expect(stated(text).filter((one) => one.includes('.') && one.includes('/'))).toEqual([]),
)

test.each([
  'details/archive/progress_2026-01.md',
  'legacy.md',
  'details/requirements/REQ-001.md',
  'details/progress.md',
  'details/learnings/index.md',
])('%s has no statements about the present [S51]', (path) =>
  expect(stated('In `src/a.ts`.', knownPath(path))).toEqual([]),
)

test('a statement has its own line in a long paragraph [S51]', () => {
  const text = '# A\n\nThe one is\nin `src/a.ts`. The\nother is in `src/b.ts`. And\n`src/c.ts`.\n'
  expect(statementsIn(pageOf(text, PAGE)).map(({ line }) => line)).toEqual([3, 4, 5])
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
])('many times %j is read in linear time, in one line and in many [S51]', (piece) => {
  const read = (text: string) => statementsIn(pageOf(text, PAGE)).flatMap(pathsIn)
  expectInProportion(2_000, (times) => piece.repeat(times), read)
  expectInProportion(50, (lines) => `# A\n\n${`${piece.repeat(40)}\n`.repeat(lines)}`, read)
})

test('reading throws for no text, and every statement has a valid line [S51]', () => {
  const word = fc.constantFrom(
    ...['`src/a.ts`', '`', '```', '\n', '\n\n', '- ', '| a | b |\n', '# H\n', 'removed ', 'React 18.2', '`npm run x`'],
    ...['├── a', '<!--', '-->', '在 ', '`f()` in `a.ts:3`', '---\n', 'Status: draft\n', '; '],
  )
  law(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      const text = words.join('')
      const lines = text.split('\n').length
      for (const { line } of statementsIn(pageOf(text, PAGE))) expect(line >= 1 && line <= lines).toBe(true)
    }),
    100,
  )
})
