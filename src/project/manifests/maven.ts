/** pom.xml of the root and its modules. */

import { wordSet } from '../../base/word-set.ts'
import type { ScannedFile } from '../facts.ts'
import {
  catalog,
  type Declared,
  type Dependency,
  type ManifestReader,
  type ProjectPart,
  partOf,
  productsIn,
  technology,
  usual,
  type Way,
} from '../manifest-reader.ts'
import { oddLines } from '../odd-dependencies.ts'
import { at, entriesAt, listAt, parseXml, textAt, textOf, textsAt } from '../parse-data.ts'
import { exists, fileAt, filesNamed, folderOf, join, membersOf, type Scan } from '../scan.ts'

export const maven: ManifestReader = {
  order: 4,
  files: [
    {
      names: ['pom.xml'],
      worth: 5,
      declares: ({ text }) => declaredIn(at(parseXml(text), 'project')),
      odd: oddLines(/<systemPath>/),
    },
  ],
  read: (scan) => filesNamed(scan, 'pom.xml').map((file) => readPom(scan, file)),
  products: () => JVM_CATALOG,
}

/** Declares a library under its artifact and its known name, and a shared version under the name of its property. */
function declaredIn(pom: unknown): Declared {
  const properties = propertiesOf(pom)
  const managed = listAt(pom, 'dependencyManagement', 'dependencies', 'dependency')
  const all = [...listAt(pom, 'dependencies', 'dependency'), ...managed, at(pom, 'parent')]
  const shared = [...properties].flatMap(([key, value]) => {
    const name = /^([a-z][\w-]*?)[.-]version$/i.exec(key)?.[1] ?? ''
    return name === '' || SETTINGS.has(name.toLowerCase()) ? [] : [[name, resolved(value, properties)] as const]
  })
  const libraries = all.flatMap((each) => {
    const version = resolved(textAt(each, 'version'), properties)
    return libraryNames(textAt(each, 'groupId') ?? '', textAt(each, 'artifactId') ?? '', version)
  })
  return { packages: [['java', javaOf(pom, properties)], ...shared, ...libraries] }
}

/** All names of a JVM library. */
export function libraryNames(group: string, artifact: string, version: string | undefined): readonly Dependency[] {
  if (group === '' || artifact === '') return []
  return [...new Set([artifact, `${group}:${artifact}`, catalogId(group, artifact)])].map((name) => [name, version])
}

const SETTINGS = wordSet('project java release source target parent schema api model xml maven app')

function propertiesOf(pom: unknown): ReadonlyMap<string, string> {
  return new Map(entriesAt(pom, 'properties').map(([key, value]) => [key, textOf(value) ?? '']))
}

function readPom(scan: Scan, file: ScannedFile) {
  const folder = folderOf(file.path)
  const pom = at(parseXml(file.text), 'project')
  const properties = propertiesOf(pom)
  const value = (...path: readonly string[]) => resolved(textAt(pom, ...path), properties)
  const plugins = pluginsOf(pom)
  const java = javaOf(pom, properties)
  const isKotlin = plugins.includes('kotlin-maven-plugin')
  const isMember = folder !== '' && fileAt(scan, '', 'pom.xml') !== undefined
  return partOf(file.path, 'JVM', {
    name: value('name') ?? value('artifactId'),
    description: value('description'),
    technologies: [
      ...(isKotlin ? [technology('language', 'Kotlin', resolved(properties.get('kotlin.version'), properties))] : []),
      ...(isMember && java === undefined
        ? []
        : [technology(isKotlin ? 'runtime' : 'language', isKotlin ? 'JVM' : 'Java', java)]),
      ...productsIn(JVM_CATALOG, dependenciesOf(pom, properties)),
    ],
    ...(isMember ? {} : commandsOf(scan, folder, pom)),
    members: membersOf(scan, textsAt(pom, 'modules', 'module'), file.path, folder),
  })
}

/** The parent if it is a known product, and the pom's own dependencies. */
function dependenciesOf(pom: unknown, properties: ReadonlyMap<string, string>): readonly Dependency[] {
  const version = (of: unknown) => resolved(textAt(of, 'version'), properties)
  const parent = textAt(pom, 'parent', 'groupId') ?? ''
  const own = [...listAt(pom, 'dependencies', 'dependency').filter(isNeeded), ...managedImports(pom)]
  return [
    ...(JVM_CATALOG.has(parent) ? [[parent, version(at(pom, 'parent'))] as const] : []),
    ...own.flatMap((each): readonly Dependency[] => {
      const [group, artifact] = [textAt(each, 'groupId'), textAt(each, 'artifactId')]
      return group === undefined || artifact === undefined ? [] : [[catalogId(group, artifact), version(each)]]
    }),
  ]
}

/** The Java version, from a property that Maven or Spring Boot reads, else from the compiler's settings. */
function javaOf(pom: unknown, properties: ReadonlyMap<string, string>): string | undefined {
  const compiler = [
    ['build', 'plugins'],
    ['build', 'pluginManagement', 'plugins'],
  ]
    .flatMap((path) => listAt(pom, ...path, 'plugin'))
    .find((plugin) => textAt(plugin, 'artifactId') === 'maven-compiler-plugin')
  return [
    ...['java.version', 'maven.compiler.release', 'maven.compiler.source', 'maven.compiler.target'].map((key) =>
      properties.get(key),
    ),
    ...['release', 'source', 'target'].map((key) => textAt(compiler, 'configuration', key)),
  ]
    .map((value) => resolved(value, properties))
    .find((version) => version !== undefined)
}

/** True for runtime dependencies, not for tests or optional ones. */
function isNeeded(dependency: unknown): boolean {
  const scope = textAt(dependency, 'scope') ?? 'compile'
  return (scope === 'compile' || scope === 'runtime') && textAt(dependency, 'optional') !== 'true'
}

/** Bills of material set versions for dependencies without one. */
function managedImports(pom: unknown): readonly unknown[] {
  return listAt(pom, 'dependencyManagement', 'dependencies', 'dependency').filter(
    (each) => textAt(each, 'scope') === 'import',
  )
}

/** Resolves `${name}` a few times; undefined if something stays unresolved. */
function resolved(raw: string | undefined, properties: ReadonlyMap<string, string>): string | undefined {
  let text = raw?.slice(0, 400)
  for (let tries = 0; tries < 4 && text?.includes('${'); tries += 1) {
    text = text.replaceAll(/\$\{([^{}]{1,100})\}/g, (whole, key: string) => properties.get(key)?.slice(0, 400) ?? whole)
  }
  if (text === undefined || text.includes('${') || text === '') return undefined
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function pluginsOf(pom: unknown): readonly string[] {
  return listAt(pom, 'build', 'plugins', 'plugin').flatMap((plugin) => textAt(plugin, 'artifactId') ?? [])
}

function commandsOf(scan: Scan, folder: string, pom: unknown): Pick<ProjectPart, 'commands' | 'programs'> {
  const mvn = exists(scan, folder, 'mvnw') ? './mvnw' : 'mvn'
  const modules = textsAt(pom, 'modules', 'module').map((module) => ({
    module,
    pom: fileAt(scan, join(folder, module), 'pom.xml'),
  }))
  const goal = goalOf(pom)
  const started = modules.flatMap(({ module, pom: file }): readonly (readonly [string, Way])[] => {
    const own = file === undefined ? undefined : goalOf(at(parseXml(file.text), 'project'))
    // The sibling modules must be installed before one is started.
    return own === undefined || !/^[\w./-]+$/.test(module)
      ? []
      : [[module, [`${mvn} install -DskipTests && ${mvn} ${own} -pl ${module}`, file?.path]]]
  })
  const isMulti = modules.length > 0
  // `-am` also builds required modules, which have no test of that name.
  const one = isMulti
    ? `${mvn} test -pl <module> -am -Dtest=<Class>#<method> -Dsurefire.failIfNoSpecifiedTests=false`
    : `${mvn} test -Dtest=<Class>#<method>`
  const [only, ...others] = started
  const run = isMulti ? (others.length === 0 ? only?.[1] : undefined) : goal && `${mvn} ${goal}`
  const tests = isTested(scan) ? { test: `${mvn} test`, one } : {}
  return {
    commands: usual({ build: `${mvn} package`, run, ...tests }),
    programs: others.length === 0 ? [] : started.map(([module]) => module),
  }
}

/** True if a pom declares a test library. `mvn test` succeeds even without tests. */
function isTested(scan: Scan): boolean {
  return filesNamed(scan, 'pom.xml').some((file) => /<scope>\s*test\s*<|junit|testng|spock/i.test(file.text))
}

function goalOf(pom: unknown): string | undefined {
  const plugins = pluginsOf(pom)
  if (plugins.includes('spring-boot-maven-plugin')) return 'spring-boot:run'
  return plugins.includes('quarkus-maven-plugin') ? 'quarkus:dev' : undefined
}

/** Well-known Java and Kotlin libraries, by `group:artifact`, or by group if one name covers it. */
export const JVM_CATALOG = catalog({
  framework: `
    org.springframework.boot Spring Boot | org.springframework.boot:spring-boot-starter-webflux Spring WebFlux |
    org.springframework.boot:spring-boot-starter-security Spring Security |
    org.springframework.boot:spring-boot-starter-thymeleaf Thymeleaf |
    org.springframework.boot:spring-boot-starter-freemarker FreeMarker |
    org.springframework.boot:spring-boot-starter-graphql Spring for GraphQL |
    org.springframework.boot:spring-boot-starter-batch Spring Batch |
    org.springframework.boot:spring-boot-starter-quartz Quartz |
    org.springframework.boot:spring-boot-starter-amqp Spring AMQP |
    org.springframework.boot:spring-boot-starter-websocket Spring WebSocket |
    org.springframework.cloud Spring Cloud | org.springframework.ai Spring AI |
    org.springframework.security Spring Security | org.springframework Spring Framework |
    com.alibaba.cloud Spring Cloud Alibaba | org.apache.dubbo Dubbo | io.quarkus Quarkus |
    io.quarkus.platform Quarkus | io.micronaut Micronaut | io.helidon Helidon | io.dropwizard Dropwizard |
    io.vertx Vert.x | io.ktor Ktor | io.javalin Javalin | jakarta.platform Jakarta EE |
    com.android.application Android application | com.android.library Android library |
    androidx.compose Jetpack Compose | androidx.compose.ui Jetpack Compose |
    org.jetbrains.compose Compose Multiplatform | org.openjfx JavaFX | io.grpc gRPC | io.netty Netty |
    org.apache.camel Camel | org.apache.flink Flink | org.apache.spark Spark |
    org.jetbrains.kotlinx:kotlinx-coroutines-core Kotlin coroutines`,
  data: `
    org.springframework.boot:spring-boot-starter-data-jpa Spring Data JPA |
    org.springframework.boot:spring-boot-starter-data-jdbc Spring Data JDBC |
    org.springframework.boot:spring-boot-starter-data-redis Spring Data Redis |
    org.springframework.boot:spring-boot-starter-data-mongodb Spring Data MongoDB |
    org.springframework.boot:spring-boot-starter-data-elasticsearch Spring Data Elasticsearch |
    org.hibernate Hibernate | org.hibernate.orm Hibernate | org.mybatis MyBatis | org.mybatis.spring.boot MyBatis |
    com.baomidou MyBatis-Plus | org.jooq jOOQ | org.jetbrains.exposed Exposed | androidx.room Room |
    org.flywaydb Flyway | org.liquibase Liquibase | org.postgresql PostgreSQL driver | com.mysql MySQL driver |
    mysql MySQL driver | com.h2database H2 | com.alibaba:druid-spring-boot-starter Druid |
    com.alibaba:druid-spring-boot-3-starter Druid | com.github.pagehelper PageHelper |
    org.apache.kafka Kafka client | org.springframework.kafka Spring Kafka | redis.clients Jedis |
    org.redisson Redisson | org.mongodb MongoDB driver`,
})

/** The catalogue key of a library: `group:artifact`, else the longest known prefix of the group. */
export function catalogId(group: string, artifact: string): string {
  if (JVM_CATALOG.has(`${group}:${artifact}`)) return `${group}:${artifact}`
  for (let head = group.slice(0, 200); head !== ''; head = head.slice(0, Math.max(0, head.lastIndexOf('.')))) {
    if (JVM_CATALOG.has(head)) return head
  }
  return `${group}:${artifact}`
}
