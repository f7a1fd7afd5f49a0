/** `memory-bank doctor`: what keeps memory-bank from working here. */

import type { Command } from '../command.ts'

export const doctor: Command = {
  name: 'doctor',
  group: 'setup',
  place: 3,
  about: {
    en: 'diagnose the installation; exits 1 if something is wrong',
    zh: '诊断安装与运行状况；有问题时退出码为 1',
  },
  operands: '[host | git]',
  mostOperands: 1,
  options: {
    fix: { about: { en: 'repair what memory-bank owns', zh: '修复由本工具管理的部分' } },
    prove: {
      about: {
        en: 'start the real host with a scripted model and watch it refuse',
        zh: '用脚本模型启动真实宿主，亲眼看到它拒绝',
      },
    },
    'host-binary': {
      value: 'path',
      about: { en: 'the program of the host, for --prove', zh: '--prove 使用的宿主程序' },
    },
  },
  examples: ['memory-bank doctor', 'memory-bank doctor --prove opencode'],
  agent: { kind: 'without', options: ['fix', 'host-binary'] },
  exits: ['done', 'failure', 'usage', 'notConfirmed'],
  json: ['doctor'],
  run: async (call) => (await import('../run/doctor.ts')).doctor(call),
}
