/** `memory-bank doctor`: diagnoses the installation, and tests that a host refuses forbidden writes. */

import { stripVTControlCharacters } from 'node:util'
import type { Language, Words } from '../../base/language.ts'
import { ok, type Result } from '../../base/result.ts'
import type { Diagnosis } from '../../setup/diagnosis.ts'
import { type DoctorReport, examine, repair } from '../../setup/doctor.ts'
import { proveGit } from '../../setup/examine-git.ts'
import type { Host } from '../../setup/host.ts'
import type { InstallContext } from '../../setup/install-context.ts'
import { driverProgram } from '../../setup/install-git.ts'
import type { Proof } from '../../setup/prove.ts'
import { hasTerminal, prove } from '../../setup/prove.ts'
import type { Workspace } from '../../verbs/open-bank.ts'
import { type Command, type CommandCall, type Ending, EXIT, misused } from '../command.ts'
import { anywhere } from '../in-project.ts'
import { flag, value } from '../options.ts'
import { allHosts, contextOf, namedHosts } from '../setup.ts'
import { paint, printJson, type Terminal } from '../terminal.ts'

export const doctor: Command = {
  name: 'doctor',
  group: 'setup',
  place: 3,
  about: {
    en: 'diagnose the installation; exits 1 if something is wrong',
    zh: '诊断安装与运行状况；有问题时退出码为 1',
  },
  operands: '[host | git]',
  mostOperands: 1,
  options: {
    fix: flag('repair the parts that Memory Bank manages', '修复由 Memory Bank 管理的部分'),
    prove: flag(
      'start the real agent with a scripted model and check that it refuses',
      '用脚本模型启动真实的 Agent，亲眼看它拒绝',
    ),
    'host-binary': value('path', 'agent program to use with --prove', '--prove 使用的 Agent 程序'),
  },
  examples: ['memory-bank doctor', 'memory-bank doctor --prove opencode'],
  agent: { kind: 'without', options: ['fix', 'host-binary'] },
  exits: ['done', 'failure', 'usage', 'notConfirmed'],
  json: ['doctor'],
  run: anywhere(run),
}

async function run(call: CommandCall, workspace: Result<Workspace>): Promise<Ending> {
  const all = await allHosts()
  const context = { ...contextOf(call), nodeVersion: process.versions.node }
  const { language } = call
  const isGit = call.operands[0] === 'git'
  const chosen = isGit ? ok([]) : hostsNamed(call, all)
  if (!chosen.ok) return chosen
  const fixed = call.switches.has('fix') ? repair(chosen.value, context) : []
  const examined = examine(chosen.value, context)
  const isProof = call.switches.has('prove')
  const found = isGit && isProof ? await withGitProof(examined, workspace, context) : examined
  const proven = isProof && !isGit ? await proofs(call, chosen.value, context, found) : ok([])
  if (!proven.ok) return proven

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

/** Adds the result of a test merge run by git. */
async function withGitProof(
  found: DoctorReport,
  workspace: Result<Workspace>,
  context: InstallContext,
): Promise<DoctorReport> {
  if (!workspace.ok) return found
  const seen = await proveGit(workspace.value, driverProgram(context))
  return { ...found, findings: [...found.findings, seen] }
}

/** The hosts named on the command line, else all hosts. */
function hostsNamed(call: CommandCall, all: readonly Host[]): Result<readonly Host[]> {
  const isNamed = call.operands.length > 0
  const named = namedHosts(call, isNamed && call.switches.has('prove') ? all.filter(hasProof) : all)
  return named.ok && !isNamed ? ok(all) : named
}

function hasProof(host: Host): boolean {
  return host.proof !== undefined
}

/** Tests the host named on the command line, else every host with Memory Bank in its settings. */
async function proofs(
  call: CommandCall,
  hosts: readonly Host[],
  context: InstallContext,
  found: DoctorReport,
): Promise<Result<readonly Proof[]>> {
  const isNamed = call.operands[0] !== undefined
  const chosen = hosts.filter((host) => hasProof(host) && (isNamed || folderOf(host, found) !== undefined))
  if (chosen.length === 0) return misused(call, nothingToProve(hosts))
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
        call.terminal.remark(noTerminal(host)[call.language])
        continue
      }
      call.terminal.remark(starting(host, way)[call.language])
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

/** The package folder that the host's settings name. */
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
    en: `Skipped ${host.name} in a terminal: \`script\` is not on the PATH.`,
    zh: `已跳过 ${host.name} 的终端界面验证：PATH 中没有 \`script\`。`,
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

function nothingToProve(hosts: readonly Host[]): Words {
  const known = hosts.find(hasProof)?.id ?? ''
  return {
    en: `Memory Bank is not installed in any agent here. Name one: memory-bank doctor --prove ${known}`,
    zh: `这里没有安装 Memory Bank 的 Agent。请指定一个：memory-bank doctor --prove ${known}`,
  }
}

function renderDoctor(
  found: DoctorReport,
  fixed: readonly Words[],
  proven: readonly Proof[],
  language: Language,
  terminal: Terminal,
): string {
  const colour = paint(terminal)
  const signs = { ok: colour.green('✓'), note: colour.dim('·'), warning: colour.yellow('!'), error: colour.red('✗') }
  const abouts: Readonly<Record<string, Words>> = {
    program: { en: 'Program', zh: '程序' },
    settings: { en: 'Settings', zh: '配置' },
    bank: { en: 'Bank', zh: 'Memory Bank' },
    state: { en: 'State', zh: '状态目录' },
  }
  const line = ({ about, level, what, next }: Diagnosis) =>
    [
      `${signs[level]} ${abouts[about]?.[language] ?? about}: ${what[language]}`,
      ...(next === undefined ? [] : [`    → ${next[language]}`]),
    ].join('\n')
  const count = (level: Diagnosis['level']) => found.findings.filter((finding) => finding.level === level).length
  const verdict = verdictOf(
    count('error') + proven.filter((proof) => !proof.proven && !isUnseen(proof)).length,
    count('warning'),
  )
  return [
    ...fixed.map((words) => `${colour.green('+')} ${words[language]}`),
    ...found.findings.map(line),
    ...proven.map((proof) => `\n${renderProof(proof, language, terminal)}`),
    '',
    colour.bold(verdict[language]),
  ].join('\n')
}

/** The last line of the report. */
function verdictOf(wrong: number, warnings: number): Words {
  if (wrong > 0) return { en: `${wrong} ${wrong === 1 ? 'problem' : 'problems'} found.`, zh: `发现 ${wrong} 个问题。` }
  if (warnings === 0) return { en: 'No problems found.', zh: '一切正常。' }
  return {
    en: `No errors, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`,
    zh: `没有错误，有 ${warnings} 条警告。`,
  }
}

function renderProof(proof: Proof, language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const sign = (good: boolean) => (good ? colour.green('✓') : colour.red('✗'))
  const name = `${proof.host} ${proof.version ?? ''}`.trim()
  const where = WHERE[proof.interface][proof.configuration]
  if (isUnseen(proof))
    return [`${colour.dim('·')} ${unseen(name)[language]}`, ...indented(plain(proof.said))].join('\n')
  const head = proof.proven
    ? {
        en: `Proven ${where.en}: ${name} refuses (${proof.seconds} s, ${proof.plugin}).`,
        zh: `已验证（${where.zh}）：${name} 会拒绝（${proof.seconds} 秒，${proof.plugin}）。`,
      }
    : {
        en: `Not proven ${where.en}: ${name} did not refuse as it should (${proof.seconds} s, ${proof.plugin}).`,
        zh: `未通过（${where.zh}）：${name} 没有按预期拒绝（${proof.seconds} 秒，${proof.plugin}）。`,
      }
  const lines = [`${sign(proof.proven)} ${colour.bold(head[language])}`]
  if (!proof.started) return [...lines, `  ${silent(proof)[language]}`, ...indented(proof.said)].join('\n')
  const ordinary = proof.ordinary
    ? { en: 'an ordinary file was written', zh: '普通文件可以写入' }
    : {
        en: 'an ordinary file was not written: the tools of the agent do not work',
        zh: '普通文件未能写入：Agent 的工具不可用',
      }
  lines.push(`  ${sign(proof.ordinary)} ${ordinary[language]}`)
  for (const attempt of proof.attempts) {
    const held = attempt.held ? { en: 'was not written', zh: '没有被写入' } : { en: 'WAS WRITTEN', zh: '被写入了' }
    const told = attempt.told
      ? { en: 'and the model was told why', zh: '且模型收到了原因' }
      : { en: 'but the model was not told why', zh: '但模型没有收到原因' }
    lines.push(
      `  ${sign(attempt.held && attempt.told)} ${attempt.tool} → ${attempt.target}: ${held[language]}${{ en: ', ', zh: '，' }[language]}${told[language]}`,
    )
  }
  if (!proof.proven) lines.push(`  → ${next(proof)[language]}`)
  return lines.join('\n')
}

const WHERE: Readonly<Record<Proof['interface'], Readonly<Record<Proof['configuration'], Words>>>> = {
  headless: {
    clean: { en: 'in a clean home', zh: '干净的主目录' },
    own: { en: 'in your configuration', zh: '你的配置' },
  },
  terminal: {
    clean: { en: 'in a terminal, in a clean home', zh: '终端界面，干净的主目录' },
    own: { en: 'in a terminal, in your configuration', zh: '终端界面，你的配置' },
  },
}

/** True if a host in a terminal waited for other input and never called the model. The test then proves nothing. */
function isUnseen(proof: Proof): boolean {
  return proof.interface === 'terminal' && !proof.started
}

function unseen(name: string): Words {
  return {
    en: `Not tested in a terminal: ${name} waited for other input and never called the model. Its screen:`,
    zh: `未能在终端界面中验证：${name} 在等待其他操作，没有调用模型。屏幕内容：`,
  }
}

/** The last lines of a screen, without control sequences. */
function plain(screen: string): string {
  return stripVTControlCharacters(screen)
    .replaceAll('\r', '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-12)
    .join('\n')
}

function silent(proof: Proof): Readonly<Record<Language, string>> {
  return proof.ending === 'timed-out'
    ? { en: 'It never called the model and was stopped. Its output:', zh: '它没有调用模型，已被终止。输出：' }
    : { en: 'It exited without calling the model. Its output:', zh: '它没有调用模型就退出了。输出：' }
}

function next(proof: Proof): Readonly<Record<Language, string>> {
  if (proof.configuration === 'own')
    return {
      en: `Your settings prevent the plugin from loading; see the warnings above. Then: memory-bank doctor --prove ${proof.host}`,
      zh: `你的配置使插件未能加载，见上方警告。处理后再运行：memory-bank doctor --prove ${proof.host}`,
    }
  return {
    en: `The plugin did not load. Reinstall the package, then: memory-bank doctor --prove ${proof.host}`,
    zh: `插件没有加载。请重新安装该包，再运行：memory-bank doctor --prove ${proof.host}`,
  }
}

function indented(text: string): readonly string[] {
  return text.split('\n').map((line) => `    ${line}`)
}
