/** Every command with what the help and the parser need. A command’s own file is loaded when it is called. Written by `node scripts/lists.mjs`. */

import type { ListedCommand } from '../command.ts'

// biome-ignore format: one row per member
export const COMMANDS: readonly ListedCommand[] = [
  { name: 'add', group: 'write', place: 1, about: { en: 'add a decision, a learning, a requirement …', zh: '写入决策、经验、需求等' }, load: async () => (await import('./add.ts')).add },
  { name: 'check', group: 'bank', place: 4, about: { en: 'find problems in the bank; exits 1 if there are any', zh: '检查 Memory Bank；有问题时退出码为 1' }, load: async () => (await import('./check.ts')).check },
  { name: 'completion', group: 'setup', place: 4, about: { en: 'print a shell completion script', zh: '输出 shell 补全脚本' }, load: async () => (await import('./completion.ts')).completion },
  { name: 'dashboard', group: 'write', place: 9, about: { en: 'review proposals, read, search and undo on a local page', zh: '在本机页面中处理提议、阅读、搜索与撤销' }, load: async () => (await import('./dashboard.ts')).dashboard },
  { name: 'doctor', group: 'setup', place: 3, about: { en: 'diagnose the installation; exits 1 if something is wrong', zh: '诊断安装与运行状况；有问题时退出码为 1' }, load: async () => (await import('./doctor.ts')).doctor },
  { name: 'edit', group: 'write', place: 2, about: { en: 'change an entry, in $EDITOR or by flags', zh: '修改条目（用 $EDITOR 或参数）' }, load: async () => (await import('./entry.ts')).edit },
  { name: 'done', group: 'write', place: 3, about: { en: 'mark a progress or focus item as done', zh: '把进度或焦点标记为完成' }, load: async () => (await import('./entry.ts')).done },
  { name: 'remove', group: 'write', place: 4, about: { en: 'remove an entry and the links to it (can be undone)', zh: '移除条目及指向它的链接（可撤销）' }, load: async () => (await import('./entry.ts')).remove },
  { name: 'history', group: 'write', place: 8, about: { en: 'list past changes, newest first; with an id, show the diff', zh: '列出改动历史；给出编号时显示 diff' }, load: async () => (await import('./history.ts')).history },
  { name: 'undo', group: 'write', place: 7, about: { en: 'undo the last change, or the one with this id', zh: '撤销最近一次（或指定的）改动' }, load: async () => (await import('./history.ts')).undo },
  { name: 'import', group: 'bank', place: 8, about: { en: 'import notes of Cline, Cursor, Serena, CLAUDE.md …', zh: '导入 Cline、Cursor、Serena、CLAUDE.md 等的记忆' }, load: async () => (await import('./import.ts')).importCommand },
  { name: 'install', group: 'setup', place: 1, about: { en: 'add Memory Bank to the settings of your agents', zh: '把 Memory Bank 写入 Agent 的配置' }, load: async () => (await import('./install.ts')).install },
  { name: 'uninstall', group: 'setup', place: 2, about: { en: 'remove it and restore the settings byte for byte', zh: '从配置中移除，逐字节恢复原样' }, load: async () => (await import('./install.ts')).uninstall },
  { name: 'judge', group: 'agents', place: 1, about: { en: 'replay events (JSON lines on stdin) through the guard', zh: '用守卫引擎回放事件（从 stdin 逐行读取 JSON）' }, load: async () => (await import('./judge.ts')).judge },
  { name: 'learn', group: 'ask', place: 5, about: { en: 'list the sources an agent should study to learn the project', zh: '列出 Agent 了解项目时应当研究的内容' }, load: async () => (await import('./learn.ts')).learn },
  { name: 'list', group: 'ask', place: 4, about: { en: 'list the entries by kind, with id, date and doubts', zh: '按类型列出条目（编号、日期、存疑）' }, load: async () => (await import('./list.ts')).list },
  { name: 'mcp', group: 'agents', place: 2, about: { en: 'start the MCP server for an AI client', zh: '启动供 AI 客户端使用的 MCP 服务器' }, load: async () => (await import('./mcp.ts')).mcp },
  { name: 'merge-driver', group: 'agents', place: 9, about: { en: 'merge one file of the bank for git (registered by install git)', zh: '为 git 合并 Memory Bank 的一个文件（由 install git 登记）' }, isHidden: true, load: async () => (await import('./merge-driver.ts')).mergeDriver },
  { name: 'opening', group: 'ask', place: 6, about: { en: 'print the opening of a session, exactly as it is sent', zh: '输出会话开场，与实际发送的内容一致' }, load: async () => (await import('./opening.ts')).opening },
  { name: 'proposals', group: 'write', place: 6, about: { en: 'review what agents have proposed', zh: '查看并处理 Agent 的提议' }, load: async () => (await import('./proposals.ts')).proposals },
  { name: 'recall', group: 'ask', place: 1, about: { en: 'show the entries that match a question', zh: '显示与问题匹配的条目' }, load: async () => (await import('./recall.ts')).recall },
  { name: 'search', group: 'ask', place: 2, about: { en: 'list the entries that match a question, best first', zh: '按相关度列出匹配的条目' }, load: async () => (await import('./recall.ts')).search },
  { name: 'read', group: 'ask', place: 3, about: { en: 'print one file of the bank, within the reading budget', zh: '在读取预算内输出一个文件' }, load: async () => (await import('./recall.ts')).read },
  { name: 'init', group: 'bank', place: 1, about: { en: 'create a memory bank for this project (same as refresh)', zh: '为项目创建 Memory Bank（等同 refresh）' }, load: async () => (await import('./refresh.ts')).init },
  { name: 'refresh', group: 'bank', place: 2, about: { en: 'create, upgrade, migrate or update the bank', zh: '创建、升级、迁移或更新 Memory Bank' }, load: async () => (await import('./refresh.ts')).refresh },
  { name: 'index', group: 'bank', place: 5, about: { en: 'update the index files', zh: '更新索引文件' }, load: async () => (await import('./refresh.ts')).index },
  { name: 'archive', group: 'bank', place: 6, about: { en: 'move finished items out of progress and focus', zh: '归档已完成的条目' }, load: async () => (await import('./refresh.ts')).archive },
  { name: 'resolve', group: 'bank', place: 7, about: { en: 'resolve merge conflicts in the bank, entry by entry', zh: '逐条解决 Memory Bank 的合并冲突' }, load: async () => (await import('./resolve.ts')).resolve },
  { name: 'review', group: 'write', place: 5, about: { en: 'keep or undo unconfirmed changes and answer proposals, one by one', zh: '逐条处理未确认的改动与待确认的提议' }, load: async () => (await import('./review.ts')).review },
  { name: 'status', group: 'bank', place: 3, about: { en: 'show the state of the bank and the next step', zh: '查看概览与下一步' }, load: async () => (await import('./status.ts')).status },
  { name: 'trust', group: 'setup', place: 5, about: { en: "trust this repository's settings", zh: '信任此仓库的设置' }, load: async () => (await import('./trust.ts')).trust },
  { name: 'usage', group: 'ask', place: 7, about: { en: 'show which entries agents read and act on', zh: '查看 Agent 读取和依据了哪些条目' }, load: async () => (await import('./usage.ts')).usage },
]
