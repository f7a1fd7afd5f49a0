/** Makefile, justfile and Taskfile: the project's own commands. */

import type { ScannedFile } from '../../core/project.ts'
import { at, entriesAt, parseYaml, shortLines, textAt } from '../../text/parse-data.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { type Command, described, type Part } from './part.ts'
import { filesNamed, folderOf } from './scan.ts'

const MAKEFILES = ['GNUmakefile', 'Makefile', 'makefile']
const JUSTFILES = ['justfile', 'Justfile', '.justfile', '.Justfile']
const TASKFILES = ['Taskfile', 'taskfile'].flatMap((name) =>
  ['yml', 'yaml', 'dist.yml', 'dist.yaml'].map((ending) => `${name}.${ending}`),
)

export const make: ManifestReader = {
  order: 15,
  files: [
    { worth: 19, names: MAKEFILES },
    { worth: 25, names: JUSTFILES },
    { worth: 26, names: TASKFILES },
  ],
  read: (scan) => [
    ...filesNamed(scan, ...MAKEFILES).map((file) => runner(file, 'make', makeTargets(file.text))),
    ...filesNamed(scan, ...JUSTFILES).map((file) => runner(file, 'just', justRecipes(file.text))),
    ...filesNamed(scan, ...TASKFILES).map((file) => runner(file, 'task', tasksOf(file.text))),
  ],
}

type Target = readonly [name: string, about: string | undefined]

function runner(file: ScannedFile, tool: string, targets: readonly Target[]): Part {
  const names = new Set<string>()
  const commands: Command[] = []
  for (const [name, about] of targets) {
    if (!names.has(name)) commands.push(described(name, `${tool} ${name}`, about))
    names.add(name)
  }
  return {
    folder: folderOf(file.path),
    ecosystem: tool,
    source: file.path,
    name: undefined,
    description: undefined,
    technologies: [],
    commands,
    members: undefined,
  }
}

/** Rules a person calls by name: no patterns, variables, special targets or files. */
function makeTargets(text: string): readonly Target[] {
  const found: Target[] = []
  let defining = false
  let comment: string | undefined
  for (const line of joined(shortLines(text))) {
    if (/^\s*(override\s+)?define\b/.test(line)) defining = true
    const rule = defining ? null : /^([A-Za-z0-9][\w \t-]*?)[ \t]*::?(?!=)(.*)$/.exec(line)
    const rest = rule?.[2] ?? ''
    // `target: NAME = value` sets a variable for a target; it makes no rule.
    if (rule?.[1] !== undefined && !/^:?=/.test(rest) && !/^[ \t]*(export[ \t]+)?\w+[ \t]*[:?+!]{0,2}=/.test(rest)) {
      const about = /##\s*(.{1,160})$/.exec(rest)?.[1] ?? comment
      for (const name of rule[1].split(/[ \t]+/)) found.push([name, about])
    }
    if (/^\s*endef\b/.test(line)) defining = false
    comment = /^##\s*(\S.{0,160})$/.exec(line)?.[1]
  }
  return found
}

function justRecipes(text: string): readonly Target[] {
  const found: Target[] = []
  let about: string | undefined
  let hidden = false
  for (const line of shortLines(text)) {
    const name = /^@?([A-Za-z][\w-]*)(?:[ \t]+[^:]*)?:(?!=)/.exec(line)?.[1]
    if (name !== undefined && !hidden && !/^(set|alias|export|import|mod)\s/.test(line)) found.push([name, about])
    about = /^#\s*([^!\s].{0,160})$/.exec(line)?.[1]
    hidden = /^\[.*\bprivate\b.*\]/.test(line) || (hidden && /^(\[|#)/.test(line))
  }
  return found
}

function tasksOf(text: string): readonly Target[] {
  const yaml = parseYaml(text)
  return entriesAt(yaml, 'tasks').flatMap(([name, task]) =>
    at(task, 'internal') === true || name.startsWith('_') ? [] : [[name, textAt(task, 'desc')] as const],
  )
}

/** Lines that end in a backslash go on in the next one. */
function joined(lines: readonly string[]): readonly string[] {
  const whole: string[] = []
  let open = ''
  for (const line of lines) {
    if (line.endsWith('\\') && open.length < 2_000) open += `${line.slice(0, -1)} `
    else {
      whole.push(open + line)
      open = ''
    }
  }
  return open === '' ? whole : [...whole, open]
}
