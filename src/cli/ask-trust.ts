/**
 * The question of its own that refresh and install ask (S39): whose repository is this? It is asked of a person at a
 * terminal only; a script, `--yes` and an agent's shell are told how a person would say it, where that matters.
 */

import type { Language } from '../core/language.ts'
import { trust } from '../flows/trust.ts'
import type { Workspace } from '../flows/workspace.ts'
import type { Call } from './command.ts'
import { canAsk, isYes } from './confirm-and-apply.ts'

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
