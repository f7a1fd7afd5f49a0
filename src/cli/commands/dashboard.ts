/** `memory-bank dashboard`: the page for people, served on this machine only, or written as one file. */

import type { Command } from '../command.ts'

export const dashboard: Command = {
  name: 'dashboard',
  group: 'write',
  place: 8,
  about: {
    en: 'review proposals, read, search and undo on a local page',
    zh: '在本机页面中处理提议、阅读、搜索与撤销',
  },
  operands: '',
  mostOperands: 0,
  options: {
    port: { value: 'n', about: { en: 'use this port instead of any free one', zh: '使用指定端口，默认任选空闲端口' } },
    open: {
      about: { en: 'open the page in your browser; it asks for the code', zh: '在浏览器中打开页面（需输入代码）' },
    },
    idle: {
      value: 'minutes',
      about: { en: 'end after so long without a page (default 30)', zh: '无页面访问多久后结束（默认 30 分钟）' },
    },
    export: {
      value: 'file',
      about: {
        en: 'write one static HTML page instead, without actions',
        zh: '改为写出一个静态 HTML 页面（不含操作）',
      },
    },
    yes: { short: 'y', about: { en: 'with --export: overwrite without asking', zh: '与 --export 一起：直接覆盖' } },
  },
  examples: ['memory-bank dashboard', 'memory-bank dashboard --open', 'memory-bank dashboard --export memory.html'],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed'],
  json: [],
  run: async (call) => (await import('../run/dashboard.ts')).dashboard(call),
}
