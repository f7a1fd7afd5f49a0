/** The agent’s own writes in a turn: what a 💾 in its words permits after a yes, and what the person sees (S42, S44). */

import { describe, expect, test } from 'vitest'
import { BANK, GuardedProject, type GuardedProject as Project, told } from '../verbs/guarded-project.ts'

const TECH = 'memory-bank/details/tech.md'
const PATTERNS = 'memory-bank/details/patterns.md'
const ASKS = `💾 Write this to the Memory Bank?\n   → ${TECH}\n   → Node 22 in CI\nReply "yes", or ignore it.`

function project(mode: 'block' | 'warn' = 'block'): Project {
  return new GuardedProject(BANK, { env: { MEMORY_BANK_WRITER: 'confirm', MEMORY_BANK_GUARD_MODE: mode } })
}

async function says(one: Project, assistant: string, person: string): Promise<void> {
  await one.guard.handle({ kind: 'assistant-said', session: 's', text: assistant })
  await one.said(person)
}

async function appends(one: Project, filePath: string): Promise<string> {
  return told((await one.call('write', { filePath, content: `${one.read(filePath) ?? ''}- Node 22 in CI\n` })).before)
}

const REFUSED = 'refuse confirmed-writes'

test.each(['好', '写吧', 'yes', 'ok, write it'])(
  'after %s the agent may write the named file, in that turn [S42]',
  async (yes) => {
    const one = project()
    await says(one, ASKS, yes)
    expect(await appends(one, PATTERNS)).toBe(REFUSED)
    expect(await appends(one, 'memory-bank/MEMORY.md')).toBe(REFUSED)
    expect(await appends(one, TECH)).not.toBe(REFUSED)
    await one.guard.turnEnded('s')
    await one.said('and now the tests')
    expect(await appends(one, TECH)).toBe(REFUSED)
  },
)

test('an order to write answers the 💾 although the assistant asked another question below it [S42]', async () => {
  const one = project()
  await says(one, `${ASKS}\n\nShall I run the tests?`, 'write it, and run the tests')
  expect(await appends(one, TECH)).not.toBe(REFUSED)
})

test('the bank may be named by its whole path [S42]', async () => {
  const one = project()
  await says(one, ASKS.replace(TECH, `${one.root}/${TECH}`), 'yes')
  expect(await appends(one, TECH)).not.toBe(REFUSED)
})

test.each(['block', 'warn'] as const)('in mode %s the person sees what the agent wrote [S42] [S44]', async (mode) => {
  const one = project(mode)
  await says(one, ASKS, mode === 'block' ? 'yes' : 'fix the login')
  await appends(one, TECH)
  await one.guard.turnEnded('s')
  expect(one.guard.turnNews('s')).toBe(
    `\`\`\`diff\n${TECH}\n+ - Node 22 in CI\n[Memory Bank updated] Updated: ${TECH}; Status: done\n\`\`\``,
  )
  expect(one.guard.turnNews('s')).toBeUndefined()
})

describe('these permit nothing, although the next message is a yes', () => {
  test.each([
    ['a 💾 without a file', 'All done, files saved 💾'],
    ['a 💾 with content and no file', '💾 Write this?\n   → Node 22 in CI from now on'],
    ['no 💾', ASKS.replace('💾 ', '')],
    ['a code fence', `\`\`\`\n${ASKS}\n\`\`\`\nDone. Anything else?`],
    ['a fence that is never closed', `\`\`\`text\n${ASKS}`],
    ['a tilde fence', `~~~~\n${ASKS}\n~~~~`],
    ['an indented code block', `As the guide says:\n\n${ASKS.replaceAll(/^/gm, '    ')}\n\nDone.`],
    ['a fence in a list', `- like this:\n  \`\`\`\n  ${ASKS.replaceAll('\n', '\n  ')}\n  \`\`\``],
    ['a quotation', `The page says:\n\n${ASKS.replaceAll(/^/gm, '> ')}\n\nDone.`],
    ['a quotation in a list', `- The page says:\n  ${ASKS.replaceAll(/^/gm, '> ').replaceAll('\n', '\n  ')}`],
    ['a quotation as an item', `- > ${ASKS.replaceAll('\n', '\n  > ')}`],
    ['a lazy quotation', `> The page says:\n${ASKS}`],
    ['a 💾 far above the end', `${ASKS}\n${'more\n'.repeat(60)}`],
    ['another question after it', `${ASKS}\n\nShall I run the tests?`],
    ['a page of another bank', ASKS.replace(TECH, `../other/${TECH}`)],
    ['a page of another bank by its whole path', ASKS.replace(TECH, `/srv/other/${TECH}`)],
    [
      'the eleventh page',
      ASKS.replace(TECH, `${Array.from('abcdefghij', (a) => `details/design/${a}.md`).join(', ')}, ${TECH}`),
    ],
    ['inline code', `Write \`💾 ${TECH}\` to save.`],
    ['quotation marks', `It printed “💾 Write ${TECH}?” and stopped.`],
    ['an HTML comment', `<!-- ${ASKS} -->\nDone.`],
    ['a closed part', `<details><summary>more</summary>\n\n${ASKS}\n\n</details>`],
    ['an HTML block', `<div hidden>\n${ASKS}\n</div>`],
    ['an HTML attribute', `<img alt="💾 ${TECH}">`],
    ['a link target', `[more](https://x.y/💾/${TECH})`],
    ['a link definition', `[a]: /x "💾 ${TECH}"\n\nDone.`],
  ])('%s [S42]', async (_name, text) => {
    const one = project()
    await says(one, text, 'yes')
    expect(await appends(one, TECH)).toBe(REFUSED)
  })

  test('a 💾 before which the assistant asked something else last [S42]', async () => {
    const one = project()
    await one.guard.handle({ kind: 'assistant-said', session: 's', text: ASKS })
    await says(one, 'Shall I also deploy it?', 'yes')
    expect(await appends(one, TECH)).toBe(REFUSED)
  })

  test('a yes that a program sent, or that came while a command ran [S42]', async () => {
    const one = project()
    await one.guard.handle({ kind: 'assistant-said', session: 's', text: ASKS })
    await one.request('c', 'bash', { command: 'sleep 1' })
    await one.said('yes')
    expect(await appends(one, TECH)).toBe(REFUSED)
  })
})
