/** pom.xml: the root's, and those of modules one level down. */

import type { ScannedFile } from '../../core/project.ts'
import { at, entriesAt, listAt, parseXml, textAt, textOf, textsAt } from '../../text/parse-data.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { catalogId, JVM_CATALOG } from './jvm-catalog.ts'
import { membersOf } from './members.ts'
import { type Command, fromDependencies, type Part, standard, technology } from './part.ts'
import { exists, fileAt, filesNamed, folderOf, type Scan } from './scan.ts'

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
  const dependencies = [...listAt(pom, 'dependencies', 'dependency'), ...managedImports(pom)].flatMap((each) => {
    const group = textAt(each, 'groupId')
    const artifact = textAt(each, 'artifactId')
    if (group === undefined || artifact === undefined) return []
    return [[catalogId(group, artifact), resolved(textAt(each, 'version'), properties)] as const]
  })
  const parentGroup = textAt(pom, 'parent', 'groupId') ?? ''
  const parent: readonly (readonly [string, string | undefined])[] = JVM_CATALOG.has(parentGroup)
    ? [[parentGroup, value('parent', 'version')]]
    : []
  const plugins = listAt(pom, 'build', 'plugins', 'plugin').flatMap((plugin) => textAt(plugin, 'artifactId') ?? [])
  const java = ['java.version', 'maven.compiler.release', 'maven.compiler.source', 'maven.compiler.target']
    .map((key) => resolved(properties.get(key), properties))
    .find((version) => version !== undefined)
  const isKotlin = plugins.includes('kotlin-maven-plugin')
  const isMember = folder !== '' && fileAt(scan, '', 'pom.xml') !== undefined
  return {
    folder,
    ecosystem: 'Maven',
    source: file.path,
    name: value('name') ?? value('artifactId'),
    description: value('description'),
    technologies: [
      ...(isKotlin ? [technology('language', 'Kotlin', resolved(properties.get('kotlin.version'), properties))] : []),
      ...(isMember && java === undefined
        ? []
        : [technology(isKotlin ? 'runtime' : 'language', isKotlin ? 'JVM' : 'Java', java)]),
      ...fromDependencies(JVM_CATALOG, [...parent, ...dependencies]),
      ...(isMember ? [] : [technology('tooling', 'Maven')]),
    ],
    commands: isMember ? [] : commandsOf(scan, folder, plugins),
    members: membersOf(scan, textsAt(pom, 'modules', 'module'), file.path, folder),
  }
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
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES.get(name) ?? '')
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function commandsOf(scan: Scan, folder: string, plugins: readonly string[]): readonly Command[] {
  const mvn = exists(scan, folder, 'mvnw') ? './mvnw' : 'mvn'
  const commands = [standard('build', `${mvn} package`), standard('test', `${mvn} test`)]
  if (plugins.includes('spring-boot-maven-plugin')) commands.push(standard('dev', `${mvn} spring-boot:run`))
  if (plugins.includes('quarkus-maven-plugin')) commands.push(standard('dev', `${mvn} quarkus:dev`))
  return commands
}
