/** Projects and banks that several scenarios start from. Text written by a person contains `PERSON`. */

import type { Files } from './harness.ts'

/** Part of every text that a person wrote. It must never get lost. */
export const PERSON = 'written by a person'

export const PROJECT: Files = {
  'package.json': JSON.stringify({
    name: 'shop',
    description: 'A small shop',
    scripts: { test: 'vitest', build: 'tsc' },
    dependencies: { fastify: '^5.0.0' },
  }),
  'README.md': '# Shop\n\nSells things to people.\n',
  'src/index.js': 'export {}\n',
}

const V70_MEMORY = `<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.0 -->
# Project Memory

## Project Snapshot

- A shop, ${PERSON}.

## Current Focus

- Payments

## Routing Rules

- patterns → details/patterns.md
<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
My own words, ${PERSON}: 你好 🎈
<!-- USER_BLOCK_END -->
`

export const V70_BANK: Files = {
  ...PROJECT,
  'memory-bank/MEMORY.md': V70_MEMORY,
  'memory-bank/details/tech.md': `# Tech\n\nNode, ${PERSON}.\n`,
  'memory-bank/details/patterns.md': '# Patterns\n',
  'memory-bank/details/progress.md': '# Progress\n',
}

export const LEGACY_BANK: Files = {
  ...PROJECT,
  'memory-bank/_index.md': `# Index\n\n- payments → docs/payments.md, ${PERSON} (index)\n`,
  'memory-bank/brief.md': `# Brief\n\nA shop, ${PERSON} (brief).\n\n<!-- USER_BLOCK_START -->\nMine, ${PERSON} (user block).\n<!-- USER_BLOCK_END -->\n`,
  'memory-bank/active.md': `# Active\n\n- Payments, ${PERSON} (active)\n`,
  'memory-bank/tech.md': `# Tech\n\nNode, ${PERSON} (tech).\n`,
  'memory-bank/patterns.md': `# Patterns\n\n## Use Postgres\n\n- Date: 2025-01-02\n- What: Postgres, ${PERSON} (patterns)\n- Why: joins\n- Given up: SQLite\n- Applies: everywhere\n`,
  'memory-bank/progress.md': `# Progress\n\n- [ ] Ship it, ${PERSON} (progress)\n`,
  'memory-bank/docs/payments.md': `# Payments\n\nBy card, ${PERSON} (docs).\n`,
  'memory-bank/requirements/REQ-001.md': `# REQ-001 Pay\n\nStatus: Accepted. ${PERSON} (requirements)\n`,
  'memory-bank/learnings/timeouts.md': `# Timeouts\n\nSymptom: slow. ${PERSON} (learnings)\n`,
  'memory-bank/ideas.md': `# Ideas\n\nSell more, ${PERSON} (ideas).\n`,
}

/** One design document more than the number that requires an index. */
export const DESIGN_DOCS: Files = designDocs(9)

export function designDocs(count: number, prefix = 'part'): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `memory-bank/details/design/${prefix}-${at + 1}.md`,
      `# ${prefix} ${at + 1}\n\nHow ${prefix} ${at + 1} works, ${PERSON}. Read it before you change it.\n`,
    ]),
  )
}

/** Thirty finished items, all old enough for the archive. */
export function finishedProgress(): string {
  const items = Array.from({ length: 30 }, (_, at) => {
    const day = String((at % 28) + 1).padStart(2, '0')
    return `- [x] 2024-0${(at % 9) + 1}-${day} Finished thing ${at + 1}, ${PERSON}`
  })
  return `# Progress\n\n## In progress\n\n- [ ] Still open, ${PERSON}\n\n## Done (to archive)\n\n${items.join('\n')}\n`
}
