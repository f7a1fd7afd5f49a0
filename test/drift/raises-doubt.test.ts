import { expect, test } from 'vitest'
import { raisesDoubt } from '../../src/drift/raises-doubt.ts'

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "scripts": { "build": "x" }, "dependencies": { "react": "^18.2.0" } }',
  Makefile: 'test:\n\ttrue\n',
  'src/auth.ts': 'export function openSession() {}\nexport const MAX_TRIES = 3\n',
}
const ROOT = {
  kindOf: (path: string) =>
    (FILES[path] !== undefined ? 'file' : path === 'src' ? 'folder' : undefined) as 'file' | 'folder' | undefined,
  read: (path: string) => FILES[path],
  manifests: () => ['package.json', 'Makefile'],
}

test.each([
  'Plain words, and `code` that names nothing.',
  '`openSession` in `src/auth.ts` uses `MAX_TRIES`; build with `npm run build`, test with `make test`.',
  'See src/auth.ts, `src/` and `src/auth.ts:2`.',
  'React 18.2 and `react@18.2.0`; read `details/patterns.md` and `memory-bank/MEMORY.md`.',
  'package.json has `scripts`.',
  'openSession in src/auth.ts counts to MAX_TRIES, with care and by hand.',
  'It starts within 1.5 × of a bare start; install with `npm install`.',
])('%j is confirmed by a cheap look [S23]', (text) => expect(raisesDoubt(text, ROOT)).toBe(false))

test.each([
  '`src/session.ts` holds it.',
  'See src/session.ts for it.',
  '`closeSession` in `src/auth.ts`',
  '`src/auth.ts:90`',
  '`src/auth.ts#L1-2@a1b2c3d4`',
  '`npm run bundle`',
  '`make deploy`',
  'React 17.0',
  'react stays on 17.0 here.',
  'Read setup.cfg first.',
  'closeSession ends it.',
  '`closeSession` ends it.',
  'It is parsed by rfc3986 alone.',
  '`npm run build` runs `tsc && vite build`.',
  '`MAX_TRIES` is 4, see `src/auth.ts`.',
  'Limits: `tries = 4`.',
  'package.json has `workspaces`.',
  'CI runs Node 18.18.2.',
])('%j asks for a judgement [S23]', (text) => expect(raisesDoubt(text, ROOT)).toBe(true))
