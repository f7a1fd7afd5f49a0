import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { scanned, table } from '../scanned.ts'

test('a Swift package [S12]', () => {
  const text =
    '// swift-tools-version:5.10\nlet package = Package(\n  name: "Relay",\n  dependencies: [\n    .package(url: "https://github.com/vapor/vapor.git", from: "4.99.3"),\n  ],\n  targets: [.executableTarget(name: "App"), .testTarget(name: "AppTests")]\n)\n'
  expect(table(projectFacts(scanned({ 'Package.swift': text, 'Sources/App/': null }), 'en').snapshot)).toMatchObject({
    Name: 'Relay',
    Stack: 'Swift 5.10, Vapor 4.99.3',
    Commands: 'build `swift build`, run `swift run`, test `swift test`, one test `swift test --filter <name>`',
  })
})
