/** `memory-bank install` and `uninstall`: our entries in the settings of agents. */

import { relative, sep } from 'node:path'
import type { Language, Words } from '../../base/language.ts'
import type { Problem } from '../../base/problem.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { Host, InstallWish } from '../../setup/host.ts'
import { carryOutSetup, type FoundHost, foundHosts, proposeInstall, proposeUninstall } from '../../setup/install.ts'
import { findInstallContext, type InstallContext } from '../../setup/install-context.ts'
import { proposeGitInstall, proposeGitUninstall } from '../../setup/install-git.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { canAsk, notApplied, remarkRecovery } from '../confirm-and-apply.ts'
import { languageOf, open, report } from '../open.ts'
import { INSTALLING } from '../options.ts'
import { askTrust, confirmSetup, namedHosts } from '../setup.ts'
import { paint, placesIn, printNumbered, type Terminal } from '../terminal.ts'

export const install: Command = {
  name: 'install',
  group: 'setup',
  place: 1,
  about: { en: 'add memory-bank to the settings of your agents', zh: '把 memory-bank 写入 Agent 的配置' },
  operands: '[host … | git]',
  mostOperands: 20,
  options: {
    ...INSTALLING,
    deny: {
      about: {
        en: 'Claude Code: also add its own deny rules for the bank',
        zh: 'Claude Code：同时写入其自带的 deny 规则',
      },
    },
    from: { value: 'package', about: { en: 'use this package or path instead', zh: '改用此包名或路径' } },
    shared: {
      about: {
        en: 'git: let .gitattributes name the merge driver for everyone',
        zh: 'git：由 .gitattributes 为所有人指定合并驱动',
      },
    },
    print: { about: { en: 'mcp: only print what to paste', zh: 'mcp：只输出可粘贴的配置' } },
  },
  examples: [
    'memory-bank install',
    'memory-bank install opencode claude --user',
    'memory-bank install mcp --print',
    'memory-bank install git',
  ],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['setup'],
  run: runInstall,
}

export const uninstall: Command = {
  ...install,
  name: 'uninstall',
  place: 2,
  about: { en: 'remove it again and restore the settings byte for byte', zh: '从配置中移除，逐字节恢复原样' },
  options: INSTALLING,
  examples: ['memory-bank uninstall', 'memory-bank uninstall claude --user --dry-run'],
  run: runUninstall,
}

async function runInstall(call: Call): Promise<ExitCode> {
  if (call.operands.includes('git') || call.switches.has('shared')) return settleGit(call)
  if (call.switches.has('print')) {
    const { HOSTS } = await import('../../hosts/index.ts')
    const context = contextOf(call)
    call.terminal.print(HOSTS.flatMap((host) => host.snippet(context) ?? []).join('\n'))
    return EXIT.done
  }
  return settle(call, {
    otherwise: (hosts, context, language) => foundOrChosen(call, hosts, context, language),
    propose: proposeInstall,
    nothing: (hosts) => ({ en: `Already installed: ${namesOf(hosts)}.`, zh: `已经安装：${namesOf(hosts)}。` }),
    after: (hosts) => [...hosts.map((host) => host.afterwards), undoOf(hosts, call)],
    asksTrust: !call.switches.has('user'),
  })
}

/** Without a name: at a terminal those that the person chooses; for a script those that were found. */
function foundOrChosen(
  call: Call,
  hosts: readonly Host[],
  context: InstallContext,
  language: Language,
): readonly Host[] | undefined {
  const found = foundHosts(hosts, context)
  const isAsked = canAsk(call) && !call.switches.has('yes') && !call.switches.has('dry-run')
  if (!isAsked || found.length === 0) return found.map(({ host }) => host)
  const others = hosts.filter((host) => host.program === undefined)
  const chosen = offerHosts(call.terminal, language, found, others, context)
  return chosen.length === 0 ? undefined : chosen
}

/** The command that uninstalls the same scope and hosts. */
function undoOf(hosts: readonly Host[], call: Call): Words {
  const command = [
    'memory-bank uninstall',
    ...hosts.map((host) => host.id),
    ...(call.switches.has('user') ? ['--user'] : []),
  ]
  return { en: `Undo:  ${command.join(' ')}`, zh: `撤销：${command.join(' ')}` }
}

async function runUninstall(call: Call): Promise<ExitCode> {
  if (call.operands.includes('git')) return settleGit(call)
  return settle(call, {
    otherwise: (hosts) => hosts,
    propose: proposeUninstall,
    nothing: (_, context) => nothingInstalled(call, context),
    after: () => [{ en: 'The bank itself was not touched.', zh: 'Memory Bank 本身未作改动。' }],
    asksTrust: false,
  })
}

/** How install and uninstall differ. */
interface Direction {
  /** The hosts to use if none is named; undefined where a person chose none of those that are there. */
  readonly otherwise: (
    hosts: readonly Host[],
    context: InstallContext,
    language: Language,
  ) => readonly Host[] | undefined
  readonly propose: typeof proposeInstall
  /** Printed if there is nothing to change. */
  readonly nothing: (hosts: readonly Host[], context: InstallContext) => Words
  readonly after: (hosts: readonly Host[]) => readonly Words[]
  /** Whether it asks whose repository this is (S39). */
  readonly asksTrust: boolean
}

/** Chooses the hosts, plans their settings, asks and writes. */
async function settle(call: Call, direction: Direction): Promise<ExitCode> {
  const { HOSTS } = await import('../../hosts/index.ts')
  const context = contextOf(call)
  const workspace = open(call)
  const language = languageOf(call, workspace)
  // A folder given by -C must exist; other problems of a project do not prevent installing.
  if (!workspace.ok && workspace.problem.code === 'project-missing') return report(workspace.problem, call)
  const hosts = chosenHosts(call, HOSTS, () => direction.otherwise(HOSTS, context, language))
  if (!hosts.ok) return report(hosts.problem, { ...call, language })
  if (hosts.value.length === 0) {
    call.terminal.remark(notApplied(true, call, language))
    return EXIT.notConfirmed
  }
  const proposed = direction.propose(hosts.value, wishOf(call), context)
  if (!proposed.ok) return report(proposed.problem, { ...call, language })
  const proposal = proposed.value
  if (!call.switches.has('json')) remarkRecovery(proposal.recovered, language, call.terminal)
  const code = await confirmSetup(call, {
    proposal,
    language,
    root: context.root,
    nothing: direction.nothing(hosts.value, context)[language],
    apply: () => carryOutSetup(proposal, context.now()),
    after: direction
      .after(hosts.value.filter((host) => proposal.hosts.some(({ id }) => id === host.id)))
      .map((words) => words[language]),
  })
  if (direction.asksTrust && workspace.ok && code === EXIT.done) askTrust(call, workspace.value, language)
  return code
}

/** Git is no host of agents: its merge driver is asked for by name, and by itself. */
async function settleGit(call: Call): Promise<ExitCode> {
  const context = contextOf(call)
  const language = languageOf(call, open(call))
  if (call.operands.join() !== 'git' || GIT_KNOWS_NO.some((name) => call.switches.has(name) || call.values.has(name)))
    return report(GIT_ALONE, { ...call, language })
  const isInstall = call.command === 'install'
  const proposed = isInstall ? proposeGitInstall(call.switches.has('shared'), context) : proposeGitUninstall(context)
  if (!proposed.ok) return report(proposed.problem, { ...call, language })
  const proposal = proposed.value
  if (!call.switches.has('json')) remarkRecovery(proposal.recovered, language, call.terminal)
  return confirmSetup(call, {
    proposal,
    language,
    root: context.root,
    nothing: (isInstall ? GIT_ALREADY : GIT_NOT)[language],
    apply: () => carryOutSetup(proposal, context.now()),
    after: isInstall ? [GIT_AFTER[language]] : [],
  })
}

const GIT_KNOWS_NO = ['user', 'deny', 'from']

const GIT_ALONE = usage({
  en: 'Git’s merge driver is installed by itself and for one repository: memory-bank install git [--shared]',
  zh: 'git 的合并驱动需单独安装，且只针对一个仓库：memory-bank install git [--shared]',
})

const GIT_ALREADY: Words = { en: 'Already installed: Git.', zh: '已经安装：Git。' }
const GIT_NOT: Words = {
  en: 'The merge driver is not registered in this repository.',
  zh: '当前仓库没有登记合并驱动。',
}
const GIT_AFTER: Words = {
  en: 'Git now merges the bank entry by entry. See it do so: memory-bank doctor git --prove\nUndo:  memory-bank uninstall git',
  zh: 'git 现在会逐条合并 Memory Bank。亲眼确认：memory-bank doctor git --prove\n撤销：memory-bank uninstall git',
}

function contextOf(call: Call): InstallContext {
  return findInstallContext({ folder: call.folder, env: call.env, now: () => new Date(), node: process.execPath })
}

function wishOf(call: Call): InstallWish {
  return {
    scope: call.switches.has('user') ? 'user' : 'project',
    deny: call.switches.has('deny'),
    from: call.values.get('from'),
  }
}

/** None where the person was asked and chose none. */
function chosenHosts(
  call: Call,
  all: readonly Host[],
  otherwise: () => readonly Host[] | undefined,
): Result<readonly Host[]> {
  const named = namedHosts(call, all)
  if (!named.ok) return named
  const from = call.values.get('from')
  const [first, second] = named.value
  if (from !== undefined && (first === undefined || second !== undefined)) return fail(ONE_HOST_FIRST)
  if (from !== undefined && first?.from === 'folder' && !isPath(from)) return fail(folderExpected(first, from))
  if (first !== undefined) return named
  const found = otherwise()
  if (found === undefined) return ok([])
  return found.length === 0 ? fail(NO_HOST) : ok(found)
}

function namesOf(hosts: readonly Host[]): string {
  return hosts.map((host) => host.name).join(', ')
}

function nothingInstalled(call: Call, context: InstallContext) {
  return call.switches.has('user')
    ? { en: 'memory-bank is not in your user settings.', zh: '用户级配置中没有本工具的内容。' }
    : {
        en: `memory-bank is not in the settings of ${context.root ?? call.folder}. For your user settings: memory-bank uninstall --user`,
        zh: `${context.root ?? call.folder} 的配置中没有本工具的内容。用户级配置请用：memory-bank uninstall --user`,
      }
}

const ONE_HOST_FIRST = usage({
  en: '--from needs exactly one host: memory-bank install opencode --from <package>',
  zh: '--from 只能用于一个宿主：memory-bank install opencode --from <包>',
})

const NO_HOST = usage({
  en: 'No host was found here (no program on the PATH, no settings). Name one: memory-bank install opencode',
  zh: '没有发现宿主（PATH 中没有程序，也没有配置）。请指定：memory-bank install opencode',
})

function folderExpected(host: Host, from: string): Problem {
  return usage({
    en: `${host.name} needs a folder, and '${from}' is not one; start it with / or ./`,
    zh: `${host.name} 需要目录，'${from}' 不是；请以 / 或 ./ 开头`,
  })
}

function usage(detail: Words): Problem {
  return { code: 'usage', command: 'install', detail }
}

function isPath(text: string): boolean {
  return /^(?:file:|\.{1,2}[\\/]|[\\/]|[A-Za-z]:[\\/])/.test(text)
}

/** What was chosen: those found for an empty line, none for a no or for three answers that mean nothing here. */
function offerHosts(
  terminal: Terminal,
  language: Language,
  found: readonly FoundHost[],
  others: readonly Host[],
  context: InstallContext,
): readonly Host[] {
  const { bold, dim } = paint(terminal)
  const installed = { en: 'installed', zh: '已安装' }[language]
  const width = Math.max(...found.map(({ host }) => host.name.length))
  const isIn = (host: Host) => host.diagnose(context).installed.length > 0
  terminal.print(bold({ en: 'Agents found here:', zh: '在本机发现的 Agent：' }[language]))
  printNumbered(
    terminal,
    found.map(
      ({ host, by }) =>
        `${host.name.padEnd(width)}  ${dim(shortened(by, context))}${isIn(host) ? `  (${installed})` : ''}`,
    ),
  )
  terminal.print(
    { en: 'For any other agent, only if you choose it:', zh: '供其他 Agent 使用，仅在选择后安装：' }[language],
  )
  printNumbered(
    terminal,
    others.map((host) => `${host.name}${isIn(host) ? `  (${installed})` : ''}`),
    found.length,
  )
  const hosts = [...found.map(({ host }) => host), ...others]
  const names = hosts.map((host) => [host.id, ...host.aliases])
  const every = found.length === 1 ? '1' : `1–${found.length}`
  const question = {
    en: `Install for which? (Enter for ${every}, numbers such as 1,${hosts.length}, n for none): `,
    zh: `安装到哪些？（回车为 ${every}，或输入编号，如 1,${hosts.length}；n 表示都不装）：`,
  }[language]
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = terminal.ask(question)?.trim().toLowerCase()
    if (answer === '') return found.map(({ host }) => host)
    if (answer === undefined || NO.includes(answer)) return []
    const chosen = placesIn(answer, names)
    if (chosen !== undefined) return hosts.filter((_, at) => chosen.includes(at))
  }
  return []
}

const NO = ['n', 'no', 'none', '0', 'q', '不', '不用', '否', '取消']

function shortened(path: string, { root, home }: InstallContext): string {
  if (root !== undefined && path.startsWith(root + sep)) return relative(root, path)
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}
