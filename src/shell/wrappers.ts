/** Commands that run another command: with other rights, folder, time or surroundings. */

import { type OptionSpec, readOptions } from './arguments.ts'
import { runUncertain } from './builtins.ts'
import { nameOf } from './places.ts'
import { type Call, enter, type Handler, type Shell, textOfFile, under, write } from './shell.ts'
import { source } from './state.ts'
import { quote, UNKNOWN } from './text.ts'
import { assignText } from './variables.ts'

export const WRAPPERS: Readonly<Record<string, Handler>> = {
  env: (call, shell) => {
    const options = readOptions(call.args, { short: 'uCS', long: 'unset chdir split-string block-signal', first: true })
    const split = options.value('S', 'split-string')
    shell.apart(() => {
      enterFolder(shell, options.value('C', 'chdir'))
      const words = assigned(shell, options.rest)
      if (split !== undefined) shell.runText([split, ...words].join(' '), call.channels)
      else if (words.length > 0) shell.runWords(words, call.channels)
    })
    return options.rest.length === 0 ? UNKNOWN : ''
  },
  ...under(
    wrapper({}),
    'nohup setsid noglob nocorrect setarch linux64 caffeinate fakeroot unbuffer rlwrap winpty valgrind entr busybox toybox',
  ),
  sudo: wrapper({ short: 'ugDhpCrtTRU', long: 'user group chdir host prompt role type' }, 0, ['D', 'chdir']),
  doas: wrapper({ short: 'uC' }),
  exec: wrapper({ short: 'a' }),
  time: wrapper({ short: 'fo', long: 'format output' }),
  timeout: wrapper({ short: 'ks', long: 'kill-after signal' }, 1),
  nice: wrapper({ short: 'n', long: 'adjustment' }),
  ionice: wrapper({ short: 'cnp', long: 'class classdata' }),
  chrt: wrapper({ short: 'TPD' }, 1),
  taskset: wrapper({ short: 'p' }, 1),
  stdbuf: wrapper({ short: 'ioe', long: 'input output error' }),
  chroot: wrapper({ long: 'userspec groups' }, 1),
  unshare: wrapper({ short: 'SG', long: 'setuid setgid wd' }),
  nsenter: wrapper({ short: 'tSG' }),
  ...under(wrapper({ short: 'eopsaEuPOSXn' }), 'strace ltrace'),
  ...under(wrapper({ short: 'e' }), 'cross-env dotenv dotenvx'),
  'systemd-run': wrapper({ short: 'pMHtE', long: 'unit property working-directory' }, 0, ['working-directory']),
  screen: wrapper({ short: 'cSTtehp' }),
  command: (call, shell) => {
    const options = readOptions(call.args, { first: true })
    if (options.has('v', 'V')) return UNKNOWN
    withoutFunctions(shell, () => shell.runWords(options.rest, call.channels))
    return ''
  },
  builtin: (call, shell) => {
    withoutFunctions(shell, () => shell.runWords(call.args, call.channels))
    return ''
  },
  su: textOption({ short: 'cgGsw', long: 'command shell group' }, ['c', 'command']),
  runuser: textOption({ short: 'cgGsuw', long: 'command shell group user', first: true }, ['c', 'command']),
  'nix-shell': textOption({ short: 'pI', long: 'run command packages' }, ['run', 'command']),
  flock: (call, shell) => {
    const spec: OptionSpec = { short: 'wEc', long: 'timeout wait conflict-exit-code command', first: true }
    const [file = '', ...rest] = readOptions(call.args, spec).rest
    if (!/^\d+$/.test(file)) write(shell, file, 'flock', 'open')
    return textOption(spec, ['c', 'command'])({ ...call, args: rest }, shell)
  },
  script: (call, shell) => {
    const spec: OptionSpec = { short: 'cIOBEomT', long: 'command log-in log-out log-io' }
    const options = readOptions(call.args, spec)
    write(shell, options.rest[0] ?? 'typescript', 'script', 'open')
    const text = options.value('c', 'command') ?? options.rest.slice(1).map(quote).join(' ')
    return runApart(shell, text, call)
  },
  ...under(joinedWords({ short: 'ewfiznq', long: 'interval', first: true }), 'watch watchexec nodemon chokidar'),
  ...under(terminal, 'xterm rxvt urxvt konsole xfce4-terminal gnome-terminal alacritty kitty foot wezterm'),
  crontab: (call, shell) => {
    const [file] = readOptions(call.args, { short: 'u' }).rest
    const table = file === undefined || file === '-' ? call.channels.input?.text : textOfFile(shell, file)
    // The schedule takes five fields, or one word.
    for (const match of (table ?? '').matchAll(/^[ \t]*(?:@\w+|(?:\S+[ \t]+){4}\S+)[ \t]+(.+)$/gm))
      runApart(shell, match[1] ?? '', { ...call, channels: { ...call.channels, input: undefined } })
    return UNKNOWN
  },
  ...under((call, shell) => {
    const spec = {
      short: 'wrSpLcnm',
      long: 'warmup runs prepare shell parameter-list cleanup export-json export-markdown names prefix max-processes',
    }
    const options = readOptions(call.args, spec)
    for (const path of options.values('export-json', 'export-markdown')) write(shell, path, call.name, 'open')
    for (const text of [...options.rest, ...options.values('prepare', 'cleanup', 'p', 'c')]) runApart(shell, text, call)
    return UNKNOWN
  }, 'hyperfine concurrently'),
  ...under(
    afterWord('run tool exec x -c --command'),
    'poetry pipenv pdm uv rye hatch bundle mise asdf volta conda nix',
  ),
  direnv: afterWord('exec', 1),
  tmux: (call, shell) => {
    const at = call.args.findIndex((arg) =>
      /^(new|new-session|neww|new-window|splitw|split-window|run|run-shell|send-keys)$/.test(arg),
    )
    const options = readOptions(call.args.slice(at + 1), { short: 'nscteFxyl', first: true })
    shell.apart(() => {
      enterFolder(shell, options.value('c'))
      if (at !== -1) shell.runText(options.rest.filter((word) => !/^(Enter|C-m)$/.test(word)).join(' '), call.channels)
    })
    return UNKNOWN
  },
  ...under(container, 'docker podman nerdctl'),
  ...under((call, shell) => {
    const input = call.channels.input?.text
    if (input !== undefined) runApart(shell, input, { ...call, channels: { ...call.channels, input: undefined } })
    return UNKNOWN
  }, 'at batch'),
  expect: (call, shell) => {
    const options = readOptions(call.args, { short: 'cf' })
    const file = options.value('f') ?? options.rest[0] ?? ''
    const text = options.value('c') ?? textOfFile(shell, file) ?? call.channels.input?.text ?? UNKNOWN
    for (const match of text.matchAll(/\b(?:spawn|exec)\s+([^\n;\]]+)/g))
      shell.runText(match[1] ?? '', { ...call.channels, input: source(UNKNOWN) })
    shell.account.opaque.push('expect')
    return UNKNOWN
  },
}

/** A terminal window runs the command behind `-e`, `-x` or `--`. */
function terminal(call: Call, shell: Shell): string {
  const at = call.args.findIndex((arg) => ['-e', '-x', '--', '--command', '-T'].includes(arg))
  const words = at === -1 ? call.args.filter((arg) => !arg.startsWith('-')) : call.args.slice(at + 1)
  return runApart(shell, words.join(' '), call)
}

function runApart(shell: Shell, text: string, call: Call): string {
  if (text !== '') shell.apart(() => runUncertain(shell, text, call.name, call.channels))
  return ''
}

function enterFolder(shell: Shell, folder: string | undefined): void {
  if (folder !== undefined) enter(shell, folder)
}

/** The wrapper's own options, then `skip` words of its own, then the command. */
function wrapper(spec: OptionSpec, skip = 0, folderNames: readonly string[] = []): Handler {
  return (call, shell) => {
    const options = readOptions(call.args, { ...spec, first: true })
    shell.apart(() => {
      enterFolder(shell, options.value(...folderNames))
      const words = assigned(shell, options.rest.slice(skip))
      if (words.length > 0) shell.runWords(words, call.channels)
    })
    return ''
  }
}

/** Leading `NAME=value` words set the environment of the command that follows. */
function assigned(shell: Shell, words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words
  const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(first) ?? []
  if (name === undefined || value === undefined) return words
  assignText(shell, name, value)
  return assigned(shell, rest)
}

function withoutFunctions(shell: Shell, body: () => void): void {
  const { functions, aliases } = shell.state
  shell.state.functions = new Map()
  shell.state.aliases = new Map()
  body()
  shell.state.functions = functions
  shell.state.aliases = aliases
}

/** The command is the text behind an option; without that option, the remaining words. */
function textOption(spec: OptionSpec, names: readonly string[]): Handler {
  return (call, shell) => {
    const options = readOptions(call.args, spec)
    return runApart(shell, options.value(...names) ?? options.rest.map(quote).join(' '), call)
  }
}

function joinedWords(spec: OptionSpec): Handler {
  return (call, shell) => runApart(shell, readOptions(call.args, spec).rest.join(' '), call)
}

/** `poetry run cmd …`: the command begins after one of these words. */
function afterWord(words: string, skip = 0): Handler {
  return (call, shell) => {
    const at = call.args.findIndex((arg) => words.split(' ').includes(arg))
    const spec = { short: 'np', long: 'with python name prefix directory from', first: true }
    const { rest } = readOptions(call.args.slice(at + 1 + skip), spec)
    const command = rest[0] === '--' ? rest.slice(1) : rest
    if (at === -1) shell.account.opaque.push(call.name)
    else if (command.length > 0) shell.apart(() => shell.runWords(command, call.channels))
    return at === -1 ? UNKNOWN : ''
  }
}

/** A container sees the folders that are mounted into it under other names. */
function container(call: Call, shell: Shell): string {
  const at = call.args.findIndex((arg) => arg === 'run' || arg === 'exec')
  if (at === -1) {
    shell.account.opaque.push(call.name)
    return UNKNOWN
  }
  const options = readOptions(call.args.slice(at + 1), {
    short: 'vweupnhmlca',
    long: 'volume mount workdir env user publish name network entrypoint env-file platform memory cpus hostname label add-host shm-size gpus pull tmpfs device restart log-driver cap-add security-opt',
    first: true,
  })
  const mounts = [
    ...options.values('v', 'volume').map((mount) => mount.split(':')),
    ...options
      .values('mount')
      .map((mount) => [
        /(?:source|src)=([^,]*)/.exec(mount)?.[1] ?? '',
        /(?:target|destination|dst)=([^,]*)/.exec(mount)?.[1] ?? '',
      ]),
  ].filter((parts) => parts[0] !== '' && parts[1] !== undefined && parts[2]?.includes('ro') !== true)
  if (mounts.length === 0) return UNKNOWN
  const outside = (text: string) =>
    mounts.reduce(
      (result, [host = '', inside = '']) =>
        result.replace(
          new RegExp(`(^|[\\s'"=>(])${inside.replace(/[^\w/]/g, '\\$&')}(?=/|[\\s'")]|$)`, 'g'),
          (_, lead: string) => lead + host,
        ),
      text,
    )
  const words = options.rest.slice(1).map(outside)
  const entrypoint = options.value('entrypoint')
  const command = entrypoint === undefined ? words : [entrypoint, ...words]
  const [firstHost] = mounts[0] ?? []
  const workdir = options.value('w', 'workdir')
  shell.apart(() => {
    enter(shell, workdir === undefined ? '/' : outside(workdir))
    if (command.length > 0) shell.runWords(command, { ...call.channels, more: new Map() })
  })
  if (firstHost !== undefined) shell.account.opaque.push(`${call.name} ${nameOf(call.args[at] ?? '')}`)
  return UNKNOWN
}
