import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { groovyGradle, kotlinGradle } from '../papers.ts'
import { type Paper, scanned, table } from '../scanned.ts'

const facts = (paper: Paper) => projectFacts(scanned(paper), 'en')

test('the Kotlin form: plugins, toolchain, platform, multi-line includes, modules combined [S12]', () => {
  expect(table(facts(kotlinGradle).snapshot)).toMatchObject({
    About: 'Delivers parcels',
    Stack: 'Kotlin 2.0.21, JVM 21, Ktor 3.0.0, Exposed 0.55.0, Flyway 10.20.0',
    Commands:
      'build `./gradlew build`, run `./gradlew run`, test `./gradlew test`, one test `./gradlew :<module>:test --tests <Class>`',
  })
})

test('the Groovy form, without a wrapper [S12]', () => {
  expect(table(facts(groovyGradle).snapshot)).toMatchObject({
    Name: 'stock',
    Stack: 'Java 17, Spring Boot 3.2.1, MySQL driver 8.3.0',
    Commands: 'build `gradle build`, run `gradle bootRun`, test `gradle test`, one test `gradle test --tests <Class>`',
  })
})

test('a version catalogue gives the versions of its entries [S12]', () => {
  const paper = {
    'settings.gradle.kts': 'rootProject.name = "droid"\ninclude(":app")\n',
    'build.gradle.kts':
      'plugins {\n    alias(libs.plugins.android.application) apply false\n    alias(libs.plugins.kotlin.android) apply false\n}\n',
    'gradle/libs.versions.toml':
      '[versions]\nagp = "8.7.0"\nroom = "2.6.1"\n[libraries]\nroom-runtime = { group = "androidx.room", name = "room-runtime", version.ref = "room" }\njunit = "junit:junit:4.13.2"\n[plugins]\nandroid-application = { id = "com.android.application", version.ref = "agp" }\n',
    gradlew: null,
  }
  expect(facts(paper).stack).toEqual([
    {
      label: 'Stack',
      value: 'Kotlin, Android application 8.7.0, Room 2.6.1',
      source: 'build.gradle.kts, gradle/libs.versions.toml',
    },
  ])
})
