/** Commands in settings that start a part of the package: writes them, and reads them from a host's settings. */

import { isAbsolute, join } from 'node:path'
import type { Diagnosis } from '../setup/diagnosis.ts'
import { type InstallContext, isNode } from '../setup/install-context.ts'
import { fieldIn, isFields, listOf, textIn } from './fields.ts'
import { finding, missingPackage } from './findings.ts'

/**
 * Printed by a shell if the package is missing, so in both languages and without quotation marks. Hosts also show the
 * command lines of hooks that succeed, so the sentence must be true in that case too.
 */
export const IF_NOT_STARTED =
  '[memory-bank] If Memory Bank does not start, see: memory-bank doctor · 若 Memory Bank 无法启动，请运行：memory-bank doctor'

/** A shell command that prints a hook's answer. */
export function echoed(answer: object): string {
  return `echo '${JSON.stringify(answer)}'`
}

/** One word of a command line. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The words of a command that install wrote, without their quotes. */
export function shellWords(command: string): readonly string[] {
  return (command.match(/"[^"]*"|'(?:[^']|'\\'')*'|\S+/g) ?? []).map((word) => {
    if (word.startsWith('"')) return word.slice(1, -1)
    return word.startsWith("'") ? word.slice(1, -1).replaceAll(`'\\''`, "'") : word
  })
}

/** The package files that a server entry starts. Relative paths start at the project's root. */
function programsOf(server: unknown, root: string | undefined): readonly string[] {
  return listOf(fieldIn(server, 'args')).flatMap((path) => {
    if (typeof path !== 'string' || !path.endsWith('main.cjs')) return []
    return isAbsolute(path) ? [path] : [join(root ?? '', path)]
  })
}

/** The Node that Memory Bank's server entry names by an absolute path. */
function nodeOf(server: unknown): string | undefined {
  const command = textIn(server, 'command')
  return command !== undefined && isAbsolute(command) && programsOf(server, undefined).length > 0 ? command : undefined
}

export function namesMachineServer(server: unknown): boolean {
  return programsOf(server, undefined).some((path) => isAbsolute(path))
}

/** True for any server entry that works, including one that the user wrote. */
export function isServerFine(server: unknown, { look, root, ...context }: InstallContext): boolean {
  if (!isFields(server) || !('command' in server || 'httpUrl' in server || 'url' in server)) return false
  const node = nodeOf(server)
  const isStarted = node === undefined || isNode(node, { look, root, ...context })
  return isStarted && programsOf(server, root).every((path) => look.text(path) !== undefined)
}

export function serverFaults(
  about: string,
  file: string,
  server: unknown,
  context: InstallContext,
): readonly Diagnosis[] {
  const gone = programsOf(server, context.root).find((path) => context.look.text(path) === undefined)
  if (gone !== undefined) return [missingPackage(about, file, gone)]
  const node = nodeOf(server)
  return node === undefined || isNode(node, context) ? [] : [finding('node-not-found/server', about, { file, node })]
}
