/** Finished work of an old active.md, put into progress.md: what is done below its Done heading, records at its end. */

import type { Language, Words } from '../core/language.ts'
import { PROGRESS } from '../core/layout.ts'
import { appendBlock, editableSection, isHidden } from '../text/editable-text.ts'
import { listItemIn } from '../text/line-syntax.ts'
import { endingOf, scanLines, splice, withEnding } from '../text/lines.ts'
import { fitHeadings, withoutOuterBlanks } from './fit-text.ts'
import { isDoneHeading, type SplitActive } from './split-active.ts'
import { saidIn, withoutRepeats } from './standing-lines.ts'

/** progress.md with what is finished; undefined where nothing may be added to it. */
export function withFinished(
  progress: string,
  { history, done }: Pick<SplitActive, 'history' | 'done'>,
  language: Language,
): string | undefined {
  const repeats = saidIn(progress)
  const blocks = done.map((block) => withoutOuterBlanks(fitHeadings(withoutRepeats(block, repeats), 3)))
  const said = blocks.filter((block) => block !== '')
  const text = said.length === 0 ? progress : withDone(progress, said, language)
  if (text === undefined || history.length === 0) return text
  const sections = history.map((section) => `${withoutOuterBlanks(fitHeadings(section, 2))}\n`)
  return appendBlock(PROGRESS, text, sections.join('\n'))
}

const DONE: Words = { en: '## Done (to archive)', zh: '## 已完成（待归档）' }

function withDone(progress: string, blocks: readonly string[], language: Language): string | undefined {
  const found = editableSection(PROGRESS, progress, isDoneHeading)
  const text = found === undefined ? appendBlock(PROGRESS, progress, `${DONE[language]}\n`) : progress
  if (text === undefined) return undefined
  const section = found ?? editableSection(PROGRESS, text, isDoneHeading)
  if (section === undefined) return undefined
  const standing = text.slice(section.bodyStart, section.end).trimEnd()
  const at = section.bodyStart + standing.length
  if (isHidden(text, at)) return undefined
  const ending = endingOf(text)
  const added = blocks
    .map((block, index) => (index === 0 ? '' : between(blocks[index - 1] ?? '', block)) + block)
    .join('')
  const lead = standing === '' ? ending : ending + between(standing, added).slice(1)
  const tail = section.end < text.length && standing === '' ? ending : ''
  return splice(text, at, at, withEnding(lead + added, ending) + (at === text.length ? ending : tail))
}

/** Items of one list stand together; anything else is set apart. */
function between(above: string, below: string): string {
  const last = scanLines(above).at(-1)?.text ?? ''
  const isOneList = listItemIn(below) !== undefined && (listItemIn(last) !== undefined || /^\s+\S/.test(last))
  return isOneList ? '\n' : '\n\n'
}
