/** argv → command → exit code. The only file that ends the process. Commands and messages are loaded on demand. */

import { isSwitchedOn } from '../base/is-switched-on.ts'
import { languageOfLocale, type Words } from '../base/language.ts'
import { OWN_VALUES } from '../base/own-commands.ts'
import type { Problem } from '../base/problem.ts'
import { fail } from '../base/result.ts'
import { refusalOf, withCaller } from './caller.ts'
import { type Command, type CommandCall, type CommandSpeaker, EXIT, type ExitCode } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { askedLanguage, findCommand, nearestWord, parseCall } from './parse-call.ts'
import { processTerminal, type Terminal } from './terminal.ts'

declare const PROGRAM_VERSION: string

export function runProgram(): void {
  void main(process.argv.slice(2), process.env, processTerminal(process.env)).then((code) => {
    // All output is written synchronously, so do not wait for the event loop.
    process.exit(code)
  })
}

/** The program without its process. Paths are relative to `folder`. Never rejects. */
export async function main(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  folder?: string,
): Promise<ExitCode> {
  try {
    const code = await runCommand(args, env, terminal, folder)
    terminal.settle()
    return reportUnwritten(speakerFor(args, env, terminal)) ? EXIT.failure : code
  } catch (error) {
    return endByError(error, speakerFor(args, env, terminal), env)
  }
}

/** Reports output that could not be written. True if the command has not acted yet and must be run again. */
function reportUnwritten({ terminal, language }: CommandSpeaker): boolean {
  const cause = terminal.unwritten()
  if (cause === undefined) return false
  const next = terminal.hasActed() ? IS_DONE : SEND_ELSEWHERE
  terminal.remark(`✗ ${NOT_WRITTEN[language]}${cause}\n  → ${next[language]}`)
  return !terminal.hasActed()
}

const NOT_WRITTEN: Words = { en: 'Could not write the output: ', zh: '无法写出结果：' }
const IS_DONE: Words = {
  en: 'The command is done. See what it wrote: memory-bank history',
  zh: '命令已执行完毕。查看写入的内容：memory-bank history',
}
const SEND_ELSEWHERE: Words = {
  en: 'Redirect the output and run the command again.',
  zh: '请更换输出位置后重新运行。',
}
const FAILED_AFTERWARDS: Words = { en: 'Failed after the work was done: ', zh: '命令完成之后出错：' }

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
  if (command === undefined) return reportLazily(unknownWord(found.name), speaker)
  const call = parseCall(command, found.rest, { env, terminal, locale: languageOfLocale(env) }, folder)
  if (!call.ok) return reportLazily(call.problem, speaker)
  if (!call.value.switches.has('help')) return runCall(command, await withCaller(command, call.value))
  terminal.print((await loadHelp()).helpFor(command, call.value))
  return EXIT.done
}

/** Runs the command, unless only a person may make this call (S42). */
async function runCall(command: Command, call: CommandCall): Promise<ExitCode> {
  const refused = refusalOf(command, call)
  if (refused !== undefined) return (await loadReport()).anywhere(async () => fail(refused))(call)
  const ended = await command.run(call, COMMANDS)
  return typeof ended === 'number' ? ended : reportLazily(ended.problem, call)
}

/** Without a command: the version, the help, or a usage error. */
async function withoutCommand(
  args: readonly string[],
  unknown: readonly string[],
  speaker: CommandSpeaker,
): Promise<ExitCode> {
  const last = args.at(-1) ?? ''
  if (OWN_VALUES.has(last))
    return reportLazily(usage({ en: `${last} needs a value.`, zh: `${last} 需要一个值。` }), speaker)
  if (args.includes('--version') || args.includes('-V')) {
    speaker.terminal.print(PROGRAM_VERSION)
    return EXIT.done
  }
  const [wrong] = unknown
  if (wrong !== undefined) return reportLazily(unknownWord(wrong), speaker)
  speaker.terminal.print((await loadHelp()).programHelp(COMMANDS, speaker.language, speaker.terminal.columns()))
  return EXIT.done
}

/** The part of a call that is needed to print messages before parsing. */
function speakerFor(args: readonly string[], env: NodeJS.ProcessEnv, terminal: Terminal): CommandSpeaker {
  const language = askedLanguage(args) ?? languageOfLocale(env)
  return { terminal, switches: new Set(args.includes('--json') ? ['json'] : []), language }
}

async function reportLazily(problem: Problem, speaker: CommandSpeaker): Promise<ExitCode> {
  return (await loadReport()).report(problem, speaker)
}

// Loaded only if there is a problem, or if help is asked for.
const loadReport = () => import('./in-project.ts')
const loadHelp = () => import('./help.ts')

function usage(detail: Words): Problem {
  return { code: 'usage', command: '', detail }
}

function unknownWord(word: string): Problem {
  const near = nearestWord(
    word,
    COMMANDS.map((command) => command.name),
  )
  return usage({
    en: `Unknown command or option '${word}'.${near === undefined ? '' : ` Did you mean '${near}'?`}`,
    zh: `未知命令或选项 '${word}'。${near === undefined ? '' : `是否指 '${near}'？`}`,
  })
}

async function endByError(error: unknown, speaker: CommandSpeaker, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const { terminal } = speaker
  terminal.settle()
  const message = error instanceof Error ? error.message : String(error)
  if (terminal.hasActed()) {
    // Exit 0: on a failure code, a script would run the command again and repeat the work.
    terminal.remark(`✗ ${FAILED_AFTERWARDS[speaker.language]}${message}\n  → ${IS_DONE[speaker.language]}`)
    return EXIT.done
  }
  if (error instanceof Error && 'syscall' in error) {
    // A disk failure is not a bug of this program.
    const path = 'path' in error && typeof error.path === 'string' ? error.path : 'memory-bank'
    const cause = message.split(',')[0] ?? message
    return reportLazily({ code: 'file-unreadable', path, cause }, speaker)
  }
  terminal.remark(`memory-bank: internal error: ${message}`)
  terminal.remark('This is a bug. Please report it with the command you ran. MEMORY_BANK_DEBUG=1 shows the stack.')
  if (isSwitchedOn(env, 'MEMORY_BANK_DEBUG') && error instanceof Error) terminal.remark(error.stack ?? '')
  return EXIT.failure
}
