/** `memory-bank install` and `uninstall`: the entries of Memory Bank in the settings of hosts and of git. */

import { relative, sep } from 'node:path'
import type { Words } from '../../base/language.ts'
import { ok, type Result } from '../../base/result.ts'
import type { Host, InstallWish } from '../../setup/host.ts'
import { type FoundHost, foundHosts, proposeInstall, proposeUninstall } from '../../setup/install.ts'
import type { InstallContext } from '../../setup/install-context.ts'
import { proposeGitInstall, proposeGitUninstall } from '../../setup/install-git.ts'
import { type OtherTool, proposeRemoval, proposeReturn } from '../../setup/other-tool.ts'
import type { Workspace } from '../../verbs/open-bank.ts'
import { askUntil, notApplied, placesIn, printNumbered, willAsk } from '../ask.ts'
import { type Command, type CommandCall, type Ending, EXIT, misused } from '../command.ts'
import { anywhere } from '../in-project.ts'
import { flag, INSTALLING, value } from '../options.ts'
import { allHosts, askTrust, confirmSetup, contextOf, namedHosts } from '../setup.ts'
import { paint, say } from '../terminal.ts'

export const install: Command = {
  name: 'install',
  group: 'setup',
  place: 1,
  about: { en: 'add Memory Bank to the settings of your agents', zh: '把 Memory Bank 写入 Agent 的配置' },
  operands: '[host … | git]',
  mostOperands: 20,
  options: {
    ...INSTALLING,
    deny: flag('Claude Code: also add its own deny rules for the bank', 'Claude Code：同时写入其自带的 deny 规则'),
    from: value('package', 'use this package or path instead', '改用此包名或路径'),
    shared: flag(
      'git: let .gitattributes name the merge driver for everyone',
      'git：由 .gitattributes 为所有人指定合并驱动',
    ),
    print: flag('mcp: only print what to paste', 'mcp：只输出可粘贴的配置'),
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
  run: anywhere(runInstall),
}

export const uninstall: Command = {
  ...install,
  name: 'uninstall',
  place: 2,
  about: { en: 'remove it and restore the settings byte for byte', zh: '从配置中移除，逐字节恢复原样' },
  options: INSTALLING,
  examples: ['memory-bank uninstall', 'memory-bank uninstall claude --user --dry-run'],
  run: anywhere(runUninstall),
}

async function runInstall(call: CommandCall, workspace: Result<Workspace>): Promise<Ending> {
  const other = await otherTool(call)
  if (other !== undefined) return changeOther(call, other)
  if (call.operands.includes('git') || call.switches.has('shared')) return changeGit(call)
  if (call.switches.has('print')) {
    const context = contextOf(call)
    call.terminal.print((await allHosts()).flatMap((host) => host.snippet(context) ?? []).join('\n'))
    return EXIT.done
  }
  return changeHosts(call, workspace, {
    otherwise: (hosts, context) => foundOrChosen(call, hosts, context),
    propose: proposeInstall,
    nothing: (hosts) => ({ en: `Already installed: ${namesOf(hosts)}.`, zh: `已经安装：${namesOf(hosts)}。` }),
    after: (hosts) => [...hosts.map((host) => host.afterwards), undoOf(hosts, call)],
    asksTrust: !call.switches.has('user'),
  })
}

/** The hosts to use if none is named: a person chooses, a script gets all hosts found on this machine. */
function foundOrChosen(
  call: CommandCall,
  hosts: readonly Host[],
  context: InstallContext,
): readonly Host[] | undefined {
  const found = foundHosts(hosts, context)
  if (!willAsk(call) || found.length === 0) return found.map(({ host }) => host)
  const others = hosts.filter((host) => host.program === undefined)
  const chosen = offerHosts(call, found, others, context)
  return chosen.length === 0 ? undefined : chosen
}

/** The command that uninstalls the same hosts in the same scope. */
function undoOf(hosts: readonly Host[], call: CommandCall): Words {
  const command = [
    'memory-bank uninstall',
    ...hosts.map((host) => host.id),
    ...(call.switches.has('user') ? ['--user'] : []),
  ]
  return { en: `Undo:  ${command.join(' ')}`, zh: `撤销：${command.join(' ')}` }
}

async function runUninstall(call: CommandCall, workspace: Result<Workspace>): Promise<Ending> {
  const other = await otherTool(call)
  if (other !== undefined) return changeOther(call, other)
  if (call.operands.includes('git')) return changeGit(call)
  return changeHosts(call, workspace, {
    otherwise: (hosts) => hosts,
    propose: proposeUninstall,
    nothing: (_, context) => nothingInstalled(call, context),
    after: () => [{ en: 'The bank itself is unchanged.', zh: 'Memory Bank 本身未作改动。' }],
    asksTrust: false,
  })
}

/** The differences between install and uninstall. */
interface Direction {
  /** The hosts to use if none is named. Undefined if a person chose none. */
  readonly otherwise: (hosts: readonly Host[], context: InstallContext) => readonly Host[] | undefined
  readonly propose: typeof proposeInstall
  /** Printed if nothing would change. */
  readonly nothing: (hosts: readonly Host[], context: InstallContext) => Words
  readonly after: (hosts: readonly Host[]) => readonly Words[]
  /** True to ask whether to trust the repository (S39). */
  readonly asksTrust: boolean
}

/** Chooses the hosts, plans their settings, asks and writes. */
async function changeHosts(call: CommandCall, workspace: Result<Workspace>, direction: Direction): Promise<Ending> {
  const all = await allHosts()
  const context = contextOf(call)
  // A folder given by -C must exist. Other problems of the project do not prevent installing.
  if (!workspace.ok && workspace.problem.code === 'project-missing') return workspace
  const hosts = chosenHosts(call, all, () => direction.otherwise(all, context))
  if (!hosts.ok) return hosts
  if (hosts.value.length === 0) {
    call.terminal.remark(notApplied(call))
    return EXIT.notConfirmed
  }
  const code = await confirmSetup(call, direction.propose(hosts.value, wishOf(call), context), {
    nothing: direction.nothing(hosts.value, context),
    after: (changed) => direction.after(hosts.value.filter((host) => changed.hosts.some(({ id }) => id === host.id))),
  })
  if (direction.asksTrust && workspace.ok && code === EXIT.done) askTrust(call, workspace.value)
  return code
}

/** The other memory tool that the operand names. */
async function otherTool({ operands }: CommandCall): Promise<OtherTool | undefined> {
  if (operands.length !== 1) return undefined
  return (await allHosts()).find(({ other }) => other?.name === operands[0])?.other
}

/** Uninstall removes the entries of another tool; install restores what uninstall removed. */
async function changeOther(call: CommandCall, tool: OtherTool): Promise<Ending> {
  const context = contextOf(call)
  const isBack = call.command === 'install'
  const undo = `memory-bank ${isBack ? 'uninstall' : 'install'} ${tool.name}`
  return confirmSetup(call, isBack ? proposeReturn(tool, context) : proposeRemoval(tool, context), {
    nothing: isBack
      ? { en: `Nothing of ${tool.name} was removed here.`, zh: `此前没有移除过 ${tool.name} 的内容。` }
      : { en: `${tool.name} is not in your settings.`, zh: `配置中没有 ${tool.name} 的内容。` },
    after: () => [{ en: `Undo:  ${undo}`, zh: `撤销：${undo}` }],
  })
}

/** Installs or removes the merge driver. Git is not a host, so `git` must be the only operand. */
async function changeGit(call: CommandCall): Promise<Ending> {
  const context = contextOf(call)
  const isMixed = NOT_FOR_GIT.some((name) => call.switches.has(name) || call.values.has(name))
  if (call.operands.join() !== 'git' || isMixed) return misused(call, GIT_ALONE)
  const isInstall = call.command === 'install'
  const proposed = isInstall ? proposeGitInstall(call.switches.has('shared'), context) : proposeGitUninstall(context)
  return confirmSetup(call, proposed, {
    nothing: isInstall ? GIT_ALREADY : GIT_NOT,
    after: () => (isInstall ? [GIT_AFTER] : []),
  })
}

const NOT_FOR_GIT = ['user', 'deny', 'from']

const GIT_ALONE: Words = {
  en: 'Install the git merge driver separately, for one repository: memory-bank install git [--shared]',
  zh: 'git 合并驱动需单独安装，只针对一个仓库：memory-bank install git [--shared]',
}

const GIT_ALREADY: Words = { en: 'Already installed: git.', zh: '已经安装：git。' }
const GIT_NOT: Words = {
  en: 'The merge driver is not installed in this repository.',
  zh: '当前仓库没有安装合并驱动。',
}
const GIT_AFTER: Words = {
  en: 'Git now merges the bank entry by entry. Test it: memory-bank doctor git --prove\nUndo:  memory-bank uninstall git',
  zh: 'git 现在会逐条合并 Memory Bank。测试：memory-bank doctor git --prove\n撤销：memory-bank uninstall git',
}

function wishOf(call: CommandCall): InstallWish {
  return {
    scope: call.switches.has('user') ? 'user' : 'project',
    deny: call.switches.has('deny'),
    from: call.values.get('from'),
  }
}

/** Empty if the person chose none. */
function chosenHosts(
  call: CommandCall,
  all: readonly Host[],
  otherwise: () => readonly Host[] | undefined,
): Result<readonly Host[]> {
  const named = namedHosts(call, all)
  if (!named.ok) return named
  const from = call.values.get('from')
  const [first, second] = named.value
  if (from !== undefined && (first === undefined || second !== undefined)) return misused(call, ONE_HOST_FIRST)
  if (from !== undefined && first?.from === 'folder' && !isPath(from)) return misused(call, folderExpected(first, from))
  if (first !== undefined) return named
  const found = otherwise()
  if (found === undefined) return ok([])
  return found.length === 0 ? misused(call, NO_HOST) : ok(found)
}

function namesOf(hosts: readonly Host[]): string {
  return hosts.map((host) => host.name).join(', ')
}

function nothingInstalled(call: CommandCall, context: InstallContext) {
  return call.switches.has('user')
    ? { en: 'Not installed in your user settings.', zh: '用户级配置中没有安装 Memory Bank。' }
    : {
        en: `Not installed in ${context.root ?? call.folder}. To remove it from your user settings: memory-bank uninstall --user`,
        zh: `${context.root ?? call.folder} 没有安装 Memory Bank。从用户级配置中移除：memory-bank uninstall --user`,
      }
}

const ONE_HOST_FIRST: Words = {
  en: '--from needs exactly one agent: memory-bank install opencode --from <package>',
  zh: '--from 只能用于一个 Agent：memory-bank install opencode --from <包>',
}

const NO_HOST: Words = {
  en: 'No agent found: no program on the PATH, no settings. Name one: memory-bank install opencode',
  zh: '没有发现 Agent（PATH 中没有程序，也没有配置）。请指定：memory-bank install opencode',
}

function folderExpected(host: Host, from: string): Words {
  return {
    en: `${host.name} needs a folder. '${from}' is not one: start it with / or ./`,
    zh: `${host.name} 需要目录，'${from}' 不是目录：请以 / 或 ./ 开头`,
  }
}

function isPath(text: string): boolean {
  return /^(?:file:|\.{1,2}[\\/]|[\\/]|[A-Za-z]:[\\/])/.test(text)
}

/** An empty line selects the hosts found. `n`, or three invalid answers, select none. */
function offerHosts(
  call: CommandCall,
  found: readonly FoundHost[],
  others: readonly Host[],
  context: InstallContext,
): readonly Host[] {
  const { terminal, language } = call
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
  say(call, { en: 'For any other agent, only if you choose it:', zh: '供其他 Agent 使用，仅在选择后安装：' })
  printNumbered(
    terminal,
    others.map((host) => `${host.name}${isIn(host) ? `  (${installed})` : ''}`),
    found.length,
  )
  const hosts = [...found.map(({ host }) => host), ...others]
  const names = hosts.map((host) => [host.id, ...host.aliases])
  const every = found.length === 1 ? '1' : `1–${found.length}`
  const question = {
    en: `Install for (Enter for ${every}, numbers such as 1,${hosts.length}, n for none): `,
    zh: `安装到哪些？（回车为 ${every}，或输入编号，如 1,${hosts.length}；n 表示都不装）：`,
  }
  const chosen = askUntil(call, question, (answer) => {
    if (answer === '') return [...found.keys()]
    return answer === undefined || NO.includes(answer) ? [] : placesIn(answer, names)
  })
  return hosts.filter((_, at) => chosen?.includes(at))
}

const NO = ['n', 'no', 'none', '0', 'q', '不', '不用', '否', '取消']

function shortened(path: string, { root, home }: InstallContext): string {
  if (root !== undefined && path.startsWith(root + sep)) return relative(root, path)
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}
