/** `memory-bank completion`: a completion script for bash, zsh or fish. */

import { type Command, type CommandCall, type Ending, EXIT, type ListedCommand, misused } from '../command.ts'
import { inOrder } from '../help.ts'
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

async function printScript(call: CommandCall, commands: readonly ListedCommand[]): Promise<Ending> {
  const shell = call.operands[0] ?? ''
  const make = SHELLS[shell]
  if (make === undefined)
    return misused(
      call,
      shell === ''
        ? { en: 'Name a shell: bash, zsh or fish.', zh: '请指定 shell：bash、zsh 或 fish。' }
        : {
            en: `No completion for '${shell}'. Use bash, zsh or fish.`,
            zh: `不支持 '${shell}'，可用：bash、zsh、fish。`,
          },
    )
  const listed = inOrder(commands.filter(({ isHidden }) => isHidden !== true))
  call.terminal.print(make(await Promise.all(listed.map((command) => command.load()))))
  return EXIT.done
}

type Commands = readonly Command[]

const namesOf = (commands: Commands) => commands.map((command) => command.name).join(' ')
const optionsOf = (command: Command) => Object.keys({ ...command.options, ...COMMON }).map((name) => `--${name}`)

/** Alternatives in the usage line, such as `on|off`, separated by spaces. */
const wordsOf = ({ operands = '' }: Command) => /[\w-]+(?:\|[\w-]+)+/.exec(operands)?.[0].replaceAll('|', ' ') ?? ''

/** Shell code that completes operands from the bank: files, or ids of entries. */
const SHELL_WORDS: Readonly<Record<string, string>> = {
  '<path>': `$(cd memory-bank 2>/dev/null && find . -name '*.md' | sed 's#^[.]/##')`,
  '<entry>': `$(memory-bank list --all 2>/dev/null | sed -n 's/^  \\(e[0-9a-z]*\\|REQ-[0-9]*\\)  .*/\\1/p')`,
  '<item>': `$(memory-bank list --all 2>/dev/null | sed -n 's/^  \\(e[0-9a-z]*\\)  .*/\\1/p')`,
}
const offered = (command: Command) => SHELL_WORDS[command.operands ?? ''] ?? wordsOf(command)

/** Options with a fixed set of values. */
function choicesIn(commands: Commands): readonly (readonly [string, readonly string[]])[] {
  const all = [COMMON, ...commands.map((command) => command.options)].flatMap((options) => Object.entries(options))
  const named = new Map<string, Set<string>>()
  for (const [name, { choices }] of all)
    for (const choice of choices ?? []) named.set(name, (named.get(name) ?? new Set()).add(choice))
  return [...named].map(([name, choices]) => [name, [...choices]])
}

const SHELLS: Readonly<Record<string, (commands: Commands) => string>> = {
  bash: (commands) => `_memory_bank() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} word command=
  case $prev in
    -C|--project) COMPREPLY=($(compgen -d -- "$cur")); return ;;
    --from|--host-binary) COMPREPLY=($(compgen -f -- "$cur")); return ;;
${choicesIn(commands)
  .map(([name, choices]) => `    --${name}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$cur")); return ;;`)
  .join('\n')}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${namesOf(commands)} " in *" $word "*) command=$word; break ;; esac
  done
  case $command in
${commands
  .map((command) => {
    const options = `COMPREPLY=($(compgen -W "${optionsOf(command).join(' ')}" -- "$cur"))`
    const words = offered(command)
    if (words === '') return `    ${command.name}) ${options} ;;`
    return `    ${command.name}) if [[ $cur == -* ]]; then ${options}; else COMPREPLY=($(compgen -W "${words}" -- "$cur")); fi ;;`
  })
  .join('\n')}
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
  case $words[CURRENT-1] in
    -C|--project) _directories; return ;;
    --from|--host-binary) _files; return ;;
${choicesIn(commands)
  .map(([name, choices]) => `    --${name}) compadd -- ${choices.join(' ')}; return ;;`)
  .join('\n')}
  esac
  case $words[2] in
${commands
  .map((command) => {
    const options = `compadd -- ${optionsOf(command).join(' ')}`
    const words = offered(command)
    if (words === '') return `    ${command.name}) ${options} ;;`
    return `    ${command.name}) if [[ $words[CURRENT] == -* ]]; then ${options}; else compadd -- ${words}; fi ;;`
  })
  .join('\n')}
  esac
}
compdef _memory_bank memory-bank mb`,
  fish: (commands) =>
    ['memory-bank', 'mb']
      .flatMap((program) =>
        commands.flatMap((command) => {
          const seen = `complete -c ${program} -n '__fish_seen_subcommand_from ${command.name}'`
          const words = offered(command).replace(/^\$(\(.*\))$/s, '$1')
          return [
            `complete -c ${program} -n __fish_use_subcommand -f -a ${command.name} -d '${command.about.en.replaceAll("'", '’')}'`,
            ...(words === '' ? [] : [`${seen} -f -a "${words.replaceAll('"', '\\"')}"`]),
            ...optionsOf(command).map((option) => `${seen} -l ${option.slice(2)}${valuesOf(command, option)}`),
          ]
        }),
      )
      .join('\n'),
}

function valuesOf(command: Command, option: string): string {
  const { value, choices } = { ...COMMON, ...command.options }[option.slice(2)] ?? {}
  if (choices !== undefined) return ` -x -a '${choices.join(' ')}'`
  return value === 'file' || value === 'dir' ? ' -r -F' : value === undefined ? '' : ' -x'
}
