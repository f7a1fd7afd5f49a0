/** A proof as a person reads it: what was tried, what was seen. */

import type { Language } from '../../core/language.ts'
import type { Proof } from '../../flows/prove.ts'
import type { Terminal } from '../terminal.ts'
import { paint } from './paint.ts'

export function renderProof(proof: Proof, language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const sign = (good: boolean) => (good ? colour.green('✓') : colour.red('✗'))
  const name = `${proof.host} ${proof.version ?? ''}`.trim()
  const head = proof.proven
    ? {
        en: `Proven: ${name} refuses (${proof.seconds} s, ${proof.plugin}).`,
        zh: `已验证：${name} 会拒绝（${proof.seconds} 秒，${proof.plugin}）。`,
      }
    : {
        en: `Not proven: ${name} did not refuse as it should (${proof.seconds} s, ${proof.plugin}).`,
        zh: `未通过：${name} 没有按预期拒绝（${proof.seconds} 秒，${proof.plugin}）。`,
      }
  const lines = [`${sign(proof.proven)} ${colour.bold(head[language])}`]
  if (!proof.started) return [...lines, `  ${silent(proof)[language]}`, ...indented(proof.said)].join('\n')
  const ordinary = proof.ordinary
    ? { en: 'an ordinary file was written', zh: '普通文件可以写入' }
    : { en: 'an ordinary file was not written: the host’s tools do not work', zh: '普通文件未能写入：宿主工具不可用' }
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

function silent(proof: Proof): Readonly<Record<Language, string>> {
  return proof.ending === 'timed-out'
    ? { en: 'It asked the model nothing and was ended. It said:', zh: '它没有请求模型，已被结束。输出：' }
    : { en: 'It ended without asking the model anything. It said:', zh: '它没有请求模型就退出了。输出：' }
}

function next(proof: Proof): Readonly<Record<Language, string>> {
  return {
    en: `The plugin did not load. Install the package again, then: memory-bank doctor --prove ${proof.host}`,
    zh: `插件没有加载。请重新安装该包，再运行：memory-bank doctor --prove ${proof.host}`,
  }
}

function indented(text: string): readonly string[] {
  return text.split('\n').map((line) => `    ${line}`)
}
