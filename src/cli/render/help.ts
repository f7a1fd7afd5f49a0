/** Help, from the same table that parses. */

import type { Language, Words } from '../../core/language.ts'
import type { Option } from '../command.ts'
import { COMMANDS } from '../command-table.ts'
import { COMMON } from '../options.ts'
import { padded } from './width.ts'

export function programHelp(language: Language): string {
  const w = (words: Words) => words[language]
  const commands = COMMANDS.map((command) => `  ${command.name.padEnd(12)}${w(command.about)}`)
  return [
    w({
      en: 'Memory Bank: what AI coding agents should remember about a project, as Markdown in its repository.',
      zh: 'Memory Bank：把 AI 编码 Agent 应当记住的项目知识，以 Markdown 存进仓库。',
    }),
    '',
    `${w({ en: 'Usage: ', zh: '用法：' })}memory-bank <command> [options]   (mb)`,
    '',
    ...commands,
    '',
    ...optionLines(COMMON, language),
    `  ${'-V, --version'.padEnd(26)}  ${w({ en: 'show the version', zh: '显示版本' })}`,
    '',
    w({ en: 'Begin with: memory-bank init', zh: '从这里开始：memory-bank init' }),
    w({
      en: 'Exit codes: 0 done · 1 findings or failure · 2 usage · 3 not confirmed · 4 conflict',
      zh: '退出码：0 完成 · 1 有问题或失败 · 2 用法错误 · 3 未确认 · 4 冲突',
    }),
  ].join('\n')
}

/** `words` says what an option is for that does not say so itself. */
export function optionLines(
  options: Readonly<Record<string, Option>>,
  language: Language,
  words: Readonly<Record<string, Words>> = {},
): readonly string[] {
  return Object.entries(options).map(([name, option]) => {
    const value = option.value === undefined ? '' : ` <${option.value}>`
    const form = `${option.short === undefined ? '    ' : `-${option.short}, `}--${name}${value}`
    return `  ${padded(form, 26)}  ${(option.about ?? words[name])?.[language] ?? ''}`
  })
}
