/** Whether an answer that rests on a recall names what the recall cited: a path, or a title of the bank (S22). */

import type { BankPath } from '../core/bank-path.ts'
import type { Words } from '../core/language.ts'
import { MEMORY } from '../core/layout.ts'
import { listSections } from '../text/sections.ts'
import { pageNow } from '../workspace/bank/preconditions.ts'

export function namesSource(text: string, cited: readonly BankPath[], bank: string): boolean {
  const said = lettersOf(text)
  return cited.some((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (text.includes(path) || text.includes(name)) return true
    return titlesOf(path, bank).some((title) => said.includes(title))
  })
}

/** The headings of the entry itself are those of every bank. */
function titlesOf(path: BankPath, bank: string): readonly string[] {
  const text = path === MEMORY ? undefined : pageNow(bank, path)
  if (text === undefined) return []
  return listSections(text)
    .map(({ heading }) => lettersOf(heading))
    .filter((title) => title.length >= LEAST_TITLE)
}

/** Shorter ones are words such as "Symptom". */
const LEAST_TITLE = 12

/** The letters and digits of a text, in one case. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Said once in a session, in a turn that only answered. */
export const CITE: Words = {
  en: 'The answer rests on a recall and names no source. Name the file and section it comes from (details/… §…), or say that the bank does not cover it.',
  zh: '这个回答依据回忆得出，却没有注明出处。请写明来自哪个文件与章节（details/… §…），或说明 Memory Bank 没有记载。',
}
