/**
 * Reads Claude Code's auto memory: the user's folder for this project, a folder named in settings, and a committed one.
 */

import { namedFolder, notesIn, projectSlug, readMemoryNote } from '../memory-note.ts'
import type { SourceReader } from '../source.ts'

export const claudeCode: SourceReader = {
  id: 'claude-code',
  name: 'Claude Code memory',
  order: 41,
  find(look) {
    const config = look.readVariable('CLAUDE_CONFIG_DIR') ?? `${look.home}/.claude`
    const named =
      namedFolder(look, `${look.root}/.claude/settings.local.json`, 'autoMemoryDirectory') ??
      namedFolder(look, `${config}/settings.json`, 'autoMemoryDirectory')
    const own = named ?? `${config}/projects/${projectSlug(look)}/memory`
    return [
      ...notesIn(look, `${look.root}/.claude/memory`, '.claude/memory/', '.claude/memory'),
      ...notesIn(look, own, "Claude Code's memory of this project", 'claude-code/memory'),
    ]
  },
  read: readMemoryNote,
}
