/** The conformance suite, once per adapter, with payloads recorded from the real programs. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { conforms } from './conformance.ts'
import { claudeCodeByCommand, claudeCodeByServer } from './driven-claude-code.ts'
import { cline } from './driven-cline.ts'
import { codexByCommand } from './driven-codex.ts'
import { copilot, copilotByPatch } from './driven-copilot.ts'
import { gemini } from './driven-gemini.ts'
import { openCode } from './driven-opencode.ts'
import { openCode2 } from './driven-opencode2.ts'
import { qwen } from './driven-qwen.ts'

const HOSTS = [
  ...[openCode, openCode2, claudeCodeByCommand, claudeCodeByServer, codexByCommand, copilot, copilotByPatch],
  ...[qwen, gemini, cline],
]
for (const host of HOSTS) conforms(host)

test('recordings name their program and contain no paths of the recording machine', () => {
  const folder = join(import.meta.dirname, 'recordings')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  expect(files.length).toBeGreaterThan(40)
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text).toMatch(
      /"host": "(?:OpenCode 1\.18\.33|OpenCode 2 \(branch v2, 3edcb3ca2b\)|Claude Code 2\.1\.197|Qwen Code 0\.24\.4|Gemini CLI 0\.61\.0|Codex 0\.166\.0|Copilot CLI 1\.0\.102|Cline 3\.0\.65)"/,
    )
    expect(text).not.toMatch(/"\/(?:tmp|home|root|Users|work|var)\b/)
  }
})
