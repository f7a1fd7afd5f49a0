import { expect, test } from 'vitest'
import { knownPath } from '../../src/base/bank-path.ts'
import { entriesOfFile } from '../../src/drift/entries-of-file.ts'
import { type AskedProject, MemoryAtFile } from '../../src/drift/memory-at-file.ts'

const BANK: Readonly<Record<string, string>> = {
  'MEMORY.md': `# Project Memory

## Current Focus

- The rewrite of src/cart/total.ts.

## Decision Highlights

| Decision | Date | Binds |
|---|---|---|
| src/highlight/only.ts is decided | 2026-01-01 | all |

## Routing Rules（意图驱动）

| Want | Read |
|---|---|
| change src/routed/only.ts | details/design/routed.md |

## Top Quick Answers

- **Where is the port set?** In config/ports.yml (see also [tools/port.ts], (./cli/port.go)), nowhere else. → docs/ports.md
`,
  'details/patterns.md': `# Decisions

| Date | Decision | Why | Given up | Applies to |
|---|---|---|---|---|
| 2026-01-01 | Money is counted in cents | floats in src/cart/total.ts lost a cent | decimals | everything under src |
| 2026-02-01 | Totals are rounded once, at the end | tax, see src/cart/total.ts | per line | src/cart/total.ts |

## Keep the worker single

- **Decision**: one worker; \`spawnWorker\` is called once
- **Why**: the queue in \`lib/queue/worker.go\` has no lock
- **Date**: 2026-03-01
`,
  'details/tech.md': `# Tech

- **Language**: TypeScript (source: package.json)
- Look at setup.cfg and \`Makefile\` before a release; src/scanned.ts is not it.
- **src/**: scanned.ts, only.ts (source: directory tree)
`,
  'details/learnings/lost-cent.md': `# A cent was lost

- **Date**: 2026-02-10

## Symptom

Totals of carts with discounts; the report named applyDiscount.

## Root cause

handle_request and roundHalfEven disagreed.

## Solution

Fixed.

## Prevention

Round with roundHalfEven; never with Math.round. Packages under pkg/money are the only ones that may round.
`,
  'details/archive/old.md': '# Old\n\nsrc/archived.ts was here.\n',
  'details/learnings/index.md': '| File | Title |\n|---|---|\n| src/indexed.ts | x |\n',
}

const CODE: Readonly<Record<string, string>> = {
  'src/cart/discount.ts': 'export function applyDiscount(cart) {\n  return cart\n}\n',
  'src/cart/round.ts': 'export const roundHalfEven = (n) => n\n',
  'src/cart/uses.ts': "import { applyDiscount } from './discount.ts'\napplyDiscount(x)\n",
  'py/a.py': 'def handle_request(x):\n    pass\n',
  'py/b.py': 'def handle_request(x):\n    pass\n',
  'src/main.ts': 'const worker = spawnWorker()\n',
}

const FILES = [...Object.keys(CODE), 'Makefile', 'sub/Makefile', 'deep/one/setup.cfg']

const project: AskedProject = {
  read: (file) => CODE[file] ?? '',
  filesNamed: (name) => FILES.filter((file) => file === name || file.endsWith(`/${name}`)),
  linesWith: (words) =>
    new Map(
      Object.entries(CODE).flatMap(([file, text]) => {
        const lines = text.split('\n').filter((line) => words.some((word) => line.includes(word)))
        return lines.length === 0 ? [] : [[file, lines] as const]
      }),
    ),
}

const memory = new MemoryAtFile(Object.entries(BANK).flatMap(([path, text]) => entriesOfFile(knownPath(path), text)))
const first = (file: string) => {
  const [entry] = memory.about(file, project)
  return entry === undefined ? undefined : `${entry.path}:${entry.startLine}`
}

test.each([
  ['a path from the root; the newest of two decisions', 'src/cart/total.ts', 'details/patterns.md:6'],
  ['the end of a path', 'packages/shop/src/cart/total.ts', 'details/patterns.md:6'],
  ['a decision in prose', 'lib/queue/worker.go', 'details/patterns.md:8'],
  ['an answer', 'config/ports.yml', 'MEMORY.md:21'],
  ['a path in brackets', 'cli/port.go', 'MEMORY.md:21'],
  ['a path in square brackets', 'tools/port.ts', 'MEMORY.md:21'],
  ['a file at the root', 'Makefile', 'details/tech.md:4'],
  ['a bare name that only one file has', 'deep/one/setup.cfg', 'details/tech.md:4'],
  ['its folder', 'pkg/money/round.go', 'details/learnings/lost-cent.md:1'],
  ['the end of its folder', 'go/pkg/money/round.go', 'details/learnings/lost-cent.md:1'],
  ['a symbol that only it defines', 'src/cart/discount.ts', 'details/learnings/lost-cent.md:1'],
])('an entry is found by %s [S28]', (_name, file, place) => {
  expect(first(file)).toBe(place)
})

test.each([
  ['a folder of one part', 'src/other.ts'],
  ['a neighbour in the same folder', 'src/cart/tax.ts'],
  ['a subfolder of a named folder', 'pkg/money/deep/round.go'],
  ['a bare name that several files have', 'sub/Makefile'],
  ['a symbol that is only used', 'src/cart/uses.ts'],
  ['a symbol that several files define', 'py/a.py'],
  ['a call that looks like a definition', 'src/main.ts'],
  ['a scanned line', 'src/only.ts'],
  ['the highlights, which repeat the patterns', 'src/highlight/only.ts'],
  ['a route', 'src/routed/only.ts'],
  ['the archive', 'src/archived.ts'],
  ['an index', 'src/indexed.ts'],
  ['plain words', 'cart/money/cents.ts'],
])('no entry is found by %s [S28]', (_name, file) => {
  expect(first(file)).toBeUndefined()
})

test('the conclusion of an entry is its decision, its prevention or its first words [S28]', () => {
  const told = (file: string) => {
    const [entry] = memory.about(file, project)
    return [entry?.title, entry?.words, entry?.date]
  }
  expect(told('src/cart/total.ts')).toEqual(['', 'Totals are rounded once, at the end', '2026-02-01'])
  expect(told('lib/queue/worker.go')).toEqual([
    'Keep the worker single',
    'one worker; spawnWorker is called once',
    '2026-03-01',
  ])
  expect(told('pkg/money/x.go')).toEqual([
    'A cent was lost',
    'Round with roundHalfEven; never with Math.round. Packages under pkg/money are the only ones that may round.',
    '2026-02-10',
  ])
  expect(told('config/ports.yml')[1]).toMatch(/^Where is the port set\? In config\/ports\.yml/)
})

test('several learnings in one file are separate entries [S28]', () => {
  const text =
    '# Learnings\n\n## First\n\n- **Symptom**: a in src/a/b.ts\n- **Prevention**: do a\n\n## Second\n\n- **Symptom**: c in src/c/d.ts\n- **Prevention**: do c\n'
  const both = new MemoryAtFile(entriesOfFile(knownPath('details/learnings/all.md'), text))
  expect(both.about('src/c/d.ts', project).map(({ title, words }) => [title, words])).toEqual([['Second', 'do c']])
})

test('a block marker is not part of an entry [S28]', () => {
  const [learning] = entriesOfFile(
    knownPath('details/learnings/limits.md'),
    '<!-- MACHINE_BLOCK_START -->\n# Limits\n\n## Symptom\n\n402 in src/a.ts\n\n## Prevention\n\ncheck first\n<!-- MACHINE_BLOCK_END -->\n',
  )
  expect(learning?.words).toBe('check first')
  const [note] = entriesOfFile(
    knownPath('details/tech.md'),
    '<!-- MACHINE_BLOCK_START -->\n## Notes\n\nsrc/a.ts is slow\n<!-- MACHINE_BLOCK_END -->\n',
  )
  expect(note?.words).toBe('src/a.ts is slow')
})
