/** `memory-bank completion`: a script for the shell. */

import type { Call, Command } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { COMMON } from '../options.ts'

export const completion: Command = {
  name: 'completion',
  group: 'setup',
  place: 4,
  about: { en: 'print a shell completion script', zh: '输出 shell 补全脚本' },
  operands: 'bash|zsh|fish',
  mostOperands: 1,
  options: {},
  examples: ['source <(memory-bank completion bash)'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: [],
  run: printScript,
}

async function printScript(call: Call, commands: readonly Command[]): Promise<ExitCode> {
  const shell = call.operands[0] ?? ''
  const make = SHELLS[shell]
  if (make === undefined) {
    const detail =
      shell === ''
        ? { en: 'Which shell? bash, zsh or fish.', zh: '请指定 shell：bash、zsh 或 fish。' }
        : {
            en: `No completion for '${shell}'; choose bash, zsh or fish.`,
            zh: `不支持 '${shell}'，可用：bash、zsh、fish。`,
          }
    const { report } = await import('../render/problem.ts')
    return report({ code: 'usage', command: 'completion', detail }, call)
  }
  call.terminal.print(make((await import('../render/help.ts')).inOrder(commands)))
  return EXIT.done
}

type Commands = readonly Command[]

const namesOf = (commands: Commands) => commands.map((command) => command.name).join(' ')
const optionsOf = (command: Command) => Object.keys({ ...command.options, ...COMMON }).map((name) => `--${name}`)

const SHELLS: Readonly<Record<string, (commands: Commands) => string>> = {
  bash: (commands) => `_memory_bank() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} word command=
  case $prev in
    -C|--project) COMPREPLY=($(compgen -d -- "$cur")); return ;;
    --lang) COMPREPLY=($(compgen -W "zh en" -- "$cur")); return ;;
    --on-conflict) COMPREPLY=($(compgen -W "keep overwrite append" -- "$cur")); return ;;
    completion) COMPREPLY=($(compgen -W "bash zsh fish" -- "$cur")); return ;;
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${namesOf(commands)} " in *" $word "*) command=$word; break ;; esac
  done
  case $command in
${commands.map((command) => `    ${command.name}) COMPREPLY=($(compgen -W "${optionsOf(command).join(' ')}" -- "$cur")) ;;`).join('\n')}
    *) COMPREPLY=($(compgen -W "${namesOf(commands)} --help --version" -- "$cur")) ;;
  esac
}
complete -F _memory_bank memory-bank mb`,
  zsh: (commands) => `#compdef memory-bank mb
_memory_bank() {
  local -a commands
  commands=(
${commands.map((command) => `    '${command.name}:${command.about.en.replaceAll("'", '’').replaceAll(':', '\\:')}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case $words[2] in
${commands.map((command) => `    ${command.name}) compadd -- ${optionsOf(command).join(' ')} ;;`).join('\n')}
  esac
}
compdef _memory_bank memory-bank mb`,
  fish: (commands) =>
    ['memory-bank', 'mb']
      .flatMap((program) =>
        commands.flatMap((command) => [
          `complete -c ${program} -n __fish_use_subcommand -f -a ${command.name} -d '${command.about.en.replaceAll("'", '’')}'`,
          ...optionsOf(command).map(
            (option) => `complete -c ${program} -n '__fish_seen_subcommand_from ${command.name}' -l ${option.slice(2)}`,
          ),
        ]),
      )
      .join('\n'),
}
