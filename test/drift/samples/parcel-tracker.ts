/** A Go service whose bank is in Chinese. Kept unseen while the engine was written. */

import type { SampleProject } from '../sample-project.ts'

export const parcelTracker: SampleProject = {
  name: 'parcel tracker, Go, Chinese',
  history: [
    {
      'go.mod':
        'module example.com/parcel\n\ngo 1.20\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.1\n\tgithub.com/sirupsen/logrus v1.9.3\n\tgithub.com/jmoiron/sqlx v1.3.5\n\tgithub.com/spf13/viper v1.18.2\n\tgithub.com/stretchr/testify v1.8.4\n)\n',
      'cmd/server/main.go': 'package main\n\nfunc main() {}\n',
      'cmd/importer/main.go': 'package main\n\nfunc main() {}\n',
      'internal/track/service.go':
        'package track\n\ntype TrackService struct{}\n\nfunc (s *TrackService) FindParcel() {}\n\nfunc mergeEvents() {}\n',
      'internal/track/carrier.go': 'package track\n\ntype CarrierClient interface{}\n\nfunc newCarrierClient() {}\n',
      'internal/store/postgres.go': 'package store\n\nfunc OpenPool() {}\n\nfunc withRetry() {}\n',
      'internal/httpapi/router.go': 'package httpapi\n\nfunc NewRouter() {}\n',
      'internal/notify/sms.go': 'package notify\n\nfunc SendSms() {}\n\nconst smsRateLimit = 30\n',
      'web/package.json':
        '{"name":"parcel-web","scripts":{"dev":"vite","build":"vite build","storybook":"storybook dev"},"dependencies":{"vue":"^3.3.4","element-plus":"^2.4.0","pinia":"^2.1.6"},"devDependencies":{"vite":"^4.4.9"}}\n',
      'web/src/main.ts': "import { createApp } from 'vue'\n",
      'web/src/stores/parcel.ts': "import { defineStore } from 'pinia'\nexport const useParcelStore = defineStore()\n",
      'deploy/docker-compose.yaml': 'services:\n  pg:\n    image: postgres:15\n  redis:\n    image: redis:6.2\n',
      'deploy/k8s/server.yaml': 'kind: Deployment\n',
      'deploy/k8s/importer.yaml': 'kind: Deployment\nmetadata:\n  name: importer\n',
      Makefile:
        'build:\n\tgo build ./...\n\ntest:\n\tgo test ./...\n\nlint:\n\tgolangci-lint run\n\nproto:\n\tbuf generate\n',
      'docs/api.md': '# 接口\n\n查询包裹。\n',
    },
    {
      'internal/notify/sms.go': null,
      'internal/notify/push.go': 'package notify\n\nfunc SendPush() {}\n',
      'cmd/importer/main.go': null,
      'internal/track/carrier.go': null,
      'internal/carrier/client.go': 'package track\n\ntype CarrierClient interface{}\n\nfunc newCarrierClient() {}\n',
      'deploy/k8s/importer.yaml': null,
      Makefile: 'build:\n\tgo build ./...\n\ntest:\n\tgo test ./...\n\nlint:\n\tgolangci-lint run\n',
    },
    {
      'go.mod':
        'module example.com/parcel\n\ngo 1.22\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.8\n\tgithub.com/jackc/pgx/v5 v5.5.5\n\tgithub.com/spf13/viper v1.18.2\n\tgithub.com/stretchr/testify v1.9.0\n)\n',
      'internal/store/postgres.go': 'package store\n\nfunc OpenPool() {}\n',
      'internal/track/service.go':
        'package track\n\ntype TrackService struct{}\n\nfunc (s *TrackService) FindParcel() {}\n\nfunc foldEvents() {}\n',
      'web/package.json':
        '{"name":"parcel-web","scripts":{"dev":"vite","build":"vite build"},"dependencies":{"vue":"^3.4.21","naive-ui":"^2.38.0","pinia":"^2.1.6"},"devDependencies":{"vite":"^5.2.0"}}\n',
      'deploy/docker-compose.yaml': 'services:\n  pg:\n    image: postgres:15\n  redis:\n    image: redis:7.2\n',
    },
  ],
  bank: {
    'MEMORY.md': `# 项目记忆

## 项目快照

- Go 1.20 后端，Vue 3 前端 ⟦changed Go 1.20⟧
- Web 框架：Gin 1.9.1
- 数据库：PostgreSQL 15，缓存：Redis 6.2 ⟦changed Redis 6.2⟧
- 组件库：element-plus ⟦gone element-plus⟧
- 状态管理：Pinia

## 常用命令

- 构建：\`make build\`
- 测试：\`make test\`，单个：\`go test ./internal/track -run TestFind\`
- 生成代码：\`make proto\` ⟦gone proto⟧
- 前端：\`cd web && npm run dev\`
- 组件预览：\`npm run storybook\` ⟦gone storybook⟧

## 快速回答

- 入口在哪里？\`cmd/server/main.go\`
- 导入程序在哪里？\`cmd/importer/main.go\` ⟦gone cmd/importer/main.go⟧
- 路由在哪里定义？\`internal/httpapi/router.go\`
- 接口文档 → [docs/api.md](../docs/api.md)
`,
    'details/tech.md': `# 技术

| 项 | 版本 |
|---|---|
| Go | 1.22 |
| Vite | 4.4 | ⟦changed 4.4⟧
| Vue | 3.4 |
| viper | 1.18 |

- 日志用 \`logrus\`，字段名小写 ⟦gone logrus⟧
- 数据访问用 \`sqlx\`，不用 ORM ⟦gone sqlx⟧
- 测试用 testify
- 部署清单：\`deploy/k8s/server.yaml\`、\`deploy/k8s/importer.yaml\` ⟦gone deploy/k8s/importer.yaml⟧
- 承运商客户端：\`internal/track/carrier.go\` ⟦moved internal/track/carrier.go⟧
- 短信：\`internal/notify/sms.go\` ⟦gone internal/notify/sms.go⟧
- 配置文件 \`config.yaml\` 不入库，由运维放置
- 前端代码在 \`web/src\`
`,
    'details/patterns.md': `# 模式

- 查询都经过 \`TrackService\` 的 \`FindParcel\`。
- 事件用 \`mergeEvents\` 合并。 ⟦gone mergeEvents⟧
- 连接池由 \`OpenPool\` 打开，写操作包在 \`withRetry\` 里。 ⟦gone withRetry⟧
- 短信由 \`SendSms\` 发送，限速 \`smsRateLimit\`。 ⟦gone SendSms⟧ ⟦gone smsRateLimit⟧
- 前端状态只放在 \`useParcelStore\`。
- 错误用 \`fmt.Errorf("…: %w", err)\` 包装，上层用 \`errors.Is\` 判断。
- 时间一律用 UTC，格式 \`time.RFC3339\`。
- 单号的正则：\`^[A-Z]{2}\\d{9}CN$\`。
- 返回体统一为 \`{"code":0,"data":{}}\`。
- 分支命名 \`feature/xxx\`。
- 英文注释，中文文档。
`,
    'details/decisions.md': `# 决策

| 日期 | 决策 | 理由 | 放弃 |
|---|---|---|---|
| 2023-06-01 | 用 Gin | 团队熟悉 | Echo、Fiber |
| 2023-06-03 | 用 PostgreSQL | JSONB 与全文检索 | MySQL、MongoDB |
| 2024-02-10 | 日志改用标准库 slog，移除 logrus | 少一个依赖 | zap、zerolog |
| 2024-02-12 | 用 pgx 取代 sqlx | 性能 | gorm |
`,
    'details/progress.md': `# 进度

## 计划

- 新增 \`cmd/billing/main.go\`
- 升级到 Go 1.23
- 用 Rust 重写解析

## 已完成

- 2024-03-01 删除 \`internal/notify/sms.go\`
`,
  },
}
