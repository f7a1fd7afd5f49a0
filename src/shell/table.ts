/**
 * The one table of commands whose options and operands say what they write: readers, writers, commands whose last operand
 * is their target, and wrappers of other commands. Commands that need more than a row are in `commands.ts`.
 */

import { type Options, readOptions } from './options.ts'
import { hasUnknown, join, nameOf, UNKNOWN } from './places.ts'
import { type Call, quote, type Shell, type WriteKind } from './shell.ts'

interface Row {
  /** Options that take a value, besides those that other fields name. */
  readonly values?: string
  /** What it does with its operands: it shows their content, or writes them. */
  readonly operands?: 'shown' | WriteKind
  /** How many operands come before the paths, or before the command that it wraps. */
  readonly skip?: number
  /** The last operand is where the others go, or else the value of `into`. */
  readonly last?: WriteKind
  readonly into?: string
  /** Options whose value is a path that is written. */
  readonly writes?: string
  /** The option that names the folder it works in. */
  readonly folder?: string
  /** Options with which it only reads. */
  readonly looks?: string
  /** Options that make it write its operands, which it otherwise shows. */
  readonly inPlace?: string
  /** Options that make it work on everything below its operands. */
  readonly deep?: string
  /** Its operands are another command. */
  readonly wraps?: true
  /** Options whose value is shell text that it runs. */
  readonly runs?: string
  /** It unpacks into its folder: what it writes there is not known. */
  readonly unpacks?: true
  /** It prints its input or its files, or lines of them. */
  readonly passes?: true
  /** It runs code of the project, or programs elsewhere. */
  readonly opaque?: true
}

const ROWS: Readonly<Record<string, Row>> = {
  // They show the content of the files they are given.
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
  // They tell about files, folders or the machine.
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
  // They write the files they are given.
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
  // They write where their last operand says.
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
  // They unpack, or save what they fetch.
  unzip: { values: 'x P', folder: 'd', looks: 'l t p v z Z', skip: 1, unpacks: true },
  '7z 7za 7zz jar pax cpio': { looks: 't l', skip: 2, unpacks: true },
  curl: {
    values: 'T d F H A b e u X x m w K r data header user request',
    writes: 'o output D c cookie-jar output-dir',
  },
  'wget aria2c': { values: 'i t T U header', writes: 'O output-document o output-file P directory-prefix out dir d' },
  gh: { values: 'R b t B F H title body repo json jq', writes: 'D dir O output' },
  // They run another command.
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
  // What git writes other than a recorded state.
  'git rm': { operands: 'entry', deep: 'r', looks: 'cached n dry-run' },
  'git mv': { operands: 'tree', last: 'entry', looks: 'n dry-run' },
  'git clone': { values: 'o b c j branch depth config', skip: 1, operands: 'open' },
  'git init': { values: 'b template initial-branch', operands: 'open' },
  'git worktree git bundle': { values: 'b B', skip: 1, operands: 'open' },
  'git format-patch git archive': { values: 'format prefix', writes: 'o output output-directory', looks: 'stdout' },
  'git checkout-index git subtree': { values: 'm stage', writes: 'P prefix' },
  'git rebase git difftool': { values: 'onto', runs: 'x exec extcmd' },
  'git filter-branch': { runs: 'tree-filter index-filter env-filter msg-filter' },
  'git show git diff git blame git log': { values: 'U S G L n', writes: 'output', operands: 'shown' },
}

/** Names of git's verbs have two words. */
const TABLE: ReadonlyMap<string, Row> = new Map(
  Object.entries(ROWS).flatMap(([names, row]) =>
    names.split(names.startsWith('git ') ? / (?=git )/ : ' ').map((name) => [name, row] as const),
  ),
)

/** Judges a command by its row; undefined if it has none. */
export function applyTable(call: Call, shell: Shell): string | undefined {
  const row = TABLE.get(call.name)
  if (row === undefined) return undefined
  const taking = [row.values, row.writes, row.folder, row.into, row.runs]
    .filter((names) => names !== undefined)
    .join(' ')
  const options = readOptions(call.args, taking, row.wraps === true ? 'first' : 'anywhere')
  const operands = options.rest.slice(row.skip ?? 0)
  const folder = options.value(row.folder) ?? '.'
  if (row.opaque === true) shell.account.opaque.push(call.name)
  // Terminals take the command as one text or as words.
  const more = row.wraps === true ? options.rest.map(quote) : []
  for (const text of options.values(row.runs)) shell.runApart([text, ...more].join(' '), call)
  if (row.wraps === true) return options.has(row.looks) ? UNKNOWN : wrap(operands, folder, call, shell)
  if (options.has(row.looks)) for (const path of operands) shell.read(path)
  else {
    for (const path of options.values(row.writes)) shell.write(path, `${call.name} (output)`, 'open')
    if (row.unpacks === true) unpack(shell, call.name, folder, operands)
    else if (row.last !== undefined) transfer(row, options, call, shell)
    else for (const path of operands) touch(row, options, path, call, shell)
  }
  if (row.passes !== true || options.has(row.writes)) return UNKNOWN
  if (row.operands === 'open' || operands.length === 0 || operands[0] === '-') return call.input ?? UNKNOWN
  return operands.map((path) => shell.textOf(path) ?? UNKNOWN).join('')
}

function touch(row: Row, options: Options, path: string, call: Call, shell: Shell): void {
  const isWide = /[*?{]/.test(path) || shell.placeOf(path) === 'above'
  if (options.has(row.inPlace) && isWide) shell.account.unresolved.push(`${call.name} over the project`)
  else if (options.has(row.inPlace)) shell.write(path, call.name, 'open')
  else if (row.operands === 'shown') shell.read(path)
  else if (row.operands !== undefined) shell.write(path, call.name, options.has(row.deep) ? 'tree' : row.operands)
}

/** Leading `NAME=value` words set the environment of the command that follows. */
function wrap(words: readonly string[], folder: string, call: Call, shell: Shell): string {
  return shell.apart(() => {
    if (folder !== '.') shell.enter(folder)
    const start = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
    for (const word of words.slice(0, start))
      shell.state.variables.set(word.replace(/=.*$/s, ''), word.replace(/^[^=]*=/, ''))
    const [first = '', ...rest] = start === -1 ? [] : words.slice(start)
    if (first === '') return UNKNOWN
    // Some take their command as one text.
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
    shell.account.unresolved.push(`${how} over the project`)
}

/** cp, mv and their kin: each operand lands at the last one, or in it. */
function transfer(row: Row, options: Options, call: Call, shell: Shell): void {
  const into = options.value(row.into)
  const sources = into === undefined ? options.rest.slice(0, -1) : options.rest
  const target = into ?? options.rest.at(-1) ?? ''
  const isRemote = (path: string) => /^[^/]*:/.test(path) && /^(scp|rsync)$/.test(call.name)
  for (const from of sources) {
    const isLost = row.operands === 'tree' || options.has('remove-source-files')
    // A hard link would be a second name for a bank file.
    if (isLost || (call.name === 'cp' && options.has('l link'))) shell.write(from, call.name, isLost ? 'tree' : 'entry')
    else shell.read(from)
  }
  if (isRemote(target)) return
  shell.write(target, call.name, row.last ?? 'open')
  // A script may be copied before it is run.
  const text = sources.length === 1 ? shell.textOf(sources[0] ?? '') : undefined
  if (text !== undefined) shell.files.set(shell.locate(target), text)
  const spared = options.values('exclude').map((pattern) => nameOf(pattern.replace(/\/?\*+$/, '')))
  if (options.has('T no-target-directory') || !shell.isFolder(target) || spared.includes(nameOf(shell.context.bank)))
    return
  if (options.has('delete delete-after delete-before delete-excluded')) shell.write(target, 'rsync --delete', 'tree')
  for (const from of sources) {
    const isContents = /(^|\/)\.{1,2}\/?$/.test(from) || (call.name === 'rsync' && from.endsWith('/'))
    const names = isContents ? shell.context.list(shell.locate(from)) : [nameOf(from)]
    for (const name of names) shell.write(join(target, name), call.name, row.last ?? 'open')
    const isUnseen = hasUnknown(from) || isRemote(from) || (isContents && names.length === 0)
    if (isUnseen && shell.placeOf(target) === 'above') shell.account.unresolved.push(`${call.name} over the project`)
  }
}
