/** Encodes an answer in a host's format. A warning for the user is added to the answer before that. */

import type { HookAnswer, HookHost } from './hook.ts'
import { signed } from './wording.ts'

export function encodeAnswer({ format }: HookHost, payload: unknown, answer: HookAnswer): string {
  if (answer.kind === 'summary-words') return format.summary?.(answer.text, payload) ?? '{}'
  return JSON.stringify(fieldsOf(format, payload, answer))
}

function fieldsOf(
  format: HookHost['format'],
  payload: unknown,
  answer: Exclude<HookAnswer, { kind: 'summary-words' }>,
): object {
  switch (answer.kind) {
    case 'nothing':
      return {}
    case 'tell-model':
      return format.forModel(answer.text, payload)
    case 'tell-user':
      return format.forUser(answer.text, payload)
    case 'tell-both': {
      const { model, user } = answer
      return format.forBoth?.(model, user) ?? { ...format.forModel(model, payload), ...format.forUser(user, payload) }
    }
    case 'refuse':
      return format.refusal(signed(answer.text), payload)
    case 'keep-going':
      return format.continuation(signed(answer.text))
    case 'permit':
      return (
        format.permission?.(answer.text, payload) ??
        (answer.text === undefined ? {} : format.forModel(answer.text, payload))
      )
  }
}

/** Adds a warning to the answer to a message. If only the model can pass it on, the model is asked to. */
export function withWarning(answer: HookAnswer, warning: string, { showsAtOnce }: HookHost): HookAnswer {
  if (answer.kind !== 'nothing' && answer.kind !== 'tell-model' && answer.kind !== 'tell-both') return answer
  const model = answer.kind === 'tell-both' ? answer.model : answer.kind === 'tell-model' ? answer.text : undefined
  const user = answer.kind === 'tell-both' ? answer.user : undefined
  const text = signed(warning)
  const [toModel, toUser] = showsAtOnce ? [model, joined(user, text)] : [joined(model, `${text} Tell the user.`), user]
  if (toModel === undefined) return { kind: 'tell-user', text: toUser ?? text }
  return toUser === undefined
    ? { kind: 'tell-model', text: toModel }
    : { kind: 'tell-both', model: toModel, user: toUser }
}

function joined(before: string | undefined, text: string): string {
  return before === undefined ? text : `${before}\n\n${text}`
}
