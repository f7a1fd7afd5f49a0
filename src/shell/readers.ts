/**
 * Programs that read and do not write, and the options with which some of them write after all.
 *
 * A program that is not here and is given a path in the bank counts as writing it.
 */

import type { OptionSpec } from './arguments.ts'

/** They show the content of the files they are given. */
export const SHOWING = set(
  'less more most bat batcat cmp comm diff sdiff colordiff diff3 delta difft icdiff wc strings od hexdump hd hexyl fmt pr paste join expand unexpand look glow pandoc mdcat lowdown markdown mdless rich jq jless gron xmllint xsltproc tidy csvlook csvcut csvstat mlr yq htmlq pup aspell hunspell ispell spell vale alex proselint write-good textlint markdownlint markdownlint-cli2 mdl remark-lint cspell codespell typos lychee markdown-link-check linkchecker zless zmore zgrep zdiff ugrep sift pt git-delta vimcat highlight pygmentize ccat lolcat cowsay fzf sk peco tokei cloc scc loc sloccount enscript a2ps lp lpr pbcopy xclip xsel wl-copy clip.exe say espeak qrencode ggrep nvimpager moar ov',
)

/** They tell about files, folders or the machine; content is not shown. */
export const TELLING = set(
  'ls dir vdir exa eza lsd tree stat file du df md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum crc32 which whereis whence where locate mdfind mlocate date cal whoami id groups users who w last hostname uname arch nproc free uptime ps pgrep pidof top htop lsof fuser netstat ss ip ifconfig ping ping6 dig nslookup host traceroute getent getconf locale tty stty tput clear reset sleep usleep true false test expr bc dc factor seq numfmt uuidgen lscpu lsblk lsusb lspci mount-list dmesg journalctl man info apropos whatis tldr cheat readelf objdump nm ldd size namei pathchk getfacl lsattr getfattr xdpyinfo kill pkill killall renice history logger wall write-to notify-send beep jobs fg bg disown ssh ssh-keyscan ssh-add telnet nc ncat socat mail sendmail kubectl helm terraform-show vercel netlify heroku flyctl psql mysql redis-cli mongo mongosh watchman rg-files mdls sw_vers system_profiler open-url sysctl ulimit nvidia-smi lsb_release tsc pyright mypy eslint-d shellcheck hadolint yamllint jsonlint actionlint pylint flake8 pytest jest vitest mocha ava tap karma cypress playwright phpunit rspec nose2 tox nox ctest gcov lcov c8 nyc',
)

/** Options that make one of these write: a path behind them, or a command. */
export const WRITING_OPTIONS: ReadonlyMap<
  string,
  {
    readonly spec: OptionSpec
    readonly paths: readonly string[]
    readonly commands?: readonly string[]
    readonly inPlace?: readonly string[]
  }
> = new Map([
  ['tree', { spec: { short: 'oLPI' }, paths: ['o'] }],
  ['less', { spec: { short: 'oOkpPbhjxyztT', attached: '' }, paths: ['o', 'O'] }],
  ['diff', { spec: { short: 'UCLWIFxX', long: 'output' }, paths: ['output'] }],
  ['sdiff', { spec: { short: 'owI', long: 'output' }, paths: ['o', 'output'] }],
  ['jq', { spec: { short: 'fL', long: 'arg argjson slurpfile rawfile from-file' }, paths: [] }],
  ['xmllint', { spec: { long: 'output schema xpath path', short: 'o' }, paths: ['o', 'output'] }],
  ['xsltproc', { spec: { short: 'o', long: 'output' }, paths: ['o', 'output'] }],
  ['tidy', { spec: { short: 'of' }, paths: ['o', 'f'], inPlace: ['m', 'modify'] }],
  ['mlr', { spec: { short: 'n' }, paths: [], inPlace: ['I'] }],
  [
    'yq',
    {
      spec: { short: 'oprsI', long: 'output-format split-exp' },
      paths: [],
      inPlace: ['i', 'inplace', 'in-place'],
    },
  ],
  [
    'markdownlint',
    {
      spec: { short: 'cio', long: 'config ignore output rules' },
      paths: ['o', 'output'],
      inPlace: ['f', 'fix'],
    },
  ],
  ['markdownlint-cli2', { spec: { long: 'config' }, paths: [], inPlace: ['fix'] }],
  [
    'textlint',
    {
      spec: { short: 'cfo', long: 'config format output-file' },
      paths: ['o', 'output-file'],
      inPlace: ['fix'],
    },
  ],
  ['codespell', { spec: { short: 'ISLx', long: 'skip' }, paths: [], inPlace: ['w', 'write-changes', 'i'] }],
  ['typos', { spec: { long: 'config format' }, paths: [], inPlace: ['w', 'write-changes'] }],
  ['pygmentize', { spec: { short: 'olfFOS' }, paths: ['o'] }],
  ['enscript', { spec: { short: 'po' }, paths: ['p', 'o'] }],
  ['aspell', { spec: {}, paths: [] }],
  [
    'bat',
    {
      spec: { short: 'lrmHA', long: 'language line-range pager theme style' },
      paths: [],
      commands: ['pager'],
    },
  ],
  [
    'pandoc',
    {
      spec: {
        short: 'otfrswTVMHABcF',
        long: 'output from to template css metadata variable filter lua-filter extract-media log',
      },
      paths: ['o', 'output', 'extract-media', 'log'],
    },
  ],
  ['date', { spec: { short: 'dfrIs' }, paths: [] }],
  [
    'tsc',
    {
      spec: { long: 'outDir outFile declarationDir project', short: 'p' },
      paths: ['outDir', 'outFile', 'declarationDir'],
    },
  ],
  [
    'pytest',
    {
      spec: { short: 'kmpcn', long: 'junitxml junit-xml basetemp log-file cov-report' },
      paths: ['junitxml', 'junit-xml', 'basetemp', 'log-file'],
    },
  ],
  [
    'jest',
    {
      spec: { long: 'outputFile coverageDirectory config', short: 'ct' },
      paths: ['outputFile', 'coverageDirectory'],
    },
  ],
  ['vitest', { spec: { long: 'outputFile config root reporter', short: 'ctr' }, paths: ['outputFile'] }],
  ['ssh', { spec: { short: 'ilpoFJLRDEWbcemOQSwB', first: true }, paths: ['E'] }],
])

/** They run other programs or code of the project: what they write the text does not show. */
export const OPAQUE_TELLERS = set(
  'pytest jest vitest mocha ava tap karma cypress playwright phpunit rspec nose2 tox nox ctest nyc c8 ssh telnet nc ncat socat mail sendmail psql mysql redis-cli mongo mongosh',
)

function set(names: string): ReadonlySet<string> {
  return new Set(names.split(' '))
}
