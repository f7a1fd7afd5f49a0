/** `memory-bank recall`, `search` and `read`: the right page, with evidence, within budget. */

import { readFileSync } from 'node:fs'
import type { Language, Words } from '../../core/language.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import { Library, type Page } from '../../flows/recall.ts'
import { packText } from '../../text/pack-text.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { printJson } from '../render/json.ts'
import { paint } from '../render/paint.ts'
import { report } from '../render/problem.ts'

export async function recall(call: Call): Promise<ExitCode> {
  const library = await openLibrary(call)
  if (typeof library === 'number') return library
  if (call.switches.has('stdin')) {
    for (const question of questions()) {
      call.terminal.print(JSON.stringify(await library.answer(question, call.language)))
    }
    return EXIT.done
  }
  const question = await asked(call)
  if (typeof question === 'number') return question
  const pack = await library.answer(question, call.language)
  if (call.switches.has('json')) call.terminal.print(JSON.stringify(pack, null, 2))
  else if (call.switches.has('yaml')) call.terminal.print((await import('yaml')).stringify(pack).trimEnd())
  else call.terminal.print(packText(pack).trimEnd())
  return EXIT.done
}

export async function search(call: Call): Promise<ExitCode> {
  const library = await openLibrary(call)
  if (typeof library === 'number') return library
  const limit = Number(call.values.get('limit') ?? '20')
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) {
    return usage(call, { en: '--limit is a number from 1 to 1000.', zh: '--limit 应为 1 到 1000 的整数。' })
  }
  if (call.switches.has('stdin')) {
    const { maskSecrets } = await import('../../secrets/mask.ts')
    for (const question of questions())
      call.terminal.print(JSON.stringify({ question: maskSecrets(question), hits: library.search(question, limit) }))
    return EXIT.done
  }
  const question = await asked(call)
  if (typeof question === 'number') return question
  const hits = library.search(question, limit)
  if (call.switches.has('json')) {
    const { maskSecrets } = await import('../../secrets/mask.ts')
    printJson(call.terminal, 'search', { question: maskSecrets(question), hits })
    return EXIT.done
  }
  const colour = paint(call.terminal)
  if (hits.length === 0) call.terminal.print(NOTHING_FOUND[spoken(call).language])
  for (const hit of hits) {
    call.terminal.print(
      `${colour.bold(`memory-bank/${hit.path}:${hit.startLine}-${hit.endLine}`)}  ${hit.heading}  ${colour.dim(hit.score.toFixed(2))}`,
    )
  }
  return EXIT.done
}

export async function read(call: Call): Promise<ExitCode> {
  const library = await openLibrary(call)
  if (typeof library === 'number') return library
  const path = call.operands[0]
  if (path === undefined)
    return usage(call, { en: 'Which file? Name a path of the bank.', zh: '请给出 Memory Bank 中的路径。' })
  const page = library.read(path, call.values.get('question'), call.language)
  if (!page.ok) return report(page.problem, spoken(call))
  if (call.switches.has('json')) printPage(call, page.value)
  else call.terminal.print(page.value.text.replace(/\n$/, ''))
  return EXIT.done
}

const NOTHING_FOUND: Words = {
  en: 'Nothing found. Try other words, or see what there is: memory-bank status',
  zh: '没有找到。可换个说法，或查看现有内容：memory-bank status',
}

function printPage(call: Call, { path, kind, text, totalLines, ranges }: Page): void {
  printJson(call.terminal, 'read', { path, shown: kind, text, totalLines, ranges })
}

async function openLibrary(call: Call): Promise<Library | ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const library = Library.open(workspace.value)
  return library.ok ? library.value : report(library.problem, spoken(call))
}

/** In the bank's language; asked for where there is something to say, since it costs a look at the entry. */
function spoken(call: Call): Call & { readonly language: Language } {
  const workspace = open(call)
  return {
    ...call,
    language: workspace.ok ? spokenLanguage(call.language, workspace.value) : (call.language ?? call.locale),
  }
}

async function asked(call: Call): Promise<string | ExitCode> {
  const question = call.operands[0]?.trim()
  if (question !== undefined && question !== '') return question
  return usage(call, {
    en: 'Ask something: a question in quotes, or --stdin.',
    zh: '请在引号中给出问题，或使用 --stdin。',
  })
}

function questions(): readonly string[] {
  return readFileSync(0, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
}

async function usage(call: Call, detail: { readonly en: string; readonly zh: string }): Promise<ExitCode> {
  return report({ code: 'usage', command: call.command, detail }, spoken(call))
}
