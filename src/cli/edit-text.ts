/** Opens a text in the person's editor and takes back what they made of it. The copy lies in a folder of its own, which goes. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, ok, type Result } from '../base/result.ts'
import type { Call } from './command.ts'

export function editText(call: Call, name: string, text: string): Result<string> {
  const editor = call.env['VISUAL'] || call.env['EDITOR'] || 'vi'
  const folder = mkdtempSync(join(tmpdir(), 'memory-bank-edit-'))
  try {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    // An editor may be a command with arguments, as git takes it: `code --wait`.
    const ended =
      process.platform === 'win32'
        ? spawnSync(`${editor} "${file}"`, { shell: true, stdio: 'inherit' })
        : spawnSync('/bin/sh', ['-c', `${editor} "$1"`, 'memory-bank', file], { stdio: 'inherit' })
    if (ended.error !== undefined || ended.status !== 0)
      return fail({ code: 'usage', command: call.command, detail: noEditor(editor) })
    return ok(readFileSync(file, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function noEditor(editor: string) {
  return {
    en: `The editor (${editor}) did not end well, so nothing was changed. Set $EDITOR, or use --text or --from.`,
    zh: `编辑器（${editor}）未正常结束，没有改动。请设置 $EDITOR，或使用 --text、--from。`,
  }
}
