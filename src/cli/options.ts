/** Options shared by several commands. */

import type { CommandOptions, Option } from './command.ts'

export const COMMON: CommandOptions = {
  project: value('dir', 'run in this project', '在此项目中运行', { short: 'C' }),
  lang: value('zh|en', 'language of the bank and of messages', 'Memory Bank 与提示信息的语言', {
    choices: ['zh', 'en'],
  }),
  json: flag('print JSON that follows a published schema', '按公开的 schema 输出 JSON'),
  help: flag('show this help', '显示帮助', 'h'),
}

export const ASKING: CommandOptions = {
  yes: flag('apply without asking', '不询问，直接执行', 'y'),
  'dry-run': flag('show the plan, change nothing', '只显示计划，不做改动'),
}

export const WRITING: CommandOptions = {
  ...ASKING,
  diff: flag('show every change as a diff', '以 diff 显示每处改动'),
}

/** Without `--diff`: install always shows its plan as a diff. */
export const INSTALLING: CommandOptions = {
  user: flag('your own settings, for all projects', '用户级配置（所有项目）'),
  ...ASKING,
}

export const CONFLICTS: CommandOptions = {
  'on-conflict': value(
    'choice',
    'if a person edited a section: keep | overwrite | append',
    '有人手动修改过的章节：keep | overwrite | append',
    { choices: ['keep', 'overwrite', 'append'] },
  ),
}

/** Fields of an entry. */
export const ENTRY: CommandOptions = {
  title: field('the decision, the question, or the title', '决策、问题或标题'),
  text: field('the text, conclusion first', '内容，先写结论'),
  why: field('decision: why', '决策：原因'),
  'given-up': field('decision: rejected alternatives', '决策：放弃的方案'),
  'applies-to': field('decision: where it applies', '决策：适用范围'),
  'not-for': field('decision: where it does not apply', '决策：不适用于'),
  replaces: field('decision, focus, tech: the entry it replaces', '决策、焦点、技术：取代哪一条'),
  symptom: field('learning: symptom', '经验：症状'),
  'root-cause': field('learning: root cause', '经验：根因'),
  solution: field('learning: solution', '经验：解决方案'),
  prevention: field('learning: prevention', '经验：预防措施'),
  type: field('learning: bug, performance, integration', '经验：bug、performance、integration'),
  acceptance: field('requirement: acceptance criteria', '需求：验收标准'),
  status: field('requirement: Proposed … Deprecated', '需求：Proposed … Deprecated'),
  state: field('progress: doing, next, blocked, done', '进度：doing、next、blocked、done'),
  section: field('tech: Stack, Commands, Structure …', '技术：Stack、Commands、Structure 等'),
  pointer: field('answer: the file with the details', '快速答案：详情所在的文件'),
  date: field('the date, if not today', '日期，默认今天'),
  evidence: { ...field('source of the claim (repeatable)', '依据（可重复）'), isRepeated: true },
  from: value('file', 'read entries as JSON from a file, or - for standard input', '从 JSON 文件读取，- 为标准输入'),
}

/** A switch. */
export function flag(en: string, zh: string, short?: string): Option {
  return { about: { en, zh }, ...(short === undefined ? {} : { short }) }
}

/** An option with a value. The help shows `name` for the value. */
export function value(name: string, en: string, zh: string, more: Partial<Option> = {}): Option {
  return { value: name, about: { en, zh }, ...more }
}

function field(en: string, zh: string): Option {
  return value('text', en, zh)
}
