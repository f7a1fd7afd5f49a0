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

const ASKING: Readonly<Record<string, Option>> = {
  yes: { short: 'y', about: { en: 'apply without asking', zh: '不询问，直接执行' } },
  'dry-run': { about: { en: 'show the plan, change nothing', zh: '只显示计划，不做改动' } },
}

export const WRITING: Readonly<Record<string, Option>> = {
  ...ASKING,
  diff: { about: { en: 'show every change as a diff', zh: '以 diff 显示每处改动' } },
}

/** The plan is always shown whole, so there is no `diff` to ask for. */
export const INSTALLING: Readonly<Record<string, Option>> = {
  user: { about: { en: 'your own settings, for all projects', zh: '用户级配置（所有项目）' } },
  ...ASKING,
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

/** The fields of an entry; what each is for is told in the help (render/entry-options.ts), which alone needs it. */
export const ENTRY: Readonly<Record<string, Option>> = Object.fromEntries(
  'title text why given-up applies-to not-for replaces symptom root-cause solution prevention type acceptance status state section pointer date evidence from'
    .split(' ')
    .map((name) => [name, { value: name === 'from' ? 'file' : 'text' }]),
)
