/**
 * Messages that a command of the project became. Gemini CLI hands over a command's prompt as if it had been typed, and a
 * repository may bring commands: what one of them may have become is not a person's word (S42). A command that cannot be
 * read may have become anything.
 */

import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { textOfRegular } from '../../flows/workspace.ts'
import { tomlFaultOf, tomlValueAt } from '../../text/toml-table.ts'

export function isProjectCommand(text: string, project: string): boolean {
  const commands = entriesIn(join(project, '.gemini/commands'))
  if (commands.length > MOST || commands.some(leadsElsewhere)) return true
  return commands.some((command) => command.isFile() && mayBecome(command, text.trim()))
}

const MOST = 500
const BOUNDS = { bytes: 256 * 1024 } as const

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch {
    return [] // the project brings no commands
  }
}

function leadsElsewhere(entry: Dirent): boolean {
  return entry.isSymbolicLink()
}

function mayBecome({ name, parentPath }: Dirent, text: string): boolean {
  if (!name.endsWith('.toml')) return false
  const command = textOfRegular(join(parentPath, name), BOUNDS)
  if (command === undefined) return true
  const prompt = tomlFaultOf(command) === undefined ? tomlValueAt(command, ['prompt']) : undefined
  return typeof prompt === 'string' && isMadeOf(prompt.trim(), text)
}

/** Arguments, files and what programs print may be anything; what was typed after a command without a place for it follows. */
function isMadeOf(prompt: string, text: string): boolean {
  if (text === prompt || text.startsWith(`${prompt}\n\n/`)) return true
  const [first = '', ...rest] = prompt.split(/\{\{args\}\}|[!@]\{[^}]*\}/)
  const last = rest.pop()
  if (last === undefined || !text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
