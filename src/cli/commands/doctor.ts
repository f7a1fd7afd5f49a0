/** `memory-bank doctor`: what keeps us from working here; with --fix, what is ours is mended; with --prove, a host is seen to refuse. */

import type { Language, Words } from '../../core/language.ts'
import type { Problem } from '../../core/problem.ts'
import { fail, ok, type Result } from '../../core/result.ts'
import { type DoctorReport, examine, repair } from '../../flows/doctor.ts'
import type { Diagnosis, Host } from '../../flows/host.ts'
import { findInstallContext, type InstallContext } from '../../flows/install-context.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import type { Proof } from '../../flows/prove.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { printJson } from '../render/json.ts'
import { paint } from '../render/paint.ts'
import { report } from '../render/problem.ts'
import { renderProof } from '../render/proof.ts'

export async function doctor(call: Call): Promise<ExitCode> {
  const { HOSTS: all } = await import('../../hosts/index.ts')
  const around = { folder: call.folder, env: call.env, now: () => new Date(), node: process.execPath }
  const context = { ...findInstallContext(around), nodeVersion: process.versions.node }
  const workspace = open(call)
  const language = workspace.ok ? spokenLanguage(call.language, workspace.value) : (call.language ?? call.locale)
  const chosen = hostsNamed(call, all)
  if (!chosen.ok) return report(chosen.problem, { ...call, language })
  const fixed = call.switches.has('fix') ? repair(chosen.value, context) : []
  const found = examine(chosen.value, context)
  const proven = call.switches.has('prove') ? await proofs({ ...call, language }, chosen.value, context, found) : ok([])
  if (!proven.ok) return report(proven.problem, { ...call, language })

  const errors = found.findings.filter((finding) => finding.level === 'error').length
  const isWell = errors === 0 && proven.value.every((proof) => proof.proven)
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
  } else call.terminal.print(render(found, fixed, proven.value, language, call))
  return isWell ? EXIT.done : EXIT.failure
}

/** The host that was asked about, else all of them. */
function hostsNamed(call: Call, all: readonly Host[]): Result<readonly Host[]> {
  const named = call.operands[0]
  if (named === undefined) return ok(all)
  const setup = all.find((one) => [one.id, ...one.aliases].includes(named))
  if (setup === undefined || (call.switches.has('prove') && setup.proof === undefined))
    return fail(noSuchHost(named, call.switches.has('prove') ? all.filter((one) => one.proof !== undefined) : all))
  return ok([setup])
}

/** The host named, else every one whose settings name us. */
async function proofs(
  call: Call,
  setups: readonly Host[],
  context: InstallContext,
  found: DoctorReport,
): Promise<Result<readonly Proof[]>> {
  const isNamed = call.operands[0] !== undefined
  const chosen = setups.filter(
    (setup) => setup.proof !== undefined && (isNamed || folderOf(setup, found) !== undefined),
  )
  if (chosen.length === 0) return fail(nothingToProve(setups))
  const { prove } = await import('../../flows/prove.ts')
  const seen: Proof[] = []
  for (const setup of chosen) {
    if (setup.proof === undefined) continue
    call.terminal.remark(starting(setup)[call.language ?? call.locale])
    const proof = await prove(setup, setup.proof, {
      plugin: folderOf(setup, found) ?? context.packageRoot,
      root: context.root,
      program: call.values.get('host-binary'),
      env: call.env,
      now: () => new Date(),
    })
    if (!proof.ok) return proof
    seen.push(proof.value)
  }
  return ok(seen)
}

/** The package that this host's settings lead to. */
function folderOf(setup: Host, found: DoctorReport): string | undefined {
  const host = found.hosts.find((one) => one.id === setup.id)
  return host?.installed.find((entry) => entry.folder !== undefined)?.folder
}

function render(
  found: DoctorReport,
  fixed: readonly Words[],
  proven: readonly Proof[],
  language: Language,
  call: Call,
): string {
  const colour = paint(call.terminal)
  const signs = { ok: colour.green('✓'), note: colour.dim('·'), warning: colour.yellow('!'), error: colour.red('✗') }
  const abouts: Readonly<Record<string, Words>> = {
    program: { en: 'Program', zh: '程序' },
    settings: { en: 'Settings', zh: '设置' },
    bank: { en: 'Bank', zh: '记忆库' },
    state: { en: 'State', zh: '状态目录' },
  }
  const line = ({ about, level, what, next }: Diagnosis) =>
    [
      `${signs[level]} ${abouts[about]?.[language] ?? about}: ${what[language]}`,
      ...(next === undefined ? [] : [`    → ${next[language]}`]),
    ].join('\n')
  const count = (level: Diagnosis['level']) => found.findings.filter((finding) => finding.level === level).length
  const verdict = verdictOf(count('error') + proven.filter((proof) => !proof.proven).length, count('warning'))
  return [
    ...fixed.map((words) => `${colour.green('+')} ${words[language]}`),
    ...found.findings.map(line),
    ...proven.map((proof) => `\n${renderProof(proof, language, call.terminal)}`),
    '',
    colour.bold(verdict[language]),
  ].join('\n')
}

/** What to make of it all: what keeps us from working, and what may. */
function verdictOf(wrong: number, warnings: number): Words {
  if (wrong > 0) return { en: `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`, zh: `有 ${wrong} 处问题。` }
  if (warnings === 0) return { en: 'Nothing is wrong.', zh: '一切正常。' }
  return {
    en: `No errors, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`,
    zh: `没有错误，有 ${warnings} 条警告。`,
  }
}

function starting(setup: Host): Words {
  return {
    en: `Starting ${setup.name} in a throw-away home with a scripted model (half a minute at most, mostly) …`,
    zh: `正在用临时主目录和脚本模型启动 ${setup.name}（通常不到半分钟）…`,
  }
}

function nothingToProve(setups: readonly Host[]): Problem {
  const known = setups.find((setup) => setup.proof !== undefined)?.id ?? ''
  return {
    code: 'usage',
    command: 'doctor',
    detail: {
      en: `No host's settings name memory-bank here. Name one: memory-bank doctor --prove ${known}`,
      zh: `这里没有宿主配置了 memory-bank。请指定：memory-bank doctor --prove ${known}`,
    },
  }
}

function noSuchHost(named: string, among: readonly Host[]): Problem {
  const known = among.map((setup) => setup.id)
  return {
    code: 'usage',
    command: 'doctor',
    detail: {
      en: `There is no host '${named}' here; known are ${known.join(', ')}.`,
      zh: `没有宿主 '${named}'，可选：${known.join('、')}。`,
    },
  }
}
