/** How a command runs: open the project, use the bank's language, report the problem it returns. */

import { isAgentShell } from '../base/agent-shell.ts'
import type { Recovery } from '../base/change.ts'
import { once } from '../base/once.ts'
import type { Problem } from '../base/problem.ts'
import type { Result } from '../base/result.ts'
import { reportForeignChanges } from '../session/report-foreign-changes.ts'
import { openWorkspace, spokenLanguage, type Workspace } from '../verbs/open-bank.ts'
import { type CommandCall, type CommandSpeaker, type Ending, EXIT, type ExitCode, type ProjectCall } from './command.ts'
import { paint, printJson, wrapped } from './terminal.ts'

/**
 * Wraps a command that needs a project. Reports foreign changes first (S34), except in an agent's shell, where the
 * guard reports them.
 */
export function inProject(
  run: (call: ProjectCall) => Promise<Ending> | Ending,
): (call: CommandCall) => Promise<Ending> {
  return async (call) => {
    const opened = openProject(call)
    if (!opened.ok) return opened
    const spoken = callIn(opened.value, call)
    if (!isAgentShell(call.env)) await reportForeign(spoken)
    const ended = await run(spoken)
    return typeof ended === 'number' ? ended : report(ended.problem, spoken)
  }
}

function openProject(call: CommandCall): Result<Workspace> {
  return openWorkspace({
    folder: call.folder,
    env: call.env,
    now: () => new Date(),
    progress: call.terminal.progress({ en: 'Reading', zh: '读取' }[call.language]),
  })
}

/** The language is lazy: finding it reads MEMORY.md. */
function callIn(workspace: Workspace, call: CommandCall): ProjectCall {
  const spoken = once(() => spokenLanguage(call.asked, workspace))
  return {
    ...call,
    workspace,
    get language() {
      return spoken()
    },
  }
}

/** Wraps a command that also runs without a project. Messages use the bank's language if there is a bank. */
export function anywhere(
  run: (call: CommandCall, opened: Result<Workspace>) => Promise<Ending>,
): (call: CommandCall) => Promise<ExitCode> {
  return async (call) => {
    const opened = openProject(call)
    const spoken = opened.ok ? callIn(opened.value, call) : call
    const ended = await run(spoken, opened)
    return typeof ended === 'number' ? ended : report(ended.problem, spoken)
  }
}

async function reportForeign(call: ProjectCall): Promise<void> {
  try {
    for (const words of await reportForeignChanges(call.workspace)) call.terminal.remark(words[call.language])
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    call.terminal.remark(
      { en: `Memory Bank could not verify the bank: ${cause}`, zh: `Memory Bank 无法校验：${cause}` }[call.language],
    )
  }
}

/** Prints a problem and returns its exit code. */
export async function report(problem: Problem, call: CommandSpeaker): Promise<ExitCode> {
  // Loaded here, because most commands succeed.
  const { describeProblem, exitOf } = await import('../verbs/describe-problem.ts')
  const { code, message, next } = describeProblem(problem, call.language)
  if (call.switches.has('json')) printJson(call.terminal, 'problem', { code, what: message, next })
  else {
    const colour = paint(call.terminal)
    const columns = call.terminal.columns()
    call.terminal.remark(
      `${wrapped(`${colour.red('✗')} ${message}`, columns, '  ')}\n${wrapped(`  ${colour.bold('→')} ${next}`, columns, '    ')}`,
    )
  }
  return EXIT[exitOf(problem)]
}

/** Reports whether the work of an interrupted command was finished or rolled back. */
export function remarkRecovery(
  recovered: readonly Recovery[],
  { terminal, language }: Pick<CommandSpeaker, 'terminal' | 'language'>,
): void {
  for (const one of recovered) {
    const outcome = {
      finished: {
        en: `Finished an interrupted ${one.intent} (${one.id}).`,
        zh: `已完成被中断的 ${one.intent}（${one.id}）。`,
      },
      undone: {
        en: `Rolled back an interrupted ${one.intent} (${one.id}).`,
        zh: `已回滚被中断的 ${one.intent}（${one.id}）。`,
      },
    }[one.outcome]
    terminal.remark(outcome[language])
    if (one.left.length > 0) {
      const left = one.left.join(', ')
      terminal.remark(
        {
          en: `  Changed by someone else meanwhile and kept: ${left}`,
          zh: `  期间被他人修改，已保留：${left}`,
        }[language],
      )
    }
  }
}
