/** What a program hands on: commands to a shell, archives to be unpacked, patterns to be expanded. */

import { patternExpression } from './pattern.ts'
import { anchor, join, tidy } from './places.ts'
import { evaluate, isSign } from './program-evaluate.ts'
import type { Language, Token } from './program-tokens.ts'
import type { Argument, Scope } from './program-value.ts'
import { OTHER_FILES } from './search-commands.ts'
import { bankFilesBelow, type Call, placeFor, type Shell } from './shell.ts'
import { HOLE, hasHole } from './text.ts'

/** Where in which program we are. */
export interface Site {
  readonly call: Call
  readonly shell: Shell
  readonly language: Language
  readonly tokens: readonly Token[]
  readonly scope: Scope
}

export function handToShell(site: Site, name: string, args: readonly Argument[], open: number): void {
  const positional = args.filter((arg) => arg.name === undefined)
  const [first, second] = positional
  if (first === undefined) return
  const folder = anchor(site.scope.cwd(), folderOption(site, args, open) ?? '.')
  const spread = positional.length > 1 && /perl|ruby/.test(site.language) && /^(system|exec|spawn)$/.test(name)
  const words =
    first.value.items ??
    (second?.value.items === undefined ? undefined : [first.value, ...second.value.items]) ??
    (spread ? positional.map((arg) => arg.value) : undefined)
  if (words !== undefined) {
    runCommand(
      site,
      folder,
      words.map((word) => word.texts[0] ?? HOLE),
    )
    return
  }
  // Python's `exec` takes a program, which is looked into elsewhere.
  if (name === 'exec' && site.language === 'python') return
  for (const text of first.value.texts) runShellText(site, folder, text)
}

export function runShellText(site: Site, folder: string, text: string): void {
  const { shell, call } = site
  if (hasHole(text)) shell.account.unresolved.push(`${call.name}: a command that is not wholly known`)
  shell.apart(() => {
    shell.state.cwd = tidy(folder)
    shell.runText(text, { ...call.channels, input: undefined, more: new Map() })
  })
}

function runCommand(site: Site, folder: string, words: readonly string[]): void {
  const { shell, call } = site
  shell.apart(() => {
    shell.state.cwd = tidy(folder)
    shell.runWords(words, { ...call.channels, input: undefined, more: new Map() })
  })
}

/** `cwd='x'`, or `{ cwd: 'x' }` among the arguments. */
function folderOption(site: Site, args: readonly Argument[], open: number): string | undefined {
  const named = args.find((arg) => arg.name === 'cwd' || arg.name === 'chdir')?.value.texts[0]
  if (named !== undefined || !args.some((arg) => /\bcwd\b/.test(arg.source))) return named
  for (let at = open; at < Math.min(open + 200, site.tokens.length); at += 1) {
    const token = site.tokens[at]
    if (token?.kind === 'name' && token.text === 'cwd' && isSign(site.tokens[at + 1], ':')) {
      return evaluate(site.tokens, at + 2, site.scope).value.texts[0]
    }
  }
  return HOLE
}

/** Archives the program names, unpacked where it says. */
export function unpackNamed(site: Site, args: readonly Argument[]): void {
  const constants = site.tokens.flatMap((token) =>
    token.kind === 'string' ? [token.parts.map((part) => part.text).join('')] : [],
  )
  const archives = constants.filter((text) => /\.(zip|whl|jar|tar|tgz|tar\.\w+)$/.test(text))
  const given =
    args.find((arg) => arg.name === 'path' || arg.name === 'extract_dir') ??
    args.find((arg) => arg.name === undefined && !arg.value.texts.some((text) => archives.includes(text)))
  if (archives.length === 0) site.shell.account.unresolved.push(`${site.call.name}: an unknown archive`)
  for (const archive of archives) {
    for (const folder of given?.value.texts ?? ['.']) {
      const zipped = /\.(zip|whl|jar)$/.test(archive)
      const words = zipped ? ['unzip', '-o', archive, '-d', folder] : ['tar', '-xf', archive, '-C', folder]
      runCommand(site, site.scope.cwd(), words)
    }
  }
}

/** The bank's files a pattern may stand for; one path elsewhere when it stands for none. */
export function globBank(shell: Shell, cwd: string, pattern: string): readonly string[] {
  if (!/[*?[]/.test(pattern)) return [pattern]
  const base = pattern.replace(/[^/]*[*?[].*$/, '')
  const start = join(cwd, base === '' ? '.' : base.replace(/\/$/, ''))
  const expression = patternExpression(pattern.replaceAll('**/', '*').replaceAll('**', '*'), 'slashes')
  const found = bankFilesBelow(shell, start)
    .map((file) => base + file.slice(start.length + 1))
    .filter((file) => expression?.test(file) !== false)
  if (found.length > 0) return found
  return [placeFor(shell, start) === 'bank' ? pattern.replace(/[*?[].*$/, HOLE) : `${OTHER_FILES}file`]
}
