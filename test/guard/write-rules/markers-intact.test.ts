import { expect, test } from 'vitest'
import { MARKER } from '../../../src/bank/blocks.ts'
import { markersIntact } from '../../../src/guard/write-rules/markers-intact.ts'
import { ask, bank } from '../situation.ts'

const MACHINE = `${MARKER.machineStart}\nm\n${MARKER.machineEnd}\n`
const USER = `${MARKER.userStart}\nu\n${MARKER.userEnd}\n`
const BOTH = MACHINE + USER

test.each([
  ['loses the end of the user block', BOTH, BOTH.replace(MARKER.userEnd, '')],
  ['loses the start of the user block', BOTH, BOTH.replace(`${MARKER.userStart}\n`, '')],
  ['loses the whole user block', BOTH, MACHINE],
  ['loses the whole machine block', BOTH, USER],
  ['hides a marker in a code fence', BOTH, BOTH.replace(MARKER.userStart, `\`\`\`\n${MARKER.userStart}`)],
  ['nests one block in the other', BOTH, `${MARKER.machineStart}\n${USER}${MARKER.machineEnd}\n`],
  ['has a block twice', BOTH, BOTH + USER],
  ['misspells a marker', BOTH, BOTH.replace('USER_BLOCK_END', 'user_block_end')],
  ['is new and broken', undefined, `${MARKER.machineStart}\nm\n`],
  [
    'is broken and would be worse',
    `${MARKER.userStart}\n`,
    `${MARKER.userStart}\n${MARKER.machineEnd}\n${MARKER.userStart}\n`,
  ],
])('a file that %s is refused [S32]', (_name, before, now) =>
  expect(ask(markersIntact, bank('MEMORY.md', before, now))).toContain('MEMORY.md'),
)

test.each([
  ['changes inside the machine block', BOTH, BOTH.replace('\nm\n', '\nn\n')],
  ['has no markers', 'a', 'b'],
  ['gets its first block', '# a\n', `# a\n${MACHINE}`],
  ['quotes a marker in a fence', '# a\n', `\`\`\`\n${MARKER.userStart}\n\`\`\`\n`],
  ['was broken and is mended', `${MARKER.machineStart}\nm\n`, MACHINE],
  ['was broken and is edited elsewhere', `${MARKER.machineStart}\nm\n`, `${MARKER.machineStart}\nn\n`],
])('a file that %s passes [S32]', (_name, before, now) =>
  expect(ask(markersIntact, bank('MEMORY.md', before, now))).toBeUndefined(),
)
