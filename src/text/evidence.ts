/**
 * What an item of evidence names: a place in the repository, a commit, something outside of it, or words.
 *
 * Precision first: only what cannot be read otherwise is a place or a commit.
 */

export type Evidence =
  | { readonly kind: 'path'; readonly path: string; readonly line: number | undefined }
  | { readonly kind: 'commit'; readonly hash: string }
  /** A place that is not in the repository: an address, a home folder, another checkout. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'words' }

/** `root` is the repository's folder: a place may be named from it, or by its whole path. */
export function readEvidence(item: string, root: string): Evidence {
  const said = item.trim().replace(/^`([^`]+)`/, (_, code: string) => code)
  const commit = /^(?:commits?\s+|提交\s*)?([0-9a-f]{7,40})\b(?![./-])/i.exec(said)
  if (commit?.[1] !== undefined && /\d/.test(commit[1]) && (/[a-f]/i.test(commit[1]) || commit[0] !== commit[1]))
    return { kind: 'commit', hash: commit[1].toLowerCase() }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(said) || /^(?:~|\.\.)[/\\]/.test(said)) return { kind: 'outside' }
  const found = PLACE.exec(said)
  if (found?.[1] === undefined) return { kind: 'words' }
  const line = found[2] ?? found[3]
  // "Node.js 20" is a product.
  const isBare = line === undefined && !/[/\\]/.test(found[1])
  if (isBare && (found[0] !== said || PRODUCT.test(said))) return { kind: 'words' }
  const raw = found[1].replaceAll('\\', '/')
  const inside = raw.startsWith(`${root}/`) ? raw.slice(root.length + 1) : raw
  if (inside.startsWith('/') || /^[a-z]:\//i.test(inside) || DOMAIN.test(inside)) return { kind: 'outside' }
  if (inside.split('/').includes('..')) return { kind: 'outside' }
  return { kind: 'path', path: inside.replace(/^(?:\.\/)+/, ''), line: line === undefined ? undefined : Number(line) }
}

/** What is said of a place, after it. */
export function afterPlace(item: string): string {
  const said = item.trim().replace(/^`([^`]+)`/, (_, code: string) => code)
  return said.slice(PLACE.exec(said)?.[0].length ?? 0)
}

/** A file with an ending, or a folder with a slash at its end, first of all; then a line, or nothing, or what is said of it. */
const PLACE =
  /^((?:[a-z]:)?[\p{L}\p{N}_.@+$=~/\\()[\]-]*[\p{L}\p{N}_\])-]\.[a-z][a-z0-9]{0,9}|(?:[\p{L}\p{N}_.@+-]+\/)+(?=$)|(?:[\p{L}\p{N}_.@+-]+\/)*(?:Makefile|Dockerfile|Jenkinsfile|Gemfile|Rakefile|Procfile))(?::L?(\d{1,7})(?:[-–:]\d+)?|#L(\d{1,7})(?:-L?\d+)?)?(?=$|[\s,;:，；：。（(）)`])/iu
const PRODUCT = /^[A-Z][A-Za-z]*\.(?:js|JS|io|ai|NET)$/
const DOMAIN = /^(?:[\w-]+\.)+(?:com|org|net|io|dev|cn|app|ai)(?:\/|$)/i
