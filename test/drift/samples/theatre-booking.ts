/** A Kotlin service with a Rust helper, loosely written notes in English. Kept unseen while the engine was written. */

import type { SampleProject } from '../sample-project.ts'

export const theatreBooking: SampleProject = {
  name: 'theatre booking, Kotlin and Rust',
  history: [
    {
      'settings.gradle.kts': 'rootProject.name = "booking"\ninclude("core", "web")\n',
      'build.gradle.kts':
        'plugins {\n    kotlin("jvm") version "1.9.10"\n    id("org.springframework.boot") version "3.1.4"\n}\n',
      'gradle/libs.versions.toml':
        '[versions]\nexposed = "0.44.0"\nkotest = "5.7.2"\njooq = "3.18.6"\n\n[libraries]\nexposed-core = { module = "org.jetbrains.exposed:exposed-core", version.ref = "exposed" }\nkotest = { module = "io.kotest:kotest-runner-junit5", version.ref = "kotest" }\njooq = { module = "org.jooq:jooq", version.ref = "jooq" }\n',
      'core/build.gradle.kts':
        'dependencies {\n    implementation(libs.exposed.core)\n    implementation(libs.jooq)\n}\n',
      'core/src/main/kotlin/booking/SeatMap.kt':
        'package booking\n\nclass SeatMap {\n    fun holdSeats() {}\n    fun releaseSeats() {}\n}\n',
      'core/src/main/kotlin/booking/PriceRules.kt':
        'package booking\n\nclass PriceRules\n\nfun applyDiscount() {}\n\nfun applyVoucher() {}\n',
      'core/src/main/kotlin/booking/HoldSweeper.kt':
        'package booking\n\nclass HoldSweeper\n\nconst val HOLD_MINUTES = 15\n',
      'web/src/main/kotlin/booking/web/BookingController.kt': 'package booking.web\n\nclass BookingController\n',
      'web/src/main/kotlin/booking/web/TicketPdf.kt':
        'package booking.web\n\nclass TicketPdf {\n    fun renderTicket() {}\n}\n',
      'web/src/main/resources/application.yml': 'server:\n  port: 8081\n',
      'web/src/main/resources/db/V1__init.sql': 'create table seat (id int);\n',
      'scanner/Cargo.toml':
        '[package]\nname = "scanner"\nversion = "0.3.0"\nedition = "2021"\n\n[dependencies]\ntokio = "1.32"\nreqwest = "0.11"\nserde = "1"\nstructopt = "0.3"\n',
      'scanner/src/main.rs': 'fn main() {}\n\nfn decode_ticket() {}\n',
      'scanner/src/camera.rs': 'pub fn open_camera() {}\n\npub struct FrameBuffer;\n',
      'compose.yml': 'services:\n  db:\n    image: mysql:8.0\n  mail:\n    image: axllent/mailpit\n',
      justfile: 'run:\n  ./gradlew bootRun\n\nscan:\n  cargo run -p scanner\n\nreset-db:\n  ./reset.sh\n',
      'reset.sh': '#!/bin/sh\n',
      'docs/adr/0001-exposed.md': '# Exposed\n\nWe query with Exposed.\n',
      '.tool-versions': 'java temurin-17.0.8\n',
    },
    {
      'web/src/main/kotlin/booking/web/TicketPdf.kt': null,
      'web/src/main/kotlin/booking/web/tickets/TicketPdf.kt':
        'package booking.web\n\nclass TicketPdf {\n    fun renderTicket() {}\n}\n',
      'core/src/main/kotlin/booking/HoldSweeper.kt': null,
      'reset.sh': null,
      justfile: 'run:\n  ./gradlew bootRun\n\nscan:\n  cargo run -p scanner\n',
      'scanner/src/camera.rs': 'pub fn open_camera() {}\n',
    },
    {
      'build.gradle.kts':
        'plugins {\n    kotlin("jvm") version "2.0.0"\n    id("org.springframework.boot") version "3.3.1"\n}\n',
      'gradle/libs.versions.toml':
        '[versions]\nexposed = "0.52.0"\nkotest = "5.7.9"\n\n[libraries]\nexposed-core = { module = "org.jetbrains.exposed:exposed-core", version.ref = "exposed" }\nkotest = { module = "io.kotest:kotest-runner-junit5", version.ref = "kotest" }\n',
      'core/build.gradle.kts': 'dependencies {\n    implementation(libs.exposed.core)\n}\n',
      'core/src/main/kotlin/booking/PriceRules.kt': 'package booking\n\nclass PriceRules\n\nfun applyDiscount() {}\n',
      'scanner/Cargo.toml':
        '[package]\nname = "scanner"\nversion = "0.3.0"\nedition = "2021"\n\n[dependencies]\ntokio = "1.38"\nreqwest = "0.12"\nserde = "1"\nclap = "4"\n',
      'compose.yml': 'services:\n  db:\n    image: mysql:8.4\n  mail:\n    image: axllent/mailpit\n',
      '.tool-versions': 'java temurin-21.0.3\n',
    },
  ],
  bank: {
    'MEMORY.md': `# Project Memory

## Project Snapshot

Booking for three theatres. Kotlin 1.9, Spring Boot 3.1, MySQL 8. ⟦changed Kotlin 1.9⟧ ⟦changed Spring Boot 3.1⟧
A scanner at the door is written in Rust (\`scanner/\`).

## Commands

- run it: \`just run\`
- the scanner: \`just scan\`
- fresh database: \`just reset-db\` ⟦gone reset-db⟧
- tests: \`./gradlew test\`, one class: \`./gradlew :core:test --tests booking.SeatMapTest\`

## Top Quick Answers

- Which Java? 17, see \`.tool-versions\`
- Mail in development → Mailpit from \`compose.yml\`
- Why Exposed → docs/adr/0001-exposed.md
- The ticket as a PDF → \`web/src/main/kotlin/booking/web/TicketPdf.kt\` ⟦moved web/src/main/kotlin/booking/web/TicketPdf.kt⟧
`,
    'details/tech.md': `# Tech

| What | Version | Note |
|---|---|---|
| Kotlin | 2.0 | |
| Exposed | 0.44 | queries | ⟦changed 0.44⟧
| Kotest | 5.7.2 | |
| jOOQ | 3.18 | reports | ⟦gone jOOQ⟧
| tokio | 1.32 | scanner | ⟦changed 1.32⟧

- The scanner reads its options with \`structopt\`. ⟦gone structopt⟧
- It talks HTTP with reqwest 0.11. ⟦changed reqwest 0.11⟧
- Settings: \`web/src/main/resources/application.yml\`
- Migrations: \`web/src/main/resources/db/\`
- The sweeper is \`core/src/main/kotlin/booking/HoldSweeper.kt\`. ⟦gone core/src/main/kotlin/booking/HoldSweeper.kt⟧
- Run \`./reset.sh\` when the seats are wrong. ⟦gone reset.sh⟧
`,
    'details/patterns.md': `# Patterns

- Seats are held by \`SeatMap.holdSeats\` and given back by \`releaseSeats\`.
- A hold lasts \`HOLD_MINUTES\`. ⟦gone HOLD_MINUTES⟧
- Vouchers: \`applyVoucher\` after \`applyDiscount\`, never the other way round. ⟦gone applyVoucher⟧
- Frames wait in a \`FrameBuffer\` of eight. ⟦gone FrameBuffer⟧
- \`decode_ticket\` must not allocate.
- \`@Transactional\` only on controllers such as \`BookingController\`.
- Prices are \`BigDecimal\`; \`Double\` is refused in review.
- Seat labels look like \`A-12\`; rows never skip a letter.
- Dates on tickets use \`dd.MM.yyyy\`.
- JavaScript is only in the mail templates.
- GraphQL was tried for a week.
- Idempotency by \`X-Request-Id\`.
- The card terminal speaks ZVT; see the vendor's \`ECR-Interface.pdf\`.
`,
    'details/decisions.md': `# Decisions

## Exposed for queries

- Date: 2023-09-20
- Decision: Exposed for everything but reports
- Given up: Hibernate, Ktorm

## jOOQ goes

- Date: 2024-05-02
- Decision: reports are views, read with Exposed; jOOQ is removed
- Why: a licence for one page

## Clap in the scanner

- Date: 2024-05-06
- Decision: \`clap\` with derive
- Why: structopt is in maintenance
`,
    'details/progress.md': `# Progress

## In progress

- seat map in the browser: \`web/src/main/resources/static/seats.js\`

## Later

- Kotlin 2.1, Spring Boot 3.4
- \`just bench\`
`,
  },
}
