/**
 * Gradle builds in Groovy or Kotlin: plugins, dependencies, toolchain, includes.
 *
 * A build script is a program. Only literals are read, not computed values.
 */

import {
  citedIn,
  type Declared,
  type Dependency,
  type ManifestReader,
  type ProjectCommand,
  partOf,
  productsIn,
  type Technology,
  technology,
  uniqueTechnologies,
  usual,
} from '../manifest-reader.ts'
import { oddLines } from '../odd-dependencies.ts'
import { entriesAt, parseToml, shortLines, textAt, textOf } from '../parse-data.ts'
import { exists, fileAt, foldersWith, membersOf, type Scan } from '../scan.ts'
import { catalogId, JVM_CATALOG, libraryNames } from './maven.ts'

/** Version catalogues (`gradle/libs.versions.toml`) are read with the root's build. */
export const gradle: ManifestReader = {
  order: 5,
  files: [
    { names: ['build.gradle', 'build.gradle.kts'], worth: 6 },
    { names: ['settings.gradle', 'settings.gradle.kts'], worth: 16 },
    {
      names: ['*.gradle', '*.gradle.kts'],
      declares: ({ text }) => declaredIn(withoutComments(text)),
      odd: oddLines(/\b(?:exclude\s*\(?\s*(?:group|module)|strictly\b|force\s*[=(]|flatDir\b)/),
    },
    { names: ['libs.versions.toml'], worth: 17, declares: ({ text }) => declaredInCatalogue(parseToml(text)) },
  ],
  read: (scan) => {
    const folders = foldersWith(scan, 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts')
    return folders.map((folder) => readBuild(scan, folder, folders.includes('')))
  },
  products: () => JVM_CATALOG,
}

function declaredIn(code: string): Declared {
  const plugins = pluginsOf(code)
  const libraries = [...code.matchAll(/["']([\w.-]+):([\w.-]+):(\d[\w.-]*)["']/g)].flatMap(
    ([, group = '', artifact = '', version]) => libraryNames(group, artifact, version),
  )
  const shared = [...code.matchAll(/\b([a-z]\w*?)_?[vV]ersion["']?\s*[=:]\s*["'](\d+(?:\.\d+)*)/g)].map(
    ([, name = '', version]) => [name, version] as const,
  )
  return { packages: [['kotlin', kotlinOf(plugins)], ['java', javaOf(code)], ...plugins, ...libraries, ...shared] }
}

function declaredInCatalogue(toml: unknown): Declared {
  const { libraries, plugins } = cataloguedIn(toml)
  const versions = entriesAt(toml, 'versions').map(([name, version]) => [name, textOf(version)] as const)
  return { packages: [['kotlin', kotlinOf(plugins)], ...versions, ...libraries, ...plugins] }
}

function kotlinOf(plugins: readonly Dependency[]): string | undefined {
  return plugins.find(([id]) => id.startsWith('org.jetbrains.kotlin.') && !id.includes('plugin'))?.[1]
}

function javaOf(code: string): string | undefined {
  const java =
    /(?:JavaLanguageVersion\.of|jvmToolchain)\s*\(\s*(\d{1,2})\s*\)/.exec(code)?.[1] ??
    /(?:sourceCompatibility|targetCompatibility)\s{0,9}=?\s{0,9}["']?(?:JavaVersion\.VERSION_)?(\d[\d._]{0,5})/.exec(
      code,
    )?.[1]
  return java?.replaceAll('_', '.')
}

function readBuild(scan: Scan, folder: string, hasRoot: boolean) {
  const build = fileAt(scan, folder, 'build.gradle.kts', 'build.gradle')
  const settings = fileAt(scan, folder, 'settings.gradle.kts', 'settings.gradle')
  const code = build === undefined ? '' : withoutComments(build.text)
  const plan = settings === undefined ? '' : withoutComments(settings.text)
  const isMember = folder !== '' && hasRoot
  const plugins = pluginsOf(code)
  return partOf((build ?? settings)?.path ?? '', 'JVM', {
    ...(settings === undefined ? {} : { nameSource: settings.path }),
    name: /rootProject\.name\s*=\s*["']([^"'$\n]{1,100})["']/.exec(plan)?.[1],
    description: /^[ \t]*description\s{0,9}=?\s{0,9}["']([^"'$\n]{1,300})["']/m.exec(code)?.[1],
    technologies: [
      ...languagesOf(code, plugins, isMember),
      ...uniqueTechnologies([
        ...productsIn(JVM_CATALOG, [...plugins, ...dependenciesOf(code)]),
        ...(folder === '' ? catalogued(scan) : []),
      ]),
    ],
    commands: isMember ? [] : commandsOf(scan, folder, plugins, includesOf(plan).length > 0),
    members: membersOf(scan, includesOf(plan), settings?.path ?? '', folder),
  })
}

/** The known entries of the version catalogue. */
function catalogued(scan: Scan): readonly Technology[] {
  const file = fileAt(scan, 'gradle', 'libs.versions.toml')
  if (file === undefined) return []
  const { libraries, plugins } = cataloguedIn(parseToml(file.text))
  const kotlin = plugins.find(([id]) => id.startsWith('org.jetbrains.kotlin.'))
  return citedIn(file.path, [
    ...(kotlin === undefined ? [] : [technology('language', 'Kotlin', kotlin[1])]),
    ...productsIn(JVM_CATALOG, [...plugins, ...libraries]),
  ])
}

function cataloguedIn(toml: unknown): Readonly<Record<'libraries' | 'plugins', readonly Dependency[]>> {
  const version = (entry: unknown) =>
    textAt(entry, 'version') ?? textAt(toml, 'versions', textAt(entry, 'version', 'ref') ?? '')
  const libraries = entriesAt(toml, 'libraries').map(([, entry]): Dependency => {
    const [group = '', artifact = '', direct] = (textOf(entry) ?? textAt(entry, 'module') ?? '').split(':')
    return [catalogId(textAt(entry, 'group') ?? group, textAt(entry, 'name') ?? artifact), direct ?? version(entry)]
  })
  const plugins = entriesAt(toml, 'plugins').map(([, entry]): Dependency => {
    const [id = '', direct] = (textOf(entry) ?? textAt(entry, 'id') ?? '').split(':')
    return [id, direct ?? version(entry)]
  })
  return { libraries, plugins }
}

function languagesOf(code: string, plugins: readonly Dependency[], isMember: boolean): readonly Technology[] {
  const kotlin = plugins.find(([id]) => id.startsWith('org.jetbrains.kotlin.') && !id.includes('plugin'))
  const version = javaOf(code)
  const has = (...ids: readonly string[]) => plugins.some(([id]) => ids.includes(id))
  const jvm = version === undefined ? [] : [technology('runtime', 'JVM', version)]
  if (kotlin !== undefined) return [technology('language', 'Kotlin', kotlin[1]), ...jvm]
  if (has('groovy')) return [technology('language', 'Groovy'), ...jvm]
  if (has('scala')) return [technology('language', 'Scala'), ...jvm]
  const isJava = has('java', 'java-library', 'war') || version !== undefined
  return isJava || !isMember ? [technology('language', 'Java', version)] : []
}

/** The ways a line names a plugin, and the plugin's id. */
const PLUGIN_FORMS: readonly (readonly [RegExp, idOf: (name: string) => string])[] = [
  [/^\s*id\s*\(?\s*["']([\w.-]{1,100})["']/, (name) => name],
  [/^\s*kotlin\s*\(\s*["']([\w.-]{1,60})["']/, (name) => `org.jetbrains.kotlin.${name}`],
  [
    /^\s*apply\s*\(?\s*plugin\s*[:=]\s*["']([\w.-]{1,100})["']/,
    (name) => (name === 'kotlin' ? 'org.jetbrains.kotlin.jvm' : name),
  ],
  // Version catalogues name plugins by alias. Well-known aliases identify the plugin.
  [
    /^\s*alias\s*\(\s*libs\.plugins\.([\w.]{1,80})\s*\)/,
    (alias) => ALIASES.find(([like]) => like.test(alias))?.[1] ?? alias,
  ],
  [/^\s*`([\w-]{1,40})`\s*\}?\s*$/, (name) => name],
  [/^\s*(java|application|groovy|scala|war)\s*\}?\s*$/, (name) => name],
]

/** `id("x") version "y"`, `id 'x' version 'y'`, `kotlin("jvm") version "y"`, `` `java-library` ``, `apply plugin: 'x'`. */
function pluginsOf(code: string): readonly Dependency[] {
  const lines = shortLines(code.replaceAll(/\bplugins\s*\{/g, '\n').replaceAll(';', '\n'))
  return lines.flatMap((line): readonly Dependency[] => {
    const [id] = PLUGIN_FORMS.flatMap(([form, idOf]) => form.exec(line)?.slice(1, 2).map(idOf) ?? [])
    return id === undefined ? [] : [[id, /\bversion\s*\(?\s*["']([^"'$]{1,40})["']/.exec(line)?.[1]]]
  })
}

const ALIASES: readonly (readonly [RegExp, string])[] = [
  [/^kotlin[.]?(jvm|android|multiplatform)$|^jetbrains[.]?kotlin/i, 'org.jetbrains.kotlin.jvm'],
  [/^android[.]?application$/i, 'com.android.application'],
  [/^android[.]?library$/i, 'com.android.library'],
  [/^spring[.]?boot$/i, 'org.springframework.boot'],
  [/^ktor$/i, 'io.ktor'],
]

/** Reads `implementation("g:a:v")` and similar calls, with or without parentheses or platform(...). */
function dependenciesOf(code: string): readonly Dependency[] {
  const found: Dependency[] = []
  for (const line of shortLines(code)) {
    const match =
      /^\s*(?!test|androidTest|benchmark)\w*(?:implementation|api|compileOnly|runtimeOnly|compile)\b[\s(]*(?:(?:enforcedPlatform|platform)\s*\(\s*)?["']([\w.-]+):([\w.-]+)(?::([^"':@]+))?/i.exec(
        line,
      )
    if (match?.[1] === undefined || match[2] === undefined) continue
    found.push([catalogId(match[1], match[2]), match[3]?.includes('$') ? undefined : match[3]])
  }
  return found
}

/** Reads `include(":app", ":core:model")`, also over several lines. A colon separates folders. */
function includesOf(plan: string): readonly string[] {
  return [...plan.matchAll(/^[ \t]*include\b[ \t]*(\(?)/gm)].flatMap((call) => {
    const rest = plan.slice(call.index + call[0].length, call.index + 4_000)
    // Without parentheses, a call continues while its lines end in a comma.
    const names = call[1] === '(' ? rest.split(')', 1)[0] : /^(?:[^\n]*,[ \t]*\n)*[^\n]*/.exec(rest)?.[0]
    return [...(names ?? '').matchAll(/["']:?([\w.:/-]{1,100})["']/g)].map((name) =>
      (name[1] ?? '').replaceAll(':', '/'),
    )
  })
}

/** The task that starts the program, by the plugin that provides it. */
const RUN_TASKS = [
  ['org.springframework.boot', 'bootRun'],
  ['io.quarkus', 'quarkusDev'],
  ['application', 'run'],
] as const

function commandsOf(
  scan: Scan,
  folder: string,
  plugins: readonly Dependency[],
  isMulti: boolean,
): readonly ProjectCommand[] {
  const gradle = exists(scan, folder, 'gradlew') ? './gradlew' : 'gradle'
  const has = (id: string) => plugins.some(([each]) => each === id)
  const task = RUN_TASKS.find(([id]) => has(id))?.[1]
  return usual({
    build: `${gradle} build`,
    test: `${gradle} test`,
    one: isMulti ? `${gradle} :<module>:test --tests <Class>` : `${gradle} test --tests <Class>`,
    run: task && `${gradle} ${task}`,
  })
}

/** Slashes inside strings, as in addresses, do not start a comment. */
function withoutComments(text: string): string {
  return shortLines(text.replaceAll(/\/\*[^*]{0,5000}\*\//g, ''))
    .map((line) => line.replace(/(^|\s)\/\/.*$/, ''))
    .join('\n')
}
