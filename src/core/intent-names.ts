/** What a change was made for, as people read it. */

import type { Intent } from './change.ts'
import type { Words } from './language.ts'

export const INTENT_NAMES: Readonly<Record<Intent, Words>> = {
  init: { en: 'init', zh: '初始化' },
  entry: { en: 'entry', zh: '补建入口' },
  upgrade: { en: 'upgrade', zh: '升级' },
  migrate: { en: 'migrate', zh: '迁移' },
  refresh: { en: 'refresh', zh: '刷新' },
  index: { en: 'index', zh: '更新索引' },
  archive: { en: 'archive', zh: '归档' },
  fix: { en: 'fix', zh: '修复' },
  undo: { en: 'undo', zh: '撤销' },
  restore: { en: 'restore', zh: '还原' },
  write: { en: 'write', zh: '写入' },
  install: { en: 'install', zh: '安装' },
  uninstall: { en: 'uninstall', zh: '卸载' },
}
