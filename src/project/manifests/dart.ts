/** pubspec.yaml: Dart and Flutter. */

import type { ScannedFile } from '../facts.ts'
import {
  catalog,
  type Declared,
  type Dependency,
  type ManifestReader,
  partOf,
  productsIn,
  technology,
  usual,
} from '../manifest-reader.ts'
import { at, entriesAt, parseYaml, textAt, textOf, textsAt } from '../parse-data.ts'
import { filesNamed, folderOf, membersOf, type Scan } from '../scan.ts'

export const dart: ManifestReader = {
  order: 12,
  files: [{ names: ['pubspec.yaml'], worth: 12, declares: ({ text }) => declaredIn(parseYaml(text)) }],
  read: (scan) => filesNamed(scan, 'pubspec.yaml').map((file) => readPubspec(scan, file)),
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
  const isTested = declaredIn(yaml).packages.some(([id]) => id === 'test' || id === 'flutter_test')
  const isFlutter = at(yaml, 'dependencies', 'flutter') !== undefined
  const tool = isFlutter ? 'flutter' : 'dart'
  return partOf(file.path, 'Dart', {
    name: textAt(yaml, 'name'),
    description: textAt(yaml, 'description'),
    technologies: [
      technology('language', 'Dart', textAt(yaml, 'environment', 'sdk')),
      ...productsIn(CATALOG, dependenciesIn(yaml, 'dependencies')),
    ],
    commands: usual({
      install: `${tool} pub get`,
      run: isFlutter ? 'flutter run' : undefined,
      test: isTested ? `${tool} test` : undefined,
      one: isTested ? `${tool} test <file>` : undefined,
      lint: `${tool} analyze`,
    }),
    members: membersOf(scan, textsAt(yaml, 'workspace'), file.path, folder),
  })
}
