/** What init, install and doctor share: the hosts of this machine, the end of a change of settings, the question of trust. */

import { homedir } from 'node:os'
import { join, relative, sep } from 'node:path'
import type { Applied, Change } from '../base/change.ts'
import type { Language } from '../base/language.ts'
import type { Problem } from '../base/problem.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Host } from '../setup/host.ts'
import { detectedHosts, type SetupProposal } from '../setup/install.ts'
import { findInstallContext } from '../setup/install-context.ts'
import { trust } from '../verbs/trust.ts'
import type { Workspace } from '../verbs/workspace.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { lineCounts } from '../bank/file-diff.ts'
import { type Call, EXIT, type ExitCode } from './command.ts'
import { agree, canAsk, diffOf, isYes, notApplied } from './confirm-and-apply.ts'
import { report } from './open.ts'
import { paint, printJson } from './terminal.ts'

export interface FoundHosts {
  readonly all: readonly Host[]
  readonly detected: readonly Host[]
  readonly unconnected: readonly Host[]
}

/** The agents of this machine, and which of them are connected. */
export async function findHosts({ folder, env }: Call): Promise<FoundHosts> {
  const { HOSTS } = await import('../hosts/index.ts')
  const context = findInstallContext({ folder, env, now: () => new Date(), node: process.execPath })
  const detected = detectedHosts(HOSTS, context)
  const unconnected = detected.filter((host) => host.diagnose(context).installed.length === 0)
  return { all: HOSTS, detected, unconnected }
}

/** The hosts that a call names, by id or by another name. */
export function namedHosts({ operands, command }: Call, all: readonly Host[]): Result<readonly Host[]> {
  const isCalled = (host: Host, name: string) => [host.id, ...host.aliases].includes(name)
  const unknown = operands.find((name) => !all.some((host) => isCalled(host, name)))
  if (unknown !== undefined) return fail(noSuchHost(unknown, command, all))
  return ok(all.filter((host) => operands.some((name) => isCalled(host, name))))
}

function noSuchHost(name: string, command: string, all: readonly Host[]): Problem {
  const known = all.map((host) => host.id)
  return {
    code: 'usage',
    command,
    detail: {
      en: `There is no host '${name}'; choose ${known.join(', ')}.`,
      zh: `没有宿主 '${name}'，可选：${known.join('、')}。`,
    },
  }
}

export interface PendingSetup {
  readonly proposal: SetupProposal
  readonly language: Language
  /** The project's root, from which paths are shown shorter. */
  readonly root: string | undefined
  /** Printed if there is nothing to change. */
  readonly nothing: string
  apply(): Result<Applied>
  /** Printed after the changes were applied. */
  readonly after: readonly string[]
}

type Outcome = 'nothing' | 'planned' | 'not-confirmed' | 'applied'

/** Shows every settings file as a diff, asks, applies, and says what was done. */
export async function confirmSetup(call: Call, pending: PendingSetup): Promise<ExitCode> {
  const { language } = pending
  const { plan } = pending.proposal
  const { terminal, switches } = call
  const json = switches.has('json')
  const end = (outcome: Outcome, code: ExitCode, said: string, id?: string): ExitCode => {
    if (json) printSetup(call, pending, outcome, id)
    else if (said !== '') terminal.print(said)
    return code
  }
  if (plan.changes.length === 0)
    return end('nothing', EXIT.done, [pending.nothing, ...plan.notes.map((note) => note[language])].join('\n'))
  const diff = () => plan.changes.flatMap((change) => shown(change, pending, terminal) ?? []).join('\n')
  if (!json) terminal.print([diff(), '', ...plan.notes.map((note) => `  ${note[language]}`)].join('\n').trimEnd())
  if (switches.has('dry-run')) return end('planned', EXIT.done, '')
  if (!switches.has('yes') && !(terminal.interactive && !json && agree(call, language, diff))) {
    if (!json) terminal.remark(`\n${notApplied(terminal.interactive, call, language)}`)
    return end('not-confirmed', EXIT.notConfirmed, '')
  }
  const applied = pending.apply()
  if (applied.ok) call.terminal.acted()
  if (!applied.ok) return report(applied.problem, { ...call, language })
  const done = plan.changes.flatMap((change) => doneLine(change, pending) ?? [])
  return end('applied', EXIT.done, ['', ...done, '', ...pending.after].join('\n').trimEnd(), applied.value.id)
}

function shown(change: Change, pending: PendingSetup, terminal: Call['terminal']): string | undefined {
  if (change.kind === 'remove-folder')
    return `${paint(terminal).red('-')} ${short(absolute(change, pending), pending.root)}${sep}`
  const name = (path: string) => short(join(pending.proposal.place.bank, path), pending.root)
  const diff = diffOf(change, terminal, name)
  // The settings of other programs may hold their keys, which are not shown.
  return diff === undefined ? undefined : masked(diff).replaceAll('\r', '')
}

/** Masks secrets by their form, and values under names that promise one. */
function masked(diff: string): string {
  return maskSecrets(diff).replace(
    /("[^"\n]*(?:key|token|secret|passw|auth|credential)[^"\n]*"\s*:\s*")((?:[^"\\\n]|\\.)+)(?=")/gi,
    (_, name: string) => `${name}***`,
  )
}

function doneLine(change: Change, pending: PendingSetup): string | undefined {
  const { language } = pending
  const words = {
    create: { en: 'Created', zh: '创建' },
    edit: { en: 'Updated', zh: '更新' },
    remove: { en: 'Removed', zh: '删除' },
  }
  if (change.kind !== 'create' && change.kind !== 'edit' && change.kind !== 'remove') return undefined
  return `${words[change.kind][language]}: ${short(absolute(change, pending), pending.root)}`
}

function absolute(change: Change, pending: PendingSetup): string {
  return join(pending.proposal.place.bank, change.path)
}

/** As a person would write the path: from the project, or from home. */
function short(path: string, root: string | undefined): string {
  if (root !== undefined && path.startsWith(root + sep)) return relative(root, path)
  const home = homedir()
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}

function printSetup(call: Call, pending: PendingSetup, outcome: Outcome, id: string | undefined): void {
  const { proposal, language } = pending
  const { plan } = proposal
  const plain = { colour: false }
  printJson(call.terminal, 'setup', {
    outcome,
    ...(id === undefined ? {} : { id }),
    intent: plan.intent,
    language,
    hosts: proposal.hosts,
    changes: plan.changes.map((change) => ({
      kind: change.kind,
      path: absolute(change, pending),
      ...lineCounts(change),
      diff: masked(diffOf(change, plain, (path) => path) ?? ''),
    })),
    notes: plan.notes.map((note) => note[language]),
    recovered: proposal.recovered,
  })
}

/**
 * Asks whose repository this is (S39). Only a person at a terminal is asked. A script, `--yes` and an agent's shell are
 * told how a person would answer, where that matters.
 */
export function askTrust(call: Call, { trusted, config, project }: Workspace, language: Language): void {
  const { terminal, switches } = call
  if (trusted || switches.has('dry-run') || switches.has('json')) return
  const weak = config.ignored.map(({ name, value }) => `${name}=${value}`).join(', ')
  if (!canAsk(call) || switches.has('yes')) {
    if (weak !== '') terminal.remark(mention(weak)[language])
    return
  }
  if (isYes(terminal.ask(question(project.top, weak)[language]))) trust(call, 'remember')
}

function question(repository: string, weak: string) {
  return {
    en: `\nIs ${repository} your own repository, or your team's? Then all of its settings apply${weak === '' ? '' : `, also ${weak}, which weakens protection`}. [y]es, [n]o: `,
    zh: `\n${repository} 是你自己或你团队的仓库吗？如果是，其中的设置将全部生效${weak === '' ? '' : `，包括会放宽保护的 ${weak}`}。 [y] 是，[n] 不是：`,
  }
}

function mention(weak: string) {
  return {
    en: `Settings that came with this repository would weaken protection and do not apply: ${weak}. If it is yours: memory-bank trust`,
    zh: `随仓库而来的设置会放宽保护，因此不生效：${weak}。如果这是你的仓库：memory-bank trust`,
  }
}
