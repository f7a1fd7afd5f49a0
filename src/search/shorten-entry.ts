/**
 * An entry that has grown, shortened before anything of it is left out (S20): long answers, bounds, facts and, last, focus
 * by their conclusions, in this order, each only while the opening is longer than it should be.
 *
 * What is shortened ends with an ellipsis; headings, titles, dates, commands and routes stay whole.
 */

import { pageOf } from '../bank/page.ts'
import { SECTION } from '../base/layout.ts'
import { conclusionOf } from '../bank/conclusion.ts'

export interface Shortened {
  readonly text: string
  readonly isShorter: boolean
}

export function shortenEntry(machine: string, isLong: (text: string) => boolean): Shortened {
  let text = machine
  for (const { heading, shorten } of STEPS) {
    if (!isLong(text)) break
    text = inSection(text, heading, shorten)
  }
  return { text, isShorter: text !== machine }
}

const STEPS: readonly { readonly heading: string; readonly shorten: (line: string) => string }[] = [
  { heading: SECTION.quickAnswers, shorten: item(40) },
  { heading: SECTION.highlights, shorten: lastCell(16) },
  { heading: SECTION.snapshot, shorten: item(24) },
  { heading: SECTION.quickAnswers, shorten: item(16) },
  { heading: SECTION.highlights, shorten: lastCell(8) },
  { heading: SECTION.focus, shorten: item(60) },
]

function inSection(text: string, heading: string, shorten: (line: string) => string): string {
  const section = pageOf(text).section(heading)
  if (section === undefined) return text
  const body = text.slice(section.bodyStart, section.end)
  const lines = pageOf(body).lines.map((line) => {
    const ending = body.slice(line.start + line.text.length, line.end)
    return line.fenced ? body.slice(line.start, line.end) : shorten(line.text) + ending
  })
  return text.slice(0, section.bodyStart) + lines.join('') + text.slice(section.end)
}

/** An item's words behind its label or question, without the pointer at its end; commands stay. */
function item(tokens: number): (line: string) => string {
  return (line) => {
    const found = ITEM.exec(line)
    if (found === null || COMMANDS.test(line)) return line
    const [, head = '', words = '', pointer = ''] = found
    return `${head}${conclusionOf(words, tokens)}${pointer}`
  }
}

function lastCell(tokens: number): (line: string) => string {
  return (line) => {
    const found = LAST_CELL.exec(line)
    return found === null ? line : `${found[1]}${conclusionOf(found[2] ?? '', tokens)}${found[3]}`
  }
}

const ITEM = /^(\s*[-*+]\s+(?:\*\*[^*]{1,300}\*\*[:：]?\s*)?)(.*?)(\s*→\s*\S+\s*)?$/
const LAST_CELL = /^(\s*\|(?:[^|\\]|\\.)*\|(?:(?:[^|\\]|\\.)*\|)?\s*)((?:[^|\\]|\\.)*?)(\s*\|\s*)$/

/** A line of the snapshot that a label calls commands, as a scan or a person writes it. */
export const COMMANDS =
  /^\s*[-*+]\s+\*{0,2}[^:：]{0,40}(?:commands?|run|build|test|命令|构建|运行|测试)[^:：]{0,40}[:：]/i
