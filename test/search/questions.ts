/** The questions of the grounds, with what answers them. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GROUND, HARD_GROUND } from './bank.ts'

interface Asked {
  readonly ground: string
  readonly bank: string
  readonly question: string
}

interface Question extends Asked {
  readonly language: 'zh' | 'en' | 'mixed'
  readonly answers: readonly { readonly path: string; readonly heading: string }[]
}

interface HardQuestion extends Asked {
  /** Nobody looks at how the second half fails. */
  readonly half: 'first' | 'second'
  readonly answer?: { readonly path: string; readonly text: string }
}

export const QUESTIONS: readonly Question[] = questionsIn(GROUND)
export const HARD_QUESTIONS: readonly HardQuestion[] = questionsIn(HARD_GROUND)

function questionsIn<T extends Asked>(ground: string): readonly T[] {
  const questions: readonly T[] = JSON.parse(readFileSync(join(ground, 'questions.json'), 'utf8'))
  return questions.map((question) => ({ ...question, ground }))
}
