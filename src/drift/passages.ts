/**
 * A bank file as the passages that speak of the project as it is: sentences of prose, rows of tables, shell
 * commands, drawn trees. What is history, plan or sample output is left out.
 *
 * Time is linear in the text: lines and paragraphs that are too long for a person to have written are skipped. A
 * sentence may run over several lines; `lineAt` gives the line of each of its characters.
 */

import { isSuperseded } from '../bank/decisions.ts'
import type { Line } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { headingLevel } from '../bank/sections.ts'
import { cellsOfLine } from '../bank/tables.ts'
import type { BankPath } from '../core/bank-path.ts'
import { wordSet } from '../text/word-set.ts'
import {
  isSettledAway,
  type Strength,
  strengthOf,
  strengthOfFile,
  strengthOfHeading,
  weaker,
} from './claim-strength.ts'
import { type LostPackages, mayMention } from './lost-packages.ts'
import { clausesOf, isInCode, mask, sentenceEnds, speaksOfBefore } from './sentence-parts.ts'

export type Passage = Sentence | Row | Command | Tree

export interface Sentence {
  readonly kind: 'sentence'
  readonly text: string
  /** The text with its code spans and link targets masked; of the same length. */
  readonly masked: string
  readonly strength: 'firm' | 'weak'
  /** The headings above it, outermost first. */
  readonly heading: string
  /** It begins a list item or a table row, so its first words name its subject. */
  readonly leads: boolean
  /** The other cells of its row, and the rest of its own cell. */
  readonly beside: string
  /** The head of its column. */
  readonly column: string
  /** YYYY-MM-DD: when its entry says it was written. */
  readonly date: string | undefined
  /** It is about what is required, which need not be so yet. */
  readonly required: boolean
  lineAt(offset: number): number
}

export interface Row {
  readonly kind: 'row'
  readonly cells: readonly string[]
  readonly heads: readonly string[]
  readonly heading: string
  readonly line: number
}

interface Command {
  readonly kind: 'command'
  readonly text: string
  readonly strength: 'firm' | 'weak'
  readonly line: number
}

export interface Tree {
  readonly kind: 'tree'
  readonly lines: readonly { readonly text: string; readonly line: number }[]
}

export function passagesOf(path: BankPath, text: string, lost: LostPackages): readonly Passage[] {
  const strength = strengthOfFile(path, text)
  return strength === 'none' ? [] : new Reader(path, strength, lost).read(pageOf(text).lines)
}

interface Heading {
  readonly level: number
  readonly text: string
  readonly strength: Strength
  /** How many passages were read before it. */
  readonly from: number
}

interface Block {
  readonly indent: number
  readonly item: boolean
  readonly lines: { readonly text: string; readonly line: number }[]
}

interface Fence {
  readonly mark: string
  readonly language: string
  readonly lines: { readonly text: string; readonly line: number }[]
  readonly indent: number
}

class Reader {
  readonly #isLog: boolean
  readonly #isLearning: boolean
  readonly #lost: LostPackages
  readonly #strength: 'firm' | 'weak'
  readonly #passages: Passage[] = []
  #headings: Heading[] = []
  /** List items, and lines that announce a list. Blocks that are indented deeper are no firmer than these. */
  #above: { readonly indent: number; readonly strength: Strength }[] = []
  #block: Block | undefined
  #fence: Fence | undefined
  #heads: readonly string[] | undefined
  #inComment = false
  #date: string | undefined

  constructor(path: BankPath, strength: 'firm' | 'weak', lost: LostPackages) {
    this.#lost = lost
    this.#strength = strength
    this.#isLearning = /(?:^|\/)learnings\//.test(path)
    this.#isLog = /(?:^|\/)(?:progress|activeContext|active|log|journal)\.md$/i.test(path)
  }

  read(lines: readonly Line[]): readonly Passage[] {
    const skipped = frontMatterLines(lines)
    for (const [index, line] of lines.entries()) {
      if (index >= skipped && line.text.length <= LONGEST) this.#readLine(line, index + 1)
    }
    this.#endBlock()
    this.#endFence()
    return this.#passages
  }

  #readLine(line: Line, number: number): void {
    if (line.fenced || this.#fence !== undefined) {
      if (this.#readFenced(line, number)) return
    }
    const text = this.#withoutComments(line.text)
    const level = headingLevel(text)
    if (level !== undefined) {
      this.#endBlock()
      this.#enterHeading(level, text.trim().replaceAll(/^#+\s*|(?<!\s)\s+#+$/g, ''))
      return
    }
    if (text.trim() === '') {
      this.#endBlock()
      this.#heads = undefined
      return
    }
    if (/^\s*\|/.test(text)) {
      this.#endBlock()
      this.#readRow(text, number)
      return
    }
    this.#heads = undefined
    const quoted = text.replace(/^\s*>\s?/, '')
    const item = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+/.exec(quoted)
    if (item !== null) {
      this.#endBlock()
      this.#block = { indent: (item[1] ?? '').length, item: true, lines: [] }
      this.#block.lines.push({ text: quoted.slice(item[0].length), line: number })
      return
    }
    this.#block ??= { indent: /^\s*/.exec(quoted)?.[0].length ?? 0, item: false, lines: [] }
    this.#block.lines.push({ text: quoted.trim(), line: number })
  }

  /** Whether the line is part of a fence. */
  #readFenced(line: Line, number: number): boolean {
    const [, indent = '', mark = '', language = ''] = /^(\s*)(`{3,}|~{3,})\s*([\w+-]*)/.exec(line.text) ?? []
    if (this.#fence === undefined) {
      if (mark === '') return false
      this.#endBlock()
      this.#fence = { mark, language: language.toLowerCase(), lines: [], indent: indent.length }
      return true
    }
    if (!line.fenced) {
      this.#endFence()
      return false
    }
    if (language === '' && mark.startsWith(this.#fence.mark)) this.#endFence()
    else this.#fence.lines.push({ text: line.text, line: number })
    return true
  }

  #endFence(): void {
    const fence = this.#fence
    this.#fence = undefined
    if (fence === undefined) return
    const strength = this.#strengthAt(fence.indent * 2 + 1)
    if (strength === 'none') return
    if (fence.lines.some(({ text }) => /[├└]/.test(text))) {
      if (strength === 'firm') this.#passages.push({ kind: 'tree', lines: fence.lines })
      return
    }
    if (!SHELLS.has(fence.language)) return
    // A block of commands that creates another project is about that project.
    if (fence.lines.some(({ text }) => STARTS_ANOTHER.test(text))) return
    this.#readCommands(fence.lines, strength)
  }

  #readCommands(lines: Fence['lines'], strength: 'firm' | 'weak'): void {
    // If the commands have a prompt, the lines without one are output.
    const hasPrompts = lines.some(({ text }) => /^\s*[$❯]\s/.test(text))
    let remark: Strength = 'firm'
    for (const { text, line } of lines) {
      const said = text.trim()
      if (said.startsWith('#')) {
        remark = strengthOf(said)
        continue
      }
      const command = said.replace(/^(?:[$%>❯]|[^\s@]{1,80}@\S{1,200}[$#])\s+/, '').replace(/(?<!\s)\s+#.*$/, '')
      const tail = /\s#(.*)$/.exec(said)?.[1] ?? ''
      const own = weaker(weaker(strength, remark), strengthOf(tail))
      const isOutput = hasPrompts && !/^[$❯]\s/.test(said)
      if (command !== '' && own !== 'none' && !isOutput)
        this.#passages.push({ kind: 'command', text: command, strength: own, line })
      if (said === '') remark = 'firm'
    }
  }

  #enterHeading(level: number, text: string): void {
    this.#above = []
    this.#heads = undefined
    this.#date = DATE.exec(text)?.[1] ?? (level < 3 ? undefined : this.#date)
    const isDated = this.#isLog && /^\W*\d{4}[-/.年]\d{1,2}/.test(text)
    // The title of a learning is what went wrong, in a sentence of its own.
    const isTitle = level === 1 && this.#isLearning
    const strength = isDated ? 'none' : isTitle ? 'firm' : strengthOfHeading(mask(text))
    this.#headings = [
      ...this.#headings.filter((one) => one.level < level),
      { level, text, strength, from: this.#passages.length },
    ]
  }

  /** How firm a block of this indentation can be, by the headings and items above it. */
  #strengthAt(indent: number): Strength {
    let strength: Strength = this.#isLog ? 'weak' : this.#strength
    for (const heading of this.#headings) strength = weaker(strength, heading.strength)
    for (const above of this.#above) if (above.indent < indent) strength = weaker(strength, above.strength)
    return strength
  }

  #endBlock(): void {
    const block = this.#block
    this.#block = undefined
    if (block === undefined) return
    if (block.lines.reduce((length, line) => length + line.text.length, 0) > LONGEST) return
    const depth = block.item ? block.indent * 2 + 1 : block.indent * 2
    this.#above = this.#above.filter((above) => above.indent < depth)
    let strength = this.#strengthAt(depth)
    const text = block.lines.map((line) => line.text).join('\n')
    this.#readStatus(text)
    this.#date = DATED.exec(text)?.[1] ?? this.#date
    const isTask = /^\[[ xX~-]\]\s/.test(text)
    if (isTask || text.startsWith('~~')) strength = 'none'
    const announces = /[:：]\**\s{0,9}$/.test(text)
    const own = announces || block.item ? weaker(strength, strengthOfOpening(mask(text))) : strength
    // "Removed:" also holds for the list below it, and an item for the items inside it.
    if (announces || block.item) this.#above.push({ indent: depth, strength: own })
    if (strength === 'none') return
    const lineAt = (offset: number) => block.lines[text.slice(0, offset).split('\n').length - 1]?.line ?? 1
    this.#say(text, strength, { leads: block.item, beside: '', column: '', date: this.#date }, lineAt)
  }

  #readStatus(text: string): void {
    const status = /^[^\w状]*(?:status|状态)[^\w:：]*[:：]\**\s*(.{1,40})/i.exec(text)?.[1]
    if (status !== undefined && isSettledAway(status)) this.#closeSection()
  }

  /** The entry is not in force: neither what was read of it nor what follows makes a claim. */
  #closeSection(): void {
    const last = this.#headings.at(-1)
    if (last === undefined || last.level === 1) return
    this.#passages.length = last.from
    this.#headings = [...this.#headings.slice(0, -1), { ...last, strength: 'none' }]
  }

  #readRow(text: string, number: number): void {
    const cells = cellsOfLine(text)
    if (this.#heads === undefined) {
      this.#heads = cells
      return
    }
    if (cells.length > MOST_CELLS || cells.every((cell) => /^:?-+:?$/.test(cell) || cell === '')) return
    const strength = this.#strengthAt(0)
    const heads = this.#heads
    const status = heads.findIndex((head) => /^(?:status|state|状态)$/i.test(head))
    if (strength === 'none' || isSettledAway(cells[status] ?? '')) return
    if (cells.some((cell) => cell.startsWith('~~') || isSuperseded(cell))) return
    const kept = cells.map((cell, at) => (strengthOfHeading(heads[at] ?? '') === 'none' ? '' : cell))
    if (strength === 'firm' && kept.every((cell) => strengthOf(mask(cell)) !== 'none'))
      this.#passages.push({ kind: 'row', cells: kept, heads, heading: this.#trail(), line: number })
    const date = kept.map((cell) => DATE.exec(cell)?.[1]).find((day) => day !== undefined) ?? this.#date
    for (const [at, cell] of kept.entries()) {
      if (cell === '') continue
      const beside = kept.filter((_, other) => other !== at).join(' | ')
      const column = heads[at] ?? ''
      const own = weaker(strength, strengthOfHeading(column))
      this.#say(cell, own, { leads: at === 0, beside, column, date }, () => number)
    }
  }

  #say(
    text: string,
    strength: Strength,
    { leads, beside, column, date }: Pick<Sentence, 'leads' | 'beside' | 'column' | 'date'>,
    lineAt: (offset: number) => number,
  ): void {
    const trail = this.#trail()
    // Most sentences name nothing that can be looked up.
    if (
      !NAMES_SOMETHING.test(text) &&
      !mayMention(text, this.#lost) &&
      !/stack|depend|snapshot|技术|依赖|快照/i.test(trail)
    )
      return
    const masked = mask(text)
    let start = 0
    let first = true
    let labelled = strength
    const ends = [...sentenceEnds(masked), text.length]
    for (const [index, end] of ends.entries()) {
      const part = masked.slice(start, end)
      const label = LABEL.exec(part.trimStart())?.[1]
      // A label holds for the sentences after it, up to the next label.
      if (label !== undefined) labelled = weaker(strength, strengthOfHeading(label))
      const next = masked.slice(end, ends[index + 1] ?? end)
      const asTold = speaksOfBefore(next) ? weaker(labelled, strengthOf(next)) : labelled
      for (const clause of clausesOf(part)) {
        const stands = weaker(asTold, clause.strength)
        const at = start + clause.from
        const before = text.slice(Math.max(start, at - BESIDE), at)
        const rest = before + text.slice(start + clause.to, Math.min(end, start + clause.to + BESIDE))
        if (stands === 'none' || part.slice(clause.from, clause.to).trim() === '') continue
        this.#passages.push({
          kind: 'sentence',
          text: text.slice(at, start + clause.to),
          masked: part.slice(clause.from, clause.to),
          strength: stands,
          heading: trail,
          leads: leads && first && clause.from === 0,
          beside: rest === '' ? beside : `${beside} | ${rest}`,
          column,
          date,
          required: this.#strength === 'weak',
          lineAt: (offset) => lineAt(at + offset),
        })
      }
      first = false
      start = end
    }
  }

  #trail(): string {
    return this.#headings.map((heading) => heading.text).join(' › ')
  }

  #withoutComments(text: string): string {
    let rest = text
    let kept = ''
    for (;;) {
      if (this.#inComment) {
        const close = rest.indexOf('-->')
        if (close === -1) return kept
        rest = rest.slice(close + 3)
        this.#inComment = false
      }
      const open = rest.indexOf('<!--')
      if (open === -1 || isInCode(rest, open)) return kept + rest
      kept += rest.slice(0, open)
      rest = rest.slice(open + 4)
      this.#inComment = true
    }
  }
}

/** How many lines the front matter takes, which is not part of the text. */
function frontMatterLines(lines: readonly Line[]): number {
  if (lines[0]?.text.trimEnd() !== '---') return 0
  const close = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line.text))
  return close === -1 || close > MOST_FRONT_MATTER ? 0 : close + 1
}

const MOST_FRONT_MATTER = 60
const NAMES_SOMETHING = /[`/\d]|[a-z][A-Z]|[A-Z]{2}[a-z]{2}|[A-Za-z]_[A-Za-z]|\.[a-z]{2}/
const DATE = /^\W*(\d{4}-\d\d-\d\d)(?!\S)/
const DATED = /^\W*(?:date|updated|日期|更新)\W*[:：]\W*(\d{4}-\d\d-\d\d)/i

/** A longer line or paragraph was written by a machine. It claims nothing, and would take long to read. */
const LONGEST = 8_000
/** A table with more columns was made by a machine too. */
const MOST_CELLS = 40
/** How much of a sentence's other parts is looked at beside one of them. */
const BESIDE = 400

const SHELLS = new Set(['', ...wordSet('bash sh shell zsh console shell-session shellsession terminal fish')])
const STARTS_ANOTHER =
  /\bgit clone\b|\b(?:npm|pnpm|yarn|bun) (?:init|create)\s+[\w@]|\bnpx (?:-y )?(?:create-|degit)|\bcargo new\b|\bdjango-admin startproject|\brails new\b/
const LABEL = /^(?:\[[^\]]*\]\s*)?\**([^:：*`|\n]{1,40})\**\s*[:：]/

/** The strength of an item's first words, including its label. */
function strengthOfOpening(masked: string): Strength {
  const first = masked.slice(0, sentenceEnds(masked)[0] ?? masked.length)
  const label = LABEL.exec(first)?.[1]
  return weaker(strengthOf(first), label === undefined ? 'firm' : strengthOfHeading(label))
}
