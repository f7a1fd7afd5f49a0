import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/refresh/project-facts.ts'
import { groovyGradle, kotlinGradle } from './papers.ts'
import { type Paper, scanned, table } from './scanned.ts'

const facts = (paper: Paper) => projectFacts(scanned(paper), 'en')

test('the Kotlin form: plugins, toolchain, platform, includes over several lines [S12]', () => {
  expect(table(facts(kotlinGradle).snapshot)).toMatchObject({
    Name: 'courier',
    About: 'Delivers parcels',
    Stack: 'Kotlin 2.0.21, JVM 21, Ktor 3.0.0, Exposed 0.55.0',
    Commands: '`./gradlew run`, `./gradlew build`, `./gradlew test`',
    Workspaces: '`app`, `core/model`, `tools`',
  })
  expect(facts(kotlinGradle).snapshot[0]?.source).toBe('settings.gradle.kts')
})

test('the Groovy form, without a wrapper [S12]', () => {
  expect(table(facts(groovyGradle).snapshot)).toMatchObject({
    Name: 'stock',
    Stack: 'Java 17, Spring Boot 3.2.1, MySQL driver 8.3.0',
    Commands: '`gradle bootRun`, `gradle build`, `gradle test`',
  })
})

test('a version catalogue answers for what it names [S12]', () => {
  const paper = {
    'settings.gradle.kts': 'rootProject.name = "droid"\ninclude(":app")\n',
    'build.gradle.kts':
      'plugins {\n    alias(libs.plugins.android.application) apply false\n    alias(libs.plugins.kotlin.android) apply false\n}\n',
    'gradle/libs.versions.toml':
      '[versions]\nagp = "8.7.0"\nroom = "2.6.1"\n[libraries]\nroom-runtime = { group = "androidx.room", name = "room-runtime", version.ref = "room" }\njunit = "junit:junit:4.13.2"\n[plugins]\nandroid-application = { id = "com.android.application", version.ref = "agp" }\n',
    gradlew: null,
  }
  const stack = facts(paper).stack
  expect(stack).toContainEqual({ label: 'Language', value: 'Kotlin', source: 'build.gradle.kts' })
  expect(stack).toContainEqual({ label: 'Data', value: 'Room 2.6.1', source: 'gradle/libs.versions.toml' })
  expect(stack).toContainEqual({ label: 'Testing', value: 'JUnit 4 4.13.2', source: 'gradle/libs.versions.toml' })
  expect(stack.find((fact) => fact.value.includes('Android application'))?.value).toBe('Android application 8.7.0')
})
