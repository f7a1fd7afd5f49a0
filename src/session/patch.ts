/**
 * Parses patches of agents (the `*** Begin Patch` form and unified diffs) and applies them in memory.
 *
 * The result is the text that the tool would write. It is undefined if the patch does not fit, because the tool's
 * result is then unknown.
 */

export type FilePatch =
  | { readonly kind: 'add'; readonly path: string; readonly text: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'update'; readonly path: string; readonly to: string | undefined; readonly hunks: readonly Hunk[] }

export interface Hunk {
  /** A line somewhere above the change. */
  readonly anchor: string | undefined
  /** The line number in a unified diff, counted from 0. */
  readonly line: number | undefined
  readonly old: readonly string[]
  readonly new: readonly string[]
  readonly atEnd: boolean
}

/** Undefined if the text is not a patch. */
export function parsePatch(text: string): readonly FilePatch[] | undefined {
  const lines = text.replace(/\r\n/g, '\n').split('\n')
  if (lines.some((line) => ENVELOPE_HEAD.test(line))) return parseEnvelope(lines)
  if (lines.some((line) => /^(?:\+\+\+|diff --git) /.test(line))) return parseUnified(lines)
  return undefined
}

/** The path without git's `a/` or `b/` (or a mnemonic prefix), which some tools strip. */
export function withoutPrefix(path: string): string {
  return path.replace(/^[abciow]\//, '')
}

/** The file after the hunks; undefined if one does not fit. Lines outside the hunks keep their bytes. */
export function applyHunks(before: string, hunks: readonly Hunk[]): string | undefined {
  const ending = /\r\n/.test(before) ? '\r\n' : '\n'
  const lines = before.split('\n')
  // The number of lines added so far, to correct the line numbers below.
  let drift = 0
  let from = 0
  for (const hunk of hunks) {
    if (hunk.anchor !== undefined) {
      const anchored = findLines(lines, [hunk.anchor], from)
      if (anchored === undefined) return undefined
      from = anchored + 1
    }
    const place = placeOf(lines, hunk, from, drift)
    if (place === undefined) return undefined
    const added = place.new.map((line) => (ending === '\r\n' ? `${line}\r` : line))
    // The last line of a file has no line end.
    if (place.at + place.old === lines.length && added.length > 0) added.push((added.pop() ?? '').replace(/\r$/, ''))
    lines.splice(place.at, place.old, ...added)
    from = place.at + added.length
    drift += added.length - place.old
  }
  return lines.join('\n')
}

interface Replacement {
  readonly at: number
  readonly old: number
  readonly new: readonly string[]
}

function placeOf(lines: readonly string[], hunk: Hunk, from: number, drift: number): Replacement | undefined {
  const end = lines.length - (lines.at(-1) === '' ? 1 : 0)
  const at = (place: number): Replacement => ({ at: place, old: hunk.old.length, new: hunk.new })
  if (hunk.old.length === 0) return at(hunk.line === undefined ? end : Math.min(hunk.line + drift, end))
  const last = end - hunk.old.length
  if (hunk.atEnd && last >= from && FOLDS.some((fold) => fits(lines, hunk.old, last, fold))) return at(last)
  const found =
    hunk.line === undefined ? findLines(lines, hunk.old, from) : findNear(lines, hunk.old, from, hunk.line + drift)
  return found === undefined ? placeBeforeEnd(lines, hunk, from) : at(found)
}

/** A blank last line of a hunk may mean the end of the file. */
function placeBeforeEnd(lines: readonly string[], hunk: Hunk, from: number): Replacement | undefined {
  const shorter = hunk.old.at(-1) === '' ? findLines(lines, hunk.old.slice(0, -1), from) : undefined
  if (shorter === undefined) return undefined
  return { at: shorter, old: hunk.old.length - 1, new: hunk.new.at(-1) === '' ? hunk.new.slice(0, -1) : hunk.new }
}

/**
 * Patch tools compare lines in this order: exact, without trailing blanks, without surrounding blanks, with plain
 * punctuation.
 */
const FOLDS: readonly ((line: string) => string)[] = [
  (line) => line.replace(/\r$/, ''),
  (line) => line.trimEnd(),
  (line) => line.trim(),
  (line) =>
    line
      .trim()
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[\u2018-\u201b]/g, "'")
      .replace(/[\u201c-\u201f]/g, '"')
      .replace(/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' '),
]

function findLines(lines: readonly string[], wanted: readonly string[], from: number): number | undefined {
  for (const fold of FOLDS) {
    for (let at = from; at + wanted.length <= lines.length; at += 1) if (fits(lines, wanted, at, fold)) return at
  }
  return undefined
}

/** Finds the lines at the diff's line number, or else at the nearest match. */
function findNear(lines: readonly string[], wanted: readonly string[], from: number, hint: number): number | undefined {
  for (const fold of FOLDS) {
    for (let distance = 0; distance <= lines.length; distance += 1) {
      for (const at of distance === 0 ? [hint] : [hint + distance, hint - distance]) {
        if (at >= from && at + wanted.length <= lines.length && fits(lines, wanted, at, fold)) return at
      }
    }
  }
  return undefined
}

function fits(
  lines: readonly string[],
  wanted: readonly string[],
  at: number,
  fold: (line: string) => string,
): boolean {
  return wanted.every((line, index) => fold(lines[at + index] ?? '\0') === fold(line))
}

const ENVELOPE_HEAD = /^\s*\*\*\* (Add|Update|Delete) File:\s*(\S[^\n]*)$/

function parseEnvelope(lines: readonly string[]): readonly FilePatch[] {
  const patches: FilePatch[] = []
  for (let at = 0; at < lines.length; ) {
    const head = ENVELOPE_HEAD.exec(lines[at] ?? '')
    at += 1
    if (head?.[1] === undefined || head[2] === undefined) continue
    const path = unquoted(head[2].trimEnd())
    if (head[1] === 'Delete') {
      patches.push({ kind: 'delete', path })
      continue
    }
    const body = linesUntil(lines, at, (line) => ENVELOPE_HEAD.test(line) || /^\s*\*\*\* End Patch/.test(line))
    at += body.length
    if (head[1] === 'Add') {
      const added = body.filter((line) => line.startsWith('+')).map((line) => `${line.slice(1)}\n`)
      patches.push({ kind: 'add', path, text: added.join('') })
    } else {
      const move = /^\s*\*\*\* Move to:\s*(\S[^\n]*)$/.exec(body[0] ?? '')?.[1]?.trimEnd()
      const hunks = parseHunks(move === undefined ? body : body.slice(1))
      patches.push({ kind: 'update', path, to: move === undefined ? undefined : unquoted(move), hunks })
    }
  }
  return patches
}

interface OpenHunk extends Hunk {
  readonly old: string[]
  readonly new: string[]
  atEnd: boolean
}

function parseHunks(body: readonly string[]): readonly Hunk[] {
  const hunks: OpenHunk[] = []
  const begin = (head: string): OpenHunk => {
    const hunk = hunkBegunBy(head)
    hunks.push(hunk)
    return hunk
  }
  // The final line break ends the patch and is not a line of the file.
  const lines = body.at(-1) === '' ? body.slice(0, -1) : body
  for (const line of lines) {
    const current = hunks.at(-1)
    if (line.startsWith('@@')) begin(line)
    else if (line.startsWith('*** End of File')) {
      if (current !== undefined) current.atEnd = true
    } else if (!line.startsWith('\\')) {
      const hunk = current ?? begin('@@')
      if (!line.startsWith('+')) hunk.old.push(line.slice(1))
      if (!line.startsWith('-')) hunk.new.push(line.slice(1))
    }
  }
  return hunks
}

/** `@@ -7,2 +7,3 @@` gives a line number, `@@ class Order` an anchor. */
function hunkBegunBy(line: string): OpenHunk {
  const range = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/.exec(line)
  const anchor = range === null ? line.slice(2).trim() : ''
  // `-7,0` is after line 7, `-7,2` begins at it.
  const at = range === null ? undefined : Number(range[1]) - (range[2] === '0' ? 0 : 1)
  return { anchor: anchor === '' ? undefined : anchor, line: at, old: [], new: [], atEnd: false }
}

function parseUnified(lines: readonly string[]): readonly FilePatch[] {
  const patches: FilePatch[] = []
  // Agents may omit the `---` line; then every `+++` names a file.
  const paired = lines.some((line, index) => isHead(lines, index) && line.startsWith('--- '))
  const begins = (at: number) => (paired ? isHead(lines, at) : /^\+\+\+ /.test(lines[at] ?? ''))
  const isNext = (line: string, at: number) => line.startsWith('diff --git ') || begins(at)
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (line.startsWith('diff --git ')) {
      const head = [line, ...linesUntil(lines, at + 1, isNext)]
      at += head.length
      if (!begins(at)) patches.push(...withoutHunks(head))
    } else if (begins(at)) {
      const to = pathOf(lines[paired ? at + 1 : at] ?? '')
      const from = paired ? pathOf(line) : to
      at += paired ? 2 : 1
      const body = linesUntil(lines, at, isNext)
      at += body.length
      patches.push(filePatch(from, to, parseHunks(body)))
    } else at += 1
  }
  return patches
}

function linesUntil(
  lines: readonly string[],
  from: number,
  ends: (line: string, at: number) => boolean,
): readonly string[] {
  let end = from
  while (end < lines.length && !ends(lines[end] ?? '', end)) end += 1
  return lines.slice(from, end)
}

function isHead(lines: readonly string[], at: number): boolean {
  return /^--- /.test(lines[at] ?? '') && /^\+\+\+ /.test(lines[at + 1] ?? '')
}

function filePatch(was: string, now: string, hunks: readonly Hunk[]): FilePatch {
  if (now === '/dev/null') return { kind: 'delete', path: was }
  if (was === '/dev/null')
    return { kind: 'add', path: now, text: hunks.flatMap((hunk) => hunk.new.map((line) => `${line}\n`)).join('') }
  // `a/x` and `b/x` are one file if only the prefix differs.
  const same = was === now || withoutPrefix(was) === withoutPrefix(now)
  return { kind: 'update', path: same ? now : was, to: same ? undefined : now, hunks }
}

/** A file that git moves, empties or deletes without a hunk. */
function withoutHunks(head: readonly string[]): readonly FilePatch[] {
  const field = (name: RegExp) => head.flatMap((line) => name.exec(line)?.[1] ?? [])[0]
  const from = field(/^(?:rename|copy) from (.+)$/)
  const to = field(/^(?:rename|copy) to (.+)$/)
  if (from !== undefined && to !== undefined)
    return [{ kind: 'update', path: unquoted(from), to: unquoted(to), hunks: [] }]
  const named = /^diff --git ("[^"]+"|\S+) ("[^"]+"|\S+)$/.exec(head[0] ?? '')?.[2]
  if (named === undefined) return []
  if (head.some((line) => line.startsWith('deleted file mode'))) return [{ kind: 'delete', path: unquoted(named) }]
  if (head.some((line) => line.startsWith('new file mode'))) return [{ kind: 'add', path: unquoted(named), text: '' }]
  return []
}

/** The path of a `---` or `+++` line, without a time stamp. */
function pathOf(line: string): string {
  const raw = line.slice(4)
  return unquoted((raw.split('\t')[0] ?? raw).replace(/(?<!\s)\s+\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*$/, ''))
}

/** Git quotes unusual names like C strings. */
function unquoted(raw: string): string {
  const path = raw.trim()
  const inner = /^"(.*)"$/.exec(path)?.[1]
  if (inner === undefined) return path
  const plain = inner.replace(
    /((?:\\[0-7]{3})+)|\\(.)/g,
    (all, octal: string | undefined, other: string | undefined) => {
      if (octal === undefined) return other ?? all
      const bytes = octal
        .slice(1)
        .split('\\')
        .map((digits) => Number.parseInt(digits, 8) % 256)
      try {
        return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
      } catch {
        return all // not UTF-8: as written
      }
    },
  )
  return plain
}
