/** The questions of the grounds with their answers. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadableBank } from '../../src/bank/snapshot.ts'
import { EntryIndex } from '../../src/search/entry-index.ts'
import { GROUND, groundBank, HARD_GROUND } from './bank.ts'

interface Asked {
  readonly question: string
  readonly bank: ReadableBank
  readonly index: EntryIndex
}

interface Question extends Asked {
  readonly language: 'zh' | 'en' | 'mixed'
  readonly answers: readonly { readonly path: string; readonly heading: string }[]
}

interface HardQuestion extends Asked {
  /** Failures in the second half are never inspected. */
  readonly half: 'first' | 'second'
  readonly answer?: { readonly path: string; readonly text: string }
}

export const QUESTIONS: readonly Question[] = questionsIn(GROUND)
export const HARD_QUESTIONS: readonly HardQuestion[] = questionsIn(HARD_GROUND)

function questionsIn<T extends Asked>(ground: string): readonly T[] {
  const questions: readonly (Omit<T, 'bank' | 'index'> & { readonly bank: string })[] = JSON.parse(
    readFileSync(join(ground, 'questions.json'), 'utf8'),
  )
  const banks = new Map([...new Set(questions.map(({ bank }) => bank))].map((name) => [name, openBank(name, ground)]))
  return questions.map((question) => ({ ...question, ...banks.get(question.bank) }) as unknown as T)
}

function openBank(name: string, ground: string): Pick<Asked, 'bank' | 'index'> {
  const bank = groundBank(name, ground)
  const index = new EntryIndex()
  index.update(bank)
  return { bank, index }
}
