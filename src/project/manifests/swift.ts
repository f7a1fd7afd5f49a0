/** Package.swift. */

import type { ScannedFile } from '../facts.ts'
import {
  catalog,
  type Dependency,
  fromDependencies,
  type ManifestReader,
  partOf,
  standard,
  technology,
} from '../manifest-reader.ts'
import { filesNamed } from '../scan.ts'

export const swift: ManifestReader = {
  order: 13,
  files: [{ worth: 13, names: ['Package.swift'] }],
  read: (scan) => filesNamed(scan, 'Package.swift').map(readPackage),
  declares: [[['Package.swift'], ({ text }) => ({ packages: [['swift', toolsOf(text)], ...dependenciesOf(text)] })]],
  products: () => CATALOG,
}

function toolsOf(text: string): string | undefined {
  return /swift-tools-version:\s{0,9}([\d.]{1,10})/.exec(text)?.[1]
}

function dependenciesOf(text: string): readonly Dependency[] {
  return [
    ...text.matchAll(
      /\.package\(\s{0,40}url:\s{0,9}"https?:\/\/[^"\s]{1,200}\/([\w.-]{1,80}?)(?:\.git)?"(?:,\s{0,9}(?:from|exact):\s{0,9}"([\d.]{1,20})")?/g,
    ),
  ].map((match) => [(match[1] ?? '').toLowerCase(), match[2]])
}

const CATALOG = catalog({
  framework: `vapor Vapor | hummingbird Hummingbird | swift-nio SwiftNIO`,
  data: `fluent Fluent | grdb GRDB`,
})

function readPackage(file: ScannedFile) {
  const text = file.text
  return partOf(file.path, 'Swift', {
    name: /Package\(\s{0,40}name:\s{0,9}"([^"\n]{1,80})"/.exec(text)?.[1],
    technologies: [technology('language', 'Swift', toolsOf(text)), ...fromDependencies(CATALOG, dependenciesOf(text))],
    commands: [
      standard('build', 'swift build'),
      ...(text.includes('.testTarget(')
        ? [standard('test', 'swift test'), standard('one', 'swift test --filter <name>')]
        : []),
      ...(text.includes('.executableTarget(') ? [standard('run', 'swift run')] : []),
    ],
  })
}
