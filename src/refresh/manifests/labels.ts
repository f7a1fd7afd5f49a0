/** The words that facts are labelled with, in both languages, and how a label stays unique in its section. */

import type { Language, Words } from '../../core/language.ts'
import type { Kind, Part, Role } from './part.ts'
import { baseOf, folderOf } from './scan.ts'

export const SOURCE_TREE: Words = { en: 'directory tree', zh: '目录树' }

export const LABELS = {
  name: { en: 'Name', zh: '名称' },
  about: { en: 'About', zh: '简介' },
  stack: { en: 'Stack', zh: '技术栈' },
  commands: { en: 'Commands', zh: '命令' },
  structure: { en: 'Structure', zh: '结构' },
  workspaces: { en: 'Workspaces', zh: '工作区' },
  services: { en: 'Services', zh: '服务' },
  ci: { en: 'CI', zh: '持续集成' },
  containers: { en: 'Containers', zh: '容器' },
  folder: { en: 'folder', zh: '文件夹' },
  builtHere: { en: 'built here', zh: '本地构建' },
} as const satisfies Record<string, Words>

export const KIND_LABELS: Readonly<Record<Kind, Words>> = {
  language: { en: 'Language', zh: '语言' },
  runtime: { en: 'Runtime', zh: '运行环境' },
  framework: { en: 'Frameworks', zh: '框架' },
  data: { en: 'Data', zh: '数据' },
  service: LABELS.services,
  testing: { en: 'Testing', zh: '测试' },
  tooling: { en: 'Tooling', zh: '工具' },
  packages: { en: 'Package manager', zh: '包管理器' },
  dependency: { en: 'Other dependencies', zh: '其他依赖' },
}

export const ROLE_LABELS: Readonly<Record<Role, Words>> = {
  install: { en: 'Install', zh: '安装' },
  dev: { en: 'Dev', zh: '开发' },
  run: { en: 'Run', zh: '运行' },
  build: { en: 'Build', zh: '构建' },
  test: { en: 'Test', zh: '测试' },
  lint: { en: 'Lint', zh: '检查' },
  format: { en: 'Format', zh: '格式化' },
  services: { en: 'Start services', zh: '启动服务' },
}

export function punctuation(language: Language): { readonly comma: string; readonly aside: (text: string) => string } {
  return language === 'zh'
    ? { comma: '、', aside: (text) => `（${text}）` }
    : { comma: ', ', aside: (text) => ` (${text})` }
}

/**
 * Gives out the labels of one section: the plain word once, then told apart by folder, ecosystem or file.
 * `apart` keeps the plain word for somebody else.
 */
export function uniqueLabels(language: Language): (word: string, part: Place, apart?: boolean) => string {
  const taken = new Set<string>()
  const { aside } = punctuation(language)
  return (word, part, apart = false) => {
    const marks = [part.folder, part.ecosystem, folderOf(part.source), baseOf(part.source), part.source]
    const told = marks.filter((mark) => mark !== '').map((mark) => word + aside(mark))
    const candidates = apart ? told : [word, ...told]
    let label = candidates.find((each) => !taken.has(each.toLowerCase()))
    for (let number = 2; label === undefined; number += 1) {
      const numbered = word + aside(`${part.source} ${number}`)
      if (!taken.has(numbered.toLowerCase())) label = numbered
    }
    taken.add(label.toLowerCase())
    return label
  }
}

type Place = Pick<Part, 'folder' | 'ecosystem' | 'source'>
export type LabelGiver = ReturnType<typeof uniqueLabels>
