/** pubspec.yaml: Dart and Flutter. */

import type { ScannedFile } from '../facts.ts'
import {
  catalog,
  type Declared,
  type Dependency,
  fromDependencies,
  type ManifestReader,
  partOf,
  standard,
  technology,
} from '../manifest-reader.ts'
import { at, entriesAt, parseYaml, textAt, textOf, textsAt } from '../parse-data.ts'
import { filesNamed, folderOf, membersOf, type Scan } from '../scan.ts'

export const dart: ManifestReader = {
  order: 12,
  files: [{ worth: 12, names: ['pubspec.yaml'] }],
  read: (scan) => filesNamed(scan, 'pubspec.yaml').map((file) => readPubspec(scan, file)),
  declares: [[['pubspec.yaml'], ({ text }) => declaredIn(parseYaml(text))]],
  products: () => CATALOG,
}

function declaredIn(yaml: unknown): Declared {
  const sections = ['dependencies', 'dev_dependencies'].flatMap((key) => dependenciesIn(yaml, key))
  return { packages: [['dart', textAt(yaml, 'environment', 'sdk')], ...sections] }
}

function dependenciesIn(yaml: unknown, key: string): readonly Dependency[] {
  return entriesAt(yaml, key).map(([id, spec]) => [id, textOf(spec) ?? textAt(spec, 'version')])
}

const CATALOG = catalog({
  framework: `
    flutter Flutter | flutter_riverpod Riverpod | flutter_bloc BLoC | provider Provider | get GetX |
    go_router go_router | dio Dio | shelf shelf | freezed_annotation Freezed`,
  data: `drift Drift | sqflite sqflite | hive Hive | isar Isar | firebase_core Firebase`,
})

function readPubspec(scan: Scan, file: ScannedFile) {
  const folder = folderOf(file.path)
  const yaml = parseYaml(file.text)
  const dependencies = declaredIn(yaml).packages
  const isFlutter = at(yaml, 'dependencies', 'flutter') !== undefined
  const tool = isFlutter ? 'flutter' : 'dart'
  return partOf(file.path, 'Dart', {
    name: textAt(yaml, 'name'),
    description: textAt(yaml, 'description'),
    technologies: [
      technology('language', 'Dart', textAt(yaml, 'environment', 'sdk')),
      ...fromDependencies(CATALOG, dependenciesIn(yaml, 'dependencies')),
    ],
    commands: [
      standard('install', `${tool} pub get`),
      ...(isFlutter ? [standard('run', 'flutter run')] : []),
      ...(dependencies.some(([id]) => id === 'test' || id === 'flutter_test')
        ? [standard('test', `${tool} test`), standard('one', `${tool} test <file>`)]
        : []),
      standard('lint', `${tool} analyze`),
    ],
    members: membersOf(scan, textsAt(yaml, 'workspace'), file.path, folder),
  })
}
