/**
 * A bank file → what it states of the project as it is now: sentences, rows of tables, shell commands, each with its
 * line. What is history, plan, alternative or example is left out.
 *
 * Most of that is told by structure: the page, the heading, the column, the label, the mark of a superseded entry. A
 * short closed list of words does the rest. Time is linear in the text.
 */

import { isSuperseded } from '../bank/decisions.ts'
import { readWaiting } from '../bank/inbox.ts'
import { labelled, partNamed } from '../bank/labels.ts'
import { type Line, listItemIn } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import { headingLevel } from '../bank/sections.ts'
import { applySplices, cellsOfLine, isDelimiterRow } from '../bank/tables.ts'
import type { BankPath } from '../base/bank-path.ts'
import { ARCHIVE_FOLDER, folderPath, isIndexPath, LEGACY, PROGRESS } from '../base/layout.ts'
import { type CodeSpan, codeSpansIn } from '../bank/code-spans.ts'
import { datesIn } from '../base/dates.ts'
import { wordSet } from '../base/word-set.ts'
import { wordTable } from '../base/word-table.ts'

export interface Statement {
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
  readonly text: string
  /** The text with code spans, link targets and addresses blanked; of the same length. */
  readonly plain: string
  readonly codes: readonly CodeSpan[]
  /** A shell command, or a path of a drawn tree, as a fence holds it. */
  readonly isCommand: boolean
  /** What the item or the row is about: its label, or its first cell. Empty where it has none. */
  readonly subject: string
  /** YYYY-MM-DD: when its entry says it was written. */
  readonly date: string | undefined
}

export function statementsIn(page: Page): readonly Statement[] {
  const waiting = readWaiting(page)
  if (isOfAnotherTime(waiting?.place ?? page.path)) return []
  return new PageReader(page.path).read(waiting === undefined ? page : page.with(waiting.text))
}

/** Pages that tell what was, or what is wished for; indexes repeat what the pages say. */
function isOfAnotherTime(path: BankPath): boolean {
  return (
    path.startsWith(`${ARCHIVE_FOLDER}/`) ||
    path.startsWith(`${folderPath('requirements')}/`) ||
    path === LEGACY ||
    path === PROGRESS ||
    isIndexPath(path) ||
    /(?:^|\/)[^/]*(?:change-?log|history|releases?|migrat\w*|upgrad\w*|roadmap|backlog|todo|progress|active\w*|journal)\.md$/i.test(
      path,
    )
  )
}

/** Lines of one item or paragraph. */
interface Block {
  readonly lines: { readonly text: string; readonly line: number }[]
  readonly indent: number
}

class PageReader {
  readonly #path: BankPath
  readonly #found: Statement[] = []
  /** The headings above, and whether what is below them counts; `from` is where their section begins among the found. */
  #headings: { readonly level: number; readonly counts: boolean; readonly from: number }[] = []
  /** Items above that are left out, with what is indented below them. */
  #leftOut: number | undefined
  #heads: readonly string[] | undefined
  #block: Block | undefined
  #fence: string | undefined
  #date: string | undefined
  /** The open entries of a drawn tree, outermost first. */
  #branch: readonly { readonly depth: number; readonly name: string }[] = []
  #isOldCommand = false

  constructor(path: BankPath) {
    this.#path = path
  }

  read({ lines, bodyStart }: Page): readonly Statement[] {
    for (const line of lines)
      if (line.start >= bodyStart && !line.commented && line.text.length <= LONGEST) this.#readLine(line)

    this.#endBlock()
    return this.#found
  }

  #readLine({ text: raw, fenced, number }: Line): void {
    const text = raw.replaceAll(/<!--.*?-->/g, (comment) => ' '.repeat(comment.length))
    const fence = /^\s*(?:`{3,}|~{3,})\s*([\w+-]*)/.exec(text)
    if (fenced || fence !== null) {
      this.#endBlock()
      if (fence !== null) this.#fence = this.#fence === undefined ? (fence[1] ?? '').toLowerCase() : undefined
      else if (this.#counts()) this.#readFenced(text, number)
      return
    }
    this.#endFence()
    const level = headingLevel(text)
    if (level !== undefined || text.trim() === '' || /^\s*\|/.test(text)) this.#endBlock()
    if (level !== undefined) this.#enter(level, text)
    else if (text.trim() === '') this.#heads = undefined
    else if (/^\s*\|/.test(text)) this.#readRow(cellsOfLine(text), number)
    else if (listItemIn(text) !== undefined || this.#block === undefined) {
      this.#endBlock()
      this.#block = { indent: text.search(/\S/), lines: [{ text, line: number }] }
    } else this.#block.lines.push({ text, line: number })
  }

  #counts(): boolean {
    return this.#headings.every(({ counts }) => counts)
  }

  #enter(level: number, text: string): void {
    this.#leftOut = undefined
    this.#heads = undefined
    this.#date = datesIn(text)[0] ?? (level < 3 ? undefined : this.#date)
    const counts = !OTHER_TIME_HEADING.holds(text) && !isSuperseded(text) && !text.includes('~~') && !isAside(text)
    this.#headings = [...this.#headings.filter((one) => one.level < level), { level, counts, from: this.#found.length }]
  }

  #endBlock(): void {
    const block = this.#block
    this.#block = undefined
    if (block === undefined || !this.#counts()) return
    if (this.#leftOut !== undefined && block.indent > this.#leftOut) return
    this.#leftOut = undefined
    const text = block.lines.map((line) => line.text).join('\n')
    if (text.length > LONGEST) return
    const label = labelled(text)
    if (partNamed(label?.label ?? '', 'decision') === 'date') this.#date = datesIn(label?.text ?? '')[0]
    if (/^(?:status|状态)$/i.test(label?.label ?? '') && NOT_IN_FORCE.holds(label?.text ?? '')) {
      this.#leaveOutSection()
      return
    }
    const isTask = /^\s*[-*+]\s+\[.\]\s/.test(text)
    const isAnnounced = /[:：]\**\s*$/.test(text) && (OTHER_TIME.holds(text) || OTHER_TIME_HEADING.holds(text))
    if (
      isTask ||
      isAnnounced ||
      (label !== undefined && (isAside(label.label) || OTHER_TIME_HEADING.holds(label.label)))
    ) {
      this.#leftOut = isAnnounced ? block.indent - 1 : block.indent
      return
    }
    this.#say(
      text,
      label?.label ?? '',
      (offset) => block.lines[text.slice(0, offset).split('\n').length - 1]?.line ?? 1,
    )
  }

  /** An entry that is not in force states nothing, neither before its status nor after it. */
  #leaveOutSection(): void {
    const last = this.#headings.at(-1)
    if (last === undefined) return
    this.#found.length = last.from
    this.#headings = [...this.#headings.slice(0, -1), { ...last, counts: false }]
  }

  #readRow(cells: readonly string[], line: number): void {
    const heads = this.#heads
    if (heads === undefined) this.#heads = cells
    if (heads === undefined || !this.#counts() || isDelimiterRow(cells) || cells.length > MOST_CELLS) return
    const status = cells[heads.findIndex((head) => /^(?:status|state|状态)$/i.test(head))] ?? ''
    if (NOT_IN_FORCE.holds(status) || cells.some((cell) => cell.includes('~~') || isSuperseded(cell))) return
    this.#date = cells.flatMap((cell) => (/^\W*\d{4}/.test(cell) ? datesIn(cell) : []))[0]
    for (const [at, cell] of cells.entries()) {
      if (isAside(heads[at] ?? '')) continue
      this.#say(cell, at === 0 ? '' : (cells[0] ?? ''), () => line)
    }
  }

  /** A command, or a line of a drawn tree, which is a path. */
  #readFenced(text: string, line: number): void {
    const [, drawn = '', name = ''] = /^([\s│|]*[├└╰][─-]*\s*)([^\s#←│]+)/.exec(text) ?? []
    if (name !== '') {
      this.#branch = [...this.#branch.filter(({ depth }) => depth < drawn.length), { depth: drawn.length, name }]
      this.#push(this.#branch.map((one) => one.name.replace(/\/$/, '')).join('/'), line)
    } else if (SHELLS.has(this.#fence ?? 'none')) {
      const said = text.trim()
      // What a remark says of another time holds for the commands below it.
      if (said === '' || said.startsWith('#')) this.#isOldCommand = isOfBeforeOrLater(said)
      const command = said.replace(/^[$❯]\s+/, '').replace(/(?:^|\s)#.*$/, '')
      if (command !== '' && !this.#isOldCommand) this.#push(command, line)
    }
  }

  #endFence(): void {
    this.#fence = undefined
    this.#branch = []
    this.#isOldCommand = false
  }

  #push(command: string, line: number): void {
    const [path, plain] = [this.#path, ' '.repeat(command.length)]
    this.#found.push({ path, line, text: command, plain, codes: [], isCommand: true, subject: '', date: this.#date })
  }

  /** The sentences of a text that speak of now. */
  #say(text: string, subject: string, lineAt: (offset: number) => number): void {
    const plain = withoutCode(text)
    const codes = codeSpansIn(text)
    let start = 0
    for (const end of [...sentenceEnds(plain), text.length]) {
      const said = plain.slice(start, end)
      if (said.trim() !== '' || codes.some((code) => code.start >= start && code.end <= end)) {
        if (!isOfBeforeOrLater(said))
          this.#found.push({
            path: this.#path,
            line: lineAt(start + Math.max(0, text.slice(start, end).search(/\S/))),
            text: text.slice(start, end),
            plain: said,
            codes: codes
              .filter((code) => code.start >= start && code.end <= end)
              .map((code) => ({ ...code, start: code.start - start, end: code.end - start })),
            isCommand: false,
            subject,
            date: this.#date,
          })
      }
      start = end
    }
  }
}

/** Whether a clause denies, prefers or compares what it names: "never `a`", "Knex instead of an ORM". */
export function isDenied({ plain: said }: Statement, offset: number): boolean {
  // A list of names belongs to the word before it: "never `a`, `b` or `c`".
  const plain = said.replaceAll(/\0\s*(?:,|、|\b(?:and|or)\b|[和或与])+\s*(?=\0)/g, (gap) =>
    '\0'.padEnd(gap.length, '\0'),
  )
  const before = plain.slice(0, offset)
  const start = Math.max(0, ...[...before.matchAll(CLAUSE_END)].map((match) => match.index + match[0].length))
  const after = plain.slice(offset)
  const end = offset + (/[;；—–)），：]|[,:]\s|\bbut\b|但/.exec(after)?.index ?? after.length)
  return DENIAL.holds(plain.slice(start, end)) || /n['’]t\b/.test(plain.slice(start, offset))
}

const CLAUSE_END = /[;；—–(（，]|,\s|\bbut\b|但/g
const DENIAL = wordTable(
  `not|never|no|none|without|avoid(s)|cannot|nor|neither|instead of|rather than|unlike|versus|vs|over|considered|
  rejected|forbidden|such as|like|example(s)|e.g|placeholder(s)|若|不|没(有)|无|禁止|避免|切勿|勿|而非|代替|替代|放弃|例如|比如|如`,
)

/** Columns, labels and headings whose words are about something else than what is so. */
function isAside(name: string): boolean {
  const decision = partNamed(name, 'decision')
  const learning = partNamed(name, 'learning')
  return decision === 'givenUp' || decision === 'why' || learning === 'symptom' || learning === 'cause'
}

const OTHER_TIME_HEADING = wordTable(
  `archive(d)|history|change( )log|done|completed|previous|former|deprecated|removed|legacy|old|superseded|migration|
  plan([s/ned/ning])|roadmap|next [step(s)/up]|next|later|to(-)do(s)|future|backlog|idea(s)|propos[al/als/ed]|
  open question(s)|alternative(s)|considered|rejected|out of scope|non(-)goal(s)|incident(s)|timeline|upgrad[e/ing]|
  current focus|in progress|blocked|example(s)|reference(s)|upcoming|avoid|anti(-)pattern(s)|don('/’)t(s)|never|was|from|
  历史|归档|变更|已完成|完成|废弃|弃用|移除|删除|旧|遗留|迁移|计划|路线图|待办|未来|下一步|后续|规划|备选|替代|放弃|
  故障|事故|复盘|升级|参考|对比|提议|提案|待定|非目标|反模式|禁止|避免|示例|例子|当前重点|当前焦点|进行中`,
  'next.js|nextjs',
)
const NOT_IN_FORCE = wordTable(
  `proposed|draft|deprecated|superseded|rejected|withdrawn|abandoned|planned|cancel(l)ed|on hold|wip|todo|in progress|
  retired|obsolete|提议|草案|草稿|进行中|开发中|废弃|弃用|取代|否决|撤回|计划|取消|搁置|待`,
)
/** What was or will be, what changed, what belongs to others. A sentence with one of these states nothing. */
const OTHER_TIME = wordTable(
  `was|were|had|used to|former(ly)|previously|originally|initially|historically|no longer|removed|removal|deleted|
  dropp[ed/ing]|drop|replac[e/ed/ing]|renam[ed/ing]|moved|migrat[e/ed/ing/ion]|superseded|deprecated|obsolete|retired|
  abandoned|reverted|upgrad[e/ed/ing]|bumped|gone|tried|old|legacy|previous|outdated|will|would|going to|
  plan([s/ned]) to|planned|todo|tbd|future|eventually|soon|proposed|want(s) to|might|maybe|if we|not yet|
  other [projects/repos]|another [project/repo]|upstream|third-party|vendor('s)|
  已移除|已删除|删除了|移除|去掉|改为|改成|改用|换成|迁移|取代|替换|废弃|弃用|淘汰|下线|不再|曾|原先|原来|最初|当时|旧|以前|
  过去|历史|遗留|早期|计划|打算|将来|待办|待定|未来|以后|后续|升级|考虑|尚未|还没|暂未|示例|假设|第三方|上游`,
  '[is/are/be/been/gets] used to',
)
/** Whether a text, without its code, speaks of what was or will be, or of others. */
export function isOfBeforeOrLater(plain: string): boolean {
  return OTHER_TIME.holds(plain) || plain.includes('~~')
}

/** `plain`: without its code. */
export function sentenceEnds(plain: string): readonly number[] {
  return [...plain.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length)
}

const SENTENCE_END =
  /[.!?](?<!\b(?:e\.g|i\.e|vs|cf|etc|approx|incl)[.!?])["')*_]*\s+(?=[A-Z\0"'([*_\u4e00-\u9fff])|[。！？；;]\s*|\n(?=\**[\w\u4e00-\u9fff][\w\u4e00-\u9fff ]{0,30}\**[:：])/g

/** Every character of code, of link targets and of addresses becomes NUL, so that all others keep their place. */
export function withoutCode(text: string): string {
  const hide = (found: string) => '\0'.repeat(found.length)
  const codes = codeSpansIn(text).map(({ start, end }) => ({ start, end, text: '\0'.repeat(end - start) }))
  return applySplices(text, codes)
    .replaceAll(/\]\([^)\s]{0,400}\)/g, hide)
    .replaceAll(/\bhttps?:\/\/[^\s)>]+/g, hide)
}

/** A longer line or paragraph was written by a machine; so was a wider table. */
const LONGEST = 8_000
const MOST_CELLS = 40
const SHELLS = new Set(['', ...wordSet('bash sh shell zsh console shell-session terminal fish')])
