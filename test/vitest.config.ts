import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests with hosts mostly wait. They start first, and the other files fill the gaps. */
const LONG = [
  ...[
    'test/hosts/real-claude-code.test',
    'test/scenarios/crash',
    'test/hosts/opencode.test',
    'test/scenarios/dashboard-page',
  ],
  ...['test/hosts/', 'test/scenarios/'],
]

/** `npm run test:hosts`: the hosts that `npm test` leaves out, and tests that start several hosts. */
const FURTHER_HOSTS = [
  ...['real-codex', 'real-copilot', 'real-qwen', 'real-gemini', 'real-cline', 'kilo', 'opencode2', 'oh-my-opencode'],
  ...['install', 'picture', 'prove'],
].map((name) => `test/hosts/${name}.test.ts`)

/** `npm run test:fast` leaves these out, because they start hosts, programs or repositories. */
const SLOW = [
  'test/hosts/**',
  'test/scenarios/**',
  'test/verbs/check.test.ts',
  'test/schemas.test.ts',
  'test/recipes.test.ts',
]
/** Without a suite, for example if Vitest is started by hand, every file can be named. */
const suite = process.env['MEMORY_BANK_SUITE'] ?? 'long'
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { main: FURTHER_HOSTS, fast: SLOW }

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => LONG.findIndex((part) => moduleId.includes(part)) + 1 || 99
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/** Tests of pure code. Files share a process, so that modules are loaded once. */
const PURE = [
  ...[
    'bank',
    'base',
    'check',
    'cli',
    'drift',
    'guard',
    'import',
    'learn',
    'merge',
    'pins',
    'plan',
    'project',
    'search',
  ],
  ...['secrets', 'settings'],
].map((folder) => `test/${folder}/**/*.test.ts`)

const ALL = suite === 'hosts' ? FURTHER_HOSTS : ['test/**/*.test.ts']
const NEVER = ['**/node_modules/**', 'test/fixtures/**', ...(LEFT_OUT[suite] ?? [])]

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'programs', include: ALL, exclude: [...NEVER, ...PURE] } },
      { extends: true, test: { name: 'pure', include: suite === 'hosts' ? [] : PURE, exclude: NEVER, isolate: false } },
    ],
    // Timeouts only end hanging tests. On a busy machine everything may take ten times as long.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    globalSetup: join(import.meta.dirname, 'build-program.ts'),
    pool: 'forks',
    // One more than the cores, because a file with a host or a browser waits a third of its time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
  },
})
