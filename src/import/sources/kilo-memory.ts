/**
 * The memory that Kilo Code 7 keeps of a project in the person's data folder: `project.md`, `environment.md` and
 * `corrections.md`, with lines `- key :: text` below headings. Its manifest says which project it is of.
 */

import { parseJson, textAt } from '../../text/parse-data.ts'
import { piecesByHeading, sectionOrDocument } from '../by-heading.ts'
import { readNote } from '../note-file.ts'
import type { SectionPlace, SourceReader } from '../source.ts'

export const kiloMemory: SourceReader = {
  id: 'kilo-memory',
  name: 'Kilo Code memory',
  order: 43,
  find(look) {
    const data = look.readVariable('XDG_DATA_HOME') ?? `${look.home}/.local/share`
    const folder = `${data}/kilo/memory`
    const manifests = look.listFiles(folder, 2).filter((path) => /^[^/]+\/manifest\.json$/.test(path))
    return manifests.flatMap((manifest) => {
      const said = parseJson(look.readText(`${folder}/${manifest}`) ?? 'null')
      if (textAt(said, 'canonical') !== look.root) return []
      const own = `${folder}/${manifest.slice(0, manifest.indexOf('/'))}`
      const files = Object.keys(PLACES).filter((name) => look.isFile(`${own}/${name}`))
      if (files.length === 0) return []
      const found = files.map((name) => ({ path: `${own}/${name}`, name: `kilo-memory/${name}` }))
      return [{ place: "Kilo Code's memory of this project", files: found, skipped: [] }]
    })
  },
  read(file) {
    const { body } = readNote(file)
    const name = file.name.slice(file.name.lastIndexOf('/') + 1)
    const place = PLACES[name]
    if (body === undefined || place === undefined) return piecesByHeading(file)
    return [{ ...body, becomes: sectionOrDocument(body, place, TITLES[name] ?? name) }]
  },
}

/** A project's facts go by their headings. */
const PLACES: Readonly<Record<string, SectionPlace | undefined>> = {
  'project.md': undefined,
  'environment.md': 'tech',
  'corrections.md': 'patterns',
}
const TITLES: Readonly<Record<string, string>> = { 'environment.md': 'Environment', 'corrections.md': 'Corrections' }
