/** `memory-bank install` without a name, at a terminal: every host that was found, and the person says which. */

import { relative, sep } from 'node:path'
import type { Language } from '../core/language.ts'
import type { Host } from '../flows/host.ts'
import type { FoundHost } from '../flows/install.ts'
import type { InstallContext } from '../flows/install-context.ts'
import { placesIn, printNumbered } from './pick.ts'
import { paint, type Terminal } from './terminal.ts'

/** What was chosen: those found for an empty line, none for a no or for three answers that mean nothing here. */
export function offerHosts(
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
