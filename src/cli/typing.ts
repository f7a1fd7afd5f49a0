/**
 * A person types an addition at a terminal: what is missing is asked for, again where a required part stays empty, and
 * what was typed is kept until it is written.
 */

import { ADDITION_KINDS, type AdditionKind, type FieldSpec, nameOfKind } from '../core/addition.ts'
import type { Language } from '../core/language.ts'
import { forgetTyped, keepTyped, keptTyped, type Typed } from '../flows/add-draft.ts'
import type { Workspace } from '../flows/workspace.ts'
import type { Call } from './command.ts'
import { canAsk, isYes } from './confirm-and-apply.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { pick } from './pick.ts'

/** How often a required part is asked for. */
const MOST_TRIES = 3

export class Typing {
  readonly #call: Call
  readonly #workspace: Workspace
  readonly #language: Language
  #kind: AdditionKind | undefined
  #typed: Typed = {}

  constructor(call: Call, workspace: Workspace) {
    this.#call = call
    this.#workspace = workspace
    this.#language = call.language ?? call.locale
  }

  pickKind(): AdditionKind | undefined {
    if (!canAsk(this.#call)) return undefined
    const named = (kind: AdditionKind) => (this.#language === 'en' ? kind : `${kind}（${nameOfKind(kind, 'zh')}）`)
    return pick(this.#call.terminal, this.#language, ADDITION_KINDS, named)
  }

  /** What was given, with what was typed before and not finished where the person goes on with it. */
  begin(kind: AdditionKind, given: Typed): Typed {
    this.#kind = kind
    this.#typed = given
    if (!canAsk(this.#call)) return given
    const before = keptTyped(this.#workspace, kind)
    const isSame = given['title'] === undefined || before?.['title'] === given['title']
    if (before === undefined || !isSame) return given
    if (isYes(this.#call.terminal.ask(this.#offer(before)))) this.#typed = { ...before, ...given }
    else forgetTyped(this.#workspace)
    return this.#typed
  }

  /** All that was given and typed; the end of input leaves the rest missing. */
  askFor(missing: readonly FieldSpec[]): Typed {
    const colon = this.#language === 'zh' ? '：' : ': '
    for (const { field, name } of missing) {
      const said = this.#ask(`${name[this.#language]}${colon}`)
      if (said === undefined) break
      this.#typed = { ...this.#typed, [field]: said }
      // Kept part by part: whoever leaves with Ctrl-C finds it again.
      this.#keep()
    }
    return this.#typed
  }

  #ask(question: string): string | undefined {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const said = this.#call.terminal.ask(question)?.trim()
      if (said === undefined) return undefined
      if (said !== '') return said
      this.#call.terminal.print(
        {
          en: '  This part is required. Ctrl-C stops; what you have typed is kept.',
          zh: '  这一项必填。按 Ctrl-C 退出，已输入的内容会保留。',
        }[this.#language],
      )
    }
    return undefined
  }

  /** Passes the exit code on: what is written is forgotten, what is not is kept. */
  kept(code: ExitCode): ExitCode {
    if (!canAsk(this.#call) || this.#kind === undefined || this.#call.switches.has('dry-run')) return code
    if (code === EXIT.done) forgetTyped(this.#workspace)
    else if (this.#keep())
      this.#call.terminal.remark(
        {
          en: `  What you typed is kept: memory-bank add ${this.#kind} goes on with it.`,
          zh: `  已输入的内容已保留：运行 memory-bank add ${this.#kind} 可继续。`,
        }[this.#language],
      )
    return code
  }

  #keep(): boolean {
    return (
      this.#kind !== undefined &&
      Object.keys(this.#typed).length > 0 &&
      keepTyped(this.#workspace, this.#kind, this.#typed)
    )
  }

  #offer(before: Typed): string {
    const said = before['title'] ?? before['text'] ?? Object.values(before)[0] ?? ''
    const short = said.length > 60 ? `${said.slice(0, 59)}…` : said
    return {
      en: `You began “${short}” and did not finish. Go on with it? [y]es, [n]o: `,
      zh: `上次有一条没有写完：「${short}」。继续吗？ [y] 继续，[n] 丢弃：`,
    }[this.#language]
  }
}
