/** Shared by init, install and doctor: finds hosts, changes their settings, asks whether to trust the repository. */

import { homedir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { lineCounts } from '../bank/file-diff.ts'
import type { Change } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import { ok, type Result } from '../base/result.ts'
import { maskSecrets } from '../secrets/mask.ts'
import type { Host } from '../setup/host.ts'
import { carryOutSetup, detectedHosts, type SetupProposal } from '../setup/install.ts'
import { findInstallContext, type InstallContext } from '../setup/install-context.ts'
import type { Workspace } from '../verbs/open-bank.ts'
import { trust } from '../verbs/trust.ts'
import { agrees, canAsk } from './ask.ts'
import { diffOf } from './change-text.ts'
import { type CommandCall, type Ending, misused } from './command.ts'
import { confirmChange } from './confirm-and-apply.ts'
import { unknownName } from './parse-call.ts'
import { paint, type Terminal } from './terminal.ts'

export interface FoundHosts {
  readonly all: readonly Host[]
  readonly detected: readonly Host[]
  readonly unconnected: readonly Host[]
}

/** Every host, loaded on demand. */
export async function allHosts(): Promise<readonly Host[]> {
  return (await import('../hosts/index.ts')).HOSTS
}

export function contextOf({ folder, env }: Pick<CommandCall, 'folder' | 'env'>): InstallContext {
  return findInstallContext({ folder, env, now: () => new Date(), node: process.execPath })
}

/** The hosts on this machine, and those without Memory Bank. */
export async function findHosts(call: CommandCall): Promise<FoundHosts> {
  const all = await allHosts()
  const context = contextOf(call)
  const detected = detectedHosts(all, context)
  const unconnected = detected.filter((host) => host.diagnose(context).installed.length === 0)
  return { all, detected, unconnected }
}

/** The hosts that a call names, by id or alias. */
export function namedHosts(call: CommandCall, all: readonly Host[]): Result<readonly Host[]> {
  const { operands } = call
  const isCalled = (host: Host, name: string) => [host.id, ...host.aliases].includes(name)
  const unknown = operands.find((name) => !all.some((host) => isCalled(host, name)))
  const ids = all.map(({ id }) => id)
  if (unknown !== undefined) return misused(call, unknownName({ en: 'agent', zh: ' Agent' }, unknown, ids))
  return ok(all.filter((host) => operands.some((name) => isCalled(host, name))))
}

interface SetupWords {
  /** Printed if nothing would change. */
  readonly nothing: Words
  /** Printed after the changes. */
  after(proposal: SetupProposal): readonly Words[]
}

/** Shows every settings file as a diff, asks, applies, and lists the files. */
export async function confirmSetup(
  call: CommandCall,
  proposed: Result<SetupProposal>,
  { nothing, after }: SetupWords,
): Promise<Ending> {
  if (!proposed.ok) return proposed
  const { plan, recovered, place, hosts } = proposed.value
  const { terminal, language } = call
  const { root } = contextOf(call)
  const notes = plan.notes.map((note) => note[language])
  const nameOf = (path: string) => short(join(place.bank, path), root)
  const diffs = () => plan.changes.flatMap((change) => diffText(change, nameOf, terminal) ?? []).join('\n')
  return confirmChange(call, {
    recovered,
    nothing: plan.changes.length === 0 ? [nothing[language], ...notes].join('\n') : undefined,
    preview: () => [diffs(), '', ...notes.map((note) => `  ${note}`)].join('\n').trimEnd(),
    diffs,
    kind: 'setup',
    report: () => ({
      intent: plan.intent,
      language,
      hosts,
      changes: plan.changes.map((change) => ({
        kind: change.kind,
        path: join(place.bank, change.path),
        ...lineCounts(change),
        diff: masked(diffOf(change, { colour: false }, (path) => path) ?? ''),
      })),
      notes,
    }),
    apply: () => carryOutSetup(proposed.value, new Date(), terminal.acted),
    after() {
      const done = plan.changes.flatMap(({ kind, path }) => {
        const words = DONE[kind]
        return words === undefined ? [] : [`${words[language]}: ${nameOf(path)}`]
      })
      return ['', ...done, '', ...after(proposed.value).map((words) => words[language])].join('\n').trimEnd()
    },
  })
}

const DONE: Readonly<Partial<Record<Change['kind'], Words>>> = {
  create: { en: 'Created', zh: '创建' },
  edit: { en: 'Updated', zh: '更新' },
  remove: { en: 'Removed', zh: '删除' },
}

function diffText(change: Change, nameOf: (path: string) => string, terminal: Terminal): string | undefined {
  if (change.kind === 'remove-folder') return `${paint(terminal).red('-')} ${nameOf(change.path)}${sep}`
  const diff = diffOf(change, terminal, nameOf)
  // Settings of other programs may hold API keys.
  return diff === undefined ? undefined : masked(diff).replaceAll('\r', '')
}

/** Masks secrets by their form, and the value of every property whose name suggests a secret. */
function masked(diff: string): string {
  return maskSecrets(diff).replace(
    /("[^"\n]*(?:key|token|secret|passw|auth|credential)[^"\n]*"\s*:\s*")((?:[^"\\\n]|\\.)+)(?=")/gi,
    (_, name: string) => `${name}***`,
  )
}

/** Relative to the project, or with ~ for the home folder. */
function short(path: string, root: string | undefined): string {
  if (root !== undefined && path.startsWith(root + sep)) return relative(root, path)
  const home = homedir()
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}

/**
 * Asks whether to trust the repository (S39), at a terminal only. Other calls get a hint if the repository's settings
 * would weaken protection.
 */
export function askTrust(call: CommandCall, { trusted, config, project }: Workspace): void {
  const { terminal, switches } = call
  if (trusted || switches.has('dry-run') || switches.has('json')) return
  const weak = config.ignored.map(({ name, value }) => `${name}=${value}`).join(', ')
  if (!canAsk(call) || switches.has('yes')) {
    if (weak !== '') terminal.remark(mention(weak)[call.language])
    return
  }
  if (agrees(call, question(project.top, weak))) trust(call, 'remember')
}

function question(repository: string, weak: string) {
  return {
    en: `\nTrust ${repository}? Say yes if it is yours or your team's: all of its settings then apply${weak === '' ? '' : `, including ${weak}, which weakens protection`}. [y]es, [n]o: `,
    zh: `\n信任 ${repository} 吗？如果它属于你或你的团队，信任后其中的设置全部生效${weak === '' ? '' : `，包括会放宽保护的 ${weak}`}。 [y] 是，[n] 否：`,
  }
}

function mention(weak: string) {
  return {
    en: `Ignored settings of this repository that would weaken protection: ${weak}. If the repository is yours: memory-bank trust`,
    zh: `已忽略仓库自带的、会放宽保护的设置：${weak}。如果这是你的仓库：memory-bank trust`,
  }
}
