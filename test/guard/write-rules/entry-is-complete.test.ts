import { expect, test } from 'vitest'
import { entryIsComplete } from '../../../src/guard/write-rules/entry-is-complete.ts'
import { ask, bank } from '../situation.ts'

const TABLE = '| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n'
const FULL = '| 2026-03-01 | Use SQLite | small | Postgres | storage |\n'
const BARE = '| 2026-03-02 | Use Redis |  |  |  |\n'

test.each([
  [
    'a decision without its reasons',
    'details/patterns.md',
    `# P\n\n${TABLE}${FULL}`,
    `# P\n\n${TABLE}${FULL}${BARE}`,
    'Why, Given up, Applies to',
  ],
  [
    'a learning without a solution',
    'details/learnings/cache.md',
    undefined,
    '# Cache\n\n- Symptom: slow\n- Root cause: key\n- Prevention: test\n',
    'Solution',
  ],
  [
    'a learning without any part',
    'details/learnings/bug/x.md',
    undefined,
    '# It was slow\n\nWe fixed it.\n',
    'Symptom, Root cause, Solution, Prevention',
  ],
  [
    'a Chinese learning without a prevention',
    'details/learnings/y.md',
    undefined,
    '# 缓存\n\n- 症状：慢\n- 根因：键\n- 解决方案：改\n',
    'Prevention',
  ],
])('%s is refused, naming the missing parts [S7]', (_name, path, before, now, missing) =>
  expect(ask(entryIsComplete, bank(path, before, now))).toContain(missing),
)

test.each([
  ['a complete decision', 'details/patterns.md', `${TABLE}`, `${TABLE}${FULL}`],
  [
    'an old incomplete one beside a complete new one',
    'details/patterns.md',
    `${TABLE}${BARE}`,
    `${TABLE}${BARE}${FULL}`,
  ],
  [
    'a complete learning',
    'details/learnings/cache.md',
    undefined,
    '# Cache\n\n- Symptom: slow\n- Root cause: key\n- Solution: new key\n- Prevention: test\n',
  ],
  ['an index of learnings', 'details/learnings/index.md', undefined, '# Learnings\n\n| Path | Title |\n|---|---|\n'],
  ['a design', 'details/design/x.md', undefined, '# X\n'],
])('%s passes [S7]', (_name, path, before, now) =>
  expect(ask(entryIsComplete, bank(path, before, now))).toBeUndefined(),
)
