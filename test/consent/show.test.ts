import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeAddition } from '../../src/bank/decode-addition.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import type { Language } from '../../src/base/language.ts'
import { proposalQuestion } from '../../src/consent/show.ts'
import { readBank } from '../../src/disk/bank/read-bank.ts'
import { Guard } from '../../src/session/guard.ts'
import type { Files } from '../disk/temporary-folder.ts'
import { law } from '../laws/runs.ts'
import { BANK, GuardedProject } from '../verbs/guarded-project.ts'
import { given } from '../verbs/page-project.ts'

const NO_REMARKS = { notes: [], leaving: [] }

function shown(fields: Readonly<Record<string, unknown>>, id = 'p3f9k2') {
  const decoded = decodeAddition(fields)
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problem))
  return { id, addition: decoded.value, targets: [knownPath('details/patterns.md')] }
}

test('a proposal is shown in full, or with the number of omitted characters and the command that shows them [S36] [S42]', () => {
  const field = fc.string({ minLength: 1, maxLength: 4_000, unit: fc.constantFrom(...'abc 决策原因é😀') })
  const said = field.filter((text) => /[a-c决策原因]/.test(text))
  law(
    fc.property(fc.array(fc.tuple(said, said, said, said), { minLength: 1, maxLength: 5 }), (entries) => {
      const all = entries.map(([title, why, given_up, applies_to], at) =>
        shown({ kind: 'decision', title, why, given_up, applies_to }, `p${at}`),
      )
      const question = proposalQuestion(all, NO_REMARKS, 'en')
      for (const { id, addition } of all) {
        const texts = [...addition.fields.values()].map((text) => text.replace(/\s+/g, ' ').trim())
        const isWhole = texts.every((text) => question.includes(text))
        const unseen = new RegExp(`\\+(\\d+) characters: \`memory-bank proposals show ${id}\``).exec(question)?.[1]
        if (!isWhole) expect(Number(unseen)).toBeGreaterThan(0)
      }
    }),
    60,
  )
})

test('a text of ordinary length is shown in full, and a long one gets the room that short ones leave [S42]', () => {
  const why = 'because '.repeat(100).trim()
  const entry = { kind: 'decision', title: 'A', why, given_up: 'c', applies_to: 'd' }
  expect(proposalQuestion([shown(entry)], NO_REMARKS, 'en')).toContain(`A; Why: ${why}; Given up: c; Applies to: d`)
  const text = 'x'.repeat(5_000)
  const zh = proposalQuestion(
    [shown({ kind: 'design', title: '购物车', text, evidence: 'src/cart.ts' })],
    NO_REMARKS,
    'zh',
  )
  expect(zh).toMatch(
    /购物车；设计：x{2900,2999}…；依据：src\/cart\.ts\n {3}⚠ 另有 20\d\d 个字符：`memory-bank proposals show p3f9k2`/,
  )
})

test('replaced lines are shown with their file, at most eight, and the rest is counted [S42]', () => {
  const leaving = Array.from({ length: 10 }, (_, at) => ({ path: knownPath('details/patterns.md'), text: `row ${at}` }))
  const question = proposalQuestion([shown({ kind: 'focus', text: 'E' })], { notes: [], leaving }, 'en')
  expect(question).toContain('   Replaces these lines:\n   − memory-bank/details/patterns.md: row 0\n')
  expect(question).toContain('row 7\n   ⚠ +2 lines: `memory-bank proposals show p3f9k2`')
  expect(question).not.toContain('row 8')
})

const DECISION = { kind: 'decision', title: 'Use SQLite', why: 'one file', given_up: 'MySQL', applies_to: 'storage' }
const FOCUS = { kind: 'focus', text: 'Ship the cart' }
const manifest = (node: string) => `{ "name": "shop", "engines": { "node": "${node}" } }\n`
const OLD =
  '<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\n# Memory\n<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_START -->\nMine.\n<!-- USER_BLOCK_END -->\n'

/** Each question of Memory Bank, and how it comes up. */
const QUESTIONS: Readonly<Record<string, { readonly files: Files; ask(project: GuardedProject): Promise<unknown> }>> = {
  'one entry': { files: BANK, ask: ({ guard }) => guard.propose('s', DECISION) },
  'several entries': { files: BANK, ask: ({ guard }) => guard.propose('s', { entries: [DECISION, FOCUS] }) },
  'a removal': {
    files: BANK,
    ask: ({ guard }) => guard.propose('s', { kind: 'removal', title: 'Ship the cart.', why: 'it is done' }),
  },
  init: { files: { 'package.json': manifest('>=20') }, ask: refresh },
  upgrade: { files: { 'memory-bank/MEMORY.md': OLD }, ask: refresh },
  migrate: {
    files: { 'memory-bank/brief.md': '# Brief\n\nA shop.\n', 'memory-bank/active.md': '# Active\n\n- Ship it.\n' },
    ask: refresh,
  },
  refresh: { files: { ...BANK, 'package.json': manifest('>=20') }, ask: refresh },
  'a choice': { files: { 'package.json': manifest('>=20') }, ask: conflict },
}

const ANSWERS = Object.keys(QUESTIONS).flatMap((question) =>
  (['en', 'zh'] as const).flatMap((language) => [
    { question, language, says: 'yes' as const },
    { question, language, says: 'no' as const },
  ]),
)

test.each(ANSWERS)(
  '$question, $language: each $says that the block prints is taken as one, whatever the assistant asks [S41] [S42]',
  async ({ question, language, says }) => {
    for (const [index] of (await asked(question, language))[says].entries()) {
      const { guard, bank, ...printed } = await asked(question, language)
      const reply = printed[says][index] ?? ''
      const before = bank()
      await guard.handle({ kind: 'user-said', session: 's', text: reply })
      const done = (await guard.carryOutAccepted('s')) ?? ''
      if (says === 'no') expect(bank(), reply).toEqual(before)
      else expect(done, reply).toMatch(/\[Memory Bank (?:updated|写入完成)\]/)
    }
  },
)

/** The question, shown by a host with a channel below other words; and the answers that its last line offers. */
async function asked(question: string, language: Language) {
  const of = QUESTIONS[question]
  if (of === undefined) throw new Error(question)
  const project = new GuardedProject({ ...of.files, 'memory-bank.json': `{ "lang": "${language}" }\n` })
  project.guard = given(Guard.open({ ...project.surroundings('.'), showsBlocks: true }))
  const { guard } = project
  await of.ask(project)
  await guard.handle({ kind: 'assistant-said', session: 's', text: 'All done. Shall I deploy now?' })
  const block = guard.unshownProposal('s')
  block?.shown()
  const last = block?.text.split('\n').at(-1) ?? ''
  const quoted = [...last.matchAll(/["“]([^"”]+)["”]/g)].flatMap(([, word = '']) => word)
  const no = quoted.filter((word) => /^(?:no|不用)$/.test(word))
  const choices =
    question === 'a choice' ? [...last.matchAll(/[123]|keep|overwrite|append|保留|覆盖|追加/g)].flat() : []
  const yes = [...quoted.filter((word) => !no.includes(word)), ...choices]
  expect(yes.length, last).toBeGreaterThan(0)
  const bank = () => given(readBank(guard.workspace.place.bank)).files
  return { guard, bank, yes, no }
}

async function refresh({ guard }: GuardedProject): Promise<void> {
  await guard.planRefresh('s')
  await guard.handle({ kind: 'user-said', session: 's', text: '' })
  await guard.carryOutAccepted('s')
}

/** A person changed a fact that the project has changed since. */
async function conflict(project: GuardedProject): Promise<void> {
  await refresh(project)
  project.guard.unshownProposal('s')?.shown()
  await project.said('yes')
  await project.guard.carryOutAccepted('s')
  project.write(MEMORY, (project.read(MEMORY) ?? '').replace('>=20', '>=20 please'))
  project.write('package.json', manifest('>=22'))
  await refresh(project)
}

const MEMORY = 'memory-bank/MEMORY.md'
