/** What is said in a session that bears on reminders (S40): something worth a proposal, or a wish for silence. */

import type { Signal } from './signals/signal.ts'
import { signalInWords } from './signals.ts'
import type { GuardState } from './state.ts'
import { asksToWrite } from './words.ts'

/** For how long the person's words ask us to keep still. */
export function quietAfter(text: string): 'turn' | 'session' | undefined {
  const said = text.slice(0, LONGEST)
  if (STOP_ASKING.test(said)) return 'session'
  if (COMMAND.test(said) || asksToWrite(said)) return 'turn'
  return ABOUT_THE_BANK.test(said) && signalInWords(said, 'user')?.kind !== 'conflict' ? 'turn' : undefined
}

/** Does the assistant end with a question between two ways? */
export function offersChoice(text: string): boolean {
  return OFFERS.test(text.slice(-300))
}

/** `offered`: the person answers a question that left them a choice. */
export function signalInSpeech(
  state: GuardState,
  text: string,
  by: 'user' | 'assistant',
  offered = false,
): Signal | undefined {
  if (state.quiet !== undefined || state.parent !== undefined || state.proposal !== undefined) return undefined
  const signal = signalInWords(text.slice(0, LONGEST), by, offered)
  // What an agent says of the bank is its report of reading or writing there.
  return signal !== undefined && by === 'assistant' && signal.kind !== 'conflict' && ABOUT_THE_BANK.test(text)
    ? undefined
    : signal
}

const LONGEST = 20_000
const OFFERS =
  /(?:\bor\b[^?？]{2,120}|\bwhich (?:one|of|way)\b[^?？]{0,80}|(?:还是|或者|哪(?:个|种))[^?？]{1,60})[?？]\s*$/i
const ABOUT_THE_BANK = /memory[ -]?bank|记忆库|记忆银行|\bmb:|💾|\b(?:memory|patterns|progress)\.md\b/i
const COMMAND = /(?:^|\s)\/?mb:(?:write|no|save)\b/i
const STOP_ASKING =
  /(?:别|不要|不用|不必|停止)(?:再)?(?:老是|一直|总是|每次)?(?:提醒|问我?要不要(?:写|记)|提议)|\b(?:stop|quit|no more|don't|do not) (?:remind\w*|propos\w*|asking (?:me )?(?:to|whether|about|if) (?:save|write|remember|record|memory)|suggesting (?:memory|memories))/i
