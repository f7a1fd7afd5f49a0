/** `memory-bank check`: findings for people, scripts and CI, and the plan that fixes what is safe to fix. */

import type { Command } from '../command.ts'
import { CONFLICTS, WRITING } from '../options.ts'

export const check: Command = {
  name: 'check',
  group: 'bank',
  place: 4,
  about: {
    en: 'find problems in the bank; exits 1 if there are any',
    zh: '检查 Memory Bank；有问题时退出码为 1',
  },
  operands: '',
  mostOperands: 0,
  options: {
    fix: { about: { en: 'plan and apply the fixes that are safe', zh: '自动修复可安全修复的问题（先显示计划）' } },
    ...WRITING,
    ...CONFLICTS,
    since: {
      value: 'ref',
      about: { en: 'only check what changed since this git ref', zh: '只检查自该 git 引用以来的改动' },
    },
    merge: {
      value: 'ref',
      about: {
        en: 'after merging this git ref: is everything of both sides still there?',
        zh: '合并该 git 引用之后：双方的内容是否都在？',
      },
    },
    strict: { about: { en: 'exit 1 on warnings too', zh: '有警告时退出码也为 1' } },
    'max-warnings': { value: 'n', about: { en: 'allow at most this many warnings', zh: '最多允许的警告数' } },
    quiet: { short: 'q', about: { en: 'show errors only', zh: '只显示错误' } },
    sarif: { about: { en: 'print SARIF 2.1.0', zh: '输出 SARIF 2.1.0' } },
    github: {
      about: {
        en: 'print GitHub annotations (default in GitHub Actions)',
        zh: '输出 GitHub 注解（GitHub Actions 中默认启用）',
      },
    },
    comment: {
      about: {
        en: 'with --since: what the branch does to the memory, as Markdown for a pull request',
        zh: '与 --since 一起使用：以 Markdown 说明该分支对记忆的改动，供拉取请求使用',
      },
    },
    explain: { value: 'rule', about: { en: 'explain a rule: what it asks, and why', zh: '说明某条规则的要求与理由' } },
  },
  examples: [
    'memory-bank check',
    'memory-bank check --fix',
    'memory-bank check --since main --strict',
    'memory-bank check --merge feature',
  ],
  agent: { kind: 'without', options: ['fix'] },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['check', 'plan'],
  run: async (call) => (await import('../run/check.ts')).check(call),
}
