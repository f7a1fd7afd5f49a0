/** A pnpm monorepo whose packages were split and renamed. */

import type { SampleProject } from '../sample-project.ts'

const json = (value: unknown) => JSON.stringify(value, undefined, 2)

export const monorepo: SampleProject = {
  name: 'pnpm monorepo',
  history: [
    {
      'package.json': json({
        name: 'root',
        private: true,
        packageManager: 'pnpm@8.15.0',
        scripts: { build: 'turbo build', lint: 'turbo lint', 'changeset:version': 'changeset version' },
        devDependencies: { turbo: '^1.12.0', typescript: '^5.3.0' },
      }),
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n  - apps/*\n',
      'packages/ui/package.json': json({
        name: '@acme/ui',
        version: '1.0.0',
        scripts: { storybook: 'storybook dev -p 6006', build: 'tsup' },
        dependencies: { react: '^18.2.0' },
      }),
      'packages/ui/src/Button.tsx': 'export function Button() { return null }\n',
      'packages/ui/src/theme/tokens.ts': 'export const colorTokens = {}\n',
      'packages/api-client/package.json': json({
        name: '@acme/api-client',
        version: '1.0.0',
        scripts: { build: 'tsup', codegen: 'openapi' },
      }),
      'packages/api-client/src/index.ts': "export * from './fetcher'\n",
      'packages/api-client/src/fetcher.ts': 'export async function fetchJson() {}\nexport function buildUrl() {}\n',
      'apps/web/package.json': json({
        name: 'web',
        scripts: { dev: 'next dev', build: 'next build' },
        dependencies: { next: '13.5.0', react: '^18.2.0', '@acme/ui': 'workspace:*' },
      }),
      'apps/web/src/app/page.tsx': 'export default function Page() { return null }\n',
      'apps/web/src/lib/auth.ts': 'export function getSession() {}\n',
      'apps/worker/package.json': json({
        name: 'worker',
        scripts: { start: 'tsx src/main.ts' },
        dependencies: { bullmq: '^5.0.0' },
      }),
      'apps/worker/src/main.ts': 'export function startWorker() {}\nconst port = 5800\n',
      'turbo.json': '{}\n',
      '.github/workflows/ci.yml': 'on: push\n',
      '.gitignore': 'node_modules\ndist\n.turbo\n',
    },
    {
      'package.json': json({
        name: 'root',
        private: true,
        packageManager: 'pnpm@9.4.0',
        scripts: { build: 'turbo build', lint: 'turbo lint' },
        devDependencies: { turbo: '^2.0.0', typescript: '^5.5.0' },
      }),
      'packages/ui/src/theme/tokens.ts': null,
      'packages/theme/package.json': json({ name: '@acme/theme', version: '1.0.0' }),
      'packages/theme/src/tokens.ts': 'export const colorTokens = {}\n',
      'packages/api-client/package.json': json({
        name: '@acme/api-client',
        version: '1.0.0',
        scripts: { build: 'tsup', generate: 'openapi' },
      }),
      'packages/api-client/src/fetcher.ts': 'export async function fetchJson() {}\nexport function joinUrl() {}\n',
      'apps/web/package.json': json({
        name: 'web',
        scripts: { dev: 'next dev', build: 'next build' },
        dependencies: { next: '14.2.3', react: '^18.2.0', '@acme/ui': 'workspace:*' },
      }),
      'apps/worker/package.json': null,
      'apps/worker/src/main.ts': null,
      'apps/jobs/package.json': json({
        name: 'jobs',
        scripts: { start: 'tsx src/main.ts' },
        dependencies: { 'pg-boss': '^9.0.0' },
      }),
      'apps/jobs/src/main.ts': 'export function startJobs() {}\nconst port = 5900\n',
    },
  ],
  bank: {
    'MEMORY.md': `# Project Memory

## Project Snapshot

- pnpm 8, Turborepo, Next.js 13 and React 18. ⟦changed pnpm 8⟧ ⟦changed Next.js 13⟧
- Packages: \`packages/ui\`, \`packages/api-client\`; apps: \`apps/web\`, \`apps/worker\`. ⟦moved apps/worker⟧

## Top Quick Answers

- **Dev server**: \`pnpm --filter web dev\`
- **Client code**: \`pnpm --filter @acme/api-client run codegen\` ⟦gone codegen⟧
- **Storybook**: \`pnpm --filter @acme/ui storybook\` on port 6006
- **Versions**: \`pnpm changeset:version\` ⟦gone changeset:version⟧
- **Types of one package**: \`pnpm exec tsc -p packages/ui\`
- **Tests**: \`pnpm vitest\` runs them
`,
    'details/tech.md': `# Tech

- Design tokens: \`packages/ui/src/theme/tokens.ts\` exports \`colorTokens\`. ⟦moved packages/ui/src/theme/tokens.ts⟧
- In \`packages/ui\`, components are in \`src/Button.tsx\`.
- \`fetchJson\` is imported from \`packages/api-client/src/index.ts\`.
- \`buildUrl()\` escapes parameters. ⟦gone buildUrl⟧
- The queue is \`bullmq\`: uses Redis. ⟦gone bullmq⟧
- CI: \`.github/workflows/ci.yml\`; release: \`.github/workflows/release.yml\` ⟦gone .github/workflows/release.yml⟧
- Built files: \`packages/ui/dist/index.js\`; cache in \`.turbo/\`.
- Import as \`@acme/ui/Button\`, or \`next/navigation\`, \`react/jsx-runtime\`.
- The worker exposes health on port 5800.
- \`getSession\` in \`apps/web/src/lib/auth.ts\` must not be called in client code.
- Renamed: \`packages/sdk\` → \`packages/api-client\`.

## Structure

| Folder | What |
|---|---|
| \`apps/web/src/app/\` | pages |
| \`apps/web/src/middleware/\` | edge code | ⟦gone apps/web/src/middleware/⟧
| \`packages/\` | libraries |

## Migration plan

1. Move \`apps/web/src/lib/auth.ts\` to \`packages/auth/src/index.ts\`.
2. Delete \`packages/old-ui\`.

## Examples

\`\`\`ts
import { Dialog } from 'packages/ui/src/Dialog'
\`\`\`
`,
  },
}
