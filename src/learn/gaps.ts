/** Lists gaps in a session's opening: empty parts of MEMORY.md, and kinds of memory without an entry. */

import { pageOf } from '../bank/page.ts'
import type { Language, Words } from '../base/language.ts'
import { BANK_FOLDER, MEMORY, PATTERNS, SECTION, TECH } from '../base/layout.ts'
import type { WorkItem } from './worklist.ts'

export function gapsIn(texts: ReadonlyMap<string, string>, language: Language): readonly WorkItem[] {
  const memory = texts.get(MEMORY) ?? ''
  const patterns = texts.get(PATTERNS) ?? ''
  const snapshot = pageOf(memory).sectionBody(SECTION.snapshot) ?? ''
  const commands = snapshot + (texts.get(TECH) ?? '')
  const hasLearnings = [...texts.keys()].some((path) => /^details\/learnings\/(?!index)/.test(path))
  const gaps: readonly (readonly [boolean, string, Words])[] = [
    [
      !/\*\*(?:About|简介|Goal|目标|Purpose|用途)/i.test(snapshot),
      placeOf(memory, SECTION.snapshot),
      { en: 'the project and its users, in one sentence', zh: '一句话说明它是什么、服务于谁' },
    ],
    [
      !/\btests?\b[^`\n]{0,20}`|(?:测试)[^`\n]{0,20}`/i.test(commands),
      placeOf(memory, SECTION.snapshot),
      { en: 'the command that runs the tests, if there are any', zh: '运行测试的命令（如果有测试）' },
    ],
    [
      isEmpty(pageOf(memory).sectionBody(SECTION.focus)),
      placeOf(memory, SECTION.focus),
      {
        en: 'the current work; ask the user, the code does not show it',
        zh: '当前在做什么；代码里看不出，请问用户',
      },
    ],
    [
      pageOf(patterns).decisions.length === 0,
      `${BANK_FOLDER}/${PATTERNS}`,
      {
        en: 'no decisions recorded yet',
        zh: '尚未记录决策',
      },
    ],
    [!hasLearnings, `${BANK_FOLDER}/details/learnings/`, { en: 'no learnings recorded yet', zh: '尚未记录经验' }],
  ]
  return gaps.flatMap(([isLacking, place, words]) => (isLacking ? [{ place, text: words[language] }] : []))
}

function placeOf(memory: string, heading: string): string {
  const section = pageOf(memory).section(heading)
  const line = section === undefined ? 1 : memory.slice(0, section.start).split('\n').length
  return `${BANK_FOLDER}/${MEMORY}:${line}`
}

function isEmpty(body: string | undefined): boolean {
  return !/\p{L}/u.test((body ?? '').replace(/<!--[\s\S]*?-->/g, ''))
}
