import { expect, test } from 'vitest'
import { readEvidence } from '../../src/bank/evidence.ts'

const ROOT = '/work/shop'

test.each([
  ['src/cart.ts:12', 'src/cart.ts', 12],
  ['src/cart.ts', 'src/cart.ts', undefined],
  ['./src/cart.ts:12-20', 'src/cart.ts', 12],
  ['src/cart.ts#L12-L20', 'src/cart.ts', 12],
  ['src/cart.ts:12:5', 'src/cart.ts', 12],
  ['`src/cart.ts:12`', 'src/cart.ts', 12],
  ['src/cart.ts:12 rounds before it sums', 'src/cart.ts', 12],
  ['README.md', 'README.md', undefined],
  ['src/cart.ts（第 12 行）', 'src/cart.ts', undefined],
  ['/work/shop/src/cart.ts:12', 'src/cart.ts', 12],
  ['src\\cart.ts:3', 'src/cart.ts', 3],
  ['docs/adr/0003-cents.md', 'docs/adr/0003-cents.md', undefined],
  ['文档/设计.md:4', '文档/设计.md', 4],
  ['app/[id]/page.tsx:9', 'app/[id]/page.tsx', 9],
  ['Makefile:7', 'Makefile', 7],
  ['build/Dockerfile', 'build/Dockerfile', undefined],
  ['.github/workflows/ci.yml:33', '.github/workflows/ci.yml', 33],
  ['package.json', 'package.json', undefined],
  ['src/index.js', 'src/index.js', undefined],
  ['app/routes/$id.tsx:4', 'app/routes/$id.tsx', 4],
  ['docs/adr/', 'docs/adr/', undefined],
])('%s is a place', (item, path, line) => expect(readEvidence(item, ROOT)).toMatchObject({ kind: 'path', path, line }))

test.each([
  ['src/cart.ts:12-20', 20],
  ['src/cart.ts:L12–L20 rounds', 20],
  ['src/cart.ts#L12-L20', 20],
  ['src/cart.ts:12:20', undefined],
  ['src/cart.ts:12', undefined],
])('%s ends at its last line', (item, last) => expect(Reflect.get(readEvidence(item, ROOT), 'last')).toBe(last))

test.each([
  ['8fb31366', '8fb31366'],
  ['commit 8fb3136', '8fb3136'],
  ['8FB31366 Revert "x"', '8fb31366'],
  ['提交 8fb31366', '8fb31366'],
  ['d4e413640f7bbf2ea32f1a4a5b3c5d6e7f809112', 'd4e413640f7bbf2ea32f1a4a5b3c5d6e7f809112'],
])('%s is a commit', (item, hash) => expect(readEvidence(item, ROOT)).toEqual({ kind: 'commit', hash }))

test.each([
  'https://example.com/a.html',
  'stripe.com/docs/rates.html',
  '~/.config/app.json',
  '../other/src/a.ts:3',
  'src/../../other/a.ts',
  '/etc/nginx/nginx.conf:12',
  'C:\\Users\\me\\a.txt',
])('%s is outside the repository', (item) => expect(readEvidence(item, ROOT).kind).toBe('outside'))

test.each([
  'the user said so',
  '用户的原话：价格用分',
  'issue #412',
  'and/or',
  'feature/refunds branch',
  'v1.2.3',
  'Node.js 20 e.g. in CI',
  'Next.js',
  'ASP.NET',
  'talk of 2026-03-01',
  '20260301',
  'deadbeef',
  'see section 3.b',
  'PR 1234567',
  '1234567',
  'defaced',
  '',
])('%s is only words', (item) => expect(readEvidence(item, ROOT).kind).toBe('words'))
