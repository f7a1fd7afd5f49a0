/**
 * A bank as memory-bank-skill's own v7.1 template and its users make it: headings with remarks, decision tables of three
 * columns in many sections, indexes of other forms, a number given twice.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Files, Sandbox } from './harness.ts'

const MEMORY = `# 打印店

<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->

## Project Snapshot
- **结论**: 打印店的接单服务

## Current Focus
> 更新于: 2026-02-13

- **当前焦点**: 发票
- **阻塞项**: 无

## Decision Highlights (Still Binding)

> 只保留"仍影响当前实现"的决策。

| 决策 | 日期 | 对实现的直接约束 |
|------|------|-----------------|
| 订单用事件存储 | 2026-02-01 | 写入只经 orders/log |

## Routing Rules（意图驱动）

| 意图 | 目标文件 |
|------|----------|
| 查看技术决策/约定 | \`memory-bank/details/patterns.md\` |
| 查找设计文档 | \`memory-bank/details/design/index.md\` |
| 查找需求文档 | \`memory-bank/details/requirements/index.md\` |
| 查找踩坑经验 | \`memory-bank/details/learnings/index.md\` |

## Drill-Down Protocol

1. 先用 MEMORY.md 给出结论

## Write Safety Rules

- 写入前必须确认

## Top Quick Answers

1. Q: 如何启动？
   A: npm start

<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
## 用户笔记
<!-- USER_BLOCK_END -->
`

const topic = (title: string, decision: string, day: string) =>
  `## ${title}\n\n| 决策 | 日期 | 原因 |\n|------|------|------|\n| ${decision} | ${day} | 见下文 |\n\n**说明**：一段文字。\n\n`
const PATTERNS = `# 技术决策与约定

<!-- MACHINE_BLOCK_START -->

${topic('订单存储', '订单用事件存储', '2026-02-01')}${topic('v6 队列', '队列用单个消费者', '2026-02-02')}**可靠性评估**：
| 方案 | 可靠性 |
|------|--------|
| 单个消费者 | ~95% |
| 两个消费者 | ~70% |

${topic('发票（2026-02-13）', '发票编号连续', '2026-02-13')}<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
## 用户笔记
<!-- USER_BLOCK_END -->
`

const long = (title: string) => `# ${title}\n\n${'一行说明。\n'.repeat(210)}`
const DESIGN_INDEX =
  '# 设计文档索引\n\n## 现行设计（v7.x）\n\n| 文档 | 说明 |\n|------|------|\n| [a.md](a.md) | 订单 |\n\n## 历史设计（Legacy）\n\n| 文档 | 说明 | 状态 |\n|------|------|------|\n| [b.md](b.md) | 队列 | v6.x |\n| [c.md](c.md) | 旧入口 | 未实现 |\n'
const REQUIREMENTS_INDEX =
  '# 需求池索引\n\n| 需求 | 说明 |\n|------|------|\n| [REQ-001-orders.md](REQ-001-orders.md) | 订单 |\n| [REQ-002-export.md](REQ-002-export.md) | 导出 |\n'

const BANK: Files = {
  'memory-bank/MEMORY.md': MEMORY,
  'memory-bank/details/patterns.md': PATTERNS,
  'memory-bank/details/design/a.md': long('订单'),
  'memory-bank/details/design/b.md': long('队列'),
  'memory-bank/details/design/c.md':
    '# 旧入口\n\n更新 `memory-bank/_index.md`，从 `active.md` 归档。\n\n```\n<memory-bank>\n</memory-bank>\n```\n',
  'memory-bank/details/design/index.md': DESIGN_INDEX,
  'memory-bank/details/requirements/REQ-001-orders.md':
    '# REQ-001: 订单\n\n> 创建于: 2026-01-02\n> 状态: 设计中 | 创建: 2026-01-02\n',
  'memory-bank/details/requirements/REQ-002-export.md': '# REQ-002: 导出\n\n> 创建于: 2026-03-02\n> 状态: **待实现**\n',
  'memory-bank/details/requirements/REQ-002-invoice.md': '# REQ-002: 发票\n\n> 创建于: 2026-02-13\n> 状态: 设计中\n',
  'memory-bank/details/requirements/index.md': REQUIREMENTS_INDEX,
  ...Object.fromEntries(
    ['one', 'two', 'three', 'four'].map((name) => [
      `memory-bank/details/learnings/2026-01-0${name.length}-${name}.md`,
      `# ${name}\n\n## 根因\n\n一句话。\n\n## 解决方案\n\n一句话。\n`,
    ]),
  ),
}

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.write(BANK)
  sandbox.git('init')
  sandbox.git('add', '.')
  sandbox.git('commit', '-m', 'bank')
})
afterEach(() => sandbox.remove())

const changed = () =>
  Object.fromEntries(
    sandbox
      .git('diff', '--numstat')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([added, removed, path]) => [path, `+${added} -${removed}`]),
  )

describe('a bank of memory-bank-skill', () => {
  test('one decision changes one row of patterns.md and one highlight [S5] [S7]', () => {
    const args = [
      'add',
      'decision',
      '发布走 CI',
      '--why',
      '本地漏步骤',
      '--given-up',
      '本地发布',
      '--applies-to',
      '发版',
    ]
    expect(sandbox.run([...args, '--date', '2026-03-01', '--yes']).code).toBe(0)
    expect(changed()).toEqual({ 'memory-bank/MEMORY.md': '+1 -0', 'memory-bank/details/patterns.md': '+1 -0' })
    const row = '| 发布走 CI | 2026-03-01 | 本地漏步骤；**取舍**：本地发布；**适用范围**：发版 |\n'
    expect(sandbox.read('memory-bank/details/patterns.md')).toContain(`2026-02-13 | 见下文 |\n${row}`)
    expect(sandbox.read('memory-bank/MEMORY.md')).toContain('|-----------------|\n| 发布走 CI | 2026-03-01 | 发版 |\n')
    // It has all its parts, and saying it again changes nothing.
    expect(sandbox.run(['add', ...args.slice(1), '--date', '2026-03-01', '--yes']).out).toContain('已有这条')
    expect(sandbox.run(['check', '--json']).out).not.toContain('发布走 CI')
  })

  test('a decision on the topic of a section enters its table [S43]', () => {
    const args = [
      'add',
      'decision',
      '订单存储用于报表',
      '--why',
      '一份数据',
      '--given-up',
      '副本',
      '--applies-to',
      '报表',
    ]
    expect(sandbox.run([...args, '--yes']).code).toBe(0)
    expect(sandbox.read('memory-bank/details/patterns.md')).toMatch(/2026-02-01 \| 见下文 \|\n\| 订单存储用于报表 /)
  })

  test('check reports what matters, in fewer than ten findings [S50]', () => {
    const { out } = sandbox.run(['check', '--json'])
    const findings: { rule: string; path: string; message: string }[] = JSON.parse(out).findings
    expect(findings.map(({ rule, path }) => `${rule} ${path.replace(/^.*\//, '')}`)).toEqual([
      'sizes a.md',
      'disguised-text c.md',
      expect.stringMatching(/^required-parts 2026/),
      'required-parts patterns.md',
      'duplicate-numbers REQ-002-invoice.md',
      'indexes index.md',
    ])
    expect(findings[0]?.message).toContain('另有 1 处：b.md')
    expect(findings[2]?.message).toContain('另有 3 处')
  })

  test('check --fix widens no table of another kind [S7]', () => {
    sandbox.run(['check', '--fix', '--yes'])
    expect(sandbox.read('memory-bank/details/patterns.md')).toContain('| 方案 | 可靠性 |\n|------|--------|\n')
  })

  test('refresh lists the one file no row names, and gives the later of two numbers the next one [S6] [S55]', () => {
    sandbox.run(['refresh', '--yes'])
    const read = (name: string) => sandbox.read(`memory-bank/details/${name}`)
    expect(read('design/index.md')).toBe(DESIGN_INDEX)
    expect(read('requirements/index.md')).toBe(
      `${REQUIREMENTS_INDEX.replaceAll('REQ-002-export', 'REQ-003-export')}| [REQ-002-invoice.md](REQ-002-invoice.md) | 发票 |\n`,
    )
    expect(read('requirements/REQ-003-export.md')).toContain('# REQ-003: 导出')
    expect(read('requirements/REQ-002-invoice.md')).toContain('# REQ-002: 发票')
    expect(sandbox.run(['check', '--json']).out).not.toMatch(/duplicate-numbers|"indexes"/)
    expect(sandbox.run(['refresh', '--dry-run']).out).not.toMatch(/^ {2}[~>+] /m)
  })
})

describe('beside memory-bank-skill', () => {
  const SETTINGS =
    '{\n  // mine\n  "plugin": ["other", "memory-bank-skill@7.4.3"],\n  "agent": {\n    "memory-reader": { "model": "a/b", "x-installed-by": "memory-bank-skill@7.4.3" },\n    "mine": { "model": "c/d" }\n  }\n}\n'
  const BLOCK = '<!-- BEGIN_MEMORY_BANK_KEY_TRIGGERS -->\\n### x\\n<!-- END_MEMORY_BANK_KEY_TRIGGERS -->'
  const THEIRS: Files = {
    'opencode.json': SETTINGS,
    '.opencode/oh-my-opencode.json': `{ "agents": { "sisyphus": { "prompt_append": "Mine.\\n${BLOCK}" } } }\n`,
    '.opencode/commands/memory-bank-refresh.md': '详见 `skills/memory-bank/references/writer.md`\n',
    '.opencode/skills/memory-bank/SKILL.md': '# Skill\n\n[writer.md](references/writer.md)\n',
    '.opencode/skills/memory-bank/references/writer.md': '# Writer\n',
    '.opencode/skills/mine/SKILL.md': '# Mine\n',
  }
  const theirs = () =>
    Object.fromEntries(
      Object.keys(THEIRS).flatMap((path) =>
        existsSync(join(sandbox.project, path)) ? [[path, sandbox.read(path)]] : [],
      ),
    )

  test('doctor and install name what doubles; its entries go and come back to the byte [S53]', () => {
    sandbox.write(THEIRS)
    const said = sandbox.run(['doctor', 'opencode']).out
    for (const part of ['memory-bank-skill@7.4.3', 'memory-reader', 'sisyphus', '命令', 'skill'])
      expect(said).toContain(part)
    expect(sandbox.run(['install', 'opencode', '--dry-run']).out).toContain('memory-bank uninstall memory-bank-skill')

    const dry = sandbox.run(['uninstall', 'memory-bank-skill', '--dry-run'])
    expect(dry.out).toContain('-  "plugin": ["other", "memory-bank-skill@7.4.3"],')
    expect(theirs()).toEqual(THEIRS)

    expect(sandbox.run(['uninstall', 'memory-bank-skill', '--yes']).code).toBe(0)
    expect(theirs()).toEqual({
      'opencode.json': '{\n  // mine\n  "plugin": ["other"],\n  "agent": {\n    "mine": { "model": "c/d" }\n  }\n}\n',
      '.opencode/oh-my-opencode.json': '{ "agents": { "sisyphus": { "prompt_append": "Mine." } } }\n',
      '.opencode/skills/mine/SKILL.md': '# Mine\n',
    })
    expect(sandbox.run(['doctor', 'opencode']).out).not.toContain('memory-bank-skill')

    expect(sandbox.run(['install', 'memory-bank-skill', '--yes']).code).toBe(0)
    expect(theirs()).toEqual(THEIRS)
  })

  test('a copy of our own skill and a command of the person’s own are left alone [S53]', () => {
    const own: Files = {
      '.opencode/commands/memory-bank-refresh.md': 'Mine: refresh.\n',
      '.opencode/skills/memory-bank/SKILL.md': '`memory_recall`, [writer.md](references/writer.md)\n',
    }
    sandbox.write(own)
    expect(sandbox.run(['uninstall', 'memory-bank-skill', '--yes']).out).toContain('配置中没有')
    for (const [path, text] of Object.entries(own)) expect(sandbox.read(path)).toBe(text)
  })
})
