/**
 * A whole task pasted in as a question: what decides it stands in one of its sentences, and the others are about the
 * work. So each sentence is asked for itself too, and an entry that has all of one comes before an entry that has a
 * little of many.
 */

import { type Found, rank, worthOf } from './choose.ts'
import { type Point, pointsOf } from './coverage.ts'
import { formOf, understand } from './question.ts'
import { isOfWork } from './question-words.ts'
import { score, type Wanted } from './score.ts'
import type { SearchIndex } from './search-index.ts'

/** So many things at least are asked for in a task. */
const TASK_POINTS = 16

export function isTask(points: readonly Point[]): boolean {
  return points.length > TASK_POINTS
}

/** What a task is about counts more than what it says about the work. */
export function aboutTheMatter(points: readonly Point[]): readonly Point[] {
  return points.map((point) => (isOfWork(point.text) ? { ...point, weight: point.weight * OF_WORK } : point))
}

/** The same for what is searched for. */
export function wantedOfMatter(wanted: readonly Wanted[]): readonly Wanted[] {
  return wanted.map((want) => (isOfWork(want.term.text) ? { ...want, weight: want.weight * OF_WORK } : want))
}

const OF_WORK = 0.2

/** `whole`: what the task as one question finds. */
export function rankTask(task: string, whole: readonly Found[], index: SearchIndex): readonly Found[] {
  const top = whole[0]?.score ?? 0
  const found = new Map(whole.map((candidate) => [candidate.unit, { candidate, part: 0 }]))
  for (const sentence of sentencesOf(task)) {
    const wanted = wantedOfMatter(understand(sentence, index))
    const points = aboutTheMatter(pointsOf(sentence, wanted, index))
    const total = points.reduce((sum, point) => sum + point.weight, 0)
    for (const candidate of rank(index, score(index, wanted, formOf(sentence)), points)) {
      const known = found.get(candidate.unit)
      const part = candidate.share ** 2 * total * worthOf(index.unit(candidate.unit)?.flags ?? 0)
      if (known !== undefined && known.part >= part) continue
      const share = Math.max(known?.candidate.share ?? 0, (candidate.share * total) / (total + SLIGHT))
      const why = known === undefined || known.part === 0 ? candidate.why : known.candidate.why
      found.set(candidate.unit, {
        candidate: { ...(known?.candidate ?? { ...candidate, score: 0 }), share, why },
        part,
      })
    }
  }
  const most = Math.max(...[...found.values()].map(({ part }) => part), 0)
  const scored = [...found.values()].map(({ candidate, part }) => {
    const ofWhole = top === 0 ? 0 : candidate.score / top
    const ofPart = most === 0 ? 0 : part / most
    return { ...candidate, score: Math.round((WHOLE * ofWhole + ofPart) * top * 1000) / 1000 }
  })
  return scored.sort((a, b) => b.score - a.score).slice(0, LOOKED_AT)
}

/** As if a sentence asked for so much more than it says: one of a single word is covered by chance. */
const SLIGHT = 0.8
/** What the task as a whole counts beside its best sentence. */
const WHOLE = 1
const LOOKED_AT = 24
const MOST_SENTENCES = 16

/** Sentences; a long one by its clauses. */
function sentencesOf(task: string): readonly string[] {
  const sentences = task.split(/[。！？；\n]|[.!?;](?=\s|$)/).flatMap((sentence) => {
    return isLong(sentence) ? clausesOf(sentence) : [sentence]
  })
  return sentences.filter((sentence) => sentence.trim() !== '').slice(0, MOST_SENTENCES)
}

function isLong(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return han * HAN_LETTERS + (text.length - han) > LONG
}

/** A Han character says as much as so many letters. */
const HAN_LETTERS = 4
const LONG = 120

/** Clauses that follow each other, as many as a sentence holds. */
function clausesOf(sentence: string): readonly string[] {
  const clauses: string[] = []
  for (const clause of sentence.split(/[，,：:、]/)) {
    const last = clauses.at(-1)
    if (last !== undefined && !isLong(`${last}${clause}${clause}`)) clauses[clauses.length - 1] = `${last}，${clause}`
    else clauses.push(clause)
  }
  return clauses
}
