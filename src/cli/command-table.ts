/** Every command, in the order the help shows them; help, parsing and completion all read this. */

import { ADDITION_KINDS } from '../core/addition.ts'
import type { CommandSpec } from './command.ts'
import { CONFLICTS, ENTRY, INSTALLING, UNDO_CONFLICTS, WRITING } from './options.ts'

const STDIN = {
  about: {
    en: 'questions from standard input, one a line; one JSON object each',
    zh: '从标准输入逐行读取问题，每行输出一个 JSON',
  },
}

/** Every command, in the order the help shows them. */
export const COMMANDS = [
  {
    name: 'init',
    about: {
      en: 'give this project a memory bank (the same as refresh)',
      zh: '为项目建立 Memory Bank（等同 refresh）',
    },
    operands: '',
    mostOperands: 0,
    options: { ...WRITING, ...CONFLICTS },
    examples: ['memory-bank init', 'memory-bank init --dry-run --diff'],
  },
  {
    name: 'refresh',
    about: { en: 'make, upgrade, migrate or bring the bank up to date', zh: '初始化、升级、迁移或刷新' },
    operands: '',
    mostOperands: 0,
    options: { ...WRITING, ...CONFLICTS },
    examples: ['memory-bank refresh', 'memory-bank refresh --yes --on-conflict keep'],
  },
  {
    name: 'status',
    about: { en: 'the bank at a glance, and the next step', zh: '概览与下一步' },
    operands: '',
    mostOperands: 0,
    options: {},
    examples: ['memory-bank status', 'mb status --json'],
  },
  {
    name: 'check',
    about: {
      en: 'find what is wrong with the bank; exit 1 if something is',
      zh: '检查 Memory Bank；有问题时退出码为 1',
    },
    operands: '',
    mostOperands: 0,
    options: {
      fix: { about: { en: 'fix what is safe to fix, by a plan', zh: '按计划修复可安全修复的问题' } },
      ...WRITING,
      ...CONFLICTS,
      since: { value: 'ref', about: { en: 'only what changed since this git ref', zh: '只看自该 git 提交以来的改动' } },
      strict: { about: { en: 'warnings count as findings too', zh: '警告也计入结果' } },
      'max-warnings': { value: 'n', about: { en: 'so many warnings are allowed', zh: '允许的警告数' } },
      quiet: { short: 'q', about: { en: 'show errors only', zh: '只显示错误' } },
      sarif: { about: { en: 'print SARIF 2.1.0', zh: '输出 SARIF 2.1.0' } },
      github: {
        about: { en: 'print GitHub annotations (in Actions by itself)', zh: '输出 GitHub 注解（Actions 中自动）' },
      },
      explain: { value: 'rule', about: { en: 'what a rule asks, and why', zh: '规则的要求与理由' } },
    },
    examples: ['memory-bank check', 'memory-bank check --fix', 'memory-bank check --since main --strict'],
  },
  {
    name: 'recall',
    about: { en: 'what the bank says about a question, with evidence', zh: '就一个问题给出带证据的上下文' },
    operands: '"question"',
    mostOperands: 1,
    options: {
      yaml: { about: { en: 'print YAML by the same schema as JSON', zh: '按同一 schema 输出 YAML' } },
      stdin: STDIN,
    },
    examples: ['memory-bank recall "why did we leave Redux?"', 'memory-bank recall --json "支付超时怎么处理"'],
  },
  {
    name: 'search',
    about: { en: 'the sections that answer a question, best first', zh: '按相关度列出章节' },
    operands: '"question"',
    mostOperands: 1,
    options: {
      limit: { value: 'n', about: { en: 'at most so many (20)', zh: '最多条数（20）' } },
      stdin: STDIN,
    },
    examples: ['memory-bank search timeout', 'memory-bank search --stdin --json --limit 20 < questions.txt'],
  },
  {
    name: 'read',
    about: { en: 'one file of the bank within the reading budget', zh: '在预算内读取一个文件' },
    operands: '<path>',
    mostOperands: 1,
    options: {
      question: { value: 'text', about: { en: 'of a long file, what bears on this', zh: '长文件中与此相关的部分' } },
    },
    examples: ['memory-bank read details/patterns.md', 'memory-bank read details/tech.md --question deploy'],
  },
  {
    name: 'judge',
    about: {
      en: 'replay events (JSON lines on stdin) through the guard',
      zh: '用守卫引擎回放事件（stdin 的 JSON 行）',
    },
    operands: '',
    mostOperands: 0,
    options: {},
    examples: ['memory-bank judge --json < events.jsonl'],
  },
  {
    name: 'mcp',
    about: { en: 'serve an AI client over MCP', zh: '以 MCP 服务 AI 客户端' },
    operands: '',
    mostOperands: 0,
    options: {
      hooks: {
        value: 'host',
        choices: ['claude-code'],
        about: { en: "answer this host's hooks too", zh: '同时应答该宿主的 hook' },
      },
    },
    examples: ['memory-bank mcp -C ~/work/shop'],
  },
  {
    name: 'add',
    about: { en: 'write a decision, a learning, a requirement …', zh: '写入决策、经验、需求等' },
    operands: `${ADDITION_KINDS.join('|')} ["title"]`,
    mostOperands: 2,
    options: { ...ENTRY, ...WRITING, ...CONFLICTS },
    examples: [
      'memory-bank add decision "Use SQLite" --why "one file" --given-up Postgres --applies-to storage',
      'memory-bank add learning --help',
    ],
  },
  {
    name: 'proposals',
    about: { en: 'answer what agents proposed', zh: '处理 Agent 的提议' },
    operands: '[list|show|accept|reject|allow|disallow] [id|kind]',
    mostOperands: 21,
    options: {
      all: { about: { en: 'settled ones too', zh: '包括已处理的' } },
      ...WRITING,
      ...CONFLICTS,
    },
    examples: ['memory-bank proposals', 'memory-bank proposals accept p3f9k2', 'memory-bank proposals allow focus'],
  },
  {
    name: 'index',
    about: { en: 'bring the index files up to date', zh: '更新索引文件' },
    operands: '',
    mostOperands: 0,
    options: { ...WRITING, ...CONFLICTS },
    examples: ['memory-bank index'],
  },
  {
    name: 'archive',
    about: { en: 'move finished items out of progress and focus', zh: '归档已完成条目' },
    operands: '',
    mostOperands: 0,
    options: { ...WRITING, ...CONFLICTS },
    examples: ['memory-bank archive --dry-run'],
  },
  {
    name: 'undo',
    about: { en: 'take the last change back, or the one named', zh: '撤销最近一次（或指定的）改动' },
    operands: '[id]',
    mostOperands: 1,
    options: { ...WRITING, ...UNDO_CONFLICTS },
    examples: ['memory-bank undo', 'memory-bank undo 20261115-221731755-q8xv'],
  },
  {
    name: 'history',
    about: { en: 'what was changed, newest first; with an id, as a diff', zh: '改动历史；给出编号时显示 diff' },
    operands: '[id]',
    mostOperands: 1,
    options: {},
    examples: ['memory-bank history', 'memory-bank history 20261115-221731755-q8xv'],
  },
  {
    name: 'install',
    about: { en: 'put memory-bank into the settings of your agents', zh: '把 memory-bank 写入 Agent 的配置' },
    operands: '[opencode|claude|mcp …]',
    mostOperands: 3,
    options: {
      ...INSTALLING,
      deny: {
        about: {
          en: 'Claude Code: also its own rules against edits of the bank',
          zh: 'Claude Code：同时写入其自带的 deny 规则',
        },
      },
      from: { value: 'package', about: { en: 'name this package or path instead', zh: '改用此包名或路径' } },
      print: { about: { en: 'mcp: only print what to paste', zh: 'mcp：只输出可粘贴的配置' } },
    },
    examples: ['memory-bank install', 'memory-bank install opencode --user', 'memory-bank install mcp --print'],
  },
  {
    name: 'uninstall',
    about: { en: 'take it out again, every byte as before', zh: '从配置中移除，逐字节恢复原样' },
    operands: '[opencode|claude|mcp …]',
    mostOperands: 3,
    options: INSTALLING,
    examples: ['memory-bank uninstall', 'memory-bank uninstall claude --user --dry-run'],
  },
  {
    name: 'doctor',
    about: {
      en: 'what keeps memory-bank from working here; exit 1 if something does',
      zh: '诊断安装与运行状况；有问题时退出码为 1',
    },
    operands: '[host]',
    mostOperands: 1,
    options: {
      fix: { about: { en: 'repair what is ours', zh: '修复属于本工具的问题' } },
      prove: {
        about: {
          en: 'start the real host with a scripted model and see it refuse',
          zh: '用脚本模型启动真实宿主，验证它确实会拒绝',
        },
      },
      'host-binary': { value: 'path', about: { en: 'the host’s program, for --prove', zh: '--prove 使用的宿主程序' } },
    },
    examples: ['memory-bank doctor', 'memory-bank doctor --prove opencode'],
  },
  {
    name: 'completion',
    about: { en: 'print a completion script', zh: '输出补全脚本' },
    operands: 'bash|zsh|fish',
    mostOperands: 1,
    options: {},
    examples: ['source <(memory-bank completion bash)'],
  },
] as const satisfies readonly CommandSpec[]

export type CommandName = (typeof COMMANDS)[number]['name']
