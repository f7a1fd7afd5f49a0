/** A Go service with a history of renames. */

import type { SampleProject } from '../sample-project.ts'

const HANDLER =
  'package http\n\nimport "net/http"\n\nfunc NewRouter() http.Handler {\n\tr := http.NewServeMux()\n\tr.HandleFunc("/v1/jobs", listJobs)\n\tr.HandleFunc("/v1/jobs/cancel", cancelJob)\n\tr.HandleFunc("/metrics", metrics)\n\treturn r\n}\n'

export const goService: SampleProject = {
  name: 'Go service',
  history: [
    {
      'go.mod':
        'module example.com/runner\n\ngo 1.21\n\nrequire (\n\tgithub.com/spf13/cobra v1.7.0\n\tgo.uber.org/zap v1.26.0\n\tgithub.com/jackc/pgx/v5 v5.4.0\n\tgithub.com/acme/job-git/v2 v2.0.1\n)\n',
      Makefile:
        'BIN := runner\n\n.PHONY: build test proto\nbuild:\n\tgo build ./cmd/runner\ntest:\n\tgo test ./...\nproto:\n\tbuf generate\n',
      'cmd/runner/main.go': 'package main\n\nfunc main() {\n\tlisten(":7070")\n}\n',
      'cmd/migrate/main.go': 'package main\n\nfunc main() {}\n',
      'cmd/tmp/probe.go': 'package main\n\nfunc main() {}\n',
      'cmd/gen/stubs.go': 'package main\n\nfunc main() {}\n',
      'internal/queue/queue.go':
        'package queue\n\nconst DefaultLease = 30\n\nfunc EnqueueJob() error { return nil }\n\nfunc LeaseNextJob() error { return nil }\n',
      'internal/http/router.go': HANDLER,
      'internal/store/postgres.go': 'package store\n\nfunc OpenStore() error { return nil }\n',
      'internal/worker/pool.go': 'package worker\n\ntype WorkerPool struct{}\n\nfunc (p *WorkerPool) DrainAll() {}\n',
      'configs/default.yaml': 'lease: 30\nport: 7070\n',
      'deploy/runner.service': '[Unit]\n',
      'proto/job.proto': 'syntax = "proto3";\n',
    },
    {
      'go.mod':
        'module example.com/runner\n\ngo 1.23\n\nrequire (\n\tgithub.com/spf13/cobra v1.8.1\n\tlog/slog v0.0.0\n\tgithub.com/jackc/pgx/v5 v5.6.0\n)\n',
      Makefile:
        'BIN := runner\n\n.PHONY: build test generate\nbuild:\n\tgo build ./cmd/runner\ntest:\n\tgo test ./...\ngenerate:\n\tbuf generate\n',
      'cmd/migrate/main.go': null,
      'cmd/tmp/probe.go': null,
      'cmd/gen/stubs.go': null,
      'internal/queue/queue.go':
        'package queue\n\nconst DefaultLease = 30\n\nfunc EnqueueJob() error { return nil }\n\nfunc ClaimJob() error { return nil }\n',
      'internal/worker/pool.go': null,
      'internal/runtime/pool.go': 'package runtime\n\ntype WorkerPool struct{}\n\nfunc (p *WorkerPool) DrainAll() {}\n',
      'internal/http/router.go': null,
      'internal/api/router.go': HANDLER.replace('/v1/jobs/cancel', '/v1/jobs/abort').replaceAll(
        'cancelJob',
        'abortJob',
      ),
      'deploy/runner.service': null,
    },
  ],
  bank: {
    'MEMORY.md': `# Project Memory

## Project Snapshot

- Go 1.21, cobra 1.7, pgx 5.6. ⟦changed Go 1.21⟧ ⟦changed cobra 1.7⟧
- Logs are structured JSON.
- Logging uses \`zap\` with sampling. ⟦gone zap⟧

## Decision Highlights

| Decision | Date | Binds |
|---|---|---|
| Leases, not locks | 2024-01-01 | internal/queue/queue.go |
| One router | 2024-01-02 | internal/http/router.go | ⟦moved internal/http/router.go⟧
`,
    'details/tech.md': `# Tech

\`\`\`sh
make build
make proto ⟦gone make proto⟧
go run ./cmd/runner serve
go run ./cmd/migrate up ⟦gone ./cmd/migrate⟧
go test ./internal/queue/...
# old way, before 2023
make docker-image
\`\`\`

- Listens on port 7070, metrics at \`GET /metrics\`.
- Unit file: \`deploy/runner.service\` ⟦gone deploy/runner.service⟧
- cmd/tmp/probe.go tries the timeouts. ⟦gone cmd/tmp/probe.go⟧
- The stubs come from cmd/gen/stubs.go.
- Repositories are cloned with job-git. ⟦gone job-git⟧
- Built binaries are in \`bin/runner\`, coverage in \`coverage/index.html\`.
- On the host the configuration is \`/etc/runner/config.yaml\`.
`,
    'details/patterns.md': `# Patterns

- \`EnqueueJob\` and \`LeaseNextJob\` are the only doors of the queue. ⟦gone LeaseNextJob⟧
- \`DefaultLease\` in \`internal/queue/queue.go\` is 30 seconds.
- The pool: \`internal/worker/pool.go\` drains on SIGTERM (\`WorkerPool.DrainAll()\`). ⟦moved internal/worker/pool.go⟧
- Cancelling is \`POST /v1/jobs/cancel\`.
- \`internal/store/postgres.go\` implements \`OpenStore\`; a \`internal/store/sqlite.go\` would be welcome.
- Do not call \`panic()\`; return an error. \`context.Context\` goes first.
- Upstream keeps the same code in \`kubernetes/pkg/scheduler/scheduler.go\`.
- Tests use \`t.Parallel()\`, never \`time.Sleep()\`.
- ~~\`internal/cache/lru.go\` holds results.~~
- Was \`cmd/runnerd\`; renamed long ago.

### Retry budget

Status: Superseded

Retries were counted by \`RetryBudget\` in \`internal/retry/budget.go\`.
`,
  },
}
