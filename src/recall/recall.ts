/**
 * A question and a bank in, a context pack out: route, search, choose, fit, assemble.
 *
 * Deterministic: the same bank and question give the same pack. The budget always holds, what is relevant and left out
 * is named, and a question that the bank does not speak about gives no evidence but an open question.
 */

import type { BankPath } from '../core/bank-path.ts'
import { type Language, languageOfText } from '../core/language.ts'
import { isInboxPath, MEMORY } from '../core/layout.ts'
import {
  type ContextPack,
  type Covered,
  type Evidence,
  type LeftOut,
  PACK_SCHEMA,
  type PackConflict,
  type SummaryLine,
} from '../core/pack.ts'
import type { ReadableBank } from '../core/snapshot.ts'
import { readWaiting } from '../text/inbox-place.ts'
import type { Route } from '../text/routing.ts'
import { endsSuperseded } from '../text/superseded.ts'
import { fit, PACK_ROOM, type Room, type Taken } from './budget.ts'
import { choose, type Found, merge, namedFiles, nearest, rank } from './choose.ts'
import { coverageIn, type Held, type Point, pointsOf } from './coverage.ts'
import { coveredBy } from './covered.ts'
import { documentPath, sourceOf } from './document-routes.ts'
import { withoutMarkers } from './excerpt.ts'
import { fitPack } from './fit-pack.ts'
import { openQuestions } from './open-questions.ts'
import { formOf, understand } from './question.ts'
import { aboutTheMatter, isTask, rankTask, wantedOfMatter } from './rank-task.ts'
import { score } from './score.ts'
import { buildIndex, type SearchIndex } from './search-index.ts'
import { NO_SUMMARY, summarize } from './summarize.ts'
import { termsIn } from './tokenize.ts'

export interface RecallOptions {
  /** An index of this bank, if the caller keeps one. */
  readonly index?: SearchIndex
  /** Files of the repository, to say where to look for what the bank does not cover. */
  readonly repositoryPaths?: () => readonly string[]
  readonly conflicts?: readonly PackConflict[]
  /** Documents of the repository that the bank routes to, too large to be searched. */
  readonly tooLarge?: readonly string[]
  readonly room?: Room
  /** Of headings and marks, whatever the bank's own is. */
  readonly language?: Language
  /** The asker was given the opening of a session, which says what a summary would. */
  readonly opened?: boolean
}

export function recall(question: string, bank: ReadableBank, options: RecallOptions = {}): ContextPack {
  const index = options.index ?? buildIndex(bank)
  const room = options.room ?? PACK_ROOM
  const language = options.language ?? languageOf(bank, languageOfText(question) ?? 'en')
  const words = understand(question, index)
  const asked = pointsOf(question, words, index)
  const points = isTask(asked) ? aboutTheMatter(asked) : asked
  const scores = score(index, isTask(asked) ? wantedOfMatter(words) : words, formOf(question))
  const read = (path: BankPath) => bank.files.get(path)?.readText() ?? ''

  const named = namedFiles(question, index)
  const whole = rank(index, scores, points)
  const ranked = isTask(points) ? rankTask(question, whole, index) : whole
  const covered: Covered = named.length > 0 ? 'yes' : coveredBy(ranked, points, index, read)
  const chosen = [...named, ...(covered === 'no' ? nearest(ranked) : choose(ranked, covered, index, read))]
  const shown = merge(chosen).map((candidate) => belowFrontMatter(candidate, read))
  const space = covered === 'no' ? { ...room, tokens: room.tokens * NEAREST } : room
  const { taken, leftOut } = fit(shown, read, points, language, space)
  const evidence = taken.map(({ candidate, excerpt }) =>
    evidenceOf(candidate, withoutMarkers(excerpt.text), bank, index),
  )
  const pack: ContextPack = {
    schema: PACK_SCHEMA,
    question,
    language,
    covered,
    summary:
      options.opened === true ? NO_SUMMARY : summarize(bank.files.get(MEMORY)?.readText(), points, focusWaiting(bank)),
    evidence,
    samples: [],
    conflicts: options.conflicts ?? [],
    openQuestions: openQuestions(
      covered,
      question,
      points,
      spokenIn(taken, index),
      ranked.map((candidate) => candidate.path),
      covered === 'yes' ? [] : (options.repositoryPaths?.() ?? []),
    ),
    leftOut: [
      ...tooLarge(options.tooLarge ?? [], points, index),
      ...leftOut.map(({ path, heading, startLine, endLine, over }) => ({
        ...sourceOf(path),
        heading,
        startLine,
        endLine,
        over,
      })),
    ],
    ...(bank.unreadable.length === 0 ? {} : { unread: bank.unreadable }),
    budget: { files: 0, lines: 0, tokens: 0, maxFiles: room.files, maxLines: room.lines, maxTokens: room.tokens },
  }
  return fitPack(pack, room.tokens)
}

/** Of the budget: what is spent on showing what comes nearest to a question that the bank does not answer. */
const NEAREST = 0.5

function focusWaiting({ files }: ReadableBank): readonly SummaryLine[] {
  const inbox = [...files.values()].filter(({ path }) => isInboxPath(path)).toReversed()
  return inbox.flatMap(({ path, readText }) => {
    const text = readText()
    const waiting = readWaiting(path, text)
    if (waiting?.kind !== 'focus') return []
    const said = text.split(/\r\n|\r|\n/)[waiting.line - 1]?.trim() ?? ''
    return endsSuperseded(said) ? [] : [{ text: said, path, line: waiting.line }]
  })
}

/** The front matter of a waiting entry is no evidence. */
function belowFrontMatter(candidate: Found, read: (path: BankPath) => string): Found {
  const { path, startLine } = candidate
  const waiting = isInboxPath(path) ? readWaiting(path, read(path)) : undefined
  return waiting === undefined || startLine >= waiting.line ? candidate : { ...candidate, startLine: waiting.line }
}

/**
 * The terms that stand in what is shown. The index knows which sections hold a term; only what was cut short has to be
 * looked at.
 */
function spokenIn(taken: readonly Taken<Found>[], index: SearchIndex): Held {
  const units: number[] = []
  const cut: string[] = []
  for (const { candidate, excerpt } of taken) {
    const { path, startLine, endLine, trail, heading } = candidate
    if (excerpt.lines < endLine - startLine + 1) {
      cut.push(path, ...trail, heading, excerpt.text)
      continue
    }
    const file = index.file(path)
    if (file === undefined) continue
    units.push(file.firstUnit)
    for (const [at, unit] of file.units.entries()) {
      if (unit.startLine >= startLine && unit.endLine <= endLine) units.push(file.firstUnit + 1 + at)
    }
  }
  const read = termsIn(cut)
  return { has: (term) => read.has(term) || index.holds(term, units) }
}

function evidenceOf(candidate: Found, excerpt: string, bank: ReadableBank, index: SearchIndex): Evidence {
  const { path, startLine, endLine, score, why } = candidate
  return {
    ...sourceOf(path),
    headings: [...candidate.trail, candidate.heading].filter((heading) => heading !== ''),
    startLine,
    endLine,
    excerpt,
    ...(candidate.columns === undefined || candidate.columns.length === 0 ? {} : { columns: candidate.columns }),
    ...(candidate.day === 0 ? {} : { date: new Date(candidate.day * 86_400_000).toISOString().slice(0, 10) }),
    mtime: bank.files.get(path)?.mtime ?? 0,
    hash: index.file(path)?.hash ?? '',
    score,
    why,
  }
}

/** Of the documents that were not searched, those whose path or route speaks about the question. */
function tooLarge(paths: readonly string[], points: readonly Point[], index: SearchIndex): readonly LeftOut[] {
  const coverage = coverageIn(points)
  return paths.flatMap((path): readonly LeftOut[] => {
    const leads = ({ route }: { readonly route: Route }) =>
      route.targets.some((target) => `${documentPath(path)}/`.startsWith(`${target}/`))
    const intents = index
      .totals()
      .routes.filter(leads)
      .map(({ route }) => route.intent)
    return coverage(path, ...intents) < SPEAKS_ABOUT ? [] : [{ source: 'document', path, over: 'size' }]
  })
}

const SPEAKS_ABOUT = 0.15

function languageOf({ files }: ReadableBank, otherwise: Language): Language {
  const memory = files.get(MEMORY)?.readText()
  return (memory === undefined ? undefined : languageOfText(memory)) ?? otherwise
}
