/** Makefile, justfile and Taskfile: the project's own commands. */

import type { ScannedFile } from '../facts.ts'
import { type ManifestReader, partOf, type Runner, script } from '../manifest-reader.ts'
import { at, entriesAt, parseYaml, shortLines } from '../parse-data.ts'
import { filesNamed } from '../scan.ts'

const MAKEFILES = ['GNUmakefile', 'Makefile', 'makefile']
const JUSTFILES = ['justfile', 'Justfile', '.justfile', '.Justfile']
const TASKFILES = ['Taskfile', 'taskfile'].flatMap((name) =>
  ['yml', 'yaml', 'dist.yml', 'dist.yaml'].map((ending) => `${name}.${ending}`),
)

/** Runners with the names of their files, of which a scan reads the first ones, and the reader of their targets. */
const RUNNERS: readonly Tool[] = [
  { tool: 'make', worth: 19, names: MAKEFILES, more: ['*.mk', 'Makefile.*'], targetsIn: makeTargets },
  { tool: 'just', worth: 25, names: JUSTFILES, more: ['*.just'], targetsIn: justRecipes },
  { tool: 'task', worth: 26, names: TASKFILES, more: [], targetsIn: tasksOf },
]

interface Tool {
  readonly tool: Runner
  readonly worth: number
  readonly names: readonly string[]
  readonly more: readonly string[]
  readonly targetsIn: (text: string) => readonly string[]
}

export const make: ManifestReader = {
  order: 15,
  files: RUNNERS.flatMap(({ tool, worth, names, more, targetsIn }) => [
    { names, worth },
    {
      names: [...names, ...more],
      declares: ({ text }) => ({ packages: [], scripts: { runner: tool, names: targetsIn(text) } }),
    },
  ]),
  read: (scan) =>
    RUNNERS.flatMap(({ tool, names, targetsIn }) =>
      filesNamed(scan, ...names).map((file) => runner(file, tool, targetsIn(file.text))),
    ),
}

/** `make install` installs the product into the system. `make check` runs the tests of GNU projects and the linters of others. */
function runner(file: ScannedFile, tool: string, targets: readonly string[]) {
  const names = [...new Set(targets)].filter((name) => name !== 'install' && (tool !== 'make' || name !== 'check'))
  return partOf(file.path, tool, {
    commands: names.flatMap((name) => script(name, `${tool} ${name}`)),
  })
}

/** Rules called by name: no patterns, variables, special targets or files. */
function makeTargets(text: string): readonly string[] {
  const found: string[] = []
  let defining = false
  for (const line of joinContinued(shortLines(text))) {
    if (/^\s*(override\s+)?define\b/.test(line)) defining = true
    const rule = defining ? null : /^([A-Za-z0-9][\w \t-]*?)[ \t]*::?(?!=)(.*)$/.exec(line)
    const rest = rule?.[2] ?? ''
    // `target: NAME = value` sets a variable and is not a rule.
    if (rule?.[1] !== undefined && !/^:?=/.test(rest) && !/^[ \t]*(export[ \t]+)?\w+[ \t]*[:?+!]{0,2}=/.test(rest)) {
      found.push(...rule[1].split(/[ \t]+/))
    }
    if (/^\s*endef\b/.test(line)) defining = false
  }
  return found
}

function justRecipes(text: string): readonly string[] {
  const found: string[] = []
  let hidden = false
  for (const line of shortLines(text)) {
    const name = /^@?([A-Za-z][\w-]*)(?:[ \t]+[^:]*)?:(?!=)/.exec(line)?.[1]
    if (name !== undefined && !hidden && !/^(set|alias|export|import|mod)\s/.test(line)) found.push(name)
    hidden = /^\[.*\bprivate\b.*\]/.test(line) || (hidden && /^(\[|#)/.test(line))
  }
  return found
}

function tasksOf(text: string): readonly string[] {
  const yaml = parseYaml(text)
  return entriesAt(yaml, 'tasks').flatMap(([name, task]) => (at(task, 'internal') === true ? [] : [name]))
}

/** Joins lines that end in a backslash with the next one. */
function joinContinued(lines: readonly string[]): readonly string[] {
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
