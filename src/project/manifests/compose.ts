/** Compose files and Dockerfiles: the services a project runs. */

import type { ScannedFile } from '../facts.ts'
import { type Declared, type Dependency, type ManifestReader, partOf, technology, usual } from '../manifest-reader.ts'
import { at, entriesAt, parseYaml, textAt } from '../parse-data.ts'
import { fileAt, foldersWith } from '../scan.ts'

const FILES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml']

export const compose: ManifestReader = {
  order: 16,
  files: [
    { names: FILES, worth: 18 },
    {
      names: ['compose*.yaml', 'compose*.yml', 'docker-compose*.yaml', 'docker-compose*.yml', ...FILES],
      declares: ({ text }) =>
        images(entriesAt(parseYaml(text), 'services').flatMap(([, one]) => textAt(one, 'image') ?? [])),
    },
    {
      names: ['Dockerfile', 'Dockerfile.*', '*.Dockerfile', 'Containerfile'],
      declares: ({ text }) => images(basesOf(text)),
    },
  ],
  // Docker reads one file per folder: the first that exists.
  read: (scan) =>
    foldersWith(scan, ...FILES)
      .flatMap((folder) => fileAt(scan, folder, ...FILES) ?? [])
      .map(readServices),
}

/** `registry/postgres:16-alpine` declares postgres 16. */
function images(references: readonly string[]): Declared {
  const services = references.flatMap((reference): readonly Dependency[] => {
    const match = /(?:^|\/)([\w.-]+)(?::v?(\d+(?:\.\d+)*))?[^/]*$/.exec(reference)
    return match?.[1] === undefined ? [] : [[match[1], match[2]]]
  })
  return { packages: [], services }
}

/** The base images of a Dockerfile, with its arguments resolved. */
function basesOf(text: string): readonly string[] {
  const args = new Map(
    [...text.matchAll(/^ARG\s+(\w+)=["']?([\w.-]+)/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  return [...text.matchAll(/^FROM\s+(?:--\S+\s+)?(\S+)/gim)].map(([, base = '']) =>
    base.replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) => args.get(name) ?? ''),
  )
}

function readServices(file: ScannedFile) {
  const yaml = parseYaml(file.text)
  const services = entriesAt(yaml, 'services').filter(([name]) => /^[\w.-]{1,60}$/.test(name))
  return partOf(file.path, 'Compose', {
    // A service that is built here is a part of the project.
    technologies: services
      .filter(([, service]) => at(service, 'build') === undefined && at(service, 'image') !== undefined)
      .map(([name, service]) => technology('service', name, imageOf(service))),
    commands: usual({ services: services.length === 0 ? undefined : 'docker compose up -d' }),
  })
}

/** An image without digest and environment variables. */
function imageOf(service: unknown): string | undefined {
  const named = textAt(service, 'image')
    ?.replace(/[:@]?\$.*$/, '')
    .replace(/@sha256:.*$/, '')
  return named !== undefined && /^[\w./:-]{1,80}$/.test(named) ? named : undefined
}
