/**
 * git may bring the bank to a recorded state; everything else it writes is judged like any other write.
 *
 * Recorded means that the content comes out of the history: checkout, merge, stash, reset, pull …
 * A patch file, a template folder, an alias or a hook script is the agent's own text, not a record.
 */

import { readOptions } from './arguments.ts'
import { applyPatch } from './edit-commands.ts'
import { applyFiles, clean, listFiles, moveFiles, pathspecs } from './git-files.ts'
import { join, nameOf, parentOf, within } from './places.ts'
import { grep } from './search-commands.ts'
import {
  type Call,
  enter,
  type Handler,
  inputOf,
  locate,
  noteRead,
  placeFor,
  realCwd,
  type Shell,
  textOfFile,
  write,
} from './shell.ts'
import { hasUnknown, namesOurWork, quote, UNKNOWN } from './text.ts'
import { textOfVariable } from './variables.ts'

export const git: Handler = (call, shell) => {
  const { folder, tree, settings, rest } = globals(call.args)
  const [verb, ...args] = rest
  if (verb === undefined) return UNKNOWN
  let said = UNKNOWN
  shell.apart(() => {
    if (folder !== undefined) enter(shell, folder)
    runSettings(shell, call, settings)
    const alias =
      settings.get(`alias.${verb}`) ?? (RECORDED.has(verb) || verb in WRITERS ? undefined : recordedAlias(shell, verb))
    if (alias !== undefined) {
      const text = alias.startsWith('!') ? alias.slice(1) : `git ${alias}`
      shell.runText(`${text} ${args.map(quote).join(' ')}`, call.channels)
      said = ''
    } else {
      const workTree = tree ?? textOfVariable(shell, 'GIT_WORK_TREE')
      if (workTree !== undefined && REWRITES.has(verb)) elsewhereTree(shell, workTree, verb)
      said = run(verb, args, call, shell)
    }
  })
  return said
}

interface Globals {
  readonly folder: string | undefined
  readonly tree: string | undefined
  readonly settings: ReadonlyMap<string, string>
  readonly rest: readonly string[]
}

function globals(args: readonly string[]): Globals {
  const options = readOptions(args, { short: 'Cc', long: 'work-tree git-dir namespace exec-path', first: true })
  const folders = options.values('C')
  return {
    folder: folders.length === 0 ? undefined : folders.reduce((at, next) => join(at, next), '.'),
    tree: options.value('work-tree'),
    settings: new Map(options.values('c').map((one) => [one.replace(/=.*$/s, ''), one.replace(/^[^=]*=?/, '')])),
    rest: options.rest,
  }
}

const COMMAND_SETTING =
  /^(core\.(editor|pager|sshcommand|fsmonitor|askpass|gitproxy)|sequence\.editor|pager\..*|diff\.external|diff\..*\.(command|textconv)|merge\..*\.driver|mergetool\..*\.cmd|difftool\..*\.cmd|filter\..*\.(clean|smudge|process)|gpg\.program|credential\.helper|uploadpack\.packobjectshook|interactive\.difffilter)$/i
const COMMAND_VARIABLES = [
  'GIT_EDITOR',
  'GIT_SEQUENCE_EDITOR',
  'GIT_PAGER',
  'GIT_EXTERNAL_DIFF',
  'GIT_SSH_COMMAND',
  'GIT_ASKPASS',
  'GIT_PROXY_COMMAND',
]

/** Settings and variables that git runs as commands. */
function runSettings(shell: Shell, call: Call, settings: ReadonlyMap<string, string>): void {
  const own = shell.state.variables
  const commands = [
    ...[...settings].filter(([key]) => COMMAND_SETTING.test(key)).map(([, value]) => value.replace(/^!/, '')),
    ...[...COMMAND_VARIABLES, 'EDITOR', 'VISUAL', 'PAGER'].flatMap((name) => {
      const value = own.get(name)
      return value?.kind === 'text' ? [value.text] : []
    }),
  ]
  for (const command of commands)
    shell.apart(() => shell.runText(`${command} ${'/dev/null'}`, { ...call.channels, input: undefined }))
}

function recordedAlias(shell: Shell, verb: string): string | undefined {
  const session = shell.drafts.settings.get(`alias.${verb}`)
  if (session !== undefined) return session
  for (const file of [join(shell.context.project, '.git/config'), join(shell.context.home ?? '/', '.gitconfig')]) {
    const text = textOfFile(shell, file)
    const found = text === undefined ? undefined : aliasIn(text, verb)
    if (found !== undefined) return found
  }
  return undefined
}

function aliasIn(config: string, verb: string): string | undefined {
  const section = /\[alias\]([\s\S]*?)(?=\n\s*\[|$)/i.exec(config)?.[1]
  const escaped = verb.replace(/[^\w-]/g, '')
  const line = section === undefined ? null : new RegExp(`^\\s*${escaped}\\s*=\\s*(.*)$`, 'm').exec(section)
  return line?.[1]
    ?.trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/\\(["\\])/g, '$1')
}

/** Verbs whose result comes out of the history. */
const RECORDED = new Set(
  'pull fetch checkout switch merge stash reset restore rebase cherry-pick revert add commit push branch tag remote status diff log show blame grep ls-files ls-tree ls-remote rev-parse rev-list describe shortlog reflog config notes cat-file hash-object count-objects fsck gc prune repack show-ref symbolic-ref update-ref var version help whatchanged range-diff name-rev merge-base check-ignore check-attr for-each-ref diff-tree diff-index diff-files show-branch verify-commit verify-tag stage bisect rerere read-tree write-tree commit-tree mktree update-server-info maintenance sparse-checkout cherry'.split(
    ' ',
  ),
)
const REWRITES = new Set(
  'checkout switch merge stash reset restore rebase cherry-pick revert pull read-tree checkout-index apply am clean'.split(
    ' ',
  ),
)
const SHOWS = new Set(['show', 'diff', 'blame', 'grep'])

function elsewhereTree(shell: Shell, tree: string, verb: string): void {
  const real = locate(shell, tree)
  if (placeFor(shell, tree) === 'bank') write(shell, tree, `git --work-tree ${verb}`, 'tree')
  else if (real !== shell.context.project && within(shell.context.bank, real))
    shell.account.unresolved.push('git with another work tree')
}

/** Hooks belong to the project and are not refused. If one names a command of ours, the bank is compared afterwards. */
function noteHooks(shell: Shell, verb: string): void {
  for (const name of HOOKS.get(verb) ?? []) {
    for (const folder of ['.git/hooks', '.husky', '.githooks']) {
      const text = textOfFile(shell, join(shell.context.project, `${folder}/${name}`))
      if (text === undefined || !namesOurWork(text)) continue
      shell.account.scripts.push(text)
      shell.account.opaque.push(`git's ${name}`)
    }
  }
}

const HOOKS: ReadonlyMap<string, readonly string[]> = new Map([
  ['commit', ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-rewrite']],
  ['merge', ['pre-merge-commit', 'commit-msg', 'post-merge']],
  ['pull', ['post-merge', 'post-checkout', 'post-rewrite']],
  ['rebase', ['pre-rebase', 'post-checkout', 'post-rewrite']],
  ['checkout', ['post-checkout']],
  ['switch', ['post-checkout']],
  ['cherry-pick', ['prepare-commit-msg', 'commit-msg', 'post-commit']],
  ['revert', ['prepare-commit-msg', 'commit-msg', 'post-commit']],
  ['push', ['pre-push']],
])

function run(verb: string, args: readonly string[], call: Call, shell: Shell): string {
  args.forEach((arg, at) => {
    const output = arg === '--output' ? args[at + 1] : /^--output(?:-directory)?=(.+)$/.exec(arg)?.[1]
    if (output !== undefined) write(shell, output, `git ${verb} --output`, 'open')
  })
  for (const command of commandsIn(verb, args))
    shell.apart(() => shell.runText(command, { ...call.channels, input: undefined }))
  noteHooks(shell, verb)
  const known = WRITERS[verb]
  if (known !== undefined) return known(args, call, shell)
  if (!RECORDED.has(verb)) shell.account.opaque.push(`git ${verb}`)
  const lists = /^(-\w*[lL]\w*|--files-with(out)?-match(es)?|--name-only)$/
  if (verb === 'grep' && args.some((arg) => lists.test(arg))) return grep({ ...call, name: 'rg', args }, shell)
  if (SHOWS.has(verb))
    for (const arg of args)
      noteRead(shell, arg.includes(':') ? join(shell.context.project, arg.slice(arg.indexOf(':') + 1)) : arg)
  return /^(add|commit|checkout)$/.test(verb) ? '' : UNKNOWN
}

type Verb = (args: readonly string[], call: Call, shell: Shell) => string

/** Verbs that write something other than a recorded state, or print something we know. */
const WRITERS: Readonly<Record<string, Verb>> = {
  rm: (args, _, shell) => {
    const options = readOptions(args, { long: 'pathspec-from-file' })
    if (!options.has('cached', 'n', 'dry-run')) pathspecs(shell, options.rest, 'git rm', options.has('r'))
    return ''
  },
  mv: (args, _, shell) => moveFiles(shell, readOptions(args, {})),
  clean: (args, _, shell) => clean(shell, readOptions(args, { short: 'e', long: 'exclude' })),
  apply: (args, call, shell) => applyFiles(shell, call, args),
  am: (args, call, shell) => {
    if (args.some((arg) => /^--(abort|quit|skip|show-current-patch)$/.test(arg))) return ''
    const options = readOptions(args, { short: 'pCS', long: 'directory exclude include' })
    const files = options.rest.map((file) => textOfFile(shell, file) ?? UNKNOWN)
    const folder = join(shell.context.project, options.value('directory') ?? '.')
    for (const text of files.length === 0 ? [inputOf(call)] : files)
      applyPatch(shell, text, folder, 'git am', options.value('p') ?? '1')
    return ''
  },
  clone: (args, _, shell) => {
    const long = 'origin branch upload-pack template reference depth config separate-git-dir'
    const [from = '', to] = readOptions(args, { short: 'obucj', long }).rest
    write(shell, to ?? nameOf(from.replace(/\/?(\.git)?\/?$/, '')), 'git clone', 'open')
    return ''
  },
  init: (args, _, shell) => {
    const { rest } = readOptions(args, { short: 'b', long: 'template separate-git-dir initial-branch' })
    write(shell, rest[0] ?? '.', 'git init', 'open')
    return ''
  },
  worktree: ([verb = '', ...args], _, shell) => {
    const { rest } = readOptions(args, { short: 'bB' })
    if (verb === 'add') write(shell, rest[0] ?? '', 'git worktree add', 'open')
    if (verb === 'remove' || verb === 'move')
      for (const path of rest) write(shell, path, `git worktree ${verb}`, 'tree')
    return UNKNOWN
  },
  submodule: ([verb, ...args], _, shell) => {
    const { rest } = readOptions(args, { short: 'b', long: 'name reference depth' })
    if (verb === 'add') write(shell, rest[1] ?? '', 'git submodule add', 'open')
    return UNKNOWN
  },
  subtree: (args, _, shell) => {
    const prefix = readOptions(args, { short: 'Pm', long: 'prefix message' }).value('P', 'prefix')
    if (prefix !== undefined && !/^(push|split)$/.test(args[0] ?? '')) write(shell, prefix, 'git subtree', 'open')
    return UNKNOWN
  },
  'format-patch': (args, _, shell) => {
    const options = readOptions(args, { short: 'o', long: 'output-directory' })
    if (!options.has('stdout')) write(shell, options.value('o', 'output-directory') ?? '.', 'git format-patch', 'open')
    return UNKNOWN
  },
  archive: (args, _, shell) => {
    const to = readOptions(args, { short: 'o', long: 'output format prefix remote' }).value('o')
    if (to !== undefined) write(shell, to, 'git archive -o', 'open')
    return UNKNOWN
  },
  bundle: ([verb, ...args], _, shell) => {
    if (verb === 'create') write(shell, readOptions(args, {}).rest[0] ?? '', 'git bundle create', 'open')
    return UNKNOWN
  },
  'checkout-index': (args, _, shell) => {
    const prefix = readOptions(args, { long: 'prefix stage' }).value('prefix')
    if (prefix !== undefined) write(shell, `${prefix}${UNKNOWN}`, 'git checkout-index --prefix', 'open')
    return ''
  },
  'update-index': (args, _, shell) => {
    if (args.some((arg) => arg.startsWith('--cacheinfo') || arg === '--index-info'))
      for (const arg of args) write(shell, arg.split(',').at(-1) ?? '', 'git update-index --cacheinfo', 'open')
    return ''
  },
  config: (args, call, shell) => configure(shell, call, args),
  'rev-parse': (args, _, shell) => revParse(shell, args),
  'ls-files': (args, _, shell) => listFiles(shell, args),
}

/** Options whose value git hands to a shell. */
const RUN_BY: ReadonlyMap<string, RegExp> = new Map([
  ['rebase', /^(?:-x|--exec)(?:=?(.+))?$/],
  ['difftool', /^(?:-x|--extcmd)(?:=?(.+))?$/],
  ['filter-branch', /^--(?:tree|index|env|msg|commit|parent|tag-name)-filter(?:=(.+))?$/],
  ['grep', /^(?:-O|--open-files-in-pager=)(.+)$/],
])

function commandsIn(verb: string, args: readonly string[]): readonly string[] {
  const pattern = RUN_BY.get(verb)
  const given = args.flatMap((arg, at) => {
    const match = pattern?.exec(arg)
    return match === null || match === undefined ? [] : [match[1] ?? args[at + 1] ?? '']
  })
  const foreach = verb === 'submodule' ? args.indexOf('foreach') : -1
  if (foreach !== -1)
    given.push(
      args
        .slice(foreach + 1)
        .filter((arg) => !arg.startsWith('--'))
        .join(' '),
    )
  if (verb === 'bisect' && args[0] === 'run') given.push(args.slice(1).map(quote).join(' '))
  return given
}

function configure(shell: Shell, call: Call, args: readonly string[]): string {
  const options = readOptions(args, { short: 'f', long: 'file type default' })
  const file = options.value('f', 'file')
  const words = options.rest.filter((word, i) => i > 0 || !/^(set|get|unset|list)$/.test(word))
  if (file !== undefined && words.length > 1) write(shell, file, 'git config --file', 'open')
  const [key = '', value] = words
  if (key.startsWith('alias.') && value !== undefined) shell.drafts.settings.set(key, value)
  if (value !== undefined) runSettings(shell, call, new Map([[key, value]]))
  return UNKNOWN
}

function revParse(shell: Shell, args: readonly string[]): string {
  const inProject = within(realCwd(shell), shell.context.project)
  if (!inProject) return UNKNOWN
  if (args.includes('--show-toplevel')) return `${topOf(shell)}\n`
  if (args.includes('--show-cdup')) {
    const below = realCwd(shell)
      .slice(topOf(shell).length)
      .split('/')
      .filter((part) => part !== '')
    return `${below.map(() => '../').join('')}\n`
  }
  if (args.includes('--show-prefix')) {
    const below = realCwd(shell).slice(topOf(shell).length + 1)
    return `${below === '' ? '' : `${below}/`}\n`
  }
  return UNKNOWN
}

/** The nearest folder upwards that holds `.git`; the project's root if there is none. */
function topOf(shell: Shell): string {
  for (let at = realCwd(shell); at !== '/' && !hasUnknown(at); at = parentOf(at)) {
    if (shell.context.list(at).includes('.git')) return at
  }
  return shell.context.project
}
