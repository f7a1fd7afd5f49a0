/**
 * A quick test before the shell parser is loaded: does this command only read, and nothing of the bank?
 *
 * True only for plain words (no expansion, no pattern, no redirection except into /dev/null) of commands that cannot
 * write. `judgeShell` judges all others.
 */

/** Commands that cannot write a file, whatever their arguments. */
const LOOKS = new Set(
  'ls cat head tail wc grep egrep fgrep pwd echo whoami date which file stat du df diff cmp true false sleep uname id hostname ps basename dirname realpath readlink cut tr nl md5sum sha1sum sha256sum cksum jq type uptime nproc free arch groups tac rev od comm'.split(
    ' ',
  ),
)

/** git verbs that only read and run no hook or filter of the project. */
const GIT_LOOKS = new Set(
  'status log diff show blame rev-parse ls-files describe shortlog rev-list cat-file ls-tree'.split(' '),
)

/** Commands that only read unless one of these words is among their arguments. */
const WRITES_BY: ReadonlyMap<string, RegExp> = new Map([
  ['find', /(^|\s)-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)\b/],
  ['rg', /(^|\s)--(pre|hostname-bin)/],
  ['sort', /(^|\s)(-[A-Za-z0-9]*[oT]|--o|--c|--t|--f)/],
  [
    'git',
    /(^|\s)(--output|-o|--ext-diff|--textconv|--exec|--upload-pack|--receive-pack|--interactive|-[A-Za-z]*[ipe])\b/,
  ],
])

const FIRST_WORD = /^\s*([\w./-]+)(?:[\s;|&]|$)/
const QUOTED_WORD = /(^|\s)(?:'([^'\n]*)'|"([^"$`\\\n!]*)")(?=\s|$)/g
const TO_NOWHERE = /(^|\s)(?:[12&]?>\s*\/dev\/null|2>&1)(?=\s|$|[;|&])/g
/** A tilde inside a word is part of it (`HEAD~1`). At the start of a word it means a home directory. */
const PLAIN = /^(?:[\w\-./=:@%+^,\s&|;]|(?<=\w)~)*$/

export function cannotTouchBank(command: string, cwdInsideBank: boolean): boolean {
  if (cwdInsideBank || command.length > 2000 || !mayOnlyLook(command) || /memory|bank/i.test(command)) return false
  let hidden = false
  const bare = command
    .replace(QUOTED_WORD, (_, lead: string, single?: string, double?: string) => {
      // A quoted word counts as one plain word unless it could be an option.
      if ((single ?? double ?? '').startsWith('-')) hidden = true
      return `${lead}q`
    })
    .replace(TO_NOWHERE, (_, lead: string) => lead)
  if (hidden || !PLAIN.test(bare)) return false
  return bare.split(/&&|\|\||[|;&\n]/).every(onlyLooks)
}

/** Most commands are decided by their first word. */
function mayOnlyLook(command: string): boolean {
  const first = FIRST_WORD.exec(command)?.[1]
  return first === undefined || LOOKS.has(first) || WRITES_BY.has(first)
}

export function looks(name: string): boolean {
  return LOOKS.has(name)
}

/** `part`: one command of plain words, without redirections. */
export function onlyLooks(part: string): boolean {
  const words = part.trim()
  if (words === '') return true
  const space = words.search(/\s/)
  const name = space === -1 ? words : words.slice(0, space)
  if (LOOKS.has(name)) return true
  const rest = space === -1 ? '' : words.slice(space)
  const writes = WRITES_BY.get(name)
  if (writes === undefined || writes.test(rest)) return false
  return name !== 'git' || GIT_LOOKS.has(rest.trim().split(/\s/, 1)[0] ?? '')
}

/** Whether a command leaves something running, by its words alone. A false positive only prolongs the comparison. */
export function outlives(command: string): boolean {
  return LEAVES_RUNNING.test(command)
}

/** `&` at the end of a command, and programs that leave others running. */
const LEAVES_RUNNING =
  /(?:^|[^&>|<\\])&(?=\s|$|[;)}])|(?:^|[\s;&|(`])(?:nohup|setsid|disown|coproc|daemonize|daemon|start-stop-daemon|systemd-run|tmux|screen|at|batch|start)(?:\s|$)/m
