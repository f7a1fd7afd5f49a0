/** A Java service with a small front end, its bank written in several hands. */

import type { SampleProject } from '../sample-project.ts'

export const javaService: SampleProject = {
  name: 'Java service',
  history: [
    {
      'build.gradle.kts':
        'plugins {\n  id("org.springframework.boot") version "3.1.5"\n  java\n}\n\ndependencies {\n  implementation("com.fasterxml.jackson.core:jackson-databind:2.15.2")\n  implementation("org.flywaydb:flyway-core:9.22.0")\n}\n',
      'settings.gradle.kts': 'rootProject.name = "billing"\ninclude("api", "worker", "common")\n',
      'api/src/main/java/com/acme/billing/InvoiceController.java':
        'package com.acme.billing;\n\n@RestController\n@RequestMapping("/invoices")\npublic class InvoiceController {\n  @GetMapping("/{id}")\n  Invoice find() { return null; }\n\n  @PostMapping("/{id}/void")\n  void voidInvoice() {}\n}\n',
      'api/src/main/java/com/acme/billing/InvoiceService.java':
        'package com.acme.billing;\n\npublic class InvoiceService {\n  public void issueInvoice() {}\n  public void sendReminder() {}\n}\n',
      'api/src/main/resources/application.yml':
        'server:\n  port: 8181\nspring:\n  datasource:\n    url: jdbc:postgresql:billing\n',
      'worker/src/main/java/com/acme/worker/ReminderJob.java':
        'package com.acme.worker;\n\npublic class ReminderJob {\n  static final int MAX_REMINDERS = 3;\n}\n',
      'common/src/main/java/com/acme/common/Money.java':
        'package com.acme.common;\n\npublic record Money(long cents) {}\n',
      'db/migration/V1__init.sql': 'create table invoice (id bigint);\n',
      'docker-compose.yml':
        'services:\n  postgres:\n    image: postgres:14-alpine\n  rabbit:\n    image: rabbitmq:3.12-management\n',
      'ui/package.json': JSON.stringify({
        name: 'ui',
        scripts: { start: 'vite', 'build:prod': 'vite build', lint: 'eslint' },
        dependencies: { vue: '^3.3.0', axios: '^1.5.0' },
      }),
      'ui/src/views/InvoiceList.vue': '<template></template>\n',
      'ui/src/api/client.ts': "export const client = 1\nimport axios from 'axios'\n",
      'ops/deploy.sh': 'echo deploy\n',
      '.gitignore': 'build\n.gradle\nnode_modules\n*.log\n',
    },
    {
      'build.gradle.kts':
        'plugins {\n  id("org.springframework.boot") version "3.3.2"\n  java\n}\n\ndependencies {\n  implementation("com.fasterxml.jackson.core:jackson-databind:2.15.2")\n  implementation("org.flywaydb:flyway-core:10.10.0")\n}\n',
      'settings.gradle.kts': 'rootProject.name = "billing"\ninclude("api", "jobs", "common")\n',
      'api/src/main/java/com/acme/billing/InvoiceService.java':
        'package com.acme.billing;\n\npublic class InvoiceService {\n  public void issueInvoice() {}\n  public void remindCustomer() {}\n}\n',
      'api/src/main/java/com/acme/billing/InvoiceController.java':
        'package com.acme.billing;\n\n@RestController\n@RequestMapping("/invoices")\npublic class InvoiceController {\n  @GetMapping("/{id}")\n  Invoice find() { return null; }\n\n  @PostMapping("/{id}/cancel")\n  void cancelInvoice() {}\n}\n',
      'worker/src/main/java/com/acme/worker/ReminderJob.java': null,
      'jobs/src/main/java/com/acme/jobs/ReminderJob.java':
        'package com.acme.jobs;\n\npublic class ReminderJob {\n  static final int MAX_REMINDERS = 3;\n}\n',
      'docker-compose.yml': 'services:\n  postgres:\n    image: postgres:16-alpine\n  redis:\n    image: redis:7\n',
      'ui/package.json': JSON.stringify({
        name: 'ui',
        scripts: { dev: 'vite', build: 'vite build', lint: 'eslint' },
        dependencies: { vue: '^3.4.0' },
      }),
      'ui/src/api/client.ts': 'export const client = 1\n',
      'ops/deploy.sh': null,
      'ops/release.sh': 'set -e\necho "release"\nexit 0\n',
    },
  ],
  bank: {
    'MEMORY.md': `# Project Memory

## Project Snapshot

* Billing: Spring Boot 3.1 (Gradle, modules \`api\`, \`worker\`, \`common\`), Vue 3 front end in \`ui/\`. ⟦changed Spring Boot 3.1⟧
* PostgreSQL 14 and RabbitMQ 3.12 locally via docker compose. ⟦changed PostgreSQL 14⟧ ⟦gone RabbitMQ 3.12⟧
* The API answers on http://localhost:8181.

## Decision Highlights

| Decision | Date | Binds |
|---|---|---|
| Money is cents, see \`Money\` in \`common/src/main/java/com/acme/common/Money.java\` | 2024-01-01 | all amounts |
| Reminders are capped by \`MAX_REMINDERS\` in \`worker/src/main/java/com/acme/worker/ReminderJob.java\` | 2024-02-01 | reminders | ⟦moved worker/src/main/java/com/acme/worker/ReminderJob.java⟧

## Top Quick Answers

- Q: How do I deploy? A: \`bash ops/deploy.sh staging\` ⟦gone ops/deploy.sh⟧
- Q: Only the API tests? A: \`./gradlew :api:test\`; the worker's: \`./gradlew :worker:test\`
- Q: Front end? A: \`cd ui && npm run start\` ⟦gone npm run start⟧
- Q: Which queue UI? A: RabbitMQ's own on port 15672.
`,
    'details/tech.md': `# Tech

## Stack

- **Backend** — Java, Spring Boot, Flyway 9 ⟦changed Flyway 9⟧
- **Frontend** — Vue 3, \`axios\` for HTTP ⟦gone axios⟧
- **Jackson** (\`jackson-databind\` 2.15)

## Everyday commands

| What | Command |
|---|---|
| start services | \`docker compose up -d postgres rabbit\` |
| lint the UI | \`npm --prefix ui run lint\` |
| production bundle | \`npm --prefix ui run build:prod\` | ⟦gone build:prod⟧
| all tests | \`./gradlew test\` |

## Where things are

- HTTP: \`api/src/main/java/com/acme/billing/InvoiceController.java\`
- Migrations: \`db/migration/\` (first: \`V1__init.sql\`)
- Settings: \`api/src/main/resources/application.yml\`; per-developer overrides go to \`application-local.yml\`, which is not committed
- Front end pages: \`ui/src/views/\`, e.g. \`ui/src/views/InvoiceList.vue\`
- PDF templates: \`api/src/main/resources/templates/invoice.html\` ⟦gone templates/invoice.html⟧
- Reports end up in \`build/reports/tests/test/index.html\`
- Logs: \`/var/log/billing/app.log\`
`,
    'details/design/invoices.md': `# Invoices

An invoice is issued by \`InvoiceService.issueInvoice()\`. After 14 days \`InvoiceService.sendReminder()\` is called. ⟦gone sendReminder⟧
\`GET /invoices/{id}\` returns one; \`POST /invoices/{id}/void\` voids it.

The partner's API (\`POST /v2/charges\`, \`chargeCustomer()\` in their SDK) is called through an adapter.

> Note: earlier drafts had \`InvoiceFacade\`; it never shipped.

If somebody needs CSV export, start from \`api/src/main/java/com/acme/billing/CsvExport.java\` in the \`export\` branch.

\`\`\`java
// how a caller looks
new InvoiceClient("http://localhost:9999").fetchAll();
\`\`\`

## Open questions

- Should \`InvoiceArchiver\` live in \`worker/\`?
`,
    'details/learnings/rounding.md': `# Rounding

**Symptom**: totals off by one cent in \`LegacyTotals.sum()\`.
**Cause**: doubles in \`api/src/main/java/com/acme/billing/LegacyTotals.java\`.
**Fix**: everything uses \`Money\`.
**Prevention**: \`MoneyTest\` covers it, see \`common/src/test/java/com/acme/common/MoneyTest.java\`. ⟦gone common/src/test/java/com/acme/common/MoneyTest.java⟧
`,
  },
}
