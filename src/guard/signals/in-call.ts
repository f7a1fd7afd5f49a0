/** What calls show that is worth a proposal (S40), from writes and commands. */

import { hashOfText } from '../../core/content-hash.ts'
import type { ToolFacts } from '../../core/event.ts'
import type { Edit, ToolCall } from '../../core/tool-call.ts'
import { addedPackages, testCommand } from './commands.ts'
import { kindOfFile } from './files.ts'
import type { Signal } from './signal.ts'
import { termOf } from './terms.ts'

/** What a finished, successful call changed in how the project is built, run or composed. */
export function signalInCall(command: string | undefined, facts: ToolFacts): Signal | undefined {
  for (const path of writtenPaths(facts)) {
    const kind = kindOfFile(path)
    if (kind !== undefined) return { kind, terms: [termOf(path)], called: true }
  }
  const added = command === undefined ? [] : addedPackages(command)
  return added.length === 0 ? undefined : { kind: 'tech', terms: added.map(termOf), called: true }
}

/** Do all the edits of the calls only raise the project's own version? That is a step of the work, and git shows it. */
export function raisesVersionOnly(calls: readonly ToolCall[]): boolean {
  const writes = calls.flatMap((call) => (call.kind === 'writes' ? call.writes : []))
  return (
    writes.length > 0 &&
    writes.every(
      (write) => write.kind === 'edits' && write.edits.every((edit) => OWN_VERSION.test(edit.new) && isRaise(edit)),
    )
  )
}

function isRaise(edit: Edit): boolean {
  return edit.old.replace(NUMBERS, '') === edit.new.replace(NUMBERS, '')
}

const OWN_VERSION = /(?:^|[\s<"'{,])version(?:code|name)?["'>]?\s*[:=>\s]/i
const NUMBERS = /\d[\w.+-]*/g

/** Paths of the project, outside the bank, that a call has written. */
export function writtenPaths(facts: ToolFacts): readonly string[] {
  const paths =
    facts.kind === 'shell'
      ? facts.writes
      : facts.kind === 'writes'
        ? facts.files.flatMap((file) => (file.in === 'project' ? [file.path] : []))
        : []
  return paths.filter((path) => !OUTSIDE.test(path))
}

/** Paths inside are relative to the root. */
const OUTSIDE = /^(?:[\\/~]|[a-z]:[\\/]|\.\.(?:[\\/]|$))/i

/** What tells test runs apart, or undefined for a command that tests nothing. A part's name begins with the whole's. */
export function testRun(command: string | undefined): string | undefined {
  const test = command === undefined ? undefined : testCommand(command)
  if (test === undefined) return undefined
  return hashOfText(test.runner) + (test.only === '' ? '' : `:${hashOfText(test.only)}`)
}
