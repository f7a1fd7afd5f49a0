/** pom.xml: the root's, and those of its modules. */

import type { ScannedFile } from '../../core/project.ts'
import { at, entriesAt, listAt, parseXml, textAt, textOf, textsAt } from '../../text/parse-data.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { catalogId, JVM_CATALOG } from './jvm-catalog.ts'
import { membersOf } from './members.ts'
import { type Command, type Dependency, fromDependencies, type Part, standard, technology } from './part.ts'
import { exists, fileAt, filesNamed, folderOf, join, type Scan } from './scan.ts'

export const maven: ManifestReader = {
  order: 4,
  files: [{ worth: 5, names: ['pom.xml'] }],
  read: (scan) => filesNamed(scan, 'pom.xml').map((file) => readPom(scan, file)),
}

function readPom(scan: Scan, file: ScannedFile): Part {
  const folder = folderOf(file.path)
  const pom = at(parseXml(file.text), 'project')
  const properties = new Map(entriesAt(pom, 'properties').map(([key, value]) => [key, textOf(value) ?? '']))
  const value = (...path: readonly string[]) => resolved(textAt(pom, ...path), properties)
  const plugins = pluginsOf(pom)
  const java = javaOf(pom, properties)
  const isKotlin = plugins.includes('kotlin-maven-plugin')
  const isMember = folder !== '' && fileAt(scan, '', 'pom.xml') !== undefined
  return {
    folder,
    ecosystem: 'JVM',
    source: file.path,
    name: value('name') ?? value('artifactId'),
    description: value('description'),
    technologies: [
      ...(isKotlin ? [technology('language', 'Kotlin', resolved(properties.get('kotlin.version'), properties))] : []),
      ...(isMember && java === undefined
        ? []
        : [technology(isKotlin ? 'runtime' : 'language', isKotlin ? 'JVM' : 'Java', java)]),
      ...fromDependencies(JVM_CATALOG, dependenciesOf(pom, properties)),
    ],
    commands: isMember ? [] : commandsOf(scan, folder, pom),
    members: membersOf(scan, textsAt(pom, 'modules', 'module'), file.path, folder),
  }
}

/** What the parent brings where it is a product, and what the pom itself depends on. */
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

/** By a property that Maven or Spring Boot reads, else by the compiler's own settings. */
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

/** What the program runs with; not what tests it, and not what its user may choose to add. */
function isNeeded(dependency: unknown): boolean {
  const scope = textAt(dependency, 'scope') ?? 'compile'
  return (scope === 'compile' || scope === 'runtime') && textAt(dependency, 'optional') !== 'true'
}

/** Bills of material tell the version of what the dependencies name without one. */
function managedImports(pom: unknown): readonly unknown[] {
  return listAt(pom, 'dependencyManagement', 'dependencies', 'dependency').filter(
    (each) => textAt(each, 'scope') === 'import',
  )
}

/** `${name}` from the properties, a few times over; what stays unresolved is no answer. */
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

function commandsOf(scan: Scan, folder: string, pom: unknown): readonly Command[] {
  const mvn = exists(scan, folder, 'mvnw') ? './mvnw' : 'mvn'
  const modules = textsAt(pom, 'modules', 'module').map((module) => ({
    module,
    pom: fileAt(scan, join(folder, module), 'pom.xml'),
  }))
  const goal = goalOf(pom)
  const started = modules.flatMap(({ module, pom: file }) => {
    const own = file === undefined ? undefined : goalOf(at(parseXml(file.text), 'project'))
    // The siblings of a module that is started must have been installed.
    return own === undefined || !/^[\w./-]+$/.test(module)
      ? []
      : [standard('run', `${mvn} install -DskipTests && ${mvn} ${own} -pl ${module}`, file?.path)]
  })
  return [
    standard('build', `${mvn} package`),
    ...(isTested(scan) ? testsOf(mvn, modules.length > 0) : []),
    ...(modules.length > 0 ? started : goal === undefined ? [] : [standard('run', `${mvn} ${goal}`)]),
  ]
}

function testsOf(mvn: string, isMulti: boolean): readonly Command[] {
  // The modules that the one depends on are built with it, and have no test of that name.
  const one = isMulti
    ? `${mvn} test -pl <module> -am -Dtest=<Class>#<method> -Dsurefire.failIfNoSpecifiedTests=false`
    : `${mvn} test -Dtest=<Class>#<method>`
  return [standard('test', `${mvn} test`), standard('one', one)]
}

/** Whether any pom brings what tests are written with; Maven runs `test` without a single one as well. */
function isTested(scan: Scan): boolean {
  return filesNamed(scan, 'pom.xml').some((file) => /<scope>\s*test\s*<|junit|testng|spock/i.test(file.text))
}

function goalOf(pom: unknown): string | undefined {
  const plugins = pluginsOf(pom)
  if (plugins.includes('spring-boot-maven-plugin')) return 'spring-boot:run'
  return plugins.includes('quarkus-maven-plugin') ? 'quarkus:dev' : undefined
}
