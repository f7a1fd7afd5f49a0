/** Compose files: the services a project runs beside itself. */

import type { ScannedFile } from '../facts.ts'
import { at, entriesAt, parseYaml, textAt } from '../parse-data.ts'
import {
  type Declared,
  type Dependency,
  type ManifestReader,
  noProducts,
  type Part,
  standard,
  technology,
} from '../manifest-reader.ts'
import { filesNamed, folderOf } from '../scan.ts'

const FILES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml']

export const compose: ManifestReader = {
  order: 16,
  files: [{ worth: 18, names: FILES }],
  read: (scan) => {
    const files = filesNamed(scan, ...FILES)
    const folders = new Set(files.map((file) => folderOf(file.path)))
    // Docker reads one of them: compose.yaml before docker-compose.yml.
    return [...folders].flatMap((folder) => {
      const first = files.find((file) => folderOf(file.path) === folder)
      return first === undefined ? [] : [readServices(first)]
    })
  },
  declares: [
    [
      ['compose*.yaml', 'compose*.yml', 'docker-compose*.yaml', 'docker-compose*.yml', ...FILES],
      ({ text }) => images(entriesAt(parseYaml(text), 'services').flatMap(([, one]) => textAt(one, 'image') ?? [])),
    ],
    [['Dockerfile', 'Dockerfile.*', '*.Dockerfile', 'Containerfile'], ({ text }) => images(basesOf(text))],
  ],
  products: noProducts,
}

/** `registry/postgres:16-alpine` declares postgres 16. */
function images(references: readonly string[]): Declared {
  const services = references.flatMap((reference): readonly Dependency[] => {
    const match = /(?:^|\/)([\w.-]+)(?::v?(\d+(?:\.\d+)*))?[^/]*$/.exec(reference)
    return match?.[1] === undefined ? [] : [[match[1], match[2]]]
  })
  return { packages: [], services }
}

/** What a Dockerfile builds on, with the values of its arguments. */
function basesOf(text: string): readonly string[] {
  const args = new Map(
    [...text.matchAll(/^ARG\s+(\w+)=["']?([\w.-]+)/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  return [...text.matchAll(/^FROM\s+(?:--\S+\s+)?(\S+)/gim)].map(([, base = '']) =>
    base.replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) => args.get(name) ?? ''),
  )
}

function readServices(file: ScannedFile): Part {
  const yaml = parseYaml(file.text)
  const services = entriesAt(yaml, 'services').filter(([name]) => /^[\w.-]{1,60}$/.test(name))
  return {
    folder: folderOf(file.path),
    ecosystem: 'Compose',
    source: file.path,
    name: undefined,
    description: undefined,
    // What is built here is a part of the project, and told as one.
    technologies: services
      .filter(([, service]) => at(service, 'build') === undefined && at(service, 'image') !== undefined)
      .map(([name, service]) => technology('service', name, imageOf(service))),
    commands: services.length === 0 ? [] : [standard('services', 'docker compose up -d')],
    members: undefined,
  }
}

/** An image without its digest, and without anything that comes from the environment. */
function imageOf(service: unknown): string | undefined {
  const named = textAt(service, 'image')
    ?.replace(/[:@]?\$.*$/, '')
    .replace(/@sha256:.*$/, '')
  return named !== undefined && /^[\w./:-]{1,80}$/.test(named) ? named : undefined
}
