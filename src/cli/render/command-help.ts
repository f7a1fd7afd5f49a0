/** The help of one command, from the same table that parses. */

import type { Language } from '../../core/language.ts'
import type { CommandSpec } from '../command.ts'
import { COMMON } from '../options.ts'
import { ENTRY_OPTIONS } from './entry-options.ts'
import { optionLines } from './help.ts'

export function commandHelp(spec: CommandSpec, language: Language): string {
  const usage = { en: 'Usage: ', zh: '用法：' }[language]
  const examples = { en: 'Examples:', zh: '示例：' }[language]
  return [
    `memory-bank ${spec.name}${{ en: ': ', zh: '：' }[language]}${spec.about[language]}`,
    '',
    `${usage}memory-bank ${[spec.name, spec.operands, '[options]'].filter((part) => part !== '').join(' ')}`,
    '',
    ...optionLines({ ...spec.options, ...COMMON }, language, ENTRY_OPTIONS),
    '',
    examples,
    ...spec.examples.map((example) => `  ${example}`),
  ].join('\n')
}
