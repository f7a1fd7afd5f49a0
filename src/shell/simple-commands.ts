/**
 * Commands whose options and operands say all: which of them are written, shown or run. One row each.
 *
 * A program that is in no table and is given a path in the bank counts as writing it.
 */

import { type OptionSpec, type Options, readOptions } from './arguments.ts'
import { patternExpression } from './pattern.ts'
import { join, nameOf } from './places.ts'
import {
  bankFilesBelow,
  type Call,
  type Handler,
  inputText,
  noteRead,
  placeFor,
  type Shell,
  type WriteKind,
  write,
} from './shell.ts'
import { drain } from './state.ts'
import { UNKNOWN } from './text.ts'

interface Row extends OptionSpec {
  /** What happens to the operands: they are shown, or written in this way; left out for nothing. */
  readonly operands?: 'shown' | WriteKind
  /** How many operands come before the paths. */
  readonly skip?: number
  /** Options whose value is a path that is written. */
  readonly writes?: string
  /** The option that names the folder for those paths and for downloads. */
  readonly folder?: string
  /** Options whose value is a command. */
  readonly runs?: string
  /** Options that make the command write its operands. */
  readonly inPlace?: string
  /** With one of these options every operand is an address, and is saved under the last part of it. */
  readonly saves?: string
  /** It prints its input. */
  readonly passes?: boolean
  /** It runs other programs, or code of the project. */
  readonly opaque?: boolean
}

const TEST_RUNNER: Row = {
  short: 'kmpcntr',
  long: 'junitxml junit-xml basetemp log-file cov-report outputFile coverageDirectory config root reporter',
  writes: 'junitxml junit-xml basetemp log-file outputFile coverageDirectory',
  opaque: true,
}

const ROWS: Readonly<Record<string, Row>> = {
  // They show the content of the files they are given.
  'more most batcat cmp comm colordiff diff3 delta difft icdiff wc strings od hexdump hd hexyl fmt pr paste join expand unexpand look glow mdcat lowdown markdown mdless rich jless gron csvlook csvcut csvstat htmlq pup aspell hunspell ispell spell vale alex proselint write-good mdl remark-lint cspell lychee markdown-link-check linkchecker zless zmore zgrep zdiff ugrep sift pt highlight ccat lolcat cowsay fzf sk peco tokei cloc scc loc sloccount a2ps lp lpr pbcopy xclip xsel wl-copy clip.exe say espeak qrencode nvimpager moar ov':
    { operands: 'shown' },
  less: { short: 'oOkpPbhjxyztT', writes: 'o O', operands: 'shown' },
  diff: { short: 'UCLWIFxX', long: 'output', writes: 'output', operands: 'shown' },
  sdiff: { short: 'owI', long: 'output', writes: 'o output', operands: 'shown' },
  jq: { short: 'fL', long: 'arg argjson slurpfile rawfile from-file', operands: 'shown' },
  xmllint: { short: 'o', long: 'output schema xpath path', writes: 'o output', operands: 'shown' },
  xsltproc: { short: 'o', long: 'output', writes: 'o output', operands: 'shown' },
  tidy: { short: 'of', writes: 'o f', inPlace: 'm modify', operands: 'shown' },
  mlr: { short: 'n', inPlace: 'I', operands: 'shown' },
  yq: { short: 'oprsI', long: 'output-format split-exp', inPlace: 'i inplace in-place', operands: 'shown' },
  'markdownlint markdownlint-cli2 textlint': {
    short: 'cio',
    long: 'config ignore output rules format output-file',
    writes: 'o output output-file',
    inPlace: 'f fix',
    operands: 'shown',
  },
  'codespell typos': { short: 'ISLx', long: 'skip config format', inPlace: 'w write-changes i', operands: 'shown' },
  pygmentize: { short: 'olfFOS', writes: 'o', operands: 'shown' },
  enscript: { short: 'po', writes: 'p o', operands: 'shown' },
  bat: { short: 'lrmHA', long: 'language line-range pager theme style', runs: 'pager', operands: 'shown' },
  pandoc: {
    short: 'otfrswTVMHABcF',
    long: 'output from to template css metadata variable filter lua-filter extract-media log',
    writes: 'o output extract-media log',
    operands: 'shown',
  },
  // They tell about files, folders or the machine.
  'dir vdir exa eza lsd stat file du df md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum crc32 which whereis whence where locate mdfind mlocate cal whoami id groups users who w last hostname uname arch nproc free uptime ps pgrep pidof top htop lsof fuser netstat ss ip ifconfig ping ping6 dig nslookup host traceroute getent getconf locale tty stty tput clear reset sleep usleep expr bc dc factor numfmt uuidgen lscpu lsblk lsusb lspci dmesg journalctl man info apropos whatis tldr cheat readelf objdump nm ldd size namei pathchk getfacl lsattr getfattr xdpyinfo kill pkill killall renice logger wall notify-send beep ssh-keyscan ssh-add kubectl helm vercel netlify heroku flyctl watchman mdls sw_vers system_profiler sysctl nvidia-smi lsb_release pyright mypy shellcheck hadolint yamllint jsonlint actionlint pylint flake8 gcov lcov':
    {},
  tree: { short: 'oLPI', writes: 'o' },
  date: { short: 'dfrIs' },
  tsc: { short: 'p', long: 'outDir outFile declarationDir project', writes: 'outDir outFile declarationDir' },
  'pytest jest vitest mocha ava tap karma cypress playwright phpunit rspec nose2 tox nox ctest nyc c8': TEST_RUNNER,
  ssh: { short: 'ilpoFJLRDEWbcemOQSwB', first: true, writes: 'E', opaque: true },
  'telnet nc ncat socat mail sendmail psql mysql redis-cli mongo mongosh': { opaque: true },
  // They write the files they are given.
  'unlink rmdir': { operands: 'entry' },
  'trash trash-put rimraf del-cli': { operands: 'tree' },
  mkfifo: { short: 'm', operands: 'entry' },
  'truncate shred fallocate': {
    short: 'srnlo',
    long: 'size reference iterations random-source length offset',
    operands: 'open',
  },
  sponge: { operands: 'open' },
  'rename prename': { short: 'e', operands: 'entry', skip: 1 },
  csplit: { short: 'bfn', long: 'prefix suffix-format digits', operands: 'shown', writes: 'f prefix' },
  sort: {
    short: 'okStT',
    long: 'output key field-separator buffer-size temporary-directory parallel files0-from',
    writes: 'o output',
    passes: true,
  },
  shuf: { short: 'einro', long: 'output input-range head-count', writes: 'o output', passes: true },
  iconv: { short: 'fto', long: 'output from-code to-code', writes: 'o output', passes: true },
  'tac column fold nl': { short: 'bdfhilnpsvwco', operands: 'shown' },
  openssl: {
    single: true,
    long: 'in out keyout writerand CAserial',
    writes: 'out keyout writerand CAserial',
    operands: 'shown',
  },
  xxd: { short: 'clos', operands: 'open', skip: 1 },
  // They save what they fetch.
  curl: {
    short: 'oDcTdFHAbeuXxmwKQrtYyzCEPU',
    long: 'output output-dir dump-header cookie-jar upload-file data data-raw data-binary data-urlencode json form header user-agent cookie referer user request proxy max-time connect-timeout write-out config trace trace-ascii stderr retry retry-delay cacert cert key url range etag-save hsts alt-svc libcurl resolve interface limit-rate max-filesize max-redirs',
    writes: 'o output D dump-header c cookie-jar trace trace-ascii stderr etag-save hsts alt-svc libcurl',
    folder: 'output-dir',
    saves: 'O remote-name remote-name-all J remote-header-name',
  },
  wget: {
    short: 'OPoaiBtTwQUARDIXle',
    long: 'output-document directory-prefix output-file append-output input-file base tries timeout wait user-agent header post-data post-file save-cookies load-cookies method body-data accept reject domains level',
    writes: 'O output-document o output-file a append-output save-cookies',
    folder: 'P directory-prefix',
    saves: '',
  },
  aria2c: { short: 'odxsjkil', long: 'out dir log input-file', writes: 'o out l log', folder: 'd dir', saves: '' },
  gh: {
    short: 'DORbtBFHRaLq',
    long: 'dir output clobber title body body-file repo json jq template label notes notes-file',
    writes: 'D dir O output',
  },
}

export const SIMPLE_COMMANDS: Readonly<Record<string, Handler>> = Object.fromEntries(
  Object.entries(ROWS).flatMap(([names, row]) => names.split(' ').map((name) => [name, byRow(row)])),
)

function byRow(row: Row): Handler {
  return (call, shell) => {
    const options = readOptions(call.args, row)
    const paths = options.rest.slice(row.skip ?? 0)
    const folder = options.value(...list(row.folder)) ?? '.'
    const written = options.values(...list(row.writes))
    for (const path of written) write(shell, join(folder, path), `${call.name} (output)`, 'open')
    for (const text of options.values(...list(row.runs))) shell.apart(() => shell.runText(text, call.channels))
    if (row.opaque === true) shell.account.opaque.push(call.name)
    if (savesDownloads(row, options, written))
      for (const path of savedAs(options)) write(shell, join(folder, path), call.name, 'open')
    for (const path of paths) touchOperand(row, options, path, call, shell)
    if (row.passes === true && written.length === 0) return inputText(paths, call, shell)
    if (call.channels.input !== undefined) drain(call.channels.input)
    return written.length > 0 ? '' : UNKNOWN
  }
}

function list(words: string | undefined): readonly string[] {
  return words?.split(' ') ?? []
}

function savesDownloads({ saves }: Row, options: Options, written: readonly string[]): boolean {
  if (saves === undefined) return false
  return saves === '' ? written.length === 0 : options.has(...list(saves))
}

function touchOperand(row: Row, options: Options, path: string, call: Call, shell: Shell): void {
  if (options.has(...list(row.inPlace))) writePattern(shell, path, call.name)
  else if (row.operands === 'shown') noteRead(shell, path)
  else if (row.operands !== undefined) write(shell, path, call.name, row.operands)
}

/** The names under which downloads are saved; one of them is unknown if the server chooses it. */
function savedAs(options: Options): readonly string[] {
  const names = [...options.rest, ...options.values('url')].map(
    (one) => nameOf(one.replace(/[?#].*$/, '')) || 'index.html',
  )
  const isTold = options.has('J', 'remote-header-name', 'i', 'input-file', 'r', 'recursive', 'm', 'mirror')
  return isTold ? [UNKNOWN, ...names] : names
}

/** A path, or a quoted pattern that the program expands for itself. */
export function writePattern(shell: Shell, path: string, how: string): void {
  if (!/[*?[{]/.test(path)) {
    const files = placeFor(shell, path) === 'above' ? bankFilesBelow(shell, path) : [path]
    for (const file of files) write(shell, file, how, 'open')
    return
  }
  const base = path.replace(/[^/]*[*?[{].*$/, '') || '.'
  const expression = patternExpression(
    path
      .replace(/^\.\//, '')
      .replaceAll('**/', '*')
      .replaceAll('**', '*')
      .replace(/\{([^{}]*)\}/g, (_, inner: string) => `@(${inner.replaceAll(',', '|')})`),
    'slashes',
  )
  for (const file of bankFilesBelow(shell, base))
    if (expression?.test(file.replace(/^\.\//, '')) !== false) write(shell, file, how, 'open')
}
