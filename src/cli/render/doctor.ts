/** A diagnosis as a person reads it, and a proof: what was tried, and what happened. */

import { stripVTControlCharacters } from 'node:util'
import type { Language, Words } from '../../core/language.ts'
import type { DoctorReport } from '../../flows/doctor.ts'
import type { Diagnosis } from '../../flows/host.ts'
import type { Proof } from '../../flows/prove.ts'
import { paint, type Terminal } from '../terminal.ts'

export function renderDoctor(
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

/** The last line: how many problems and warnings there are. */
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
        en: 'an ordinary file was not written: the tools of the host do not work',
        zh: '普通文件未能写入：宿主工具不可用',
      }
  lines.push(`  ${sign(proof.ordinary)} ${ordinary[language]}`)
  for (const attempt of proof.attempts) {
    const held = attempt.held ? { en: 'was not written', zh: '没有被写入' } : { en: 'WAS WRITTEN', zh: '被写入了' }
    const told = attempt.told
      ? { en: 'and the model was told why', zh: '且模型收到了原因' }
      : { en: 'and the model was not told by us', zh: '但模型没有收到我们的说明' }
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

/** In a terminal it may wait for an answer of a person's that we do not know of: then nothing was seen there, good or bad. */
export function isUnseen(proof: Proof): boolean {
  return proof.interface === 'terminal' && !proof.started
}

function unseen(name: string): Words {
  return {
    en: `Not seen in a terminal: ${name} waited there for something else and never called the model. Its screen:`,
    zh: `未能在终端界面中验证：${name} 在等待其他操作，没有调用模型。屏幕内容：`,
  }
}

/** What stood on a screen, without what moves and colours it. */
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
      en: `Something in your settings or environment keeps the plugin, or a part of it, from running; the findings above name what we know of. Then: memory-bank doctor --prove ${proof.host}`,
      zh: `你的配置或环境使插件（或其一部分）没有运行；已知原因见上方各项。处理后再运行：memory-bank doctor --prove ${proof.host}`,
    }
  return {
    en: `The plugin did not load. Install the package again, then: memory-bank doctor --prove ${proof.host}`,
    zh: `插件没有加载。请重新安装该包，再运行：memory-bank doctor --prove ${proof.host}`,
  }
}

function indented(text: string): readonly string[] {
  return text.split('\n').map((line) => `    ${line}`)
}
