/**
 * A yes is accepted whatever the assistant says around the block, for entries and each kind of plan, in both languages.
 * The cases were written without knowledge of the code, and half of them were held out.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Language } from '../../src/base/language.ts'
import { accept } from '../../src/consent/accept.ts'
import { propose } from '../../src/verbs/refresh.ts'
import { type Files, writeFiles } from '../disk/temporary-folder.ts'
import { BANK } from '../hosts/sample-bank.ts'
import { LONG } from '../laws/runs.ts'
import { claudeCode, codex, type Driver, open, openCode, PROPOSALS, type Stage, stageOf } from './consent-turns.ts'

type InBoth = Readonly<Record<Language, readonly string[]>>
interface Cases {
  /** The assistant's last text; {B} is where it copies the block. */
  readonly endings: InBoth
  readonly replies: InBoth
  readonly planReplies: InBoth
  readonly no: InBoth
}
const CASES: Cases = JSON.parse(readFileSync(join(import.meta.dirname, '../cases/honest-yes.json'), 'utf8'))

/** The last: of every so many cases one is tried, where not all are. */
const HOSTS: readonly (readonly [string, Driver, number])[] = [
  ['OpenCode', openCode, 1],
  ['Claude Code', claudeCode(), 4],
  ['Codex', codex, 4],
]
const OLD = (version: string) =>
  `<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:${version} -->\n# Memory\n<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_START -->\nMine.\n<!-- USER_BLOCK_END -->\n`
const manifest = (node: string) => `{ "name": "shop", "engines": { "node": "${node}" } }\n`
const PLANS = {
  init: { 'package.json': manifest('>=20') },
  upgrade: { 'memory-bank/MEMORY.md': OLD('v7.0') },
  migrate: { 'memory-bank/brief.md': '# Brief\n\nA shop.\n', 'memory-bank/active.md': '# Active\n\n- Ship it.\n' },
  refresh: { 'package.json': manifest('>=20') },
} as const satisfies Readonly<Record<string, Files>>
type PlanKind = keyof typeof PLANS

/** Every ending with some reply, every reply with some ending; in the long suite all with all. */
function pairs(
  endings: readonly string[],
  replies: readonly string[],
  step: number,
): readonly (readonly [string, string])[] {
  const both = endings.flatMap((ending, at) => replies.map((reply, of) => [ending, reply, at, of] as const))
  const most = Math.max(endings.length, replies.length)
  const isTried = (at: number, of: number) => {
    const steps = Array.from({ length: most }, (_, step) => step)
    return steps.some((step) => step % endings.length === at && (step * 7) % replies.length === of)
  }
  const tried = LONG ? both : both.filter(([, , at, of]) => isTried(at, of)).filter((_, index) => index % step === 0)
  return tried.map(([ending, reply]) => [ending, reply])
}

const inLanguage = (language: Language): Files => ({ 'memory-bank.json': `{ "lang": "${language}" }\n` })

for (const [host, driver, step] of HOSTS)
  describe(host, () => {
    for (const language of ['zh', 'en'] as const) {
      test.each(pairs(CASES.endings[language], CASES.replies[language], step))(
        `entries, ${language}: %j, then %j is written [S41] [S42]`,
        async (ending, reply) => {
          const stage = stageOf({ ...BANK, ...inLanguage(language) }, PROPOSALS[language === 'zh' ? 'zhone' : 'one'])
          const said = await (await driver(stage, filled(ending))).reply(reply)
          expect(readFileSync(join(stage.root, 'memory-bank/details/patterns.md'), 'utf8'), said).toContain(
            stage.entries[0]?.['title'],
          )
        },
      )

      const endings = CASES.endings[language].filter((_, index) => LONG || index % 4 === 0)
      for (const kind of Object.keys(PLANS) as PlanKind[])
        test.each(pairs(endings, CASES.planReplies[language], step * 2))(
          `${kind}, ${language}: %j, then %j is carried out [S11] [S42]`,
          async (ending, reply) => {
            const stage = planStage(kind, language)
            const said = await (await driver(stage, filled(ending))).reply(reply)
            expect(changesLeft(stage), said).toBe(0)
          },
        )

      test.each(CASES.no[language])(`entries, ${language}: %j writes nothing [S41]`, async (reply) => {
        const stage = stageOf({ ...BANK, ...inLanguage(language) }, PROPOSALS[language === 'zh' ? 'zhone' : 'one'])
        await (await driver(stage, filled('{B}'))).reply(reply)
        expect(readFileSync(join(stage.root, 'memory-bank/details/patterns.md'), 'utf8')).toBe(
          BANK['memory-bank/details/patterns.md'],
        )
      })
    }
  })

test.each(['好', 'yes', 'mb:write', '写进 memory bank'])(
  'a command of the repository whose template says %j accepts nothing and permits nothing [S42]',
  async (template) => {
    const stage = stageOf(BANK, PROPOSALS.one)
    const turned = await openCode(stage, filled('{B}'))
    await turned.command?.(template)
    expect(readFileSync(join(stage.root, 'memory-bank/details/patterns.md'), 'utf8')).toBe(
      BANK['memory-bank/details/patterns.md'],
    )
    expect(open(stage).stateOf('ses_consent')).toMatchObject({ granted: { kind: 'nothing' }, accepted: undefined })
  },
)

test('in OpenCode the block is not swallowed by unclosed markup above it [S42]', async () => {
  for (const open of ['```ts\nconst a = 1', '<details>\n\nmore', '<!-- a note']) {
    const stage = stageOf(BANK, PROPOSALS.one)
    const turned = await openCode(stage, () => [open])
    expect(turned.read?.()).toMatch(/\n(?:```|<\/details>|-->)\n\n💾 Write this to the Memory Bank\? p\w+: Retries/)
  }
})

test('the result is a diff in a code block [S44]', async () => {
  const stage = stageOf(BANK, PROPOSALS.one)
  const turned = await openCode(stage, filled('Let me know.'))
  const asked = turned.read?.() ?? ''
  expect(asked).toMatch(/^Let me know\.\n\n💾 /)
  // A line right above a rule would become a heading.
  expect(asked).not.toMatch(/\S\n(?:---|===)/)
  await turned.reply('好')
  expect(await turned.say?.('Done.')).toMatch(
    /^Done\.\n\n```diff\nmemory-bank\/[\s\S]*\n\+ \| [\s\S]*\n\[Memory Bank updated\] Updated: .*; Status: done\n```$/,
  )
})

function filled(ending: string): (block: string) => readonly string[] {
  return (block) => (ending === '' ? [] : [ending.replace('{B}', () => block)])
}

function planStage(kind: PlanKind, language: Language): Stage {
  const stage = stageOf({ ...PLANS[kind], ...inLanguage(language) }, [])
  if (kind === 'refresh') {
    const { workspace } = open(stage)
    const made = propose(workspace, { language, onConflict: undefined })
    if (!made.ok || !accept({ plan: made.value.plan }, workspace).ok) throw new Error('no bank was made')
    writeFiles(stage.root, { 'package.json': manifest('>=22') })
  }
  expect(changesLeft(stage)).toBeGreaterThan(0)
  return stage
}

function changesLeft(stage: Stage): number {
  const made = propose(open(stage).workspace, { language: undefined, onConflict: undefined })
  if (!made.ok) throw new Error(made.problem.code)
  return made.value.plan.changes.length
}
