import { expect, test } from 'vitest'
import { markNames } from '../../../src/plan/write/mark-names.ts'

test.each([
  [
    'See src/auth.ts and package.json, then docs/guide.md.',
    'See `src/auth.ts` and `package.json`, then `docs/guide.md`.',
  ],
  ['在src/auth.ts:12中处理，配置见 config/settings.yml。', '在`src/auth.ts:12`中处理，配置见 `config/settings.yml`。'],
  ['It lives in src/middleware/cors and src/middleware/.', 'It lives in `src/middleware/cors` and `src/middleware/`.'],
  [
    'Run npm run test:unit before npm test, then pnpm run build.',
    'Run `npm run test:unit` before `npm test`, then `pnpm run build`.',
  ],
  [
    'With make build-linux or cargo test, go test ./... too.',
    'With `make build-linux` or `cargo test`, `go test ./...` too.',
  ],
  ['bun run release on his own machine', '`bun run release` on his own machine'],
  [
    'It uses @hono/node-server, zod@3.22.1 and black==22.10.0.',
    'It uses `@hono/node-server`, `zod@3.22.1` and `black==22.10.0`.',
  ],
  [
    'docker compose up --build -d starts .github/workflows/ci.yml',
    '`docker compose up --build -d` starts `.github/workflows/ci.yml`',
  ],
])('%j is marked as %j [S51]', (text, marked) => {
  expect(markNames(text)).toBe(marked)
  expect(markNames(marked)).toBe(marked)
})

test.each([
  'Node.js and Next.js read/write, and/or TCP/IP, 24/7, v1.2.3, e.g. this.',
  'Make it work, go build something, let us go run, make sure.',
  'See [src/auth.ts](../src/auth.ts), https://example.com/src/a.ts and <https://a.b/c.ts>.',
  '`src/auth.ts` and ``a ` src/b.ts``; mail me@example.com or @alice.',
  'an open ` and src/auth.ts after it',
  '```\nsrc/auth.ts\n```',
  'He said "look at src/auth.ts" and left.',
  'The next.js of 2024/05/06 at 10:30, ratio 3/4, honojs/middleware.',
  '',
])('%j does not change [S51]', (text) => expect(markNames(text)).toBe(text))

test('line endings and fences do not change [S51]', () => {
  expect(markNames('see a/b.ts\r\n```\r\na/b.ts\r\n```\r\na/b.ts')).toBe(
    'see `a/b.ts`\r\n```\r\na/b.ts\r\n```\r\n`a/b.ts`',
  )
})
