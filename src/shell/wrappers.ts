/** Commands that run another command: with other rights, folder, time or surroundings. */

import { type OptionSpec, readOptions } from './arguments.ts'
import { runUncertain } from './builtins.ts'
import { nameOf } from './places.ts'
import { type Call, enter, type Handler, type Shell, textOfFile, under, write } from './shell.ts'
import { UNKNOWN } from './text.ts'
import { assignText } from './variables.ts'

export const WRAPPERS: Readonly<Record<string, Handler>> = {
  env: (call, shell) => {
    const options = readOptions(call.args, {
      short: 'uCS',
      long: 'unset chdir split-string block-signal',
      first: true,
    })
    shell.apart(() => {
      const folder = options.value('C', 'chdir')
      if (folder !== undefined) enter(shell, folder)
      const words = assigned(shell, options.rest)
      const split = options.value('S', 'split-string')
      if (split !== undefined) shell.runText([split, ...words].join(' '), call.channels)
      else if (words.length > 0) shell.runWords(words, call.channels)
    })
    return options.rest.length === 0 ? UNKNOWN : ''
  },
  sudo: wrapper({ short: 'ugDhpCrtTRU', long: 'user group chdir host prompt role type' }, 0, ['D', 'chdir']),
  doas: wrapper({ short: 'uC' }),
  su: commandOption({ short: 'cgGsw', long: 'command shell group' }, ['c', 'command']),
  runuser: (call, shell) => {
    const options = readOptions(call.args, {
      short: 'cgGsuw',
      long: 'command shell group user',
      first: true,
    })
    const text = options.value('c', 'command')
    shell.apart(() =>
      text === undefined
        ? shell.runWords(options.rest, call.channels)
        : runUncertain(shell, text, 'runuser', call.channels),
    )
    return ''
  },
  ...under(
    wrapper({}),
    'nohup setsid noglob nocorrect command-not setarch linux64 caffeinate fakeroot unbuffer rlwrap winpty',
  ),
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
  exec: wrapper({ short: 'a' }),
  time: wrapper({ short: 'fo', long: 'format output' }),
  timeout: wrapper({ short: 'ks', long: 'kill-after signal' }, 1),
  gtimeout: wrapper({ short: 'ks', long: 'kill-after signal' }, 1),
  nice: wrapper({ short: 'n', long: 'adjustment' }),
  ionice: wrapper({ short: 'cnp', long: 'class classdata' }),
  chrt: wrapper({ short: 'TPD' }, 1),
  taskset: wrapper({ short: 'p' }, 1),
  stdbuf: wrapper({ short: 'ioe', long: 'input output error' }),
  chroot: wrapper({ long: 'userspec groups' }, 1),
  unshare: wrapper({ short: 'SG', long: 'setuid setgid wd' }),
  nsenter: wrapper({ short: 'tSG' }),
  strace: wrapper({ short: 'eopsaEuPOSX' }),
  ltrace: wrapper({ short: 'eopsanu' }),
  valgrind: wrapper({}),
  flock: (call, shell) => {
    const options = readOptions(call.args, {
      short: 'wEc',
      long: 'timeout wait conflict-exit-code command',
      first: true,
    })
    const [file = '', ...rest] = options.rest
    if (!/^\d+$/.test(file)) write(shell, file, 'flock', 'open')
    const text = options.value('c', 'command') ?? (rest[0] === '-c' ? rest[1] : undefined)
    shell.apart(() => (text === undefined ? shell.runWords(rest, call.channels) : shell.runText(text, call.channels)))
    return ''
  },
  ...under(joinedCommand({ short: 'ewfiz', first: true }), 'watchexec nodemon chokidar'),
  ...under(terminal, 'xterm rxvt urxvt konsole xfce4-terminal gnome-terminal alacritty kitty foot wezterm'),
  crontab: (call, shell) => {
    const [file] = readOptions(call.args, { short: 'u' }).rest
    const table = file === undefined || file === '-' ? call.channels.input?.text : textOfFile(shell, file)
    // Five fields say when, or one word does.
    for (const line of (table ?? '').split('\n')) {
      const text = /^\s*(?:@\w+|(?:\S+\s+){4}\S+)\s+(.+)$/.exec(line)?.[1]
      if (text !== undefined) shell.apart(() => shell.runText(text, { ...call.channels, input: undefined }))
    }
    return UNKNOWN
  },
  watch: joinedCommand({ short: 'nq', long: 'interval', first: true }),
  entr: wrapper({}),
  script: (call, shell) => {
    const options = readOptions(call.args, { short: 'cIOBEomT', long: 'command log-in log-out log-io' })
    const text = options.value('c', 'command')
    write(shell, options.rest[0] ?? 'typescript', 'script', 'open')
    if (text !== undefined) runUncertain(shell, text, 'script', call.channels)
    else if (options.rest.length > 1) shell.runWords(options.rest.slice(1), call.channels)
    return UNKNOWN
  },
  hyperfine: eachText({
    short: 'wrSpLc',
    long: 'warmup runs prepare shell parameter-list cleanup export-json export-markdown',
  }),
  concurrently: eachText({ short: 'ncpm', long: 'names prefix max-processes' }),
  ...under(wrapper({ short: 'e' }), 'cross-env dotenv dotenvx direnv-exec'),
  'systemd-run': wrapper({ short: 'pMHtE', long: 'unit property working-directory' }, 0, ['working-directory']),
  busybox: wrapper({}),
  toybox: wrapper({}),
  poetry: afterWord(['run']),
  pipenv: afterWord(['run']),
  pdm: afterWord(['run']),
  uv: afterWord(['run', 'tool']),
  rye: afterWord(['run']),
  hatch: afterWord(['run']),
  bundle: afterWord(['exec']),
  mise: afterWord(['exec', 'x']),
  asdf: afterWord(['exec']),
  volta: afterWord(['run']),
  conda: afterWord(['run']),
  direnv: afterWord(['exec'], 1),
  nix: afterWord(['-c', '--command', 'run']),
  'nix-shell': commandOption({ short: 'pI', long: 'run command packages' }, ['run', 'command']),
  tmux: afterWordText([
    'new',
    'new-session',
    'new-window',
    'split-window',
    'run-shell',
    'run',
    'neww',
    'splitw',
    'send-keys',
  ]),
  screen: wrapper({ short: 'cSTtehp' }),
  docker: container,
  podman: container,
  nerdctl: container,
  at: (call, shell) => fromInput(call, shell),
  batch: (call, shell) => fromInput(call, shell),
  expect: (call, shell) => {
    const options = readOptions(call.args, { short: 'cf' })
    const text =
      options.value('c') ??
      textOfFile(shell, options.value('f') ?? options.rest[0] ?? '') ??
      call.channels.input?.text ??
      UNKNOWN
    for (const match of text.matchAll(/\b(?:spawn|exec)\s+([^\n;\]]+)/g))
      shell.runText(match[1] ?? '', { ...call.channels, input: { text: UNKNOWN, at: 0 } })
    shell.account.opaque.push('expect')
    return UNKNOWN
  },
}

/** A window of its own: behind `-e`, `-x` or `--` stands what runs in it. */
function terminal(call: Call, shell: Shell): string {
  const at = call.args.findIndex((arg) => ['-e', '-x', '--', '--command', '-T'].includes(arg))
  const words = at === -1 ? call.args.filter((arg) => !arg.startsWith('-')) : call.args.slice(at + 1)
  shell.apart(() => runUncertain(shell, words.join(' '), call.name, call.channels))
  return ''
}

/** Its own options, then `skip` words of its own, then the command. */
function wrapper(spec: OptionSpec, skip = 0, folderNames: readonly string[] = []): Handler {
  return (call, shell) => {
    const options = readOptions(call.args, { ...spec, first: true })
    shell.apart(() => {
      const folder = folderNames.length === 0 ? undefined : options.value(...folderNames)
      if (folder !== undefined) enter(shell, folder)
      const words = assigned(shell, options.rest.slice(skip))
      if (words.length > 0) shell.runWords(words, call.channels)
    })
    return ''
  }
}

/** Leading `NAME=value` words set the surroundings of the command that follows. */
function assigned(shell: Shell, words: readonly string[]): readonly string[] {
  let at = 0
  for (; at < words.length; at += 1) {
    const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[at] ?? '')
    if (match === null) break
    assignText(shell, match[1] ?? '', match[2] ?? '')
  }
  return words.slice(at)
}

function withoutFunctions(shell: Shell, body: () => void): void {
  const { functions, aliases } = shell.state
  shell.state.functions = new Map()
  shell.state.aliases = new Map()
  body()
  shell.state.functions = functions
  shell.state.aliases = aliases
}

function commandOption(spec: OptionSpec, names: readonly string[]): Handler {
  return (call, shell) => {
    const options = readOptions(call.args, spec)
    const text = options.value(...names)
    if (text !== undefined) shell.apart(() => runUncertain(shell, text, call.name, call.channels))
    else shell.account.opaque.push(call.name)
    return ''
  }
}

function joinedCommand(spec: OptionSpec): Handler {
  return (call, shell) => {
    shell.apart(() => runUncertain(shell, readOptions(call.args, spec).rest.join(' '), call.name, call.channels))
    return ''
  }
}

function eachText(spec: OptionSpec): Handler {
  return (call, shell) => {
    const options = readOptions(call.args, spec)
    for (const name of ['export-json', 'export-markdown']) {
      const path = options.value(name)
      if (path !== undefined) write(shell, path, call.name, 'open')
    }
    for (const text of [...options.rest, ...options.values('prepare', 'cleanup', 'p', 'c')])
      shell.apart(() => shell.runText(text, call.channels))
    return UNKNOWN
  }
}

/** `poetry run cmd …`: the command begins after that word. */
function afterWord(words: readonly string[], skip = 0): Handler {
  return (call, shell) => {
    const at = call.args.findIndex((arg) => words.includes(arg))
    if (at === -1) {
      shell.account.opaque.push(call.name)
      return UNKNOWN
    }
    const rest = readOptions(call.args.slice(at + 1 + skip), {
      short: 'np',
      long: 'with python name prefix directory from',
      first: true,
    }).rest
    const command = rest[0] === '--' ? rest.slice(1) : rest
    if (command.length > 0) shell.apart(() => shell.runWords(command, call.channels))
    return ''
  }
}

function afterWordText(words: readonly string[]): Handler {
  return (call, shell) => {
    const at = call.args.findIndex((arg) => words.includes(arg))
    const folderAt = call.args.indexOf('-c')
    const rest = at === -1 ? [] : readOptions(call.args.slice(at + 1), { short: 'nscteFxyl', first: true }).rest
    const text = rest.filter((word) => !/^(Enter|C-m)$/.test(word)).join(' ')
    shell.apart(() => {
      if (folderAt > at && at !== -1) enter(shell, call.args[folderAt + 1] ?? '.')
      if (text !== '') shell.runText(text, call.channels)
    })
    return UNKNOWN
  }
}

function fromInput(call: Call, shell: Shell): string {
  const input = call.channels.input?.text
  if (input !== undefined)
    shell.apart(() => runUncertain(shell, input, call.name, { ...call.channels, input: undefined }))
  return UNKNOWN
}

/** A container sees the folders mounted into it under other names. */
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
