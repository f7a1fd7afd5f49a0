import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { springMaven } from '../papers.ts'
import { type Paper, scanned, table } from '../scanned.ts'

const facts = (paper: Paper) => projectFacts(scanned(paper), 'en')

test('parent, properties, modules and the wrapper [S12]', () => {
  expect(table(facts(springMaven).snapshot)).toEqual({
    About: 'Bills customers and reminds them',
    Stack: 'Java 21, Spring Boot 3.3.4, MyBatis 3.0.3, PostgreSQL driver',
    Commands:
      'build `./mvnw package`, test `./mvnw test`, one test `./mvnw test -pl <module> -am -Dtest=<Class>#<method> -Dsurefire.failIfNoSpecifiedTests=false`',
  })
})

test('without a test library there is no test command [S12]', () => {
  const text = '<project><artifactId>a</artifactId></project>'
  expect(table(facts({ 'pom.xml': text }).commands)).toEqual({ Build: '`mvn package`' })
})

test('without a wrapper the command is mvn [S12]', () => {
  const { mvnw: _, ...rest } = springMaven
  expect(table(facts(rest).commands)['Test']).toBe('`mvn test`')
})

test('Kotlin by its plugin, release by its property [S12]', () => {
  const text =
    '<project><artifactId>k</artifactId><properties><kotlin.version>2.0.0</kotlin.version><maven.compiler.release>17</maven.compiler.release></properties>' +
    '<build><plugins><plugin><artifactId>kotlin-maven-plugin</artifactId></plugin></plugins></build></project>'
  expect(table(facts({ 'pom.xml': text }).stack)).toEqual({ Stack: 'Kotlin 2.0.0, JVM 17' })
})

test.each([
  ['within a tag', '<depend'],
  ['within a comment', '<!-- more <b>'],
  ['within a value', '<dependency><groupId>org.fly'],
])('a pom cut %s gives what came before [S12]', (_, end) => {
  const text = String(springMaven['pom.xml'])
  const cut = text.slice(0, text.indexOf('<dependency><groupId>org.postgresql')) + end
  expect(table(facts({ 'pom.xml': cut }).snapshot)).toMatchObject({
    About: 'Bills customers and reminds them',
    Stack: 'Java 21, Spring Boot 3.3.4, MyBatis 3.0.3',
  })
})

test('properties that refer to each other in a circle give nothing [S12]', () => {
  const text = `<project><artifactId>a</artifactId><properties><java.version>\${a}</java.version><a>\${b}</a><b>\${a}</b></properties></project>`
  expect(table(facts({ 'pom.xml': text }).stack)['Stack']).toBe('Java')
})

test('test and optional dependencies are not in the stack; a module is started from the root [S12]', () => {
  const dependency = (id: string, more = '') =>
    `<dependency><groupId>${id}</groupId><artifactId>x</artifactId>${more}</dependency>`
  const paper = {
    'pom.xml': '<project><artifactId>a</artifactId><modules><module>app</module></modules></project>',
    'app/pom.xml': `<project><artifactId>app</artifactId><dependencies>${dependency('com.mysql', '<scope>test</scope>')}${dependency(
      'org.postgresql',
      '<optional>true</optional>',
    )}${dependency('com.h2database', '<scope>runtime</scope>')}</dependencies><build><plugins><plugin><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build></project>`,
  }
  expect(table(facts(paper).stack)['Stack']).toBe('Java, H2')
  expect(table(facts(paper).commands)['Run']).toBe('`mvn install -DskipTests && mvn spring-boot:run -pl app`')
})
