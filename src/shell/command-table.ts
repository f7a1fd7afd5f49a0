/**
 * The table of commands whose options and operands show what they write: readers, writers, commands with a target as
 * their last operand, and wrappers. Commands that need more than a row are in `dispatch.ts`.
 */

import { hasUnknown, join, nameOf, UNKNOWN } from './places.ts'
import { type ReadOptions, readOptions } from './read-options.ts'
import { quote, type Shell, type ShellCall, type WriteKind } from './shell.ts'

interface Row {
  /** Options that take a value, apart from those in other fields. */
  readonly values?: string
  /** `shown`: their content is printed. Otherwise they are written. */
  readonly operands?: 'shown' | WriteKind
  /** The number of operands before the paths, or before the wrapped command. */
  readonly skip?: number
  /** Other writers take the last operand as target, or the value of `into`. */
  readonly last?: WriteKind
  readonly into?: string
  /** Options with a path that is written. */
  readonly writes?: string
  /** The option that sets the working directory. */
  readonly folder?: string
  /** Options with which the command only reads. */
  readonly looks?: string
  /** Options that write the operands, which are otherwise shown. */
  readonly inPlace?: string
  /** Options that apply to everything below the operands. */
  readonly deep?: string
  /** The operands are another command. */
  readonly wraps?: true
  /** Options with shell text that is run. */
  readonly runs?: string
  /** Unpacks into its folder. The names of the files are unknown. */
  readonly unpacks?: true
  /** Prints its input or its files, or lines of them. */
  readonly passes?: true
  /** Runs code of the project, or programs elsewhere. */
  readonly opaque?: true
}

const ROWS: Readonly<Record<string, Row>> = {
  // Show the content of their files.
  'more most batcat cmp comm colordiff diff3 delta difft wc strings od hexdump hd hexyl fmt pr paste join expand unexpand look glow mdcat lowdown mdless rich jless gron csvlook csvcut csvstat htmlq pup aspell hunspell ispell spell vale alex proselint write-good mdl cspell lychee markdown-link-check linkchecker zless zmore zgrep zdiff zcat ugrep sift pt highlight ccat lolcat cowsay fzf sk peco tokei cloc scc loc a2ps lp lpr pbcopy xclip xsel wl-copy say espeak qrencode column fold nl ack ag cut tr base64 base32 jq json rev':
    { operands: 'shown' },
  'cat bat head tail tac': { values: 'n c', operands: 'shown', passes: true },
  'sort shuf iconv': { values: 'k t S T e i n f', writes: 'o output', operands: 'shown', passes: true },
  'diff sdiff less xmllint xsltproc pygmentize enscript pandoc': {
    values: 't f U',
    writes: 'o output',
    operands: 'shown',
  },
  openssl: { operands: 'shown' },
  'tidy mlr yq codespell typos': {
    values: 'o f S',
    inPlace: 'm modify I i inplace in-place w write-changes',
    operands: 'shown',
  },
  'prettier prettierd oxfmt remark markdownlint markdownlint-cli2 textlint': {
    values: 'config',
    inPlace: 'write w fix f o output',
    operands: 'shown',
  },
  // Report about files, folders or the machine.
  ': true false test [ dir vdir exa eza lsd stat file du df tree md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum which whereis where type hash locate date cal whoami id groups users who w last hostname uname arch nproc free uptime ps pgrep pidof top htop lsof fuser netstat ss ip ifconfig ping dig nslookup host getent getconf locale tty stty tput clear reset sleep expr bc dc seq factor numfmt uuidgen yes lscpu lsblk dmesg journalctl man info apropos whatis tldr readelf objdump nm ldd size namei getfacl lsattr kill pkill killall renice logger wall notify-send ssh-add ssh-keyscan kubectl helm watchman sw_vers sysctl pyright mypy shellcheck hadolint yamllint jsonlint actionlint pylint flake8 wait umask ulimit times jobs fg bg disown shopt bind complete compgen enable history help let getopts break continue dirs code cursor subl open xdg-open tsc export readonly local declare typeset alias unalias':
    {},
  'pytest jest vitest mocha ava tap karma cypress playwright phpunit rspec nose2 tox nox ctest nyc c8': {
    values: 'k m p c n t r config root reporter',
    writes: 'junitxml junit-xml basetemp log-file outputFile coverageDirectory',
    opaque: true,
  },
  'ssh telnet nc ncat socat mail sendmail psql mysql redis-cli mongo mongosh sqlite3 gdb docker podman': {
    opaque: true,
  },
  // Write their files.
  'unlink rmdir mkfifo': { operands: 'entry' },
  rm: { operands: 'entry', deep: 'r R recursive d dir' },
  'trash trash-put rimraf del-cli': { operands: 'tree' },
  'mkdir mkdirp touch': { values: 'm d r t mode date reference', operands: 'open' },
  'tee sponge': { operands: 'open', passes: true },
  'truncate shred fallocate': { values: 's r n l o size length', operands: 'open' },
  'chmod chown chgrp chattr setfacl': { operands: 'open', skip: 1, deep: 'R recursive' },
  'rename prename': { values: 'e', operands: 'entry', skip: 1 },
  'xxd uniq': { values: 'c l s f w', operands: 'open', skip: 1 },
  zip: { values: 'b i x n t', writes: 'O out', operands: 'shown', inPlace: 'm move' },
  csplit: { values: 'b n', writes: 'f prefix', operands: 'shown' },
  split: { values: 'a b C l n t bytes lines', last: 'open', operands: 'shown', runs: 'filter' },
  'gzip gunzip bzip2 bunzip2 xz unxz zstd': { operands: 'entry', looks: 'c stdout to-stdout l list t test' },
  'dprint mdformat doctoc sd': { operands: 'open', looks: 'check c preview p dry-run stdout s diff' },
  // Write to their last operand.
  'cp ditto scp': { values: 'S F i P suffix', into: 't target-directory', operands: 'shown', last: 'open' },
  mv: { values: 'S suffix', into: 't target-directory', operands: 'tree', last: 'entry' },
  install: { values: 'm o g S mode owner group', into: 't target-directory', operands: 'shown', last: 'open' },
  rsync: {
    values: 'e f rsh exclude include filter files-from exclude-from include-from chmod chown',
    writes: 'log-file backup-dir',
    looks: 'n dry-run list-only',
    operands: 'shown',
    last: 'open',
  },
  // Unpack, or save downloads.
  unzip: { values: 'x P', folder: 'd', looks: 'l t p v z Z', skip: 1, unpacks: true },
  '7z 7za 7zz jar pax cpio': { looks: 't l', skip: 2, unpacks: true },
  curl: {
    values: 'T d F H A b e u X x m w K r data header user request',
    writes: 'o output D c cookie-jar output-dir',
  },
  'wget aria2c': { values: 'i t T U header', writes: 'O output-document o output-file P directory-prefix out dir d' },
  gh: { values: 'R b t B F H title body repo json jq', writes: 'D dir O output' },
  // Run another command.
  'nohup setsid noglob nocorrect caffeinate fakeroot unbuffer valgrind entr busybox toybox builtin corepack': {
    wraps: true,
  },
  'command time': { values: 'f o', looks: 'v V', wraps: true },
  'env cross-env dotenv dotenvx': { values: 'u e unset', folder: 'C chdir', runs: 'S split-string', wraps: true },
  'sudo doas': { values: 'u g h p r t user group', folder: 'D chdir', wraps: true },
  'exec nice ionice stdbuf strace ltrace': { values: 'a c n p f o i e E s', wraps: true },
  'timeout chrt taskset chroot': { values: 'k s kill-after signal', skip: 1, wraps: true },
  'unshare nsenter systemd-run screen': { values: 'S G t p unit property', wraps: true },
  'su runuser': { values: 'g G s u w shell user', runs: 'c command', wraps: true },
  flock: { values: 'w E timeout', runs: 'c command', skip: 1, wraps: true },
  'nix-shell script': { values: 'I O B E o m T p', runs: 'c command run', operands: 'open' },
  'watch watchexec nodemon chokidar hyperfine concurrently xterm gnome-terminal konsole': {
    values: 'n',
    runs: 'e',
    wraps: true,
  },
  'poetry pipenv pdm uv rye hatch bundle mise asdf volta conda nix': {
    values: 'with python',
    skip: 1,
    wraps: true,
    opaque: true,
  },
  // git commands that write more than a recorded state.
  'git rm': { operands: 'entry', deep: 'r', looks: 'cached n dry-run' },
  'git mv': { operands: 'tree', last: 'entry', looks: 'n dry-run' },
  'git clone': { values: 'o b c j branch depth config', skip: 1, operands: 'open' },
  'git init': { values: 'b template initial-branch', operands: 'open' },
  'git worktree git bundle': { values: 'b B', skip: 1, operands: 'open' },
  'git format-patch git archive': { values: 'format prefix', writes: 'o output output-directory', looks: 'stdout' },
  'git checkout-index git subtree': { values: 'm stage', writes: 'P prefix' },
  'git rebase git difftool git filter-branch': { values: 'onto', runs: 'x exec extcmd tree-filter' },
  'git show git diff git blame git log': { values: 'U S G L n', writes: 'output', operands: 'shown' },
}

/** The name of such a git command has two words. */
const TABLE: ReadonlyMap<string, Row> = new Map(
  Object.entries(ROWS).flatMap(([names, row]) =>
    names.split(names.startsWith('git ') ? / (?=git )/ : ' ').map((name) => [name, row] as const),
  ),
)

/** Judges a command by its row and returns what it prints; undefined if it has no row. */
export function applyTable(call: ShellCall, shell: Shell): string | undefined {
  const row = TABLE.get(call.name)
  if (row === undefined) return undefined
  const taking = [row.values, row.writes, row.folder, row.into, row.runs].filter((names) => names !== undefined)
  const options = readOptions(call.args, taking.join(' '), row.wraps === true ? 'first' : 'anywhere')
  const operands = options.rest.slice(row.skip ?? 0)
  if (row.opaque === true) shell.effects.opaque.push(call.name)
  // Terminals take the command as one text or as words.
  const more = row.wraps === true ? options.rest.map(quote) : []
  for (const text of options.values(row.runs)) shell.runApart([text, ...more].join(' '), call)
  const folder = options.value(row.folder) ?? '.'
  if (row.wraps === true) return options.has(row.looks) ? UNKNOWN : wrap(operands, folder, call, shell)
  if (options.has(row.looks)) for (const path of operands) shell.read(path)
  else {
    for (const path of options.values(row.writes)) shell.write(path, `${call.name} (output)`, 'open')
    if (row.unpacks === true) unpack(shell, call.name, folder, operands)
    else if (row.last !== undefined) transfer(row, row.last, options, call, shell)
    else for (const path of operands) touch(row, options, path, call, shell)
  }
  return row.passes === true && !options.has(row.writes) ? filterOutput(row, operands, call, shell) : UNKNOWN
}

/** The output of a filter: its input, or the text of its files. */
function filterOutput(row: Row, operands: readonly string[], call: ShellCall, shell: Shell): string {
  if (row.operands === 'open' || operands.length === 0 || operands[0] === '-') return call.input ?? UNKNOWN
  return operands.map((path) => shell.textOf(path) ?? UNKNOWN).join('')
}

function touch(row: Row, options: ReadOptions, path: string, call: ShellCall, shell: Shell): void {
  const isWide = /[*?{]/.test(path) || shell.placeOf(path) === 'above'
  if (options.has(row.inPlace) && isWide) shell.effects.unresolved.push(`${call.name} over the project`)
  else if (options.has(row.inPlace)) shell.write(path, call.name, 'open')
  else if (row.operands === 'shown') shell.read(path)
  else if (row.operands !== undefined) shell.write(path, call.name, options.has(row.deep) ? 'tree' : row.operands)
}

/** Leading `NAME=value` words set the environment of the command. */
function wrap(words: readonly string[], folder: string, call: ShellCall, shell: Shell): string {
  return shell.apart(() => {
    if (folder !== '.') shell.enter(folder)
    const start = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
    for (const word of words.slice(0, start))
      shell.state.variables.set(word.replace(/=.*$/s, ''), word.replace(/^[^=]*=/, ''))
    const [first = '', ...rest] = start === -1 ? [] : words.slice(start)
    if (first === '') return UNKNOWN
    // Some take the command as one text.
    return /\s/.test(first)
      ? shell.runText([first, ...rest].join(' '), call.input)
      : shell.runWords([first, ...rest], call.input)
  })
}

export function unpack(shell: Shell, how: string, folder: string, members: readonly string[]): void {
  const place = shell.placeOf(folder)
  for (const path of [folder, ...members.map((member) => join(folder, member))])
    if (shell.placeOf(path) === 'bank') shell.write(path, how, 'open')
  if (members.length === 0 && (place === 'above' || place === 'perhaps'))
    shell.effects.unresolved.push(`${how} over the project`)
}

/** cp, mv and similar commands: each operand is written to the last one, or into it. */
function transfer(row: Row, kind: WriteKind, options: ReadOptions, call: ShellCall, shell: Shell): void {
  const into = options.value(row.into)
  const sources = into === undefined ? options.rest.slice(0, -1) : options.rest
  const target = into ?? options.rest.at(-1) ?? ''
  for (const from of sources) takeFrom(from, row, options, call, shell)
  if (isRemote(target, call)) return
  shell.write(target, call.name, kind)
  // A script may be copied before it is run.
  const text = sources.length === 1 ? shell.textOf(sources[0] ?? '') : undefined
  if (text !== undefined) shell.files.set(shell.locate(target), text)
  const excluded = options.values('exclude').map((pattern) => nameOf(pattern.replace(/(?<!\*)\/?\*+$/, '')))
  const isFolder = !options.has('T no-target-directory') && shell.isFolder(target)
  if (!isFolder || excluded.includes(nameOf(shell.context.bank))) return
  if (options.has('delete delete-after delete-before delete-excluded')) shell.write(target, 'rsync --delete', 'tree')
  for (const from of sources) putInto(target, from, kind, call, shell)
}

function isRemote(path: string, { name }: ShellCall): boolean {
  return /^(scp|rsync)$/.test(name) && /^[^/]*:/.test(path)
}

function takeFrom(from: string, row: Row, options: ReadOptions, call: ShellCall, shell: Shell): void {
  const isRemoved = row.operands === 'tree' || options.has('remove-source-files')
  // A hard link would be a second name for a bank file.
  const isLinked = call.name === 'cp' && options.has('l link')
  if (isRemoved || isLinked) shell.write(from, call.name, isRemoved ? 'tree' : 'entry')
  else shell.read(from)
}

function putInto(folder: string, from: string, kind: WriteKind, call: ShellCall, shell: Shell): void {
  const isContents = /(^|\/)\.{1,2}\/?$/.test(from) || (call.name === 'rsync' && from.endsWith('/'))
  const names = isContents ? shell.context.list(shell.locate(from)) : [nameOf(from)]
  for (const name of names) shell.write(join(folder, name), call.name, kind)
  const isUnseen = hasUnknown(from) || isRemote(from, call) || (isContents && names.length === 0)
  if (isUnseen && shell.placeOf(folder) === 'above') shell.effects.unresolved.push(`${call.name} over the project`)
}
