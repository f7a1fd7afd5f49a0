/** Kinds of entries on the command line: flags of their fields, an example of each, and suggestions for typos. */

import {
  ADDITION_KINDS,
  type AdditionKind,
  FIELDS,
  type Field,
  type FieldSpec,
  fieldsOf,
  KIND_NAMES,
} from '../base/addition.ts'
import type { Language, Words } from '../base/language.ts'
import { type CommandCall, misused } from './command.ts'
import { unknownName } from './parse-call.ts'

/** Suggests the nearest kind, or lists all. */
export function noSuchKind(word: string, call: CommandCall): ReturnType<typeof misused> {
  const list = { en: kindList('en'), zh: kindList('zh') }
  return misused(call, unknownName({ en: 'kind', zh: '类型' }, word, ADDITION_KINDS, list))
}

export function kindList(language: Language): string {
  return language === 'en'
    ? ADDITION_KINDS.join(', ')
    : ADDITION_KINDS.map((kind) => `${kind}（${KIND_NAMES[kind].zh}）`).join('、')
}

export function flagOf(field: FieldSpec['field']): string {
  return OTHER_NAMES[field] ?? field
}

export function givenFields({ values }: Pick<CommandCall, 'values'>): ReadonlyMap<Field, string> {
  return new Map(
    FIELDS.flatMap((field) => {
      const value = values.get(flagOf(field))
      return value === undefined ? [] : [[field, value] as const]
    }),
  )
}

/** The fields with these display names. */
export function fieldsNamed(kind: AdditionKind, names: readonly Words[]): readonly FieldSpec[] {
  return fieldsOf(kind).filter(({ name }) => names.some(({ en }) => en === name.en))
}

/** Flags that differ from their field's name. */
const OTHER_NAMES: Readonly<Partial<Record<FieldSpec['field'], string>>> = {
  givenUp: 'given-up',
  applies: 'applies-to',
  notFor: 'not-for',
  cause: 'root-cause',
}

/** Each example can be run unchanged. */
export const ENTRY_EXAMPLES: Readonly<Record<AdditionKind, Words>> = {
  decision: {
    en: 'memory-bank add decision "Use SQLite" --why "one file, no server" --given-up "Postgres" --applies-to "local storage"',
    zh: 'memory-bank add decision "使用 SQLite" --why "单文件，无需服务" --given-up "Postgres" --applies-to "本地存储"',
  },
  learning: {
    en: 'memory-bank add learning "Tests time out in CI" --symptom "npm test hangs" --root-cause "IPv6 is tried first" --solution "resolve IPv4 first" --prevention "set it in the CI image"',
    zh: 'memory-bank add learning "CI 中测试超时" --symptom "npm test 卡住" --root-cause "优先解析 IPv6" --solution "改为优先 IPv4" --prevention "写入 CI 镜像"',
  },
  requirement: {
    en: 'memory-bank add requirement "Refunds" --text "Money is back within three days." --acceptance "a refund of 10.00 arrives"',
    zh: 'memory-bank add requirement "退款" --text "三天内退回原账户。" --acceptance "10.00 元退款到账"',
  },
  design: {
    en: 'memory-bank add design "Cart" --text "The cart lives in the session; prices are read at checkout."',
    zh: 'memory-bank add design "购物车" --text "购物车存于会话，结算时读取价格。"',
  },
  focus: { en: 'memory-bank add focus "Ship refunds"', zh: 'memory-bank add focus "上线退款"' },
  progress: {
    en: 'memory-bank add progress "Refund API" --state next',
    zh: 'memory-bank add progress "退款接口" --state next',
  },
  tech: {
    en: 'memory-bank add tech "Cache: Redis 7" --section Stack',
    zh: 'memory-bank add tech "缓存：Redis 7" --section Stack',
  },
  answer: {
    en: 'memory-bank add answer "How do we deploy?" --text "make deploy" --pointer details/tech.md',
    zh: 'memory-bank add answer "如何部署？" --text "make deploy" --pointer details/tech.md',
  },
}
