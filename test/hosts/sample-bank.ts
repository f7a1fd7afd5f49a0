/** The project that host suites begin with. */

export const MEMORY = `<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->
# Project Memory

## Current Focus

- Ship the checkout.

## Routing Rules（意图驱动）

| When you want to | Read |
|---|---|
| refactor | [details/patterns.md](details/patterns.md) |
<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
My own words.
<!-- USER_BLOCK_END -->
`
export const BANK = {
  'memory-bank/MEMORY.md': MEMORY,
  'memory-bank/details/patterns.md':
    '# Decisions\n\n| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n| 2026-01-02 | money is integers | rounding | floats | everywhere |\n',
  'package.json': '{ "name": "shop" }\n',
  'src/app.ts': 'export const app = 1\n',
}

/** A learning about a file of the project. */
export const CLOCK = {
  'src/app.ts': 'code\n',
  'memory-bank/details/learnings/clocks-run-apart.md':
    '# Clocks run apart\n\n- **Date**: 2026-01-02\n\n## Symptom\n\n`src/app.ts` showed orders of tomorrow.\n\n## Prevention\n\nTake the time from the server, never from the device.\n',
}
