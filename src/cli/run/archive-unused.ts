/** Runs `memory-bank archive --unused`: shows the plan, asks, carries it out. */

import { accept } from '../../consent/accept.ts'
import type { Words } from '../../core/language.ts'
import { proposeArchive } from '../../flows/archive-unused.ts'
import { GRACE_DAYS, LEAST_OFFERS } from '../../flows/usage.ts'
import type { Call } from '../command.ts'
import { confirmAndApply } from '../confirm-and-apply.ts'
import type { ExitCode } from '../exit-codes.ts'
import { languageOf, open } from '../open.ts'
import { report } from '../render/problem.ts'
import { remarkRecovery } from '../render/recovery.ts'

export async function archiveUnused(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  const spoken = { ...call, language: languageOf(call, workspace) }
  if (!workspace.ok) return report(workspace.problem, call)
  if (!call.switches.has('unused')) return report({ code: 'usage', command: 'archive', detail: ONLY_UNUSED }, spoken)
  const proposed = proposeArchive(workspace.value, call.language, call.operands)
  if (!proposed.ok) return report(proposed.problem, spoken)
  const { plan, bank, language } = proposed.value
  if (!call.switches.has('json')) remarkRecovery(bank.recovered, language, call.terminal)
  return confirmAndApply(spoken, {
    plan,
    language,
    recovered: bank.recovered,
    state: bank.state.kind,
    nothing: NOTHING[language],
    apply: () => accept({ plan }, workspace.value),
  })
}

const ONLY_UNUSED: Words = {
  en: 'Entries are named with --unused only; finished items are found by themselves.',
  zh: '只有 --unused 可以指定条目；已完成的条目会自动找出。',
}

const NOTHING: Words = {
  en: `Nothing to archive. A document is proposed once ${LEAST_OFFERS} sessions or more were offered it, the first ${GRACE_DAYS} days ago or longer, and none has read, cited or acted on it. See: memory-bank usage`,
  zh: `没有需要归档的文档。某文档在至少 ${LEAST_OFFERS} 个会话中提供过、首次提供已满 ${GRACE_DAYS} 天，且从未被读取、引用或依据时，才会提出归档。查看：memory-bank usage`,
}
