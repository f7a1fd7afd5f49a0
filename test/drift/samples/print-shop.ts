/** A TypeScript service with three packages that has been reorganised once: written by somebody who did not know the engine. */

import type { SampleProject } from '../sample-project.ts'

export const printShop: SampleProject = {
  name: 'print shop, TypeScript',
  history: [
    {
      'package.json':
        '{"name":"print-shop","packageManager":"pnpm@8.15.4","engines":{"node":">=18"},"scripts":{"dev":"turbo dev","build":"turbo build","lint":"eslint .","test":"jest","e2e":"cypress run"},"devDependencies":{"turbo":"^1.12.0","eslint":"^8.56.0","jest":"^29.7.0","cypress":"^13.6.0"}}\n',
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
      'packages/api/package.json':
        '{"name":"@shop/api","dependencies":{"express":"^4.18.2","knex":"^3.1.0","moment":"^2.30.1","bullmq":"^5.1.0"}}\n',
      'packages/web/package.json':
        '{"name":"@shop/web","dependencies":{"react":"^18.2.0","redux":"^5.0.1","vite":"^5.0.12"}}\n',
      'packages/core/package.json': '{"name":"@shop/core","dependencies":{"zod":"^3.22.4"}}\n',
      'packages/api/src/server.ts': "import express from 'express'\nexport function startServer() {}\n",
      'packages/api/src/routes/orders.ts': 'export function createOrder() {}\nexport function cancelOrder() {}\n',
      'packages/api/src/jobs/render.ts':
        'export class RenderQueue {\n  enqueue() {}\n}\nexport const MAX_RENDER_RETRIES = 5\n',
      'packages/api/src/lib/money.ts':
        "import moment from 'moment'\nexport function roundToCents() {}\nexport function parsePrice() {}\n",
      'packages/api/src/auth/session.ts': 'export function openSession() {}\nexport function closeSession() {}\n',
      'packages/core/src/schema.ts':
        "import { z } from 'zod'\nexport const OrderSchema = z.object({})\nexport const LegacyOrderSchema = OrderSchema\n",
      'packages/web/src/store.ts': "import { createStore } from 'redux'\nexport const store = createStore()\n",
      'packages/web/src/pages/cart.tsx': 'export function CartPage() {}\n',
      'packages/web/vite.config.ts': 'export default {}\n',
      'scripts/seed.ts': 'export {}\n',
      'infra/deploy.sh': '#!/bin/sh\n',
      'tsconfig.json': '{"compilerOptions":{"strict":true}}\n',
      '.github/workflows/ci.yml':
        'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: pnpm test\n',
      'README.md': '# Print shop\n\nOrders for printed goods.\n',
      '.gitignore': 'node_modules\ndist\n.env\n',
    },
    {
      'packages/api/src/lib/money.ts': null,
      'packages/core/src/money.ts': 'export function roundToCents() {}\nexport function readPrice() {}\n',
      'packages/api/src/auth/session.ts': null,
      'packages/api/src/sessions/session-store.ts':
        'export function openSession() {}\nexport function closeSession() {}\n',
      'packages/web/src/store.ts': null,
      'packages/web/src/state/cart-store.ts': "import { create } from 'zustand'\nexport const useCart = create()\n",
      'infra/deploy.sh': null,
      'infra/fly.toml': 'app = "print-shop"\n',
    },
    {
      'package.json':
        '{"name":"print-shop","packageManager":"pnpm@9.4.0","engines":{"node":">=20"},"scripts":{"dev":"turbo dev","build":"turbo build","lint":"biome check","test":"vitest run","test:e2e":"playwright test"},"devDependencies":{"turbo":"^2.0.4","@biomejs/biome":"^1.8.0","vitest":"^1.6.0","@playwright/test":"^1.44.0"}}\n',
      'packages/api/package.json':
        '{"name":"@shop/api","dependencies":{"express":"^4.18.9","knex":"^3.1.0","date-fns":"^3.6.0","bullmq":"^5.1.0"}}\n',
      'packages/web/package.json':
        '{"name":"@shop/web","dependencies":{"react":"^18.3.1","zustand":"^4.5.2","vite":"^5.0.12"}}\n',
      'packages/api/src/jobs/render.ts':
        'export class RenderPool {\n  enqueue() {}\n}\nexport const MAX_RENDER_RETRIES = 3\n',
      'packages/core/src/schema.ts': "import { z } from 'zod'\nexport const OrderSchema = z.object({})\n",
    },
  ],
  bank: {
    'MEMORY.md': `# Project Memory

## Project Snapshot

- TypeScript monorepo, pnpm 9, Node 20, Turborepo
- API: Express 4.18, Knex; jobs with BullMQ
- Web: React 18, Redux 5, Vite 5 ⟦gone Redux⟧
- Package manager: pnpm 8.15 ⟦changed pnpm 8.15⟧

## Commands

- Install: \`pnpm install\`
- Dev: \`pnpm dev\`
- Unit tests: \`pnpm test\`, one file: \`pnpm test packages/core/src/money.test.ts\`
- End to end: \`pnpm e2e\` ⟦gone e2e⟧
- Lint: \`pnpm run lint\`
- Type check: \`pnpm exec tsc --noEmit\`

## Top Quick Answers

- Where do orders begin? \`packages/api/src/routes/orders.ts\`
- Where is money rounded? \`packages/api/src/lib/money.ts\` ⟦moved packages/api/src/lib/money.ts⟧
- Where is the deploy? \`infra/deploy.sh\` ⟦gone infra/deploy.sh⟧
- How is the database seeded? \`pnpm tsx scripts/seed.ts\`
`,
    'details/tech.md': `# Tech

## Stack

| Part | Version |
|---|---|
| Node | >= 20 |
| React | 18.2 | ⟦changed React 18.2⟧
| Turborepo | 1.12 | ⟦changed 1.12⟧
| Zod | 3.22 |
| jest | 29.7 | ⟦gone jest⟧
| Express | 4.18.2 |

## Layout

- \`packages/api\` Express, \`packages/web\` React, \`packages/core\` shared types
- \`packages/web/vite.config.ts\` sets the proxy
- \`packages/web/src/store.ts\` holds the cart ⟦gone packages/web/src/store.ts⟧
- \`packages/api/src/auth/session.ts\` opens and closes sessions ⟦moved packages/api/src/auth/session.ts⟧
- \`dist/\` is built and not committed
- \`.env\` holds the keys; copy them from 1Password

## Dates

We format dates with \`moment\` everywhere, in UTC. ⟦gone moment⟧
`,
    'details/patterns.md': `# Patterns

- Validate at the edge with \`OrderSchema\` (\`packages/core/src/schema.ts\`).
- Old clients are read with \`LegacyOrderSchema\`. ⟦gone LegacyOrderSchema⟧
- Jobs go through \`RenderQueue\` in \`packages/api/src/jobs/render.ts\`; it is never called directly. ⟦gone RenderQueue⟧
- A price from a form is read by \`parsePrice\`. ⟦gone parsePrice⟧
- \`roundToCents\` rounds half to even.
- \`createOrder\` and \`cancelOrder\` are idempotent by the header \`Idempotency-Key\`.
- Errors are \`application/problem+json\`; the field \`detail\` is shown to people.
- \`MAX_RENDER_RETRIES\` bounds the retries.
- Commit messages follow Conventional Commits; releases are tagged \`v1.2.3\`.
- Use \`Intl.NumberFormat\` for money, never string joins.
- A job is named \`render:<order>\`.
- New routes go to \`packages/api/src/routes/<name>.ts\`.
`,
    'details/decisions.md': `# Decisions

| Date | Decision | Why | Given up |
|---|---|---|---|
| 2024-02-01 | Knex instead of an ORM | SQL stays visible | Prisma, TypeORM |
| 2024-03-10 | Replace Moment with date-fns | size | Day.js, Luxon |
| 2024-03-11 | Playwright for end to end tests | Cypress was slow in CI | Cypress |
| 2024-04-02 | ~~Redux for the cart~~ (superseded by zustand) | | |
| 2024-04-20 | Biome for lint and format | one tool | ESLint, Prettier |
`,
    'details/progress.md': `# Progress

## Next

- Move to React 19 and the compiler
- Add \`packages/admin\` with its own \`packages/admin/package.json\`
- Write \`docs/runbook.md\`

## Done

- 2024-03-12 removed \`packages/web/src/store.ts\`
- 2024-02-20 \`pnpm e2e\` runs in CI
`,
  },
}
