/** argv → command → exit code. The only place that ends the process. Loads nothing that help and version can do without. */

import { isAgentShell } from '../base/agent-shell.ts'
import { isSwitchedOn } from '../base/environment.ts'
import { type Language, languageOfLocale, type Words } from '../base/language.ts'
import { OWN_VALUES } from '../base/own-commands.ts'
import type { Problem } from '../base/problem.ts'
import type { Call, Command } from './command.ts'
import { EXIT, type ExitCode } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { refusalOf, signed } from './only-a-person.ts'
import { askedLanguage, findCommand, nearestOf, parseCall } from './parse-call.ts'
import { processTerminal, type Terminal } from './terminal.ts'

declare const PROGRAM_VERSION: string

export function runProgram(): void {
  void main(process.argv.slice(2), process.env, processTerminal(process.env)).then((code) => {
    // Everything is written by now, so waiting for an empty event loop would only cost time.
    process.exit(code)
  })
}

/** The whole program except its process: paths are relative to `folder`. Never rejects. */
export async function main(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  folder?: string,
): Promise<ExitCode> {
  try {
    const code = await runCommand(args, env, terminal, folder)
    terminal.settle()
    return complainOfOutput(speakerFor(args, env, terminal)) ? EXIT.failure : code
  } catch (error) {
    return fail(error, speakerFor(args, env, terminal), env)
  }
}

/** Whether the output was what the command was for, and did not come out. */
function complainOfOutput({ terminal, locale }: Speaker): boolean {
  const cause = terminal.unwritten()
  if (cause === undefined) return false
  const next = terminal.hasActed() ? IS_DONE : SEND_ELSEWHERE
  terminal.remark(`✗ ${NOT_WRITTEN[locale]}${cause}\n  → ${next[locale]}`)
  return !terminal.hasActed()
}

const NOT_WRITTEN: Words = { en: 'Could not write the output: ', zh: '无法写出结果：' }
const IS_DONE: Words = {
  en: 'The command did its work. To see what it wrote: memory-bank history',
  zh: '命令已执行完毕。查看写入的内容：memory-bank history',
}
const SEND_ELSEWHERE: Words = {
  en: 'Send it somewhere else and run the command again.',
  zh: '请换一个输出位置再运行。',
}
const FAILED_AFTERWARDS: Words = { en: 'Afterwards something failed: ', zh: '完成之后出现错误：' }

async function runCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  folder: string | undefined,
): Promise<ExitCode> {
  const speaker = speakerFor(args, env, terminal)
  const found = findCommand(args, OWN_VALUES)
  if (found.name === undefined) return withoutCommand(args, found.unknown, speaker)
  const command = await COMMANDS.find(({ name }) => name === found.name)?.load()
  if (command === undefined) return complain(unknownWord(found.name), speaker)
  const call = parseCall(command, found.rest, { env, terminal, locale: languageOfLocale(env) }, folder)
  if (!call.ok) return complain(call.problem, speaker)
  if (!call.value.switches.has('help')) return runCall(command, await signed(command, call.value))
  terminal.print(await helpFor(command, call.value))
  return EXIT.done
}

/** Runs the command, unless only a person may make this call and nobody shows that one does (S42). */
async function runCall(command: Command, call: Call): Promise<ExitCode> {
  const refused = refusalOf(command, call)
  if (refused === undefined) {
    if (WITH_BANK.includes(command.group)) await reportForeign(call)
    return command.run(call, COMMANDS)
  }
  const { languageOf, open } = await import('./open.ts')
  return complain(refused, { ...call, language: languageOf(call, open(call)) })
}

const WITH_BANK: readonly Command['group'][] = ['bank', 'ask', 'write']

/** What changed in the bank by another hand is said first (S34). In an agent's shell the guard compares. */
async function reportForeign(call: Call): Promise<void> {
  if (isAgentShell(call.env)) return
  const [{ languageOf, open }, { reportForeignChanges }] = await Promise.all([
    import('./open.ts'),
    import('../session/bank-changed.ts'),
  ])
  const workspace = open(call)
  if (!workspace.ok) return
  const language = languageOf(call, workspace)
  try {
    for (const words of await reportForeignChanges(workspace.value)) call.terminal.remark(words[language])
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    call.terminal.remark(
      { en: `Memory Bank could not verify the bank: ${cause}`, zh: `Memory Bank 无法核实：${cause}` }[language],
    )
  }
}

/** No command was named: the version, the help, or what is wrong with the options. */
async function withoutCommand(
  args: readonly string[],
  unknown: readonly string[],
  speaker: Speaker,
): Promise<ExitCode> {
  const last = args.at(-1) ?? ''
  if (OWN_VALUES.has(last))
    return complain(usage({ en: `${last} needs a value.`, zh: `${last} 需要一个值。` }), speaker)
  if (args.includes('--version') || args.includes('-V')) {
    speaker.terminal.print(PROGRAM_VERSION)
    return EXIT.done
  }
  const [wrong] = unknown
  if (wrong !== undefined) return complain(unknownWord(wrong), speaker)
  speaker.terminal.print((await import('./help.ts')).programHelp(COMMANDS, speaker.locale, speaker.terminal.columns()))
  return EXIT.done
}

/** The help of an entry's kind where one is named, else of the command. */
async function helpFor(command: Command, { operands, language, locale, terminal }: Omit<Call, 'by'>): Promise<string> {
  const spoken = language ?? locale
  const kind =
    command.name === 'add' ? (await import('../bank/decode-addition.ts')).kindOfAddition(operands[0]) : undefined
  if (kind !== undefined) return (await import('./help.ts')).entryHelp(kind, spoken, terminal.columns())
  return (await import('./help.ts')).commandHelp(command, spoken, terminal.columns())
}

/** What we need to print messages before the call is parsed. */
type Speaker = Pick<Call, 'terminal' | 'switches' | 'language' | 'locale'>

function speakerFor(args: readonly string[], env: NodeJS.ProcessEnv, terminal: Terminal): Speaker {
  const locale: Language = askedLanguage(args) ?? languageOfLocale(env)
  return { terminal, switches: new Set(args.includes('--json') ? ['json'] : []), language: undefined, locale }
}

/** Like `report`, which is loaded only when there is a problem. */
async function complain(problem: Problem, speaker: Speaker): Promise<ExitCode> {
  return (await import('./open.ts')).report(problem, speaker)
}

function usage(detail: { readonly en: string; readonly zh: string }): Problem {
  return { code: 'usage', command: '', detail }
}

function unknownWord(word: string): Problem {
  const near = nearestOf(
    word,
    COMMANDS.map((command) => command.name),
  )
  return usage({
    en: `There is no command or option '${word}'.${near === undefined ? '' : ` Did you mean '${near}'?`}`,
    zh: `没有命令或选项 '${word}'。${near === undefined ? '' : `你是想用 '${near}' 吗？`}`,
  })
}

async function fail(error: unknown, speaker: Speaker, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const { terminal } = speaker
  terminal.settle()
  const message = error instanceof Error ? error.message : String(error)
  if (terminal.hasActed()) {
    // Whoever ran it again would do it twice.
    terminal.remark(`✗ ${FAILED_AFTERWARDS[speaker.locale]}${message}\n  → ${IS_DONE[speaker.locale]}`)
    return EXIT.done
  }
  if (error instanceof Error && 'syscall' in error) {
    // An unexpected failure of the disk is a problem to report, not a bug.
    const path = 'path' in error && typeof error.path === 'string' ? error.path : 'memory-bank'
    const cause = message.split(',')[0] ?? message
    return complain({ code: 'file-unreadable', path, cause }, speaker)
  }
  terminal.remark(`memory-bank: this is a bug in memory-bank: ${message}`)
  terminal.remark('Please report it with the command you ran. Set MEMORY_BANK_DEBUG=1 to see where it happened.')
  if (isSwitchedOn(env, 'MEMORY_BANK_DEBUG') && error instanceof Error) terminal.remark(error.stack ?? '')
  return EXIT.failure
}
