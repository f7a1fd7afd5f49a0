/** Opens a text in $VISUAL or $EDITOR and returns the edited text. The temporary folder is always removed. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok, type Result } from '../base/result.ts'
import { type CommandCall, misused } from './command.ts'

export function editText(call: CommandCall, name: string, text: string): Result<string> {
  const editor = call.env['VISUAL'] || call.env['EDITOR'] || 'vi'
  const folder = mkdtempSync(join(tmpdir(), 'memory-bank-edit-'))
  try {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    // $EDITOR may have arguments: `code --wait`.
    const ended =
      process.platform === 'win32'
        ? spawnSync(`${editor} "${file}"`, { shell: true, stdio: 'inherit' })
        : spawnSync('/bin/sh', ['-c', `${editor} "$1"`, 'memory-bank', file], { stdio: 'inherit' })
    if (ended.error !== undefined || ended.status !== 0) return misused(call, noEditor(editor))
    return ok(readFileSync(file, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function noEditor(editor: string) {
  return {
    en: `The editor (${editor}) exited with an error. Nothing was changed. Set $EDITOR, or use --text or --from.`,
    zh: `编辑器（${editor}）异常退出，未作改动。请设置 $EDITOR，或使用 --text、--from。`,
  }
}
