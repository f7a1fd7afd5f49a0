/** Help for the program, for a command, and for a kind of entry. */

import { type AdditionKind, type FieldSpec, fieldsOf, kindOfAddition, nameOfKind } from '../base/addition.ts'
import type { Language, Words } from '../base/language.ts'
import {
  type Command,
  type CommandCall,
  type CommandOptions,
  EXIT,
  GROUPS,
  type ListedCommand,
  type Option,
} from './command.ts'
import { ENTRY_EXAMPLES, flagOf } from './entry-kinds.ts'
import { COMMON, CONFLICTS, value, WRITING } from './options.ts'
import { padded, wrapped } from './terminal.ts'

/** Commands by task, the everyday ones first. Lines fit the terminal. */
export function programHelp(
  commands: readonly ListedCommand[],
  language: Language,
  columns = Number.POSITIVE_INFINITY,
): string {
  const w = (words: Words) => words[language]
  return [
    w({
      en: 'Memory Bank keeps what AI coding agents should remember about a project, as Markdown in its repository.',
      zh: 'Memory Bank：把 AI 编程 Agent 应当记住的项目知识，以 Markdown 存进仓库。',
    }),
    '',
    `${w(USAGE)}memory-bank <command> [options]   (mb)`,
    '',
    ...GROUPS.flatMap((group) => [
      w(GROUP_NAMES[group]),
      ...inOrder(commands)
        .filter((command) => command.group === group && command.isHidden !== true)
        .map((command) => wrapped(`  ${command.name.padEnd(12)}${w(command.about)}`, columns, ' '.repeat(14))),
      '',
    ]),
    w({ en: 'Options', zh: '选项' }),
    ...optionLines(COMMON, language, columns),
    wrapped(`  ${'-V, --version'.padEnd(26)}  ${w({ en: 'show the version', zh: '显示版本' })}`, columns, HANG),
    '',
    w({
      en: 'Start with: memory-bank init. More about a command: memory-bank <command> --help',
      zh: '从这里开始：memory-bank init。单个命令的用法：memory-bank <命令> --help',
    }),
    exitLine(['done', 'failure', 'usage', 'notConfirmed', 'conflict'], language),
  ]
    .map((line) => wrapped(line, columns, '  '))
    .join('\n')
}

const GROUP_NAMES: Readonly<Record<(typeof GROUPS)[number], Words>> = {
  bank: { en: 'Set up and maintain', zh: '建立与维护' },
  ask: { en: 'Search and read', zh: '查询与浏览' },
  write: { en: 'Write and undo', zh: '写入与撤销' },
  setup: { en: 'Connect your agents', zh: '接入 Agent' },
  agents: { en: 'For agents and scripts', zh: '供 Agent 与脚本使用' },
}

/** `add decision --help` explains the kind; other calls explain the command. */
export function helpFor(command: Command, { operands, language, terminal }: Omit<CommandCall, 'by'>): string {
  const kind = command.name === 'add' ? kindOfAddition(operands[0]) : undefined
  return kind === undefined
    ? commandHelp(command, language, terminal.columns())
    : entryHelp(kind, language, terminal.columns())
}

export function commandHelp(command: Command, language: Language, columns = Number.POSITIVE_INFINITY): string {
  return [
    `memory-bank ${command.name}${{ en: ': ', zh: '：' }[language]}${command.about[language]}`,
    '',
    `${USAGE[language]}memory-bank ${[command.name, command.operands ?? [], '[options]'].flat().join(' ')}`,
    '',
    ...optionLines({ ...command.options, ...COMMON }, language, columns),
    '',
    { en: 'Examples:', zh: '示例：' }[language],
    ...command.examples.map((example) => `  ${example}`),
    '',
    ...forPeople(command, language),
    exitLine(command.exits, language),
  ]
    .map((line) => wrapped(line, columns, '    '))
    .join('\n')
}

/** The part of a command that only a person may run (S42). Agents read this, so it omits MEMORY_BANK_ASSUME_PERSON. */
function forPeople({ agent, isForScripts }: Command, language: Language): readonly string[] {
  const words = wordsForPeople(agent)
  if (words === undefined) return []
  const what = words.length === 0 ? { en: 'it', zh: '' } : { en: words.join(', '), zh: ` ${words.join('、')}` }
  const where = isForScripts === true ? { en: '', zh: '' } : { en: ', at a terminal', zh: '在终端中' }
  return [
    {
      en: `Only a person may run ${what.en}${where.en}; an agent's shell is refused. In scripts: docs/install.md`,
      zh: `只能由人${where.zh}运行${what.zh}，Agent 的 shell 会被拒绝。用于脚本：docs/install.md`,
    }[language],
  ]
}

/** Undefined if everybody may run the command. Empty if only a person may. */
function wordsForPeople(agent: Command['agent']): readonly string[] | undefined {
  switch (agent.kind) {
    case 'always':
    case 'started':
      return undefined
    case 'without':
      return agent.options.map((option) => `--${option}`)
    case 'only':
      return [...agent.asks, ...agent.acts]
    case 'unanswered':
      return ['--yes']
    case 'never':
      return []
  }
}

/** In the order of the help. */
export function inOrder(commands: readonly ListedCommand[]): readonly ListedCommand[] {
  const rank = (command: ListedCommand) => GROUPS.indexOf(command.group) * 100 + command.place
  return commands.toSorted((a, b) => rank(a) - rank(b))
}

const HANG = ' '.repeat(30)

export function optionLines(options: CommandOptions, language: Language, columns: number): readonly string[] {
  return Object.entries(options).map(([name, option]) => {
    const value = option.value === undefined ? '' : ` <${option.value}>`
    const form = `${option.short === undefined ? '    ' : `-${option.short}, `}--${name}${value}`
    // On a narrow terminal the description goes below the option.
    if (columns < 72) return `  ${form}\n${wrapped(`        ${option.about[language]}`, columns, ' '.repeat(8))}`
    return wrapped(`  ${padded(form, 26)}  ${option.about[language]}`, columns, HANG)
  })
}

function exitLine(exits: Command['exits'], language: Language): string {
  const codes = exits.map((name) => `${EXIT[name]} ${EXIT_WORDS[name][language]}`)
  return `${{ en: 'Exit codes: ', zh: '退出码：' }[language]}${codes.join(' · ')}`
}

const USAGE: Words = { en: 'Usage: ', zh: '用法：' }

const EXIT_WORDS: Readonly<Record<keyof typeof EXIT, Words>> = {
  done: { en: 'done', zh: '完成' },
  failure: { en: 'findings or failure', zh: '有问题或失败' },
  usage: { en: 'usage', zh: '用法错误' },
  notConfirmed: { en: 'not confirmed', zh: '未确认' },
  conflict: { en: 'conflict', zh: '冲突' },
  driverFailed: { en: 'could not merge', zh: '无法合并' },
}

function entryHelp(kind: AdditionKind, language: Language, columns: number): string {
  const text = { en: 'text', zh: '文本' }[language]
  // The first field may be given as an operand.
  const [first, ...others] = fieldsOf(kind)
  const own = first === undefined ? [] : [`  ${padded(`    "${text}"`, 26)}  ${first.name[language]}`]
  const fieldLines = (isRequired: boolean) =>
    optionLines(
      Object.fromEntries(
        others
          .filter(({ required }) => required === isRequired)
          .map((spec) => [flagOf(spec.field), optionOf(spec, text)]),
      ),
      language,
      columns,
    )
  return [
    `memory-bank add ${kind}${{ en: ': ', zh: '：' }[language]}${nameOfKind(kind, language)} → ${GOES_TO[kind][language]}`,
    '',
    `${USAGE[language]}memory-bank add ${kind} "${text}" [options]`,
    '',
    { en: 'Required:', zh: '必填：' }[language],
    ...own,
    ...fieldLines(true),
    { en: 'Optional:', zh: '可选：' }[language],
    ...fieldLines(false),
    ...optionLines({ evidence: value(text, 'what it is based on', '依据') }, language, columns),
    '',
    ...optionLines({ ...WRITING, ...CONFLICTS, ...COMMON }, language, columns),
    '',
    { en: 'Example:', zh: '示例：' }[language],
    `  ${ENTRY_EXAMPLES[kind][language]}`,
  ]
    .map((line) => wrapped(line, columns, '    '))
    .join('\n')
}

function optionOf({ name, choices }: FieldSpec, text: string): Option {
  const list = choices?.join(', ')
  return list === undefined ? value(text, name.en, name.zh) : value(text, `${name.en}: ${list}`, `${name.zh}：${list}`)
}

const GOES_TO: Readonly<Record<AdditionKind, Words>> = {
  decision: {
    en: 'details/patterns.md, and a line in Decision Highlights',
    zh: 'details/patterns.md，并在 Decision Highlights 中加一行',
  },
  learning: { en: 'a file in details/learnings/', zh: 'details/learnings/ 中的一个文件' },
  requirement: {
    en: 'details/requirements/REQ-NNN, the next number',
    zh: 'details/requirements/REQ-NNN，取下一个编号',
  },
  design: { en: 'a file in details/design/', zh: 'details/design/ 中的一个文件' },
  focus: { en: 'Current Focus in MEMORY.md', zh: 'MEMORY.md 的 Current Focus' },
  progress: { en: 'details/progress.md', zh: 'details/progress.md' },
  tech: { en: 'details/tech.md', zh: 'details/tech.md' },
  answer: { en: 'Top Quick Answers in MEMORY.md', zh: 'MEMORY.md 的 Top Quick Answers' },
}
