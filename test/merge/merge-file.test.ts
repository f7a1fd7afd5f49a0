/** Changes that merge by themselves, and changes left to a person: the table of TEAMS.md, line by line. */

import { expect, test } from 'vitest'
import { knownPath } from '../../src/base/bank-path.ts'
import { mergeFile } from '../../src/merge/merge-file.ts'

const STYLE = { markerSize: 7, labels: { ours: 'HEAD', theirs: 'topic' } }

function merge(path: string, base: string | undefined, ours: string, theirs: string) {
  return mergeFile({ path: knownPath(path), base, ours, theirs, ...STYLE })
}

const conflict = (ours: string, theirs: string) => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> topic\n`

interface Case {
  readonly what: string
  readonly path?: string
  /** Without the lines that all texts have above and below. */
  readonly base: string | undefined
  readonly ours: string
  readonly theirs: string
  readonly merged: string
  readonly conflicts?: number
}

const DECISIONS = '| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n'
const HIGHLIGHTS = '| Decision | Date | Binds |\n|---|---|---|\n'
const OLD = Array.from({ length: 19 }, (_, at) => `| Bill through old${19 - at} | 2026-02-02 | the till |\n`).join('')
const OLDEST = '| Bill through the oldest | 2026-01-01 | the till |\n'
const INDEX = '| Path | Title | Summary | Updated | Size |\n|---|---|---|---|---|\n'

const ITEMS: readonly Case[] = [
  {
    what: 'items that both added are placed below each other',
    base: '- a\n',
    ours: '- a\n- b\n',
    theirs: '- a\n- c\n',
    merged: '- a\n- b\n- c\n',
  },
  {
    what: 'items that both added at the top',
    base: '- a\n',
    ours: '- b\n- a\n',
    theirs: '- c\n- a\n',
    merged: '- b\n- c\n- a\n',
  },
  {
    what: 'the same item added by both is one item',
    base: '- a\n',
    ours: '- b\n- a\n',
    theirs: '- a\n- b\n',
    merged: '- b\n- a\n',
  },
  {
    what: 'two new facts with the same label are two facts',
    base: '- a\n',
    ours: '- a\n- **Note**: tests need docker\n- **备注：** 用 pnpm\n',
    theirs: '- a\n- **Note**: CI uses Node 20\n- **备注：** 用 Redis\n',
    merged:
      '- a\n- **Note**: tests need docker\n- **备注：** 用 pnpm\n- **Note**: CI uses Node 20\n- **备注：** 用 Redis\n',
  },
  {
    what: 'a fact whose value both changed is one fact',
    base: '- **Port**: 80\n',
    ours: '- **Port**: 443\n',
    theirs: '- **Port**: 8080\n',
    merged: conflict('- **Port**: 443\n', '- **Port**: 8080\n'),
    conflicts: 1,
  },
  {
    what: 'a question that both answered is left to a person',
    base: '- a\n',
    ours: '- a\n- **Which port?** 80\n',
    theirs: '- a\n- **Which port?** 443\n',
    merged: `- a\n${conflict('- **Which port?** 80\n', '- **Which port?** 443\n')}`,
    conflicts: 1,
  },
  {
    what: 'a check mark of one side is kept',
    base: '- [ ] ship it\n- [ ] rest\n',
    ours: '- [x] 2026-11-16 ship it\n- [ ] rest\n',
    theirs: '- [ ] ship it\n  - with care\n- [ ] rest\n',
    merged: '- [x] 2026-11-16 ship it\n  - with care\n- [ ] rest\n',
  },
  {
    what: 'an item that both checked keeps the earlier date',
    base: '- [ ] ship it\n',
    ours: '- [x] 2026-11-16 ship it\n',
    theirs: '- [x] 2026-11-15 ship it\n',
    merged: '- [x] 2026-11-15 ship it\n',
  },
  {
    what: 'an item removed by one side and unchanged on the other is removed',
    base: '- a\n- b\n- c\n',
    ours: '- a\n- c\n',
    theirs: '- a\n- b\n- c\n- d\n',
    merged: '- a\n- c\n- d\n',
  },
  {
    what: 'an item removed by one side and changed by the other is left to a person',
    base: '- one thing that matters\n- b\n',
    ours: '- b\n- new\n',
    theirs: '- one thing that matters a lot\n- b\n- other\n',
    merged: `${conflict('', '- one thing that matters a lot\n')}- b\n- new\n- other\n`,
    conflicts: 1,
  },
  {
    what: 'an item that both reworded is left to a person',
    base: '- the cache is Redis 6\n- b\n',
    ours: '- the cache is Redis 7\n- b\n',
    theirs: '- the cache is Redis 8\n- b\n- c\n',
    merged: `${conflict('- the cache is Redis 7\n', '- the cache is Redis 8\n')}- b\n- c\n`,
    conflicts: 1,
  },
  {
    what: 'a question with two answers is left to a person',
    base: '',
    ours: '- **How to test?** `make test`\n',
    theirs: '- **How to test?** run the suite of the shop\n',
    merged: conflict('- **How to test?** `make test`\n', '- **How to test?** run the suite of the shop\n'),
    conflicts: 1,
  },
  {
    what: 'a status changed by one side is taken',
    base: '- **Status**: Proposed\n- **Date**: 2026-01-01\n',
    ours: '- **Status**: Done\n- **Date**: 2026-01-01\n',
    theirs: '- **Status**: Proposed\n- **Date**: 2026-01-02\n',
    merged: '- **Status**: Done\n- **Date**: 2026-01-02\n',
  },
  {
    what: 'a status that both changed is left to a person',
    base: '- **Status**: Proposed\n',
    ours: '- **Status**: Done\n',
    theirs: '- **Status**: Deprecated\n',
    merged: conflict('- **Status**: Done\n', '- **Status**: Deprecated\n'),
    conflicts: 1,
  },
  {
    what: 'a scanned line changed by both is ours',
    base: '- **Stack**: Node 20 (source: package.json)\n',
    ours: '- **Stack**: Node 22 (source: package.json)\n- own\n',
    theirs: '- **Stack**: Node 24 (source: package.json)\n- theirs\n',
    merged: '- **Stack**: Node 22 (source: package.json)\n- own\n- theirs\n',
  },
  {
    what: 'code in an item belongs to it',
    base: '- a\n\n  ```\n- no item\n  ```\n- b\n',
    ours: '- a\n\n  ```\n- no item\n  ```\n- b\n- c\n',
    theirs: '- [x] a\n\n  ```\n- no item\n  ```\n- b\n',
    merged: '- [x] a\n\n  ```\n- no item\n  ```\n- b\n- c\n',
  },
]

const TABLES: readonly Case[] = [
  {
    what: 'rows of decisions that both added are sorted by date',
    path: 'details/patterns.md',
    base: `${DECISIONS}| 2026-01-01 | Use A | w | g | s |\n`,
    ours: `${DECISIONS}| 2026-01-01 | Use A | w | g | s |\n| 2026-03-03 | Use C | w | g | s |\n`,
    theirs: `${DECISIONS}| 2026-01-01 | Use A | w | g | s |\n| 2026-02-02 | Use B | w | g | s |\n`,
    merged: `${DECISIONS}| 2026-01-01 | Use A | w | g | s |\n| 2026-02-02 | Use B | w | g | s |\n| 2026-03-03 | Use C | w | g | s |\n`,
  },
  {
    what: 'highlights that both added stay newest first',
    base: `${HIGHLIGHTS}| B | 2026-02-02 | x |\n| A | 2026-01-01 | x |\n`,
    ours: `${HIGHLIGHTS}| D | 2026-04-04 | x |\n| B | 2026-02-02 | x |\n| A | 2026-01-01 | x |\n`,
    theirs: `${HIGHLIGHTS}| C | 2026-03-03 | x |\n| B | 2026-02-02 | x |\n| A | 2026-01-01 | x |\n`,
    merged: `${HIGHLIGHTS}| D | 2026-04-04 | x |\n| C | 2026-03-03 | x |\n| B | 2026-02-02 | x |\n| A | 2026-01-01 | x |\n`,
  },
  {
    what: 'the row that a full table dropped for a new one is not that new row',
    base: `${HIGHLIGHTS}${OLD}${OLDEST}`,
    ours: `${HIGHLIGHTS}| Bill through ours | 2026-03-03 | the till |\n${OLD}`,
    theirs: `${HIGHLIGHTS}| Bill through theirs | 2026-03-03 | the till |\n${OLD}`,
    merged: `${HIGHLIGHTS}| Bill through ours | 2026-03-03 | the till |\n| Bill through theirs | 2026-03-03 | the till |\n${OLD}`,
  },
  {
    what: 'a row that a full table dropped stays if the other side changed it',
    base: `${HIGHLIGHTS}${OLD}${OLDEST}`,
    ours: `${HIGHLIGHTS}| Bill through ours | 2026-03-03 | the till |\n${OLD}`,
    theirs: `${HIGHLIGHTS}${OLD}${OLDEST.replace('the till', 'the shop')}`,
    merged: `${HIGHLIGHTS}| Bill through ours | 2026-03-03 | the till |\n${OLD}${OLDEST.replace('the till', 'the shop')}`,
  },
  {
    what: 'changes of different cells of one row are merged',
    path: 'details/patterns.md',
    base: `${DECISIONS}| 2026-01-01 | Use A | w | g | s |\n`,
    ours: `${DECISIONS}| 2026-01-01 | Use A | because | g | s |\n`,
    theirs: `${DECISIONS}| 2026-01-01 | Use A | w | g | all of src |\n`,
    merged: `${DECISIONS}| 2026-01-01 | Use A | because | g | all of src |\n`,
  },
  {
    what: 'only a row whose same cell both changed is left to a person',
    path: 'details/patterns.md',
    base: `${DECISIONS}| 2026-01-01 | Use A | w | g | s |\n| 2026-01-02 | Use B | w | g | s |\n`,
    ours: `${DECISIONS}| 2026-01-01 | Use A | one | g | s |\n| 2026-01-02 | Use B | w | g | s |\n`,
    theirs: `${DECISIONS}| 2026-01-01 | Use A | two | g | s |\n| 2026-01-02 | Use B | w | g | x |\n`,
    merged: `${DECISIONS}${conflict('| 2026-01-01 | Use A | one | g | s |\n', '| 2026-01-01 | Use A | two | g | s |\n')}| 2026-01-02 | Use B | w | g | x |\n`,
    conflicts: 1,
  },
  {
    what: 'a decision superseded by one side and edited by the other is both',
    path: 'details/patterns.md',
    base: `${DECISIONS}| 2026-01-01 | Use A | w | g | s |\n`,
    ours: `${DECISIONS}| 2026-01-01 | Use A (superseded: Use B) | w | g | s |\n| 2026-02-02 | Use B | w | g | s |\n`,
    theirs: `${DECISIONS}| 2026-01-01 | Use A | more | g | s |\n`,
    merged: `${DECISIONS}| 2026-01-01 | Use A (superseded: Use B) | more | g | s |\n| 2026-02-02 | Use B | w | g | s |\n`,
  },
  {
    what: 'a decision superseded by two different ones is left to a person',
    path: 'details/patterns.md',
    base: `${DECISIONS}| 2026-01-01 | Use A | w | g | s |\n`,
    ours: `${DECISIONS}| 2026-01-01 | Use A (superseded: Use B) | w | g | s |\n`,
    theirs: `${DECISIONS}| 2026-01-01 | Use A (superseded: Use C) | w | g | s |\n`,
    merged: `${DECISIONS}${conflict('| 2026-01-01 | Use A (superseded: Use B) | w | g | s |\n', '| 2026-01-01 | Use A (superseded: Use C) | w | g | s |\n')}`,
    conflicts: 1,
  },
  {
    what: 'a column added by one side is taken',
    path: 'details/patterns.md',
    base: '| Decision | Why |\n|---|---|\n| A | w |\n',
    ours: '| Decision | Why | Given up |\n|---|---|---|\n| A | w | |\n| B | w | g |\n',
    theirs: '| Decision | Why |\n|---|---|\n| A | because |\n| C | w |\n',
    merged: '| Decision | Why | Given up |\n|---|---|---|\n| A | because |  |\n| B | w | g |\n| C | w |  |\n',
  },
  {
    what: 'a column that one side renamed keeps the cells of both',
    base: '| When | Read |\n|---|---|\n| build | `a` |\n',
    ours: '| When | Where |\n|---|---|\n| build | `a` |\n',
    theirs: '| When | Read |\n|---|---|\n| build | `b` |\n| test | `t` |\n',
    merged: '| When | Where |\n|---|---|\n| build | `b` |\n| test | `t` |\n',
  },
  {
    what: 'reordered columns keep their cells',
    base: '| When | Read |\n|---|---|\n| build | `a` |\n',
    ours: '| Read | When |\n|---|---|\n| `a` | build |\n',
    theirs: '| When | Read |\n|---|---|\n| build | `a` |\n| test | `t` |\n',
    merged: '| Read | When |\n|---|---|\n| `a` | build |\n| `t` | test |\n',
  },
  {
    what: 'a column removed by one side is left to a person if the other changed a row',
    base: '| When | Read | Note |\n|---|---|---|\n| build | `a` | n |\n',
    ours: '| When | Read |\n|---|---|\n| build | `a` |\n',
    theirs: '| When | Read | Note |\n|---|---|---|\n| build | `a` | more |\n',
    merged: conflict(
      '| When | Read |\n|---|---|\n| build | `a` |\n',
      '| When | Read | Note |\n|---|---|---|\n| build | `a` | more |\n',
    ),
    conflicts: 1,
  },
  {
    what: 'derived cells of an index are ours, a summary is kept, and router lines match by link',
    path: 'details/design/index.md',
    base: `- When modifying **a**, read [a.md](a.md)\n\n${INDEX}| details/design/a.md | A | old | 2026-01-01 | 3 |\n`,
    ours: `- When modifying **a**, read [a.md](a.md)\n- When modifying **b**, read [b.md](b.md)\n\n${INDEX}| details/design/a.md | A | old | 2026-01-02 | 4 |\n| details/design/b.md | B | s | 2026-01-02 | 4 |\n`,
    theirs: `- When modifying **a**, read [a.md](a.md)\n- When modifying **c**, read [c.md](c.md)\n\n${INDEX}| details/design/a.md | A | by hand | 2026-01-03 | 5 |\n| details/design/c.md | C | s | 2026-01-03 | 5 |\n`,
    merged: `- When modifying **a**, read [a.md](a.md)\n- When modifying **b**, read [b.md](b.md)\n- When modifying **c**, read [c.md](c.md)\n\n${INDEX}| details/design/a.md | A | by hand | 2026-01-02 | 4 |\n| details/design/b.md | B | s | 2026-01-02 | 4 |\n| details/design/c.md | C | s | 2026-01-03 | 5 |\n`,
  },
  {
    what: 'routes match by their intent',
    base: '| When | Read |\n|---|---|\n| build | `a` |\n',
    ours: '| When | Read |\n|---|---|\n| build | `a`, `b` |\n| test | `t` |\n',
    theirs: '| When | Read |\n|---|---|\n| build | `a` |\n| deploy | `d` |\n',
    merged: '| When | Read |\n|---|---|\n| build | `a`, `b` |\n| test | `t` |\n| deploy | `d` |\n',
  },
]

test.each([...ITEMS, ...TABLES])('$what [S55]', ({ path = 'MEMORY.md', base, ours, theirs, merged, conflicts = 0 }) => {
  const frame = (text: string) => `# T\n\n## S\n\n${text}\n## Below\n\nwords\n`
  const result = merge(path, base === undefined ? undefined : frame(base), frame(ours), frame(theirs))
  // An empty section has one blank line.
  expect(result.text.replace('\n\n\n', '\n\n')).toBe(frame(merged))
  expect(result.conflicts).toHaveLength(conflicts)
})

const ENTRY = (machine: string, user = '## Notes\n') =>
  `<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# M\n\n${machine}\n<!-- MACHINE_BLOCK_END -->\n\n<!-- USER_BLOCK_START -->\n${user}<!-- USER_BLOCK_END -->\n`

const FILES: readonly Case[] = [
  {
    what: 'new sections follow the order of the template',
    base: ENTRY('## Project Snapshot\n\n## Top Quick Answers\n'),
    ours: ENTRY('## Project Snapshot\n\n## Write Safety Rules\n\nx\n\n## Top Quick Answers\n'),
    theirs: ENTRY('## Project Snapshot\n\n## Current Focus\n\n- y\n\n## Top Quick Answers\n'),
    merged: ENTRY(
      '## Project Snapshot\n\n## Current Focus\n\n- y\n\n## Write Safety Rules\n\nx\n\n## Top Quick Answers\n',
    ),
  },
  {
    what: 'a user block merges by its lines',
    base: ENTRY('x\n', 'a\nb\nc\n'),
    ours: ENTRY('x\n', 'A\nb\nc\n'),
    theirs: ENTRY('y\n', 'a\nb\nC\n'),
    merged: ENTRY('y\n', 'A\nb\nC\n'),
  },
  {
    what: 'two edits of a line of a user block are left to a person',
    base: ENTRY('- x\n', 'a\n'),
    ours: ENTRY('- x\n- y\n', 'mine\n'),
    theirs: ENTRY('- x\n- z\n', 'yours\n'),
    merged: ENTRY('- x\n- y\n- z\n', conflict('mine\n', 'yours\n')),
    conflicts: 1,
  },
  {
    what: 'the higher version mark is taken',
    base: ENTRY('- x\n').replace('v7.1', 'v6.0'),
    ours: ENTRY('- x\n- y\n').replace('v7.1', 'v7.0'),
    theirs: ENTRY('- x\n- z\n'),
    merged: ENTRY('- x\n- y\n- z\n'),
  },
  {
    what: 'metadata lines of an older program do not conflict',
    base: ENTRY('- x\n').replace('# M', '<!-- blockVersion: 1 | hash: a -->\n# M'),
    ours: ENTRY('- x\n- y\n').replace('# M', '<!-- blockVersion: 2 | hash: b -->\n# M'),
    theirs: ENTRY('- x\n- z\n').replace('# M', '<!-- blockVersion: 2 | hash: c -->\n# M'),
    merged: ENTRY('- x\n- y\n- z\n').replace('# M', '<!-- blockVersion: 2 | hash: b -->\n# M'),
  },
  {
    what: 'a newer template merges by lines',
    base: ENTRY('- x\n').replace('v7.1', 'v99.0'),
    ours: ENTRY('- x\n- y\n').replace('v7.1', 'v99.0'),
    theirs: ENTRY('- x\n- z\n').replace('v7.1', 'v99.0'),
    merged: ENTRY(`- x\n${conflict('- y\n', '- z\n')}`).replace('v7.1', 'v99.0'),
    conflicts: 1,
  },
  {
    what: 'a broken block merges by lines',
    base: '<!-- MACHINE_BLOCK_START -->\n- x\n',
    ours: '<!-- MACHINE_BLOCK_START -->\n- x\n- y\n',
    theirs: '<!-- MACHINE_BLOCK_START -->\n- x\n- z\n',
    merged: `<!-- MACHINE_BLOCK_START -->\n- x\n${conflict('- y\n', '- z\n')}`,
    conflicts: 1,
  },
  {
    what: 'lines that would merge to a broken file are left to a person',
    base: '```\nx\n\n',
    ours: '- a\nx\n\n',
    theirs: '```\nx\n<!-- USER_BLOCK_END -->\n\n',
    merged: conflict('- a\nx\n\n', '```\nx\n<!-- USER_BLOCK_END -->\n\n'),
    conflicts: 1,
  },
  {
    what: 'an archive keeps the lines of both sides, each once',
    path: 'details/archive/progress_2026-11.md',
    base: '# Archive\n\n- [x] a\n',
    ours: '# Archive\n\n- [x] a\n- [x] b\n- [x] same\n',
    theirs: '# Archive\n\n- [x] a\n- [x] same\n- [x] c\n',
    merged: '# Archive\n\n- [x] a\n- [x] b\n- [x] same\n- [x] c\n',
  },
  {
    what: 'an archive that both created',
    path: 'details/archive/progress_2026-11.md',
    base: undefined,
    ours: '# Archive 2026-11\n\n- [x] a\n',
    theirs: '# Archive: 2026-11\n\n- [x] b\n',
    merged: '# Archive 2026-11\n\n- [x] a\n\n# Archive: 2026-11\n\n- [x] b\n',
  },
  {
    what: 'decisions in prose match by heading',
    path: 'details/patterns.md',
    base: '# Decisions\n\n## Use A\n\n- **Why**: w\n- **Given up**: g\n',
    ours: '# Decisions\n\n## Use A (superseded: Use B)\n\n- **Why**: w\n- **Given up**: g\n\n## Use B\n\n- **Why**: b\n',
    theirs: '# Decisions\n\n## Use A\n\n- **Why**: more\n- **Given up**: g\n\n## Use C\n\n- **Why**: c\n',
    merged:
      '# Decisions\n\n## Use A (superseded: Use B)\n\n- **Why**: more\n- **Given up**: g\n\n## Use B\n\n- **Why**: b\n\n## Use C\n\n- **Why**: c\n',
  },
  {
    what: 'a section keeps its place below another one',
    path: 'details/design/x.md',
    base: '# X\n\n## A\n\nw\n\n### A1\n\nw\n',
    ours: '# X\n\n## A\n\nw\n\n### A1\n\nw\n\n## B\n\nb\n',
    theirs: '# X\n\n## A\n\nw\n\n### A1\n\nw\n\n### A2\n\na\n',
    merged: '# X\n\n## A\n\nw\n\n### A1\n\nw\n\n### A2\n\na\n\n## B\n\nb\n',
  },
  {
    what: 'a paragraph that both rewrote is left to a person',
    path: 'details/design/x.md',
    base: '# X\n\nThe old words.\n\nLast.\n',
    ours: '# X\n\nAll of mine.\n\nLast.\n',
    theirs: '# X\n\nYours entirely, sir.\n\nLast one.\n',
    merged: `# X\n\n${conflict('All of mine.\n', 'Yours entirely, sir.\n')}\nLast one.\n`,
    conflicts: 1,
  },
  {
    what: 'markers in a code fence are text',
    path: 'details/design/x.md',
    base: '# X\n\n```\n<!-- USER_BLOCK_START -->\n<<<<<<< a\n=======\n>>>>>>> b\n```\n\n- a\n',
    ours: '# X\n\n```\n<!-- USER_BLOCK_START -->\n<<<<<<< a\n=======\n>>>>>>> b\n```\n\n- a\n- b\n',
    theirs: '# X\n\n```\n<!-- USER_BLOCK_START -->\n<<<<<<< a\n=======\n>>>>>>> b\n```\n\n- a\n- c\n',
    merged: '# X\n\n```\n<!-- USER_BLOCK_START -->\n<<<<<<< a\n=======\n>>>>>>> b\n```\n\n- a\n- b\n- c\n',
  },
  {
    what: 'code that both changed is contested outside its fence',
    path: 'details/design/x.md',
    base: '# X\n\n```\nold\n```\n\n- a\n',
    ours: '# X\n\n```\nmine\n```\n\n- a\n- b\n',
    theirs: '# X\n\n```\nyours\n```\n\n- a\n- c\n',
    merged: `# X\n\n${conflict('```\nmine\n```\n', '```\nyours\n```\n')}\n- a\n- b\n- c\n`,
    conflicts: 1,
  },
  {
    what: 'CRLF, mixed line endings and a byte order mark are kept',
    base: '\ufeff# X\r\n\r\n- a\r\n\n## Y\r\n',
    ours: '\ufeff# X\r\n\r\n- a\r\n- b\r\n\n## Y\r\n',
    theirs: '\ufeff# X\r\n\r\n- a\r\n- c\r\n\n## Y\r\n',
    merged: '\ufeff# X\r\n\r\n- a\r\n- b\r\n- c\r\n\n## Y\r\n',
  },
]

const TILL = (cause: string) =>
  `# Till\n\n- **Date**: 2026-11-16\n\n## Symptom\n\nIt jams.\n\n## Root cause\n\n${cause}`

/** Held-out cases, not seen while the engine was written. */
const UNSEEN: readonly Case[] = [
  {
    what: 'an item finished by one side is done, and an item added by the other is kept',
    path: 'details/progress.md',
    base: '## Doing\n\n- [ ] pay page\n- [ ] other\n\n## Done (to archive)\n\n- [x] old\n',
    ours: '## Doing\n\n- [ ] other\n\n## Done (to archive)\n\n- [x] old\n- [x] 2026-11-16 pay page\n',
    theirs: '## Doing\n\n- [ ] pay page\n- [ ] other\n- [ ] third\n\n## Done (to archive)\n\n- [x] old\n- [x] theirs\n',
    merged:
      '## Doing\n\n- [ ] other\n- [ ] third\n\n## Done (to archive)\n\n- [x] old\n- [x] 2026-11-16 pay page\n- [x] theirs\n',
  },
  {
    what: 'a renamed section gets the additions of the other side',
    path: 'details/tech.md',
    base: '## Stack\n\n- a thing\n- another thing\n',
    ours: '## Tech stack\n\n- a thing\n- another thing\n',
    theirs: '## Stack\n\n- a thing\n- another thing\n- third\n',
    merged: '## Tech stack\n\n- a thing\n- another thing\n- third\n',
  },
  {
    what: 'of a document that both created, only differences are left to a person',
    path: 'details/learnings/till.md',
    base: undefined,
    ours: TILL('Dust.\n'),
    theirs: TILL('Grease.\n'),
    merged: TILL(conflict('Dust.\n', 'Grease.\n')),
    conflicts: 1,
  },
  {
    what: 'only a row removed by one side and changed by the other is left to a person',
    path: 'details/patterns.md',
    base: `${DECISIONS}| 2026-01-01 | A | w | g | s |\n| 2026-01-02 | B | w | g | s |\n`,
    ours: `${DECISIONS}| 2026-01-02 | B | w | g | s |\n`,
    theirs: `${DECISIONS}| 2026-01-01 | A | better | g | s |\n| 2026-01-02 | B | w | g | s |\n`,
    merged: `${DECISIONS}${conflict('', '| 2026-01-01 | A | better | g | s |\n')}| 2026-01-02 | B | w | g | s |\n`,
    conflicts: 1,
  },
  {
    what: 'rows sorted by one side stay sorted, and additions keep their predecessor',
    base: `${HIGHLIGHTS}| A | 2026-01-01 | x |\n| B | 2026-01-02 | x |\n`,
    ours: `${HIGHLIGHTS}| B | 2026-01-02 | x |\n| A | 2026-01-01 | x |\n`,
    theirs: `${HIGHLIGHTS}| A | 2026-01-01 | x |\n| B | 2026-01-02 | x |\n| C | 2026-01-03 | x |\n`,
    merged: `${HIGHLIGHTS}| C | 2026-01-03 | x |\n| B | 2026-01-02 | x |\n| A | 2026-01-01 | x |\n`,
  },
  {
    what: 'a check mark and another wording are not combined',
    path: 'details/progress.md',
    base: '- [ ] write the pay page\n',
    ours: '- [ ] write the payment page\n',
    theirs: '- [x] write the pay page\n',
    merged: conflict('- [ ] write the payment page\n', '- [x] write the pay page\n'),
    conflicts: 1,
  },
  {
    what: 'a user block added by one side does not conflict',
    path: 'details/patterns.md',
    base: `${DECISIONS}| 2026-01-01 | A | w | g | s |\n`,
    ours: `${DECISIONS}| 2026-01-01 | A | w | g | s |\n\n<!-- USER_BLOCK_START -->\n<!-- USER_BLOCK_END -->\n`,
    theirs: `${DECISIONS}| 2026-01-01 | A | w | g | s |\n| 2026-01-02 | B | w | g | s |\n`,
    merged: `${DECISIONS}| 2026-01-01 | A | w | g | s |\n| 2026-01-02 | B | w | g | s |\n\n<!-- USER_BLOCK_START -->\n<!-- USER_BLOCK_END -->\n`,
  },
]

test.each([...FILES, ...UNSEEN])('$what [S55]', ({ path = 'MEMORY.md', base, ours, theirs, merged, conflicts = 0 }) => {
  const result = merge(path, base, ours, theirs)
  expect(result.text).toBe(merged)
  expect(result.conflicts).toHaveLength(conflicts)
})
