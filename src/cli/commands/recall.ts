/** `memory-bank recall`, `search` and `read`: find and read entries. */

import { readFileSync } from 'node:fs'
import { packText, placeOf } from '../../bank/pack-text.ts'
import type { Words } from '../../base/language.ts'
import { maskSecrets } from '../../secrets/mask.ts'
import { noteUnlisted } from '../../setup/note-unlisted.ts'
import { SearchableBank, type SearchHit } from '../../verbs/recall.ts'
import {
  type Command,
  type CommandCall,
  type CommandOptions,
  type Ending,
  EXIT,
  misused,
  type ProjectCall,
} from '../command.ts'
import { inProject } from '../in-project.ts'
import { flag, value } from '../options.ts'
import { paint, show } from '../terminal.ts'

const ASKED: CommandOptions = {
  term: value('words', 'words a helpful entry would contain (repeatable)', '相关条目中可能出现的词（可重复）', {
    isRepeated: true,
  }),
  stdin: flag(
    'read questions from standard input, one per line; print one JSON object each',
    '从标准输入逐行读取问题，每个问题输出一行 JSON',
  ),
}

export const recall: Command = {
  name: 'recall',
  group: 'ask',
  place: 1,
  about: { en: 'show the entries that match a question', zh: '显示与问题匹配的条目' },
  operands: '<question …>',
  mostOperands: 1_000,
  options: {
    ...ASKED,
    summary: flag('add goal, focus and stack', '附上目标、当前重点和技术栈'),
    yaml: flag('print YAML, same schema as JSON', '输出 YAML，schema 与 JSON 相同'),
  },
  examples: [
    'memory-bank recall why did we leave Redux --term state --term Zustand',
    'memory-bank recall --json "支付超时怎么处理"',
  ],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['context-pack'],
  run: inProject(runRecall),
}

export const search: Command = {
  ...recall,
  name: 'search',
  place: 2,
  about: { en: 'list the entries that match a question, best first', zh: '按相关度列出匹配的条目' },
  options: {
    ...ASKED,
    limit: value('n', 'show at most this many (20)', '最多显示的条数（20）', { range: [1, 1_000] }),
  },
  examples: ['memory-bank search timeout', 'memory-bank search --stdin --json --limit 20 < questions.txt'],
  json: ['search'],
  run: inProject(runSearch),
}

export const read: Command = {
  ...recall,
  name: 'read',
  place: 3,
  about: { en: 'print one file of the bank, within the reading budget', zh: '在读取预算内输出一个文件' },
  operands: '<path>',
  mostOperands: 1,
  options: {
    question: value('text', 'in a long file, show the parts relevant to this', '长文件只显示与此相关的部分'),
  },
  examples: ['memory-bank read details/patterns.md', 'memory-bank read details/tech.md --question deploy'],
  json: ['read'],
  run: inProject(runRead),
}

async function runRecall(call: ProjectCall): Promise<Ending> {
  const bank = SearchableBank.open(call.workspace)
  if (!bank.ok) return bank
  const wishes = { terms: termsOf(call), summary: call.switches.has('summary') }
  return answerEach(
    call,
    (question) => bank.value.answer(question, call.asked, wishes),
    (pack) => packText(pack).trimEnd(),
    // A pack already has the `kind` and `version` of its schema.
    (pack) => pack,
  )
}

async function runSearch(call: ProjectCall): Promise<Ending> {
  const bank = SearchableBank.open(call.workspace)
  if (!bank.ok) return bank
  const limit = Number(call.values.get('limit') ?? '20')
  return answerEach(
    call,
    (question) => ({ question: maskSecrets(question), hits: bank.value.search(question, termsOf(call), limit) }),
    ({ hits }) => hitsText(hits, call),
    (answer) => ({ kind: 'search', version: 1, ...answer }),
  )
}

/** Answers the question of the call or, with --stdin, each line of the input as one JSON object. */
async function answerEach<Answer extends object>(
  call: ProjectCall,
  answer: (question: string) => Answer,
  text: (answer: Answer) => string,
  json: (answer: Answer) => object,
): Promise<Ending> {
  const { terminal, switches } = call
  if (switches.has('stdin')) {
    const questions = readFileSync(0, 'utf8').split(/\r?\n/)
    for (const question of questions.filter((line) => line.trim() !== ''))
      terminal.print(JSON.stringify(answer(question)))
    return EXIT.done
  }
  const question = call.operands.join(' ').trim()
  if (question === '') return misused(call, NO_QUESTION(call.command))
  const answered = answer(question)
  if (switches.has('yaml')) terminal.print((await import('yaml')).stringify(answered).trimEnd())
  else
    show(
      call,
      () => json(answered),
      () => text(answered),
    )
  return EXIT.done
}

function runRead(call: ProjectCall): Ending {
  const path = call.operands[0]
  if (path === undefined)
    return misused(call, { en: 'Give the path of a file in the bank.', zh: '请给出 Memory Bank 中的文件路径。' })
  const bank = SearchableBank.open(call.workspace)
  if (!bank.ok) return bank
  const page = bank.value.read(path, call.values.get('question'), call.asked)
  if (!page.ok) return page
  const { kind: shown, text, totalLines, ranges } = page.value
  show(
    call,
    () => ({ kind: 'read', version: 1, path: page.value.path, shown, text, totalLines, ranges }),
    () => text.replace(/\n$/, ''),
  )
  const unlisted = call.switches.has('json') ? undefined : noteUnlisted(call.workspace, page.value.path)
  if (unlisted !== undefined) call.terminal.remark(unlisted[call.language])
  return EXIT.done
}

function hitsText(hits: readonly SearchHit[], { terminal, language }: ProjectCall): string {
  const { bold, dim } = paint(terminal)
  if (hits.length === 0) return NOTHING_FOUND[language]
  return hits.map((hit) => `${bold(placeOf(hit))}  ${hit.heading}  ${dim(hit.score.toFixed(2))}`).join('\n')
}

const NOTHING_FOUND: Words = {
  en: 'Nothing found. Try other words, or list the entries: memory-bank list',
  zh: '没有找到。请换个说法，或查看条目：memory-bank list',
}

const NO_QUESTION = (command: string): Words => ({
  en: `Give a question or words: memory-bank ${command} how do we deploy (or use --stdin).`,
  zh: `请给出问题或关键词，例如：memory-bank ${command} 如何部署（或使用 --stdin）。`,
})

function termsOf({ values }: CommandCall): readonly string[] {
  return (values.get('term') ?? '').split('\n').filter((term) => term.trim() !== '')
}
