/** Help: of the program, and of one command. */

import type { Language, Words } from '../../core/language.ts'
import { type Command, GROUPS, type Options } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { COMMON } from '../options.ts'
import { padded } from './width.ts'

export function programHelp(commands: readonly Command[], language: Language): string {
  const w = (words: Words) => words[language]
  return [
    w({
      en: 'Memory Bank: what AI coding agents should remember about a project, as Markdown in its repository.',
      zh: 'Memory Bank：把 AI 编码 Agent 应当记住的项目知识，以 Markdown 存进仓库。',
    }),
    '',
    `${w(USAGE)}memory-bank <command> [options]   (mb)`,
    '',
    ...inOrder(commands).map((command) => `  ${command.name.padEnd(12)}${w(command.about)}`),
    '',
    ...optionLines(COMMON, language),
    `  ${'-V, --version'.padEnd(26)}  ${w({ en: 'show the version', zh: '显示版本' })}`,
    '',
    w({ en: 'Start with: memory-bank init', zh: '从这里开始：memory-bank init' }),
    exitLine(['done', 'failure', 'usage', 'notConfirmed', 'conflict'], language),
  ].join('\n')
}

export function commandHelp(command: Command, language: Language): string {
  return [
    `memory-bank ${command.name}${{ en: ': ', zh: '：' }[language]}${command.about[language]}`,
    '',
    `${USAGE[language]}memory-bank ${[command.name, command.operands, '[options]'].filter((part) => part !== '').join(' ')}`,
    '',
    ...optionLines({ ...command.options, ...COMMON }, language),
    '',
    { en: 'Examples:', zh: '示例：' }[language],
    ...command.examples.map((example) => `  ${example}`),
    '',
    exitLine(command.exits, language),
  ].join('\n')
}

/** As the help shows them. */
export function inOrder(commands: readonly Command[]): readonly Command[] {
  const rank = (command: Command) => GROUPS.indexOf(command.group) * 100 + command.place
  return commands.toSorted((a, b) => rank(a) - rank(b))
}

export function optionLines(options: Options, language: Language): readonly string[] {
  return Object.entries(options).map(([name, option]) => {
    const value = option.value === undefined ? '' : ` <${option.value}>`
    const form = `${option.short === undefined ? '    ' : `-${option.short}, `}--${name}${value}`
    return `  ${padded(form, 26)}  ${option.about[language]}`
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
}
