/** The options, each described once; help, parsing and completion all read these. */

import type { Option } from './command.ts'

export const COMMON: Readonly<Record<string, Option>> = {
  project: { short: 'C', value: 'dir', about: { en: 'work in this project', zh: '在此项目中工作' } },
  lang: {
    value: 'zh|en',
    choices: ['zh', 'en'],
    about: { en: 'language of the bank and of messages', zh: 'Memory Bank 与提示的语言' },
  },
  json: { about: { en: 'print JSON by a published schema', zh: '按公开的 schema 输出 JSON' } },
  help: { short: 'h', about: { en: 'show this help', zh: '显示帮助' } },
}

export const WRITING: Readonly<Record<string, Option>> = {
  yes: { short: 'y', about: { en: 'apply without asking', zh: '不询问，直接执行' } },
  'dry-run': { about: { en: 'show the plan, change nothing', zh: '只显示计划，不做改动' } },
  diff: { about: { en: 'show every change as a diff', zh: '以 diff 显示每处改动' } },
}

export const CONFLICTS: Readonly<Record<string, Option>> = {
  'on-conflict': {
    value: 'choice',
    choices: ['keep', 'overwrite', 'append'],
    about: {
      en: 'for a block edited by hand: keep | overwrite | append',
      zh: '机器区块被手动修改时：keep | overwrite | append',
    },
  },
}

export const UNDO_CONFLICTS: Readonly<Record<string, Option>> = {
  'on-conflict': {
    value: 'choice',
    choices: ['keep', 'overwrite'],
    about: {
      en: 'for a file changed since: keep it | overwrite it with the old text',
      zh: '文件此后被改动时：keep 保留 | overwrite 恢复旧内容',
    },
  },
}

/** The fields of an entry; which kind has which, `core/addition.ts` says. */
export const ENTRY: Readonly<Record<string, Option>> = {
  title: { value: 'text', about: { en: 'what was decided, the question, or the title', zh: '决策、问题或标题' } },
  text: { value: 'text', about: { en: 'what it says, the conclusion first', zh: '内容，先写结论' } },
  why: { value: 'text', about: { en: 'decision: why', zh: '决策：原因' } },
  'given-up': { value: 'text', about: { en: 'decision: what was given up', zh: '决策：取舍' } },
  'applies-to': { value: 'text', about: { en: 'decision: where it applies', zh: '决策：适用范围' } },
  'not-for': { value: 'text', about: { en: 'decision: where it does not', zh: '决策：不适用' } },
  replaces: { value: 'text', about: { en: 'decision, focus: what it replaces', zh: '决策、焦点：取代哪一条' } },
  symptom: { value: 'text', about: { en: 'learning: symptom', zh: '经验：症状' } },
  'root-cause': { value: 'text', about: { en: 'learning: root cause', zh: '经验：根因' } },
  solution: { value: 'text', about: { en: 'learning: solution', zh: '经验：解决方案' } },
  prevention: { value: 'text', about: { en: 'learning: prevention', zh: '经验：预防措施' } },
  type: {
    value: 'type',
    about: { en: 'learning: bug, performance, integration', zh: '经验：bug、performance、integration' },
  },
  acceptance: { value: 'text', about: { en: 'requirement: acceptance criteria', zh: '需求：验收标准' } },
  status: { value: 'status', about: { en: 'requirement: Proposed … Deprecated', zh: '需求：Proposed … Deprecated' } },
  state: {
    value: 'state',
    about: { en: 'progress: doing, next, blocked, done', zh: '进度：doing、next、blocked、done' },
  },
  section: {
    value: 'name',
    about: { en: 'tech: Stack, Commands, Structure …', zh: '技术：Stack、Commands、Structure 等' },
  },
  pointer: { value: 'path', about: { en: 'answer: the file that says more', zh: '快速答案：指向的文件' } },
  date: { value: 'day', about: { en: 'the day, if not today', zh: '日期，默认今天' } },
  evidence: { value: 'text', about: { en: 'what it rests on', zh: '依据' } },
  from: {
    value: 'file',
    about: { en: 'entries as JSON from a file, or - for standard input', zh: '从 JSON 文件读取，- 为标准输入' },
  },
}
