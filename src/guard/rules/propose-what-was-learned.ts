/** The session has shown something worth keeping: the model is reminded once to propose it (S40). */

import type { Words } from '../../core/language.ts'
import { bankWrites } from '../bank-writes.ts'
import { dueSignal } from '../reminder.ts'
import type { Rule } from '../rule.ts'
import type { SignalKind } from '../signals/signal.ts'

const ID = 'propose-what-was-learned'

export const proposeWhatWasLearned: Rule = {
  id: ID,
  order: 210,
  force: 'turn',
  check({ state, facts, policy }) {
    const signal = dueSignal(state)
    // Said already in this turn, what came up since waits for the next. A call that writes the bank does what we ask for.
    if (signal === undefined || state.saidThisTurn.has(ID) || bankWrites(facts).length > 0) return undefined
    if (policy.readRequired() === undefined) return undefined
    // What shows itself in a change goes with it.
    if (facts.kind === 'shell' && facts.takesBack === true && signal.called === true) return undefined
    const { en, zh } = WHAT[signal.kind]
    return {
      en: `${en} When the task is done, propose it once with memory_propose (or a 💾 line), unless the bank already says it; write nothing before the user agrees.`,
      zh: `${zh}任务完成后，如果 Memory Bank 里还没有，请用 memory_propose（或一段 💾）提议一次；用户同意之前不要写入。`,
      moments: [{ at: 'reminded' }],
      reminder: signal.kind,
    }
  },
}

const WHAT: Readonly<Record<SignalKind, Words>> = {
  decision: {
    en: 'A decision or convention was settled (details/patterns.md).',
    zh: '本会话确定了一项决策或约定（details/patterns.md）。',
  },
  requirement: {
    en: 'A requirement or acceptance criterion was settled (details/requirements/).',
    zh: '本会话明确了需求或验收标准（details/requirements/）。',
  },
  finding: {
    en: 'A cause or trap was found (details/learnings/: symptom, root cause, solution, prevention).',
    zh: '本会话查明了一个原因或坑（details/learnings/：现象、根因、解决、预防）。',
  },
  workflow: {
    en: 'A command or workflow of the project changed (details/tech.md).',
    zh: '项目的命令或流程有变化（details/tech.md）。',
  },
  tech: {
    en: "The project's dependencies or manifest changed (details/tech.md).",
    zh: '项目的依赖或清单有变化（details/tech.md）。',
  },
  focus: {
    en: 'Work was finished or its focus changed (MEMORY.md, Current Focus).',
    zh: '任务完成或焦点有变（MEMORY.md 的 Current Focus）。',
  },
  design: {
    en: 'A design was finished (details/design/, or a route to its document).',
    zh: '一份设计已完成（details/design/，或指向该文档的路由）。',
  },
  conflict: {
    en: 'The memory bank and the code disagree: a correction is due.',
    zh: 'Memory Bank 与代码不一致：需要更正。',
  },
}
