/** Package.swift. */

import type { ScannedFile } from '../facts.ts'
import {
  catalog,
  type Dependency,
  type ManifestReader,
  partOf,
  productsIn,
  technology,
  usual,
} from '../manifest-reader.ts'
import { exists, filesNamed, folderOf } from '../scan.ts'

export const swift: ManifestReader = {
  order: 13,
  files: [
    {
      names: ['Package.swift'],
      worth: 13,
      declares: ({ text }) => ({ packages: [['swift', toolsOf(text)], ...dependenciesOf(text)] }),
    },
  ],
  // A Package.swift without sources of its own only wraps a library in C or C++.
  read: (scan) =>
    filesNamed(scan, 'Package.swift')
      .filter(({ path }) => exists(scan, folderOf(path), 'Sources'))
      .map(readPackage),
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
  const { text } = file
  const isTested = text.includes('.testTarget(')
  return partOf(file.path, 'Swift', {
    name: /Package\(\s{0,40}name:\s{0,9}"([^"\n]{1,80})"/.exec(text)?.[1],
    technologies: [technology('language', 'Swift', toolsOf(text)), ...productsIn(CATALOG, dependenciesOf(text))],
    commands: usual({
      build: 'swift build',
      test: isTested ? 'swift test' : undefined,
      one: isTested ? 'swift test --filter <name>' : undefined,
      run: text.includes('.executableTarget(') ? 'swift run' : undefined,
    }),
  })
}
