import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The long ones wait for hosts and killed programs most of the time: begun first, the others fill the gaps. */
const LONG = ['test/scenarios/crash', 'test/hosts/']

/** What `npm run test:fast` leaves out: real hosts, killed programs, a process for every question. */
const SLOW = [
  'test/hosts/**',
  'test/scenarios/**',
  'test/flows/check.test.ts',
  'test/schemas.test.ts',
  'test/recipes.test.ts',
]
const isFast = process.env['MEMORY_BANK_FAST'] === '1'

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => LONG.findIndex((part) => moduleId.includes(part)) + 1 || 99
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/fixtures/**', ...(isFast ? SLOW : [])],
    testTimeout: 240_000,
    pool: 'forks',
    // Vitest leaves one core for itself, which on two cores means one file at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongFirst },
  },
})
