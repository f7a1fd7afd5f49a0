/**
 * Reads Qwen Code's memory, in the same form as Claude Code's: the user's folder for this project, and a committed one.
 */

import { notesIn, projectSlug, readMemoryNote } from '../memory-note.ts'
import type { SourceReader } from '../source.ts'

export const qwenCode: SourceReader = {
  id: 'qwen-code',
  name: 'Qwen Code memory',
  order: 42,
  find(look) {
    const own = `${look.home}/.qwen/projects/${projectSlug(look)}/memory`
    return [
      ...notesIn(look, `${look.root}/.qwen/memory`, '.qwen/memory/', '.qwen/memory'),
      ...notesIn(look, own, "Qwen Code's memory of this project", 'qwen-code/memory'),
    ]
  },
  read: readMemoryNote,
}
