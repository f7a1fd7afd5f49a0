/** A TypeScript web application: Express and React, one package, a few refactorings old. */

import type { SampleProject } from '../sample-project.ts'

export const webApp: SampleProject = {
  name: 'TypeScript web app',
  history: [
    {
      'package.json': JSON.stringify({
        name: 'shop',
        scripts: {
          dev: 'vite',
          build: 'vite build',
          test: 'vitest',
          'test:unit': 'vitest run',
          'db:migrate': 'knex migrate:latest',
        },
        dependencies: { express: '^4.18.2', react: '^17.0.2', axios: '^1.6.0', zod: '^3.22.0', pg: '^8.11.0' },
        devDependencies: { vite: '^4.5.0', vitest: '^0.34.0', typescript: '^5.2.0' },
        engines: { node: '>=18' },
      }),
      '.gitignore': 'node_modules\ndist\n.env\nuploads/\n',
      '.env.example': 'DATABASE_URL=postgres://localhost/shop\nSESSION_SECRET=change-me\nSMTP_HOST=localhost\n',
      'src/server.ts':
        "import express from 'express'\nimport { login } from './auth/session'\nexport const app = express()\napp.get('/api/orders', listOrders)\napp.post('/api/login', login)\napp.get('/api/health', (_, r) => r.send('ok'))\napp.listen(process.env.PORT ?? 4000)\nfunction listOrders() {}\n",
      'src/auth/session.ts':
        "export function login() {\n  return createSession()\n}\nexport function createSession() {\n  return process.env.SESSION_SECRET\n}\nexport function verifyPassword(p: string) {\n  return p !== ''\n}\n",
      'src/auth/guard.ts': 'export function requireUser() {\n  return true\n}\n',
      'src/db/pool.ts':
        'export const MAX_POOL_SIZE = 10\nexport function getPool() {\n  return process.env.DATABASE_URL\n}\n',
      'src/mail/smtp.ts': 'export function sendMail() {\n  return process.env.SMTP_HOST\n}\n',
      'src/orders/order-service.ts': 'export class OrderService {\n  placeOrder() {}\n  cancelOrder() {}\n}\n',
      'src/orders/pricing.ts': 'export function applyDiscount(n: number) {\n  return n * 0.9\n}\n',
      'src/ui/App.tsx': 'export function App() { return null }\n',
      'src/legacy/cart.js': 'module.exports = {}\n',
      'scripts/seed.ts': "console.log('seed')\n",
      'scripts/backup.sh': 'echo backup\n',
      'docs/api.md': '# API\n',
      'docker-compose.yml': 'services:\n  db:\n    image: postgres:15\n  mailhog:\n    image: mailhog/mailhog\n',
    },
    {
      // React 18, axios dropped for fetch, scripts renamed, the port changed.
      'package.json': JSON.stringify({
        name: 'shop',
        scripts: {
          dev: 'vite',
          build: 'vite build',
          test: 'vitest',
          unit: 'vitest run',
          'db:up': 'knex migrate:latest',
        },
        dependencies: { express: '^4.18.2', react: '^18.2.0', zod: '^3.23.8', pg: '^8.11.0' },
        devDependencies: { vite: '^5.1.0', vitest: '^1.3.0', typescript: '^5.4.0' },
        engines: { node: '>=20' },
      }),
      'src/server.ts':
        "import express from 'express'\nimport { login } from './auth/login'\nexport const app = express()\napp.get('/api/orders', listOrders)\napp.post('/api/sessions', login)\napp.get('/api/health', (_, r) => r.send('ok'))\napp.listen(process.env.PORT ?? 4600)\nfunction listOrders() {}\n",
      'src/auth/session.ts': null,
      'src/auth/login.ts':
        "export function login() {\n  return createSession()\n}\nexport function createSession() {\n  return process.env.SESSION_SECRET\n}\nexport function checkPassword(p: string) {\n  return p !== ''\n}\n",
      'src/mail/smtp.ts': null,
      'src/mail/resend.ts': 'export function deliver() {\n  return process.env.RESEND_KEY\n}\n',
      '.env.example': 'DATABASE_URL=postgres://localhost/shop\nSESSION_SECRET=change-me\nRESEND_KEY=\n',
      'src/orders/pricing.ts': null,
      'src/billing/pricing.ts': 'export function applyDiscount(n: number) {\n  return n * 0.9\n}\n',
      'src/legacy/cart.js': null,
      'scripts/seed.ts': null,
      'docker-compose.yml': 'services:\n  db:\n    image: postgres:16\n',
    },
  ],
  bank: {
    'MEMORY.md': `# Project Memory

## Project Snapshot

- **Stack**: TypeScript 5.4, Express 4, React 17 ⟦changed React 17⟧
- Node 18+ is required. ⟦changed Node 18⟧
- The database is PostgreSQL 15 in Docker. ⟦changed PostgreSQL 15⟧

## Current Focus

- Move payments into \`src/payments/stripe.ts\`
- Replace \`src/orders/order-service.ts\` by use cases

## Top Quick Answers

- **How do I run the unit tests?** \`npm run test:unit\` ⟦gone test:unit⟧
- **How do I migrate?** \`npm run db:migrate\` ⟦gone db:migrate⟧
- **How do I start it?** \`npm run dev\`, then open http://localhost:4000/
`,
    'details/tech.md': `# Tech

## Stack

| Package | Version | Notes |
|---|---|---|
| express | ^4.18.2 | HTTP |
| zod | ^3.22.0 | validation | ⟦changed zod⟧
| vite | 5.1 | build |
| vitest | 0.34 | tests | ⟦changed vitest⟧
| @types/node | 20 | types only |

HTTP calls to partners use \`axios\` with a retry of 3. ⟦gone axios⟧

## Structure

\`\`\`
shop/
├── src/
│   ├── server.ts          # entry point
│   ├── auth/
│   │   ├── session.ts     # cookies ⟦moved src/auth/session.ts⟧
│   │   └── guard.ts
│   ├── db/pool.ts
│   ├── orders/
│   │   └── order-service.ts
│   └── ui/App.tsx
├── scripts/
│   ├── seed.ts ⟦gone scripts/seed.ts⟧
│   └── backup.sh
├── dist/                  # generated
└── package.json
\`\`\`

## Commands

\`\`\`bash
npm install
npm run build
npx tsx scripts/seed.ts ⟦gone scripts/seed.ts⟧
docker compose up -d db
docker compose logs mailhog
bash scripts/backup.sh
\`\`\`

## Environment

| Variable | Meaning |
|---|---|
| \`DATABASE_URL\` | connection |
| \`SMTP_HOST\` | mail server | ⟦gone SMTP_HOST⟧
| \`NODE_ENV\` | set by the platform |
| \`AWS_REGION\` | read by the SDK |
`,
    'details/patterns.md': `# Decisions

| Date | Decision | Why | Given up | Applies to |
|---|---|---|---|---|
| 2024-03-01 | Validate with zod at the edge | one schema | \`joi\`, \`yup\` | src/server.ts |
| 2024-04-01 | Server-side sessions in \`src/auth/session.ts\` | simple | JWT in \`src/auth/jwt.ts\` | auth | ⟦moved src/auth/session.ts⟧
| 2024-05-01 | Prices are computed in \`src/orders/pricing.ts\` | one place | in the client | orders | ⟦moved src/orders/pricing.ts⟧

## Conventions

- Every handler is guarded by \`requireUser\` in \`src/auth/guard.ts\`.
- Passwords are checked by \`verifyPassword\` in \`src/auth/login.ts\`. ⟦gone verifyPassword⟧
- \`sendMail()\` is the only way to send a message. ⟦gone sendMail⟧
- \`MAX_POOL_SIZE\` (\`src/db/pool.ts:1\`) bounds connections; see also \`src/db/pool.ts:90\`. ⟦changed src/db/pool.ts:90⟧
- Never import from \`src/internal/secret.ts\`; there is no \`src/models/\` folder on purpose.
- We used to keep carts in \`src/legacy/cart.js\`; it was removed in 2024.
- New features go to \`src/features/<name>/index.ts\`, e.g. \`src/features/search/index.ts\`.
- Uploads land in \`uploads/avatars/\`, the bundle in \`dist/assets/app.js\`.
- \`GET /api/orders\` is paginated. \`POST /api/login\` sets the cookie.
- Discounts: \`applyDiscount\` lives in \`src/auth/guard.ts\`.
- Types come from \`express/lib/router\`; MIME type is \`application/json\`; branches are \`feature/login\`.
- Status codes such as \`ECONNRESET\` and \`useEffect\` are not ours.
`,
    'details/requirements/REQ-001.md': `# REQ-001 Refunds

Status: Proposed

Refunds are made by \`refundOrder\` in \`src/orders/refunds.ts\`.
`,
    'details/archive/progress_2024-01.md': `# Archive

- [x] Added \`src/mail/smtp.ts\` and \`npm run lint:old\`
`,
    'details/progress.md': `# Progress

## Done (to archive)

- [x] Wrote \`src/legacy/cart.js\`

## Next

- [ ] Add \`src/orders/refunds.ts\`
- [ ] \`npm run e2e\`
`,
  },
}
