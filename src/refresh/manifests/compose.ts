/** Compose files: the services a project runs beside itself. */

import type { ScannedFile } from '../../core/project.ts'
import { at, entriesAt, parseYaml, textAt } from '../../text/parse-data.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { type Part, standard, technology } from './part.ts'
import { filesNamed, folderOf } from './scan.ts'

export const compose: ManifestReader = {
  order: 16,
  files: [{ worth: 18, names: ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'] }],
  read: (scan) => {
    const files = filesNamed(scan, 'compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml')
    const folders = new Set(files.map((file) => folderOf(file.path)))
    // Docker reads one of them: compose.yaml before docker-compose.yml.
    return [...folders].flatMap((folder) => {
      const first = files.find((file) => folderOf(file.path) === folder)
      return first === undefined ? [] : [readServices(first)]
    })
  },
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
