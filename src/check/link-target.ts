/** Where a link's destination leads, as a path relative to the project root. */

export type LinkTarget =
  /** Another site, or nothing that could be looked up. */
  | { readonly kind: 'elsewhere' }
  /** Above the project root. */
  | { readonly kind: 'outside' }
  | {
      readonly kind: 'inside'
      /** What the path may mean, the likeliest first; `''` is the project root. */
      readonly paths: readonly [string, ...string[]]
      /** Decoded, without `#`. */
      readonly fragment: string | undefined
    }

/** `folder` is the one that holds the linking file, relative to the project root. */
export function linkTarget(destination: string, folder: string): LinkTarget {
  const raw = destination.trim()
  if (raw === '' || raw.length > LONGEST_PATH || SCHEME.test(raw) || raw.startsWith('//') || PLACEHOLDER.test(raw)) {
    return { kind: 'elsewhere' }
  }
  const hash = raw.indexOf('#')
  const beforeHash = hash === -1 ? raw : raw.slice(0, hash)
  const query = beforeHash.indexOf('?')
  const written = query === -1 ? beforeHash : beforeHash.slice(0, query)
  const fragment = hash === -1 ? undefined : decoded(raw.slice(hash + 1))
  // The likeliest first; a `?` or a `:12` may also be part of the name.
  const spellings = new Set([written, beforeHash, written.replace(/:\d+(?:[:-]\d+)*$/, '')])
  const names = new Set([...spellings].flatMap((spelling) => [decoded(spelling), spelling]))
  const paths = [...names].map((name) => resolve(name, folder))
  const [first, ...others] = new Set(paths.filter((path) => path !== undefined))
  return first === undefined ? { kind: 'outside' } : { kind: 'inside', paths: [first, ...others], fragment }
}

/** Follow a path from a folder, both relative to the project root; undefined above the root. */
export function resolve(path: string, folder: string): string | undefined {
  const slashed = path.replaceAll('\\', '/')
  const parts = slashed.startsWith('/') ? [] : folder.split('/').filter((part) => part !== '')
  for (const part of slashed.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

/** The way from a folder to a path, as a link would write it. */
export function relativePath(path: string, folder: string): string {
  const to = path.split('/')
  const from = folder.split('/').filter((part) => part !== '')
  let common = 0
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common += 1
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/')
}

/** Text that stands for a name instead of being one: `<name>`, `{id}`, `*.md`, `REQ-NNN`, `xxx.md`, `YYYY-MM`. */
export const PLACEHOLDER = /[<>{}*…]|\.{3}|(?<![A-Za-z])(?:X{2,}|x{2,}|N{2,})(?![A-Za-z])|YYYY/

/** No file system has a longer one. */
const LONGEST_PATH = 4_096

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // Not percent-encoded after all: the text itself is the name.
    return text
  }
}
