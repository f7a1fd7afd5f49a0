/**
 * The topic of a heading in another tool's file, in English, Chinese, Japanese and Russian (S60).
 *
 * Numbers and emoji are removed. Other words around a known phrase, such as a project name, do not matter.
 */

import { wordTable } from '../base/word-table.ts'

/** In case of a tie the first one wins. */
const TOPICS = [
  'questions',
  'next',
  'doing',
  'blocked',
  'done',
  'focus',
  'decisions',
  'learnings',
  'commands',
  'stack',
  'architecture',
  'conventions',
  'requirements',
  'overview',
  'session',
] as const
export type HeadingTopic = (typeof TOPICS)[number]

export function topicOf(heading: string): HeadingTopic | undefined {
  const said = plainHeading(heading)
  let best: { readonly topic: HeadingTopic; readonly length: number } | undefined
  for (const topic of TOPICS) {
    const length = Math.max(0, ...TABLES[topic].phrasesIn(said).map((phrase) => weightOf(phrase)))
    if (length > (best?.length ?? 0)) best = { topic, length }
  }
  return best?.topic
}

/** The longest phrase decides. A Chinese or Japanese character counts as three letters. */
function weightOf(phrase: string): number {
  return Array.from(phrase, (sign) => (sign > '\u2e7f' ? 3 : 1)).reduce((sum: number, one) => sum + one, 0)
}

/** `## 1. 🔄 現在の作業焦点 (Current Focus)` → `現在の作業焦点 (current focus)`. */
function plainHeading(heading: string): string {
  return heading
    .replace(/^[\s#]+/, '')
    .replace(/\p{Extended_Pictographic}|\p{Variation_Selector}|\u200D|[*_`]/gu, '')
    .replace(/^\s*(?:\d+(?:\.\d+)*[.)、:：]?|[一二三四五六七八九十]+[、.])\s*/u, '')
    .trim()
    .toLowerCase()
}

const TABLES = {
  questions:
    wordTable(`open question(s) | open issues and questions | questions to clarify | 待解决问题 | 待确认 | 未决问题 | 疑问
    | 未解決の質問 | открытые вопросы`),
  next: wordTable(`next | next step(s) | next up | up next | what's left | what is left | left to build | remaining | to do
    | todo(s) | to-do(s) | upcoming | planned | backlog | roadmap | future work | future enhancements | future plans
    | pending | immediate priorities | action items
    | 下一步 | 后续 | 待办 | 待完成 | 未完成 | 剩余 | 计划中 | 未来规划 | 次のステップ | 今後 | 残りの作業 | 残タスク | 未実装 | 残課題
    | следующие шаги | что осталось | осталось | планы | предстоит | дальнейшие шаги`),
  doing:
    wordTable(`in progress | work in progress | current task(s) | current status | current state | ongoing | active task(s)
    | 进行中 | 正在进行 | 当前任务 | 当前状态 | 当前进度 | 進行中 | 現在の状況 | 現在のステータス | 現在のタスク | 作業中
    | в работе | в процессе | текущие задачи | текущий статус | текущее состояние`),
  blocked:
    wordTable(`known issue(s) | known problem(s) | known bug(s) | blocker(s) | blocked | issues | open issues | current issues
    | limitations | known limitations | risks
    | 已知问题 | 阻塞 | 障碍 | 遗留问题 | 风险 | 限制 | 既知の問題 | 既知の課題 | 課題 | ブロッカー
    | известные проблемы | проблемы | блокеры | ограничения | риски`),
  done: wordTable(`done | completed | what works | what's working | working features | finished | recent change(s)
    | recently completed | recent achievements | recent updates | recent work | achievements | accomplishments | changelog
    | milestones reached | completed tasks | completed features | history
    | 已完成 | 完成的 | 最近更改 | 最近变更 | 最近的更改 | 最近改动 | 最近更新 | 近期变更 | 已实现 | 可用功能 | 里程碑 | 更新日志
    | 完了 | 完成済み | 最近の変更 | 最近の主な変更 | 最近の更新 | 動作しているもの | 実装済み | 動作する機能
    | завершено | выполнено | готово | что работает | недавние изменения | последние изменения | сделано`),
  focus:
    wordTable(`current focus | current work focus | work focus | focus | active work | now working on | current work | current sprint
    | 当前焦点 | 当前工作重点 | 工作重点 | 当前重点 | 当前工作 | 重点 | 現在の作業焦点 | 現在のフォーカス | 作業の焦点 | 現在の焦点 | 現在の作業
    | текущий фокус | фокус | текущая работа | текущий спринт`),
  decisions:
    wordTable(`decision(s) | active decision(s) | key technical decisions | technical decisions | design decisions
    | architecture decisions | rationale | decision log
    | 决策 | 决定 | 技术选型 | 決定 | 技術的決定 | 意思決定 | 設計判断
    | решения | решение | технические решения | принятые решения`),
  learnings:
    wordTable(`learning(s) | lesson(s) learned | lessons | insights | gotcha(s) | pitfall(s) | troubleshooting | root cause
    | root cause analysis | what went well | challenges | postmortem
    | 经验 | 教训 | 踩坑 | 坑点 | 注意事项 | 故障排查 | 根因 | 学び | 教訓 | 知見 | 振り返り | トラブルシューティング | 落とし穴
    | уроки | выводы | извлеченные уроки | извлечённые уроки | подводные камни | устранение неполадок`),
  commands:
    wordTable(`command(s) | build | building | run | running | test | testing | tests | lint | linting | setup | set up
    | getting started | installation | install | quick start | quickstart | development environment | development setup
    | development workflow | environment | environment variables | deploy | deployment | scripts | usage | ci | ci/cd
    | 命令 | 构建 | 运行 | 测试 | 安装 | 快速开始 | 开发环境 | 环境变量 | 部署 | 启动 | コマンド | ビルド | 実行 | テスト | セットアップ | 開発環境 | 環境構築 | デプロイ
    | команды | сборка | запуск | тестирование | тесты | установка | среда разработки | окружение | развертывание | развёртывание | деплой`),
  stack:
    wordTable(`tech stack | technology stack | technologies | technology | stack | dependencies | frameworks | libraries | tools | tooling
    | languages | versions | technical constraints | prerequisites
    | 技术栈 | 技术 | 依赖 | 框架 | 工具 | 版本 | 技術スタック | 使用技術 | 依存関係 | 技術
    | стек | технологии | технологический стек | зависимости | инструменты`),
  architecture:
    wordTable(`architecture | architectural | structure | project structure | directory structure | components
    | component relationships | system design | modules | data model | data flow | database | schema | api | codebase | file structure
    | 架构 | 结构 | 目录结构 | 组件 | 模块 | 数据模型 | 数据流 | 数据库 | アーキテクチャ | 構成 | 構造 | ディレクトリ構成 | コンポーネント | データモデル
    | архитектура | структура | компоненты | модули | модель данных | поток данных`),
  conventions:
    wordTable(`convention(s) | code style | coding style | style | style guide | guideline(s) | coding standards | standards
    | best practices | pattern(s) | coding patterns | design patterns | naming | error handling | security | principles | rules
    | formatting | code quality | concurrency | logging | performance
    | 约定 | 规范 | 编码规范 | 代码风格 | 最佳实践 | 模式 | 原则 | 规则 | 安全 | 错误处理 | 命名 | 規約 | コーディング規約 | スタイル | パターン | 原則 | ルール | 命名規則 | 方針
    | соглашения | стиль | стиль кода | стандарты | паттерны | принципы | правила | лучшие практики | безопасность`),
  requirements:
    wordTable(`requirement(s) | core requirements | functional requirements | user stories | acceptance criteria | features | scope
    | goals | objectives | success criteria | success metrics
    | 需求 | 功能需求 | 用户故事 | 验收标准 | 目标 | 范围 | 要件 | 機能要件 | 要求 | 目標 | スコープ | 成功基準
    | требования | функции | цели | критерии успеха | область`),
  overview:
    wordTable(`overview | project overview | about | introduction | purpose | summary | what is | why this project exists | problem statement
    | problem | solution | product | vision | mission | description | background | project brief | project goal | context
    | 概述 | 简介 | 项目概述 | 项目简介 | 背景 | 目的 | 愿景 | 描述 | 概要 | はじめに | プロジェクト概要 | 説明 | ビジョン
    | обзор | описание | о проекте | назначение | введение | цель | видение | проблема`),
  session:
    wordTable(`session rules | session start | your role | you are | role | persona | how to respond | response style | communication
    | instructions for claude | instructions for ai | ai instructions | agent instructions | agent rules | workflow for agents | memory bank
    | 角色 | 你是 | 回复风格 | 交流语言 | 会话规则 | 役割 | あなたは | 応答 | роль | инструкции для`),
} as const satisfies Readonly<Record<HeadingTopic, ReturnType<typeof wordTable>>>
