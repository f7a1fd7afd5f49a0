/** What each field of `memory-bank add` is for. */

import type { Words } from '../../core/language.ts'

export const ENTRY_OPTIONS: Readonly<Record<string, Words>> = {
  title: { en: 'what was decided, the question, or the title', zh: '决策、问题或标题' },
  text: { en: 'what it says, the conclusion first', zh: '内容，先写结论' },
  why: { en: 'decision: why', zh: '决策：原因' },
  'given-up': { en: 'decision: what was given up', zh: '决策：取舍' },
  'applies-to': { en: 'decision: where it applies', zh: '决策：适用范围' },
  'not-for': { en: 'decision: where it does not', zh: '决策：不适用' },
  replaces: { en: 'decision, focus: what it replaces', zh: '决策、焦点：取代哪一条' },
  symptom: { en: 'learning: symptom', zh: '经验：症状' },
  'root-cause': { en: 'learning: root cause', zh: '经验：根因' },
  solution: { en: 'learning: solution', zh: '经验：解决方案' },
  prevention: { en: 'learning: prevention', zh: '经验：预防措施' },
  type: { en: 'learning: bug, performance, integration', zh: '经验：bug、performance、integration' },
  acceptance: { en: 'requirement: acceptance criteria', zh: '需求：验收标准' },
  status: { en: 'requirement: Proposed … Deprecated', zh: '需求：Proposed … Deprecated' },
  state: { en: 'progress: doing, next, blocked, done', zh: '进度：doing、next、blocked、done' },
  section: { en: 'tech: Stack, Commands, Structure …', zh: '技术：Stack、Commands、Structure 等' },
  pointer: { en: 'answer: the file that says more', zh: '快速答案：指向的文件' },
  date: { en: 'the day, if not today', zh: '日期，默认今天' },
  evidence: { en: 'what it rests on', zh: '依据' },
  from: { en: 'entries as JSON from a file, or - for standard input', zh: '从 JSON 文件读取，- 为标准输入' },
}
