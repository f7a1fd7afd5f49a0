/** `memory-bank install` and `uninstall`: our entries in the settings of agents. */

import type { Command } from '../command.ts'
import { INSTALLING } from '../options.ts'

export const install: Command = {
  name: 'install',
  group: 'setup',
  place: 1,
  about: { en: 'add memory-bank to the settings of your agents', zh: '把 memory-bank 写入 Agent 的配置' },
  operands: '[host … | git]',
  mostOperands: 20,
  options: {
    ...INSTALLING,
    deny: {
      about: {
        en: 'Claude Code: also add its own deny rules for the bank',
        zh: 'Claude Code：同时写入其自带的 deny 规则',
      },
    },
    from: { value: 'package', about: { en: 'use this package or path instead', zh: '改用此包名或路径' } },
    shared: {
      about: {
        en: 'git: let .gitattributes name the merge driver for everyone',
        zh: 'git：由 .gitattributes 为所有人指定合并驱动',
      },
    },
    print: { about: { en: 'mcp: only print what to paste', zh: 'mcp：只输出可粘贴的配置' } },
  },
  examples: [
    'memory-bank install',
    'memory-bank install opencode claude --user',
    'memory-bank install mcp --print',
    'memory-bank install git',
  ],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['setup'],
  run: async (call) => (await import('../run/install.ts')).install(call),
}

export const uninstall: Command = {
  ...install,
  name: 'uninstall',
  place: 2,
  about: { en: 'remove it again and restore the settings byte for byte', zh: '从配置中移除，逐字节恢复原样' },
  options: INSTALLING,
  examples: ['memory-bank uninstall', 'memory-bank uninstall claude --user --dry-run'],
  run: async (call) => (await import('../run/install.ts')).uninstall(call),
}
