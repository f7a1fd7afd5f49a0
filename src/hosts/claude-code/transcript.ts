/** The assistant's last words: as the hook says them, else from the end of the session's transcript. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Said } from './decode.ts'

/** A transcript grows for days; its last words stand near its end. */
const TAIL_BYTES = 256 * 1024

export function wordsOf(said: Said): string {
  switch (said.kind) {
    case 'text':
      return said.text
    case 'transcript':
      return lastWords(tailOf(said.path))
    case 'unknown':
      return ''
  }
}

function lastWords(lines: readonly string[]): string {
  for (const line of lines.toReversed()) {
    const words = wordsIn(line)
    if (words !== '') return words
  }
  return ''
}

function wordsIn(line: string): string {
  try {
    const entry: unknown = JSON.parse(line)
    if (!isRecord(entry) || entry['type'] !== 'assistant' || !isRecord(entry['message'])) return ''
    const content = entry['message']['content']
    if (typeof content === 'string') return content
    const parts: readonly unknown[] = Array.isArray(content) ? content : []
    return parts
      .flatMap((part) => (isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : []))
      .join('\n')
  } catch {
    return '' // the first line of the tail is cut, the last may be half written
  }
}

function tailOf(path: string): readonly string[] {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return [] // a session that keeps no transcript has no words for us
  }
  try {
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES))
    readSync(file, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('utf8').split('\n')
  } finally {
    closeSync(file)
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
