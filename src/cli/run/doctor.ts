/** Runs `memory-bank doctor`. --fix repairs what is ours; --prove shows that a host refuses. */

import type { Words } from '../../core/language.ts'
import type { Problem } from '../../core/problem.ts'
import { fail, ok, type Result } from '../../core/result.ts'
import { type DoctorReport, examine, repair } from '../../flows/doctor.ts'
import type { Host } from '../../flows/host.ts'
import { findInstallContext, type InstallContext } from '../../flows/install-context.ts'
import type { Proof } from '../../flows/prove.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { namedHosts } from '../named-hosts.ts'
import { languageOf, open } from '../open.ts'
import { isUnseen, renderDoctor } from '../render/doctor.ts'
import { report } from '../render/problem.ts'
import { printJson } from '../terminal.ts'

export async function doctor(call: Call): Promise<ExitCode> {
  const { HOSTS: all } = await import('../../hosts/index.ts')
  const around = { folder: call.folder, env: call.env, now: () => new Date(), node: process.execPath }
  const context = { ...findInstallContext(around), nodeVersion: process.versions.node }
  const language = languageOf(call, open(call))
  const isGit = call.operands[0] === 'git'
  const chosen = isGit ? ok([]) : hostsNamed(call, all)
  if (!chosen.ok) return report(chosen.problem, { ...call, language })
  const fixed = call.switches.has('fix') ? repair(chosen.value, context) : []
  const examined = examine(chosen.value, context)
  const isProof = call.switches.has('prove')
  const found = isGit && isProof ? await withGitProof(examined, call, context) : examined
  const proven = isProof && !isGit ? await proofs({ ...call, language }, chosen.value, context, found) : ok([])
  if (!proven.ok) return report(proven.problem, { ...call, language })

  const errors = found.findings.filter((finding) => finding.level === 'error').length
  const isWell = errors === 0 && proven.value.every((proof) => proof.proven || isUnseen(proof))
  if (call.switches.has('json')) {
    printJson(call.terminal, 'doctor', {
      ok: isWell,
      errors,
      warnings: found.findings.filter((finding) => finding.level === 'warning').length,
      language,
      programVersion: found.version,
      nodeVersion: found.node,
      hosts: found.hosts,
      findings: found.findings.map(({ id, about, level, what, next }) => ({
        id,
        about,
        level,
        what: what[language],
        ...(next === undefined ? {} : { next: next[language] }),
      })),
      fixed: fixed.map((words) => words[language]),
      proofs: proven.value,
    })
  } else call.terminal.print(renderDoctor(found, fixed, proven.value, language, call.terminal))
  return isWell ? EXIT.done : EXIT.failure
}

/** With what a real merge by git shows. */
async function withGitProof(found: DoctorReport, call: Call, context: InstallContext): Promise<DoctorReport> {
  const workspace = open(call)
  if (!workspace.ok) return found
  const [{ proveGit }, { driverProgram }] = await Promise.all([
    import('../../flows/examine-git.ts'),
    import('../../flows/install-git.ts'),
  ])
  const seen = proveGit(workspace.value, driverProgram(context))
  return { ...found, findings: [...found.findings, seen] }
}

/** The host that was asked about, else all of them. */
function hostsNamed(call: Call, all: readonly Host[]): Result<readonly Host[]> {
  const isNamed = call.operands.length > 0
  const named = namedHosts(call, isNamed && call.switches.has('prove') ? all.filter(hasProof) : all)
  return named.ok && !isNamed ? ok(all) : named
}

function hasProof(host: Host): boolean {
  return host.proof !== undefined
}

/** The host named, else every one whose settings name us. */
async function proofs(
  call: Call,
  hosts: readonly Host[],
  context: InstallContext,
  found: DoctorReport,
): Promise<Result<readonly Proof[]>> {
  const isNamed = call.operands[0] !== undefined
  const chosen = hosts.filter((host) => hasProof(host) && (isNamed || folderOf(host, found) !== undefined))
  if (chosen.length === 0) return fail(nothingToProve(hosts))
  const { hasTerminal, prove } = await import('../../flows/prove.ts')
  const seen: Proof[] = []
  for (const host of chosen) {
    if (host.proof === undefined) continue
    const isInstalled = found.hosts.some((one) => one.id === host.id && one.installed.length > 0)
    const ways = [
      { own: undefined, interface: 'headless' },
      ...(isInstalled ? [{ own: context, interface: 'headless' } as const] : []),
      ...(host.proof.terminal === undefined
        ? []
        : [{ own: isInstalled ? context : undefined, interface: 'terminal' } as const]),
    ] as const
    for (const way of ways) {
      if (way.interface === 'terminal' && !hasTerminal(call.env)) {
        call.terminal.remark(noTerminal(host)[call.language ?? call.locale])
        continue
      }
      call.terminal.remark(starting(host, way)[call.language ?? call.locale])
      const proof = await prove(host, host.proof, {
        plugin: folderOf(host, found) ?? context.packageRoot,
        root: context.root,
        program: call.values.get('host-binary'),
        ...way,
        env: call.env,
        now: () => new Date(),
      })
      if (!proof.ok) return proof
      seen.push(proof.value)
    }
  }
  return ok(seen)
}

/** The package that this host's settings lead to. */
function folderOf(host: Host, found: DoctorReport): string | undefined {
  const examined = found.hosts.find((one) => one.id === host.id)
  return examined?.installed.find((entry) => entry.folder !== undefined)?.folder
}

interface Way {
  readonly own: InstallContext | undefined
  readonly interface: Proof['interface']
}

function noTerminal(host: Host): Words {
  return {
    en: `${host.name} is not seen in a terminal: there is no \`script\` on the PATH that could give it one.`,
    zh: `未在终端界面中验证 ${host.name}：PATH 中没有可提供终端的 \`script\`。`,
  }
}

function starting(host: Host, { own, interface: shown }: Way): Words {
  const terminal = shown === 'terminal' ? { en: ', in a terminal', zh: '（终端界面）' } : { en: '', zh: '' }
  const where =
    own === undefined
      ? { en: 'in a clean temporary home', zh: '干净的临时主目录' }
      : { en: 'in a temporary home with your own settings', zh: '带有你自己配置的临时主目录' }
  return {
    en: `Starting ${host.name} ${where.en}${terminal.en}, with a scripted model (usually under half a minute) …`,
    zh: `正在用${where.zh}和脚本模型启动 ${host.name}${terminal.zh}（通常不到半分钟）…`,
  }
}

function nothingToProve(hosts: readonly Host[]): Problem {
  const known = hosts.find(hasProof)?.id ?? ''
  return {
    code: 'usage',
    command: 'doctor',
    detail: {
      en: `memory-bank is not in the settings of any host here. Name one: memory-bank doctor --prove ${known}`,
      zh: `这里没有任何宿主配置了 memory-bank。请指定一个：memory-bank doctor --prove ${known}`,
    },
  }
}
