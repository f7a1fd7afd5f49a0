/** `memory-bank recall`, `search` and `read`: what the bank says. */

import { readFileSync } from 'node:fs'
import type { BankPath } from '../../base/bank-path.ts'
import type { Words } from '../../base/language.ts'
import { noteUnlisted } from '../../setup/note-unlisted.ts'
import { SearchableBank } from '../../verbs/recall.ts'
import { maskSecrets } from '../../secrets/mask.ts'
import { packText, placeOf } from '../../bank/pack-text.ts'
import { type Call, type Command, EXIT, type ExitCode, type Options } from '../command.ts'
import { languageOf, open, report } from '../open.ts'
import { STDIN } from '../options.ts'
import { paint, printJson } from '../terminal.ts'

const TERM: Options = {
  term: {
    value: 'words',
    isRepeated: true,
    about: {
      en: 'words a helpful entry would contain (may be given again)',
      zh: '相关条目中可能出现的词（可重复给出）',
    },
  },
}

export const recall: Command = {
  name: 'recall',
  group: 'ask',
  place: 1,
  about: { en: 'show the entries that match a question', zh: '显示与问题匹配的条目' },
  operands: '<question …>',
  mostOperands: 1_000,
  options: {
    ...TERM,
    summary: { about: { en: 'add goal, focus and stack', zh: '附上目标、当前重点和技术栈' } },
    yaml: { about: { en: 'print YAML, same schema as JSON', zh: '输出 YAML，schema 与 JSON 相同' } },
    ...STDIN,
  },
  examples: [
    'memory-bank recall why did we leave Redux --term state --term Zustand',
    'memory-bank recall --json "支付超时怎么处理"',
  ],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['context-pack'],
  run: runRecall,
}

export const search: Command = {
  ...recall,
  name: 'search',
  place: 2,
  about: { en: 'list the entries that match a question, best first', zh: '按相关度列出匹配的条目' },
  options: {
    ...TERM,
    limit: { value: 'n', about: { en: 'show at most this many (20)', zh: '最多显示的条数（20）' } },
    ...STDIN,
  },
  examples: ['memory-bank search timeout', 'memory-bank search --stdin --json --limit 20 < questions.txt'],
  json: ['search'],
  run: runSearch,
}

export const read: Command = {
  ...recall,
  name: 'read',
  place: 3,
  about: { en: 'print one file of the bank, within the reading budget', zh: '在读取预算内输出一个文件' },
  operands: '<path>',
  mostOperands: 1,
  options: {
    question: {
      value: 'text',
      about: { en: 'in a long file, show what is relevant to this', zh: '长文件只显示与此相关的部分' },
    },
  },
  examples: ['memory-bank read details/patterns.md', 'memory-bank read details/tech.md --question deploy'],
  json: ['read'],
  run: runRead,
}

async function runRecall(call: Call): Promise<ExitCode> {
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

async function runSearch(call: Call): Promise<ExitCode> {
  const bank = await openBank(call)
  if (typeof bank === 'number') return bank
  const limit = Number(call.values.get('limit') ?? '20')
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000)
    return usage(call, { en: '--limit must be a number from 1 to 1000.', zh: '--limit 应为 1 到 1000 的整数。' })
  const terms = termsOf(call)
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

async function runRead(call: Call): Promise<ExitCode> {
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
