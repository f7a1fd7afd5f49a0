/** Runs `memory-bank recall`, `search` and `read`: the entries that match, within budget. */

import { readFileSync } from 'node:fs'
import type { BankPath } from '../../core/bank-path.ts'
import type { Words } from '../../core/language.ts'
import { noteUnlisted } from '../../flows/note-unlisted.ts'
import { SearchableBank } from '../../flows/recall.ts'
import { packText, placeOf } from '../../text/pack-text.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { languageOf, open } from '../open.ts'
import { report } from '../render/problem.ts'
import { paint, printJson } from '../terminal.ts'

export async function recall(call: Call): Promise<ExitCode> {
  const bank = await openBank(call)
  if (typeof bank === 'number') return bank
  const wishes = { terms: termsOf(call), summary: call.switches.has('summary') }
  if (call.switches.has('stdin')) {
    for (const question of questions()) {
      call.terminal.print(JSON.stringify(bank.answer(question, call.language, wishes)))
    }
    return EXIT.done
  }
  const question = questionOf(call)
  if (question === undefined) return usage(call, NO_QUESTION)
  const pack = bank.answer(question, call.language, wishes)
  if (call.switches.has('json')) call.terminal.print(JSON.stringify(pack, null, 2))
  else if (call.switches.has('yaml')) call.terminal.print((await import('yaml')).stringify(pack).trimEnd())
  else call.terminal.print(packText(pack).trimEnd())
  return EXIT.done
}

export async function search(call: Call): Promise<ExitCode> {
  const bank = await openBank(call)
  if (typeof bank === 'number') return bank
  const limit = Number(call.values.get('limit') ?? '20')
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000)
    return usage(call, { en: '--limit must be a number from 1 to 1000.', zh: '--limit 应为 1 到 1000 的整数。' })
  const terms = termsOf(call)
  const { maskSecrets } = await import('../../secrets/mask.ts')
  const answer = (question: string) => ({ question: maskSecrets(question), hits: bank.search(question, terms, limit) })
  if (call.switches.has('stdin')) {
    for (const question of questions()) call.terminal.print(JSON.stringify(answer(question)))
    return EXIT.done
  }
  const question = questionOf(call)
  if (question === undefined) return usage(call, NO_QUESTION)
  if (call.switches.has('json')) printJson(call.terminal, 'search', answer(question))
  else printHits(call, bank.search(question, terms, limit))
  return EXIT.done
}

export async function read(call: Call): Promise<ExitCode> {
  const bank = await openBank(call)
  if (typeof bank === 'number') return bank
  const path = call.operands[0]
  if (path === undefined)
    return usage(call, { en: 'Which file? Give a path in the bank.', zh: '请给出 Memory Bank 中的文件路径。' })
  const page = bank.read(path, call.values.get('question'), call.language)
  if (!page.ok) return report(page.problem, spoken(call))
  const { kind, text, totalLines, ranges } = page.value
  if (call.switches.has('json'))
    printJson(call.terminal, 'read', {
      path: page.value.path,
      shown: kind,
      text,
      totalLines,
      ranges,
    })
  else {
    call.terminal.print(text.replace(/\n$/, ''))
    remarkUnlisted(call, page.value.path)
  }
  return EXIT.done
}

function remarkUnlisted(call: Call, path: BankPath): void {
  const workspace = open(call)
  const note = workspace.ok ? noteUnlisted(workspace.value, path) : undefined
  if (note !== undefined) call.terminal.remark(note[spoken(call).language])
}

function printHits(call: Call, hits: ReturnType<SearchableBank['search']>): void {
  const colour = paint(call.terminal)
  if (hits.length === 0) call.terminal.print(NOTHING_FOUND[spoken(call).language])
  for (const hit of hits) {
    call.terminal.print(`${colour.bold(placeOf(hit))}  ${hit.heading}  ${colour.dim(hit.score.toFixed(2))}`)
  }
}

const NOTHING_FOUND: Words = {
  en: 'Nothing found. Try other words, or see what there is: memory-bank status',
  zh: '没有找到。可换个说法，或查看现有内容：memory-bank status',
}

const NO_QUESTION: Words = {
  en: 'Ask something: memory-bank recall how do we deploy (or --stdin).',
  zh: '请给出问题，例如：memory-bank recall 如何部署（或使用 --stdin）。',
}

async function openBank(call: Call): Promise<SearchableBank | ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const opened = SearchableBank.open(workspace.value)
  return opened.ok ? opened.value : report(opened.problem, spoken(call))
}

/** The call with the bank's language, which only messages need and which takes a look at MEMORY.md. */
function spoken(call: Call) {
  return { ...call, language: languageOf(call, open(call)) }
}

function termsOf({ values }: Call): readonly string[] {
  return (values.get('term') ?? '').split('\n').filter((term) => term.trim() !== '')
}

function questionOf(call: Call): string | undefined {
  return call.operands.join(' ').trim() || undefined
}

function questions(): readonly string[] {
  return readFileSync(0, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
}

async function usage(call: Call, detail: Words): Promise<ExitCode> {
  return report({ code: 'usage', command: call.command, detail }, spoken(call))
}
