/** The words that facts are labelled with, in both languages. */

import type { Language, Words } from '../../core/language.ts'
import type { Role } from './part.ts'

export const SOURCE_TREE: Words = { en: 'directory tree', zh: '目录树' }

export const LABELS = {
  name: { en: 'Name', zh: '名称' },
  about: { en: 'About', zh: '简介' },
  stack: { en: 'Stack', zh: '技术栈' },
  commands: { en: 'Commands', zh: '命令' },
  services: { en: 'Services', zh: '服务' },
  unread: { en: 'Not read', zh: '未读取' },
} as const satisfies Record<string, Words>

export const ROLE_LABELS: Readonly<Record<Role, Words>> = {
  install: { en: 'Install', zh: '安装' },
  run: { en: 'Run', zh: '运行' },
  build: { en: 'Build', zh: '构建' },
  test: { en: 'Test', zh: '测试' },
  one: { en: 'One test', zh: '单个测试' },
  lint: { en: 'Lint', zh: '检查' },
  format: { en: 'Format', zh: '格式化' },
  services: { en: 'Start services', zh: '启动服务' },
}

export function punctuation(language: Language): { readonly comma: string; readonly aside: (text: string) => string } {
  return language === 'zh'
    ? { comma: '、', aside: (text) => `（${text}）` }
    : { comma: ', ', aside: (text) => ` (${text})` }
}

/** A word for one folder of the project: commands that stand under it are run there. */
export function inFolder(word: string, folder: string, language: Language): string {
  if (folder === '') return word
  return word + punctuation(language).aside(language === 'zh' ? `在 ${folder}/` : `in ${folder}/`)
}

/** The files that say something, each once, the first ones by name. */
export function sourcesOf(paths: readonly string[]): string {
  const all = [...new Set(paths)]
  return all.length > 3 ? `${all.slice(0, 3).join(', ')}, …` : all.join(', ')
}
